-- Aggregates that users make of the extension's functions: any that fit each other by their types, also those that were
-- made for other aggregates, with initial states and inverse functions. Groups, windows and parallel plans return a result
-- or an error that is not internal; if the functions belong together, a filter holds the values of its group or frame.
-- Variables: rounds, seed.

\ir values.sql
\ir ../e2e/files/counting_states.sql

CREATE TABLE functions AS
    SELECT proname AS name, pronargs AS count, proargtypes::oid[] AS types, prorettype AS result
    FROM pg_proc AS p JOIN pg_depend ON objid = p.oid AND classid = 'pg_proc'::regclass AND deptype = 'e'
    WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs') AND prokind = 'f' AND NOT proretset
      AND proname !~ '_(in|out|recv|send|support|sel|joinsel)$';

-- Values of all types that the functions take, a column for each, with the name of the type.
SELECT setseed((:seed % 1000) / 1000.0) \gset
CREATE TABLE v AS
    SELECT id, id % 5 AS g, nullif(floor(random() * 40)::integer, 7) AS o, s.*
    FROM (SELECT id, nullif(floor(random() * 60)::integer, 13) AS i FROM generate_series(1, 400) AS id OFFSET 0) AS r,
        LATERAL (SELECT i AS "integer", i::bigint AS "bigint", i::smallint AS "smallint", i::text AS "text", i / 8.0 AS "numeric", i::float8 AS "double precision",
            int4send(i) AS "bytea", md5(i::text)::uuid AS "uuid", i % 2 = 0 AS "boolean",
            date '2026-01-01' + i AS "date", timestamp '2026-01-01' + i * interval '1 h' AS "timestamp without time zone", timestamptz '2026-01-01Z' + i * interval '1 h' AS "timestamp with time zone",
            i::real AS "real", inet '10.0.0.0' + i AS "inet", chr(64 + i)::"char" AS """char""", i::text::character(3) AS "character", 'text'::regtype AS "regtype", 'pg_class'::regclass AS "regclass", i::text::name AS "name", i::text::varchar AS "character varying", ARRAY[i] AS "integer[]", ARRAY[i::text] AS "text[]",
            bloom_add(bloom_empty(40), i) AS "bloom", (SELECT bloom_matrix_agg(f, 1) FROM (VALUES (bloom_of(ARRAY[i]))) AS f (f)) AS "bloom_matrix", bloom_add(counting_bloom_empty(40), i) AS "counting_bloom", bloom_hash(i) AS "bloom_hash_value",
            CASE id % 5 WHEN 0 THEN bloom_union_step(NULL, bloom_of(ARRAY[i])) WHEN 1 THEN counting_bloom_agg_step(NULL, i, 40) WHEN 2 THEN bloom_matrix_step(NULL, bloom_of(ARRAY[i]), id)
                WHEN 3 THEN bloom_agg_step(NULL, i) ELSE bloom_agg_step(NULL, i, 40) END AS "bloom_state") AS s;
INSERT INTO v SELECT (w).* FROM (SELECT v AS w FROM v, generate_series(1, 9) WHERE random() < 0.3) AS s;
CREATE TABLE outcomes (kind text, outcome text);

-- The type that stands for a polymorphic one.
CREATE FUNCTION concrete(type oid, element text) RETURNS text LANGUAGE sql RETURN CASE type
    WHEN 'anyelement'::regtype THEN element
    WHEN 'anycompatible'::regtype THEN element
    WHEN 'anyarray'::regtype THEN CASE element WHEN 'text' THEN 'text[]' ELSE 'integer[]' END
    ELSE format_type(type, NULL) END;

CREATE FUNCTION argument(type text) RETURNS text LANGUAGE sql RETURN CASE
    WHEN random() < 0.05 THEN 'NULL::' || type
    WHEN random() < 0.1 THEN CASE type WHEN 'double precision' THEN pick('-1', '1e-9') WHEN 'bigint' THEN pick('0', '1000000000000') ELSE format('%I', type) END
    WHEN type = 'double precision' THEN pick('0.01', '0.2')
    WHEN type = 'bigint' THEN pick('100', '1', '100000')
    WHEN type = 'text' THEN pick('''mitz64''', '''parquet''', '''spark1''')
    ELSE format('%I', type) END;

CREATE FUNCTION frame() RETURNS text LANGUAGE sql RETURN format('(%s ORDER BY %s %s BETWEEN %s AND %s %s)',
    pick('', 'PARTITION BY g'), pick('id', 'o', 'o, id'), pick('ROWS', 'GROUPS'), pick('UNBOUNDED PRECEDING', '9 PRECEDING', '2 PRECEDING'),
    pick('1 PRECEDING', 'CURRENT ROW', '3 FOLLOWING', 'UNBOUNDED FOLLOWING'), pick('', 'EXCLUDE CURRENT ROW', 'EXCLUDE GROUP', 'EXCLUDE TIES', 'EXCLUDE NO OTHERS'));

-- Creates the aggregate `made` of functions that fit by their types, and returns its arguments; NULL if PostgreSQL does not
-- accept it. `together` tells whether the functions are those of an aggregate of the extension.
CREATE FUNCTION make(OUT arguments text[], OUT together boolean) LANGUAGE plpgsql AS $$
DECLARE
    step functions;
    other functions;
    element text := pick('integer', 'bigint', 'smallint', 'text', 'numeric', 'bytea', 'uuid', 'boolean', 'character varying', 'integer[]');
    state text;
    final text := '';
    options text := '';
    initial text;
BEGIN
    SELECT * INTO step FROM functions WHERE count > 1 AND result = types[0] AND (random() < 0.3 OR name ~ '_step$|bloom_add$') ORDER BY random() LIMIT 1;
    SELECT array_agg(concrete(type, element) ORDER BY n) INTO arguments FROM unnest(step.types[1:]) WITH ORDINALITY AS t (type, n);
    state := format_type(step.result, NULL);
    together := step.name ~ 'agg_(any_)?step$|bloom_add$';
    SELECT * INTO other FROM functions WHERE types[0] = step.result AND name ~ 'final$' AND (random() < 0.3 OR name = replace(step.name, 'step', 'final')) ORDER BY random() LIMIT 1;
    IF FOUND THEN
        final := format(', FINALFUNC = %I', other.name);
        together := together AND other.name = replace(step.name, 'step', 'final');
    END IF;
    SELECT * INTO other FROM functions WHERE count = 2 AND types[0] = step.result AND types[1] = step.result AND result = step.result
        AND (random() < 0.3 OR name ~ 'combine$|_union$') ORDER BY random() LIMIT 1;
    IF FOUND AND random() < 0.5 THEN
        options := format(', COMBINEFUNC = %I', other.name)
            || CASE WHEN state = 'internal' THEN ', SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize' ELSE '' END;
        together := together AND other.name ~ 'agg_(any_)?combine$|_union$';
    END IF;
    SELECT * INTO other FROM functions WHERE types = step.types AND result = step.result AND (random() < 0.2 OR name ~ 'forget$|remove$') ORDER BY random() LIMIT 1;
    IF FOUND AND random() < 0.5 THEN
        options := options || format(', MSFUNC = %I, MINVFUNC = %I, MSTYPE = %s', step.name, other.name, state) || replace(final, 'FINALFUNC', 'MFINALFUNC');
        together := together AND other.name ~ 'forget$|remove$';
    END IF;
    IF state <> 'internal' AND (random() < 0.3 OR step.name ~ 'bloom_add$') THEN
        EXECUTE format('SELECT %I::text FROM v WHERE %1$I IS NOT NULL ORDER BY random() LIMIT 1', state) INTO initial;
        initial := pick(initial, initial, initial, left(initial, 30), reverse(initial));
        options := options || format(', INITCOND = %L', initial) || CASE WHEN options ~ 'MSTYPE' THEN format(', MINITCOND = %L', initial) ELSE '' END;
        together := together AND step.name ~ 'bloom_add$' AND element IN ('integer', 'bigint', 'smallint');
    END IF;
    EXECUTE format('CREATE AGGREGATE made(%s) (SFUNC = %I, STYPE = %s, SSPACE = %s, PARALLEL = %s, FINALFUNC_MODIFY = %s%s%s)', array_to_string(arguments, ', '),
        step.name, state, pick('0', '100000'), pick('SAFE', 'SAFE', 'UNSAFE'), pick('READ_ONLY', 'SHAREABLE', 'READ_WRITE'), final, options);
EXCEPTION WHEN invalid_function_definition OR undefined_function OR undefined_table OR datatype_mismatch OR invalid_text_representation THEN
    arguments := NULL;
END $$;

-- Runs a query that returns the number of wrong results.
CREATE PROCEDURE run(kind text, query text) LANGUAGE plpgsql AS $$
DECLARE
    wrong bigint;
BEGIN
    EXECUTE query INTO wrong;
    IF wrong > 0 THEN RAISE WARNING '% wrong: %', wrong, query; END IF;
    INSERT INTO outcomes VALUES (kind, CASE WHEN wrong > 0 THEN 'wrong' ELSE 'ok' END);
EXCEPTION WHEN OTHERS THEN
    IF SQLSTATE LIKE 'XX%' THEN RAISE WARNING '% %: %', SQLSTATE, SQLERRM, query; END IF;
    INSERT INTO outcomes VALUES (kind, SQLSTATE);
END $$;

CREATE PROCEDURE attack(arguments text[], together boolean) LANGUAGE plpgsql AS $$
DECLARE
    call text := (SELECT string_agg(CASE n WHEN 1 THEN format('%I', type) ELSE argument(type) END, ', ' ORDER BY n) FROM unnest(arguments) WITH ORDINALITY AS a (type, n));
    first text := quote_ident(arguments[1]);
    kind text := 'mixed';
    wrong text := 'count(made::text) * 0';
BEGIN
    IF together AND (SELECT prorettype IN ('bloom'::regtype, 'counting_bloom'::regtype) FROM pg_proc WHERE proname = 'made') THEN
        kind := 'together';
        wrong := 'count(*) FILTER (WHERE NOT made @> ALL (array_remove(held, NULL)))';
    END IF;
    -- Without array_agg, which PostgreSQL 15 does not compute in parallel.
    CALL run(kind, format('SELECT %s FROM (SELECT made(%s) FROM v) AS s, (SELECT array_agg(%s) AS held FROM v) AS h', wrong, call, first));
    CALL run(kind, format('SELECT %s FROM (SELECT g, made(%s) FROM v GROUP BY g) AS s JOIN (SELECT g, array_agg(%s) AS held FROM v GROUP BY g) AS h USING (g)', wrong, call, first));
    CALL run(kind, format('SELECT %s FROM (SELECT made(%s), array_agg(%s) AS held FROM v %s) AS s', wrong, call, first, pick('WHERE false', 'GROUP BY GROUPING SETS (g, (), (o, g))')));
    CALL run(kind, format('SELECT %s FROM (SELECT made(%s) OVER w, array_agg(%s) OVER w AS held FROM v WINDOW w AS %s) AS s', wrong, call, first, frame()));
    CALL run(kind, format('SELECT %s FROM generate_series(1, 5) AS n, LATERAL (SELECT made(%s), array_agg(%s) AS held FROM v WHERE id %% n = 0) AS s', wrong, call, first));
    CALL run(kind, format('SELECT %s FROM (SELECT made(%s ORDER BY id), array_agg(%s) AS held FROM v GROUP BY g) AS s', wrong, call, first));
    CALL run('mixed', format('SELECT count(made::text) * 0 FROM (SELECT made(DISTINCT %s) FILTER (WHERE id %% 3 > 0) FROM v GROUP BY g) AS s', call));
    CALL run('mixed', format('SELECT count(a::text || b::text) * 0 FROM (SELECT made(%s) AS a, made(%1$s) FILTER (WHERE id > 9) AS b FROM v GROUP BY o) AS s', call));
END $$;

CREATE PROCEDURE ask(t types) LANGUAGE plpgsql AS $$
DECLARE
    made record;
BEGIN
    PERFORM set_config('enable_hashagg', pick('on', 'off'), true), set_config('parallel_leader_participation', 'off', true);
    made := make();
    IF made.arguments IS NOT NULL THEN
        CALL attack(made.arguments, made.together);
        DROP ROUTINE made;
    END IF;
    COMMIT; -- the outcomes
END $$;
ALTER TABLE v SET (parallel_workers = 2);
ANALYZE v;
CALL ask_rounds(:rounds, :seed);

SELECT kind, outcome, count(*) FROM outcomes GROUP BY kind, outcome ORDER BY kind, count DESC;
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM outcomes WHERE outcome = 'wrong' OR outcome LIKE 'XX%'), 'a wrong result, or an internal error';
    ASSERT (SELECT count(*) FILTER (WHERE outcome = 'ok') * 4 > count(*) FROM outcomes WHERE kind = 'together'), 'hardly any result';
END $$;
