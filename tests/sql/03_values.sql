--
-- What a filter can hold. The rule: if x = y holds in SQL, a filter of x contains y, or the call fails.
--
CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;

CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a integer, b text);
CREATE DOMAIN posint AS integer CHECK (value > 0);
CREATE DOMAIN word AS text CHECK (value !~ ' ');
CREATE COLLATION case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

-- Every kind of value: what bloom_info calls it, and that it is found.
CREATE TABLE kinds (kind text, element text, found boolean, absent boolean);
CREATE FUNCTION kind(yes anyelement, no anyelement) RETURNS void LANGUAGE sql AS $$
    INSERT INTO kinds
        SELECT pg_typeof(yes), element, bloom_contains(f, yes), bloom_contains(f, no)
        FROM (SELECT bloom_agg(yes, 1, 0.000001) AS f FROM (SELECT yes) AS one) AS built, bloom_info(f)
$$;
\o /dev/null
SELECT kind(1::int2, 2::int2), kind(1::int4, 2::int4), kind(1::int8, 2::int8), kind(1::oid, 2::oid);
SELECT kind('a'::text, 'b'), kind('a'::varchar, 'b'), kind('a'::char(3), 'b'), kind('a'::name, 'b');
SELECT kind('\x00ff'::bytea, '\x00fe'), kind('a'::"char", 'b'), kind(true, false);
SELECT kind(1.5::float4, 2.5::float4), kind(1.5::float8, 2.5::float8), kind(1.5::numeric, 2.5::numeric);
SELECT kind('6ecd8c99-4036-403d-bf84-cf8400f67836'::uuid, '6ecd8c99-4036-403d-bf84-cf8400f67837');
SELECT kind('2020-01-01'::date, '2020-01-02'), kind('12:00'::time, '12:01'), kind('12:00+01'::timetz, '12:00+02');
SELECT kind('2020-01-01'::timestamp, '2020-01-02'), kind('2020-01-01 00:00+00'::timestamptz, '2020-01-02 00:00+00');
SELECT kind('1 day'::interval, '2 days'), kind('10.0.0.1'::inet, '10.0.0.2'), kind('10.0.0.0/8'::cidr, '11.0.0.0/8');
SELECT kind('08:00:2b:01:02:03'::macaddr, '08:00:2b:01:02:04');
SELECT kind('08:00:2b:01:02:03:04:05'::macaddr8, '08:00:2b:01:02:03:04:06'), kind('16/B374D848'::pg_lsn, '0/0');
SELECT kind('sad'::mood, 'ok'), kind('{1,2}'::int[], '{2,1}'), kind('{a,b}'::text[], '{ab}');
SELECT kind('[1,3)'::int4range, '[1,4)'), kind('{[1,3)}'::int4multirange, '{[1,4)}');
SELECT kind('{"a": 1}'::jsonb, '{"a": 2}'), kind((1, 'a')::pair, (1, 'b')::pair);
SELECT kind(1::posint, 2::posint), kind('a'::word, 'b');
\o
SELECT * FROM kinds;
DROP FUNCTION kind;
DROP TABLE kinds;

-- Whole numbers of every width agree with each other.
SELECT count(*) AS probes, bool_and(bloom_contains(f2, v::int2) AND bloom_contains(f2, v::int4)
       AND bloom_contains(f2, v::int8) AND bloom_contains(f8, v::int2) AND bloom_contains(f4, v::posint)) AS agree
FROM generate_series(1, 1000) AS v,
     (SELECT bloom_agg(v::int2) AS f2, bloom_agg(v::int4) AS f4, bloom_agg(v::int8) AS f8
      FROM generate_series(1, 1000) AS v) AS built;
SELECT bloom_agg((-v)::int2)::text = bloom_agg((-v)::int8)::text AS same_bits FROM generate_series(1, 100) AS v;

-- An oid is a kind of its own, although = compares it with integers.
SELECT bloom_contains(bloom_agg(3000000000), 3000000000::oid) AS oid FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(3000000000), 3000000000::oid::bigint) AS cast FROM (SELECT) AS one;

-- Literals without a type are text; numbers are integers; a cast says otherwise.
SELECT bloom_contains(bloom_agg('42'), '42') AS text FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(42), '42') FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(42), '42'::integer) AS cast FROM (SELECT) AS one;

-- The texts: text, varchar, name. A filter of char(n) answers them without their trailing blanks, as its = does ...
SELECT bloom_contains(f, 'ab'::text), bloom_contains(f, 'ab'::varchar(9)), bloom_contains(f, 'ab'::char(9)),
       bloom_contains(f, 'ab'::name), bloom_contains(f, 'ab'::word)
FROM (SELECT bloom_agg('ab'::char(5)) AS f) AS built;
-- ... and a filter of text refuses char(n), in which blanks that count would be missing. Cast both to bpchar.
SELECT bloom_contains(bloom_agg('ab  '::varchar), 'ab'::char(5));
SELECT bloom_contains(bloom_agg('ab  '::varchar::bpchar), 'ab'::char(5));
SELECT bloom_contains(bloom_agg('ab  '::text), 'ab'::text) AS text_keeps_blanks FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(''::text), '') AS empty_text FROM (SELECT) AS one;

-- Floating-point numbers: one zero, one NaN; float4 and float8 agree where = says so.
SELECT bloom_contains(bloom_agg('-0'::float8), 0::float8) AS zero,
       bloom_contains(bloom_agg('NaN'::float4), 'NaN'::float8) AS nan,
       bloom_contains(bloom_agg('NaN'::float8), '-NaN'::float8) AS minus_nan,
       bloom_contains(bloom_agg(0.5::float4), 0.5::float8) AS half,
       bloom_contains(bloom_agg('Infinity'::float4), 'Infinity'::float8) AS infinity,
       bloom_contains(bloom_agg(0.1::float4), 0.1::float8) = (0.1::float4 = 0.1::float8) AS tenth,
       bloom_contains(bloom_agg('5e-324'::float8), '5e-324'::float8) AS subnormal
FROM (SELECT) AS one;

-- numeric: the scale does not count.
SELECT bloom_contains(bloom_agg(1.0), 1.00), bloom_contains(bloom_agg(1e5), 100000.000),
       bloom_contains(bloom_agg('NaN'::numeric), 'NaN'::numeric),
       bloom_contains(bloom_agg(-0.0), 0.00), bloom_contains(bloom_agg('Infinity'::numeric), 'inf'::numeric)
FROM (SELECT) AS one;

-- Equal in SQL though written differently.
SELECT bloom_contains(bloom_agg('1 day'::interval), '24 hours'::interval) AS interval,
       bloom_contains(bloom_agg('10.0.0.0/8'::cidr), '10.0.0.0/8'::inet) AS cidr,
       bloom_contains(bloom_agg('[1,2]'::int4range), '[1,3)'::int4range) AS range,
       bloom_contains(bloom_agg('{"b": 1, "a": 2.0}'::jsonb), '{"a": 2.00, "b": 1}'::jsonb) AS jsonb,
       bloom_contains(bloom_agg('{1.0}'::numeric[]), '{1.00}'::numeric[]) AS array,
       bloom_contains(bloom_agg('{-0}'::float8[]), '{0}'::float8[]) AS float_array
FROM (SELECT) AS one;

-- A timestamptz is a moment, whatever the time zone of the session.
SET TimeZone = 'Asia/Tokyo';
CREATE TEMP TABLE moments AS SELECT bloom_agg('2020-06-01 12:00+00'::timestamptz) AS f;
SET TimeZone = 'America/New_York';
SET DateStyle = 'SQL, DMY';
SELECT bloom_contains(f, '2020-06-01 21:00+09'::timestamptz),
       bloom_contains(f, '2020-06-01 08:00'::timestamptz) FROM moments;
SELECT bloom_contains(bloom_agg('infinity'::timestamptz), 'infinity'::timestamptz) AS infinity FROM (SELECT) AS one;
RESET TimeZone;
RESET DateStyle;

-- Enums are kept by label, so new labels may come in between; another enum is another kind.
CREATE TEMP TABLE moods AS SELECT bloom_agg(m) AS f FROM unnest('{sad,happy}'::mood[]) AS m;
ALTER TYPE mood ADD VALUE 'angry' BEFORE 'sad';
SELECT m, bloom_contains(f, m) FROM moods, unnest(enum_range(NULL::mood)) AS m;
CREATE TYPE weather AS ENUM ('sad', 'sunny');
SELECT bloom_contains(f, 'sad'::weather) FROM moods;
SELECT bloom_contains(f, 'sad'::text) FROM moods;

-- Arrays and rows, with NULLs inside.
SELECT a, bloom_contains(f, a::integer[]) FROM unnest(ARRAY['{1,2}', '{1,NULL}', '{}', '{NULL}', '{2,1}']) AS a,
    (SELECT bloom_agg(a::integer[]) AS f FROM unnest(ARRAY['{1,2}', '{1,NULL}', '{}']) AS a) AS built;
SELECT bloom_contains(f, (1, 'a')::pair) AS pair, bloom_contains(f, ROW(1, 'a'::text)) AS record,
       bloom_contains(f, (NULL, 'a')::pair) AS null_inside, bloom_contains(f, (1, 'b')::pair) AS absent
FROM (SELECT bloom_agg(p) AS f FROM (VALUES ((1, 'a')::pair), ((NULL, 'a')::pair)) AS t(p)) AS built;
CREATE TABLE points (x integer, y numeric);
INSERT INTO points VALUES (1, 2.0), (3, 4.50);
SELECT bloom_contains(f, (1, 2)::points), bloom_contains(f, (3, 4.5)::points), bloom_contains(f, (2, 1)::points)
FROM (SELECT bloom_agg(points) AS f FROM points) AS built;
DROP TABLE points;

-- Rows compare with = if their columns have the same types, and so it is here: in a named type, in none,
-- in a domain. Other column types are another kind.
SELECT bloom_contains(f, (1, 'a')::pair), bloom_contains(f, ROW(1::posint, 'a'::word)) AS domains
FROM (SELECT bloom_agg(ROW(1, 'a'::text)) AS f) AS built;
SELECT bloom_contains(bloom_agg(ROW(1, 'a'::text)), ROW(1::bigint, 'a'::text)) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(ROW(1, 'a'::text)), ROW(1, 'a'::text, NULL::integer)) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg((1, 'a')::pair), ROW('a'::text, 1)) FROM (SELECT) AS one;
CREATE TYPE nested AS (p pair, more pair[]);
SELECT bloom_contains(f, ((1, 'a'), ARRAY[(2, 'b')]::pair[])::nested) AS nested,
       bloom_contains(f, ROW((1, 'a')::pair, ARRAY[(2, 'b')::pair])) AS record
FROM (SELECT bloom_agg(((1, 'a'), ARRAY[(2, 'b')]::pair[])::nested) AS f) AS built;
SELECT bloom_agg(ROW(1, ROW(2, 3)));
SELECT bloom_agg(ARRAY[ROW(2, 3)]);
SELECT bloom_agg(ROW(1, 'bare literal'));
DROP TYPE nested;

-- Another kind of value is an error that says what to do.
SELECT bloom_contains(bloom_agg('a'::text), '\x61'::bytea) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(1), 1.0) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg(1.0), 1) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg('{1}'::integer[]), '{1}'::bigint[]) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg('2020-01-01'::date), '2020-01-01'::timestamp) FROM (SELECT) AS one;
SELECT bloom_contains(bloom_agg('6ecd8c99-4036-403d-bf84-cf8400f67836'::uuid),
       '6ecd8c99-4036-403d-bf84-cf8400f67836') FROM (SELECT) AS one;
SELECT bloom_add(bloom_agg('sad'::mood), 'sad') FROM (SELECT) AS one;
SELECT bloom_agg(v) FROM (VALUES (1), (2)) AS t(v) HAVING bloom_contains(bloom_agg(v), true);

-- Types that a filter cannot hold.
SELECT bloom_agg('<a/>'::xml);
SELECT bloom_agg('{"a": 1}'::json);
SELECT bloom_agg('(1,2)'::point);
SELECT bloom_agg(B'101');
SELECT bloom_agg('1'::money);
SELECT bloom_agg('a'::tsvector);
SELECT bloom_agg('pg_class'::regclass);
SELECT bloom_agg(ARRAY['pg_class'::regclass]);
SELECT bloom_agg(ARRAY['sad'::mood]);
SELECT bloom_agg(ROW(1, 'sad'::mood));
SELECT bloom_agg('=r/postgres'::aclitem);
SELECT bloom_agg(bloom_empty(1));
SELECT bloom_contains(bloom_empty(1), bloom_empty(1));
SELECT bloom_agg(ROW(1, 'pg_class'::regclass));
SELECT bloom_contains(bloom_empty(1), '(1,2)'::point);
SELECT bloom_add(bloom_empty(1), 'pg_class'::regclass);

-- citext: equal values of different texts. In a filter of text one cannot look for them; an aggregate is asked for text and
-- would get it. Say which text is meant, or make filters of citext, which it hashes itself.
CREATE TABLE people (name citext);
INSERT INTO people VALUES ('Alice'), ('Bob');
SELECT bloom_agg(name) FROM people;
SELECT bloom_contains(bloom_agg(name::text), 'alice'::citext) FROM people;
SELECT bloom_add(bloom_empty(10), 'Alice'::citext) @> name AS contains, bloom_of(array_agg(name) OVER ()) @> ANY (ARRAY['ALICE'::citext]) AS any FROM people;
SELECT bloom_contains(bloom_agg(lower(name)::text), lower('ALICE')) AS lower FROM people;
SELECT bloom_contains(bloom_agg(ARRAY[name]), ARRAY['ALICE'::citext]) AS array FROM people;
DROP TABLE people;

-- Nondeterministic collations: likewise.
CREATE TABLE ci (t text COLLATE case_insensitive, c char(5) COLLATE case_insensitive);
INSERT INTO ci VALUES ('a', 'a');
SELECT count(*) FROM ci WHERE t = 'A';
SELECT bloom_agg(t) FROM ci;
SELECT bloom_agg(c) FROM ci;
SELECT bloom_agg(ARRAY[t]) FROM ci;
SELECT bloom_agg(ci) FROM ci;
SELECT bloom_contains(bloom_empty(1), t) FROM ci;
SELECT bloom_contains(bloom_agg(t COLLATE "C"), 'a') AS a, bloom_contains(bloom_agg(t COLLATE "C"), 'A') AS "A" FROM ci;
SELECT bloom_agg(t || c::text COLLATE "C") IS NOT NULL AS explicit FROM ci;
DROP TABLE ci;

DROP TABLE moments, moods;
DROP TYPE mood, pair, weather;
DROP DOMAIN posint, word;
DROP COLLATION case_insensitive;
DROP EXTENSION citext;
DROP EXTENSION bloom_rs;
