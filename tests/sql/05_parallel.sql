--
-- bloom_agg in parallel: each worker builds a part, and the leader combines them. The result is the
-- filter that one process makes, bit for bit.
--
CREATE EXTENSION bloom_rs;

CREATE TABLE big AS
    SELECT i AS id, i % 10 AS g, 'user-' || i % 40000 AS name, md5(i::text)::uuid AS u, (i % 977)::numeric / 10 AS n
    FROM generate_series(1, 120000) AS i;
ALTER TABLE big SET (parallel_workers = 3);
ANALYZE big;

SET client_min_messages = error; -- no warnings about filters that are too full
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 3;

EXPLAIN (COSTS OFF) SELECT bloom_agg(name) FROM big;
EXPLAIN (COSTS OFF) SELECT bloom_agg(id, 120000, 0.001) FROM big;
EXPLAIN (COSTS OFF) SELECT bloom_agg(n, 1000) FROM big;
EXPLAIN (COSTS OFF) SELECT bloom_agg(ARRAY[n], 1000), counting_bloom_agg(ARRAY[n]) FROM big;
-- The plan, with a subquery's result named as PostgreSQL 15 and 16 do.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        line := regexp_replace(regexp_replace(line, 'InitPlan expr_1', 'InitPlan 1'), '\(InitPlan 1\).col1', '$0');
        CONTINUE WHEN line ~ 'Params Evaluated';
        RETURN NEXT regexp_replace(line, ' \(returns \$0\)$', '');
    END LOOP;
END $$;
SELECT * FROM plan('SELECT count(*) FROM big WHERE bloom_contains((SELECT bloom_agg(id) FROM generate_series(1, 10) AS id), id)');

-- The work to be compared, once in parallel and once not.
CREATE VIEW work AS
    SELECT 1 AS what, bloom_agg(id, 120000, 0.001) AS f FROM big UNION ALL
    SELECT 2, bloom_agg(id, 1000) FROM big UNION ALL
    SELECT 3, bloom_agg(id) FROM big UNION ALL
    SELECT 4, bloom_agg(name) FROM big UNION ALL
    SELECT 5, bloom_agg(name, 40000) FROM big UNION ALL
    SELECT 6, bloom_agg(u) FROM big UNION ALL
    SELECT 7, bloom_agg(n) FROM big UNION ALL
    SELECT 8, bloom_agg(g) FROM big UNION ALL
    SELECT 9, bloom_agg(ROW(g, n)) FROM big UNION ALL
    SELECT 10, bloom_agg(id) FROM big WHERE id < 0 UNION ALL
    SELECT 11, bloom_agg(NULLIF(id, id), 77) FROM big UNION ALL
    SELECT 12, bloom_agg(CASE WHEN id = 1 THEN name END) FROM big UNION ALL
    SELECT 13, bloom_agg(ARRAY[id % 5000, g], 120000) FROM big UNION ALL
    SELECT 14, bloom_agg(id * interval '1 s') FROM big UNION ALL
    SELECT 15, counting_bloom_agg(int4range(g, id), 120000)::bloom FROM big UNION ALL
    SELECT 20 + g, bloom_agg(name) FROM big GROUP BY g UNION ALL
    SELECT 30 + g, bloom_agg(u, 12000) FROM big GROUP BY g UNION ALL
    SELECT 40 + g, bloom_agg(to_jsonb(name), 12000) FROM big GROUP BY g;

CREATE TABLE parallel AS SELECT * FROM work;
SET parallel_leader_participation = off;
CREATE TABLE workers_only AS SELECT * FROM work;
RESET parallel_leader_participation;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT * FROM work;

SELECT count(*) AS filters, bool_and(s.f::text = p.f::text) AS parallel_same, bool_and(s.f::text = w.f::text) AS workers_only_same
FROM serial AS s JOIN parallel AS p USING (what) JOIN workers_only AS w USING (what);
SELECT what, capacity FROM serial, bloom_info(f) WHERE what <= 15 ORDER BY what;

-- Beyond work_mem the counting is no longer exact, so the bits may differ; promised are the values
-- and the rate.
SET work_mem = '64kB';
SET max_parallel_workers_per_gather = 3;
EXPLAIN (COSTS OFF) SELECT bloom_agg(u) FROM big;
CREATE TABLE spilled AS SELECT bloom_agg(u) AS f, bloom_agg(name) AS f_name, bloom_agg(ARRAY[u]) AS f_array FROM big;
SELECT count(*) FILTER (WHERE NOT bloom_contains(f, u) OR NOT bloom_contains(f_name, name) OR NOT bloom_contains(f_array, ARRAY[u])) AS missed FROM big, spilled;
SELECT capacity BETWEEN 118000 AND 123000 AS about_120000, current_fpp <= 0.0101 AS rate_kept FROM spilled, bloom_info(f);
SELECT capacity BETWEEN 118000 AND 123000 AS about_120000, current_fpp <= 0.0101 AS rate_kept FROM spilled, bloom_info(f_array);
SELECT capacity BETWEEN 39000 AND 120000 AS not_too_few, current_fpp <= 0.0101 AS rate_kept FROM spilled, bloom_info(f_name);
RESET work_mem;

-- Errors of a worker reach the client as they are. (Terse, as it depends on the worker which row comes first.)
\set VERBOSITY terse
SELECT bloom_agg(id, id) FROM big;
SELECT bloom_agg(name COLLATE "C", 10, CASE WHEN id < 60000 THEN 0.1 ELSE 0.2 END) FROM big;

\set VERBOSITY default

-- Just-in-time compilation changes nothing.
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
SELECT bool_and(w.f::text = s.f::text) AS same FROM serial AS s JOIN work AS w USING (what) WHERE what IN (1, 3, 4);
SELECT count(*) AS found FROM big, serial WHERE what = 3 AND bloom_contains(f, id) AND id <= 1000;
RESET jit;
RESET jit_above_cost;
RESET jit_inline_above_cost;
RESET jit_optimize_above_cost;

-- Partition-wise too.
CREATE TABLE parts (id integer, g integer) PARTITION BY HASH (g);
CREATE TABLE parts0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parts SELECT id, g FROM big WHERE id <= 10000;
SET enable_partitionwise_aggregate = on;
SELECT (SELECT bloom_agg(id)::text FROM parts) = (SELECT bloom_agg(id)::text FROM generate_series(1, 10000) AS id) AS same;
RESET enable_partitionwise_aggregate;

DROP VIEW work;
DROP FUNCTION plan;
DROP TABLE big, parallel, workers_only, serial, spilled, parts;
DROP EXTENSION bloom_rs;
