-- Values of every family in a table, and filters of each column, plain and counting, in another.
CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'très bien');
CREATE TYPE pair AS (a integer, b text);
CREATE DOMAIN code AS text;

-- Every letter is in LATIN1 too.
CREATE TABLE data AS
    SELECT i AS integers, i::bigint * 4000000000 AS bigints, i::oid AS oids,
           'café ' || i AS texts, ('é' || i % 50)::char(10) AS chars, ('ñ' || i)::varchar AS varchars,
           ('ü' || i)::name AS names, ('ö' || i)::code AS codes, (ARRAY['a', 'b', 'c'])[1 + i % 3]::"char" AS chars1,
           int4send(i) AS byteas, md5(i::text)::uuid AS uuids, i::float4 / 7 AS floats4, i::float8 / 7 AS floats8,
           i % 2 = 0 AS booleans, '2000-01-01'::date + i AS dates, '00:00'::time + i * interval '1 minute' AS times,
           '2000-01-01'::timestamp + i * interval '1 hour' AS timestamps,
           '2000-01-01 00:00+00'::timestamptz + i * interval '1 hour' AS timestamptzs,
           (enum_range(NULL::mood))[1 + i % 3] AS enums, i / 3.0 AS numerics, i * interval '1 hour' AS intervals,
           inet '10.0.0.0' + i AS inets, '08:00:2b:01:02:03'::macaddr AS macaddrs, ARRAY[i, i + 1] AS integers_array,
           ARRAY[i / 3.0] AS numerics_array, int4range(i, i + 5) AS ranges, ARRAY['é' || i] AS texts_array,
           jsonb_build_object('é', i) AS jsonbs, ROW(i, 'é')::pair AS composites
    FROM generate_series(1, 1000) AS i;

CREATE TABLE filters (name text, f bloom, c counting_bloom);
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = 'data'::regclass AND attnum > 0 LOOP
        EXECUTE format('INSERT INTO filters SELECT %L, bloom_agg(%I), counting_bloom_agg(%2$I) FROM data', name, name);
    END LOOP;
END $$;

-- New labels come in after the filters were made: the enum's OIDs and order are others in a restored dump.
ALTER TYPE mood ADD VALUE 'fâché' BEFORE 'sad';
ALTER TYPE mood ADD VALUE 'mieux' AFTER 'ok';

-- Rows that a column's filter misses, or the SQLSTATE if it refuses to answer.
CREATE FUNCTION check_filters() RETURNS TABLE (name text, outcome text) LANGUAGE plpgsql AS $$
DECLARE
    f record;
BEGIN
    FOR f IN SELECT filters.name FROM filters LOOP
        name := f.name;
        BEGIN
            EXECUTE format('SELECT count(*) FROM data, filters
                            WHERE name = %L AND (NOT bloom_contains(f, %I) OR NOT c @> %2$I OR c::bloom <> f)',
                           f.name, f.name) INTO outcome;
        EXCEPTION WHEN OTHERS THEN
            outcome := SQLSTATE;
        END;
        RETURN NEXT;
    END LOOP;
END $$;

-- Objects that a restore must compute anew, with an empty search_path.
CREATE MATERIALIZED VIEW screen AS SELECT bloom_agg(integers) AS f FROM data;
CREATE TABLE generated (id integer, f bloom GENERATED ALWAYS AS (bloom_add(bloom_empty(1), id)) STORED,
    has_42 boolean GENERATED ALWAYS AS (bloom_contains(bloom_add(bloom_empty(1), 42), id)) STORED,
    CHECK (NOT bloom_contains(bloom_empty(1), id)));
INSERT INTO generated VALUES (42);
CREATE INDEX ON generated ((bloom_contains(f, 42)));
CREATE FUNCTION seen(v integer, f bloom DEFAULT bloom_add(bloom_empty(10), 7)) RETURNS boolean
    LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT bloom_contains(f, v); END;
CREATE TABLE states AS SELECT bloom_agg_step(NULL, 1) AS s;
CREATE VIEW infos AS SELECT name, i.* FROM filters, bloom_info(f) AS i;

-- The operators, wherever a dump must spell them out with an empty search_path; hashes; filters as keys.
CREATE TABLE operated (v integer CHECK (bloom_of(ARRAY[42, 43]) @> v), f bloom DEFAULT bloom_empty(10) || 42,
    g bloom GENERATED ALWAYS AS (f || v) STORED, known boolean GENERATED ALWAYS AS (v <@ f) STORED);
INSERT INTO operated VALUES (42, DEFAULT), (43, bloom_empty(10) || 43);
CREATE INDEX operated_has_42 ON operated ((g @> 42)) WHERE f <> bloom_empty(10);
CREATE INDEX operated_f ON operated USING hash (f);
CREATE VIEW operated_view AS
    SELECT f | g AS u, f & g AS i, f = g AS same FROM operated WHERE v <@ g AND NOT f @> 44;
CREATE MATERIALIZED VIEW operated_union AS
    SELECT bloom_union_agg(g) AS u, bloom_union_agg(g, 0.5) AS limited, bloom_intersection_agg(g) AS i FROM operated;
CREATE MATERIALIZED VIEW operated_distinct AS SELECT DISTINCT f FROM operated;
CREATE TABLE counted (v integer CHECK (counting_bloom_of(ARRAY[42, 43, 43]) @> v), c counting_bloom DEFAULT counting_bloom_of(ARRAY[1, 1, 2]),
    d counting_bloom GENERATED ALWAYS AS (c || v) STORED, screen bloom GENERATED ALWAYS AS (c || v) STORED);
INSERT INTO counted VALUES (42), (43);
CREATE INDEX counted_has_42 ON counted ((d @> 42)) WHERE c <> counting_bloom_empty(10);
CREATE INDEX counted_d ON counted USING hash (d);
CREATE VIEW counted_view AS SELECT v, d - c AS e, d | c AS u, d::bloom AS f FROM counted WHERE v <@ d AND d <> c;
CREATE MATERIALIZED VIEW counted_union AS SELECT a.d | b.d AS u FROM counted AS a, counted AS b WHERE a.v = 42 AND b.v = 43;
CREATE MATERIALIZED VIEW counted_windows AS
    SELECT integers, counting_bloom_agg(ARRAY[integers], 10) OVER (ORDER BY integers ROWS 4 PRECEDING) AS f FROM data WHERE integers <= 100;
CREATE TABLE hashes AS SELECT integers, bloom_hash(integers) AS h, bloom_hash(texts) AS t, bloom_hash(jsonbs) AS j FROM data;
CREATE TABLE parted (f bloom, n integer) PARTITION BY HASH (f);
CREATE TABLE parted0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parted1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parted SELECT bloom_of(ARRAY[i]), i FROM generate_series(1, 100) AS i;

-- Whether all that still holds.
CREATE FUNCTION check_operators() RETURNS boolean LANGUAGE sql AS $$
    SELECT (SELECT bool_and(g @> v AND f @> v = known) FROM operated)
       AND (SELECT bool_and(u @> 42 OR u @> 43) FROM operated_view)
       AND (SELECT u @> 42 AND u @> 43 AND u = limited FROM operated_union)
       AND (SELECT count(*) = 2 FROM operated_distinct)
       AND (SELECT bool_and(bloom_contains_hash(i.f, h) AND bloom_contains_hash(t.f, hashes.t))
            FROM hashes, filters AS i, filters AS t WHERE i.name = 'integers' AND t.name = 'texts')
       AND (SELECT count(*) = 100 AND bool_and(satisfies_hash_partition('parted'::regclass, 2, (tableoid = 'parted1'::regclass)::integer, f)
            AND f = bloom_of(ARRAY[n])) FROM parted)
       AND (SELECT count(*) = 2 AND bool_and(d @> v AND screen @> v AND d::bloom = screen AND d - c @> v) FROM counted)
       AND (SELECT count(*) = 2 AND bool_and(e @> v AND u - e @> 2 AND f @> v) FROM counted_view)
       AND (SELECT u @> 42 AND u @> 43 AND u @> 1 FROM counted_union)
       AND (SELECT bool_and(f @> ARRAY[integers] AND f @> ARRAY[greatest(integers - 4, 1)]) FROM counted_windows)
$$;

-- What all of this amounts to: bytes and answers.
CREATE VIEW state AS
    SELECT md5(string_agg(name || f::text || c::text, ',' ORDER BY name COLLATE "C")) AS filters,
           (SELECT string_agg(name || outcome, ',' ORDER BY name COLLATE "C") FROM check_filters()) AS outcomes,
           check_operators() AS operators, (SELECT md5(string_agg(s::text, ',')) FROM states) AS states
    FROM filters;
