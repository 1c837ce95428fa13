--
-- bloom_agg wherever SQL has aggregates. Each result is compared, bit for bit, with a filter made
-- value by value from the same rows, which array_agg collects.
--
CREATE EXTENSION bloom_rs;

CREATE FUNCTION rebuilt(items anyarray, capacity bigint DEFAULT NULL, fpp float8 DEFAULT 0.01) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    n bigint := (SELECT count(DISTINCT v) FROM unnest(items) AS v);
    f bloom;
BEGIN
    IF n = 0 AND capacity IS NULL THEN
        RETURN (SELECT bloom_agg(v, NULL, fpp) FROM unnest(items) AS v);
    END IF;
    f := bloom_empty(coalesce(capacity, n), fpp);
    FOR i IN 1..coalesce(cardinality(items), 0) LOOP
        f := coalesce(bloom_add(f, items[i]), f);
    END LOOP;
    RETURN f::text;
END $$;

CREATE TABLE t AS
    SELECT i AS id, i % 3 AS a, i % 7 AS b, CASE WHEN i % 5 > 0 THEN i * 17 % 101 END AS v, 'k' || i % 40 AS k
    FROM generate_series(1, 420) AS i;

-- Capacity given or found out; the rate given or not; every kind of value alike.
SELECT bloom_agg(v)::text = rebuilt(array_agg(v)) AS unknown,
       bloom_agg(v, 500)::text = rebuilt(array_agg(v), 500) AS capacity,
       bloom_agg(v, 500, 0.001)::text = rebuilt(array_agg(v), 500, 0.001) AS rate,
       bloom_agg(v, NULL, 0.001)::text = rebuilt(array_agg(v), NULL, 0.001) AS rate_alone,
       bloom_agg(v, 500, NULL)::text = rebuilt(array_agg(v), 500) AS default_rate,
       bloom_agg(k)::text = rebuilt(array_agg(k)) AS text,
       bloom_agg(v::numeric)::text = rebuilt(array_agg(v::numeric)) AS numeric,
       bloom_agg(v::int2)::text = rebuilt(array_agg(v::int8)) AS widths
FROM t;

-- Unknown capacity means exact counting, across the sizes at which the state grows.
SELECT n, capacity = n AS exact
FROM unnest(ARRAY[1, 2, 127, 128, 129, 255, 256, 257, 1000, 20000]) AS n,
     LATERAL (SELECT bloom_agg(i % n) AS f FROM generate_series(1, 3 * n) AS i) AS built,
     LATERAL bloom_info(f);

-- Past work_mem it estimates, and the rate still holds.
SET work_mem = '64kB';
SELECT capacity BETWEEN 297000 AND 303000 AS about, current_fpp <= 0.0101 AS rate_kept
FROM (SELECT bloom_agg(i) AS f FROM generate_series(1, 300000) AS i) AS built, bloom_info(f);
SELECT count(*) AS missed
FROM (SELECT bloom_agg(i % 100000) AS f FROM generate_series(1, 200000) AS i) AS built, generate_series(0, 99999) AS i
WHERE NOT bloom_contains(f, i);
RESET work_mem;

-- A state so large that it moves to huge pages, if the system has them, keeps what it has.
SELECT bloom_agg(i, 8000000) = bloom_add_all(bloom_empty(8000000), array_agg(i)) AS bits,
       counting_bloom_agg(i, 2000000) = bloom_add_all(counting_bloom_empty(2000000), array_agg(i)) AS counters
FROM generate_series(1, 1000000) AS i;

-- NULLs are skipped. No rows, or only NULLs, give an empty filter, never NULL.
SELECT element, capacity, bits_set, estimated_count FROM (SELECT bloom_agg(v) AS f FROM t WHERE false) AS s, bloom_info(f);
SELECT element, capacity, bits_set, estimated_count FROM (SELECT bloom_agg(v) AS f FROM t WHERE v IS NULL) AS s, bloom_info(f);
SELECT bloom_agg(v, 100)::text = bloom_empty(100)::text AS declared_size FROM t WHERE v IS NULL;
SELECT bloom_contains(f, 1) AS integer, bloom_contains(f, 'a') AS text, bloom_contains(bloom_add(f, 'a'), 'a') AS typed
FROM (SELECT bloom_agg(v) AS f FROM t WHERE false) AS s;

-- Capacity and rate belong to the whole aggregate.
SELECT bloom_agg(v, id) FROM t;
SELECT bloom_agg(v, CASE WHEN id < 100 THEN 10 END) FROM t;
SELECT bloom_agg(v, 10, CASE WHEN id < 100 THEN 0.1 ELSE 0.2 END) FROM t;
SELECT a, bloom_agg(v, 100 + a)::text = rebuilt(array_agg(v), 100 + a) AS per_group FROM t GROUP BY a ORDER BY a;

-- FILTER, DISTINCT, ORDER BY inside, and all of them.
SELECT (bloom_agg(v) FILTER (WHERE a = 1))::text = rebuilt(array_agg(v) FILTER (WHERE a = 1)) AS filter,
       bloom_agg(DISTINCT v)::text = rebuilt(array_agg(v)) AS "distinct",
       bloom_agg(v ORDER BY id DESC)::text = rebuilt(array_agg(v)) AS "order",
       (bloom_agg(DISTINCT k, 50, 0.1 ORDER BY k) FILTER (WHERE b > 2))::text
           = rebuilt(array_agg(k) FILTER (WHERE b > 2), 50, 0.1) AS together,
       bloom_agg(v) FILTER (WHERE false) IS NOT NULL AS nothing
FROM t;

-- GROUP BY, sorted and hashed; HAVING.
SET enable_hashagg = off;
SELECT b, bloom_agg(v)::text = rebuilt(array_agg(v)) AS same FROM t GROUP BY b ORDER BY b;
SET enable_hashagg = on;
SET enable_sort = off;
SELECT bool_and(same) AS same FROM (SELECT bloom_agg(k, 30)::text = rebuilt(array_agg(k), 30) AS same FROM t GROUP BY b) AS g;
RESET enable_sort;
RESET enable_hashagg;
SELECT b FROM t GROUP BY b HAVING bloom_contains(bloom_agg(id), 77) ORDER BY b;

-- Many groups in little memory, so that the hash table spills.
SET work_mem = '64kB';
SELECT count(*) AS groups, sum((bloom_contains(f, g * 10) AND bloom_contains(f, g * 10 + 9))::integer) AS right
FROM (SELECT i / 10 AS g, bloom_agg(i) AS f FROM generate_series(0, 49999) AS i GROUP BY i / 10) AS s;
RESET work_mem;

-- Grouping sets.
SELECT a, b, count(*), bloom_agg(v)::text = rebuilt(array_agg(v)) AS same
FROM t WHERE b < 2 GROUP BY ROLLUP (a, b) ORDER BY a, b;
SELECT count(*) AS sets, bool_and(same) AS same
FROM (SELECT bloom_agg(k, 64)::text = rebuilt(array_agg(k), 64) AS same FROM t GROUP BY CUBE (a, b)) AS s;
SELECT a, b, bloom_agg(v)::text = rebuilt(array_agg(v)) AS same
FROM t WHERE b < 2 GROUP BY GROUPING SETS ((a), (b), ()) ORDER BY a, b;

-- Window frames: growing, whole, sliding, by groups, with an exclusion.
SELECT count(*) AS rows, bool_and(growing) AS growing, bool_and(whole) AS whole, bool_and(sliding) AS sliding,
       bool_and(by_groups) AS by_groups, bool_and(excluded) AS excluded, bool_and(filtered) AS filtered
FROM (
    SELECT (bloom_agg(v) OVER (ORDER BY id))::text = rebuilt(array_agg(v) OVER (ORDER BY id)) AS growing,
           (bloom_agg(v, 99) OVER (PARTITION BY a))::text = rebuilt(array_agg(v) OVER (PARTITION BY a), 99) AS whole,
           (bloom_agg(k) OVER sliding)::text = rebuilt(array_agg(k) OVER sliding) AS sliding,
           (bloom_agg(k, 10, 0.2) OVER grouped)::text = rebuilt(array_agg(k) OVER grouped, 10, 0.2) AS by_groups,
           (bloom_agg(id) OVER excluding)::text = rebuilt(array_agg(id) OVER excluding) AS excluded,
           (bloom_agg(id, 9) FILTER (WHERE b < 4) OVER sliding)::text
               = rebuilt(array_agg(id) FILTER (WHERE b < 4) OVER sliding, 9) AS filtered
    FROM t WHERE id <= 100
    WINDOW sliding AS (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 FOLLOWING),
           grouped AS (ORDER BY b GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW),
           excluding AS (ORDER BY id ROWS BETWEEN 5 PRECEDING AND 5 FOLLOWING EXCLUDE CURRENT ROW)
) AS s;

-- In subqueries: correlated, lateral, recursive, of an outer query's rows.
SELECT g, (SELECT bloom_contains(bloom_agg(i), g) FROM generate_series(g, g + 2) AS i) AS correlated,
       NOT bloom_contains(f, g) AS lateral
FROM generate_series(1, 3) AS g, LATERAL (SELECT bloom_agg(i, 1, 1e-6) AS f FROM generate_series(g + 1, g + 1) AS i) AS l;
SELECT (SELECT bloom_contains(bloom_agg(t.id), 420)) AS of_outer_rows FROM t;
WITH RECURSIVE grow(n, f) AS (
    SELECT 0, bloom_empty(10, 1e-6)
    UNION ALL
    SELECT n + 1, bloom_add(f, n + 1) FROM grow WHERE n < 4
)
SELECT n, bloom_contains(f, 3) AS has_3 FROM grow ORDER BY n;

-- Two aggregates over the same rows share their state; the result does not change it.
SELECT bloom_agg(v)::text = bloom_agg(v)::text AS shared, bloom_contains(bloom_agg(v), 17) AS contains FROM t;

-- A cursor that goes back.
BEGIN;
DECLARE c SCROLL CURSOR FOR
    SELECT id, bloom_contains(bloom_agg(id) OVER (ORDER BY id ROWS 1 PRECEDING), 2) FROM t WHERE id < 5;
FETCH 3 c;
FETCH BACKWARD 2 c;
CLOSE c;
COMMIT;

-- A large state becomes its filter, without a copy: for groups that are sorted, hashed or both, when a scan starts again, when
-- others share the state, and in a window, where the state goes on.
CREATE TABLE built AS
    SELECT a, bloom_add_all(bloom_empty(1000000), array_agg(id)) AS f, bloom_add_all(counting_bloom_empty(300000), array_agg(id)) AS c
    FROM t GROUP BY ROLLUP (a);
CREATE FUNCTION same(query text) RETURNS TABLE (groups bigint, same boolean) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT count(*), bool_and(q.f = b.f AND q.c = b.c) FROM (%s) AS q (a, f, c), built AS b WHERE q.a IS NOT DISTINCT FROM b.a',
        format(query, 'bloom_agg(id, 1000000), counting_bloom_agg(id, 300000)'));
END $$;
CREATE TABLE queries AS SELECT unnest(ARRAY['SELECT NULL::integer, %s FROM t', 'SELECT a, %s FROM t GROUP BY a', 'SELECT a, %s FROM t GROUP BY ROLLUP (a)',
    'SELECT s.* FROM generate_series(1, 3), LATERAL (SELECT a, %s FROM t GROUP BY a OFFSET 0) AS s']) AS query;
SELECT same.*, query FROM queries, same(query);
SET enable_hashagg = off;
SELECT same.*, query FROM queries, same(query);
RESET enable_hashagg;
CREATE AGGREGATE state_bytes(integer, bigint) (SFUNC = bloom_agg_step, STYPE = bloom_state, FINALFUNC = bloom_state_send);
SELECT s.f = b.f AS same, s.h = (SELECT state_bytes(id, 1000000::bigint) FROM t) AS state
FROM (SELECT bloom_agg(id, 1000000::bigint) AS f, state_bytes(id, 1000000::bigint) AS h FROM t) AS s, built AS b WHERE b.a IS NULL;
SELECT count(*), bool_and(bloom_contains(f, id) AND bloom_count(f) = n) AS growing
FROM (SELECT id, row_number() OVER w AS n, bloom_agg(id, 1000000) OVER w AS f FROM t WHERE id <= 20 WINDOW w AS (ORDER BY id)) AS s;
DO $$
DECLARE
    kept bloom := (SELECT bloom_agg(id, 1000000) FROM t);
    built built;
BEGIN
    FOR built IN SELECT NULL, bloom_agg(id, 1000000), NULL FROM t GROUP BY a LOOP
        ASSERT bloom_is_subset(built.f, kept) AND bloom_count(built.f) > 0;
    END LOOP;
END $$;

-- The pieces of the aggregate are ordinary functions, and the state is an ordinary value: it can be
-- stored, and aggregates of your own can use it. None of this changes a stored state.
CREATE TABLE states AS SELECT a, bloom_agg_step(NULL, id) AS s FROM t WHERE id <= 30;
CREATE AGGREGATE merged(bloom_state) (
    SFUNC = bloom_agg_combine, STYPE = bloom_state, FINALFUNC = bloom_agg_final,
    COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
SELECT md5(string_agg(s::text, '' ORDER BY s::text)) AS before FROM states \gset
SELECT a, merged(s)::text = (SELECT bloom_agg(id)::text FROM t WHERE id <= 30 AND t.a = states.a) AS same
FROM states GROUP BY a ORDER BY a;
SELECT (bloom_agg_final(bloom_agg_step(bloom_agg_step(s, 1000), 1001))) IS NOT NULL AS stepped FROM states LIMIT 1;
SELECT md5(string_agg(s::text, '' ORDER BY s::text)) = :'before' AS unchanged FROM states;
SELECT bloom_agg_step(NULL, 7)::text AS seven \gset
CREATE AGGREGATE seven_and(integer) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, FINALFUNC = bloom_agg_final, INITCOND = :'seven'
);
SELECT i, bloom_contains(seven_and(i) OVER w, 7) AS has_7, bloom_contains(seven_and(i) OVER w, i) AS has_itself,
       bloom_contains(seven_and(i) OVER w, i - 2) AS has_left
FROM generate_series(20, 23) AS i WINDOW w AS (ORDER BY i ROWS 1 PRECEDING);
SELECT bloom_agg_combine(NULL, NULL) IS NULL AS no_rows,
       bloom_agg_final(NULL)::text = (SELECT bloom_agg(id)::text FROM t WHERE false) AS of_no_rows;
SELECT bloom_agg_combine(bloom_agg_step(NULL, 1, 5), bloom_agg_step(NULL, 1, 6));
SELECT bloom_agg_combine(bloom_agg_step(NULL, 1), bloom_agg_step(NULL, 'a'::text));

DROP AGGREGATE merged(bloom_state);
DROP AGGREGATE seven_and(integer);
DROP AGGREGATE state_bytes(integer, bigint);
DROP TABLE states, built, queries, t;
DROP FUNCTION rebuilt, same;
DROP EXTENSION bloom_rs;
