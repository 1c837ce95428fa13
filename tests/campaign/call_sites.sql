-- What a call site remembers of filters does not change its results: a probe returns what a new call site returns for the
-- same filter and value, whatever filters, schemes, sizes and storage came before. Variables: rounds, seed.

\ir values.sql

CREATE TYPE holder AS (number integer, f bloom);

-- Filters of random subsets of `asked`, in one column of a table: in the row or out of line, compressed or not.
CREATE PROCEDURE keep_filters(t types) LANGUAGE plpgsql AS $$
DECLARE
    capacity bigint;
    scheme text;
BEGIN
    CREATE TABLE kept (id serial, f bloom, c counting_bloom);
    FOR i IN 1..10 LOOP
        EXECUTE format('ALTER TABLE kept ALTER f SET STORAGE %s, ALTER c SET STORAGE %1$s', pick('PLAIN', 'EXTERNAL', 'EXTENDED', 'MAIN'));
        capacity := exp(random() * ln(100000));
        scheme := pick('mitz64', 'mitz64', 'mitz32', 'spark1', 'spark2', 'parquet', 'datasketches', 'datasketches:7', 'keyed:' || md5(random()::text));
        BEGIN
            EXECUTE format('INSERT INTO kept (f, c) SELECT bloom_agg(k, %s, 0.01, %L), counting_bloom_agg(k, %1$s) FROM asked WHERE id %% 7 < random() * 7', capacity, scheme);
        EXCEPTION WHEN feature_not_supported OR datatype_mismatch OR numeric_value_out_of_range OR program_limit_exceeded THEN
            NULL; -- not with this scheme, or not in the row
        END;
    END LOOP;
    INSERT INTO kept (f) VALUES (NULL);
    DELETE FROM kept WHERE id > 1 AND random() < 0.1;
END $$;

-- What new call sites return, each of which sees one filter and one value.
CREATE PROCEDURE keep_answers(t types) LANGUAGE plpgsql AS $$
DECLARE
    filter record;
    value record;
    answer boolean;
    counted boolean;
BEGIN
    CREATE TABLE answers (filter integer, value integer, answer boolean, counted boolean);
    FOR filter IN SELECT id, quote_nullable(f::text) AS f, quote_nullable(c::text) AS c FROM kept LOOP
        FOR value IN EXECUTE 'SELECT id, quote_nullable(k::text) AS k FROM asked' LOOP
            EXECUTE format('SELECT %s::bloom @> %s::%s, %s::counting_bloom @> %2$s::%3$s', filter.f, value.k, t.name, filter.c) INTO answer, counted;
            INSERT INTO answers VALUES (filter.id, value.id, answer, counted);
        END LOOP;
    END LOOP;
    IF NOT EXISTS (SELECT FROM answers AS a WHERE a.answer) THEN
        RAISE EXCEPTION 'no value of type % is in a filter', t.name;
    END IF;
END $$;

-- One query that sees all filters and values, in a random order.
CREATE PROCEDURE ask_queries(t types) LANGUAGE plpgsql AS $$
DECLARE
    forms text[] := '{"bloom_contains(%s, %s)", "%s @> %s", "sql_site(%s, %s)"}';
    filters text[] := '{f, (ARRAY[f])[1], "(ROW(1, f)::holder).f", f::text::bloom, "(SELECT f)", "f | f", "(CASE filter % 3 WHEN 0 THEN f::text::bloom ELSE f END)"}';
    form text;
    probe text;
    source text;
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION sql_site(f bloom, k %s) RETURNS boolean LANGUAGE sql SET enable_sort = on AS $f$ SELECT f @> k $f$', t.name);
    IF t.name NOT LIKE '%[]' THEN -- there are no arrays of arrays
        forms := forms || '{"bloom_contains_any(%s, ARRAY[%s])", "(bloom_contains_each(%s, ARRAY[%s]))[1]"}'::text[];
    END IF;
    source := '(SELECT kept.id AS filter, asked.id AS value, f, c, k FROM kept, asked WHERE %s ORDER BY %s OFFSET 0) AS s JOIN answers USING (filter, value)';
    FOREACH form IN ARRAY forms LOOP
        probe := format(form, pick(VARIADIC filters), pick('k', 'k', format('k::text::%s', t.name)));
        CALL no_row(format('SELECT %L, filter, value, answer FROM %s WHERE (%s) IS DISTINCT FROM answer', probe,
            format(source, CASE WHEN form LIKE '%ARRAY%' THEN 'k IS NOT NULL' ELSE 'true' END, pick('random()', 'kept.id, random()', 'asked.id, random()')), probe));
    END LOOP;
    probe := pick('c @> k', 'bloom_contains(c, k)', 'bloom_contains(c | c, k)', 'bloom_occurrences(c, k) > 0');
    CALL no_row(format('SELECT %L, filter, value, counted FROM %s WHERE (%s) IS DISTINCT FROM counted', probe, format(source, 'true', 'random()'), probe));
END $$;

-- Statements of one function, which live as long as the session; some calls fail or change a copy.
CREATE PROCEDURE ask_function(t types) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format($create$
        CREATE FUNCTION site(f bloom, k %s, way integer) RETURNS boolean LANGUAGE plpgsql AS $f$
        DECLARE
            found boolean;
            other bloom := f;
        BEGIN
            CASE way
                WHEN 0 THEN
                    found := f @> k;
                WHEN 1 THEN
                    SELECT bloom_contains(f, k) INTO found;
                WHEN 2 THEN
                    other := bloom_add(other, k);
                    IF k IS NOT NULL AND NOT other @> k THEN RAISE EXCEPTION 'it was just added'; END IF;
                    found := f @> k;
                WHEN 3 THEN
                    BEGIN
                        found := f @> k;
                        PERFORM bloom_contains(f, 'a'::text), 1 / 0;
                    EXCEPTION WHEN datatype_mismatch OR division_by_zero THEN
                        NULL;
                    END;
                WHEN 4 THEN
                    found := f @> k;
                    IF found AND NOT site(bloom_fold(f, 0.5), k, 5) THEN RAISE EXCEPTION 'it is folded'; END IF;
                ELSE
                    found := k <@ f;
            END CASE;
            RETURN found;
        END $f$ $create$, t.name);
    CALL no_row('SELECT way, filter, value, answer FROM (SELECT kept.id AS filter, asked.id AS value, floor(random() * 5)::integer AS way, f, k
        FROM kept, asked ORDER BY random() OFFSET 0) AS s JOIN answers USING (filter, value) WHERE site(f, k, way) IS DISTINCT FROM answer');
END $$;

-- One statement that reads rows whose filters are replaced between its calls, in subtransactions too.
CREATE PROCEDURE check_changed() LANGUAGE plpgsql AS $$
DECLARE
    wrong record;
BEGIN
    SELECT slot, a.* INTO wrong FROM changed AS c JOIN answers AS a ON a.filter = c.id JOIN asked ON asked.id = a.value
        WHERE f @> k IS DISTINCT FROM answer LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'changed: %', wrong;
    END IF;
END $$;
CREATE PROCEDURE ask_changed() LANGUAGE plpgsql AS $$
BEGIN
    CREATE TABLE changed AS SELECT id AS slot, id, f FROM kept ORDER BY id LIMIT 2;
    FOR i IN 1..40 LOOP
        BEGIN
            IF random() < 0.1 THEN
                TRUNCATE changed;
                INSERT INTO changed SELECT 1, id, f FROM kept ORDER BY random() LIMIT 1;
            ELSE
                UPDATE changed SET (id, f) = (SELECT id, f FROM kept WHERE changed.slot > 0 ORDER BY random() LIMIT 1);
            END IF;
            CALL check_changed();
            IF random() < 0.3 THEN
                RAISE SQLSTATE 'UNDO0';
            END IF;
        EXCEPTION WHEN SQLSTATE 'UNDO0' THEN
            CALL check_changed();
        END;
    END LOOP;
END $$;

-- A cursor that goes forth and back.
CREATE PROCEDURE ask_cursor() LANGUAGE plpgsql AS $$
DECLARE
    rows SCROLL CURSOR FOR SELECT filter, value, answer, f @> k AS found FROM answers JOIN kept ON kept.id = filter JOIN asked ON asked.id = value;
    row record;
BEGIN
    OPEN rows;
    FOR i IN 1..60 LOOP
        FETCH ABSOLUTE 1 + floor(random() * 200)::integer FROM rows INTO row;
        IF row.found IS DISTINCT FROM row.answer THEN RAISE EXCEPTION 'cursor: %', row; END IF;
    END LOOP;
    CLOSE rows;
END $$;

CREATE PROCEDURE ask(t types) LANGUAGE plpgsql AS $$
BEGIN
    CALL fill('asked', t, 'random() * 2000', 25);
    CALL keep_filters(t);
    CALL keep_answers(t);
    ANALYZE kept, asked, answers;
    FOR i IN 1..3 LOOP
        CALL ask_queries(t);
    END LOOP;
    CALL ask_function(t);
    CALL ask_changed();
    CALL ask_cursor();
END $$;
CALL ask_rounds(:rounds, :seed);
