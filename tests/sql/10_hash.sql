--
-- Hash once, probe many filters: the hash of a value is a value of its own.
--
CREATE EXTENSION bloom_rs;

-- 1. bloom_hash(value) is all that a filter needs to know of a value. A thousand filters, one hash:
CREATE TABLE filters AS
    SELECT g, bloom_agg('user-' || g * 100 + i, 100, 1e-6) AS f FROM generate_series(1, 1000) AS g, generate_series(1, 100) AS i GROUP BY g;
SELECT g FROM filters WHERE bloom_contains_hash(f, bloom_hash('user-54321'::text)) ORDER BY g;
PREPARE who(text) AS SELECT g FROM filters WHERE bloom_contains_hash(f, bloom_hash($1)) ORDER BY g;
EXECUTE who('user-77777');
EXECUTE who('nobody');
DEALLOCATE who;

-- It answers as bloom_contains does, and bloom_add_hash adds as bloom_add does.
SELECT count(*) AS probes, bool_and(bloom_contains_hash(f, bloom_hash(v)) = bloom_contains(f, v)) AS same_answers
FROM filters, (SELECT 'user-' || i AS v FROM generate_series(50, 150) AS i) AS vs WHERE g < 20;
SELECT bloom_add_hash(bloom_empty(10), bloom_hash('a'::text)) = bloom_add(bloom_empty(10), 'a'::text) AS same_filter;
SELECT bloom_empty(100)::text AS empty \gset
CREATE AGGREGATE add_hashes(bloom_hash_value) (SFUNC = bloom_add_hash, STYPE = bloom, INITCOND = :'empty');
SELECT add_hashes(bloom_hash(v)) = bloom_agg(v, 100) AS same_as_the_aggregate FROM generate_series(1, 100) AS v;
DROP AGGREGATE add_hashes(bloom_hash_value);

-- Equal values have equal hashes, whatever their type is called.
SELECT bloom_hash(1::int2)::text = bloom_hash(1::int8)::text AS integers, bloom_hash('a'::text)::text = bloom_hash('a'::varchar(5))::text AS texts,
       bloom_hash(1.0)::text = bloom_hash(1.00)::text AS numerics, bloom_hash('-0'::float8)::text = bloom_hash(0::float4)::text AS floats,
       bloom_hash('a')::text = bloom_hash('a'::text)::text AS literal_is_text, bloom_hash(1)::text = bloom_hash(2)::text AS different;
-- The kind of value is part of it, and so a mismatch is still an error.
SELECT bloom_hash(1)::text = bloom_hash(1.0)::text AS kinds;
SELECT bloom_contains_hash(f, bloom_hash(1)) FROM filters WHERE g = 1;
SELECT bloom_add_hash(f, bloom_hash(1.5)) FROM filters WHERE g = 1;
SELECT bloom_contains_hash(bloom_of(ARRAY[1]), bloom_hash('1'));
SELECT bloom_contains_hash(bloom_of(ARRAY['a'::"char"]), bloom_hash('\x61'::bytea));
SELECT bloom_hash('<a/>'::xml);
SELECT bloom_hash('pg_class'::regclass);
-- An empty filter has no kind yet.
SELECT bloom_contains_hash(bloom_empty(10), bloom_hash(1)) AS empty, element
FROM bloom_header(bloom_add_hash(bloom_empty(10), bloom_hash('2020-01-01'::date)));
SELECT bloom_hash(NULL::text) IS NULL AND bloom_contains_hash(bloom_empty(1), NULL) IS NULL
       AND bloom_contains_hash(NULL, bloom_hash(1)) IS NULL AND bloom_add_hash(bloom_empty(1), NULL) IS NULL AS null_in_null_out;

-- Every kind of value has one.
SELECT count(*) AS kinds, bool_and(found) AS found FROM (VALUES
    (bloom_contains_hash(bloom_add(bloom_empty(1), 1::int2), bloom_hash(1::int2))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 1::int4), bloom_hash(1::int4))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 1::int8), bloom_hash(1::int8))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 'a'::"char"), bloom_hash('a'::"char"))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 'a'::text), bloom_hash('a'::text))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 'a'::varchar), bloom_hash('a'::varchar))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 'a'::name), bloom_hash('a'::name))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), '\x00'::bytea), bloom_hash('\x00'::bytea))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), md5('')::uuid), bloom_hash(md5('')::uuid))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), 1.5), bloom_hash(1.50))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), '1 day'::interval), bloom_hash('24 hours'::interval))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), ARRAY[1, NULL]), bloom_hash(ARRAY[1, NULL]))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), ROW(1, 2)), bloom_hash(ROW(1, 2)))),
    (bloom_contains_hash(bloom_add(bloom_empty(1), '{"a": 1}'::jsonb), bloom_hash('{"a": 1.0}'::jsonb)))
) AS t(found);

-- 2. A table of hashes: the values themselves need not be kept. 32 bytes each, however long the value was.
CREATE TABLE hashes AS SELECT i, bloom_hash('user-' || i) AS h FROM generate_series(101, 5100) AS i;
\d hashes
SELECT min(pg_column_size(h)), max(pg_column_size(h)), max(pg_column_size(bloom_hash(repeat('x', 100000)))) AS of_a_long_text FROM hashes;
SELECT count(*) AS found, count(DISTINCT h::text) AS hashes FROM hashes, filters WHERE g = 3 AND bloom_contains_hash(f, h);
SELECT count(*) AS pairs FROM hashes JOIN filters ON bloom_contains_hash(f, h) WHERE g <= 50;
-- In arrays, rows and functions.
SELECT count(*) FROM unnest(ARRAY(SELECT h FROM hashes WHERE i < 111)) AS h, filters WHERE bloom_contains_hash(f, h);
CREATE FUNCTION seen_in(h bloom_hash_value) RETURNS SETOF integer LANGUAGE sql STABLE BEGIN ATOMIC SELECT g FROM filters WHERE bloom_contains_hash(f, h); END;
SELECT seen_in(bloom_hash('user-2222'));
DROP FUNCTION seen_in;

-- 3. Its text form is base64, its binary form the bytes; both come back as they were.
SELECT bloom_hash(42) AS hash, octet_length(bloom_hash_value_send(bloom_hash(42))) AS bytes;
SELECT bool_and(h::text::bloom_hash_value::text = h::text) AS text FROM hashes;
SELECT bloom_contains_hash(bloom_of(ARRAY[42]), bloom_hash(42)::text::bloom_hash_value) AS after_text;
SELECT format('%s/bloom_hash_value.copy', current_setting('data_directory')) AS file \gset
COPY hashes TO :'file' (FORMAT binary);
CREATE TABLE copied (LIKE hashes);
COPY copied FROM :'file' (FORMAT binary);
SELECT count(*) AS rows, bool_and(a.h::text = b.h::text) AS same FROM hashes AS a JOIN copied AS b USING (i);
SELECT count(*) AS found FROM copied, filters WHERE g = 3 AND bloom_contains_hash(f, h);
-- Checked on the way in.
CREATE FUNCTION verdict(input text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    RETURN 'valid: ' || input::bloom_hash_value;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN format('%s %s: %s', SQLSTATE, SQLERRM, detail);
END $$;
SELECT encode(bloom_hash_value_send(bloom_hash(42)), 'hex') AS hex \gset
SELECT what, verdict(input) FROM (VALUES ('empty', ''), ('not base64', '!!!!'), ('short', 'AAAA'), ('shorter', 'x'), ('28 zeros', repeat('A', 38) || '=='), ('32 zeros', repeat('A', 43) || '='), ('a filter', bloom_empty(1)::text),
    ('one byte less', encode(('\x' || left(:'hex', -2))::bytea, 'base64')), ('one byte more', encode(('\x' || :'hex' || '00')::bytea, 'base64'))) AS t(what, input);
-- Any 16 bytes may be a hash; the other 16 say what kind of value it is of.
SELECT position, verdict(encode(('\x' || overlay(:'hex' PLACING '63' FROM 2 * position + 1))::bytea, 'base64'))
FROM generate_series(14, 31) AS position ORDER BY position;

-- 4. A hash is not text, a number or a filter, and nothing is cast to or from it silently.
\set VERBOSITY sqlstate
SELECT bloom_contains_hash(bloom_of(ARRAY[1]), 1);
\set VERBOSITY default
SELECT bloom_contains(bloom_of(ARRAY[1]), bloom_hash(1));
SELECT bloom_hash(1)::bigint;
SELECT bloom_hash(bloom_hash(1));

DROP FUNCTION verdict;
DROP TABLE filters, hashes, copied;
DROP EXTENSION bloom_rs;
