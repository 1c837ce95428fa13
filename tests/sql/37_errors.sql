--
-- Errors: each SQLSTATE with its message, DETAIL and HINT.
--
CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

-- What a statement raises, if it is not as expected: SQLSTATE and message as given, a DETAIL that contains what is given, a HINT.
CREATE FUNCTION wrong(sql text, state text, message text, detail text, hint boolean DEFAULT true) RETURNS SETOF text[] LANGUAGE sql AS $$
    SELECT r FROM raised(sql) AS r WHERE (r[1] = state AND r[2] = message AND strpos(r[3], detail) > 0 AND (r[4] <> '') = hint) IS NOT TRUE
$$;
-- It finds each of these wrong.
SELECT count(*) FROM (VALUES ('22012', 'division by zero', '', true), ('22023', 'division by zero', '', false), ('22012', 'division', '', false),
                             ('22012', 'division by zero', 'zero', false), (NULL, 'division by zero', '', false)) AS v (state, message, detail, hint),
                     wrong('SELECT 1 / 0', state, message, detail, hint);
SELECT * FROM wrong('SELECT 1 / 0', '22012', 'division by zero', '', false);

-- 1. Impossible parameters are 22023.
SELECT sql, wrong
FROM unnest(ARRAY['0', '-1', '-9223372036854775808']) AS bad,
     unnest(ARRAY['bloom_empty(%s)', 'bloom_params(%s, 0.01)', 'bloom_agg(1, %s)']) AS call,
     LATERAL format('SELECT ' || call, '(' || bad || ')::bigint') AS sql, wrong(sql, '22023', 'capacity must be at least 1', bad);
SELECT sql, wrong
FROM unnest(ARRAY['0', '1', '-0.5', '1.5', '''NaN''', '''Infinity''', '''-Infinity''']) AS bad,
     unnest(ARRAY['bloom_empty(10, %s)', 'bloom_params(10, %s)', 'bloom_agg(1, 10, %s)', 'bloom_agg(1, NULL, %s)', 'bloom_of(ARRAY[1], %s)', 'bloom_fold(bloom_empty(10), %s)']) AS call,
     LATERAL format('SELECT ' || call, '(' || bad || ')::float8') AS sql,
     wrong(sql, '22023', 'false-positive rate must be greater than 0 and less than 1', 'The rate is');
SELECT sql, wrong
FROM unnest(ARRAY['0', '-1', '256', '2147483647']) AS bad, LATERAL format('SELECT bloom_sized(64, %s)', bad) AS sql, wrong(sql, '22023', 'number of hashes must be between 1 and 255', bad);
SELECT sql, wrong
FROM unnest(ARRAY['0', '-64']) AS bad, LATERAL format('SELECT bloom_sized(%s, 7)', bad) AS sql, wrong(sql, '22023', 'number of bits must be at least 1', bad);

-- 2. Arguments of an aggregate that change from row to row are 22023.
SELECT sql, wrong
FROM (VALUES ('SELECT bloom_agg(x, x) FROM generate_series(1::bigint, 2) AS x', 'capacity', 'It was 1 and is now 2.'),
             ('SELECT bloom_agg(x, nullif(x, 2)) FROM generate_series(1::bigint, 2) AS x', 'capacity', 'It was 1 and is now NULL.'),
             ('SELECT bloom_agg(x, 10, x / 10.0::float8) FROM generate_series(1::bigint, 2) AS x', 'fpp', 'It was 0.1 and is now 0.2.')) AS v (sql, argument, detail),
     wrong(sql, '22023', argument || ' must be the same for all rows of an aggregate', detail);

-- 3. What is too large is 54000.
SELECT sql, wrong
FROM unnest(ARRAY['bloom_empty(900000000)', 'bloom_empty(9223372036854775807)', 'bloom_empty(1, 1e-300)', 'bloom_sized(8589901761, 1)',
                  'bloom_sized(9223372036854775807, 1)', 'bloom_params(900000000, 0.01)', 'bloom_agg(1, 900000000)']) AS call,
     LATERAL format('SELECT %s', call) AS sql, wrong(sql, '54000', 'filter would exceed the largest possible size of 8589901760 bits', 'It would need at least ');

-- 4. Values of another element type are 42804. The elements of an array are probed as such.
SELECT sql, wrong
FROM (VALUES ('1', '''1''', 'integer', 'text'), ('''x''::text', '1', 'text', 'integer'), ('''x''::text', '1::bigint', 'text', 'bigint'),
             ('''x''::text', '1::smallint', 'text', 'smallint'), ('1', '''x''::varchar(5)', 'integer', 'character varying'), ('1', '1::real', 'integer', 'real'),
             ('1.0', '1.0::float8', 'numeric', 'double precision'), ('''x''::bytea', '''x''::text', 'bytea', 'text'),
             ('''2020-01-01''::date', '''2020-01-01''::timestamp', 'date', 'timestamp without time zone'),
             ('ARRAY[1]', 'ARRAY[1::bigint]', 'integer[]', 'bigint[]')) AS v (filter, value, holds, given),
     unnest(ARRAY['bloom_contains(%s, %s)', 'bloom_add(%s, %s)', '%2$s <@ %1$s', 'bloom_contains_any(%s, ARRAY[%s])']) AS call,
     LATERAL format('SELECT ' || call, format('bloom_add(bloom_empty(10), %s)', filter), value) AS sql,
     wrong(sql, '42804', 'element type mismatch', format('The filter holds %s, but the value is %s.', holds, given))
WHERE NOT (filter ~ '^ARRAY' AND call ~ 'any');
-- Enums are of different types. A hash does not know the SQL type of its value.
CREATE TYPE mood AS ENUM ('fine');
CREATE TYPE taste AS ENUM ('fine');
SELECT sql, wrong
FROM (VALUES ('SELECT bloom_contains(bloom_add(bloom_empty(10), ''fine''::mood), ''fine''::taste)', 'The filter holds values of another enum type than taste.'),
             ('SELECT bloom_contains(bloom_add(bloom_empty(10), ''fine''::mood), 1)', 'The filter holds values of an enum type, but the value is integer.'),
             ('SELECT bloom_contains_hash(bloom_of(ARRAY[''x'']), bloom_hash(1::bigint))', 'The filter holds text, but the value is integer.')) AS v (sql, detail),
     wrong(sql, '42804', 'element type mismatch', detail);

-- 5. Values that a filter cannot hold are 0A000.
CREATE TYPE moods AS (a int, b mood);
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TYPE caseless_row AS (a text COLLATE caseless);
CREATE TYPE caseless_range AS RANGE (subtype = text, collation = caseless);
SELECT sql, wrong
FROM (VALUES ('''<a/>''::xml', 'xml'), ('''a''::tsvector', 'tsvector'), ('''1''::money', 'money'), ('B''1''', 'bit'), ('bloom_empty(1)', 'bloom'),
             ('ARRAY[bloom_empty(1)]', 'bloom[]'), ('ROW(1, bloom_empty(1))', 'record'), ('''pg_class''::regclass', 'regclass'),
             ('(''=r/'' || quote_ident(current_user))::aclitem', 'aclitem'), ('ARRAY[''int''::regtype]', 'regtype[]'), ('ARRAY[''fine''::mood]', 'mood[]'),
             ('ROW(1, ''fine'')::moods', 'moods'), ('ROW(1, ''fine''::mood)', 'record'), ('''a'' COLLATE caseless', NULL), ('''a''::varchar COLLATE caseless', NULL),
             ('ARRAY[''a'' COLLATE caseless]', NULL), ('ROW(''a'')::caseless_row', NULL), ('ROW(''a'' COLLATE caseless)', NULL),
             ('''[a,b]''::caseless_range', NULL)) AS v (value, type),
     unnest(ARRAY['bloom_contains(bloom_empty(10), %s)', 'bloom_add(bloom_empty(10), %s)', 'bloom_agg(%s)', 'bloom_agg(%s) OVER ()']) AS call,
     LATERAL format('SELECT ' || call, value) AS sql,
     wrong(sql, '0A000', coalesce('type ' || type || ' is not supported for Bloom filters', 'nondeterministic collations are not supported for Bloom filters'), '');

-- 6. For an aggregate of text, citext is 0A000 unless it is cast.
CREATE TABLE c (v citext, a citext[]);
INSERT INTO c VALUES ('A', '{A,b}');
SELECT sql, wrong
FROM unnest(ARRAY['bloom_agg(%s)', 'bloom_agg(%s, 10)', 'bloom_agg(%s, 10, 0.1)', 'bloom_agg(%s) OVER ()', 'bloom_empty(10) || %s']) AS call,
     (VALUES ('v', '0A000', 'type citext is not supported for Bloom filters', true), ('lower(v)::text', '00000', '', false)) AS v (value, state, message, hint),
     LATERAL format('SELECT ' || call || ' FROM c', value) AS sql, wrong(sql, state, message, '', hint);

-- 7. A citext value is never probed as text, even where the plan hides its type: 42804.
CREATE TABLE f AS SELECT bloom_of(ARRAY['a', 'A']) AS of_text, bloom_of(ARRAY['a'::citext]) AS of_citext;
CREATE FUNCTION ask(f bloom, v citext) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN f @> v; END';
CREATE TABLE probes AS
    SELECT unnest(ARRAY['%s @> ''A''::citext', '%s @> v', 'v <@ %s', 'bloom_contains(%s, ''A''::citext)', 'bloom_contains(%s, v)', 'ask(%s, ''A'')', '%s @> ANY (a)',
                        '%s @> ANY (ARRAY[v])', '%s @> ANY (ARRAY[''A''::citext])', 'bloom_contains_any(%s, a)', 'bloom_contains_hash(%s, bloom_hash(v))',
                        'bloom_contains_hash(%s, bloom_hash(''A''::citext))']) AS probe;
SELECT probe, answer FROM probes, LATERAL answer(format('SELECT ' || probe || ' FROM f, c', 'of_citext')) WHERE answer IS DISTINCT FROM 'true';
SELECT sql, wrong
FROM probes, LATERAL format('SELECT ' || probe || ' FROM f, c', 'of_text') AS sql,
     wrong(sql, '42804', 'element type mismatch', format('but the value is %s.', CASE WHEN probe ~ '_hash' THEN 'user-defined type' ELSE 'citext' END));
PREPARE p(citext) AS SELECT of_text @> $1 FROM f;
SET plan_cache_mode = force_custom_plan;
SELECT * FROM wrong('EXECUTE p(''A'')', '42804', 'element type mismatch', 'the value is citext');
SET plan_cache_mode = force_generic_plan;
SELECT * FROM wrong('EXECUTE p(''A'')', '42804', 'element type mismatch', 'the value is citext');
RESET plan_cache_mode;
DEALLOCATE p;
CREATE TABLE k (v citext CHECK (bloom_of(ARRAY['a']) @> v));
SELECT * FROM wrong('INSERT INTO k VALUES (''A'')', '42804', 'element type mismatch', 'the value is citext');

-- 8. Conflicting collations are 42P22.
CREATE TABLE t (a text COLLATE "C", b text COLLATE "POSIX");
INSERT INTO t VALUES ('a', 'b');
SELECT call, wrong
FROM unnest(ARRAY['bloom_agg(a || b)', 'bloom_contains(bloom_empty(10), a || b)']) AS call,
     wrong(format('SELECT %s FROM t', call), '42P22', 'could not determine which collation to use for a Bloom filter', 'conflict');

-- 9. Broken values are 22P02.
SELECT sql, wrong
FROM (VALUES ('SELECT ''x''::bloom', 'invalid input syntax for type bloom', 'base64', true), ('SELECT ''====''::bloom', 'invalid input syntax for type bloom', 'base64', true),
             ('SELECT ''QkxN RgEB''::bloom', 'invalid input syntax for type bloom', 'base64', true),
             ('SELECT ''QkxNRgEBA''::bloom', 'invalid input syntax for type bloom', 'base64', true),
             ('SELECT ''é''::bloom', 'invalid input syntax for type bloom', 'base64', true),
             ('SELECT ''''::bloom', 'invalid Bloom filter', 'a header has 60', true), ('SELECT ''QkxN''::bloom', 'invalid Bloom filter', 'a header has 60', true),
             ('SELECT ''AAAA''::bloom', 'invalid Bloom filter', 'a header has 60', true),
             ('SELECT ''''::bytea::bloom', 'invalid Bloom filter', 'It has 0 bytes', false),
             ('SELECT (bloom_empty(10)::bytea || ''\x00'')::bloom', 'invalid Bloom filter', 'promises', false),
             ('SELECT set_byte(bloom_empty(10)::bytea, 60, 1)::bloom', 'invalid Bloom filter', 'no element family', false),
             ('SELECT ''AAAA''::bloom_state', 'invalid Bloom filter state', 'header', false)) AS v (sql, message, detail, hint),
     wrong(sql, '22P02', message, detail, hint);

-- 10. Users may give a key without the name of its scheme, or with a wrong name; errors do not repeat it.
SELECT call, scheme, error
FROM (SELECT '0011-2233-4455-6677-8899-aabb-ccdd-eeff') AS k (key),
     LATERAL (VALUES (key, 'unknown hash scheme'), ('key:' || key, 'unknown hash scheme'), ('mitz64x:' || key, 'unknown hash scheme'),
                     ('mitz64:' || key, 'invalid options for hash scheme mitz64'), ('spark1 ' || key, 'invalid options for hash scheme spark1'),
                     ('parquet pow2 ' || key, 'invalid options for hash scheme parquet'), ('datasketches:' || key, 'invalid options for hash scheme datasketches'),
                     ('keyed:' || replace(key, '-', '') || ' int4', 'invalid options for hash scheme keyed'),
                     ('keyed:' || key, 'key must have 32 hexadecimal digits'), ('keyed ' || key, 'key must have 32 hexadecimal digits')) AS v (scheme, message),
     unnest(ARRAY['bloom_empty(10, 0.01, %L)', 'bloom_sized(64, 7, %L)', 'bloom_agg(v, 10, 0.01, %L) FROM generate_series(1, 2) AS v',
                  'bloom_agg(v, 10, 0.01, CASE v WHEN 2 THEN %L ELSE ''mitz64'' END) FROM generate_series(1, 2) AS v']) AS call,
     LATERAL raised(format('SELECT ' || call, scheme)) AS error
WHERE (error[1] = '22023' AND error[2] = message AND error[4] <> '' AND error::text !~ '0011') IS NOT TRUE;
-- Nor does the error for a damaged header, whose options may be a key. (39300000 is 12345.)
SELECT raised(format('SELECT set_byte(bloom_empty(10, 0.01, %L)::bytea, 5, 1)::bloom', scheme))
FROM unnest(ARRAY['keyed:000000005ec0de5ec0de5ec0de5ec0de', 'keyed:39300000000000000000000000000000']) AS scheme;

DROP TABLE c, f, probes, k, t;
DROP FUNCTION raised, wrong(text, text, text), wrong(text, text, text, text, boolean), answer, ask;
DROP TYPE taste, moods, mood, caseless_row, caseless_range;
DROP COLLATION caseless;
DROP EXTENSION citext;
DROP EXTENSION bloom_rs;
