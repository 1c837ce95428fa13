--
-- Lookups by a key that is not the partition key, without reading every partition
--
CREATE EXTENSION bloom_rs;
\set SHOW_CONTEXT never
CREATE TABLE visits (day integer, visitor text, page text) PARTITION BY LIST (day);
DO $$
BEGIN
    FOR i IN 1..30 LOOP
        EXECUTE format('CREATE TABLE visits_%s PARTITION OF visits FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO visits SELECT i % 30 + 1, 'visitor ' || i, 'home' FROM generate_series(1, 3000) AS i;

-- One call makes the tables and functions, another one seals the partitions.
SELECT bloom_skip_create('visits', 'visitor');
SELECT visits_visitor_skip_seal();
SELECT * FROM visits_by_visitor('visitor 77');
SELECT * FROM visits_by_visitor_any(ARRAY['visitor 77', 'visitor 78', 'nobody']) ORDER BY visitor;
SELECT count(*) FROM visits_by_visitor('nobody');
SELECT count(*) FROM visits_by_visitor(NULL);
SELECT partitions, sealed, stale, bytes > 0 AS bytes, false_candidates < 0.1 AS few FROM visits_visitor_skip_info();

-- What a lookup reads: here nothing, one partition, and two once another one is stale.
SELECT * FROM visits_by_visitor_partitions('nobody');
SELECT * FROM visits_by_visitor_partitions('visitor 77');
INSERT INTO visits VALUES (3, 'late visitor', 'about');
SELECT * FROM visits_by_visitor_partitions('visitor 77');
SELECT * FROM visits_by_visitor('late visitor');
SELECT partitions, sealed, stale FROM visits_visitor_skip_info();
SELECT * FROM visits_visitor_skip_partitions() WHERE partition::text < 'visits_11' OR stale;

-- A new partition is read until it is sealed.
CREATE TABLE visits_31 PARTITION OF visits FOR VALUES IN (31);
SELECT * FROM visits_by_visitor_partitions('nobody');
SELECT visits_visitor_skip_seal(ARRAY['visits_3', 'visits_31']::regclass[]);
SELECT * FROM visits_by_visitor_partitions('nobody');

-- What is made belongs to the user.
SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = 'visits_3'::regclass ORDER BY tgname;
SELECT obj_description('visits_by_visitor'::regproc);
\set VERBOSITY sqlstate
ALTER TABLE visits ALTER visitor TYPE varchar;
\set VERBOSITY terse
DROP EXTENSION bloom_rs;
\set VERBOSITY default
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT visits_visitor_skip_seal();
ROLLBACK;
SELECT visits_visitor_skip_seal(ARRAY['pg_class']::regclass[]);

-- What cannot be skipped
CREATE TABLE heap (a integer);
SELECT bloom_skip_create('heap', 'a');
SELECT bloom_skip_create('visits', 'nothing');
SELECT bloom_skip_create('visits', 'day', 1.5);
SELECT bloom_skip_create('visits', 'day', 1e-200);
SELECT bloom_skip_create('visits', 'visitor');
SELECT bloom_skip_drop('visits', 'day');

SELECT bloom_skip_drop('visits', 'visitor');
SELECT tgname FROM pg_trigger WHERE tgrelid = 'visits_3'::regclass;
DROP TABLE visits, heap;
\set SHOW_CONTEXT errors
DROP EXTENSION bloom_rs;
