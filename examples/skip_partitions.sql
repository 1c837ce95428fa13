-- Who visited, of 100 days: a partition for each day, asked by visitor. psql -f examples/skip_partitions.sql
-- The times of the plain query and of the look-up are printed.
\set ON_ERROR_STOP 1
CREATE EXTENSION IF NOT EXISTS bloom_rs;
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

-- The look-up by visitor; all days are complete but the last one, which stays open.
SELECT bloom_skip_create('visits', 'visitor');
SELECT visits_visitor_skip_seal(ARRAY(SELECT ('visits_' || i)::regclass FROM generate_series(0, 98) AS i));
SELECT * FROM visits_visitor_skip_info();

-- Both find the same, also what came in late: its day is read until it is sealed again.
INSERT INTO visits VALUES ('2026-02-02', 42, 'late');
DO $$
DECLARE
    asked CONSTANT integer[] := ARRAY(SELECT (i * 104729) % 1000003 FROM generate_series(1, 200) AS i) || 42;
    began timestamptz;
    of_table bigint := 0;
    of_look_up bigint := 0;
    v integer;
BEGIN
    began := clock_timestamp();
    FOREACH v IN ARRAY asked LOOP
        of_table := of_table + (SELECT count(*) FROM visits WHERE visitor = v);
    END LOOP;
    RAISE NOTICE 'plain query: % rows, % ms each', of_table,
        round((extract(epoch FROM clock_timestamp() - began) * 1000 / cardinality(asked))::numeric, 2);
    began := clock_timestamp();
    FOREACH v IN ARRAY asked LOOP
        of_look_up := of_look_up + (SELECT count(*) FROM visits_by_visitor(v));
    END LOOP;
    RAISE NOTICE 'look-up:     % rows, % ms each', of_look_up,
        round((extract(epoch FROM clock_timestamp() - began) * 1000 / cardinality(asked))::numeric, 2);
    ASSERT of_table = of_look_up;
END $$;
SELECT visits_visitor_skip_seal(ARRAY['visits_32']::regclass[]);
