--
-- Filters that do not combine: each error with its SQLSTATE, message, DETAIL and HINT.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

-- 1. Two filters of other sizes, hashes or element types are 22000. The DETAIL describes both, the HINT says what to do.
CREATE TABLE pairs (what, a, b) AS
    VALUES ('capacities', bloom_empty(10), bloom_empty(1000)), ('hashes', bloom_sized(64, 1), bloom_sized(64, 2)),
           ('sizes', bloom_sized(5 * 64, 1), bloom_sized(6 * 64, 1)), ('elements', bloom_add(bloom_empty(10), 1), bloom_add(bloom_empty(10), 'x'));
SELECT what, call, error
FROM pairs, unnest(ARRAY['%L::bloom | %L', '%L::bloom & %L', 'bloom_intersection_count(%L, %L)', 'bloom_jaccard(%L, %L)', 'bloom_is_subset(%L, %L)']) AS call,
     raised(format('SELECT ' || call, a, b)) AS error
WHERE (error[1] = '22000' AND error[2] = 'incompatible Bloom filters' AND regexp_count(error[3], 'bits and') = 2
       AND (error[3] ~ 'with capacity 1000 and fpp 0\.01 has') = (what = 'capacities') AND error[4] ~ '^Build both filters ') IS NOT TRUE;
SELECT what, aggregate, error
FROM pairs, unnest(ARRAY['bloom_union_agg', 'bloom_intersection_agg']) AS aggregate,
     raised(format('SELECT %s(f) FROM (VALUES (%L::bloom), (%L)) AS v (f)', aggregate, a, b)) AS error
WHERE error[1] IS DISTINCT FROM '22000';
SELECT what, bloom_is_compatible(a, b), bloom_is_compatible(b, a) AS turned, bloom_is_compatible(a, a) AS itself FROM pairs;

-- 2. Many filters whose sizes have too little in common are 22000 in any order. A filter of the common size makes them combine.
CREATE TABLE orders (by) AS VALUES ('n'), ('n DESC'), ('n % 9');
SELECT aggregate, by, error
FROM orders, unnest(ARRAY['bloom_union_agg', 'bloom_intersection_agg']) AS aggregate,
     raised(format('SELECT %s(bloom_sized(n * 64, 2) ORDER BY %s) FROM unnest(ARRAY[9, 12, 16, 18]) AS n', aggregate, by)) AS error
WHERE error IS DISTINCT FROM ARRAY[
    '22000', 'incompatible Bloom filters',
    'The filters have different sizes, usually because their capacities differ. The smallest size is 576, but the greatest common divisor of all sizes is 64.',
    'Build all filters with the same capacity and fpp. For a union, specify the capacity of the union.'];
SELECT (bloom_header(bloom_union_agg(bloom_sized(n * 64, 2) ORDER BY n))).bits AS upwards,
       (bloom_header(bloom_union_agg(bloom_sized(n * 64, 2) ORDER BY n DESC))).bits AS downwards,
       (bloom_header(bloom_union_agg(bloom_sized(n * 64, 2) ORDER BY n % 9))).bits AS mixed
FROM unnest(ARRAY[9, 12, 16, 18, 4]) AS n;

-- 3. A union that exceeds its rate is 22000. An impossible rate is 22023, as is one that changes from row to row.
CREATE TABLE tens AS SELECT (g % 10 + 1) / 20.0::float8 AS rate, bloom_agg(g, 100) AS f FROM generate_series(1, 1000) AS g GROUP BY g % 10;
SELECT limited, error
FROM (VALUES ('f, 0.05', '22000', '', 'The highest allowed rate is 0.05, but the rate reached is 0.', '.'), ('f, 1.5', '22023', '', '', ''),
             ('f, rate', '22023', 'max_fpp must be the same for all rows of an aggregate', '', '')) AS v (limited, state, message, detail, hint),
     raised(format('SELECT bloom_union_agg(%s) FROM tens', limited)) AS error
WHERE (error[1] = state AND starts_with(error[2], message) AND starts_with(error[3], detail) AND error[4] ~ hint) IS NOT TRUE;
SELECT bloom_union_agg(f, 1) = bloom_union_agg(f) AS unlimited, bloom_union_agg(f, 0.99) IS NOT NULL AS within FROM tens;

DROP TABLE pairs, orders, tens;
DROP FUNCTION raised, wrong, answer;
DROP EXTENSION bloom_rs;
