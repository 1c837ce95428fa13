--
-- More ways to hash: Parquet's blocks, DataSketches, a key. `make interop` compares with the libraries themselves.
--
CREATE EXTENSION bloom_rs;

-- Parquet: all bits of a value are in one block of 32 bytes, one in each of its words.
SELECT element, bits, hashes, bits_set, bytes, scheme FROM bloom_info(bloom_sized(512, 8, 'parquet') || 42);
SELECT bloom_to_parquet(bloom_sized(512, 8, 'parquet') || 1 || 42) AS int32, bloom_to_parquet(bloom_sized(512, 8, 'parquet') || 1::bigint || 42::bigint) AS int64;
-- A file's INT32 is not its INT64. The type of the first value decides; asked for are any numbers.
SELECT (bloom_info(f)).element, f @> 42 AS has_42, f @> 42::bigint AS has_42_too, f @> 42::smallint AS and_so, f @> 43 AS has_43, f @> 5000000000 AS too_large
FROM (VALUES (bloom_sized(512, 8, 'parquet') || 42), (bloom_sized(512, 8, 'parquet') || 42::bigint)) AS t(f);
SELECT bloom_sized(512, 8, 'parquet') || 42 || 5000000000;
-- The same for FLOAT and DOUBLE.
SELECT (bloom_info(f)).element, f @> 0.5::real AS half, f @> 0.5::float8 AS half_too, f @> 0.1::float8 AS tenth, f @> '-0'::float8 AS zero
FROM (VALUES (bloom_sized(2560, 8, 'parquet') || 0.5::real || 0::real), (bloom_sized(2560, 8, 'parquet') || 0.5::float8 || 0::float8)) AS t(f);
-- Types and their encodings: the same bits as the bytes that a file has.
SELECT name, value_bits = byte_bits AS same
FROM (VALUES ('date', bloom_sized(512, 8, 'parquet') || '1970-01-03'::date, '\x02000000'::bytea),
             ('time', bloom_sized(512, 8, 'parquet') || '00:00:01'::time, '\x40420f0000000000'),
             ('timestamp', bloom_sized(512, 8, 'parquet') || '1970-01-01 00:00:01'::timestamp, '\x40420f0000000000'),
             ('timestamptz', bloom_sized(512, 8, 'parquet') || '1970-01-01 00:00:01+00'::timestamptz, '\x40420f0000000000'),
             ('text', bloom_sized(512, 8, 'parquet') || 'naïve'::text, '\x6e61c3af7665'),
             ('uuid', bloom_sized(512, 8, 'parquet') || '00010203-0405-0607-0809-0a0b0c0d0e0f'::uuid, '\x000102030405060708090a0b0c0d0e0f'),
             ('smallint', bloom_sized(512, 8, 'parquet') || 258::smallint, '\x02010000')) AS t(name, f, bytes),
     LATERAL (SELECT bloom_to_parquet(f), bloom_to_parquet(bloom_sized(512, 8, 'parquet') || bytes)) AS b(value_bits, byte_bits);
-- Infinite dates and timestamps are DuckDB's: the largest number and its negative. Filters that releases up to 0.3.0 built hold another
-- number, which is found as well, and exported together with DuckDB's.
CREATE FUNCTION infinite(v anyelement, files bytea, before bytea) RETURNS TABLE
    (type regtype, value text, built boolean, found boolean, found_old boolean, in_both boolean, subsets boolean, column_of_matrix bigint, exported boolean)
LANGUAGE sql AS $$
    SELECT pg_typeof(v), v::text, bloom_add(empty, v) = f, bloom_contains(f, v), bloom_contains(old, v), bloom_contains(f & old, v) AND bloom_contains(old & f, v),
           bloom_is_subset(f, old) AND bloom_is_subset(old, f), bloom_matrix_search((SELECT bloom_matrix_agg(m, 7) FROM (VALUES (old)) AS t(m)), v), bloom_to_parquet(old) = bloom_to_parquet(f | old)
    FROM bloom_sized(2560, 8, 'parquet') AS empty, bloom_from_parquet(bloom_to_parquet(empty || files), pg_typeof(v)) AS f,
         bloom_from_parquet(bloom_to_parquet(empty || before), pg_typeof(v)) AS old
$$;
SELECT * FROM infinite('infinity'::date, '\xffffff7f', '\xcc2a0080') UNION ALL SELECT * FROM infinite('-infinity'::date, '\x01000080', '\xcd2a0080')
UNION ALL SELECT * FROM infinite('infinity'::timestamp, '\xffffffffffffff7f', '\xffdf373b015d0380') UNION ALL SELECT * FROM infinite('-infinity'::timestamp, '\x0100000000000080', '\x00e0373b015d0380')
UNION ALL SELECT * FROM infinite('infinity'::timestamptz, '\xffffffffffffff7f', '\xffdf373b015d0380') UNION ALL SELECT * FROM infinite('-infinity'::timestamptz, '\x0100000000000080', '\x00e0373b015d0380');
DROP FUNCTION infinite;
-- There and back. The bitset says nothing of itself: of which type the column is must be known.
SELECT f = g AS same, g @> 'b'::text AS has_b, g @> 'c'::text AS has_c, (bloom_info(g)).element
FROM (SELECT bloom_sized(512, 8, 'parquet') || 'a'::text || 'b'::text) AS s(f), bloom_from_parquet(bloom_to_parquet(f), 'text') AS g;
-- Sizes are whole blocks; for writers that want a power of two, of as many.
SELECT scheme, bits % 256 AS rest, bits = 2 ^ 20 AS million, current_fpp < 0.0104 AS keeps, abs(estimated_count - 70000) < 700 AS counts
FROM (VALUES ('parquet'), ('parquet pow2')) AS t(name), LATERAL (SELECT bloom_agg(v, 70000, 0.01, name) FROM generate_series(1, 70000) AS v) AS s(f), bloom_info(f);
-- Filters are united, folded and asked like any others.
SELECT a | b = c AS exact, (a & b) @> 30 AS has_30, bloom_is_subset(a, c) AS subset, bloom_is_compatible(a, bloom_sized(512, 8, 'parquet') || 1::bigint) AS other_numbers,
       bloom_contains_all(bloom_fold(c, 0.3), ARRAY[1, 30, 60]) AS folded, (bloom_info(bloom_fold(c, 0.3))).bits < 2560 AS smaller
FROM (SELECT bloom_add_all(bloom_sized(2560, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(1, 40) AS v)),
             bloom_add_all(bloom_sized(7680, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(20, 60) AS v)),
             bloom_add_all(bloom_sized(2560, 8, 'parquet'), (SELECT array_agg(v) FROM generate_series(1, 60) AS v))) AS t(a, b, c);
-- What Parquet has no Bloom filters of.
SELECT bloom_agg(true, 10, 0.01, 'parquet');
SELECT bloom_agg(1.5, 10, 0.01, 'parquet');
SELECT bloom_sized(512, 7, 'parquet');
SELECT bloom_from_parquet('\x00', 'integer');
SELECT bloom_from_parquet(decode(repeat('00', 32), 'hex'), 'boolean');
SELECT bloom_to_parquet(bloom_empty(10));
\set VERBOSITY sqlstate
SELECT counting_bloom_agg(1, 10, 0.01, 'parquet');
\set VERBOSITY default

-- DataSketches: an image says its seed, and how many bits are set.
SELECT bloom_to_datasketches(bloom_sized(128, 7, 'datasketches') || 1 || 42) AS seed_9001, bloom_to_datasketches(bloom_sized(128, 7, 'datasketches:-1')) AS empty;
SELECT f = g AS same, g @> 42 AS has_42, g @> 43 AS has_43, bloom_is_compatible(f, bloom_sized(128, 7, 'datasketches') || 1) AS other_seed
FROM (SELECT bloom_sized(128, 7, 'datasketches:77') || 1 || 42) AS s(f), bloom_from_datasketches(bloom_to_datasketches(f), 'bigint') AS g;
SELECT bloom_sized(128, 7, 'datasketches:77') | bloom_sized(128, 7, 'datasketches');
SELECT bloom_from_datasketches('\x03011504070000002923000000000000020000000000', 'bigint');
SELECT bloom_from_datasketches('\x030116040700000029230000000000000200000000000000', 'bigint');
SELECT bloom_from_datasketches('\x04011500070000002923000000000000010000000000000002000000000000000100000000000000', 'bigint');
SELECT bloom_to_datasketches(bloom_empty(10));

-- A key: who does not know it cannot choose values for their bits. It is in the filter, and in no message.
SELECT bloom_keyed_scheme() ~ '^keyed:[0-9a-f]{32}$' AS is_key, bloom_keyed_scheme() <> bloom_keyed_scheme() AS is_new;
SELECT f @> 42 AS has_42, f @> 43 AS has_43, scheme, hashes FROM (SELECT bloom_sized(128, 7, 'keyed:000102030405060708090a0b0c0d0e0f') || 1 || 42) AS s(f), bloom_info(f);
SELECT encode(f::bytea, 'hex') AS filter FROM (SELECT bloom_sized(128, 7, 'keyed:000102030405060708090A0B0C0D0E0F') || 1 || 42) AS s(f);
SELECT count(*) FILTER (WHERE f @> v) >= 100 AS all_found FROM (SELECT bloom_agg(v, 100, 0.01, (SELECT bloom_keyed_scheme())) AS f FROM generate_series(1, 100) AS v) AS s, generate_series(1, 100) AS v;
SELECT bloom_sized(128, 7, 'keyed:000102030405060708090a0b0c0d0e0f') | bloom_sized(128, 7, 'keyed:000102030405060708090a0b0c0d0eff');
SELECT bloom_agg(v, 10, 0.01, 'keyed:0001') FROM generate_series(1, 2) AS v;
SELECT bloom_agg(v, 10, 0.01, bloom_keyed_scheme()) FROM generate_series(1, 2) AS v;
SELECT bloom_empty(10, 0.01, 'keyed:000102030405060708090a0b0c0d0e0f int4');
-- Nor is anything shown that is given as a scheme: it may be a key.
SELECT bloom_empty(10, 0.01, '00010203-0405-0607-0809-0a0b0c0d0e0f');
SELECT bloom_empty(10, 0.01, 'mitz64:00010203-0405-0607-0809-0a0b0c0d0e0f');
SELECT bloom_agg(v, 10, 0.01, 'spark2 00010203 04050607') FROM generate_series(1, 2) AS v;
SELECT bloom_sized(256, 8, 'parquet pow2 int4');
SELECT bloom_sized(64, 8, 'datasketches:seed');
DROP EXTENSION bloom_rs;
