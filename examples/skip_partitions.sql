-- Which pages did a visitor see in 100 days? The table has a partition for each day, and the query skips the days without the
-- visitor. Prints the times of the query without and with skipping.
--   psql -f skip_partitions.sql
-- DROP SCHEMA skip_partitions CASCADE removes the example.

\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE SCHEMA skip_partitions;
SET search_path = skip_partitions, public;

BEGIN;
CREATE TABLE visits (day date NOT NULL, visitor integer NOT NULL, page text) PARTITION BY RANGE (day);
DO $$
BEGIN
    FOR i IN 0..99 LOOP
        EXECUTE format('CREATE TABLE visits_%s PARTITION OF visits FOR VALUES FROM (%L) TO (%L)',
            i, date '2026-01-01' + i, date '2026-01-02' + i);
    END LOOP;
END $$;
INSERT INTO visits SELECT date '2026-01-01' + i / 5000, (i::bigint * 7919) % 1000003, 'home' FROM generate_series(0, 499999) AS i;
CREATE INDEX ON visits (visitor);

-- The index that skips partitions: a filter of each day's visitors.
CREATE INDEX visits_skip ON visits USING bloom_skip (visitor);
COMMIT;
ANALYZE visits;
SELECT state, count(*) AS partitions, sum("values") AS visitors, pg_size_pretty(sum(bytes)) AS size
FROM bloom_skip_info('visits_skip') GROUP BY state;

-- Both find the same rows, including one that arrives late.
INSERT INTO visits VALUES ('2026-02-02', 42, 'late');
DO $$
DECLARE
    visitors CONSTANT integer[] := ARRAY(SELECT (i * 104729) % 1000003 FROM generate_series(1, 200) AS i) || 42;
    began timestamptz;
    found bigint[] := '{0, 0}';
    v integer;
BEGIN
    FOR skips IN 0..1 LOOP
        PERFORM set_config('bloom_rs.skip_partitions', CASE skips WHEN 0 THEN 'off' ELSE 'on' END, true);
        began := clock_timestamp();
        FOREACH v IN ARRAY visitors LOOP
            found[skips + 1] := found[skips + 1] + (SELECT count(*) FROM visits WHERE visitor = v);
        END LOOP;
        RAISE NOTICE 'skip_partitions = %: % rows, % ms each', current_setting('bloom_rs.skip_partitions'), found[skips + 1],
            round((extract(epoch FROM clock_timestamp() - began) * 1000 / cardinality(visitors))::numeric, 2);
    END LOOP;
    ASSERT found[1] = found[2] AND found[1] > 0;
END $$;
