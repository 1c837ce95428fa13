--
-- The overloads of the aggregates: which one is taken, and that it makes the filter that the one for anyelement makes.
--
CREATE EXTENSION bloom_rs;
SET timezone = 'UTC';
CREATE DOMAIN day AS date;
CREATE DOMAIN price AS numeric(10, 2) CHECK (VALUE > 0);
CREATE DOMAIN small AS smallint;
CREATE DOMAIN row_id AS oid;
CREATE DOMAIN host AS inet;
CREATE TYPE mood AS ENUM ('sad', 'fine');
CREATE TYPE pair AS (a integer, b text);

-- The overload that a call resolves to, or why to none.
CREATE FUNCTION overload(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    taken text;
BEGIN
    EXECUTE 'CREATE TEMP VIEW resolved AS SELECT ' || call;
    SELECT DISTINCT refobjid::regprocedure INTO STRICT taken
    FROM pg_rewrite AS r JOIN pg_depend AS d ON classid = 'pg_rewrite'::regclass AND d.objid = r.oid
    JOIN pg_proc AS p ON refclassid = 'pg_proc'::regclass AND p.oid = refobjid AND prokind = 'a'
    WHERE ev_class = 'resolved'::regclass;
    DROP VIEW resolved;
    RETURN taken;
EXCEPTION WHEN OTHERS THEN
    RETURN concat_ws(' ', SQLSTATE, SQLERRM);
END $$;

SELECT value, overload(format('bloom_agg(%s)', value))
FROM unnest(ARRAY['''a''', '''2024-01-01''', 'NULL', '1', '1::smallint', '1::bigint', '10000000000', '1.5', '1e3', '1::real',
    '1::float8', '1::numeric(5, 2)', '1::oid', '''pg_class''::regclass', 'true', '''a''::"char"', '''a''::char(5)',
    '''a''::varchar', '''a''::name', '''a''::bytea', 'gen_random_uuid()', 'date ''2024-01-01''', 'timestamp ''2024-01-01''',
    'timestamptz ''2024-01-01''', 'now()::timestamp(0)', 'time ''12:00''', 'timetz ''12:00''', 'interval ''1 day''',
    'inet ''10.0.0.1''', 'cidr ''10.0.0.0/8''', 'macaddr ''08:00:2b:01:02:03''', 'jsonb ''{}''', 'ARRAY[1]', 'ARRAY[1.5]',
    'ARRAY[date ''2024-01-01'']', 'ROW(1, 2)', 'ROW(1, ''a'')::pair', 'int4range(1, 2)', '''fine''::mood',
    '''2024-01-01''::day', '1::price', '1::small', '1::row_id', '''10.0.0.1''::host', 'CASE WHEN true THEN 1 ELSE 1.5 END',
    'coalesce(NULL, 1)', '(SELECT date ''2024-01-01'')', '1 + 1.5', 'money ''1''', 'xid ''1''', 'point ''(1,2)''']) AS value;
SELECT value, overload(format('bloom_agg(%s)', value)), overload(format('counting_bloom_agg(%s)', value))
FROM unnest(ARRAY['1, 10', '1.5, 10', '1.5, 10::bigint', '1.5, ''10''', 'date ''2024-01-01'', 10, 0.01', '1, NULL, NULL', 'NULL, 10', '''a'', 10, 1',
    '1::real, 10::smallint, 0.1::real', 'true, 10.5', '1, 10, 0.01, ''spark2''', 'now(), 10, 0.01, NULL']) AS value;
PREPARE untyped AS SELECT bloom_agg($1), bloom_agg($2, $3), bloom_agg($4::date, $5, $6);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'untyped';

-- A type that casts itself silently to one of theirs must be cast by hand. (So it was with integers.)
CREATE TYPE celsius AS (degrees double precision);
CREATE FUNCTION degrees_of(celsius) RETURNS double precision LANGUAGE sql IMMUTABLE RETURN $1.degrees;
CREATE CAST (celsius AS double precision) WITH FUNCTION degrees_of AS IMPLICIT;
SELECT overload('bloom_agg(ROW(20)::celsius)'), overload('bloom_agg((ROW(20)::celsius)::float8)'), overload('bloom_agg(ARRAY[ROW(20)::celsius])');
-- Where PostgreSQL prefers one of them by the type's category, a value whose equality is another one is refused.
SET client_min_messages = warning;
CREATE TYPE ratio;
CREATE FUNCTION ratio_in(cstring) RETURNS ratio LANGUAGE internal IMMUTABLE STRICT AS 'float8in';
CREATE FUNCTION ratio_out(ratio) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'float8out';
CREATE TYPE ratio (INPUT = ratio_in, OUTPUT = ratio_out, LIKE = double precision, CATEGORY = 'N');
RESET client_min_messages;
CREATE CAST (ratio AS double precision) WITHOUT FUNCTION AS IMPLICIT;
SELECT overload('bloom_agg(''1''::ratio)');
SELECT bloom_agg(r) @> 0.5::float8 AS same_equality FROM (VALUES ('0.5'::ratio)) AS v(r);
DROP CAST (ratio AS double precision);
CREATE FUNCTION distance(ratio) RETURNS double precision LANGUAGE internal IMMUTABLE STRICT AS 'float8abs';
CREATE CAST (ratio AS double precision) WITH FUNCTION distance AS IMPLICIT;
SELECT bloom_agg(r) FROM (VALUES ('0.5'::ratio), ('1')) AS v(r);
SELECT counting_bloom_agg(r, 10) FROM (VALUES ('0.5'::ratio), ('1')) AS v(r);
SELECT bloom_agg(r::float8) @> 0.5::float8 AS cast_by_hand FROM (VALUES ('-0.5'::ratio)) AS v(r);

-- The functions and operators take each value in its own type, as before; an untyped one is text.
SELECT bloom_of(ARRAY[date '2024-01-01']) @> date '2024-01-01' AS typed, bloom_of(ARRAY['2024-01-01']) @> '2024-01-01' AS untyped,
       bloom_contains(bloom_of(ARRAY[1.50]), 1.5) AS fraction, bloom_contains(bloom_of(ARRAY[1]), 1::smallint) AS whole,
       bloom_contains(bloom_of(ARRAY[1]), NULL) AS nothing, (bloom_empty(9) || 1.5) @> 1.5 AS added,
       (bloom_empty(9) || '1.5') @> '1.5' AS added_text, bloom_of(ARRAY[0.5::real]) @> 0.5::float8 AS floats;
SELECT bloom_contains(bloom_of(ARRAY[date '2024-01-01']), '2024-01-01');
SELECT bloom_of(ARRAY[1]) @> 1.5;
CREATE FUNCTION type_of(expression text) RETURNS regtype LANGUAGE plpgsql AS $$
DECLARE
    result regtype;
BEGIN
    EXECUTE format('SELECT pg_typeof(%s)', expression) INTO result;
    RETURN result;
END $$;
SELECT value, type FROM unnest(ARRAY['''a''', '''a''::text', '''a''::varchar', '''a''::name', '5', '1.5', 'ARRAY[1]', '''{}''::jsonb']) AS value,
    type_of('bloom_empty(10) || ' || value) AS type WHERE type IS DISTINCT FROM 'bloom'::regtype;
PREPARE ask AS SELECT bloom_empty(10) @> $1, $2 <@ bloom_empty(10), bloom_empty(10) || $3, bloom_hash($4), bloom_shard($5, $6);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'ask';
DEALLOCATE ask;
-- A type that casts itself silently to text and integer is ambiguous for the aggregates and for ||, which has an overload for text. The functions
-- take it as it is.
CREATE TYPE cast_away AS (x int);
CREATE FUNCTION to_text(cast_away) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT 'text'$$;
CREATE FUNCTION to_int(cast_away) RETURNS int LANGUAGE sql IMMUTABLE AS $$SELECT 1$$;
CREATE CAST (cast_away AS text) WITH FUNCTION to_text AS IMPLICIT;
CREATE CAST (cast_away AS int) WITH FUNCTION to_int AS IMPLICIT;
SELECT bloom_hash(ROW(1)::cast_away) IS NOT NULL AS hashed, bloom_add(bloom_empty(10), ROW(1)::cast_away) IS NOT NULL AS added;
SELECT overload('bloom_agg(ROW(1)::cast_away)');
\set VERBOSITY sqlstate
SELECT bloom_empty(10) || ROW(1)::cast_away;
\set VERBOSITY default

-- The filters are those of the functions and of the overload for anyelement, bit for bit, and hold all values.
CREATE TABLE v (
    i integer GENERATED ALWAYS AS IDENTITY,
    bo boolean, d date, ts timestamp, tz timestamptz, f4 real, f8 double precision, n numeric, ip inet, ci cidr, dd day, p price,
    iv interval, j jsonb, r int4range, a numeric[], rw pair, o oid, e mood
);
INSERT INTO v (bo, d, ts, tz, f4, f8, n, ip, ci, dd, p, iv, j, r, a, rw, o, e)
SELECT i % 2 = 0, date '2000-01-01' + i, timestamp '2000-01-01' + i * interval '1 h', timestamptz '2000-01-01' + i * interval '1 h',
    i::real / 7, i::float8 / 7, i / 7.0, inet '10.0.0.0' + i, set_masklen(inet '10.0.0.0' + 256 * i, 24)::cidr, date '2000-01-01' + i, i,
    i * interval '1 s', to_jsonb(i), int4range(i, i + 9), ARRAY[i / 3.0], ROW(i, i)::pair, i, 'fine'
FROM generate_series(1, 300) AS i;
INSERT INTO v (d, ts, tz, f4, f8, n) VALUES ('infinity', 'infinity', 'infinity', 'infinity', 'infinity', 'infinity'),
    ('-infinity', '-infinity', '-infinity', '-infinity', '-infinity', '-infinity'), ('0001-01-01 BC', '0001-01-01 BC', '0001-01-01 BC', '-0', '-0', '-0.000'),
    (NULL, NULL, NULL, 'NaN', 'NaN', 'NaN'), (NULL, NULL, NULL, '1e-45', '5e-324', 1e300), (NULL, NULL, NULL, NULL, NULL, 1.5000);
CREATE AGGREGATE any_agg(anyelement) (SFUNC = bloom_agg_any_step, STYPE = internal, FINALFUNC = bloom_agg_any_final);
CREATE AGGREGATE any_agg(anyelement, bigint) (SFUNC = bloom_agg_any_step, STYPE = internal, FINALFUNC = bloom_agg_any_final);
CREATE AGGREGATE any_counting_agg(anyelement, bigint) (SFUNC = counting_bloom_agg_any_step, STYPE = internal, FINALFUNC = counting_bloom_agg_any_final);
CREATE FUNCTION compared(name text, OUT same boolean, OUT same_counting boolean, OUT same_as_functions boolean, OUT missed bigint)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE replace('SELECT bloom_agg(x) = any_agg(x) AND bloom_agg(x, 400) = any_agg(x, 400),
        counting_bloom_agg(x, 400) = any_counting_agg(x, 400),
        bloom_agg(x, 400) = (SELECT bloom_union_agg(bloom_add(bloom_empty(400), x)) FROM v WHERE x IS NOT NULL),
        (SELECT count(*) FROM v, (SELECT bloom_agg(x, 400) AS f FROM v) AS s WHERE NOT f @> x) FROM v', 'x', quote_ident(name))
    INTO same, same_counting, same_as_functions, missed;
END $$;
SELECT attname, c.* FROM pg_attribute, compared(attname) AS c WHERE attrelid = 'v'::regclass AND attnum > 1 ORDER BY attnum;
-- Nor does it matter who adds to a state, or what is merged with what.
SELECT bloom_agg_final(bloom_agg_combine(bloom_agg_step(NULL, date '2024-01-01', 9), bloom_agg_step(NULL, date '2024-01-02', 9)))
       = bloom_add(bloom_add(bloom_empty(9), date '2024-01-01'), date '2024-01-02') AS same;

-- In windows the state of type internal moves as the other one.
SELECT count(*) AS frames, bool_and(moving = anew AND moving_array = anew_array) AS same
FROM (SELECT counting_bloom_agg(iv, 50) OVER w AS moving, any_counting_agg(iv, 50) OVER w AS anew,
             counting_bloom_agg(a, 50) OVER w AS moving_array, any_counting_agg(a, 50) OVER w AS anew_array
      FROM v WINDOW w AS (ORDER BY i ROWS BETWEEN 5 PRECEDING AND 1 FOLLOWING)) AS s;

-- Large states, which are not copied, are the same too; and where they are given up for others.
SELECT bloom_agg(a) = any_agg(a) AS exact, bloom_agg(a, 2000000) = any_agg(a, 2000000) AS fixed
FROM (SELECT ARRAY[i] AS a FROM generate_series(1, 200000) AS i) AS s;
SET work_mem = '64kB';
SELECT g, bloom_agg(a, 1000000) = any_agg(a, 1000000) AS fixed, count(*)
FROM (SELECT ARRAY[i] AS a, i % 3 AS g FROM generate_series(1, 60000) AS i) AS s GROUP BY g ORDER BY g;
SELECT count(*) AS found FROM (SELECT bloom_agg(ARRAY[i]) AS f FROM generate_series(1, 400000) AS i) AS s, generate_series(1, 400000) AS i
WHERE f @> ARRAY[i];
RESET work_mem;

-- Settings make no difference, nor does the form that a value has.
SET timezone = 'Asia/Kathmandu';
SET extra_float_digits = -15;
SELECT bloom_agg(n * 1.000) = (SELECT bloom_agg(n) FROM v) AS scale, bloom_agg(tz) = (SELECT bloom_agg(x) FROM (SELECT tz AT TIME ZONE 'UTC' AT TIME ZONE 'UTC' AS x FROM v) AS s) AS zone,
       bloom_agg(f4, 400) = (SELECT bloom_agg(f4::float8, 400) FROM v) AS width, bloom_agg(ci, 400) = (SELECT bloom_agg(ci::inet, 400) FROM v) AS cidr FROM v;

DROP AGGREGATE any_agg(anyelement), any_agg(anyelement, bigint), any_counting_agg(anyelement, bigint);
DROP TABLE v;
DROP FUNCTION overload, type_of, compared;
DROP DOMAIN day, price, small, row_id, host;
DROP TYPE mood, pair;
SET client_min_messages = warning;
DROP TYPE celsius, ratio, cast_away CASCADE;
DROP EXTENSION bloom_rs;
