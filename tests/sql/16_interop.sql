--
-- Filters of other libraries: streams of Guava and Spark as bytea. `make interop` compares with the libraries themselves.
--
CREATE EXTENSION bloom_rs;

-- A filter has the bits that Guava's MURMUR128_MITZ_64 gives it, so its stream is just another wrapping.
SELECT bloom_to_guava(bloom_agg(v, 10)) AS stream FROM generate_series(1, 5) AS v;
-- It comes back, but for what the stream does not say: of what the values are, and for how many it was made.
SELECT f @> 3 AS has_3, f @> 77 AS has_77, element, capacity, fpp, scheme, bloom_to_guava(f) = stream AS same
FROM (SELECT bloom_to_guava(bloom_agg(v, 10)) AS stream FROM generate_series(1, 5) AS v) AS s,
     bloom_from_guava(stream, 'bigint') AS f, bloom_info(f);

-- This one Guava 31.1 made: an integerFunnel for 40 values at 0.01, with 16 numbers put in.
CREATE TABLE small AS SELECT bloom_from_guava('\x010700000006506840804010300048260061011a8402642720a050108422482002244428a1202010e88dcb1700b10002018862900200', 'integer') AS f;
SELECT bloom_contains_all(f, ARRAY[0, 1, -1, 2, 42, 127, -128, 255, 256, 32767, -32768, 65536, 16777216, 2147483647, -2147483648, 1234567890]) AS all_16,
       bloom_count(f) AS about, f @> 3 AS has_3 FROM small;
-- integerFunnel hashes four bytes. The filter can be asked for any integer; one that needs more bytes is not in it ...
SELECT f @> 42::smallint AS small, f @> 42::bigint AS large, f @> 3000000000 AS too_large, (bloom_info(f)).element FROM small;
-- ... and cannot be added.
SELECT bloom_add(f, 3000000000) FROM small;
-- Filters are built for it by the scheme.
SELECT bool_and(bloom_agg @> v) AS found, bloom_agg @> 3 AS has_3, bloom_is_compatible(bloom_agg, bloom_empty(40, 0.01, 'mitz64 int4')) AS compatible
FROM (SELECT bloom_agg(v, 40, 0.01, 'mitz64 int4') FROM generate_series(10, 30) AS v) AS f, generate_series(10, 30) AS v GROUP BY bloom_agg;
-- At the same size the bits are Guava's: here its own stream for 27 numbers in a longFunnel, and one that is made of them.
SELECT bloom_to_guava(bloom_add_all(bloom_sized(384, 7), ARRAY[0, 1, -1, 2, 42, 127, -128, 32767, 2147483647, -2147483648, 2147483648, 4294967295, 4294967296, -4294967296, 9223372036854775807, '-9223372036854775808', 1234567890123456789, 4815067236882448384, -2009654226166218751, 1596660581983584257, 2463554165373141000, -7393514126770700274, -8654979354847084542, -6606571514215006198, 1159571900687450113, 92612215, -2480347675]::bigint[]))
     = '\x010700000006200e8f16a40ba2c009845dfe70d221003aa4e69c288c8a90a3ac0d48742590810c08ec6460004545a569bc6912c07eaa' AS same_as_guava;

-- Spark hashes in two ways of its own.
SELECT scheme, bloom_to_spark(f) AS stream, bloom_from_spark(bloom_to_spark(f), 'bigint') @> 3 AS has_3
FROM unnest(ARRAY['spark1', 'spark2']) AS scheme,
     LATERAL (SELECT bloom_agg(v, 5, 0.05, scheme) AS f FROM generate_series(1, 5) AS v) AS s;
-- Its filters are bloom values like others: stored, united, folded, asked for arrays, built from nothing.
SELECT f @> 'x'::text AS x, f @> 'z'::text AS z, bloom_contains_any(f, ARRAY['z', 'y']) AS z_or_y, (bloom_info(f)).scheme
FROM (SELECT bloom_empty(100, 0.01, 'spark2') || 'x'::text | bloom_agg('y'::text, 100, 0.01, 'spark2') AS f) AS s;
-- One that Spark 4.3.0 made, with a seed, which is kept.
SELECT f @> 42 AS has_42, f @> 3 AS has_3, bloom_to_spark(f) = stream AS same
FROM (VALUES ('\x0000000200000007fffffff9000000062b634db1502306561baa388bdc6caa59e7183a01052f0b21a93868a3029327ba829113275340a001e4c8230338265083'::bytea)) AS s(stream), bloom_from_spark(stream, 'bigint') AS f;

-- In SQL 0 = -0. A Parquet file may have -0 (these eight bytes are those of a bigint, too), and so has a filter of Java's
-- DataSketches, which 6.2.0 made. It is the same number in whatever is done with such a filter, here a, and one of SQL's, b.
CREATE TABLE zeros AS
    SELECT 'parquet' AS scheme,
           bloom_from_parquet(bloom_to_parquet(bloom_agg((-9223372036854775808)::bigint, 1000, 0.01, 'parquet')), 'float8') AS a,
           bloom_agg(0::float8, 1000, 0.01, 'parquet') AS b
    UNION ALL
    SELECT 'datasketches', f, bloom_add(bloom_sized((bloom_info(f)).bits, (bloom_info(f)).hashes, 'datasketches'), 0::float8)
    FROM bloom_from_datasketches('\x040115000700000029230000000000000f00000000000000ffffffffffffffff000000000000000010000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000100000000000000000000001000000000000000000000000001400000', 'float8') AS f;
SELECT scheme, a @> 0::float8 AS in_a, b @> 0::float8 AS in_b, (a & b) @> 0::float8 AS in_both, (b & a) @> '-0'::float8 AS turned,
       bloom_is_subset(a, b) AS a_in_b, bloom_is_subset(b, a) AS b_in_a, (a | b) @> 0::float8 AS in_either, (a & b) @> 1::float8 AS has_1
FROM zeros ORDER BY scheme DESC;
SELECT scheme, bloom_intersection_agg(f) @> 0::float8 AS in_all, bloom_union_agg(f) @> 0::float8 AS in_any,
       (SELECT array_agg(k) FROM bloom_matrix_search(bloom_matrix_agg(f, n ORDER BY n), 0::float8) AS k) AS which
FROM zeros, LATERAL (VALUES (1, a), (2, b), (3, a & b), (4, b & a)) AS v(n, f) GROUP BY scheme ORDER BY scheme DESC;
-- The bits of -0 stay: a filter of a file goes back as it came, one of DataSketches with those of 0 beside them.
SELECT scheme, bloom_count(a) AS a, bloom_count(b) AS b, bloom_count(a & b) AS both FROM zeros ORDER BY scheme DESC;

-- What does not hash alike does not mix, and no stream can say what it has no word for.
SELECT bloom_agg('a'::text, 10, 0.01, 'spark1') | bloom_agg('a'::text, 10, 0.01, 'spark2');
SELECT bloom_to_guava(bloom_empty(10, 0.01, 'spark1'));
SELECT bloom_to_spark(bloom_empty(10));
SELECT bloom_contains_hash(bloom_agg('a'::text, 10, 0.01, 'spark2'), bloom_hash('a'::text));
SELECT bloom_empty(10, 0.01, 'guava');
SELECT bloom_agg('a'::text, 10, 0.01, 'spark2 int4');
SELECT bloom_agg(v, 10, 0.01, CASE v WHEN 1 THEN 'spark1' ELSE 'spark2' END) FROM generate_series(1, 2) AS v;
-- Where positions come from 32 bits, large filters would err more often than asked for.
SELECT bloom_empty(100000000, 0.01, 'spark1');
SELECT bloom_from_guava('\x0105000000020048', 'bigint');
SELECT bloom_from_guava('\x0705000000010048030012034818', 'bigint');
SELECT bloom_from_spark('\x00000003000000050000000100000000000000ff', 'bigint');
SELECT bloom_from_guava('\x0105000000010000000000000000', 'numeric');
DROP TABLE small, zeros;
DROP EXTENSION bloom_rs;
