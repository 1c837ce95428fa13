-- Queries on foreign tables: what is sent to the servers where the rows are, and that the answers are right.

CREATE EXTENSION bloom_rs;
CREATE EXTENSION postgres_fdw;
CREATE SERVER far0 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far0', dbname 'postgres', extensions 'bloom_rs');
CREATE SERVER far1 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far1', dbname 'postgres', extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER far0 OPTIONS (user 'postgres');
CREATE USER MAPPING FOR PUBLIC SERVER far1 OPTIONS (user 'postgres');
CREATE SCHEMA far0;
IMPORT FOREIGN SCHEMA public FROM SERVER far0 INTO far0;
-- The same rows here, and the values that are looked for: every hundredth.
CREATE TABLE items AS SELECT * FROM far0.items;
CREATE TABLE days AS SELECT * FROM far0.days;
CREATE TABLE wanted AS SELECT * FROM items WHERE id % 100 = 0;
CREATE TABLE screens AS
    SELECT bloom_agg(id) AS id, bloom_agg(number) AS number, bloom_agg(small) AS small, bloom_agg(url) AS url,
           bloom_agg(digest) AS digest, bloom_agg(bytes) AS bytes, bloom_agg(share) AS share FROM wanted;
ANALYZE;

\ir plan.sql
CREATE PROCEDURE expect_plan(query text, VARIADIC patterns text[]) LANGUAGE plpgsql AS $$
DECLARE
    pattern text;
BEGIN
    FOREACH pattern IN ARRAY patterns LOOP
        IF plan(query) !~ pattern THEN
            RAISE E'%\nhas no % in its plan:\n%', query, pattern, plan(query);
        END IF;
    END LOOP;
END $$;
-- The result of a query is the same with the tables here. It is taken as text; rows are counted and hashed.
CREATE FUNCTION result(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, '' '' ORDER BY q::text)), '''') FROM (%s) AS q', query) INTO answer;
    RETURN answer;
END $$;
CREATE PROCEDURE expect_same(query text) LANGUAGE plpgsql AS $$
BEGIN
    IF result(query) IS DISTINCT FROM result(replace(query, 'far0.', '')) THEN
        RAISE '% differs: % instead of %', query, result(query), result(replace(query, 'far0.', ''));
    END IF;
END $$;

-- 1. Screens. A filter from a subquery is made or read here, and goes to the server as a parameter.
CREATE PROCEDURE screens_are(shipped boolean) LANGUAGE plpgsql AS $$
DECLARE
    name text;
    query text;
    filter text;
BEGIN
    FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = 'screens'::regclass AND attnum > 0 LOOP
        FOREACH query IN ARRAY ARRAY['bloom_contains((SELECT %1$s FROM screens), %1$s)', '(SELECT %1$s FROM screens) @> %1$s',
                                     '%1$s <@ (SELECT %1$s FROM screens)', 'NOT bloom_contains((SELECT %1$s FROM screens), %1$s)',
                                     'bloom_contains((SELECT bloom_agg(%1$s, 1000) FROM wanted), %1$s)'] LOOP
            query := format('SELECT id FROM far0.items WHERE ' || query, name);
            CALL expect_plan(query, CASE WHEN shipped THEN 'Remote SQL: .*(bloom_contains\(|@>|<@)' ELSE 'Filter: .*(bloom_contains\(|@>|<@)' END);
            CALL expect_same(query);
        END LOOP;
        -- A constant filter.
        EXECUTE format('SELECT %I FROM screens', name) INTO filter;
        query := format('SELECT id, %1$s FROM far0.items WHERE bloom_contains(%2$L::bloom, %1$s)', name, filter);
        CALL expect_plan(query, CASE WHEN shipped THEN 'Remote SQL: .*bloom_contains\(''' ELSE 'Filter: bloom_contains\(''' END);
        CALL expect_same(query);
    END LOOP;
END $$;
CALL screens_are(shipped => true);

-- A join is expected to have as many rows with a screen of its key as without, whoever estimates them.
CREATE FUNCTION expected_rows(query text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    RETURN plan #>> '{0,Plan,Plan Rows}';
END $$;
CREATE PROCEDURE screens_are_implied() LANGUAGE plpgsql AS $$
DECLARE
    joined text := 'SELECT FROM far0.items AS i JOIN wanted AS w USING (id)';
    screen text;
BEGIN
    FOREACH screen IN ARRAY ARRAY['bloom_contains((SELECT bloom_agg(id) FROM wanted), i.id)', '(SELECT bloom_agg(id) FROM wanted) @> i.id',
                                  'i.id <@ (SELECT bloom_agg(id) FROM wanted)', 'i.id <@ (SELECT counting_bloom_agg(id) FROM wanted)',
                                  'bloom_contains_hash((SELECT bloom_agg(id) FROM wanted), bloom_hash(i.id))'] LOOP
        ASSERT expected_rows(joined || ' WHERE ' || screen) = expected_rows(joined), screen;
    END LOOP;
END $$;
CALL screens_are_implied();
ALTER SERVER far0 OPTIONS (ADD use_remote_estimate 'true');
CALL screens_are_implied();
ALTER SERVER far0 OPTIONS (DROP use_remote_estimate);
-- Without a join it is still a guess.
DO $$
DECLARE
    items float8 := expected_rows('SELECT FROM far0.items');
BEGIN
    ASSERT expected_rows('SELECT FROM far0.items WHERE bloom_contains((SELECT id FROM screens), id)') <= items / 5, 'no screen';
END $$;

-- Filters that are there, asked about a value from here. Text constants stay, for the sake of collations; their hashes go.
CREATE PROCEDURE questions_are(shipped boolean) LANGUAGE plpgsql AS $$
DECLARE
    query text;
BEGIN
    FOREACH query IN ARRAY ARRAY['bloom_contains(ids, 42)', 'bloom_contains(ids, 42::bigint)', 'ids @> 42::smallint',
                                 'bloom_contains_hash(urls, bloom_hash(''https://example.org/42''))'] LOOP
        query := 'SELECT day FROM far0.days WHERE ' || query;
        CALL expect_plan(query, CASE WHEN shipped THEN 'Remote SQL: .* WHERE' ELSE 'Filter: ' END);
        CALL expect_same(query);
    END LOOP;
    query := 'SELECT day FROM far0.days WHERE bloom_contains(urls, ''https://example.org/42'')';
    CALL expect_plan(query, 'Filter: bloom_contains');
    CALL expect_same(query);
END $$;
CALL questions_are(shipped => true);

-- Prepared, with plans for the value and for any value.
SELECT url AS filter FROM screens \gset
SET plan_cache_mode = force_custom_plan;
PREPARE screened(bloom) AS SELECT count(*) FROM far0.items WHERE bloom_contains($1, url);
CREATE TABLE custom AS EXECUTE screened(:'filter');
SET plan_cache_mode = force_generic_plan;
CREATE TABLE generic AS EXECUTE screened(:'filter');
RESET plan_cache_mode;
DO $$
BEGIN
    ASSERT (SELECT generic.count = custom.count AND custom.count = (SELECT count(*) FROM items, screens AS s WHERE bloom_contains(s.url, items.url))
            FROM generic, custom), 'prepared statements';
END $$;

-- 2. Aggregates are made there, whole: one filter travels, and no row.
CREATE PROCEDURE builds_are(shipped boolean) LANGUAGE plpgsql AS $$
DECLARE
    query text;
BEGIN
    FOREACH query IN ARRAY ARRAY['bloom_agg(url, 20000) FROM far0.items', 'bloom_agg(id) FROM far0.items', 'bloom_agg(number, NULL, 0.1) FROM far0.items',
                                 'bloom_agg(digest, 20000) FROM far0.items', 'bloom_agg(bytes, 20000) FROM far0.items', 'bloom_agg(share, 20000) FROM far0.items',
                                 'day, bloom_agg(url, 20000) FROM far0.items GROUP BY day', 'bloom_agg(id, 9) FILTER (WHERE day < 2) FROM far0.items',
                                 'bloom_union_agg(urls) FROM far0.days', 'bloom_union_agg(ids, 0.5), bloom_intersection_agg(ids) FROM far0.days'] LOOP
        query := 'SELECT ' || query;
        CALL expect_plan(query, CASE WHEN shipped THEN 'Relations: Aggregate on \(far0' ELSE 'Foreign Scan on far0' END);
        CALL expect_same(query);
    END LOOP;
END $$;
CALL builds_are(shipped => true);

-- 3. Semi-join reduction: a join with many remote rows, of which few match.
CALL expect_plan('SELECT * FROM far0.items JOIN wanted USING (url) WHERE bloom_contains((SELECT bloom_agg(url) FROM wanted), items.url)',
                 'Hash Cond: ', 'Remote SQL: .*bloom_contains\(\$1::public.bloom, url\)');
CALL expect_same('SELECT i.id, i.share FROM far0.items AS i JOIN wanted AS w ON w.url = i.url WHERE bloom_contains((SELECT bloom_agg(url) FROM wanted), i.url)');
-- The other way round: a filter that the remote server made screens the table here.
CALL expect_plan('SELECT id FROM items WHERE bloom_contains((SELECT bloom_agg(url, 20000) FROM far0.items WHERE day = 3), url)', 'Relations: Aggregate on');
CALL expect_same('SELECT id FROM items WHERE bloom_contains((SELECT bloom_agg(url, 20000) FROM far0.items WHERE day = 3), url)');
-- With costs that the remote server estimates, it plans with a filter that is not known yet.
ALTER SERVER far0 OPTIONS (ADD use_remote_estimate 'true');
CALL screens_are(shipped => true);
ALTER SERVER far0 OPTIONS (DROP use_remote_estimate);

-- 4. A table in shards, one on each server.
CREATE TABLE sharded (id bigint, url text, day integer, shard integer) PARTITION BY LIST (shard);
CREATE FOREIGN TABLE sharded0 PARTITION OF sharded FOR VALUES IN (0) SERVER far0 OPTIONS (table_name 'items', async_capable 'true');
CREATE FOREIGN TABLE sharded1 PARTITION OF sharded FOR VALUES IN (1) SERVER far1 OPTIONS (table_name 'items', async_capable 'true');
CREATE TABLE everything AS SELECT * FROM sharded;
ANALYZE sharded, everything;
DO $$ BEGIN ASSERT (SELECT count(*) = 40000 AND min(n) > 19000 FROM (SELECT count(*) OVER (PARTITION BY shard) AS n FROM everything) AS s), 'rows'; END $$;

SET enable_partitionwise_aggregate = on;
CREATE PROCEDURE expect_everything(query text) LANGUAGE plpgsql AS $$
BEGIN
    IF result(query) IS DISTINCT FROM result(replace(query, 'sharded', 'everything')) THEN
        RAISE '% differs', query;
    END IF;
END $$;
-- Grouped by the partition key, each server builds its own filter.
CALL expect_plan('SELECT shard, bloom_agg(url, 40000) FROM sharded GROUP BY shard',
                 'Append', 'Async Foreign Scan', 'Remote SQL: SELECT shard, public.bloom_agg\(url, 40000::bigint\) FROM public.items GROUP BY 1\M.*Remote SQL: SELECT shard, public.bloom_agg\(url, 40000::bigint\) FROM public.items GROUP BY 1\M');
CALL expect_everything('SELECT shard, bloom_agg(url, 40000) FROM sharded GROUP BY shard');
CALL expect_everything('SELECT shard, day, bloom_agg(url, 40000) FROM sharded GROUP BY shard, day');
-- So one filter of all: built there, united here.
CALL expect_plan('SELECT bloom_union_agg(f) FROM (SELECT shard, bloom_agg(url, 40000) AS f FROM sharded GROUP BY shard) AS s',
                 'Output: bloom_union_agg', 'Remote SQL: SELECT shard, public.bloom_agg');
DO $$
BEGIN
    ASSERT (SELECT bloom_union_agg(f) FROM (SELECT shard, bloom_agg(url, 40000) AS f FROM sharded GROUP BY shard) AS s)
         = (SELECT bloom_agg(url, 40000) FROM everything), 'the union of the shards';
END $$;
-- Without GROUP BY the rows come here, as postgres_fdw of PostgreSQL 15 sends no partial aggregates.
CALL expect_plan('SELECT bloom_agg(url, 40000) FROM sharded', 'PARTIAL bloom_agg', 'Remote SQL: SELECT url FROM public.items');
CALL expect_everything('SELECT bloom_agg(url, 40000) FROM sharded');
RESET enable_partitionwise_aggregate;
-- Screens go to every server, or to the one where the value can be.
CALL expect_plan('SELECT id FROM sharded WHERE bloom_contains((SELECT url FROM screens), url)', 'Remote SQL: .*bloom_contains.*Remote SQL: .*bloom_contains');
CALL expect_everything('SELECT id FROM sharded WHERE bloom_contains((SELECT url FROM screens), url)');

-- 5. Without the option nothing is sent, and the answers are the same.
ALTER SERVER far0 OPTIONS (DROP extensions);
CALL screens_are(shipped => false);
CALL questions_are(shipped => false);
CALL builds_are(shipped => false);
