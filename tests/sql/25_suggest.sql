--
-- How large must the filter of a column be? bloom_suggest knows from the statistics that ANALYZE leaves for the planner.
--
CREATE EXTENSION bloom_rs;

-- 1. The capacity is the number of distinct values; NULLs do not count.
CREATE TABLE t AS
    SELECT g AS id, g % 500 AS few, nullif(g % 2, 0) * g AS half, NULL::int AS none FROM generate_series(1, 20000) AS g;
ANALYZE t;
SELECT attname, capacity FROM pg_attribute, bloom_suggest('t', attname) WHERE attrelid = 't'::regclass AND attnum > 0 ORDER BY attnum;
-- The size is what bloom_params computes for it. The rate is 0.01 unless you give another one.
SELECT (s.bits, s.hashes, s.bytes) = (p.bits, p.hashes, p.bytes) AS same
FROM bloom_suggest('t', 'few', 0.001) AS s, bloom_params(s.capacity, 0.001) AS p;
SELECT bloom_suggest('t', 'id') = bloom_suggest('t', 'id', fpp => 0.01) AS same, bloom_suggest('t', NULL) IS NULL AS is_null;

-- 2. Names are taken as they are, whatever the search_path.
CREATE SCHEMA "My Schema";
CREATE TABLE "My Schema"."T.1" AS SELECT g AS "The ""Id""", g AS "select" FROM generate_series(1, 100) AS g;
ANALYZE "My Schema"."T.1";
SELECT capacity FROM bloom_suggest('"My Schema"."T.1"', 'The "Id"');
SELECT capacity FROM bloom_suggest('"My Schema"."T.1"', 'select');
SELECT bloom_suggest('"My Schema"."T.1"', 'Select');
\echo :SQLSTATE
CREATE SCHEMA evil;
CREATE FUNCTION evil.no(oid, oid) RETURNS boolean LANGUAGE sql AS 'SELECT false';
CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = evil.no);
CREATE TABLE evil.pg_stats (a int);
SET search_path = evil, pg_catalog, public;
SELECT capacity FROM bloom_suggest('"My Schema"."T.1"', 'select');
RESET search_path;

-- 3. A partitioned table counts as a whole. Autovacuum would analyze its partitions sooner or later.
CREATE TABLE p (v int, w text) PARTITION BY RANGE (v);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (5000) PARTITION BY RANGE (v);
CREATE TABLE p11 PARTITION OF p1 FOR VALUES FROM (0) TO (2500) WITH (autovacuum_enabled = off);
CREATE TABLE p12 PARTITION OF p1 FOR VALUES FROM (2500) TO (5000) WITH (autovacuum_enabled = off);
CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (5000) TO (10000) WITH (autovacuum_enabled = off);
INSERT INTO p SELECT g, g % 700 FROM generate_series(0, 9999) AS g;
SELECT bloom_suggest('p', 'v');
\echo :SQLSTATE
ANALYZE p;
SELECT c, capacity FROM unnest('{p, p1, p11}'::regclass[]) AS c, bloom_suggest(c, 'v');
SELECT capacity FROM bloom_suggest('p', 'w');
-- New, empty partitions need no statistics; partitions with rows do.
CREATE TABLE p3 PARTITION OF p FOR VALUES FROM (10000) TO (20000) WITH (autovacuum_enabled = off);
SELECT capacity FROM bloom_suggest('p', 'v');
INSERT INTO p SELECT generate_series(10000, 14999);
SELECT bloom_suggest('p', 'v');
\echo :SQLSTATE
ANALYZE p3;
SELECT capacity FROM bloom_suggest('p', 'v');
-- So does a table that others inherit from. Since PostgreSQL 18, ANALYZE of it includes them.
CREATE TABLE h (v int) WITH (autovacuum_enabled = off);
CREATE TABLE h1 () INHERITS (h) WITH (autovacuum_enabled = off);
INSERT INTO h SELECT generate_series(1, 1000);
INSERT INTO h1 SELECT generate_series(1001, 4000);
SELECT CASE WHEN current_setting('server_version_num')::int >= 180000 THEN 'ONLY' ELSE '' END AS only \gset
ANALYZE :only h;
SELECT bloom_suggest('h', 'v');
\echo :SQLSTATE
ANALYZE h1;
SELECT c, capacity FROM unnest('{h, h1}'::regclass[]) AS c, bloom_suggest(c, 'v');

-- 4. What has no statistics, and why.
CREATE TABLE s (v int, x xml);
CREATE VIEW w AS SELECT 1 AS v;
CREATE TYPE c AS (v int);
CREATE MATERIALIZED VIEW m AS SELECT generate_series(1, 10) AS v;
SELECT bloom_suggest('s', 'v');
\echo :SQLSTATE
SELECT bloom_suggest('w', 'v');
\echo :SQLSTATE
SELECT bloom_suggest('c', 'v');
\echo :SQLSTATE
SELECT bloom_suggest('m', 'v');
\echo :SQLSTATE
ANALYZE s;
ANALYZE m;
SELECT capacity FROM bloom_suggest('m', 'v');
-- Known to be empty.
SELECT capacity FROM bloom_suggest('s', 'v');
INSERT INTO s VALUES (1, '<a/>'), (2, '<b/>');
ANALYZE s;
ALTER TABLE s ADD late int DEFAULT 1;
SELECT capacity FROM bloom_suggest('s', 'v');
SELECT bloom_suggest('s', 'x');
\echo :SQLSTATE
SELECT bloom_suggest('s', 'late');
\echo :SQLSTATE
-- A distributed table of Citus has its rows elsewhere.
BEGIN;
SET LOCAL allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass);
INSERT INTO pg_dist_partition VALUES ('t');
SELECT capacity FROM bloom_suggest('s', 'v');
SELECT bloom_suggest('t', 'few');
\echo :SQLSTATE
ROLLBACK;

-- 5. Columns that do not exist.
CREATE TABLE d (v int, gone int);
ALTER TABLE d DROP gone;
ANALYZE d;
SELECT bloom_suggest('d', 'gone');
\echo :SQLSTATE
SELECT bloom_suggest('d', 'ctid');
\echo :SQLSTATE
SELECT bloom_suggest('d', 'V');
\echo :SQLSTATE
SELECT bloom_suggest('d', '........pg.dropped.2........');
\echo :SQLSTATE
SELECT bloom_suggest(0, 'v');
\echo :SQLSTATE
SELECT bloom_suggest('d', 'v', 0);
\echo :SQLSTATE
SELECT bloom_suggest('d', 'v', 1);
\echo :SQLSTATE
SELECT bloom_suggest('d', 'v', -1);
\echo :SQLSTATE
SELECT bloom_suggest('d', 'v', 'NaN');
\echo :SQLSTATE

-- 6. Statistics tell of values, so you see them only where you may see these.
CREATE ROLE regress_reader;
CREATE TABLE hidden AS SELECT g AS open, g AS secret FROM generate_series(1, 100) AS g;
ANALYZE hidden;
GRANT SELECT (open) ON hidden TO regress_reader;
SET ROLE regress_reader;
SELECT capacity FROM bloom_suggest('hidden', 'open');
SELECT bloom_suggest('hidden', 'secret');
\echo :SQLSTATE
RESET ROLE;
ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
SET ROLE regress_reader;
SELECT bloom_suggest('hidden', 'open');
\echo :SQLSTATE
RESET ROLE;
DROP OWNED BY regress_reader;
DROP ROLE regress_reader;

DROP TABLE t, p, h, h1, s, d, hidden;
DROP VIEW w;
DROP MATERIALIZED VIEW m;
DROP TYPE c;
SET client_min_messages = warning;
DROP SCHEMA evil, "My Schema" CASCADE;
RESET client_min_messages;
DROP EXTENSION bloom_rs;
