CREATE EXTENSION bloom_rs;

CREATE TABLE t AS SELECT i, 'https://example.org/' || i AS url, i % 2 AS half FROM generate_series(1, 300000) AS i;
ANALYZE t;
CREATE FUNCTION rows_1000() RETURNS SETOF integer LANGUAGE plpgsql ROWS 1000 AS 'BEGIN RETURN QUERY SELECT i FROM t; END';
CREATE FUNCTION rows_30000() RETURNS SETOF integer LANGUAGE plpgsql ROWS 30000 AS 'BEGIN RETURN QUERY SELECT i FROM t; END';
CREATE FUNCTION rows_3000000() RETURNS SETOF integer LANGUAGE plpgsql ROWS 3000000 AS 'BEGIN RETURN QUERY SELECT i FROM t; END';

-- What a query's only column, filters of so many values each, amounts to: bits in those of the right size, the
-- estimated count in the true one. Most of both, 0 for a count that does not matter.
CREATE PROCEDURE check_sizes(what text, query text, count bigint, most numeric, most_count numeric) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    filters integer := 0;
BEGIN
    FOR r IN EXECUTE format('SELECT i.bits / -(%s * ln(0.01) / ln(2) ^ 2) AS size, i.estimated_count / %s::float8 AS counted, i.current_fpp AS fpp FROM (%s) AS q(f), bloom_info(f::bloom) AS i', count, count, query) LOOP
        filters := filters + 1;
        ASSERT r.fpp <= 0.01, format('%s: a rate of %s', what, r.fpp);
        ASSERT r.size <= most AND r.size > 0.99, format('%s: %s times the bits', what, r.size);
        ASSERT most_count = 0 OR r.counted BETWEEN 0.98 AND most_count, format('%s: %s times the count', what, r.counted);
    END LOOP;
    ASSERT filters > 0, what || ': no filter';
END $$;
CREATE PROCEDURE check_plans(how text, parallel boolean) LANGUAGE plpgsql AS $$
DECLARE
    aggregate text;
    most numeric := CASE WHEN parallel THEN 1.35 ELSE 1.1 END;
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
SET parallel_leader_participation = off;
CALL check_plans('workers alone: ', true);
