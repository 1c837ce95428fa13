--
-- Every scheme: it finds values of each type, and keeps the rate. Streams of other libraries: damaged ones are refused, or give filters to use.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect
CREATE TABLE schemes (scheme) AS
    VALUES ('mitz64'), ('mitz32'), ('spark1'), ('spark2'), ('parquet'), ('parquet pow2'), ('datasketches'), ('keyed:000102030405060708090a0b0c0d0e0f');
-- Values of types that have functions of their own, and of some other types. Parquet has no Bloom filters for two of them.
CREATE TABLE kinds (value, in_parquet) AS
    VALUES ('v::int2', true), ('v::int4', true), ('v::int8 * 4000000000', true), ('chr(v % 127 + 1)::"char"', false), ('repeat(''é'', v % 40) || v', true),
           ('decode(md5(v::text), ''hex'')', true), ('md5(v::text)::uuid', true), ('v / 7.0', false), ('date ''2000-01-01'' + v', true);

-- 1. Plain, stored, large, united, folded and growing filters contain their values. Those that grow are of different sizes and are not united.
CREATE TABLE filters (f bloom);
CREATE FUNCTION missing(value text, arguments text, scheme text, OUT from_stored bigint, OUT from_united bigint) LANGUAGE plpgsql AS $$
DECLARE
    built text := format('WITH t AS (SELECT %s AS value, v FROM generate_series(1, 4000) AS v)
                          SELECT bloom_agg(value, %s, %L) FROM t WHERE v %% 2 = ', value, arguments, scheme);
    lost text := format('SELECT count(*) FROM (SELECT %s AS value FROM generate_series(1, 4000) AS v) AS t', value);
BEGIN
    TRUNCATE filters;
    EXECUTE 'INSERT INTO filters ' || built || '0';
    EXECUTE 'INSERT INTO filters ' || built || '1';
    EXECUTE lost || ' WHERE NOT EXISTS (SELECT FROM filters WHERE f @> value)' INTO STRICT from_stored;
    IF arguments = 'NULL, NULL' THEN
        from_united := 0;
    ELSE
        EXECUTE lost || ', (SELECT bloom_fold(bloom_union_agg(f), 0.9) AS f FROM filters) AS s WHERE (f @> value) IS NOT TRUE' INTO STRICT from_united;
    END IF;
END $$;
SET client_min_messages = error; -- no warnings about filters that are too full
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SELECT scheme, value, arguments, missing.*
FROM schemes CROSS JOIN kinds CROSS JOIN unnest(ARRAY['200, 0.01', '100000, 0.001', 'NULL, NULL']) AS arguments, LATERAL missing(value, arguments, scheme)
WHERE (in_parquet OR scheme !~ '^parquet') AND (from_stored = 0 AND from_united = 0) IS NOT TRUE;
RESET work_mem;
RESET hash_mem_multiplier;
RESET client_min_messages;
SELECT scheme, value, error[1]
FROM schemes, kinds, raised(format('SELECT bloom_agg(%s, 10, 0.01, %L) FROM generate_series(1, 5) AS v', value, scheme)) AS error
WHERE error[1] IS DISTINCT FROM CASE WHEN in_parquet OR scheme !~ '^parquet' THEN '00000' ELSE '0A000' END;

-- 2. The rate: of 100,000 absent values, at most 1 % plus four standard errors pass. (That of "parquet pow2" is far lower.)
SELECT scheme, passed
FROM (SELECT scheme FROM schemes WHERE scheme <> 'parquet pow2' UNION ALL VALUES ('mitz64 int4'), ('mitz32 int4'), ('parquet int4')) AS s,
     LATERAL (SELECT count(*) AS passed
              FROM (SELECT bloom_agg(v, 10000, 0.01, scheme) AS f FROM generate_series(1, 10000) AS v) AS built, generate_series(10001, 110000) AS v WHERE f @> v) AS p
WHERE passed NOT BETWEEN 700 AND 1126;

-- 3. A filter of four-byte integers knows what it cannot hold, and does not take it.
CREATE TABLE four_bytes AS SELECT bloom_agg(v, 10, 0.01, 'mitz64 int4') AS f FROM generate_series(1, 5) AS v;
SELECT f @> 5000000000 AS too_large, f @> (-2147483649)::bigint AS too_small, bloom_contains_any(f, ARRAY[5000000000, 3]) AS any_of_two,
       bloom_contains_all(f, ARRAY[5000000000, 3]) AS both, f @> NULL::bigint AS "null"
FROM four_bytes;
SELECT call, state, error
FROM (VALUES ('f || 5000000000', '22003'), ('bloom_add_all(f, ARRAY[5000000000])', '22003'), ('bloom_agg(5000000000, 10, 0.01, ''mitz64 int4'')', '22003'),
             ('f @> ''1''::text', '42804'), ('f @> 1::numeric', '42804'), ('bloom_agg(''1''::text, 10, 0.01, ''mitz64 int4'')', '42804'),
             ('bloom_contains_hash(f, bloom_hash(1))', '22000'), ('f | bloom_agg(1, 10)', '22000')) AS v (call, state),
     raised(format('SELECT %s FROM four_bytes GROUP BY f', call)) AS error
WHERE error[1] IS DISTINCT FROM state;
-- The planner estimates with such a constant.
SELECT json_typeof(answer(format('EXPLAIN (FORMAT json) SELECT FROM generate_series(1, 10::bigint) AS v WHERE bloom_contains(%L, v)', f))::json
                   -> 0 -> 'Plan' -> 'Plan Rows') AS plan_rows
FROM (VALUES ('QkxNRgEBDgUAAAAAAAAAAAAAAACAAAAAAAAAAAoAAAAAAAAAexSuR+F6hD8AAAAAAAAAAAAAAAAAAAAAAAwAgAAAGEgAAAAICQAgQA==')) AS v (f);

-- 4. Damaged streams are 22P02, or give filters that can be probed and exported again. They are a good stream with a byte changed, one cut off or longer by a
-- byte, and one with a huge number somewhere in its header.
CREATE FUNCTION verdict(stream bytea, library text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    f bloom;
BEGIN
    f := CASE library WHEN 'guava' THEN bloom_from_guava(stream, 'text') WHEN 'spark' THEN bloom_from_spark(stream, 'text')
                      WHEN 'parquet' THEN bloom_from_parquet(stream, 'text') WHEN 'datasketches' THEN bloom_from_datasketches(stream, 'text') END;
    IF (f::text::bloom = f AND f @> 'x'::text IS NOT NULL) IS NOT TRUE THEN
        RETURN 'not usable';
    END IF;
    stream := CASE library WHEN 'guava' THEN bloom_to_guava(f) WHEN 'spark' THEN bloom_to_spark(f)
                           WHEN 'parquet' THEN bloom_to_parquet(f) WHEN 'datasketches' THEN bloom_to_datasketches(f) END;
    RETURN CASE WHEN stream IS NOT NULL THEN 'valid' END;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN '22P02';
END $$;
CREATE TABLE streams (library, scheme) AS
    VALUES ('guava', 'mitz64'), ('guava', 'mitz32'), ('spark', 'spark1'), ('spark', 'spark2'), ('parquet', 'parquet'), ('datasketches', 'datasketches:77');
SELECT setseed(0.5);
SELECT library, scheme,
       answer(format($$
           WITH good AS (SELECT bloom_to_%1$s(bloom_agg('v' || v, 20, 0.01, %2$L)) AS s FROM generate_series(1, 20) AS v),
                byte AS (SELECT set_byte(s, (random() * 17)::integer, (random() * 255)::integer) AS s FROM good, generate_series(1, 2000)),
                cut AS (SELECT substring(s FROM 1 FOR n) AS s FROM good, generate_series(0, length(s) - 1) AS n),
                long AS (SELECT s || '\x00'::bytea AS s FROM good),
                claims AS (SELECT overlay(s PLACING '\x7fffffff' FROM n) AS s FROM good, generate_series(1, 17) AS n)
           SELECT string_agg(DISTINCT verdict, ' ' ORDER BY verdict)
           FROM (TABLE byte UNION ALL TABLE cut UNION ALL TABLE long UNION ALL TABLE claims) AS t, LATERAL (SELECT coalesce(verdict(s, %1$L), 'null')) AS v (verdict)
       $$, library, scheme)) AS verdicts
FROM streams;
-- A part of a stream is never valid. (But a part of Parquet's bitset can be a bitset.)
SELECT library, scheme,
       answer(format($$
           SELECT string_agg(DISTINCT coalesce(verdict(substring(s FROM 1 FOR n), %1$L), 'null'), ' ')
           FROM (SELECT bloom_to_%1$s(bloom_empty(20, 0.01, %2$L))) AS good (s), generate_series(0, length(s) - 1) AS n
       $$, library, scheme)) AS verdicts
FROM streams WHERE library <> 'parquet';

DROP TABLE schemes, kinds, filters, four_bytes, streams;
DROP FUNCTION raised, wrong, answer, missing, verdict;
DROP EXTENSION bloom_rs;
