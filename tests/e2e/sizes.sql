-- bloom_agg without a capacity, far beyond work_mem: whatever the planner expects, rightly or not, and in whatever plan, the
-- rate is kept; and where the planner is right the size is that of the values, and so is the count.
-- Takes long, so only with LONG=yes, as in CI.
-- setting: shared_buffers = 128MB
-- setting: jit = off
-- setting: work_mem = 64kB
-- setting: autovacuum = off
-- setting: max_parallel_workers_per_gather = 0

CREATE EXTENSION bloom_rs;

CREATE TABLE t AS SELECT i, 'https://example.org/' || i AS url, i % 2 AS half FROM generate_series(1, 300000) AS i;
ANALYZE t;
CREATE FUNCTION rows_1000() RETURNS SETOF integer LANGUAGE plpgsql ROWS 1000 AS 'BEGIN RETURN QUERY SELECT i FROM t; END';
CREATE FUNCTION rows_30000() RETURNS SETOF integer LANGUAGE plpgsql ROWS 30000 AS 'BEGIN RETURN QUERY SELECT i FROM t; END';
CREATE FUNCTION rows_3000000() RETURNS SETOF integer LANGUAGE plpgsql ROWS 3000000 AS 'BEGIN RETURN QUERY SELECT i FROM t; END';

-- Checks a query whose only column is filters of `count` values each: at most `most` times the bits of the right size, an
-- estimated count of at most `most_count` times the true one (0: any), and the true count as the capacity.
CREATE PROCEDURE check_sizes(what text, query text, count bigint, most numeric, most_count numeric) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    filters integer := 0;
BEGIN
    FOR r IN EXECUTE format('SELECT i.bits / -(%s * ln(0.01) / ln(2) ^ 2) AS size, i.estimated_count / %s::float8 AS counted, i.capacity / %s::float8 AS capacity, i.current_fpp AS fpp FROM (%s) AS q(f), bloom_info(f::bloom) AS i', count, count, count, query) LOOP
        filters := filters + 1;
        ASSERT r.fpp <= 0.01, format('%s: a rate of %s', what, r.fpp);
        ASSERT r.size <= most AND r.size > 0.99, format('%s: %s times the bits', what, r.size);
        ASSERT r.capacity BETWEEN 0.98 AND 1.02 * greatest(1, r.counted), format('%s: %s times the capacity', what, r.capacity);
        ASSERT most_count = 0 OR r.counted BETWEEN 0.98 AND most_count, format('%s: %s times the count', what, r.counted);
    END LOOP;
    ASSERT filters > 0, what || ': no filter';
END $$;
CREATE PROCEDURE check_plans(how text, parallel boolean) LANGUAGE plpgsql AS $$
DECLARE
    aggregate text;
    -- The first rows are the shortest, so more of them are in a page.
    most numeric := CASE WHEN parallel THEN 1.35 ELSE 1.15 END;
BEGIN
    FOREACH aggregate IN ARRAY ARRAY['bloom_agg', 'counting_bloom_agg'] LOOP
        CALL check_sizes(how || 'all', format('SELECT %s(url) FROM t', aggregate), 300000, most, 1.02);
        CALL check_sizes(how || 'distinct', format('SELECT %s(DISTINCT i) FROM t', aggregate), 300000, 1.1, 1.02);
        CALL check_sizes(how || 'ordered', format('SELECT %s(i ORDER BY url) FROM t', aggregate), 300000, 1.1, 1.02);
        CALL check_sizes(how || 'filter', format('SELECT %s(i) FILTER (WHERE i %% 3 = 0) FROM t', aggregate), 100000, 1.2, 1.02);
        CALL check_sizes(how || 'repeated', format('SELECT %s(i %% 30000) FROM t', aggregate), 30000, 1.3, 1.02);
        CALL check_sizes(how || 'grouped', format('SELECT %s(i) FROM t GROUP BY half', aggregate), 150000, most, 1.02);
        CALL check_sizes(how || 'a set of all', format('SELECT %s(i) FROM t GROUP BY ROLLUP (half) HAVING grouping(half) = 1', aggregate), 300000, most, 1.02);
        CALL check_sizes(how || 'sets of groups', format('SELECT %s(i) FROM t GROUP BY GROUPING SETS (half, (half, i / 1000000)) HAVING grouping(half) = 0', aggregate), 150000, 1.3, 1.02);
        CALL check_sizes(how || '300 times too low', format('SELECT %s(i) FROM rows_1000() AS i', aggregate), 300000, 2.5, 0);
        CALL check_sizes(how || '10 times too low', format('SELECT %s(i) FROM rows_30000() AS i', aggregate), 300000, 3, 0);
        CALL check_sizes(how || '10 times too high', format('SELECT %s(i) FROM rows_3000000() AS i', aggregate), 300000, 1.2, 1.02);
        CALL check_sizes(how || 'a window', format('SELECT %s(i) OVER () FROM t LIMIT 1', aggregate), 300000, 3, 0);
    END LOOP;
END $$;

CALL check_plans('', false);

-- How far the scan has come tells how many rows there are, whatever the planner expects.
CREATE TABLE fresh AS SELECT i, 'https://example.org/' || i AS url FROM generate_series(1, 300000) AS i;
CREATE TABLE parted (i integer) PARTITION BY RANGE (i);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (1) TO (20001);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (20001) TO (400001);
CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM (400001) TO (500001);
INSERT INTO parted SELECT generate_series(1, 500000);
CREATE TABLE lists AS SELECT array_agg(i) AS list FROM generate_series(1, 300000) AS i GROUP BY i / 3;
-- Tables grow by many pages at once, of which some are empty: a few percent of tables as small as these.
CREATE PROCEDURE check_scans(how text) LANGUAGE plpgsql AS $$
BEGIN
    CALL check_sizes(how || 'all', 'SELECT bloom_agg(url) FROM fresh', 300000, 1.1, 1.02);
    CALL check_sizes(how || 'counting', 'SELECT counting_bloom_agg(url) FROM fresh', 300000, 1.1, 1.02);
    CALL check_sizes(how || 'a scheme', $q$SELECT bloom_agg(url, NULL, 0.01, 'mitz64') FROM fresh$q$, 300000, 1.1, 1.02);
    CALL check_sizes(how || 'where', 'SELECT bloom_agg(i) FROM fresh WHERE length(url) % 2 + i % 2 < 9', 300000, 1.1, 1.02);
    CALL check_sizes(how || 'filter', 'SELECT bloom_agg(i) FILTER (WHERE i % 3 = 0) FROM fresh', 100000, 1.1, 1.02);
    CALL check_sizes(how || 'grouped', 'SELECT bloom_agg(i) FROM fresh GROUP BY i % 2', 150000, 1.1, 1.02);
    CALL check_sizes(how || 'partitions', 'SELECT bloom_agg(i) FROM parted', 500000, 1.1, 1.02);
    CALL check_sizes(how || 'some of a partition', 'SELECT bloom_agg(i) FROM parted WHERE i % 7 < 3 AND i > 20000', 205714, 1.1, 1.02);
    CALL check_sizes(how || 'a subquery', 'SELECT bloom_agg(url) FROM (SELECT url FROM fresh OFFSET 0) AS s', 300000, 1.1, 1.02);
    CALL check_sizes(how || 'elements', 'SELECT bloom_agg(i) FROM (SELECT unnest(list) AS i FROM lists) AS s', 300000, 1.2, 1.02);
END $$;
SET enable_sort = off; -- a sort reads all before the first row comes
CALL check_scans('never analyzed: ');
DO $$
DECLARE
    off float8;
BEGIN
    FOREACH off IN ARRAY ARRAY[0.001, 0.34, 0.5, 0.7, 0.9, 1.1, 1.5, 2, 3] LOOP
        UPDATE pg_class SET relpages = 1000, reltuples = pg_relation_size(oid) / 8192 * 120 * off WHERE relname IN ('fresh', 'lists') OR relname LIKE 'parted_%';
        CALL check_scans(off || ' times the rows: ');
    END LOOP;
END $$;
RESET enable_sort;

-- Where nothing but the planner tells.
DO $$
DECLARE
    off float8;
BEGIN
    FOREACH off IN ARRAY ARRAY[0.34, 0.5, 0.7, 0.9, 1, 1.1, 1.5, 2, 3] LOOP
        EXECUTE format('CREATE OR REPLACE FUNCTION source() RETURNS SETOF integer LANGUAGE plpgsql ROWS %s AS ''BEGIN RETURN QUERY SELECT i FROM t; END''', 300000 * off);
        CALL check_sizes(off || ' times the rows of a function', 'SELECT bloom_agg(i) FROM source() AS i', 300000, CASE WHEN off < 1 THEN 1.45 ELSE 1.2 END, CASE WHEN off < 0.9 THEN 0 ELSE 1.02 END);
    END LOOP;
END $$;
CREATE FUNCTION rows_10(n integer) RETURNS SETOF integer LANGUAGE plpgsql ROWS 10 AS 'BEGIN RETURN QUERY SELECT generate_series(1, n); END';
CALL check_sizes('10 rows expected', 'SELECT bloom_agg(i) FROM rows_10(1900000) AS i', 1900000, 2.4, 1.5);
-- Beyond a filter of 16 times the memory for hashes there is less for a first bitmap.
SET hash_mem_multiplier = 1;
CALL check_sizes('12 times', 'SELECT bloom_agg(i) FROM generate_series(1, 600000) AS i', 600000, 1.06, 1.02);
CALL check_sizes('20 times', 'SELECT bloom_agg(i) FROM generate_series(1, 1000000) AS i', 1000000, 1.8, 1.6);
RESET hash_mem_multiplier;
SET enable_hashagg = off;
CALL check_plans('sorted: ', false);
RESET enable_hashagg;
SET enable_sort = off;
CALL check_plans('hashed: ', false);
RESET enable_sort;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
DO $$
DECLARE
    line text;
    parallel boolean := false;
BEGIN
    FOR line IN EXPLAIN SELECT bloom_agg(url) FROM t LOOP
        parallel := parallel OR line LIKE '%Gather%';
    END LOOP;
    ASSERT parallel, 'the plan is not parallel';
END $$;
CALL check_plans('parallel: ', true);
-- The planner takes three conditions that all rows meet for 1/27 of them.
CALL check_sizes('parallel, 27 times too low', $q$SELECT bloom_agg(i) FROM t WHERE length(url) > 4 AND abs(i) > 0 AND upper(url) > 'A'$q$, 300000, 3.7, 0);
SET parallel_leader_participation = off;
CALL check_plans('workers alone: ', true);

-- Workers that all meet the same values.
CREATE TABLE thrice AS SELECT i % 100000 AS i FROM generate_series(1, 300000) AS i;
CALL check_sizes('the same values, never analyzed', 'SELECT bloom_agg(i) FROM thrice', 100000, 2.5, 0);
UPDATE pg_class SET reltuples = 3000, relpages = 1000 WHERE relname = 'thrice';
CALL check_sizes('the same values, 100 times too few rows', 'SELECT bloom_agg(i) FROM thrice', 100000, 2.5, 0);
UPDATE pg_class SET reltuples = 3000000 WHERE relname = 'thrice';
CALL check_sizes('the same values, 10 times too many rows', 'SELECT bloom_agg(i) FROM thrice', 100000, 1.35, 1.02);
