--
-- Which of many filters may hold a value: a matrix of filters is asked at once.
--
CREATE EXTENSION bloom_rs;

-- 1. Files with a hundred keys each. One filter a file says which keys may be in it.
CREATE TABLE entries AS SELECT i % 500 AS file, 'key ' || i AS key FROM generate_series(1, 50000) AS i;
CREATE TABLE filters AS SELECT file AS id, bloom_agg(key, 100, 0.0001) AS f FROM entries GROUP BY file;
-- In which files may the key be? Each filter is asked.
SELECT id FROM filters WHERE bloom_contains(f, 'key 4711') ORDER BY id;

-- 2. The same filters as a matrix: each is a column, and a lookup reads the few rows that the key says.
CREATE TABLE sealed AS SELECT bloom_matrix_agg(f, id) AS matrix FROM filters;
SELECT file FROM sealed, bloom_matrix_search(matrix, 'key 4711') AS file;
SELECT file FROM sealed, bloom_matrix_search(matrix, 'no such key') AS file;
-- No file is missed.
SELECT count(*) AS missed FROM entries, sealed WHERE NOT file IN (SELECT bloom_matrix_search(matrix, key));

-- With a prepared statement, and with a hash that was made before.
PREPARE files_of(text) AS SELECT file FROM sealed, bloom_matrix_search(matrix, $1) AS file ORDER BY file;
EXECUTE files_of('key 4711');
EXECUTE files_of('key 42');
DEALLOCATE files_of;
SELECT file FROM sealed, bloom_matrix_search_hash(matrix, bloom_hash('key 4711'::text)) AS file;

-- 3. Files that may hold all of some keys, or any of them. NULLs are left out.
SELECT file FROM sealed, bloom_matrix_search_all(matrix, ARRAY['key 4711', 'key 211']) AS file;
SELECT file FROM sealed, bloom_matrix_search_any(matrix, ARRAY['key 4711', 'key 42', NULL]) AS file ORDER BY file;
SELECT count(*) AS of_no_keys_all FROM sealed, bloom_matrix_search_all(matrix, '{}'::text[]);
SELECT count(*) AS of_no_keys_any FROM sealed, bloom_matrix_search_any(matrix, '{}'::text[]);

-- 4. What is it? With N filters at rate p a search names N p wrong ones.
SELECT element, columns, rows, hashes, round(fill::numeric, 1) AS fill, round(column_fpp::numeric, 4) AS column_fpp,
       round(false_candidates::numeric, 2) AS false_candidates, bytes, portable, scheme
FROM sealed, bloom_matrix_info(matrix);
SELECT round(pg_column_size(matrix)::numeric / (SELECT sum(pg_column_size(f)) FROM filters), 1) AS of_the_size_of_the_filters FROM sealed;

-- One filter back, bit for bit; and the keys.
SELECT count(*) AS filters, count(*) FILTER (WHERE bloom_matrix_filter(matrix, id) = f) AS same FROM filters, sealed;
SELECT cardinality(bloom_matrix_keys(matrix)) AS keys, bloom_matrix_filter(matrix, 500) IS NULL AS no_such_file FROM sealed;

-- 5. New files are filters until they are sealed, too.
INSERT INTO filters SELECT 500 + i % 3, bloom_agg('new ' || i, 100, 0.0001) FROM generate_series(1, 300) AS i GROUP BY 1;
UPDATE sealed AS s SET matrix = bloom_matrix_merge(s.matrix, new.matrix)
FROM (SELECT bloom_matrix_agg(f, id) AS matrix FROM filters WHERE id >= 500) AS new;
SELECT columns FROM sealed, bloom_matrix_info(matrix);
SELECT file FROM sealed, bloom_matrix_search(matrix, 'new 7') AS file;

-- 6. In parallel, in groups, in windows, as text, as bytes, in a variable.
SELECT min(id) AS segment, cardinality(bloom_matrix_keys(bloom_matrix_agg(f, id))) AS files FROM filters GROUP BY id / 256 ORDER BY 1;
SELECT id, file FROM (SELECT id, bloom_matrix_agg(f, id) OVER (ORDER BY id ROWS 2 PRECEDING) AS m FROM filters WHERE id < 5) AS s,
       bloom_matrix_search(m, 'key 2') AS file ORDER BY id;
SELECT matrix::text::bloom_matrix = matrix AS as_text, matrix::bytea::bloom_matrix = matrix AS as_bytes, matrix <> matrix AS other FROM sealed;
SELECT count(*) AS distinct_ones FROM (SELECT DISTINCT matrix FROM sealed, generate_series(1, 3)) AS s;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
ALTER TABLE filters SET (parallel_workers = 2);
SELECT file FROM (SELECT bloom_matrix_agg(f, id) AS m FROM filters) AS s, bloom_matrix_search(m, 'key 4711') AS file;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
DO $$
DECLARE
    m bloom_matrix := matrix FROM sealed;
    found bigint := 0;
BEGIN
    FOR i IN 1..1000 LOOP
        found := found + (SELECT count(*) FROM bloom_matrix_search(m, 'key ' || i) AS file WHERE file = i % 500);
    END LOOP;
    RAISE NOTICE '% of 1000 found', found;
END $$;

-- 7. Filters of several sizes. All are unfolded to the largest size, and each says what it said before.
CREATE TABLE uneven AS
    SELECT scheme, n, bloom_add_all(bloom_sized(256 * n, 8, scheme), ARRAY(SELECT generate_series(n * 100, n * 110))) AS f
    FROM unnest(ARRAY['parquet', 'mitz64']) AS scheme, unnest(ARRAY[8, 1, 2, 4]) AS n;
CREATE TABLE matrices AS
    SELECT scheme, 'upwards' AS made, bloom_matrix_agg(f, n ORDER BY n) AS m FROM uneven GROUP BY scheme
    UNION ALL SELECT scheme, 'downwards', bloom_matrix_agg(f, n ORDER BY n DESC) FROM uneven GROUP BY scheme
    UNION ALL SELECT scheme, 'merged', bloom_matrix_merge(bloom_matrix_agg(f, n) FILTER (WHERE n < 4), bloom_matrix_agg(f, n) FILTER (WHERE n >= 4))
    FROM uneven GROUP BY scheme;
SELECT matrices.scheme, made, columns, rows, (SELECT count(*) FROM generate_series(-500, 1500) AS i
    WHERE ARRAY(SELECT bloom_matrix_search(m, i) ORDER BY 1)
        <> ARRAY(SELECT n::bigint FROM uneven WHERE uneven.scheme = matrices.scheme AND bloom_contains(f, i) ORDER BY n)) AS other_answers
FROM matrices, bloom_matrix_info(m) ORDER BY 1, 2;
DROP TABLE uneven, matrices;

-- 8. Filters that do not go together.
\set VERBOSITY default
SELECT bloom_matrix_agg(f, 1) FROM (SELECT bloom_of(ARRAY[1, 2]) UNION ALL SELECT bloom_of(ARRAY['a'])) AS s(f);
\echo :SQLSTATE
SELECT bloom_matrix_agg(f, 1) FROM (VALUES (bloom_sized(640, 3)), (bloom_sized(640, 4))) AS v(f);
\echo :SQLSTATE
SELECT bloom_matrix_agg(f, 1) FROM (VALUES (bloom_sized(1280, 3)), (bloom_sized(1344, 3))) AS v(f);
\echo :SQLSTATE
SELECT bloom_matrix_merge(bloom_matrix_agg(bloom_sized(1280, 3), 1), bloom_matrix_agg(bloom_sized(1344, 3), 2));
\echo :SQLSTATE
SELECT bloom_matrix_agg(f, NULL) FROM filters;
\echo :SQLSTATE
SELECT bloom_matrix_agg(bloom_sized(134217728, 5), i) FROM generate_series(1, 100) AS i;
\echo :SQLSTATE
-- 64 filters of 1 MB take 64 MB, so 15 times 64 filters fit into less than 1 GB.
SELECT bloom_matrix_agg(bloom_sized(8388608, 3), i) FROM generate_series(1, 1000) AS i;
\echo :SQLSTATE
SELECT bloom_matrix_search(matrix, 7) FROM sealed;
\echo :SQLSTATE
SELECT 'AAAA'::bloom_matrix;
-- States of another kind
\set VERBOSITY sqlstate
SELECT bloom_matrix_final(bloom_agg_step(NULL, 7));
SELECT bloom_matrix_step(bloom_agg_step(NULL, 7), bloom_of(ARRAY[1]), 1);
SELECT bloom_matrix_combine(NULL, bloom_agg_step(NULL, 7));
SELECT bloom_agg_final(s) FROM bloom_matrix_step(NULL, bloom_of(ARRAY[1]), 1) AS s;
SELECT bloom_union_final(s) FROM bloom_matrix_step(NULL, bloom_of(ARRAY[1]), 1) AS s;
SELECT bloom_agg_combine(s, s) FROM bloom_matrix_step(NULL, bloom_of(ARRAY[1]), 1) AS s;
\set VERBOSITY default
DROP TABLE entries, filters, sealed;
DROP EXTENSION bloom_rs;
