--
-- Sets: the union and the intersection of filters, and what two filters tell about their sets.
--
CREATE EXTENSION bloom_rs;
SET extra_float_digits = 0;

-- Three shops and their customers, one filter for each shop, all of the same capacity and rate.
CREATE TABLE customers AS
    SELECT shop, shop * 1000 + i AS id FROM generate_series(0, 2) AS shop, generate_series(1, 2000) AS i;
CREATE TABLE shops AS SELECT shop, bloom_agg(id, 6000, 0.001) AS f FROM customers GROUP BY shop;

-- 1. The union is, bit for bit, the filter of all values of both. It can be written as |.
SELECT bloom_union(a.f, b.f) = bloom_agg(id, 6000, 0.001) AS exact, bloom_union(a.f, b.f) = a.f | b.f AS operator,
       a.f | b.f = b.f | a.f AS commutes, a.f | a.f = a.f AS idempotent
FROM customers, shops AS a, shops AS b
WHERE a.shop = 0 AND b.shop = 1 AND customers.shop IN (0, 1) GROUP BY a.f, b.f;

-- Of many filters: an aggregate. It never has to look at the rows again.
SELECT bloom_union_agg(f) = (SELECT bloom_agg(id, 6000, 0.001) FROM customers) AS exact,
       bloom_union_agg(f ORDER BY shop DESC) = bloom_union_agg(f ORDER BY shop) AS any_order,
       bloom_union_agg(f) FILTER (WHERE shop < 2) = (SELECT bloom_agg(id, 6000, 0.001) FROM customers WHERE shop < 2) AS filter
FROM (SELECT * FROM shops UNION ALL SELECT * FROM shops) AS twice;

-- A union is fuller than its parts, and so more often wrong. bloom_info shows what it costs ...
CREATE TABLE days AS SELECT d, bloom_agg(d * 1000 + i, 1000, 0.01) AS f
    FROM generate_series(1, 10) AS d, generate_series(1, 1000) AS i GROUP BY d;
SELECT n, round(current_fpp::numeric, 2) AS current_fpp, round(estimated_count, -3) AS estimated_count
FROM unnest(ARRAY[1, 2, 3, 10]) AS n, LATERAL (SELECT bloom_union_agg(f) AS f FROM days WHERE d <= n) AS u, bloom_info(f);
-- ... and a second argument says how much is too much.
SELECT current_fpp <= 0.2 AS within FROM (SELECT bloom_union_agg(f, 0.2) AS f FROM days WHERE d <= 2) AS u, bloom_info(f);
SELECT bloom_union_agg(f, NULL) = bloom_union_agg(f) AS no_limit FROM days;
\set VERBOSITY terse
SELECT bloom_union_agg(f, 0.2 ORDER BY d) FROM days;
\set VERBOSITY default
DO $$
DECLARE
    detail text;
    hint text;
BEGIN
    PERFORM bloom_union_agg(f, 0.2 ORDER BY d) FROM days;
EXCEPTION WHEN data_exception THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RAISE NOTICE '% %', regexp_replace(detail, '(\d\.\d)\d+\.$', '\1...'), hint;
END $$;
SELECT bloom_union_agg(f, 1.5) FROM days;
SELECT bloom_union_agg(f, 0) FROM days;
SELECT bloom_union_agg(f, d / 20.0) FROM days;

-- 2. The intersection holds at least what both hold: & never loses a common value, but bits that
-- different values set in both filters stay, so it can hold more.
SELECT count(*) FILTER (WHERE NOT bloom_contains(a.f & b.f, i)) AS missed
FROM shops AS a, shops AS b, generate_series(1001, 2000) AS i WHERE a.shop = 0 AND b.shop = 1;
SELECT bloom_intersection(a.f, b.f) = a.f & b.f AS operator, a.f & b.f = b.f & a.f AS commutes,
       a.f & a.f = a.f AS idempotent, a.f & (a.f | b.f) = a.f AS absorbs, a.f | (a.f & b.f) = a.f AS absorbs_too,
       bloom_is_subset(bloom_agg(id, 6000, 0.001), a.f & b.f) AS superset,
       bloom_agg(id, 6000, 0.001) = a.f & b.f AS exact
FROM generate_series(1001, 2000) AS id, shops AS a, shops AS b WHERE a.shop = 0 AND b.shop = 1 GROUP BY a.f, b.f;
SELECT bloom_intersection_agg(f) = (SELECT a.f & b.f FROM shops AS a, shops AS b WHERE a.shop = 0 AND b.shop = 1) AS same,
       (SELECT count(*) FILTER (WHERE bloom_contains(bloom_intersection_agg(shops.f), i)) FROM generate_series(1001, 2000) AS i) AS found
FROM shops WHERE shop < 2;

-- 3. How many, and how alike? From the bits, without a third filter. The true numbers are 3000, 1000 and 1/3.
SELECT bloom_count(a.f | b.f) BETWEEN 2940 AND 3060 AS union_count,
       bloom_intersection_count(a.f, b.f) BETWEEN 900 AND 1100 AS intersection_count,
       round(bloom_jaccard(a.f, b.f)::numeric, 1) AS jaccard,
       bloom_jaccard(a.f, a.f) AS itself
FROM shops AS a, shops AS b WHERE a.shop = 0 AND b.shop = 1;
SELECT bloom_intersection_count(a, b) <= 40 AS nothing_in_common, bloom_jaccard(a, b) < 0.02 AS unlike
FROM (SELECT bloom_agg(i, 2000) AS a, bloom_agg(-i, 2000) AS b FROM generate_series(1, 2000) AS i) AS s;
SELECT bloom_jaccard(bloom_empty(10), bloom_empty(10)) AS both_empty, bloom_intersection_count(bloom_empty(10), bloom_empty(10)) AS none;

-- A subset? "No" is certain, "yes" is probable.
SELECT bloom_is_subset(a, b) AS a_in_b, bloom_is_subset(b, a) AS b_in_a, bloom_is_subset(a, a) AS itself,
       bloom_is_subset(bloom_empty(100), a) AS empty, bloom_is_subset(a, bloom_empty(100)) AS in_empty
FROM (SELECT bloom_agg(i, 100) FILTER (WHERE i < 50) AS a, bloom_agg(i, 100) AS b FROM generate_series(1, 100) AS i) AS s;
-- Probable: a filter that is full contains everything.
SELECT bloom_is_subset(bloom_agg(-i, 10), bloom_agg(i, 10)) AS wrong FROM generate_series(1, 1000) AS i;

-- 4. Which filters combine? Those of the same kind of value and number of hashes. If a power of two is between their sizes,
-- the smaller one is unfolded. Otherwise both are folded, exactly, to the greatest common divisor of their bits, if that
-- is at least a quarter of the smaller size.
CREATE TABLE sizes AS
    SELECT bits, f FROM unnest(ARRAY[960, 1920, 2880, 3840, 1024]) AS bits,
        LATERAL (SELECT bloom_sized(bits, 4) AS empty) AS e,
        LATERAL (WITH RECURSIVE built(i, f) AS (
            SELECT 0, empty UNION ALL SELECT i + 1, bloom_add(f, bits + i) FROM built WHERE i < 50
        ) SELECT f FROM built WHERE i = 50) AS b;
SELECT a.bits AS a, b.bits AS b, bloom_is_compatible(a.f, b.f) AS compatible,
       CASE WHEN bloom_is_compatible(a.f, b.f) THEN (bloom_header(a.f | b.f)).bits END AS union_bits,
       CASE WHEN bloom_is_compatible(a.f, b.f) THEN (bloom_header(a.f & b.f)).bits END AS intersection_bits
FROM sizes AS a JOIN sizes AS b ON a.bits <= b.bits ORDER BY a.bits, b.bits;
-- Folded, unfolded or neither, no value is lost, and the order does not matter.
SELECT count(*) AS pairs, bool_and(a.f | b.f = b.f | a.f) AS commutes, bool_and(a.f & b.f = b.f & a.f) AS intersection_commutes,
       bool_and(bloom_contains_all(a.f | b.f, ARRAY(SELECT generate_series(a.bits, a.bits + 49)))) AS holds_a,
       bool_and(bloom_contains_all(a.f | b.f, ARRAY(SELECT generate_series(b.bits, b.bits + 49)))) AS holds_b,
       bool_and(bloom_is_subset(a.f, a.f | b.f) AND bloom_is_subset(b.f, a.f | b.f)) AS subsets
FROM sizes AS a JOIN sizes AS b ON bloom_is_compatible(a.f, b.f);
-- Folding to 960 bits is exactly building with 960 bits.
SELECT bool_and(bloom_sized(960, 4) | f = (WITH RECURSIVE built(i, g) AS (
    SELECT 0, bloom_sized(960, 4) UNION ALL SELECT i + 1, bloom_add(g, bits + i) FROM built WHERE i < 50
) SELECT g FROM built WHERE i = 50)) AS exact FROM sizes WHERE bits IN (960, 2880);
-- An unfolded filter says of each value what it said before.
SELECT bool_and(bloom_contains(f, i) = bloom_contains(f | bloom_sized(3840, 4), i)) AS same_answers
FROM sizes, generate_series(-10000, 10000) AS i WHERE bits IN (960, 1920);
-- So the values of few do not empty the filter of many of use, in all schemes; the rate is that of the larger filter and of the
-- smaller one. Folded, it would be 1.
SELECT scheme, (bloom_header(u)).bits, bloom_contains_all(u, ARRAY(SELECT generate_series(1, 1100))) AS held, u = few | many AS commutes,
       bloom_union_agg(f ORDER BY bloom_count(f)) = u AND bloom_union_agg(f ORDER BY -bloom_count(f)) = u AS aggregate,
       (SELECT avg(bloom_contains(u, -i)::integer) FROM generate_series(1, 10000) AS i) < 0.3 AS useful, (bloom_info(u)).current_fpp < 0.3 AS told
FROM unnest(ARRAY['mitz64', 'mitz32', 'spark1', 'spark2', 'datasketches', 'parquet', 'keyed:000102030405060708090a0b0c0d0e0f']) AS scheme,
    bloom_add_all(bloom_sized(8192, 8, scheme), ARRAY(SELECT generate_series(1, 1000))) AS many,
    bloom_add_all(bloom_sized(1024, 8, scheme), ARRAY(SELECT generate_series(1001, 1100))) AS few,
    LATERAL (SELECT many | few) AS s(u), unnest(ARRAY[many, few]) AS f
GROUP BY scheme, many, few, u ORDER BY scheme;
SELECT (bloom_header(bloom_union_agg(f))).bits AS union_bits, (bloom_header(bloom_intersection_agg(f))).bits AS intersection_bits,
       bloom_union_agg(f ORDER BY bits) = bloom_union_agg(f ORDER BY bits DESC) AS any_order
FROM sizes WHERE bits IN (960, 1920, 3840);

-- Of many filters it is the greatest common divisor of all, whatever the order: here, of 12, 20 and 8 times 64 bits, in
-- all six orders.
CREATE TABLE mixed AS
    SELECT words, bloom_add(bloom_add(bloom_sized(words * 64, 3), words), -words) AS f
    FROM unnest(ARRAY[12, 20, 8, 18, 2]) AS words;
SELECT a.words, b.words, c.words, (bloom_header(u)).bits, bloom_contains_all(u, ARRAY[12, 20, 8, -12, -20, -8]) AS held,
       u = first_value(u) OVER (ORDER BY a.words, b.words) AS the_same
FROM mixed AS a JOIN mixed AS b ON a.words <> b.words JOIN mixed AS c ON c.words NOT IN (a.words, b.words),
     LATERAL (SELECT bloom_union_agg(f ORDER BY n) AS u FROM (VALUES (1, a.f), (2, b.f), (3, c.f)) AS v(n, f)) AS united
WHERE a.words IN (12, 20, 8) AND b.words IN (12, 20, 8) AND c.words IN (12, 20, 8) ORDER BY 1, 2;
-- Also where some alone have too little in common, as 18 and 20 ...
SELECT (bloom_header(bloom_union_agg(f ORDER BY words))).bits AS upwards, (bloom_header(bloom_union_agg(f ORDER BY words DESC))).bits AS downwards,
       bloom_union_agg(f ORDER BY words) = bloom_union_agg(f ORDER BY words DESC) AS same,
       bloom_contains_all(bloom_union_agg(f), array_agg(words) || array_agg(-words)) AS held
FROM mixed WHERE words <> 12;
-- ... and by halves, as parallel workers do it.
SELECT bloom_union_final(bloom_merge_combine(a, b)) = (SELECT bloom_union_agg(f) FROM mixed WHERE words <> 12) AS halves
FROM (SELECT bloom_union_step(bloom_union_step(NULL, f[1]), f[2]) AS a, bloom_union_step(bloom_union_step(NULL, f[3]), f[4]) AS b
      FROM (SELECT array_agg(f ORDER BY words DESC) AS f FROM mixed WHERE words <> 12) AS s) AS states;
DROP TABLE mixed;

-- All else is an error, which says what both are. bloom_is_compatible tells beforehand.
SELECT bloom_is_compatible(bloom_empty(1000), bloom_empty(1100)) AS sizes,
       bloom_is_compatible(bloom_sized(640, 3), bloom_sized(640, 4)) AS hashes,
       bloom_is_compatible(bloom_of(ARRAY[1]), bloom_of(ARRAY['a'])) AS kinds,
       bloom_is_compatible(bloom_of(ARRAY[1, 2]), bloom_empty(2)) AS untyped;
SELECT bloom_empty(1000) | bloom_empty(1100);
SELECT bloom_sized(640, 3) & bloom_sized(640, 4);
SELECT bloom_union(bloom_of(ARRAY[1]), bloom_of(ARRAY['a']));
SELECT bloom_intersection_count(bloom_of(ARRAY[1]), bloom_of(ARRAY[1.0]));
SELECT bloom_jaccard(bloom_empty(1000), bloom_empty(1100));
SELECT bloom_is_subset(bloom_empty(1000), bloom_empty(1100));
SELECT bloom_union_agg(f ORDER BY bits) FROM sizes;
SELECT bloom_union_agg(f ORDER BY bits DESC) FROM sizes;
-- An error names filters that were given: not what two of them were folded to.
SELECT bloom_union_agg(f ORDER BY words) FROM (SELECT words, bloom_sized(words * 64, CASE words WHEN 99 THEN 3 ELSE 4 END) || words AS f FROM unnest(ARRAY[20, 12, 99]) AS words) AS s;
SELECT bloom_intersection_agg(f ORDER BY bits) FROM sizes;
-- = does not mind: such filters are just not equal.
SELECT bloom_empty(1000) = bloom_empty(1100) AS sizes, bloom_of(ARRAY[1]) = bloom_of(ARRAY['a']) AS kinds;

-- 5. Nothing. A filter of no rows, which has no size of its own, is the empty set at any size. The union
-- of no filters is that filter; the intersection of no filters would hold everything, and is NULL.
SELECT nothing | f = f AS union_left, f | nothing = f AS union_right, bloom_count(nothing & f) AS intersection_left,
       bloom_count(f & nothing) AS intersection_right, (bloom_header(f & nothing)).bits = (bloom_header(f)).bits AS size,
       bloom_is_compatible(f, nothing) AS compatible, bloom_is_subset(nothing, f) AS subset, bloom_jaccard(nothing, f) AS jaccard
FROM shops, (SELECT bloom_agg(id) AS nothing FROM customers WHERE false) AS n WHERE shop = 0;
SELECT bloom_union_agg(f) = (SELECT bloom_agg(id) FROM customers WHERE false) AS union_of_none,
       bloom_intersection_agg(f) IS NULL AS intersection_of_none
FROM shops WHERE false;
-- NULL filters are skipped, as are NULL values in bloom_agg.
SELECT bloom_union_agg(f) = bloom_union_agg(f) FILTER (WHERE f IS NOT NULL) AS union_agg,
       bloom_intersection_agg(f) = bloom_intersection_agg(f) FILTER (WHERE f IS NOT NULL) AS intersection_agg,
       bloom_intersection_agg(f) FILTER (WHERE f IS NULL) IS NULL AS only_nulls,
       bloom_count(bloom_union_agg(f) FILTER (WHERE f IS NULL)) AS count_of_only_nulls
FROM (SELECT f FROM shops UNION ALL SELECT NULL) AS s;
-- So the aggregates count, of values in these filters: NULL, one without values, one of the value 7, one of no rows.
CREATE TABLE few (what, f) AS VALUES ('null', NULL), ('empty', bloom_empty(10)), ('seven', bloom_empty(10) || 7), ('nothing', bloom_of('{}'::integer[]));
SELECT rows, bloom_count(bloom_union_agg(f ORDER BY n)) AS union_count, bloom_count(bloom_intersection_agg(f ORDER BY n)) AS intersection_count
FROM unnest(ARRAY['none', 'null', 'empty', 'seven', 'null, seven', 'seven, null', 'seven, empty', 'seven, nothing']) AS rows
LEFT JOIN LATERAL (SELECT n, f FROM string_to_table(rows, ', ') WITH ORDINALITY AS r (what, n) JOIN few USING (what)) AS s ON true
GROUP BY rows ORDER BY rows;
SELECT NULL | f IS NULL AND f & NULL IS NULL AND bloom_is_compatible(f, NULL) IS NULL AND bloom_jaccard(NULL, f) IS NULL
       AND bloom_is_subset(f, NULL) IS NULL AND bloom_fold(f, NULL) IS NULL AS null_in_null_out
FROM shops WHERE shop = 0;
-- An empty filter of a declared size takes the other's kind of value.
SELECT (bloom_header(bloom_empty(1000) | bloom_agg(i, 1000))).element FROM generate_series(1, 10) AS i;

-- 6. Too large a filter is folded to the smallest size that still keeps a rate.
CREATE TABLE large AS SELECT bloom_agg(i, 1000000) AS f FROM generate_series(1, 1000) AS i;
SELECT whole.bytes AS whole, folded.bytes < 2500 AS small, folded.current_fpp <= 0.012 AS rate_kept,
       folded.estimated_count BETWEEN 980 AND 1020 AS about_1000
FROM large, bloom_header(f) AS whole, bloom_info(bloom_fold(f, 0.01)) AS folded;
SELECT count(*) AS missed FROM large, generate_series(1, 1000) AS i WHERE NOT bloom_contains(bloom_fold(f, 0.01), i);
CREATE TABLE folds AS SELECT fpp, bloom_fold(f, fpp) AS folded FROM large, unnest(ARRAY[0.3, 0.1, 0.01, 0.001]) AS fpp;
SELECT folds.fpp, h.bytes, bloom_fold(folded, folds.fpp) = folded AS again, f | folded = folded AS combines_with_the_whole
FROM large, folds, bloom_header(folded) AS h ORDER BY 1 DESC;
SELECT fpp, avg(bloom_contains(folded, -i)::integer) <= fpp * 1.5 AS kept FROM folds, generate_series(1, 5000) AS i GROUP BY fpp ORDER BY fpp DESC;
-- A size with many divisors comes near to the rate, and does not exceed it.
SELECT folded.bits < whole.bits AS smaller, folded.current_fpp <= 0.01 AS kept, folded.current_fpp > 0.001 AS near, bloom_contains_all(g, v) AS all_found
FROM (SELECT array_agg(i) AS v FROM generate_series(1, 1000) AS i) AS s, bloom_add_all(bloom_sized(64 * 2520, 7), v) AS f, bloom_fold(f, 0.01) AS g,
     bloom_info(f) AS whole, bloom_info(g) AS folded;
-- It does not grow: a filter that has already passed the rate stays as it is.
SELECT bloom_fold(f, 1e-9) = f AS unchanged FROM shops WHERE shop = 0;
SELECT bloom_fold(f, 0) FROM shops;
SELECT bloom_fold(f, 'NaN') FROM shops;

-- 7. = and <>: the same parameters and the same bits. With the hash operator class, filters can be grouped,
-- made distinct, joined, and be the key of a hash index or of hash partitions.
CREATE TABLE baskets AS
    SELECT b, bloom_agg(item, 10) AS f FROM (SELECT b, (b % 3) * 10 + i AS item FROM generate_series(1, 9) AS b, generate_series(1, 5) AS i) AS s
    GROUP BY b;
SELECT count(*) AS baskets, min(b), max(b) FROM baskets GROUP BY f ORDER BY min(b);
SELECT count(*) AS "distinct" FROM (SELECT DISTINCT f FROM baskets) AS s;
-- The btree operator class is for what PostgreSQL sorts: within an aggregate, and in grouping with sorted input.
SELECT count(DISTINCT f) FROM baskets;
SELECT array_length(array_agg(DISTINCT f), 1) AS "distinct" FROM baskets;
SELECT array_agg(b ORDER BY b) AS b FROM baskets GROUP BY f ORDER BY b;
SET enable_hashagg = off;
SELECT count(*) FROM (SELECT DISTINCT f FROM baskets) AS s;
RESET enable_hashagg;
EXPLAIN (COSTS OFF) SELECT f, count(*) FROM baskets GROUP BY f;
SELECT count(*) FROM baskets AS a JOIN baskets AS b USING (f);
SELECT count(*) FILTER (WHERE a.f <> b.f) AS different, count(*) FILTER (WHERE NOT a.f = b.f) AS also FROM baskets AS a, baskets AS b;
SELECT b FROM baskets WHERE f IN (SELECT f FROM baskets WHERE b = 2) ORDER BY b;
SELECT count(*) FROM (SELECT f FROM baskets INTERSECT SELECT f FROM baskets WHERE b < 3) AS s;
CREATE INDEX baskets_f ON baskets USING hash (f);
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT b FROM baskets WHERE f = bloom_of(ARRAY[1]);
SELECT b FROM baskets WHERE f = (SELECT f FROM baskets WHERE b = 4) ORDER BY b;
RESET enable_seqscan;
RESET enable_bitmapscan;
CREATE TABLE parted (b integer, f bloom) PARTITION BY HASH (f);
CREATE TABLE parted0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parted1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parted SELECT * FROM baskets;
SELECT count(*) AS rows, bool_and(satisfies_hash_partition('parted'::regclass, 2, (tableoid = 'parted1'::regclass)::integer, f)) AS placed FROM parted;
-- The order is that of the bytes. Stored filters that begin alike are compared to the end.
SELECT array_agg(b ORDER BY f, b) = array_agg(b ORDER BY f::bytea, b) AS same FROM baskets;
CREATE TABLE alike AS SELECT i % 20 AS i, bloom_sized(800000, 1) || i % 20 AS f FROM generate_series(1, 40) AS i;
SELECT count(DISTINCT f), array_agg(i ORDER BY f) = array_agg(i ORDER BY f::bytea, i) AS same FROM alike;
SELECT bool_and((a.f < b.f) = (a.f::bytea < b.f::bytea) AND (a.f <= b.f) = (a.f::bytea <= b.f::bytea) AND (a.f > b.f) = (a.f::bytea > b.f::bytea)
                AND (a.f >= b.f) = (a.f::bytea >= b.f::bytea)) AS same FROM alike AS a, alike AS b;
CREATE INDEX baskets_order ON baskets (f);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT f FROM baskets ORDER BY f;
RESET enable_seqscan;
\set VERBOSITY sqlstate
SELECT max(f) FROM baskets;
\set VERBOSITY default

-- 8. As window functions: a week's filter from daily ones, a running union.
SET client_min_messages = error; -- no warnings about filters that are too full
SELECT d, (bloom_union_agg(f) OVER running) = (SELECT bloom_agg(s.d * 1000 + i, 1000, 0.01) FROM days AS s, generate_series(1, 1000) AS i WHERE s.d <= days.d) AS running,
       bloom_contains(bloom_union_agg(f) OVER two_days, d * 1000 - 500) AS yesterday,
       (bloom_intersection_agg(f) OVER two_days) = (bloom_intersection_agg(f) OVER (ORDER BY d ROWS BETWEEN CURRENT ROW AND CURRENT ROW)) AS alone
FROM days WHERE d <= 4 WINDOW running AS (ORDER BY d), two_days AS (ORDER BY d ROWS 1 PRECEDING) ORDER BY d;
SELECT f = (SELECT f FROM days WHERE d = 1) AS unchanged FROM (SELECT d, f, bloom_union_agg(f) OVER (ORDER BY d) FROM days) AS s WHERE d = 1;
SELECT odd, u = (SELECT bloom_union_agg(f) FROM days WHERE d % 2 = odd OR odd IS NULL) AS same
FROM (SELECT d % 2 AS odd, bloom_union_agg(f) AS u FROM days GROUP BY ROLLUP (d % 2)) AS s ORDER BY odd;

-- 9. In parallel: the result is that of one process, bit for bit.
CREATE TABLE many AS SELECT i AS g, bloom_of(ARRAY[i, i + 1, i + 2]) | bloom_empty(3) AS f FROM generate_series(1, 20000) AS i;
ALTER TABLE many SET (parallel_workers = 2);
ANALYZE many;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT bloom_union_agg(f) AS u, bloom_intersection_agg(f) AS i, bloom_union_agg(f, 0.999999) AS m FROM many WHERE g < 10;
INSERT INTO serial SELECT bloom_union_agg(f), bloom_intersection_agg(f), bloom_union_agg(f, NULL) FROM many;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT bloom_union_agg(f) FROM many;
CREATE TABLE parallel AS SELECT bloom_union_agg(f) AS u, bloom_intersection_agg(f) AS i, bloom_union_agg(f, 0.999999) AS m FROM many WHERE g < 10;
SET parallel_leader_participation = off;
INSERT INTO parallel SELECT bloom_union_agg(f), bloom_intersection_agg(f), bloom_union_agg(f, NULL) FROM many;
SELECT count(*) AS same FROM serial JOIN parallel USING (u, i, m);
\set VERBOSITY terse
SELECT bloom_union_agg(f, 0.5) FROM many;
\set VERBOSITY default
RESET parallel_leader_participation;
RESET max_parallel_workers_per_gather;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

DROP TABLE customers, shops, days, sizes, few, large, folds, baskets, alike, parted, many, serial, parallel;
DROP EXTENSION bloom_rs;
