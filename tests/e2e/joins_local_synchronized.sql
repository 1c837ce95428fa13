-- Joins that read only blocks that an index names, from where another scan of the table is: each row once.
-- setting: shared_preload_libraries = bloom_rs
-- setting: shared_buffers = 1MB
-- setting: jit = off
-- setting: autovacuum = off

CREATE EXTENSION bloom_rs;
CREATE TABLE facts AS SELECT i AS id, i / 100 AS near, repeat('x', 200) AS filler FROM generate_series(1, 6000) AS i;
CREATE INDEX facts_near ON facts (near);
CREATE TABLE keys AS SELECT i AS near, i % 10 AS x FROM generate_series(0, 59) AS i;
INSERT INTO keys VALUES (5000, 10);
VACUUM ANALYZE facts, keys;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SET max_parallel_workers_per_gather = 0;
SET bloom_rs.screen_joins = force;

DO $$
DECLARE
    size bigint := pg_relation_size('facts') / current_setting('block_size')::bigint;
    query text;
    line text;
    expected text;
    found text;
    named bigint;
    skipped bigint;
    first integer;
    starts integer[];
BEGIN
    FOREACH query IN ARRAY ARRAY['x = 3', 'keys.near IN (2, 57)', 'keys.near IN (30, 31)', 'keys.near IN (0, 1)', 'keys.near IN (58, 59)', 'x = 10'] LOOP
        PERFORM set_config('bloom_rs.screen_joins', 'off', true);
        EXECUTE 'SELECT array_agg(facts.id ORDER BY facts.id), count(DISTINCT (facts.ctid::text::point)[0]) FROM facts JOIN keys USING (near) WHERE ' || query INTO expected, named;
        PERFORM set_config('bloom_rs.screen_joins', 'force', true);
        FOR read IN 1..6000 BY 450 LOOP
            PERFORM count(*) FROM (SELECT FROM facts LIMIT read) AS q; -- the next scan begins about there
            SELECT id INTO first FROM facts LIMIT 1;
            starts := starts || first;
            EXECUTE 'SELECT array_agg(facts.id ORDER BY facts.id) FROM facts JOIN keys USING (near) WHERE ' || query INTO found;
            ASSERT found IS NOT DISTINCT FROM expected, format('%s from row %s: %s instead of %s', query, first, found, expected);
            PERFORM count(*) FROM (SELECT FROM facts LIMIT read) AS q;
            skipped := NULL;
            FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT FROM facts JOIN keys USING (near) WHERE ' || query LOOP
                skipped := coalesce(substring(line FROM 'Blocks Skipped: (\d+)')::bigint, skipped);
            END LOOP;
            -- The first block is read before the keys are known.
            ASSERT size - named - skipped IN (0, 1), format('%s from row %s: %s blocks of %s skipped', query, first, skipped, size);
        END LOOP;
    END LOOP;
    ASSERT (SELECT count(DISTINCT of) > 5 FROM unnest(starts) AS of), format('the scans begin at the rows %s', starts);
END $$;
