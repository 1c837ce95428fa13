-- The hashes of many values of every type that a filter can hold, a line for each type. Its names have no OIDs.
CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
CREATE EXTENSION hstore;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'très bien');
CREATE TYPE pair AS (a numeric, b text);
CREATE DOMAIN positive AS numeric CHECK (VALUE > 0);
CREATE TYPE float8_range AS RANGE (subtype = float8);

-- Each a value that depends on i, 1 to 500.
CREATE TABLE samples (type text, expression text);
INSERT INTO samples VALUES
    ('smallint', 'i'), ('integer', 'i * 1000003'), ('bigint', 'i * 1000000000039'), ('oid', 'i'), ('boolean', 'i % 2 = 0'),
    ('real', 'i / 7.0'), ('double precision', 'i / 7.0'), ('"char"', 'chr(32 + i % 90)'), ('text', '''é'' || i'),
    ('varchar', '''é'' || i'), ('char(20)', '''é'' || i'), ('name', '''é'' || i'), ('bytea', 'int4send(i)'),
    ('uuid', 'md5(i::text)'), ('date', 'date ''2000-01-01'' + i'), ('time', 'time ''00:00'' + i * interval ''1 minute'''),
    ('timestamp', 'timestamp ''2000-01-01'' + i * interval ''1 hour'''),
    ('timestamptz', 'timestamptz ''2000-01-01 00:00+00'' + i * interval ''1 hour'''),
    ('mood', '(enum_range(NULL::mood))[1 + i % 3]'),
    -- From here on the server hashes.
    ('numeric', 'i / 3.0'), ('positive', 'i / 3.0'), ('interval', 'i * interval ''1 hour'''),
    ('timetz', '(time ''00:00'' + i * interval ''1 minute'')::text || ''+02'''), ('inet', 'inet ''10.0.0.0'' + i'),
    ('cidr', 'set_masklen(cidr ''10.0.0.0/8'', 8 + i % 2)'), ('macaddr', 'lpad(to_hex(i), 12, ''0'')'),
    ('macaddr8', 'lpad(to_hex(i), 16, ''0'')'), ('jsonb', 'jsonb_build_object(''é'', i, ''a'', ARRAY[i / 3.0])'),
    ('pg_lsn', '''0/'' || to_hex(i)'), ('xid', 'i'), ('xid8', 'i'), ('cid', 'i'), ('tid', '''('' || i || '',1)'''),
    ('oidvector', 'i || '' '' || i + 1'), ('int4range', 'int4range(i, i + 5)'), ('int8range', 'int8range(i, NULL)'),
    ('numrange', 'numrange(i / 3.0, i)'), ('daterange', 'daterange(date ''2000-01-01'' + i, NULL)'),
    ('tsrange', 'tsrange(timestamp ''2000-01-01'' + i * interval ''1 hour'', NULL, ''(]'')'),
    ('tstzrange', 'tstzrange(NULL, timestamptz ''2000-01-01 00:00+00'' + i * interval ''1 hour'')'),
    ('float8_range', 'float8_range(i / 7.0, i)'), ('int4multirange', 'int4multirange(int4range(i, i + 5), int4range(i + 9, NULL))'),
    ('nummultirange', 'nummultirange(numrange(i / 3.0, i))'), ('boolean[]', 'ARRAY[i % 2 = 0, NULL, i % 3 = 0]'),
    ('smallint[]', 'ARRAY[i]'), ('integer[]', 'ARRAY[[i, i + 1], [NULL, 7]]'), ('bigint[]', 'ARRAY[i]'), ('oid[]', 'ARRAY[i]'),
    ('real[]', 'ARRAY[i / 7.0]'), ('double precision[]', 'ARRAY[i / 7.0]'), ('numeric[]', 'ARRAY[i / 3.0]'),
    ('"char"[]', 'ARRAY[chr(32 + i % 90)]'), ('text[]', 'ARRAY[''é'' || i, NULL]'), ('varchar[]', 'ARRAY[''é'' || i]'),
    ('char(20)[]', 'ARRAY[''é'' || i]'), ('name[]', 'ARRAY[''é'' || i]'), ('bytea[]', 'ARRAY[int4send(i)]'),
    ('uuid[]', 'ARRAY[md5(i::text)]'), ('date[]', 'ARRAY[date ''2000-01-01'' + i]'),
    ('timestamp[]', 'ARRAY[timestamp ''2000-01-01'' + i * interval ''1 hour'']'), ('interval[]', 'ARRAY[i * interval ''1 hour'']'),
    ('inet[]', 'ARRAY[inet ''10.0.0.0'' + i]'), ('jsonb[]', 'ARRAY[to_jsonb(i)]'), ('int4range[]', 'ARRAY[int4range(i, i + 5)]'),
    ('pair', 'ROW(i / 3.0, ''é'' || i)'), ('pair[]', 'ARRAY[ROW(i / 3.0, ''é'' || i)::pair]'),
    ('citext', '''É'' || i'), ('citext[]', 'ARRAY[''É'' || i]'), ('hstore', 'hstore(''é'', i::text)');

CREATE FUNCTION hashes_of(type text, expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hashes text;
BEGIN
    EXECUTE format('SELECT md5(string_agg(bloom_hash((%s)::%s)::text, '','' ORDER BY i)) FROM generate_series(1, 500) AS i',
                   expression, type) INTO hashes;
    RETURN hashes;
END $$;
-- Through text where there is no cast.
SELECT type, hashes_of(type, CASE WHEN type ~ '^(xid8?|cid|smallint|oid)$' THEN format('(%s)::text', expression) ELSE expression END)
FROM samples ORDER BY type COLLATE "C";
-- A record that no type was declared for.
SELECT 'record', md5(string_agg(bloom_hash(ROW(i, i / 3.0, 'é' || i))::text, ',' ORDER BY i)) FROM generate_series(1, 500) AS i;
