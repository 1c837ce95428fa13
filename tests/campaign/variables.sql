-- Random PL/pgSQL functions that copy and change filters in variables, fields, array elements and tables. Each variable has
-- a list of the values that it should hold, and equals a filter that is built from the list. From PostgreSQL 18 on the
-- server lets functions change variables in place. Variables: rounds, seed.

\ir values.sql

-- %1$s: '' or 'counting_'. %2$s: the type of the values. %3$s: the size of the filters.
CREATE PROCEDURE create_helpers(prefix text, element text, size text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($create$
        CREATE TYPE filled AS (f %1$sbloom, held %2$s[]);
        CREATE TABLE kept (id integer, f %1$sbloom, held %2$s[]);
        CREATE FUNCTION built(held %2$s[]) RETURNS %1$sbloom LANGUAGE sql RETURN bloom_add_all(%1$sbloom_empty(%3$s), held);
        CREATE FUNCTION changed(f %1$sbloom, x %2$s) RETURNS %1$sbloom LANGUAGE plpgsql AS $f$
        BEGIN
            f := bloom_add(f, x);
            RETURN f;
        END $f$;
        CREATE PROCEDURE change(INOUT f %1$sbloom, x %2$s) LANGUAGE plpgsql AS $f$
        BEGIN
            f := bloom_add(f, x);
        END $f$;
        CREATE FUNCTION failing(x %2$s) RETURNS %2$s LANGUAGE plpgsql AS $f$
        BEGIN
            PERFORM 1 / 0;
            RETURN x;
        END $f$;
        $create$, prefix, element, size);
END $$;

-- A statement that changes `f1` to `f3` with `h1` to `h3`, the record `r`, or the arrays `fs` and `hs`. ~ is `counting_` or
-- nothing, # a value, TYPE its type; $a and $b are two of 1, 2 and 3.
CREATE FUNCTION statement(prefix text, element text, depth integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    s text := pick(VARIADIC ARRAY[
        'f$a := bloom_add(f$a, #); h$a := h$a || #;',
        'f$a := bloom_add(f$a, #); h$a := h$a || #;',
        'f$a := f$a || #; h$a := h$a || #;',
        'f$a := bloom_add_all(f$a, ARRAY[#, NULL, #]); h$a := h$a || ARRAY[#, #];',
        'f$a := bloom_add(f$b, #); h$a := h$b || #;',
        'f$a := bloom_add(bloom_add(f$a, #), #); h$a := h$a || ARRAY[#, #];',
        'f$a := f$b; h$a := h$b;',
        'IF cardinality(h$a || h$b) < 2000 THEN f$a := f$a | f$b; h$a := h$a || h$b; END IF;',
        'f$a := changed(f$b, #); h$a := h$b || #;',
        'CALL change(f$a, #); h$a := h$a || #;',
        'r.f := bloom_add(r.f, #); r.held := r.held || #;',
        'r.f := bloom_add(f$a, #); r.held := h$a || #;',
        'r := ROW(f$a, h$a);', 'f$a := r.f; h$a := r.held;',
        'other := r; r.f := bloom_add(r.f, #); r.held := r.held || #;', 'r := other;',
        'fs[$a] := bloom_add(fs[$a], #); hs[$a].held := hs[$a].held || #;',
        'fs[$a] := f$b; hs[$a].held := h$b;', 'f$a := fs[$b]; h$a := hs[$b].held;',
        'f$a := bloom_add(f$a, NULL::TYPE); IF f$a IS NULL THEN f$a := built(''{}''); h$a := ''{}''; END IF;',
        'UPDATE kept SET f = f$a, held = h$a WHERE id = $b;',
        'UPDATE kept SET f = bloom_add(f, #), held = held || # WHERE id = $b;',
        'SELECT f, held INTO f$a, h$a FROM kept WHERE id = $b;',
        'FOR one IN SELECT f, held FROM kept LOOP one.f := bloom_add(one.f, #); one.held := one.held || #; f$a := one.f; h$a := one.held; END LOOP;',
        -- An expression that fails changes nothing; an assignment before it stays.
        'BEGIN f$a := bloom_add(bloom_add(f$a, #), (ARRAY[#])[1 / (length(f$a::text) * 0)]); EXCEPTION WHEN division_by_zero THEN NULL; END;',
        'BEGIN f$a := bloom_add(f$a, failing(#)); EXCEPTION WHEN division_by_zero THEN NULL; END;',
        'BEGIN f$a := bloom_add(f$a, point(1, 1)); EXCEPTION WHEN feature_not_supported OR datatype_mismatch OR undefined_function THEN NULL; END;',
        'BEGIN f$a := bloom_add(f$a, #); h$a := h$a || #; PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN NULL; END;',
        'BEGIN UPDATE kept SET f = f$a, held = h$a WHERE id = $b; f$a := bloom_add(f$a, #); h$a := h$a || #; PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN NULL; END;',
        'IF NOT f$a @> ALL (h$a || #) THEN f$a := f$a || #; h$a := h$a || #; END IF;',
        'IF f$a <> built(h$a) OR NOT bloom_contains_all(f$a, h$a) THEN RAISE EXCEPTION ''f$a''; END IF;']);
    a integer := 1 + floor(random() * 3);
    b integer := 1 + (a + floor(random() * 2)::integer) % 3;
    body text := '';
BEGIN
    IF prefix <> '' AND random() < 0.2 THEN
        s := 'IF cardinality(h$a) > 0 AND (bloom_info(f$a)).saturated = 0 THEN f$a := bloom_remove(f$a, h$a[1]); h$a := h$a[2:]; END IF;';
    END IF;
    IF depth > 0 AND random() < 0.15 THEN
        FOR i IN 1..3 LOOP
            body := body || statement(prefix, element, depth - 1);
        END LOOP;
        s := format(pick('FOR i IN 1..3 LOOP %s END LOOP;', 'BEGIN %s EXCEPTION WHEN division_by_zero THEN NULL; END;', 'DECLARE f$a ~bloom := f$b; h$a TYPE[] := h$b; BEGIN %s f$b := f$a; h$b := h$a; END;'), body);
    END IF;
    IF prefix <> '' THEN
        s := replace(s, ':= f$a || #;', ':= bloom_add(f$a, #);'); -- there is no operator
    END IF;
    s := replace(replace(replace(replace(s, '~', prefix), 'TYPE', element), '$a', a::text), '$b', b::text);
    RETURN regexp_replace(s, '#', format('%L::%s', 1 + floor(random() * 100000)::integer, element), 'g') || E'\n';
END $$;

CREATE PROCEDURE ask(t types) LANGUAGE plpgsql AS $$
DECLARE
    prefix text := pick('', 'counting_');
    element text := pick('integer', 'text', 'bigint', 'numeric');
    body text := '';
BEGIN
    CALL create_helpers(prefix, element, pick('20', '200', '3000', '40000'));
    FOR i IN 1..40 LOOP
        body := body || statement(prefix, element, 2);
    END LOOP;
    EXECUTE format($create$
        CREATE FUNCTION changes() RETURNS void LANGUAGE plpgsql AS $f$
        DECLARE
            f1 %1$sbloom := built('{}'); f2 %1$sbloom := f1; f3 %1$sbloom := f2;
            h1 %2$s[] := '{}'; h2 %2$s[] := '{}'; h3 %2$s[] := '{}';
            r filled := ROW(f1, h1); other filled := r; one filled;
            fs %1$sbloom[] := ARRAY[f1, f2, f3]; hs filled[] := ARRAY[r, r, r];
        BEGIN
            TRUNCATE kept;
            INSERT INTO kept SELECT id, f1, h1 FROM generate_series(1, 3) AS id;
            %3$s
            IF f1 <> built(h1) OR f2 <> built(h2) OR f3 <> built(h3) OR r.f <> built(r.held) OR other.f <> built(other.held)
                OR fs <> ARRAY[built(hs[1].held), built(hs[2].held), built(hs[3].held)]
                OR EXISTS (SELECT FROM kept WHERE f <> built(held)) THEN
                RAISE EXCEPTION 'a filter does not hold its values, or others';
            END IF;
        END $f$ $create$, prefix, element, body);
    FOR time IN 1..3 LOOP -- the later ones have the plans of the first
        PERFORM changes();
    END LOOP;
EXCEPTION WHEN OTHERS THEN
    RAISE EXCEPTION '%: %', SQLSTATE, SQLERRM USING DETAIL = body;
END $$;
CALL ask_rounds(:rounds, :seed);
