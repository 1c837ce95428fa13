-- A value has one hash, whatever the major of the server: else a filter would miss after an upgrade what it holds. For
-- types that the server hashes itself (family 255) that rests on its extended hash functions.
CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
CREATE EXTENSION hstore;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'très bien');
CREATE TYPE pair AS (a numeric, b text);
CREATE DOMAIN positive AS numeric CHECK (VALUE > 0);
CREATE TYPE float8_range AS RANGE (subtype = float8);

-- Of every type that a filter can hold an expression of i, 1 to 500, and the first digits of the MD5 of all their hashes, with
-- every major on a little-endian machine. The names of types have no OIDs.
CREATE TABLE samples (type text, expression text, expected text);
INSERT INTO samples VALUES
    ('smallint', 'i', '08f0ae27'), ('integer', 'i * 1000003', '39f35015'), ('bigint', 'i * 1000000000039', 'e1e14a3b'),
    ('oid', 'i', 'c0d83c6a'), ('boolean', 'i % 2 = 0', '41cd6111'), ('real', 'i / 7.0', '93dbfcad'),
    ('double precision', 'i / 7.0', '17bde841'), ('"char"', 'chr(32 + i % 90)', '1f232bd7'),
    ('text', '''é'' || i', 'aba7dd89'), ('varchar', '''é'' || i', 'aba7dd89'), ('char(20)', '''é'' || i', '7d4f0d36'),
    ('name', '''é'' || i', 'aba7dd89'), ('bytea', 'int4send(i)', '89563b26'), ('uuid', 'md5(i::text)', 'ca97a8ed'),
    ('date', 'date ''2000-01-01'' + i', '403f0995'), ('time', 'time ''00:00'' + i * interval ''1 minute''', 'fe08786e'),
    ('timestamp', 'timestamp ''2000-01-01'' + i * interval ''1 hour''', '015290a2'),
    ('timestamptz', 'timestamptz ''2000-01-01 00:00+00'' + i * interval ''1 hour''', '9a91022f'),
    ('mood', '(enum_range(NULL::mood))[1 + i % 3]', 'eccdd82c'),
    -- From here on the server hashes.
    ('numeric', 'i / 3.0', 'e65fd731'), ('positive', 'i / 3.0', 'e65fd731'),
    ('interval', 'i * interval ''1 hour''', 'd6db169a'),
    ('timetz', '(time ''00:00'' + i * interval ''1 minute'')::text || ''+02''', 'd3395457'),
    ('inet', 'inet ''10.0.0.0'' + i', 'b8f3fcbc'), ('cidr', 'set_masklen(cidr ''10.0.0.0/8'', 8 + i % 2)', 'b38b3a17'),
    ('macaddr', 'lpad(to_hex(i), 12, ''0'')', 'db67ee38'), ('macaddr8', 'lpad(to_hex(i), 16, ''0'')', 'ec1fbb38'),
    ('jsonb', 'jsonb_build_object(''é'', i, ''a'', ARRAY[i / 3.0])', '00683e2e'),
    ('pg_lsn', '''0/'' || to_hex(i)', 'a954f24c'), ('xid', 'i', '98162112'), ('xid8', 'i', '21bf78ca'),
    ('cid', 'i', '5119d51c'), ('tid', '''('' || i || '',1)''', '35f92d4f'),
    ('oidvector', 'i || '' '' || i + 1', 'c6130fd8'), ('int4range', 'int4range(i, i + 5)', 'fb55a0f9'),
    ('int8range', 'int8range(i, NULL)', '779096ad'), ('numrange', 'numrange(i / 3.0, i)', 'fad41175'),
    ('daterange', 'daterange(date ''2000-01-01'' + i, NULL)', '433b9437'),
    ('tsrange', 'tsrange(timestamp ''2000-01-01'' + i * interval ''1 hour'', NULL, ''(]'')', '3d470a71'),
    ('tstzrange', 'tstzrange(NULL, timestamptz ''2000-01-01 00:00+00'' + i * interval ''1 hour'')', 'd76796c1'),
    ('float8_range', 'float8_range(i / 7.0, i)', 'ed53d7f3'),
    ('int4multirange', 'int4multirange(int4range(i, i + 5), int4range(i + 9, NULL))', '23302324'),
    ('nummultirange', 'nummultirange(numrange(i / 3.0, i))', 'df5357a1'),
    ('boolean[]', 'ARRAY[i % 2 = 0, NULL, i % 3 = 0]', '1ff1b10c'), ('smallint[]', 'ARRAY[i]', '057335ef'),
    ('integer[]', 'ARRAY[[i, i + 1], [NULL, 7]]', 'a6d9d880'), ('bigint[]', 'ARRAY[i]', 'f79d93f4'),
    ('oid[]', 'ARRAY[i]', '6318d405'), ('real[]', 'ARRAY[i / 7.0]', 'c61e8c80'),
    ('double precision[]', 'ARRAY[i / 7.0]', '688e0943'), ('numeric[]', 'ARRAY[i / 3.0]', '0a65be07'),
    ('"char"[]', 'ARRAY[chr(32 + i % 90)]', '3c0e5810'), ('text[]', 'ARRAY[''é'' || i, NULL]', 'a958f951'),
    ('varchar[]', 'ARRAY[''é'' || i]', 'e28d24c9'), ('char(20)[]', 'ARRAY[''é'' || i]', '8fe07a01'),
    ('name[]', 'ARRAY[''é'' || i]', '5a763f8c'), ('bytea[]', 'ARRAY[int4send(i)]', '0e4348fa'),
    ('uuid[]', 'ARRAY[md5(i::text)]', '4b506909'), ('date[]', 'ARRAY[date ''2000-01-01'' + i]', 'f9555faa'),
    ('timestamp[]', 'ARRAY[timestamp ''2000-01-01'' + i * interval ''1 hour'']', 'f993816c'),
    ('interval[]', 'ARRAY[i * interval ''1 hour'']', 'd372d8c1'),
    ('inet[]', 'ARRAY[inet ''10.0.0.0'' + i]', '98878a3a'), ('jsonb[]', 'ARRAY[to_jsonb(i)]', '4710ed3c'),
    ('int4range[]', 'ARRAY[int4range(i, i + 5)]', 'dccbe744'), ('pair', 'ROW(i / 3.0, ''é'' || i)', '637c82e8'),
    ('pair[]', 'ARRAY[ROW(i / 3.0, ''é'' || i)::pair]', 'ef954fc3'), ('citext', '''É'' || i', '175fab36'),
    ('citext[]', 'ARRAY[''É'' || i]', '364a0ef9'), ('hstore', 'hstore(''é'', i::text)', '2cbe202e'),
    ('record', 'ROW(i, i / 3.0, ''é'' || i)', '7f6482ed');

CREATE FUNCTION hashes_of(type text, expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hashes text;
BEGIN
    EXECUTE format('SELECT md5(string_agg(bloom_hash((%s)::%s)::text, '','' ORDER BY i)) FROM generate_series(1, 500) AS i',
                   expression, type) INTO hashes;
    RETURN left(hashes, 8);
END $$;
-- Through text where there is no cast.
CREATE TABLE found AS
    SELECT type, expected, hashes_of(type, CASE WHEN type ~ '^(xid8?|cid|smallint|oid)$' THEN format('(%s)::text', expression) ELSE expression END) AS hashes
    FROM samples;
SELECT * FROM found WHERE hashes <> expected;
DO $$ BEGIN ASSERT (SELECT count(*) = 70 AND bool_and(hashes = expected) FROM found), 'the hashes of these types changed'; END $$;
