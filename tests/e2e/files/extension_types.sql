CREATE EXTENSION bloom_rs;
CREATE EXTENSION hstore;
CREATE EXTENSION citext;
CREATE EXTENSION ltree;
CREATE DOMAIN hstore_d AS hstore;
CREATE TYPE labeled AS (a integer, b citext);
CREATE TYPE labeled_kept AS (a labeled, b hstore[]);
CREATE TYPE spanned AS RANGE (subtype = citext);

-- One table of a column of each type, analyzed, large enough for parallel scans when these are cheap; with the filter.
CREATE TABLE kinds (number serial, type text, expr text);
INSERT INTO kinds (type, expr) VALUES
    ('hstore', 'hstore(''k'', i::text)'), ('hstore_d', 'hstore(''k'', i::text)'), ('hstore[]', 'ARRAY[hstore(''k'', i::text)]'),
    ('citext[]', 'ARRAY[(''K'' || i)::citext]'), ('labeled', 'ROW(i, ''K'' || i)'), ('labeled_kept', 'ROW(ROW(i, ''K'' || i), ''{}'')'), ('labeled[]', 'ARRAY[ROW(i, ''K'' || i)]'),
    ('spanned', 'spanned((''K'' || i)::citext, NULL)');
DO $$
DECLARE
    k record;
BEGIN
    -- Without a hash a type is refused, by whatever function there is.
    IF EXISTS (SELECT FROM pg_opclass WHERE opcintype = 'ltree'::regtype AND opcmethod = (SELECT oid FROM pg_am WHERE amname = 'hash')) THEN
        INSERT INTO kinds (type, expr) VALUES ('ltree', '(''K'' || i)::ltree');
    END IF;
    FOR k IN SELECT * FROM kinds LOOP
        EXECUTE format('CREATE TABLE data_%s (v %s) WITH (parallel_workers = 2)', k.number, k.type);
        EXECUTE format('INSERT INTO data_%s SELECT %s::%s FROM generate_series(1, 2000) AS i', k.number, k.expr, k.type);
        EXECUTE format('CREATE TABLE filter_%s AS SELECT bloom_agg(v) AS f FROM data_%1$s', k.number);
        EXECUTE format('ANALYZE data_%s', k.number);
    END LOOP;
END $$;

CREATE TABLE modes (number integer, name text, settings text);
INSERT INTO modes VALUES
    (1, 'alone', 'SET LOCAL max_parallel_workers_per_gather = 0'),
    (2, 'parallel', 'SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0; SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL parallel_leader_participation = off'),
    -- The setting has another name from 16 on.
    (3, 'forced', format('SET LOCAL %I = on; SET LOCAL parallel_leader_participation = off',
        (SELECT name FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query'))));

-- All calls in one session and mode, and what they give if not what they should. It writes nothing, so that a standby can run it.
CREATE FUNCTION outcomes_in(mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    k record;
    f text;
    query text;
    result text;
    wrong text := '';
BEGIN
    EXECUTE (SELECT settings FROM modes WHERE name = mode);
    FOR k IN SELECT * FROM kinds ORDER BY number LOOP
        EXECUTE format('SELECT f::text FROM filter_%s', k.number) INTO f;
        FOREACH query IN ARRAY ARRAY[
            'SELECT count(*) FROM data_%1$s WHERE (SELECT f FROM filter_%1$s) @> v',
            'SELECT count(*) FROM data_%1$s WHERE %2$L::bloom @> v',
            'SELECT count(*) FROM data_%1$s WHERE bloom_contains_any(%2$L::bloom, ARRAY[v])',
            'SELECT count(*) FROM data_%1$s WHERE bloom_contains_hash(%2$L::bloom, bloom_hash(v))',
            'SELECT count(*) FROM data_%1$s, (SELECT bloom_agg(v) AS f FROM data_%1$s) AS s WHERE f @> v',
            'SELECT count(*) FROM data_%1$s, (SELECT counting_bloom_agg(v, 3000) AS f FROM data_%1$s) AS s WHERE f @> v',
            'SELECT count(*) FILTER (WHERE s BETWEEN 0 AND 9) FROM (SELECT bloom_shard(v, 10) AS s FROM data_%1$s) AS t',
            'SELECT count(*) FROM data_%1$s WHERE (bloom_add(bloom_empty(10), v)) @> v'] LOOP
            BEGIN
                EXECUTE format(query, k.number, f) INTO result;
            EXCEPTION WHEN OTHERS THEN
                -- An array of arrays is asked for its elements.
                result := CASE WHEN query LIKE '%ARRAY[v]%' AND k.type LIKE '%[]' AND SQLSTATE = '42804' THEN '2000' ELSE SQLSTATE || ' ' || SQLERRM END;
            END;
            IF result <> '2000' THEN
                wrong := wrong || format(E'\n%s, %s, %s: %s', mode, k.type, query, result);
            END IF;
        END LOOP;
    END LOOP;
    -- A number would have been assigned on the way.
    IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
        wrong := wrong || format(E'\n%s: a transaction number was assigned', mode);
    END IF;
    RETURN wrong;
END $$;
CREATE FUNCTION outcomes() RETURNS text LANGUAGE sql AS $$ SELECT string_agg(outcomes_in(name), '' ORDER BY number) FROM modes $$;

-- In new sessions, as one that has read the locale remembers it.
\c -
BEGIN READ ONLY;
SELECT outcomes_in('alone') AS alone \gset
ROLLBACK;
\c -
BEGIN READ ONLY;
SELECT outcomes_in('parallel') AS parallel \gset
ROLLBACK;
\c -
BEGIN READ ONLY;
SELECT outcomes_in('forced') AS forced \gset
ROLLBACK;
\c -
BEGIN;
SELECT outcomes_in('alone') || outcomes_in('forced') AS written \gset
COMMIT;
-- The planner comes first.
\c -
BEGIN READ ONLY;
SELECT f::text FROM filter_1 \gset
EXPLAIN (COSTS off) SELECT * FROM data_1 WHERE :'f'::bloom @> v \g /dev/null
SELECT pg_current_xact_id_if_assigned() IS NULL AS planned \gset
ROLLBACK;
SELECT set_config('test.outcomes', concat(:'alone', :'parallel', :'forced', :'written'), false), set_config('test.planned', :'planned', false) \gset ignored_

-- The plans are parallel, and in a worker a lookup that failed once is not taken for the answer.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
DO $$
DECLARE
    line text;
    plan text := '';
BEGIN
    FOR line IN EXPLAIN (COSTS off) SELECT bloom_agg(v) FROM data_1 LOOP
        plan := plan || line;
    END LOOP;
    ASSERT plan LIKE '%Partial Aggregate%Parallel Seq Scan%', plan;
    ASSERT current_setting('test.outcomes') = '', current_setting('test.outcomes');
    ASSERT current_setting('test.planned')::boolean, 'the planner wrote';
END $$;
