-- Values of each element: edge cases and the first half of random ones are to be put into filters
-- (`present`), the other half only to be asked about. Variables: count, seed.
SELECT setseed(:seed) \g /dev/null

-- Characters of one to four bytes, without NUL and surrogates.
CREATE FUNCTION random_text() RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(string_agg(chr(CASE floor(random() * 5)::int
            WHEN 0 THEN 1 + floor(random() * 127)
            WHEN 1 THEN 128 + floor(random() * 1920)
            WHEN 2 THEN 2048 + floor(random() * 53248)
            WHEN 3 THEN 57344 + floor(random() * 8192)
            ELSE 65536 + floor(random() * 1048576)
        END::int), ''), '')
    FROM generate_series(1, floor(random() * 41)::int)
$$;
CREATE FUNCTION random_bytes(length int) RETURNS bytea LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(decode(string_agg(lpad(to_hex(floor(random() * 256)::int), 2, '0'), ''), 'hex'), '')
    FROM generate_series(1, length)
$$;
-- Of every magnitude.
CREATE FUNCTION random_bigint() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT ((floor(random() * 2^32)::bigint << 32) | floor(random() * 2^32)::bigint)
        >> floor(random() * 56)::int
$$;
CREATE FUNCTION random_integer() RETURNS int LANGUAGE sql VOLATILE AS $$
    SELECT (floor(random() * 2^32) - 2^31)::int >> floor(random() * 24)::int
$$;

CREATE TABLE v_text (id serial, present bool, v text);
CREATE TABLE v_bigint (id serial, present bool, v bigint);
CREATE TABLE v_integer (id serial, present bool, v int);
CREATE TABLE v_bytea (id serial, present bool, v bytea);
CREATE TABLE v_uuid (id serial, present bool, v uuid);

\set texts `cat core/tests/data/interop/text.values`
\set bigints `cat core/tests/data/interop/bigint.values`
\set integers `cat core/tests/data/interop/integer.values`
\set byteas `cat core/tests/data/interop/bytea.values`
INSERT INTO v_text (present, v)
    SELECT true, convert_from(decode(line, 'hex'), 'UTF8') FROM string_to_table(:'texts', E'\n') AS line;
INSERT INTO v_bigint (present, v)
    SELECT true, line::bigint FROM string_to_table(:'bigints', E'\n') AS line;
INSERT INTO v_integer (present, v)
    SELECT true, line::int FROM string_to_table(:'integers', E'\n') AS line;
INSERT INTO v_bytea (present, v)
    SELECT true, decode(line, 'hex') FROM string_to_table(:'byteas', E'\n') AS line;

INSERT INTO v_text (present, v)
    SELECT i <= :count, random_text() FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_bigint (present, v)
    SELECT i <= :count, random_bigint() FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_integer (present, v)
    SELECT i <= :count, random_integer() FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_bytea (present, v)
    SELECT i <= :count, random_bytes(floor(random() * 41)::int) FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_uuid (present, v)
    SELECT i <= :count, encode(random_bytes(16), 'hex')::uuid FROM generate_series(1, 2 * :count) AS i;

-- What is absent is absent.
DELETE FROM v_text AS a USING v_text AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_bigint AS a USING v_bigint AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_integer AS a USING v_integer AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_bytea AS a USING v_bytea AS p WHERE p.present AND NOT a.present AND a.v = p.v;

-- What Parquet has besides. No NaN: a file may have any of many, and pg_test looks after them.
CREATE TABLE v_smallint (id serial, present bool, v smallint);
CREATE TABLE v_real (id serial, present bool, v real);
CREATE TABLE v_double (id serial, present bool, v double precision);
CREATE TABLE v_date (id serial, present bool, v date);
CREATE TABLE v_time (id serial, present bool, v time);
CREATE TABLE v_timestamp (id serial, present bool, v timestamp);
CREATE TABLE v_timestamptz (id serial, present bool, v timestamptz);
INSERT INTO v_smallint (present, v)
    SELECT row_number() OVER () <= :count, i - 32768
    FROM (SELECT i FROM generate_series(0, 65535) AS i ORDER BY random() LIMIT 2 * :count) AS s;
INSERT INTO v_real (present, v)
    SELECT true, v FROM unnest('{0, 1, -1, 0.5, 1e-45, -3.4028235e38, Infinity, -Infinity}'::real[]) AS v;
INSERT INTO v_real (present, v)
    SELECT i <= :count, ((random() - 0.5) * 10 ^ (floor(random() * 60) - 30))::real FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_double (present, v)
    SELECT true, v FROM unnest('{0, 1, -1, 0.1, 5e-324, 1.7976931348623157e308, Infinity, -Infinity}'::float8[]) AS v;
INSERT INTO v_double (present, v)
    SELECT i <= :count, (random() - 0.5) * 10 ^ (floor(random() * 600) - 300) FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_date (present, v)
    SELECT true, v FROM unnest('{1970-01-01, 1969-12-31, 2000-01-01, 1999-12-31, 0001-01-01, 9999-12-31, infinity, -infinity}'::date[]) AS v;
INSERT INTO v_date (present, v)
    SELECT i <= :count, '0001-01-01'::date + floor(random() * 3652059)::int FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_time (present, v) SELECT true, v FROM unnest('{00:00, 00:00:00.000001, 23:59:59.999999}'::time[]) AS v;
INSERT INTO v_time (present, v)
    SELECT i <= :count, '00:00'::time + floor(random() * 86400000000) * interval '1 microsecond'
    FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_timestamp (present, v)
    SELECT true, v FROM unnest('{1970-01-01, 1969-12-31 23:59:59.999999, 2000-01-01, 0001-01-01, 9999-12-31 23:59:59.999999, infinity, -infinity}'::timestamp[]) AS v;
INSERT INTO v_timestamp (present, v)
    SELECT i <= :count, '0001-01-01'::timestamp + random() * interval '3652058 days' FROM generate_series(1, 2 * :count) AS i;
INSERT INTO v_timestamptz (present, v) SELECT present, v AT TIME ZONE 'UTC' FROM v_timestamp;
DELETE FROM v_real AS a USING v_real AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_double AS a USING v_double AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_date AS a USING v_date AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_time AS a USING v_time AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_timestamp AS a USING v_timestamp AS p WHERE p.present AND NOT a.present AND a.v = p.v;
DELETE FROM v_timestamptz AS a USING v_timestamptz AS p WHERE p.present AND NOT a.present AND a.v = p.v;

-- DataSketches' libraries take no empty text and no empty bytes: they are never added, and never found.
CREATE TABLE v_line AS SELECT id, present, coalesce(nullif(v, ''), 'empty ' || id) AS v FROM v_text;
CREATE TABLE v_bytes AS SELECT id, present, coalesce(nullif(v, ''), int4send(id)) AS v FROM v_bytea;

CREATE TABLE filters (name text PRIMARY KEY, f bloom);
