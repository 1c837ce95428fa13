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

CREATE TABLE filters (name text PRIMARY KEY, f bloom);
