--
-- Counting filters of all element types, of repeated values, and over moving windows; what they refuse.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect
-- 1. Values of each type that has functions of its own, and of some other types, are found, counted and removed. To remove all of them gives the
-- empty filter of the same size, to add all of them again gives the first one. With a capacity and a rate or without them.
CREATE TABLE kinds (value) AS
    VALUES ('v::int2'), ('v::int4'), ('v::int8'), ('chr(v % 127 + 1)::"char"'), ('v::text'), ('v::varchar'), ('decode(md5(v::text), ''hex'')'),
           ('md5(v::text)::uuid'), ('v::numeric'), ('v::float8'), ('date ''2000-01-01'' + v'), ('int4range(v, v + 1)');
SELECT value, arguments, answer
FROM kinds, unnest(ARRAY['', ', 200', ', 200, 0.001']) AS arguments,
     LATERAL answer(format('
         WITH t AS (SELECT %1$s AS value FROM generate_series(1, 100) AS v),
              f AS (SELECT counting_bloom_agg(value%2$s) AS c, bloom_agg(value%2$s) AS b, array_agg(value) AS v FROM t)
         SELECT ARRAY[c::bloom = b,
                      (SELECT count(*) = 100 AND bool_and(bloom_contains(c, value) AND c @> value AND value <@ c) FROM t),
                      (SELECT count(*) = 100 AND bool_and(bloom_occurrences(c, value) >= 1) FROM t),
                      bloom_contains_all(c, v), bloom_remove_all(c, v) = c - c, bloom_add_all(c - c, v) = c]
         FROM f', value, arguments)) AS answer
WHERE answer IS DISTINCT FROM '{t,t,t,t,t,t}';
SELECT value, answer
FROM kinds, LATERAL answer(format('SELECT bloom_remove(bloom_add(f, value), value) = f
                                   FROM (SELECT %s FROM generate_series(7, 7) AS v) AS t (value), counting_bloom_empty(10) AS f', value)) AS answer
WHERE answer IS DISTINCT FROM 'true';

-- 2. A count is a bound and ends at 15.
SELECT times, bloom_occurrences(f, 'x') AS count
FROM unnest(ARRAY[0, 1, 2, 14, 15, 16, 200]) AS times, LATERAL (SELECT counting_bloom_agg('x'::text, 100) FROM generate_series(1, times)) AS s (f);
-- A saturated counter stays: no false negatives even after as many removals as additions.
WITH RECURSIVE removed (f, n) AS (
    SELECT counting_bloom_agg('x'::text, 100), 20 FROM generate_series(1, 20) UNION ALL SELECT bloom_remove(f, 'x'), n - 1 FROM removed WHERE n > 0
)
SELECT count(*) AS filters, bool_and(f @> 'x'::text AND bloom_occurrences(f, 'x') = 15 AND (bloom_info(f)).saturated > 0) AS stays FROM removed;

-- 3. Errors.
SELECT call, state, error
FROM (VALUES
    ('counting_bloom_empty(0)', '22023'), ('counting_bloom_empty(10, 1)', '22023'), ('counting_bloom_agg(1, 0)', '22023'), ('counting_bloom_empty(400000000)', '54000'),
    -- values of another element type, and of none
    ('bloom_contains(counting_bloom_of(ARRAY[1]), ''x''::text)', '42804'), ('bloom_add(counting_bloom_of(ARRAY[1]), ''x''::text)', '42804'),
    ('bloom_remove(counting_bloom_of(ARRAY[1]), ''x''::text)', '42804'), ('bloom_occurrences(counting_bloom_of(ARRAY[1]), ''x''::text)', '42804'),
    ('counting_bloom_agg(''1''::json)', '0A000'),
    -- filters that do not combine
    ('counting_bloom_of(ARRAY[1]) - counting_bloom_of(ARRAY[2])', '22000'), ('counting_bloom_empty(10) | counting_bloom_empty(1000)', '22000'),
    ('counting_bloom_of(ARRAY[1]) | counting_bloom_of(ARRAY[''x''])', '22000'),
    -- bytes of something else
    ('bloom_of(ARRAY[1])::bytea::counting_bloom', '22P02'), ('counting_bloom_of(ARRAY[1])::bytea::bloom', '22P02'), ('''x''::counting_bloom', '22P02'),
    ('''\x''::bytea::counting_bloom', '22P02'),
    -- states of another aggregate
    ('counting_bloom_union_final(bloom_union_step(NULL, bloom_empty(1)))', '22023'),
    ('bloom_union_final(counting_bloom_union_step(NULL, counting_bloom_empty(1)))', '22023'),
    ('bloom_intersection_final(bloom_union_step(NULL, bloom_empty(1)))', '22023')) AS v (call, state),
     raised('SELECT ' || call) AS error
WHERE error[1] IS DISTINCT FROM state;

-- 4. Each frame of a moving window is the filter of its rows, even if values repeat so often that counters saturate and the executor must compute
-- the frame from scratch.
CREATE TABLE t AS SELECT g AS at, CASE WHEN g % 11 > 0 THEN (g * g) % 23 END AS v, g / 3 AS slow FROM generate_series(1, 300) AS g;
SELECT frame, arguments, answer
FROM unnest(ARRAY[
    'ORDER BY at ROWS BETWEEN 10 PRECEDING AND CURRENT ROW', 'ORDER BY at ROWS BETWEEN 120 PRECEDING AND 3 FOLLOWING',
    'ORDER BY at ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW', 'ORDER BY at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING',
    'ORDER BY at ROWS BETWEEN 5 FOLLOWING AND 9 FOLLOWING', 'ORDER BY slow RANGE BETWEEN 4 PRECEDING AND 1 FOLLOWING EXCLUDE TIES',
    'ORDER BY slow GROUPS BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE GROUP', 'PARTITION BY slow % 4 ORDER BY at ROWS 7 PRECEDING']) AS frame,
     unnest(ARRAY['', ', 40', ', 40, 0.1']) AS arguments,
     LATERAL answer(format('
         SELECT format(''%%s frames, %%s wrong'', count(*),
                       count(*) FILTER (WHERE moving IS DISTINCT FROM (SELECT counting_bloom_agg(x%1$s) FROM unnest(rows) AS x)))
         FROM (SELECT counting_bloom_agg(v%1$s) OVER w AS moving, array_agg(v) OVER w AS rows FROM t WINDOW w AS (%2$s)) AS s', arguments, frame)) AS answer
WHERE answer IS DISTINCT FROM '300 frames, 0 wrong';

-- 5. The planner probes a constant filter and estimates the same rows as for a plain one.
CREATE TABLE hundred AS SELECT g % 100 AS v FROM generate_series(1, 10000) AS g;
ANALYZE hundred;
SELECT plain = counting AS same, counting >= 600 AND counting < 900 AS about_700
FROM (SELECT bloom_agg(v, 1000) AS b, counting_bloom_agg(v, 1000) AS c FROM generate_series(1, 7) AS v) AS f,
     LATERAL (SELECT (answer(format('EXPLAIN (FORMAT json) SELECT FROM hundred WHERE bloom_contains(%L, v)', b))::json -> 0 -> 'Plan' ->> 'Plan Rows')::float8,
                     (answer(format('EXPLAIN (FORMAT json) SELECT FROM hundred WHERE bloom_contains(%L::counting_bloom, v)', c))::json -> 0 -> 'Plan' ->> 'Plan Rows')::float8
             ) AS s (plain, counting);

-- 6. A stored filter answers many probes of one query, for which it is detoasted, and a single one, for which a TOAST slice is enough.
CREATE TABLE stored (f counting_bloom);
INSERT INTO stored SELECT counting_bloom_agg(g, 100000) FROM generate_series(1, 1000) AS g;
SELECT count(*) AS found FROM stored, generate_series(1, 1000) AS g WHERE bloom_contains(f, g);
SELECT v, answer FROM generate_series(1, 999, 97) AS v, LATERAL answer(format('SELECT bloom_contains(f, %s) FROM stored', v)) AS answer
WHERE answer IS DISTINCT FROM 'true';
SELECT count(*) < 5 AS few FROM generate_series(1001, 2000) AS g WHERE (SELECT bloom_contains(f, g) FROM stored);

DROP TABLE kinds, t, hundred, stored;
DROP FUNCTION raised, wrong, answer;
DROP EXTENSION bloom_rs;
