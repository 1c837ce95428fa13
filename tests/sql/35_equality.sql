--
-- Filters agree with = in SQL: if x = y holds, a filter of x contains y, or the call fails as documented.
--
CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
CREATE TYPE mood AS ENUM ('sad', 'fine');
CREATE DOMAIN mood_d AS mood;
CREATE DOMAIN int_d AS int;
CREATE DOMAIN bigint_d AS bigint CHECK (VALUE > 0);
CREATE DOMAIN text_d AS text;
CREATE DOMAIN varchar_d AS varchar(10);
CREATE DOMAIN char_d AS char(10);
CREATE DOMAIN numeric_d AS numeric;
CREATE DOMAIN uuid_d AS uuid;
CREATE DOMAIN ints_d AS int[];
CREATE TYPE pair AS (a int, b text);
CREATE TYPE pair_d AS (a numeric, b char(5));
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TYPE text_range AS RANGE (subtype = text, collation = "C");

-- 1. Pairs of expressions, and what a filter of one says of the other, either way round:
--   contains     The values are equal, and the filter contains the other one.
--   mismatch     The values have different element types: 42804.
--   padded       The values are equal. A filter of the first one, a char(n), contains the other one; otherwise a mismatch.
--   unsupported  A filter cannot hold such values: 0A000.
CREATE TABLE pairs (a text, b text, expected text);
INSERT INTO pairs VALUES
    -- Integers of every width.
    ($$1::int2$$, $$1::int4$$, 'contains'),
    ($$1::int4$$, $$1::int8$$, 'contains'),
    ($$1::int8$$, $$1::int2$$, 'contains'),
    ($$'-32768'::int2$$, $$'-32768'::int8$$, 'contains'),
    ($$'-2147483648'::int4$$, $$'-2147483648'::int8$$, 'contains'),
    ($$1::int_d$$, $$1::bigint_d$$, 'contains'),
    ($$1::int_d$$, $$1::int2$$, 'contains'),
    ($$4294967295::oid$$, $$'4294967295'::oid$$, 'contains'),
    ($$1::oid$$, $$1::int4$$, 'mismatch'),
    ($$1::int4$$, $$1::numeric$$, 'mismatch'),
    ($$1::int4$$, $$1::float8$$, 'mismatch'),
    ($$1::float8$$, $$1::numeric$$, 'mismatch'),
    -- Floating point.
    ($$'-0'::float8$$, $$'0'::float8$$, 'contains'),
    ($$'-0'::float4$$, $$'0'::float8$$, 'contains'),
    ($$'NaN'::float4$$, $$'NaN'::float8$$, 'contains'),
    ($$'NaN'::float8$$, $$-('NaN'::float8)$$, 'contains'),
    ($$'Infinity'::float4$$, $$'Infinity'::float8$$, 'contains'),
    ($$0.5::float4$$, $$0.5::float8$$, 'contains'),
    ($$0.1::float4$$, $$0.1::float4::float8$$, 'contains'),
    ($$'5e-324'::float8$$, $$'4.9e-324'::float8$$, 'contains'),
    ($$'1e-45'::float4$$, $$'1.401298464324817e-45'::float8$$, 'contains'),
    -- Numeric.
    ($$1.0$$, $$1.00$$, 'contains'),
    ($$1e5::numeric$$, $$100000$$, 'mismatch'),
    ($$1e5::numeric$$, $$100000.000::numeric$$, 'contains'),
    ($$'-0.00'::numeric$$, $$0::numeric$$, 'contains'),
    ($$'NaN'::numeric$$, $$'nan'::numeric$$, 'contains'),
    ($$'Infinity'::numeric$$, $$'inf'::numeric$$, 'contains'),
    ($$1.50::numeric(5, 2)$$, $$1.5::numeric_d$$, 'contains'),
    ($$1e300::numeric$$, $$(repeat('9', 300)::numeric + 1)$$, 'contains'),
    -- Text types.
    ($$'a'::text$$, $$'a'::varchar$$, 'contains'),
    ($$'a'::varchar(5)$$, $$'a'::text_d$$, 'contains'),
    ($$'a'::varchar_d$$, $$'a'::text$$, 'contains'),
    ($$'a'::name$$, $$'a'::text$$, 'contains'),
    ($$'a'::char(5)$$, $$'a'::text$$, 'padded'),
    ($$'a'::char(5)$$, $$'a'::varchar$$, 'padded'),
    ($$'a'::char(5)$$, $$'a'::char(50)$$, 'contains'),
    ($$'a  '::bpchar$$, $$'a'::bpchar$$, 'contains'),
    ($$'a'::char_d$$, $$'a'::char(2)$$, 'contains'),
    ($$'a'::text$$, $$'a'::text COLLATE "C"$$, 'contains'),
    ($$''::char(3)$$, $$''::text$$, 'padded'),
    ($$'a'::char(5)$$, $$'a  '::varchar$$, 'padded'),
    ($$'a'::char_d$$, $$'a '::varchar_d$$, 'padded'),
    ($$'a'::char(5)$$, $$'a'::name$$, 'padded'),
    ($$'é'::char(5)$$, $$U&'\00e9 '::varchar$$, 'padded'),
    ($$'a  '::varchar::bpchar$$, $$'a'::char(5)$$, 'contains'),
    ($$'é'::text$$, $$U&'\00e9'::varchar$$, 'contains'),
    ($$'a'::"char"$$, $$'a'::"char"$$, 'contains'),
    ($$'a'::text$$, $$'a'::"char"$$, 'mismatch'),
    ($$''::"char"$$, $$'\000'::"char"$$, 'contains'),
    ($$'A'::text COLLATE caseless$$, $$'a'::text COLLATE caseless$$, 'unsupported'),
    ($$'A'::varchar COLLATE caseless$$, $$'a'::varchar COLLATE caseless$$, 'unsupported'),
    ($$ARRAY['A' COLLATE caseless]$$, $$ARRAY['a' COLLATE caseless]$$, 'unsupported'),
    -- Other types with canonical bytes.
    ($$'\x00'::bytea$$, $$'\000'::bytea$$, 'contains'),
    ($$'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid$$, $$'{a0eebc999c0b4ef8bb6d6bb9bd380a11}'::uuid_d$$, 'contains'),
    ($$true$$, $$'yes'::bool$$, 'contains'),
    ($$'2020-01-02'::date$$, $$'Jan 2, 2020'::date$$, 'contains'),
    ($$'infinity'::date$$, $$'infinity'::date$$, 'contains'),
    ($$'2020-01-02'::date$$, $$'2020-01-02'::timestamp$$, 'mismatch'),
    ($$'24:00'::time$$, $$'24:00:00'::time$$, 'contains'),
    ($$'12:00+00'::timetz$$, $$'12:00 UTC'::timetz$$, 'contains'),
    ($$'2020-01-02'::timestamp$$, $$'2020-01-02 00:00'::timestamp$$, 'contains'),
    ($$'-infinity'::timestamp$$, $$'-infinity'::timestamp$$, 'contains'),
    ($$'2020-01-02 12:00+00'::timestamptz$$, $$'2020-01-02 14:00+02'::timestamptz$$, 'contains'),
    ($$'infinity'::timestamptz$$, $$'infinity'::timestamptz$$, 'contains'),
    ($$'1 day'::interval$$, $$'24 hours'::interval$$, 'contains'),
    ($$'1 mon'::interval$$, $$'30 days'::interval$$, 'contains'),
    -- Types that the server hashes.
    ($$'10.0.0.1'::inet$$, $$'10.0.0.1/32'::inet$$, 'contains'),
    ($$'10.0.0.0/8'::cidr$$, $$'10.0.0.0/8'::inet$$, 'contains'),
    ($$'08:00:2b:01:02:03'::macaddr$$, $$'08002b-010203'::macaddr$$, 'contains'),
    ($$'08:00:2b:01:02:03:04:05'::macaddr8$$, $$'08002b0102030405'::macaddr8$$, 'contains'),
    ($$'0/1'::pg_lsn$$, $$'00/01'::pg_lsn$$, 'contains'),
    ($$'{"a": 1.0, "b": 2}'::jsonb$$, $$'{"b": 2, "a": 1}'::jsonb$$, 'contains'),
    ($$'fine'::mood$$, $$'fine'::mood_d::mood$$, 'contains'),
    -- Arrays.
    ($$ARRAY[1, 2]$$, $$'{1,2}'::ints_d$$, 'contains'),
    ($$ARRAY[1.0]$$, $$ARRAY[1.00]$$, 'contains'),
    ($$ARRAY['-0'::float8]$$, $$ARRAY[0::float8]$$, 'contains'),
    ($$'[0:1]={1,2}'::int[]$$, $$'[0:1]={1,2}'::int[]$$, 'contains'),
    ($$ARRAY[NULL, 1]$$, $$ARRAY[NULL::int, 1]$$, 'contains'),
    ($$ARRAY['a'::char(3)]$$, $$ARRAY['a'::char(5)]$$, 'contains'),
    ($$ARRAY['x'::text_d]::text[]$$, $$ARRAY['x']$$, 'contains'),
    ($$ARRAY['FOO'::citext]$$, $$ARRAY['foo'::citext]$$, 'contains'),
    ($$ARRAY['fine'::mood]$$, $$ARRAY['fine'::mood]$$, 'unsupported'),
    -- Ranges and multiranges.
    ($$'[1,5]'::int4range$$, $$'[1,6)'::int4range$$, 'contains'),
    ($$'empty'::int4range$$, $$'(1,1)'::int4range$$, 'contains'),
    ($$'[1.0,2]'::numrange$$, $$'[1,2.00]'::numrange$$, 'contains'),
    ($$'{[1,3),[3,5)}'::int4multirange$$, $$'{[1,5)}'::int4multirange$$, 'contains'),
    ($$'[a,b]'::text_range$$, $$'["a","b"]'::text_range$$, 'contains'),
    -- Rows.
    ($$ROW(1, 'x')::pair$$, $$'(1,x)'::pair$$, 'contains'),
    ($$ROW(1, NULL)::pair$$, $$'(1,)'::pair$$, 'contains'),
    ($$ROW(1, 'x'::text)$$, $$ROW(1, 'x'::text)$$, 'contains'),
    ($$ROW(1.0, 'x')::pair_d$$, $$ROW(1.00, 'x    ')::pair_d$$, 'contains'),
    ($$ROW(ROW(1, 'x')::pair, ARRAY[1.0])$$, $$ROW(ROW(1, 'x')::pair, ARRAY[1.00])$$, 'contains'),
    ($$ROW(1, 2)$$, $$ROW(1.0, 2.0)$$, 'mismatch'),
    ($$ROW('2020-01-01'::date)$$, $$ROW('2020-01-01'::timestamp)$$, 'mismatch'),
    ($$ROW(ROW(1, 2))$$, $$ROW(ROW(1, 2))$$, 'unsupported'),
    ($$ROW(1, 'x')$$, $$ROW(1, 'x')$$, 'unsupported'),
    ($$ROW(1, 'fine'::mood)$$, $$ROW(1, 'fine'::mood)$$, 'unsupported'),
    -- Types without a stable hash.
    ($$'pg_class'::regclass$$, $$'pg_catalog.pg_class'::regclass$$, 'unsupported'),
    ($$'int'::regtype$$, $$'integer'::regtype$$, 'unsupported'),
    ($$'1'::money$$, $$'1.00'::money$$, 'unsupported'),
    ($$B'101'$$, $$'101'::bit(3)$$, 'unsupported'),
    ($$B'101'::varbit$$, $$'101'::varbit$$, 'unsupported'),
    ($$'a b'::tsvector$$, $$'b a'::tsvector$$, 'unsupported'),
    ($$'(1,2)'::point$$, $$'(1.0,2.0)'::point$$, 'unsupported');
SELECT expected, count(*) FROM pairs GROUP BY expected ORDER BY expected;

-- 2. Each pair is probed in every way: filters made by functions and aggregates; values that are constants, and values of a
-- subquery, which are read in their stored form; hashes; matrices.
-- The result of a query of one boolean, or the SQLSTATE that it raises
CREATE FUNCTION answer(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result boolean;
BEGIN
    EXECUTE query INTO result;
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END $$;
-- In SQL, an array of arrays is an array of their elements, so these are not put into one.
CREATE FUNCTION is_array(value text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN answer(format('SELECT typelem <> 0 AND typlen = -1 OR typbasetype <> 0 AND format_type(typbasetype, NULL) LIKE ''%%[]''
                          FROM pg_type WHERE oid = pg_typeof(%s)', value))::boolean;
END $$;
CREATE TABLE probes AS
    SELECT format(probe, filter, y) AS query,
           CASE WHEN expected = 'contains' OR expected = 'padded' AND forward AND NOT by_hash THEN 'true'
                WHEN expected = 'unsupported' THEN '0A000' ELSE '42804' END AS expected
    FROM (SELECT *, is_array(a) OR is_array(b) AS of_arrays FROM pairs OFFSET 0) AS p,
         LATERAL (VALUES (a, b, true), (b, a, false)) AS d (x, y, forward),
         LATERAL (VALUES (format('bloom_add(bloom_empty(10), %s)', x)),
                         (format('(SELECT bloom_agg(v) FROM (SELECT %s AS v) AS s)', x)),
                         (format('(SELECT bloom_agg(v, 10, 0.001) FROM (SELECT %s AS v OFFSET 0) AS s)', x)),
                         (CASE WHEN NOT of_arrays THEN format('bloom_of(ARRAY[%s])', x) END)) AS f (filter),
         (VALUES ('SELECT bloom_contains(%s, %s)', false),
                 ('SELECT %s @> %s', false),
                 ('SELECT v <@ f FROM (SELECT %s AS f, %s AS v OFFSET 0) AS s', false),
                 ('SELECT bloom_contains(f, v) FROM (SELECT %s AS f, %s AS v OFFSET 0) AS s', false),
                 ('SELECT bloom_contains_any(%s, ARRAY[%s])', false),
                 ('SELECT bloom_contains_hash(%s, bloom_hash(%s))', true),
                 ('SELECT count(*) = 1 FROM (SELECT bloom_matrix_agg(%s, 7) AS m, %s AS v OFFSET 0) AS s, bloom_matrix_search(m, v)', false),
                 ('SELECT count(*) = 1 FROM bloom_matrix_search_hash((SELECT bloom_matrix_agg(%s, 7)), bloom_hash(%s))', true)) AS t (probe, by_hash)
    WHERE filter IS NOT NULL AND NOT (of_arrays AND probe ~ 'any');
SELECT expected, count(*) FROM probes GROUP BY expected ORDER BY expected;
-- What is wrong: nothing, whatever the settings
CREATE VIEW wrong AS
    SELECT * FROM (SELECT query, expected, answer(query) FROM probes OFFSET 0) AS s WHERE answer IS DISTINCT FROM expected
    UNION ALL
    SELECT a, b, equal FROM (SELECT a, b, answer(format('SELECT (%s) = (%s)', a, b)) AS equal FROM pairs WHERE expected IN ('contains', 'padded') OFFSET 0) AS s
    WHERE equal IS DISTINCT FROM 'true';
SET timezone = 'UTC';
SET datestyle = 'ISO, MDY';
SELECT * FROM wrong;
SET timezone = 'Asia/Kathmandu';
SET datestyle = 'German';
SET intervalstyle = 'iso_8601';
SELECT * FROM wrong;
RESET intervalstyle;

-- 3. What is built under one setting is found under another.
SET timezone = 'UTC';
CREATE TABLE moments AS
    SELECT bloom_agg(t) AS t, bloom_agg(t::date) AS d, bloom_agg(t::timetz) AS z FROM (VALUES ('2020-06-01 12:00+00'::timestamptz)) AS v (t);
SET timezone = 'America/New_York';
SET datestyle = 'SQL, DMY';
SELECT t @> '01/06/2020 08:00 EDT'::timestamptz AS timestamptz, d @> '01/06/2020'::date AS date, z @> '12:00+00'::timetz AS timetz FROM moments;
RESET timezone;
RESET datestyle;

-- 4. Values of every length, as they are stored: in a short form, compressed, out of line.
CREATE TABLE v (i int2, t text, b bytea, n numeric, c char(9), a text[], p pair, j jsonb, e text);
ALTER TABLE v ALTER t SET STORAGE main, ALTER b SET STORAGE external;
INSERT INTO v
    SELECT g, repeat('x', g * 37), decode(repeat('ab', g * 41), 'hex'), g / 7.0, g, ARRAY[g::text, repeat('y', g * 53)], ROW(g, repeat('z', g * 59))::pair, to_jsonb(g),
           (SELECT string_agg(md5(g::text || h::text), '') FROM generate_series(1, g) AS h)
    FROM generate_series(1, 300) AS g;
CREATE FUNCTION probed(name text, OUT contained bigint, OUT missed bigint) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('WITH f AS MATERIALIZED (SELECT bloom_agg(v.%1$I) AS f FROM v)
                    SELECT count(*) FILTER (WHERE f @> v.%1$I), count(*) FILTER (WHERE (f @> v.%1$I) IS NOT TRUE) FROM f, v', name)
    INTO contained, missed;
END $$;
SELECT attname, probed.* FROM pg_attribute, probed(attname) WHERE attrelid = 'v'::regclass AND attnum > 0 ORDER BY attnum;

-- 5. A literal is text.
SELECT bloom_add(bloom_empty(10), 42) @> '42';
\echo :SQLSTATE
SELECT bloom_add(bloom_empty(10), 42) @> '42'::bigint AS cast;

DROP VIEW wrong;
DROP TABLE pairs, probes, moments, v;
DROP FUNCTION answer, is_array, probed;
DROP DOMAIN mood_d, int_d, bigint_d, text_d, varchar_d, char_d, numeric_d, uuid_d, ints_d;
DROP TYPE pair, pair_d, text_range, mood;
DROP COLLATION caseless;
DROP EXTENSION citext;
DROP EXTENSION bloom_rs;
