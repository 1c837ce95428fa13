--
-- Sets larger than one filter: bloom_shard(value, shards) says which of several filters a value belongs to.
--
CREATE EXTENSION bloom_rs;

-- 1. The same value is always in the same shard, from 0 to shards - 1, and the shards are about equally large.
SELECT bloom_shard('https://www.postgresql.org/', 1000) AS page, bloom_shard(7, 1000) AS seven, bloom_shard('a', 1000) AS a, bloom_shard('', 1000) AS nothing;
SELECT shard, count(*) BETWEEN 9600 AND 10400 AS about_10000 FROM generate_series(1, 40000) AS i, bloom_shard(i, 4) AS shard GROUP BY shard ORDER BY shard;

-- 2. A set in eight filters, a row each.
CREATE TABLE pages AS SELECT 'https://example.org/' || i AS url FROM generate_series(1, 20000) AS i;
CREATE TABLE seen (shard integer PRIMARY KEY, f bloom NOT NULL);
INSERT INTO seen SELECT bloom_shard(url, 8), bloom_agg(url, 2700) FROM pages GROUP BY 1;
SELECT shard, count(*) <= 2700 AS fits, bool_and(bloom_contains(f, url)) AS holds_them
FROM seen JOIN pages ON shard = bloom_shard(url, 8) GROUP BY shard ORDER BY shard;

-- Have I seen this URL? One filter is asked.
PREPARE have_seen(text) AS SELECT bloom_contains(f, $1) FROM seen WHERE shard = bloom_shard($1, 8);
EXECUTE have_seen('https://example.org/4711');
EXECUTE have_seen('https://example.org/never');
DEALLOCATE have_seen;
-- Have I seen these? A join by the shard. The rate is that of one filter, as each URL is asked of one only.
CREATE TABLE links AS SELECT 'https://example.org/' || i AS url, i <= 20000 AS known FROM generate_series(19001, 30000) AS i;
SELECT known, count(*) AS links, count(*) FILTER (WHERE bloom_contains(f, url)) AS maybe
FROM links JOIN seen ON shard = bloom_shard(url, 8) GROUP BY known ORDER BY known;

-- More values later: one filter each changes.
UPDATE seen SET f = f || 'https://example.org/new' WHERE shard = bloom_shard('https://example.org/new', 8);
SELECT bloom_contains(f, 'https://example.org/new') AS added FROM seen WHERE shard = bloom_shard('https://example.org/new', 8);
INSERT INTO seen AS s SELECT bloom_shard(url, 8), bloom_agg(url, 2700) FROM links GROUP BY 1
ON CONFLICT (shard) DO UPDATE SET f = s.f | excluded.f;
SELECT count(*) AS links, bool_and(bloom_contains(f, url)) AS found FROM links JOIN seen ON shard = bloom_shard(url, 8);

-- Shards of a multiple are parts of one: so fewer filters can be had without the values.
SELECT bool_and(bloom_shard(url, 8) / 4 = bloom_shard(url, 2)) AS nested FROM pages;
SET client_min_messages = error; -- no warnings about filters that are too full
SELECT shard, count(*) > 9500 AS about_half, bool_and(bloom_contains(f, url)) AS holds_them
FROM (SELECT shard / 4 AS shard, bloom_union_agg(f) AS f FROM seen GROUP BY 1) AS two JOIN pages ON shard = bloom_shard(url, 2) GROUP BY shard ORDER BY shard;

-- 3. As a partition key, or to spread rows and filters over servers alike.
CREATE TABLE spread (url text) PARTITION BY LIST (bloom_shard(url, 2));
CREATE TABLE spread0 PARTITION OF spread FOR VALUES IN (0);
CREATE TABLE spread1 PARTITION OF spread FOR VALUES IN (1);
INSERT INTO spread SELECT url FROM pages;
SELECT tableoid::regclass AS partition, count(*) > 9500 AS about_half, bool_and(bloom_shard(url, 2) = (tableoid = 'spread1'::regclass)::integer) AS right_ones
FROM spread GROUP BY tableoid ORDER BY 1;
EXPLAIN (COSTS OFF) SELECT * FROM spread WHERE url = 'x' AND bloom_shard(url, 2) = 1;

-- 4. Every kind of value has a shard; equal values have the same one, whatever their type is called.
SELECT bloom_shard(7::int2, 1000) = bloom_shard(7::int8, 1000) AND bloom_shard(7, 1000) = bloom_shard(7::int8, 1000) AS integers,
       bloom_shard('a'::char(5), 1000) = bloom_shard('a', 1000) AND bloom_shard('a'::name, 1000) = bloom_shard('a'::varchar, 1000) AS texts,
       bloom_shard(1.0, 1000) = bloom_shard(1.00, 1000) AS numerics, bloom_shard('-0'::float8, 1000) = bloom_shard(0::float4, 1000) AS floats;
CREATE TYPE mood AS ENUM ('sad', 'ok');
SELECT bool_and(shard BETWEEN 0 AND 99) AS all_have_one, count(*) AS kinds FROM unnest(ARRAY[
    bloom_shard(1::int2, 100), bloom_shard(1, 100), bloom_shard(1::int8, 100), bloom_shard('a'::"char", 100), bloom_shard('a'::text, 100),
    bloom_shard('\x00'::bytea, 100), bloom_shard(md5('')::uuid, 100), bloom_shard(1.5, 100), bloom_shard('2000-01-01'::date, 100),
    bloom_shard(ARRAY[1, NULL], 100), bloom_shard(ROW(1, 'a'::text), 100), bloom_shard('{}'::jsonb, 100)]) AS shard;
-- A label may be renamed, and the shard of a value must never change.
SELECT bloom_shard('ok'::mood, 100);
SELECT bloom_shard('ok'::mood::text, 100) = bloom_shard('ok', 100) AS by_label;
DROP TYPE mood;
-- One shard, and very many.
SELECT bloom_shard('a', 1) AS one, bloom_shard('a', 2147483647) BETWEEN 0 AND 2147483646 AS many;
SELECT bloom_shard(NULL::text, 8) IS NULL AND bloom_shard('a', NULL) IS NULL AS null_in_null_out;

-- 5. What is no number of shards, or no value of a filter.
SELECT bloom_shard('a', 0);
CREATE COLLATION case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
\set VERBOSITY sqlstate
SELECT bloom_shard(1, -1);
SELECT bloom_shard('<a/>'::xml, 8);
SELECT bloom_shard('a' COLLATE case_insensitive, 8);
\set VERBOSITY default

DROP COLLATION case_insensitive;
DROP TABLE pages, seen, links, spread;
DROP EXTENSION bloom_rs;
