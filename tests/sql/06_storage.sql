--
-- A filter as a stored value: its forms, what is checked on the way in, and TOAST.
--
CREATE EXTENSION bloom_rs;

-- The text form is base64, the binary form the bytes themselves; docs/FORMAT.md specifies them.
SELECT bloom_add(bloom_sized(64, 2), 1) AS text, bloom_add(bloom_sized(64, 2), 1)::bytea AS bytes;
SELECT f::text::bloom::text = f::text AS text, f::bytea::bloom::text = f::text AS bytea,
       bloom_send(f) = f::bytea AS binary, octet_length(f::bytea) AS bytes
FROM (SELECT bloom_agg(v) AS f FROM generate_series(1, 1000) AS v) AS built;

-- A cast to or from bytea is never made silently.
CREATE TABLE raw (b bytea);
INSERT INTO raw VALUES (bloom_empty(1));
CREATE TABLE cooked (f bloom);
INSERT INTO cooked VALUES ('\x00'::bytea);
DROP TABLE raw, cooked;

-- Whatever is wrong with an input is an error of SQLSTATE 22P02.
CREATE FUNCTION verdict(input text, form text DEFAULT 'text') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    IF form = 'text' THEN
        PERFORM input::bloom;
    ELSIF form = 'state' THEN
        PERFORM input::bloom_state;
    ELSE
        PERFORM input::bytea::bloom;
    END IF;
    RETURN 'valid';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN format('%s %s: %s', SQLSTATE, SQLERRM, detail);
END $$;

SELECT encode(bloom_add(bloom_sized(64, 2), 1)::bytea, 'hex') AS hex \gset
SELECT input, verdict(input) FROM (VALUES (''), ('x'), ('!!!!'), ('QkxNRg=='), ('QkxN Rg=='), ('é')) AS t(input);
-- A value in the place of the filter, and encode(), which breaks lines.
SELECT bloom_contains('42', bloom_of(ARRAY[42]));
SELECT bloom_contains('user', bloom_of(ARRAY['user']));
SELECT encode(bloom_of(ARRAY[42])::bytea, 'base64')::bloom;
SELECT what, verdict('\x' || overlay(:'hex' PLACING byte FROM 2 * position + 1), 'bytea')
FROM (VALUES ('nothing changed', 0, '42'), ('magic', 0, '00'), ('version', 4, '02'), ('hash scheme', 5, '63'),
             ('unknown element', 6, '63'), ('no element, but bits', 6, '00'), ('no hashes', 7, '00'),
             ('tag of integers', 12, '01'), ('environment of integers', 16, '01'),
             ('bits not of whole words', 20, '41'), ('no bits', 20, '00'), ('too many bits', 24, 'ff'),
             ('capacity without rate', 28, '01'), ('rate of 2', 43, '40'), ('negative rate', 43, 'bf'),
             ('reserved', 44, '01'), ('last reserved', 59, '01'),
             ('one bit more', 60, 'ff')) AS t(what, position, byte);
SELECT what, verdict(input, 'bytea') FROM (VALUES
    ('empty', ''), ('one byte', '\x42'), ('header cut', '\x' || left(:'hex', 100)), ('header alone', '\x' || left(:'hex', 120)),
    ('cut by one', '\x' || left(:'hex', -2)), ('one too many', '\x' || :'hex' || '00'), ('zeros', '\x' || repeat('00', 68))
    ) AS t(what, input);
SELECT verdict(bloom_agg_step(NULL, 1)::text, 'state') AS state;
SELECT verdict(left(bloom_agg_step(NULL, 1)::text, 100), 'state') AS cut;
SELECT verdict('', 'state') AS empty;
SELECT verdict(bloom_empty(1)::text, 'state') AS a_filter;
SELECT verdict(bloom_agg_step(NULL, 1)::text) AS a_state;

-- Every storage, small filters and large ones, fresh and after an update: all answer the same.
CREATE TABLE stored (
    id integer, n integer,
    plain bloom, main bloom, extended bloom, external bloom, usual bloom
);
ALTER TABLE stored ALTER plain SET STORAGE plain, ALTER main SET STORAGE main,
    ALTER extended SET STORAGE extended, ALTER external SET STORAGE external;
-- One of 68 bytes (a short header), one of 1.3 kB, one that leaves the page, one mostly zeros that compresses.
INSERT INTO stored (id, n, usual)
    SELECT n, n, bloom_agg(v, capacity) FROM (VALUES (3, 3), (1000, 1000), (5000, 5000), (7, 5000)) AS t(n, capacity),
        generate_series(1, n) AS v GROUP BY n, capacity;
UPDATE stored SET plain = usual, main = usual, extended = usual, external = usual;
SELECT attname, attstorage FROM pg_attribute WHERE attrelid = 'stored'::regclass AND attnum > 2 ORDER BY attnum;
SELECT n, pg_column_size(usual) AS usual, pg_column_size(extended) < pg_column_size(usual) - 100 AS compressed
FROM stored ORDER BY n;
SELECT n, count(*) FILTER (WHERE NOT bloom_contains(plain, v)) AS plain, count(*) FILTER (WHERE NOT bloom_contains(main, v)) AS main,
       count(*) FILTER (WHERE NOT bloom_contains(extended, v)) AS extended,
       count(*) FILTER (WHERE NOT bloom_contains(external, v)) AS external, count(*) FILTER (WHERE NOT bloom_contains(usual, v)) AS usual
FROM stored, generate_series(1, 5000) AS v WHERE v <= n GROUP BY n ORDER BY n;
SELECT n, bool_and(bloom_contains(plain, -v) = bloom_contains(usual, -v) AND bloom_contains(main, -v) = bloom_contains(usual, -v)
       AND bloom_contains(extended, -v) = bloom_contains(usual, -v) AND bloom_contains(external, -v) = bloom_contains(usual, -v)) AS same_answers
FROM stored, generate_series(1, 1000) AS v GROUP BY n ORDER BY n;
SELECT n, i.element, i.capacity, i.bits_set = j.bits_set AND j.bits_set = k.bits_set AS same_bits, i.bytes = octet_length(usual::bytea) AS same_bytes
FROM stored, bloom_info(usual) AS i, bloom_info(extended) AS j, bloom_info(main) AS k ORDER BY n;
UPDATE stored SET usual = bloom_add(extended, 424242), extended = bloom_add(usual, 424242);
SELECT bool_and(bloom_contains(usual, 424242) AND bloom_contains(extended, 424242)) AS added FROM stored;

-- Stored out of line, a filter arrives as a pointer on every row, and the function remembers the last
-- one it met. Whatever the order, and though filters change, it must not mistake one for another.
CREATE TABLE many (id integer, f bloom);
INSERT INTO many SELECT id, bloom_agg(id * 100000 + v, 8000, 0.001) FROM generate_series(1, 5) AS id, generate_series(1, 8000) AS v GROUP BY id;
SELECT pg_relation_size(reltoastrelid) > 0 AS out_of_line FROM pg_class WHERE oid = 'many'::regclass;
SELECT count(*) FILTER (WHERE NOT bloom_contains(f, id * 100000 + v)) AS missed,
       count(*) FILTER (WHERE bloom_contains(f, (id + 1) * 100000 + v)) BETWEEN 1 AND 30 AS about_10_wrong
FROM (SELECT * FROM many, generate_series(1, 2000) AS v ORDER BY v, id % 2, id OFFSET 0) AS by_turns;
SELECT count(*) FILTER (WHERE NOT bloom_contains(f, id * 100000 + v)) AS missed,
       count(*) FILTER (WHERE bloom_contains(f, (id + 1) * 100000 + v)) BETWEEN 1 AND 30 AS about_10_wrong
FROM (SELECT * FROM many, generate_series(1, 2000) AS v ORDER BY id, v OFFSET 0) AS one_by_one;
SELECT id FROM many WHERE bloom_contains(f, 304000);
DO $$
DECLARE
    now bloom;
BEGIN
    FOR i IN 1..60 LOOP
        UPDATE many SET f = bloom_add(f, -i) WHERE id = 1 + i % 2;
        SELECT f INTO now FROM many WHERE id = 1 + i % 2;
        ASSERT bloom_contains(now, -i) AND bloom_contains(now, (1 + i % 2) * 100000 + i), 'an old value or the new one';
        BEGIN
            PERFORM bloom_contains(now, i::text);
            RAISE 'no error';
        EXCEPTION WHEN datatype_mismatch THEN
            NULL;
        END;
        IF i % 7 = 0 THEN
            BEGIN
                UPDATE many SET f = bloom_add(f, 999999999) WHERE id = 1 + i % 2;
                SELECT f INTO now FROM many WHERE id = 1 + i % 2;
                ASSERT bloom_contains(now, 999999999), 'before it is undone';
                RAISE 'undo';
            EXCEPTION WHEN raise_exception THEN
                SELECT f INTO now FROM many WHERE id = 1 + i % 2;
                ASSERT NOT bloom_contains(now, 999999999), 'after it was undone';
            END;
        END IF;
    END LOOP;
END $$;
SELECT id, count(*) FILTER (WHERE bloom_contains(f, -v)) AS added FROM many, generate_series(1, 60) AS v GROUP BY id ORDER BY id;
SELECT bloom_contains(f, 'a'::text) FROM many;
CREATE TABLE texts_too (f bloom);
INSERT INTO texts_too SELECT bloom_agg('t' || v, 8000, 0.001) FROM generate_series(1, 8000) AS v UNION ALL SELECT f FROM many WHERE id = 5;
SELECT bloom_contains(f, 't8000') FROM texts_too;
DROP TABLE many, texts_too;

-- Values to look for may be stored in any form as well.
CREATE TABLE texts (t text, ext text);
ALTER TABLE texts ALTER ext SET STORAGE external;
INSERT INTO texts SELECT s, s FROM (VALUES (''), ('a'), (repeat('ab', 60)), (repeat('x', 100000)), (repeat('grüße ', 3000))) AS v(s);
SELECT bool_and(bloom_contains(f, t) AND bloom_contains(f, ext) AND bloom_contains(f, t || '')) AS found
FROM texts, (SELECT bloom_agg(t) AS f FROM texts) AS built;
SELECT bool_and(bloom_contains(f, ARRAY[t]) AND bloom_contains(f, ARRAY[ext])) AS arrays
FROM texts, (SELECT bloom_agg(ARRAY[ext]) AS f FROM texts) AS built;
CREATE TABLE rows (r texts);
INSERT INTO rows SELECT texts FROM texts;
SELECT bool_and(bloom_contains(f, r)) AS rows, bool_and(bloom_contains(f, ROW((r).ext, (r).t))) AS records
FROM rows, (SELECT bloom_agg(texts) AS f FROM texts) AS built;
DROP TABLE rows, texts;

-- Wherever a value can be: CREATE TABLE AS, a view, a default, a generated column, a check, an index
-- expression, a domain, an array, a row, a variable, a temporary file.
CREATE TABLE copied AS SELECT id, usual AS f FROM stored;
CREATE VIEW small AS SELECT f FROM copied WHERE id = 3;
SELECT bloom_contains(f, 3) AS view FROM small;
SELECT replace(pg_get_viewdef('small'), 'copied.', ''); -- as newer servers write it
CREATE MATERIALIZED VIEW screen AS SELECT bloom_agg(v) AS f FROM generate_series(1, 100) AS v;
SELECT bloom_contains(f, 100) AS materialized FROM screen;

CREATE FUNCTION seen(v integer, f bloom DEFAULT bloom_add(bloom_empty(10, 1e-6), 1)) RETURNS boolean
    LANGUAGE sql IMMUTABLE RETURN bloom_contains(f, v);
SELECT seen(1), seen(2), seen(2, bloom_add(bloom_empty(1), 2));

CREATE TABLE used (
    v integer,
    f bloom DEFAULT bloom_empty(10, 1e-6),
    g bloom GENERATED ALWAYS AS (bloom_add(f, v)) STORED,
    CHECK (bloom_contains(bloom_add(bloom_add(bloom_empty(10, 1e-6), 1), 2), v))
);
CREATE INDEX ON used ((bloom_contains(g, 1)));
INSERT INTO used VALUES (1), (2);
INSERT INTO used VALUES (3);
SELECT v, bloom_contains(f, v) AS f, bloom_contains(g, v) AS g, bloom_contains(g, 1) AS has_1 FROM used ORDER BY v;

CREATE DOMAIN int_filter AS bloom CHECK ((bloom_header(value)).element = 'integer');
SELECT bloom_contains(bloom_add(bloom_empty(1), 1)::int_filter, 1) AS domain;
SELECT bloom_add(bloom_empty(1), 'a')::int_filter;
SELECT bloom_contains(fs[2], 2) AS array FROM (SELECT ARRAY[bloom_add(bloom_empty(1), 1), bloom_add(bloom_empty(1), 2)] AS fs) AS a;
SELECT (ARRAY[bloom_empty(1)]::text::bloom[])[1]::text = bloom_empty(1)::text AS array_text;
CREATE TYPE named AS (name text, f bloom);
SELECT bloom_contains((r::text::named).f, 1) AS row FROM (SELECT ROW('a', bloom_add(bloom_empty(1), 1))::named AS r) AS s;
DO $$
DECLARE
    f bloom := bloom_empty(1000);
BEGIN
    FOR i IN 1..1000 LOOP
        f := bloom_add(f, i);
    END LOOP;
    FOR i IN 1..1000 LOOP
        ASSERT bloom_contains(f, i), i;
    END LOOP;
    ASSERT f::text = (SELECT bloom_agg(i, 1000)::text FROM generate_series(1, 1000) AS i), 'not the filter of the aggregate';
END $$;
SELECT count(*) AS sorted FROM (SELECT usual FROM stored, generate_series(1, 3) ORDER BY id OFFSET 0) AS s WHERE bloom_contains(usual, 1);

-- Prepared statements, also with a generic plan.
SET plan_cache_mode = force_generic_plan;
PREPARE probe AS SELECT id FROM copied WHERE bloom_contains(f, $1::integer) ORDER BY id;
EXECUTE probe(3);
EXECUTE probe(4000);
PREPARE probe_filter(bloom, text) AS SELECT bloom_contains($1, $2);
EXECUTE probe_filter(bloom_add(bloom_empty(1), 'a'), 'a');
EXECUTE probe_filter(bloom_add(bloom_empty(1), 1), 'a');
RESET plan_cache_mode;
DEALLOCATE ALL;

-- Functions that take any type pass it on.
CREATE FUNCTION has_sql(f bloom, v anyelement) RETURNS boolean LANGUAGE sql AS 'SELECT bloom_contains(f, v)';
CREATE FUNCTION has_plpgsql(f bloom, v anyelement) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN bloom_contains(f, v); END';
SELECT has_sql(f, 1::int2), has_plpgsql(f, 1::int2), has_sql(f, 1::int8), has_plpgsql(f, 1::int8) FROM (SELECT bloom_add(bloom_empty(1), 1) AS f) AS s;
SELECT has_sql(f, 1.0), has_plpgsql(f, 1.00) FROM (SELECT bloom_add(bloom_empty(1), 1.000) AS f) AS s;

-- Equality is that of the bytes, in whatever form they are stored.
SELECT count(*) AS rows, bool_and(plain = main AND main = external) AS equal,
       (SELECT count(*) FROM (SELECT DISTINCT plain FROM stored) AS s) AS "distinct"
FROM stored JOIN copied USING (id);

DROP FUNCTION has_sql, has_plpgsql, seen, verdict;
DROP TABLE used;
DROP TYPE named;
DROP DOMAIN int_filter;
DROP VIEW small;
DROP MATERIALIZED VIEW screen;
DROP TABLE copied, stored;
DROP EXTENSION bloom_rs;
