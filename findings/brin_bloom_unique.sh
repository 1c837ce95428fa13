#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): a BRIN index with Bloom filters on unique values, made with its defaults, has nearly the whole
# table read for a value that is not there.
# Usual guess: false_positive_rate is 0.01 by default, so one range in a hundred is read.
# Behavior: by default a filter is made for as many distinct values as a tenth of the rows of a range, and a unique column has ten
# times that. With n_distinct_per_range = -1 the filter of a usual range does not fit into a page, and inserting fails; smaller
# ranges with it keep the rate.
. "$(dirname "$0")/finding.bash"
pgserver_with 0.1.4
cluster data 5001
on 5001 >"$WORK/printed" <<'SQL'
CREATE TABLE visits AS SELECT md5(n::text)::uuid AS id FROM generate_series(1, 1000000) AS n;
SET enable_seqscan = off;
SET max_parallel_workers_per_gather = 0; -- EXPLAIN shows the blocks of the leader only
-- The share of the table that is read for absent values, on average.
CREATE FUNCTION share() RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    line text;
    pages numeric := 0;
BEGIN
    FOR i IN 1..100 LOOP
        FOR line IN EXECUTE format('EXPLAIN (ANALYZE, TIMING off) SELECT FROM visits WHERE id = %L', md5('absent ' || i)) LOOP
            pages := pages + coalesce(substring(line FROM 'Heap Blocks: lossy=(\d+)')::integer, 0);
        END LOOP;
    END LOOP;
    RETURN round(pages / pg_relation_size('visits') * 8192, 1);
END $$;
CREATE INDEX ids ON visits USING brin (id uuid_bloom_ops);
SELECT 'defaults: ' || share() || ' %';
DROP INDEX ids;
DO $$ BEGIN
    CREATE INDEX ON visits USING brin (id uuid_bloom_ops (n_distinct_per_range = -1));
EXCEPTION WHEN others THEN
    PERFORM set_config('test.error', SQLERRM, false);
END $$;
SELECT 'all distinct: ' || current_setting('test.error');
CREATE INDEX ids ON visits USING brin (id uuid_bloom_ops (n_distinct_per_range = -1)) WITH (pages_per_range = 16);
SELECT 'all distinct, smaller ranges: ' || share() || ' %';
SQL
seen <<'SEEN'
defaults: 92.4 %
all distinct: the bloom filter is too large (44629 > 8144)
all distinct, smaller ranges: 0.1 %
SEEN
