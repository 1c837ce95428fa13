-- The recipes of docs/SHARDING.md: a million URLs in 20 filters.

CREATE EXTENSION bloom_rs;
SET jit = off;
CREATE TABLE pages AS SELECT 'https://example.org/' || md5(i::text) AS url FROM generate_series(1, 1000000) AS i;
ANALYZE pages;

CREATE FUNCTION seen_shard(url text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN bloom_shard(url, 20);

-- 1. Build: in one query, and shard by shard.
CREATE TABLE seen (shard integer PRIMARY KEY, f bloom NOT NULL);
INSERT INTO seen SELECT seen_shard(url), bloom_agg(url, 51000) FROM pages GROUP BY 1;
CREATE TABLE one_by_one (LIKE seen INCLUDING ALL);
CREATE PROCEDURE build(shards integer, capacity bigint) LANGUAGE plpgsql AS $$
BEGIN
    FOR s IN 0..shards - 1 LOOP
        INSERT INTO one_by_one SELECT s, bloom_agg(url, capacity) FROM pages WHERE bloom_shard(url, shards) = s;
        COMMIT;
    END LOOP;
END $$;
CALL build(20, 51000);
VACUUM ANALYZE seen, one_by_one;
DO $$
BEGIN
    ASSERT (SELECT count(*) = 20 AND bool_and(a.f = b.f) FROM seen AS a JOIN one_by_one AS b USING (shard)), 'shard by shard';
    ASSERT (SELECT bool_and(estimated_count BETWEEN 49000 AND 51000 AND current_fpp <= 0.01) FROM seen, bloom_info(f)), 'even';
END $$;

-- 2. Many lookups at once: in the order of the shards, so that each filter is fetched once.
CREATE TABLE probed AS
    SELECT known, count(*) AS probes, count(*) FILTER (WHERE bloom_contains(f, url)) AS yes
    FROM (SELECT url, known, seen_shard(url) AS shard
          FROM (SELECT url, true AS known FROM pages UNION ALL
                SELECT 'https://example.org/' || md5(i::text), false FROM generate_series(-1000000, -1) AS i) AS s
          ORDER BY shard) AS v
    JOIN seen USING (shard) GROUP BY known;
SELECT known, probes, yes, yes / probes::float8 AS rate FROM probed;
DO $$
BEGIN
    ASSERT (SELECT probes = 1000000 AND yes = probes FROM probed WHERE known), 'URLs are missed';
    -- About 50,000 URLs in filters for 51,000: a little less than 1 %, within four standard errors.
    ASSERT (SELECT probes = 1000000 AND yes BETWEEN 0.0088 * probes AND 0.0104 * probes FROM probed WHERE NOT known), 'the rate';
END $$;

-- In any order: all filters are kept if they fit into work_mem. If they do not, that reads no more than if none was
-- kept; and memory stays within work_mem.
CREATE FUNCTION pages_read(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || query INTO plan;
    RETURN (plan->0->'Plan'->>'Shared Hit Blocks')::bigint + (plan->0->'Plan'->>'Shared Read Blocks')::bigint;
END $$;
CREATE TABLE batches (memory text, ordering text, pages bigint, yes bigint, bytes bigint);
CREATE TABLE links AS SELECT url, seen_shard(url) AS shard FROM pages LIMIT 50000;
ANALYZE links;
SET enable_mergejoin = off;
SET enable_nestloop = off;
DO $$
DECLARE
    b batches;
    query text;
BEGIN
    FOR b.memory, b.ordering IN VALUES ('64kB', 'OFFSET 0'), ('512kB', 'OFFSET 0'), ('4MB', 'OFFSET 0'), ('4MB', 'ORDER BY shard') LOOP
        PERFORM set_config('work_mem', b.memory, false);
        query := format('SELECT count(*) FILTER (WHERE bloom_contains(f, url)), (SELECT sum(total_bytes) FROM pg_backend_memory_contexts)
                         FROM (SELECT * FROM links %s) AS v JOIN seen USING (shard)', b.ordering);
        EXECUTE query INTO b.yes, b.bytes;
        b.pages := pages_read(query);
        INSERT INTO batches SELECT b.*;
        COMMIT; -- what call sites share ends with the transaction
    END LOOP;
END $$;
RESET work_mem;
RESET enable_mergejoin;
RESET enable_nestloop;
SELECT * FROM batches;
DO $$
DECLARE
    none batches := b FROM batches AS b WHERE memory = '64kB';
    several batches := b FROM batches AS b WHERE memory = '512kB';
    every batches := b FROM batches AS b WHERE memory = '4MB' AND ordering = 'OFFSET 0';
    ordered batches := b FROM batches AS b WHERE ordering <> 'OFFSET 0';
BEGIN
    ASSERT (SELECT bool_and(yes = 50000) FROM batches), 'URLs are missed';
    -- A filter that is not kept takes 5,000 pages more.
    ASSERT every.pages <= ordered.pages + 2500, 'not all are kept';
    ASSERT none.pages > 100 * ordered.pages, 'all are kept in 64 kB';
    ASSERT several.pages < 0.9 * none.pages, 'none is kept in 512 kB, or too many are fetched';
    -- The join's hash table is larger too, with more work_mem: on 19 by more.
    ASSERT several.bytes - none.bytes BETWEEN 300000 AND 704 * 1024, 'not within 512 kB';
    -- Of 20 filters of 61 kB, 8 are kept with any work_mem. The hash table is larger as well.
    ASSERT every.bytes - none.bytes BETWEEN 700000 AND 940000, 'not the filters alone';
END $$;

-- The planner replaces the function: indexes and partitions of it serve, also where bloom_shard is called.
CREATE INDEX ON links (seen_shard(url));
CREATE TABLE parted (url text) PARTITION BY LIST (seen_shard(url));
CREATE TABLE parted7 PARTITION OF parted FOR VALUES IN (7);
CREATE TABLE parted8 PARTITION OF parted FOR VALUES IN (8);
DO $$
DECLARE
    condition text;
    plan text;
BEGIN
    SET LOCAL enable_seqscan = off;
    FOREACH condition IN ARRAY ARRAY['seen_shard(url) = 7', 'bloom_shard(url, 20) = 7'] LOOP
        EXECUTE 'EXPLAIN (FORMAT JSON) SELECT * FROM links WHERE ' || condition INTO plan;
        ASSERT plan LIKE '%Index Cond": "(bloom_shard(url, 20) = 7)"%', plan;
        EXECUTE 'EXPLAIN (FORMAT JSON) SELECT * FROM parted WHERE ' || condition INTO plan;
        ASSERT plan LIKE '%parted7%' AND plan NOT LIKE '%parted8%', plan;
    END LOOP;
END $$;

-- bloom_info reads a filter once.
DO $$
DECLARE
    whole bigint := pages_read('SELECT get_byte(f::bytea, 4) FROM seen WHERE shard = 7');
    info bigint := pages_read('SELECT i.* FROM seen, bloom_info(f) AS i WHERE shard = 7');
    columns bigint := pages_read('SELECT (bloom_info(f)).* FROM seen WHERE shard = 7');
BEGIN
    RAISE NOTICE 'pages read of a filter: % by bloom_info, % by its columns, % of all of it', info, columns, whole;
    ASSERT info <= whole + 10, 'more than once';
    ASSERT columns > 10 * whole, 'PostgreSQL calls it once for all columns now: say so in docs/';
END $$;

-- 3. One lookup: how many pages does it read of a filter of 12 MB?
UPDATE seen SET f = (SELECT bloom_agg(url, 10000000) FROM pages WHERE seen_shard(url) = 7) WHERE shard = 7;
VACUUM ANALYZE seen;
CREATE TABLE looked_up AS
    SELECT url, known, pages_read(format('SELECT EXISTS (SELECT 1 FROM seen WHERE shard = seen_shard(%1$L) AND bloom_contains(f, %1$L))', url)) AS pages
    FROM ((SELECT url, true AS known FROM pages WHERE seen_shard(url) = 7 LIMIT 100) UNION ALL
          (SELECT 'no ' || i, false FROM generate_series(1, 10000) AS i WHERE seen_shard('no ' || i) = 7 LIMIT 100)) AS s;
SELECT known, count(*), min(pages), max(pages), (SELECT pages_read('SELECT get_byte(f::bytea, 4) FROM seen WHERE shard = 7')) AS whole
FROM looked_up GROUP BY known;
DO $$
BEGIN
    -- Seven hashes at most, each in a chunk of its own, to which the index of the TOAST table leads.
    ASSERT (SELECT count(*) = 200 AND max(pages) <= 60 FROM looked_up), 'a lookup reads too much';
    ASSERT pages_read('SELECT get_byte(f::bytea, 4) FROM seen WHERE shard = 7') > 1500, 'the filter is not large';
END $$;

-- 4. On two servers: the filters of the first ten shards on one, the others on the other.
CREATE EXTENSION postgres_fdw;
CREATE SERVER far0 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far0', dbname 'postgres', extensions 'bloom_rs');
CREATE SERVER far1 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far1', dbname 'postgres', extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER far0 OPTIONS (user 'postgres');
CREATE USER MAPPING FOR PUBLIC SERVER far1 OPTIONS (user 'postgres');
CREATE TABLE spread (shard integer NOT NULL, f bloom NOT NULL) PARTITION BY RANGE (shard);
CREATE FOREIGN TABLE spread0 PARTITION OF spread FOR VALUES FROM (0) TO (10) SERVER far0 OPTIONS (table_name 'seen');
CREATE FOREIGN TABLE spread1 PARTITION OF spread FOR VALUES FROM (10) TO (20) SERVER far1 OPTIONS (table_name 'seen');
INSERT INTO spread SELECT * FROM one_by_one;
-- The subqueries are for plans for any value: postgres_fdw sends their results, which have no collation.
PREPARE have_seen(text) AS
    SELECT EXISTS (SELECT FROM spread WHERE shard = (SELECT seen_shard($1)) AND bloom_contains_hash(f, (SELECT bloom_hash($1)))) AS yes;
CREATE TABLE asked (url text, known boolean, yes boolean);
CREATE PROCEDURE ask() LANGUAGE plpgsql AS $$
DECLARE
    a asked;
    line text;
    plan text := '';
BEGIN
    FOR a.url, a.known IN (SELECT url, true FROM pages LIMIT 500) UNION ALL SELECT 'no ' || i, false FROM generate_series(1, 500) AS i LOOP
        EXECUTE format('EXECUTE have_seen(%L)', a.url) INTO a.yes;
        INSERT INTO asked SELECT a.*;
    END LOOP;
    ASSERT (SELECT bool_and(yes) FROM asked WHERE known), 'URLs are missed';
    ASSERT (SELECT avg(yes::integer) < 0.03 FROM asked WHERE NOT known), 'the rate';
    -- One server is asked, and answers; the filter stays there.
    FOR line IN EXECUTE format('EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF) EXECUTE have_seen(%L)', a.url) LOOP
        plan := plan || line || E'\n';
    END LOOP;
    ASSERT plan ~ 'Remote SQL: SELECT NULL FROM public.seen WHERE .*shard = .*bloom_contains_hash\(f' AND plan !~ 'Filter: '
       AND (plan ~ 'never executed' OR plan !~ 'Append'), plan;
    TRUNCATE asked;
END $$;
SET plan_cache_mode = force_custom_plan;
CALL ask();
SET plan_cache_mode = force_generic_plan;
CALL ask();
