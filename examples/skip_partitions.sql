-- Which pages did a visitor see in 100 days? The table has a partition for each day, and the lookup skips the days
-- without the visitor. Prints the times of the plain query and of the lookup.
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
COMMIT;
ANALYZE visits;

-- The lookup by visitor. Every day is complete except the last one, which stays unsealed.
SELECT bloom_skip_create('visits', 'visitor');
SELECT visits_visitor_skip_seal(ARRAY(SELECT ('visits_' || i)::regclass FROM generate_series(0, 98) AS i));
SELECT * FROM visits_visitor_skip_info();

-- Both find the same rows, including one that arrives late: its day is read until it is sealed again.
INSERT INTO visits VALUES ('2026-02-02', 42, 'late');
DO $$
DECLARE
    visitors CONSTANT integer[] := ARRAY(SELECT (i * 104729) % 1000003 FROM generate_series(1, 200) AS i) || 42;
    began timestamptz;
    of_table bigint := 0;
    of_lookup bigint := 0;
    v integer;
BEGIN
    began := clock_timestamp();
    FOREACH v IN ARRAY visitors LOOP
        of_table := of_table + (SELECT count(*) FROM visits WHERE visitor = v);
    END LOOP;
    RAISE NOTICE 'plain query: % rows, % ms each', of_table,
        round((extract(epoch FROM clock_timestamp() - began) * 1000 / cardinality(visitors))::numeric, 2);
    began := clock_timestamp();
    FOREACH v IN ARRAY visitors LOOP
        of_lookup := of_lookup + (SELECT count(*) FROM visits_by_visitor(v));
    END LOOP;
    RAISE NOTICE 'lookup:      % rows, % ms each', of_lookup,
        round((extract(epoch FROM clock_timestamp() - began) * 1000 / cardinality(visitors))::numeric, 2);
    ASSERT of_table = of_lookup;
END $$;
SELECT visits_visitor_skip_seal(ARRAY['visits_32']::regclass[]);
