--
-- Filters with far more values than they were built for. Nothing is wrong with them, but they contain nearly everything.
-- A WARNING, once a statement, says so, from three times the rate on.
--
CREATE EXTENSION bloom_rs;

-- 1. An aggregate with too small a capacity, of many groups. Up to the capacity, and somewhat above, there is none.
SELECT count(f) FROM (SELECT bloom_agg(i, 100) AS f FROM generate_series(1, 10000) AS i GROUP BY i % 2) AS s;
SELECT round((bloom_current_fpp(f) / 0.01)::numeric) AS times FROM (SELECT bloom_agg(i, 100000) AS f FROM generate_series(1, 120000) AS i) AS s;
SELECT round((bloom_current_fpp(f) / 0.01)::numeric) AS times FROM (SELECT bloom_agg(i, 100000) AS f FROM generate_series(1, 170000) AS i) AS s;
SELECT count(f) FROM (SELECT bloom_agg(i) AS f FROM generate_series(1, 10000) AS i) AS s;
SELECT count(f) FROM (SELECT counting_bloom_agg(i, 100, 0.001) AS f FROM generate_series(1, 1000) AS i) AS s;
SELECT count(f) FROM (SELECT bloom_agg(i, 1000, 0.01, 'parquet') AS f FROM generate_series(1, 10000) AS i) AS s;
-- Three times a high rate is more than 1. There, nearer to 1 than to the rate is too much.
SELECT count(f) FROM (SELECT bloom_agg(i, 1000, 0.4) AS f FROM generate_series(1, 2000) AS i) AS s;
SELECT count(f) FROM (SELECT bloom_agg(i, 1000, 0.4) AS f FROM generate_series(1, 10000) AS i) AS s;

-- 2. The union of filters that were sized for their groups. They have different sizes, so the union has no capacity, but the
-- rate that they were built for is known, whatever their order.
CREATE TABLE parts AS SELECT g, bloom_agg(g * 100000 + i) AS f, counting_bloom_agg(g * 100000 + i) AS c
    FROM generate_series(1, 4) AS g, generate_series(1, 16000 + g % 2 * 8000) AS i GROUP BY g;
SELECT bloom_show(bloom_union_agg(f)) FROM parts;
SELECT bloom_union_agg(f ORDER BY g) = bloom_union_agg(f ORDER BY g DESC) AS same FROM parts;
SELECT (bloom_info(bloom_union_agg(c)::bloom)).fpp FROM parts;
SELECT count(a.f | b.f) FROM parts AS a, parts AS b WHERE a.g = 1 AND b.g = 2;
-- With max_fpp, the user has decided.
SELECT bloom_show(bloom_union_agg(f, 0.999999)) IS NOT NULL AS shown FROM parts;
-- Filters of one size.
SELECT bloom_show(bloom_union_agg(f)) FROM (SELECT bloom_agg(i, 1000) AS f FROM generate_series(1, 10000) AS i GROUP BY i % 10) AS s;
SELECT bloom_show(bloom_union_agg(f)) FROM (SELECT bloom_agg(i, 10000) AS f FROM generate_series(1, 10000) AS i GROUP BY i % 10) AS s;

-- 3. Additions.
CREATE TABLE kept AS SELECT bloom_agg(i, 1000) AS f, counting_bloom_agg(i, 1000) AS c FROM generate_series(1, 1900) AS i;
SELECT bloom_show(bloom_add_all(f, ARRAY(SELECT generate_series(2000, 3000)))) FROM kept;
UPDATE kept SET f = bloom_add_all(f, ARRAY(SELECT generate_series(2000, 3000))), c = bloom_add_all(c, ARRAY(SELECT generate_series(2000, 3000)));
SELECT count(f || 1) FROM kept;
SELECT count(bloom_add(f, 1)) FROM kept;
SELECT count(bloom_add_hash(f, bloom_hash(1))) FROM kept;
SELECT count(c || 1) FROM kept;
DO $$
DECLARE
    f bloom := bloom_empty(10);
BEGIN
    FOR i IN 1..100 LOOP
        f := f || i;
    END LOOP;
END $$;

-- 4. Not where nothing can be done about it: a fold as asked, no rate, probes, intersections, casts, a stored filter.
SELECT count(bloom_fold(f, 0.5)) FROM parts;
SELECT count(bloom_add_all(bloom_sized(64, 2), ARRAY(SELECT generate_series(1, 1000))));
SELECT bloom_intersection_agg(f) @> 1 AS contains FROM kept;
SELECT f @> 1 AS contains, bloom_show(f & f) IS NOT NULL AS shown, f::bytea::bloom = f AS cast, c::bloom @> 1 AS plain FROM kept;
-- The planner evaluates a stable function for its estimate.
CREATE FUNCTION overfull() RETURNS bloom LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN bloom_add_all(bloom_empty(10), ARRAY(SELECT generate_series(1, 100))); END $$;
EXPLAIN (COSTS OFF) SELECT FROM parts WHERE bloom_contains(overfull(), g);
SELECT count(*) FROM parts WHERE bloom_contains(overfull(), g);

-- 5. In parallel: once. As window functions: once.
CREATE TABLE rows AS SELECT i, i % 5 AS g FROM generate_series(1, 20000) AS i;
ALTER TABLE rows SET (parallel_workers = 2);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT bloom_agg(i, 100) FROM rows;
SELECT bloom_show(bloom_agg(i, 100)) FROM rows;
SELECT bloom_show(bloom_union_agg(f)) FROM (SELECT bloom_agg(i, 4000) AS f FROM rows GROUP BY g) AS s;
SELECT count(f) FROM (SELECT bloom_agg(i, 10) OVER (ORDER BY i) AS f FROM generate_series(1, 100) AS i) AS s;

-- 6. A filter with all bits set may have any number of values: the estimate is the least.
SELECT bloom_count(f) AS count, (bloom_info(f)).fill, bloom_show(f) FROM (SELECT bloom_add_all(bloom_sized(640, 4), ARRAY(SELECT generate_series(1, 10000))) AS f) AS s;
SELECT bloom_show(counting_bloom_agg(i, 10)) FROM generate_series(1, 1000) AS i;

DROP TABLE parts, kept, rows;
DROP FUNCTION overfull;
DROP EXTENSION bloom_rs;
