--
-- Schemes: every type and operation with Parquet's blocks, DataSketches and keys; zeros and NaNs of files; what a key keeps to itself.
-- 20_schemes.sql is an introduction.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect
-- 1. For Parquet, the type of the first value sets the element type of an empty filter, in every way to add a value: numbers of four
-- bytes are not those of eight.
CREATE DOMAIN small_id AS smallint;
SELECT built, element, answer(format('SELECT (bloom_info(%s)).element', built)) AS built_element, answer(format('SELECT %s @> %s', built, value)) AS found
FROM (VALUES ('smallint', '7', 'int4'), ('integer', '7', 'int4'), ('small_id', '7', 'int4'), ('bigint', '7', 'integer'), ('real', '7', 'float4'),
             ('double precision', '7', 'double precision'), ('text', '7', 'text'), ('date', '2000-01-01', 'date'), ('timestamptz', 'epoch', 'timestamptz')) AS t (type, literal, element),
     LATERAL format('%L::%s', literal, type) AS value,
     unnest(ARRAY['bloom_agg(%1$s, 10, 0.01, ''parquet'')', 'bloom_agg(%1$s, NULL, NULL, ''parquet'')', 'bloom_empty(10, 0.01, ''parquet'') || %1$s',
                  'bloom_add(bloom_sized(256, 8, ''parquet''), %1$s)', 'bloom_add_all(bloom_empty(10, 0.01, ''parquet''), ARRAY[%1$s])',
                  'bloom_from_parquet(bloom_to_parquet(bloom_agg(%1$s, 10, 0.01, ''parquet'')), %2$L)']) AS build,
     LATERAL format(build, value, type) AS built
WHERE (answer(format('SELECT (bloom_info(%s)).element', built)) = element AND answer(format('SELECT %s @> %s', built, value)) = 'true') IS NOT TRUE;

-- 2. A call site caches the state for the last filter. Filters of all schemes take turns; keys and seeds differ in one bit from those next to them.
CREATE TABLE turns AS
    WITH single_bits AS (SELECT bit AS n, 'keyed:' || encode(set_bit(decode(repeat('00', 16), 'hex'), bit, 1), 'hex') AS scheme FROM generate_series(0, 127) AS bit
                         UNION ALL SELECT 128 + bit, 'datasketches:' || (1::bigint << bit) FROM generate_series(0, 62) AS bit),
         schemes AS (SELECT 3 * n + i AS n, s AS scheme
                     FROM single_bits, unnest(ARRAY[scheme, 'keyed:' || repeat('0', 32), 'datasketches:0']) WITH ORDINALITY AS s (s, i)
                     UNION ALL SELECT 3 * 191 + i, s FROM unnest('{mitz64, mitz32, spark1, spark2, parquet}'::text[]) WITH ORDINALITY AS s (s, i))
    SELECT n, bloom_agg(n, 4, 0.01, scheme) AS f FROM schemes GROUP BY n, scheme ORDER BY n;
SELECT count(*), min(n), max(n) FROM turns;
SELECT count(*) FROM turns WHERE bloom_contains(f, n);
SELECT count(*) FROM turns WHERE f @> n;
SELECT count(*) < 57 AS few FROM turns WHERE bloom_contains(f, n + 1000000);
SELECT count(*) FROM turns AS a JOIN turns AS b USING (n) WHERE a.f @> b.n;
DROP TABLE turns;

-- 3. Numbers that are equal in SQL are found whatever their width. Those that the narrower type does not have are absent.
CREATE TABLE f AS
    SELECT bloom_agg(v, 100, 0.001, 'parquet') AS four, bloom_agg(v::bigint, 100, 0.001, 'parquet') AS eight,
           bloom_agg((v / 4.0)::real, 100, 0.001, 'parquet') AS single, bloom_agg((v / 4.0)::float8, 100, 0.001, 'parquet') AS double
    FROM generate_series(-50, 50) AS v;
SELECT count(*) AS tried,
       count(*) FILTER (WHERE (four @> v AND four @> v::bigint AND four @> v::smallint AND eight @> v AND eight @> v::bigint
                               AND single @> (v / 4.0)::real AND single @> (v / 4.0)::float8 AND double @> (v / 4.0)::real AND double @> (v / 4.0)::float8
                               AND single @> '-0'::float8 AND double @> '-0'::real) IS NOT TRUE) AS missing
FROM f, generate_series(-50, 50) AS v;
SELECT four @> 3000000000 AS too_large, single @> 0.1::float8 AS rounded, single @> 1e300::float8 AS beyond_real FROM f;

-- 4. What is refused, and with which SQLSTATE.
SELECT sql, state, raised
FROM (VALUES ('SELECT four || 3000000000 FROM f', '22003'),
             ('SELECT single || 0.1::float8 FROM f', '22003'),
             ('SELECT four @> 1.0::float8 FROM f', '42804'),
             ('SELECT eight | four FROM f', '22000'),
             ('SELECT bloom_agg(true, 10, 0.01, ''parquet'')', '0A000'),
             ('SELECT bloom_empty(10, 0.01, ''parquet'') @> 1.5', '0A000'),
             ('SELECT bloom_agg(''a''::"char", 10, 0.01, ''parquet'')', '0A000'),
             ('SELECT bloom_agg(ARRAY[1], 10, 0.01, ''parquet'')', '0A000'),
             ('SELECT bloom_agg(1::oid, 10, 0.01, ''parquet'')', '0A000'),
             ('SELECT bloom_sized(256, 7, ''parquet'')', '22023'),
             ('SELECT bloom_sized(1, 8, ''mitz64 pow2'')', '22023'),
             ('SELECT bloom_empty(1, 0.1, ''keyed'')', '22023'),
             ('SELECT bloom_from_parquet(''\x'', ''integer'')', '22P02'),
             ('SELECT bloom_from_parquet(decode(repeat(''00'', 32), ''hex''), ''boolean'')', '22023'),
             ('SELECT bloom_from_parquet(decode(repeat(''00'', 32), ''hex''), ''char(3)'')', '22023'),
             ('SELECT bloom_from_parquet(decode(repeat(''00'', 32), ''hex''), 0)', '22023'), -- no such type
             ('SELECT bloom_from_parquet(decode(repeat(''00'', 32), ''hex''), 4294967295::oid)', '22023'),
             ('SELECT bloom_to_parquet(bloom_empty(10))', '22000'),
             ('SELECT bloom_to_datasketches(bloom_empty(10))', '22000'),
             ('SELECT bloom_to_guava(bloom_empty(10, 0.1, ''parquet''))', '22000'),
             ('SELECT bloom_contains_hash(four, bloom_hash(1)) FROM f', '22000'),
             -- The split-block layout has no counters, and forged ones are rejected.
             ('SELECT overlay(four::bytea PLACING ''BLMC'' FROM 1)::counting_bloom FROM f', '22P02')) AS v (sql, state),
     raised(sql)
WHERE raised[1] IS DISTINCT FROM state;
DROP TABLE f;

-- 5. Sizes are whole blocks, and a filter folds to the filter of the same values at a smaller size.
CREATE TABLE f AS
    SELECT bloom_add_all(bloom_sized(256 * 60, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(1, 500) AS v)) AS a,
           bloom_add_all(bloom_sized(256 * 180, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(251, 750) AS v)) AS b,
           bloom_add_all(bloom_sized(256 * 60, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(1, 750) AS v)) AS all_of;
SELECT a | b = all_of AS united, b | a = all_of AS and_back, bloom_count(all_of) BETWEEN 735 AND 765 AS some_750,
       bloom_intersection_count(a, b) BETWEEN 225 AND 275 AS some_250, bloom_is_subset(a, all_of) AS subset, bloom_is_subset(b, a) AS no_subset
FROM f;
SELECT (SELECT bool_and((a & b) @> v) FROM generate_series(251, 500) AS v) AS intersected, (bloom_info(folded)).bits < 256 * 60 AS smaller,
       (bloom_info(folded)).current_fpp < 0.2 AS within_rate, (SELECT bool_and(folded @> v) FROM generate_series(251, 750) AS v) AS all_kept
FROM f, bloom_fold(b, 0.2) AS folded;
DROP TABLE f;
-- For one million values the rate follows the formula for split blocks; the classic formula gives 0.0064.
SELECT bloom_current_fpp(bloom_agg(v, 1000000, 0.01, 'parquet')) BETWEEN 0.0097 AND 0.0103 AS one_percent FROM generate_series(1, 1000000) AS v;

-- 6. A first probe of a stored filter detoasts the header and one block; the classic layout needs a slice per bit.
CREATE TABLE many AS
    SELECT bloom_agg(v, 1000000) AS classic, bloom_agg(v, 1000000, 0.01, 'parquet') AS blocks FROM generate_series(1, 1000) AS v;
CREATE FUNCTION pages_read(expression text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    FOR i IN 1..2 LOOP -- the first query looks up the table and its TOAST table
        EXECUTE format('EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT %s FROM many', expression) INTO plan;
    END LOOP;
    plan := plan #> '{0,Plan}';
    RETURN (plan ->> 'Shared Hit Blocks')::bigint + (plan ->> 'Shared Read Blocks')::bigint;
END $$;
SET max_parallel_workers = 0; -- a worker of debug_parallel_query would look up the tables each time
SELECT classic, blocks, absent
FROM pages_read('classic @> 7') AS classic, pages_read('blocks @> 7') AS blocks, pages_read('blocks @> -7') AS absent
WHERE (blocks > 0 AND blocks * 2 <= classic AND absent <= blocks) IS NOT TRUE;
RESET max_parallel_workers;
DROP TABLE many;

-- 7. Some writers of files make bitsets of -0 or a negative NaN. Here they are built from the bytes, with the value that SQL sees.
CREATE TABLE zeros_and_nans (n integer PRIMARY KEY, library text, type regtype, bytes bytea, value text);
INSERT INTO zeros_and_nans VALUES (1, 'parquet', 'float8', '\x0000000000000080', '0'), (2, 'parquet', 'float8', '\x000000000000f8ff', 'NaN'),
                                  (3, 'parquet', 'real', '\x00000080', '0'), (4, 'parquet', 'real', '\x0000c0ff', 'NaN'),
                                  (5, 'datasketches', 'float8', '\x0000000000000080', '0'), (6, 'datasketches', 'float8', '\x000000000000f87f', 'NaN');
SELECT sql, answer
FROM zeros_and_nans,
     LATERAL format('SELECT bloom_from_parquet(bloom_to_parquet(bloom_sized(2560, 8, ''parquet'') || %L::bytea), %L) @> %L::%s', bytes, type, value, type) AS sql, answer(sql)
WHERE library = 'parquet' AND answer IS DISTINCT FROM 'true';
-- Stored filters too; an absent value is not found.
ALTER TABLE zeros_and_nans ADD a bloom;
UPDATE zeros_and_nans SET a = CASE library WHEN 'parquet' THEN bloom_from_parquet(bloom_to_parquet(bloom_sized(256000, 8, library) || bytes), type)
                                           WHEN 'datasketches' THEN bloom_from_datasketches(bloom_to_datasketches(bloom_sized(256000, 8, library) || bytes), type) END;
SELECT sql, answer
FROM zeros_and_nans, LATERAL format('SELECT a @> %L::%s AND NOT a @> 1::%2$s FROM zeros_and_nans WHERE n = %s', value, type, n) AS sql, answer(sql)
WHERE answer IS DISTINCT FROM 'true';
-- What is imported is exported as the same bytes.
SELECT n, bloom_to_parquet(a) = bloom_to_parquet(bloom_sized(256000, 8, library) || bytes) AS same FROM zeros_and_nans WHERE library = 'parquet' ORDER BY n;

-- 8. They are one value in every operation: a is imported, b and the smaller half have the value v of SQL.
CREATE TABLE of_float8 AS
    SELECT n, v, bloom_sized(256000, 8, library) || v AS b, bloom_sized(128000, 8, library) || v AS half, a
    FROM zeros_and_nans, LATERAL (SELECT value::float8) AS v (v) WHERE type = 'float8'::regtype;
CREATE TABLE of_real AS
    SELECT n, v, bloom_sized(256000, 8, library) || v AS b, bloom_sized(128000, 8, library) || v AS half, a
    FROM zeros_and_nans, LATERAL (SELECT value::real) AS v (v) WHERE type = 'real'::regtype;
SELECT n, count(*) FROM (SELECT n FROM of_float8 UNION ALL SELECT n FROM of_real) AS tables GROUP BY n ORDER BY n;
SELECT sql, answer
FROM zeros_and_nans,
     unnest(ARRAY['a @> v AND b @> v AND half @> v',
                  '(a & b) @> v AND (b & a) @> v AND (a & a) @> v',
                  '(a & half) @> v AND (half & a) @> v AND (a & half & b) @> v',
                  '(a | b) @> v AND (a | half) @> v',
                  '(a & b)::text::bloom @> v AND (a & b)::bytea::bloom @> v',
                  'bloom_fold(a, 0.5) @> v AND bloom_fold(a & b, 0.5) @> v AND (bloom_fold(a, 0.5) & bloom_fold(b, 0.5)) @> v',
                  'bloom_contains_all(a & b, ARRAY[v]) AND bloom_contains_any(a & b, ARRAY[v]) AND bloom_contains_each(a & b, ARRAY[1, v]) = ''{f,t}''',
                  'bloom_is_subset(a, b) AND bloom_is_subset(b, a) AND bloom_is_subset(a, half) AND bloom_is_subset(half, a)',
                  'bloom_is_subset(a & b, a) AND bloom_is_subset(a & b, b) AND bloom_is_subset(a, a | b)',
                  'NOT bloom_is_subset(a || 1::float8, b) AND NOT (a & b) @> 1::float8',
                  '(SELECT bloom_intersection_agg(x) @> v AND bloom_union_agg(x) @> v FROM unnest(ARRAY[a, b, a, half]) AS x)',
                  '(SELECT bloom_intersection_agg(x) @> v FROM unnest(ARRAY[half, a]) AS x)',
                  'bloom_intersection_final(bloom_merge_combine(bloom_intersection_step(NULL, a)::text::bloom_state, bloom_intersection_step(NULL, b))) @> v',
                  '(SELECT bool_and(found = ''{1,2,3}'') FROM (SELECT bloom_matrix_agg(x, n ORDER BY n) AS m FROM unnest(ARRAY[a, b, a & b]) WITH ORDINALITY AS t (x, n)) AS m,
                    LATERAL (SELECT array_agg(k ORDER BY k) AS found FROM bloom_matrix_search(m, v) AS k) AS k)']) AS expression,
     LATERAL format('SELECT %s FROM %I WHERE n = %s', expression, CASE type WHEN 'real'::regtype THEN 'of_real' ELSE 'of_float8' END, n) AS sql, answer(sql)
WHERE answer IS DISTINCT FROM 'true';
DROP TABLE zeros_and_nans, of_float8, of_real;

-- 9. Matrices find what their filters contain, in every scheme.
CREATE TABLE many AS
    SELECT scheme, g, bloom_agg(g * 1000 + v, CASE WHEN g % 2 = 0 THEN 40 ELSE 20 END * 30, 0.01, scheme) AS f
    FROM unnest('{parquet, datasketches, keyed:000102030405060708090a0b0c0d0e0f}'::text[]) AS scheme, generate_series(1, 30) AS g, generate_series(1, 100) AS v
    GROUP BY scheme, g;
CREATE TABLE m AS SELECT scheme, bloom_matrix_agg(f, g) AS m FROM many WHERE g % 2 = 0 GROUP BY scheme;
SELECT left(scheme, 12) AS scheme, count(*) AS tried, count(*) FILTER (WHERE (g IN (SELECT bloom_matrix_search(m, (g * 1000 + v)::integer))) IS NOT TRUE) AS missing
FROM m JOIN many USING (scheme), generate_series(1, 100) AS v WHERE g % 2 = 0 GROUP BY 1 ORDER BY 1;
SELECT left(scheme, 12) AS scheme, count(*) AS tried, count(*) FILTER (WHERE (f @> v) IS DISTINCT FROM (g IN (SELECT bloom_matrix_search(m, v)))) AS other
FROM m JOIN many USING (scheme), generate_series(1, 20) AS v WHERE g % 2 = 0 GROUP BY 1 ORDER BY 1;
DROP TABLE many, m;
-- Filters of two sizes, which fold to each other.
WITH many AS (SELECT g, bloom_add_all(bloom_sized(2560 * (1 + g % 2), 8, 'parquet'), ARRAY[g, g + 100]) AS f FROM generate_series(1, 40) AS g),
     m AS MATERIALIZED (SELECT bloom_matrix_merge(bloom_matrix_agg(f, g) FILTER (WHERE g % 2 = 0), bloom_matrix_agg(f, g) FILTER (WHERE g % 2 = 1)) AS m,
                               bloom_matrix_agg(f, g) AS mixed FROM many)
SELECT count(*) AS tried, count(*) FILTER (WHERE (g IN (SELECT bloom_matrix_search(m, g + 100)) AND g IN (SELECT bloom_matrix_search(mixed, g))) IS NOT TRUE) AS missing
FROM m, many;
-- A file may contain -0.
SELECT array_agg(k ORDER BY k) AS zeros
FROM (SELECT bloom_matrix_agg(bloom_from_parquet(bloom_to_parquet(bloom_sized(25600, 8, 'parquet') || b), 'float8'), g) AS m
      FROM (VALUES (1, '\x0000000000000080'::bytea), (2, '\x0000000000000000'), (3, '\x000000000000f03f')) AS v (g, b)) AS s, bloom_matrix_search(m, 0::float8) AS k;

-- 10. Keys are random, and no error or report repeats one.
SELECT count(DISTINCT bloom_keyed_scheme()) AS keys FROM generate_series(1, 1000);
SELECT bool_and(bloom_keyed_scheme() ~ '^keyed:[0-9a-f]{32}$') AS right_form FROM generate_series(1, 100);
\set secret 5ec0de5ec0de5ec0de5ec0de5ec0de5e
CREATE TABLE k AS SELECT bloom_agg(v, 100, 0.01, 'keyed:' || :'secret') AS f FROM generate_series(1, 100) AS v;
SELECT bool_and(f @> v) AS all_found FROM k, generate_series(1, 100) AS v;
SELECT (bloom_header(f)).scheme, (bloom_info(f)).scheme FROM k;
SELECT sql, raised
FROM (VALUES ('SELECT f | bloom_agg(1, 100) FROM k GROUP BY f', '22000'),
             ('SELECT f | bloom_agg(1, 100, 0.01, (SELECT bloom_keyed_scheme())) FROM k GROUP BY f', '22000'),
             ('SELECT bloom_union_agg(g) FROM (SELECT f AS g FROM k UNION ALL SELECT bloom_empty(100, 0.01, bloom_keyed_scheme())) AS t', '22000'),
             ('SELECT bloom_contains_hash(f, bloom_hash(1)) FROM k', '22000'),
             ('SELECT bloom_agg(v, 10, 0.01, CASE v WHEN 1 THEN ''keyed:@'' ELSE bloom_keyed_scheme() END) FROM generate_series(1, 2) AS v', '22023'),
             ('SELECT bloom_empty(10, 0.01, ''keyed:@0'')', '22023'),
             ('SELECT bloom_empty(10, 0.01, ''keyed:@ int4'')', '22023'),
             ('SELECT bloom_empty(10, 0.01, ''keyed @'')', '22023'),
             ('SELECT bloom_to_guava(f) FROM k', '22000')) AS v (template, state),
     LATERAL replace(template, '@', :'secret') AS sql, raised(sql)
WHERE (raised[1] = state AND strpos(raised::text, '5ec0de') = 0) IS NOT TRUE;
-- The key is in the header of the filter and nowhere else, so whoever can read the filter knows the key.
SELECT encode(substring(f::bytea FROM 9 FOR 4) || substring(f::bytea FROM 49 FOR 12), 'hex') AS key FROM k;

DROP TABLE k;
DROP DOMAIN small_id;
DROP FUNCTION raised, wrong, answer, pages_read;
DROP EXTENSION bloom_rs;
