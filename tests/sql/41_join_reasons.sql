-- Why a join is not screened: at DEBUG1, for each hash join, merge join and nested loop.
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE EXTENSION bloom_rs;
SET jit = off;
SELECT bloom_screen_joins(true);
CREATE TEMPORARY TABLE facts AS SELECT i AS id, i % 1000 AS k, i % 7 AS x, 'text ' || i AS t FROM generate_series(1, 60000) AS i;
CREATE TEMPORARY TABLE keys AS SELECT i AS k, i % 5 AS x, repeat('long', 50) || i AS t FROM generate_series(1, 100) AS i;
CREATE TEMPORARY TABLE fewer AS SELECT * FROM facts WHERE id <= 10;
CREATE TEMPORARY TABLE many AS SELECT id AS k FROM facts UNION ALL SELECT -id FROM facts;
ALTER TABLE keys ADD PRIMARY KEY (k);
CREATE INDEX ON fewer (id);
CREATE INDEX ON many (k);
CREATE TEMPORARY TABLE referring (k integer REFERENCES keys);
INSERT INTO referring SELECT i % 100 + 1 FROM generate_series(1, 60000) AS i;
ANALYZE facts, keys, fewer, many, referring;
CREATE FUNCTION pg_temp.changes(integer) RETURNS integer VOLATILE LANGUAGE plpgsql AS 'BEGIN RETURN $1; END';
CREATE FUNCTION pg_temp.adds(integer, integer) RETURNS integer VOLATILE LANGUAGE plpgsql AS 'BEGIN RETURN $1 + $2; END';
CREATE AGGREGATE pg_temp.counts(integer) (SFUNC = pg_temp.adds, STYPE = integer, INITCOND = '0');
CREATE FUNCTION pg_temp.slow() RETURNS SETOF integer COST 100000000 ROWS 100 LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT k FROM keys; END';
CREATE PROCEDURE pg_temp.plan(query text) LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
    END LOOP;
END $$;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET max_parallel_workers_per_gather = 0;
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SET client_min_messages = debug1;
CALL pg_temp.plan('SELECT FROM facts JOIN keys USING (k)'); -- it is screened
CALL pg_temp.plan('SELECT s.x FROM facts AS f LEFT JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM facts AS f JOIN keys AS s ON f.k + 1 = s.k');
CALL pg_temp.plan('SELECT FROM fewer AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM facts AS f JOIN many AS s ON f.id = s.k');
CALL pg_temp.plan('SELECT FROM referring AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM (SELECT k, count(*) FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)'); -- it is screened
CALL pg_temp.plan('SELECT FROM (SELECT DISTINCT ON (id) id, k FROM facts ORDER BY id, x) AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM (SELECT k, row_number() OVER (ORDER BY id) AS n FROM facts) AS f JOIN keys AS s USING (k) WHERE n > 1');
CALL pg_temp.plan('SELECT FROM (SELECT k, count(*) FROM facts GROUP BY k OFFSET 0) AS f JOIN (SELECT k::oid AS o FROM keys) AS s ON f.k::oid = s.o');
CALL pg_temp.plan('SELECT FROM facts AS d WHERE EXISTS (SELECT FROM (SELECT k, count(*) AS n FROM facts GROUP BY k OFFSET 0) AS f JOIN keys AS s USING (k) WHERE s.x = d.x AND n > 1 OFFSET 0)');
CALL pg_temp.plan('SELECT f.* FROM (SELECT k, pg_temp.counts(x) FROM facts GROUP BY k OFFSET 0) AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM (SELECT DISTINCT k FROM facts) AS f JOIN pg_temp.slow() AS s ON f.k = s');
CALL pg_temp.plan('SELECT FROM (SELECT k FROM facts LIMIT 59000) AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM (SELECT k, pg_temp.changes(x) AS x FROM facts OFFSET 0) AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM (SELECT k FROM facts ORDER BY t FOR UPDATE) AS f JOIN keys AS s USING (k)');
CALL pg_temp.plan('SELECT FROM facts AS f JOIN keys AS s USING (k) JOIN fewer AS d ON d.id = s.x');
SET work_mem = '4MB';
SET enable_hashjoin = off;
SET enable_mergejoin = on;
CALL pg_temp.plan('SELECT FROM keys AS s LEFT JOIN facts AS f USING (k)'); -- it is screened
CALL pg_temp.plan('SELECT FROM keys AS s LEFT JOIN facts AS f ON f.k = s.x AND f.t = s.t'); -- it is screened
CALL pg_temp.plan('SELECT FROM keys AS s FULL JOIN facts AS f ON f.k = s.x');
SET enable_sort = off;
CALL pg_temp.plan('SELECT FROM keys AS s JOIN fewer AS f ON f.id = s.k');
RESET enable_sort;
SET enable_seqscan = off;
CALL pg_temp.plan('SELECT FROM keys AS s WHERE EXISTS (SELECT FROM many AS f WHERE f.k = s.x)');
RESET enable_seqscan;
SET enable_mergejoin = off;
CALL pg_temp.plan('SELECT FROM facts AS f JOIN keys AS s USING (k)');
-- What the planner expects tells of values: nothing is said to a role that may not read them, or that calls a function of a
-- role that may. A query is planned before its rights are checked.
RESET client_min_messages;
CREATE ROLE regress_bloom_someone;
GRANT SELECT ON keys TO regress_bloom_someone;
GRANT SELECT (k) ON facts TO regress_bloom_someone;
CREATE FUNCTION pg_temp.of_owner() RETURNS bigint SECURITY DEFINER LANGUAGE sql AS 'SELECT count(*) FROM keys AS s JOIN many AS f USING (k)';
SET ROLE regress_bloom_someone;
SET client_min_messages = debug1;
EXPLAIN SELECT FROM keys AS s JOIN many AS f USING (k);
EXPLAIN SELECT FROM keys AS s JOIN facts AS f USING (k) WHERE f.x = 1;
CALL pg_temp.plan('SELECT FROM keys AS s JOIN facts AS f USING (k)');
SELECT pg_temp.of_owner();
RESET client_min_messages;
RESET ROLE;
DROP OWNED BY regress_bloom_someone;
DROP ROLE regress_bloom_someone;
DROP EXTENSION bloom_rs;
