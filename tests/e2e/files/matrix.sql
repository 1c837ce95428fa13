-- Filters of several kinds of value, in several segments, and what they say one by one.
SET client_min_messages = warning;
SELECT setseed(0.5) \gset
CREATE EXTENSION hstore;
CREATE EXTENSION citext;
CREATE TYPE mood AS ENUM ('sad', 'fine', 'glad');

-- What is asked: values that are there and values that are not.
CREATE TABLE vals AS
    SELECT i, (random() * 6000)::integer AS int4, (random() * 6000)::bigint * 4000000000 AS int8, 'text ' || (random() * 6000)::integer AS text,
           round((random() * 6000)::numeric) / 7 AS numeric, md5((random() * 6000)::integer::text)::uuid AS uuid, int4send((random() * 6000)::integer) AS bytea,
           (random() * 6000)::integer / 8.0::float8 AS float8, '2020-01-01'::timestamptz + (random() * 6000)::integer * interval '1 hour' AS timestamptz,
           ARRAY[(random() * 80)::integer, (random() * 80)::integer] AS ints, hstore('a', (random() * 6000)::integer::text) AS hstore,
           ARRAY[(CASE WHEN random() < 0.5 THEN 'Text ' ELSE 'text ' END || (random() * 6000)::integer)::citext] AS citexts
    FROM generate_series(1, 10000) AS i;

CREATE TABLE kinds (name text, values_checked bigint, found bigint, wrong bigint);
-- Each kind: 300 filters of 10 values at a high rate, so that there are false positives too, in three segments.
CREATE PROCEDURE check_kind(name text) LANGUAGE plpgsql AS $$
DECLARE
    counted record;
BEGIN
    EXECUTE format('CREATE TEMP TABLE f AS SELECT (i %% 300)::bigint AS id, bloom_agg(%I, 10, 0.02) AS f FROM (SELECT * FROM vals LIMIT 3000) AS s GROUP BY 1', name);
    CREATE TEMP TABLE m AS SELECT id / 128 AS segment, bloom_matrix_agg(f, id ORDER BY random()) AS matrix FROM f GROUP BY 1;
    EXECUTE format($q$
        SELECT count(*) AS checked, sum(cardinality(by_matrix)) AS found, count(*) FILTER (WHERE by_matrix <> by_filter) AS wrong
        FROM (SELECT ARRAY(SELECT k FROM m, bloom_matrix_search(matrix, %1$I) AS k ORDER BY k) AS by_matrix,
                     ARRAY(SELECT id FROM f WHERE bloom_contains(f, %1$I) ORDER BY id) AS by_filter FROM vals) AS s $q$, name) INTO counted;
    INSERT INTO kinds SELECT name, counted.checked, counted.found, counted.wrong;
    ASSERT counted.wrong = 0, format('%s: %s of %s answers are not those of the filters', name, counted.wrong, counted.checked);
    ASSERT counted.found > 3000, format('%s: only %s keys found', name, counted.found);
    DROP TABLE f, m;
END $$;
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['int4', 'int8', 'text', 'numeric', 'uuid', 'bytea', 'float8', 'timestamptz', 'ints', 'hstore', 'citexts'] LOOP
        CALL check_kind(name);
    END LOOP;
END $$;

-- Every plan, every place: the same keys.
CREATE TABLE kept AS SELECT (i % 3000)::bigint AS id, bloom_agg(int4, 4, 0.01) AS f FROM vals GROUP BY 1;
CREATE TABLE sealed AS SELECT id / 1024 AS segment, bloom_matrix_agg(f, id) AS matrix FROM kept GROUP BY 1;
ALTER TABLE kept SET (parallel_workers = 2);
ALTER TABLE sealed SET (parallel_workers = 2);
ALTER TABLE vals SET (parallel_workers = 2);
ANALYZE;
CREATE TABLE expected AS SELECT int4 AS v, id FROM (SELECT DISTINCT int4 FROM vals LIMIT 200) AS s, kept WHERE bloom_contains(f, int4);
CREATE FUNCTION check_found(what text, query text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    differ bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM (((%1$s) EXCEPT ALL TABLE expected) UNION ALL (TABLE expected EXCEPT ALL (%1$s))) AS d', query) INTO differ;
    ASSERT differ = 0, format('%s: %s keys are wrong or missing', what, differ);
END $$;
CREATE VIEW asked AS SELECT DISTINCT v FROM expected;
CREATE FUNCTION found_in_loop() RETURNS TABLE (v integer, id bigint) LANGUAGE plpgsql AS $$
DECLARE
    m bloom_matrix;
    c CURSOR FOR SELECT a.v, k FROM asked AS a, sealed, bloom_matrix_search(matrix, a.v) AS k;
BEGIN
    -- Most of them by a cursor, the others by a loop with an exception block in it.
    FOR r IN c LOOP
        v := r.v; id := r.k;
        IF v % 8 <> 1 THEN RETURN NEXT; END IF;
    END LOOP;
    FOR m IN SELECT matrix FROM sealed LOOP
        FOR v IN SELECT a.v FROM asked AS a WHERE a.v % 8 = 1 LOOP
            BEGIN
                RETURN QUERY SELECT v, k FROM bloom_matrix_search(m, v) AS k;
                PERFORM bloom_matrix_search(m, 'no integer'::text);
                ASSERT false, 'a text was searched for';
            EXCEPTION WHEN datatype_mismatch THEN
                NULL;
            END;
        END LOOP;
    END LOOP;
END $$;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CREATE PROCEDURE check_all(mode text, workers text, plans text, memory text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config(CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'debug_parallel_query' ELSE 'force_parallel_mode' END, mode, false),
            set_config('max_parallel_workers_per_gather', workers, false), set_config('plan_cache_mode', plans, false), set_config('work_mem', memory, false);
    PERFORM check_found('in FROM', 'SELECT a.v, k FROM asked AS a, sealed, bloom_matrix_search(matrix, a.v) AS k');
    PERFORM check_found('in the select list', 'SELECT a.v, bloom_matrix_search(matrix, a.v) FROM asked AS a, sealed');
    PERFORM check_found('by hash', 'SELECT a.v, k FROM asked AS a, sealed, bloom_matrix_search_hash(matrix, bloom_hash(a.v)) AS k');
    PERFORM check_found('of all of one', 'SELECT a.v, k FROM asked AS a, sealed, bloom_matrix_search_all(matrix, ARRAY[a.v, NULL, a.v]) AS k');
    PERFORM check_found('of any of one', 'SELECT a.v, k FROM asked AS a, sealed, bloom_matrix_search_any(matrix, ARRAY[a.v, NULL, a.v]) AS k');
    PERFORM check_found('in a loop', 'SELECT v, id FROM found_in_loop()');
    PERFORM check_found('built in the query', 'WITH built AS MATERIALIZED (SELECT bloom_matrix_agg(f, id) AS m FROM kept) SELECT a.v, k FROM asked AS a, built, bloom_matrix_search(m, a.v) AS k');
    PERFORM check_found('built in groups', 'WITH built AS MATERIALIZED (SELECT bloom_matrix_agg(f, id) AS m FROM kept GROUP BY id % 7) SELECT a.v, k FROM asked AS a, built, bloom_matrix_search(m, a.v) AS k');
    PERFORM check_found('built in grouping sets', 'WITH built AS MATERIALIZED (SELECT bloom_matrix_agg(f, id) AS m FROM kept GROUP BY ROLLUP (id % 7) HAVING grouping(id % 7) = 1) SELECT a.v, k FROM asked AS a, built, bloom_matrix_search(m, a.v) AS k');
    PERFORM check_found('built in a window', 'WITH built AS MATERIALIZED (SELECT bloom_matrix_agg(f, id) OVER (PARTITION BY id % 40 ORDER BY id) AS m, lead(id) OVER (PARTITION BY id % 40 ORDER BY id) IS NULL AS is_last FROM kept) SELECT a.v, k FROM asked AS a, built, bloom_matrix_search(m, a.v) AS k WHERE is_last');
    PERFORM check_found('of the union', 'WITH built AS MATERIALIZED (SELECT bloom_matrix_merge(s0.matrix, bloom_matrix_merge(s1.matrix, s2.matrix)) AS m FROM sealed AS s0, sealed AS s1, sealed AS s2 WHERE (s0.segment, s1.segment, s2.segment) = (0, 1, 2)) SELECT a.v, k FROM asked AS a, built, bloom_matrix_search(m, a.v) AS k');
    PERFORM check_found('back and forth', 'WITH built AS MATERIALIZED (SELECT bloom_matrix_agg(bloom_matrix_filter(matrix, id), id) AS m FROM sealed, unnest(bloom_matrix_keys(matrix)) AS id) SELECT a.v, k FROM asked AS a, built, bloom_matrix_search(m, a.v) AS k');
END $$;
CALL check_all('off', '0', 'auto', '4MB');
CALL check_all('on', '2', 'force_generic_plan', '64kB');
CALL check_all('regress', '2', 'force_custom_plan', '1GB');
