-- Foreign partitions: read beside the scan that skips the others, with the same rows as without.
-- setting: shared_preload_libraries = bloom_rs
-- setting: jit = off
-- setting: autovacuum = off
CREATE EXTENSION bloom_rs;
CREATE EXTENSION postgres_fdw;
CREATE EXTENSION file_fdw;
\ir files/skip_scan.sql
SELECT current_setting('unix_socket_directories') AS host, current_setting('port') AS port \gset
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'host', port :'port', dbname 'postgres');
CREATE USER MAPPING FOR CURRENT_USER SERVER far;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE TABLE ev (part integer, gone text, k integer, what text) PARTITION BY LIST (part);
ALTER TABLE ev DROP gone;
SELECT format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES IN (%1$s)', i) FROM generate_series(0, 9) AS i \gexec
CREATE TABLE far_10 (lost integer, what text, k integer, part integer);
CREATE TABLE far_12 (part integer, k integer, what text);
CREATE FOREIGN TABLE ev_10 (lost integer, what text, k integer, part integer) SERVER far OPTIONS (table_name 'far_10');
ALTER FOREIGN TABLE ev_10 DROP lost;
ALTER TABLE ev ATTACH PARTITION ev_10 FOR VALUES IN (10);
CREATE TABLE ev_11 (what text, k integer, part integer) PARTITION BY RANGE (k);
CREATE TABLE ev_11_1 PARTITION OF ev_11 FOR VALUES FROM (MINVALUE) TO (50);
CREATE FOREIGN TABLE ev_11_2 (part integer, k integer, what text) SERVER far OPTIONS (table_name 'far_12');
ALTER TABLE ev_11 ATTACH PARTITION ev_11_2 DEFAULT;
ALTER TABLE ev ATTACH PARTITION ev_11 FOR VALUES IN (11, 12);
CREATE FOREIGN TABLE ev_13 (k integer, part integer, what text) SERVER files
    OPTIONS (program 'seq 0 99 | sed "s/$/,13,file/"', format 'csv');
ALTER TABLE ev ATTACH PARTITION ev_13 FOR VALUES IN (13);
CREATE INDEX ev_k ON ev (k);
CREATE INDEX ev_skip ON ev USING bloom_skip (k);
INSERT INTO ev SELECT i % 10, i, 'near' FROM generate_series(0, 99) AS i;
INSERT INTO ev_11_1 (part, k, what) SELECT 11 + i % 2, i, 'near' FROM generate_series(0, 49) AS i;
INSERT INTO far_10 (k, part, what) SELECT i, 10, 'far' FROM generate_series(0, 99) AS i;
INSERT INTO far_12 (k, part, what) SELECT i, 11 + i % 2, 'far' FROM generate_series(50, 99) AS i;
INSERT INTO ev VALUES (1, NULL, 'none');
CREATE TABLE users (id integer PRIMARY KEY, name text);
INSERT INTO users SELECT i, 'u' || i FROM generate_series(0, 120, 7) AS i;
CREATE VIEW shown AS SELECT part, k AS key, what || '' AS what FROM ev WHERE part >= 0;
CREATE VIEW guarded WITH (security_barrier) AS SELECT * FROM ev WHERE what <> '';
ANALYZE;

-- The lines of a plan, without what differs by the version.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE 'EXPLAIN (VERBOSE, COSTS off) ' || query;
END $$;
-- Fails unless a query has the rows of the plain one, by a plan that skips beside so many foreign partitions, or does not skip.
CREATE PROCEDURE expect_foreign(query text, foreigners integer) LANGUAGE plpgsql AS $$
DECLARE
    rows text := agree(query);
    lines text;
BEGIN
    ASSERT rows !~ '^\w{5}$', format('%s: %s', query, rows);
    PERFORM set_config('bloom_rs.skip_partitions', 'force', true);
    SELECT string_agg(line, E'\n') INTO lines FROM plan(query) AS line;
    ASSERT (lines LIKE '%(Bloom Skip)%') = (foreigners IS NOT NULL) AND (SELECT count(*) FROM regexp_matches(lines, 'Foreign Scan on', 'g')) = coalesce(foreigners, 99)
        OR foreigners IS NULL AND lines NOT LIKE '%(Bloom Skip)%', concat_ws(E'\n', query, lines);
END $$;
DO $$
DECLARE
    query text;
    foreigners integer;
BEGIN
    FOR query, foreigners IN VALUES
        ('SELECT * FROM ev WHERE k = 42', 2), -- ev_11_2 is pruned: its default has no 42
        ('SELECT * FROM ev WHERE k = 77', 3),
        ('SELECT * FROM ev WHERE k = 77 AND part < 10', 0),
        ('SELECT * FROM ev WHERE k = 77 AND part = 10', NULL),
        ('SELECT * FROM ev WHERE k = 77 AND part = 12', NULL),
        ('SELECT * FROM ev WHERE k = 77 AND part IN (7, 12)', 1),
        ('SELECT * FROM ev WHERE k IN (1, 77, 1000) AND part > 6', 3),
        ('SELECT * FROM ev WHERE (k = 1 OR k = 77 AND what = ''far'')', 3),
        ('SELECT ev, ev.*, tableoid::regclass, what FROM ev WHERE k = 77', 3),
        ('SELECT e.a, e FROM ev AS e (a, b, c) WHERE b = 77', 3),
        ('SELECT what, count(*), max(part) FROM ev WHERE k = 77 GROUP BY what', 3),
        ('SELECT part, k FROM ev WHERE k IN (77, 78) ORDER BY part DESC, k LIMIT 5', 3),
        ('SELECT part, k, what FROM ev WHERE k IN (77, 78) ORDER BY k, part, what', 3),
        ('SELECT 1 FROM ev WHERE k = 77', 3),
        ('SELECT count(*) FROM ev WHERE k = 1000', 3),
        ('SELECT * FROM shown WHERE key = 77 AND what <> ''near''', 3),
        ('SELECT * FROM guarded WHERE k = 77', 3),
        ('SELECT * FROM (SELECT part, k FROM ev UNION ALL SELECT id, id FROM users) AS u WHERE k = 77', 3),
        ('SELECT * FROM (SELECT part, k, what FROM ev UNION ALL SELECT part, k, what FROM ev_10) AS u WHERE k = 77', 4),
        ('SELECT * FROM (SELECT part, k, what FROM ev_10 UNION ALL SELECT part, k, what FROM ev WHERE part < 11) AS u WHERE k = 77', 2),
        ('SELECT * FROM ev AS a JOIN ev AS b USING (k) WHERE k = 77', 6),
        ('SELECT * FROM ev AS a LEFT JOIN ev AS b ON b.k = a.k AND b.what = ''far'' WHERE a.k = 77', 6),
        ('SELECT * FROM ev WHERE k = 77 AND EXISTS (SELECT FROM users WHERE id = k)', 3),
        ('SELECT * FROM users WHERE id < 9 AND EXISTS (SELECT FROM ev WHERE k = id OFFSET 0)', 3),
        ('SELECT * FROM users, LATERAL (SELECT * FROM ev WHERE k = id ORDER BY part, what LIMIT 2) AS l', 3),
        ('SELECT id, (SELECT max(part) FROM ev WHERE k = id) FROM users', 3),
        ('SELECT * FROM users JOIN ev ON k = id WHERE id = 77', 3),
        ('SELECT * FROM users LEFT JOIN ev ON k = id AND part > 8 WHERE id = 77', 3),
        ('SELECT * FROM ev FULL JOIN users ON k = id WHERE k = 77', 3),
        ('SELECT * FROM ev WHERE k = 77 AND what IN (SELECT name FROM users UNION SELECT ''far'')', 3),
        ('WITH c AS (SELECT * FROM ev WHERE k = 77) SELECT * FROM c UNION ALL SELECT * FROM c', 3),
        ('SELECT DISTINCT what, rank() OVER (PARTITION BY k ORDER BY part) FROM ev WHERE k = 77', 3),
        ('INSERT INTO users SELECT 1000 + part * 10 + length(what), what FROM ev WHERE k = 77 RETURNING *', 3),
        -- The plain plan.
        ('SELECT users.* FROM users JOIN ev ON k = id WHERE k = 77 FOR UPDATE OF users', NULL),
        ('UPDATE users SET name = what FROM (SELECT DISTINCT k, max(what) AS what FROM ev WHERE k = 77 GROUP BY k) AS e WHERE id = k RETURNING name', 3),
        ('UPDATE users SET name = what FROM ev WHERE id = k AND k = 77 AND part < 10 RETURNING name', 0),
        ('UPDATE users SET name = ''x'' FROM ev WHERE id = k AND k = 77 RETURNING name', NULL),
        ('DELETE FROM users USING ev WHERE id = k AND k = 77 RETURNING id', NULL),
        ('SELECT * FROM ev WHERE k > 90', NULL)
    LOOP
        CALL expect_foreign(query, foreigners);
    END LOOP;
END $$;

-- What it locks: the same tables, while planning and by kept plans.
CREATE PROCEDURE lock_alike(query text) LANGUAGE plpgsql AS $$
DECLARE
    plain text := locked(query, 'off');
    skipping text := locked(query, 'force');
BEGIN
    ASSERT plain = skipping, concat_ws(E'\n', query, plain, skipping);
END $$;
CALL lock_alike('SELECT * FROM ev WHERE k = 77');
CALL lock_alike('SELECT * FROM ev WHERE k = 42');
CALL lock_alike('SELECT * FROM ev WHERE k = 77 AND part > 9');
CALL lock_alike('SELECT * FROM ev WHERE k = 77 AND part < 9');
CALL lock_alike('SELECT * FROM ev WHERE k = 77 AND part = 12');
CALL lock_alike('SELECT * FROM users LEFT JOIN ev ON k = id AND part IN (1, 12) WHERE id = 77');
SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION locked_kept(statement text, mode text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.skip_partitions', mode, true);
    DEALLOCATE ALL;
    PREPARE q1 (integer) AS SELECT * FROM ev WHERE k = $1;
    PREPARE q2 (integer) AS SELECT part FROM ev WHERE k = $1 AND part > 8 ORDER BY part;
    PERFORM locked(statement, mode);
    RETURN locked(statement, mode);
END $$;
DO $$
BEGIN
    ASSERT locked_kept('EXECUTE q1(77)', 'off') = locked_kept('EXECUTE q1(77)', 'force');
    ASSERT locked_kept('EXECUTE q2(77)', 'off') = locked_kept('EXECUTE q2(77)', 'force');
END $$;
DEALLOCATE ALL;
-- The first row of a kept plan, which skips.
CREATE PROCEDURE expect_first(statement text, wanted text) LANGUAGE plpgsql AS $$
BEGIN
    ASSERT rows_of(statement, 'force') = wanted, rows_of(statement, 'force');
    ASSERT skips(statement), statement;
END $$;
SET bloom_rs.skip_partitions = force;
PREPARE q2 (integer) AS SELECT concat_ws(',', part, what) FROM ev WHERE k = $1 AND part > 8 ORDER BY part;
PREPARE q3 (integer, integer) AS SELECT concat_ws(',', part, k, what) FROM ev WHERE k = $1 AND part = $2;
CALL expect_first('EXECUTE q2(77)', '10,far');
CALL expect_first('EXECUTE q2(19)', '9,near');
CALL expect_first('EXECUTE q3(77, 7)', '7,77,near');
CALL expect_first('EXECUTE q3(77, 12)', '12,77,far');
-- It is made anew, too, when a foreign table or its server changes, or when partitions come and go.
CREATE TABLE far_other AS TABLE far_10;
UPDATE far_other SET what = 'other';
EXECUTE q2(77);
ALTER FOREIGN TABLE ev_10 OPTIONS (SET table_name 'far_other');
CALL expect_first('EXECUTE q2(77)', '10,other');
ALTER TABLE ev DETACH PARTITION ev_10;
CALL expect_first('EXECUTE q2(77)', '12,far');
ALTER TABLE ev_11 DETACH PARTITION ev_11_2;
CALL expect_first('EXECUTE q2(77)', '13,file');
ALTER TABLE ev_11 ATTACH PARTITION ev_11_2 DEFAULT;
CALL expect_first('EXECUTE q2(77)', '12,far');
ALTER TABLE ev ATTACH PARTITION ev_10 FOR VALUES IN (10);
CALL expect_first('EXECUTE q2(77)', '10,other');
ALTER FOREIGN TABLE ev_10 OPTIONS (SET table_name 'far_10');
ALTER SERVER far OPTIONS (ADD use_remote_estimate 'true');
CALL expect_first('EXECUTE q2(77)', '10,far');
RESET plan_cache_mode;
-- With estimates of the other server, postgres_fdw has paths for each outer row, which file_fdw never has.
CALL expect_foreign('SELECT * FROM users JOIN ev ON k = id', NULL);
CALL expect_foreign('SELECT * FROM users JOIN ev ON k = id AND part < 12', 2);
ALTER SERVER far OPTIONS (ADD async_capable 'true');
CALL expect_foreign('SELECT * FROM ev WHERE k = 77', 3);
CALL expect_foreign('SELECT * FROM users, LATERAL (SELECT * FROM ev WHERE k = id OFFSET 0) AS l', 3);
SET enable_partitionwise_join = on;
SET enable_partitionwise_aggregate = on;
SET parallel_setup_cost = 0;
CALL expect_foreign('SELECT part, count(*) FROM ev WHERE k = 77 GROUP BY part', 3);
CALL expect_foreign('SELECT a.part, count(*) FROM ev AS a JOIN ev AS b USING (part) WHERE a.k = 77 AND b.k IN (77, 78) GROUP BY a.part', 6);
RESET ALL;

-- Cursors, in both directions and beside the changes of the own transaction.
SET bloom_rs.skip_partitions = force;
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT part, what FROM ev WHERE k = 77 ORDER BY part;
MOVE ALL FROM c;
INSERT INTO ev VALUES (1, 77, 'late');
DO $$
DECLARE
    rows text;
BEGIN
    FOR rows IN EXECUTE 'FETCH BACKWARD ALL FROM c' LOOP NULL; END LOOP;
    ASSERT rows = '7', rows;
END $$;
DO $$
BEGIN
    DROP FOREIGN TABLE ev_10;
    RAISE 'dropped';
EXCEPTION WHEN object_in_use THEN NULL;
END $$;
ROLLBACK;
RESET bloom_rs.skip_partitions;

ALTER SERVER far OPTIONS (SET use_remote_estimate 'false');
-- Rights are those of the table, and so are policies.
CREATE ROLE reader;
GRANT SELECT (part, k) ON ev TO reader;
GRANT USAGE ON FOREIGN SERVER far TO reader;
CREATE VIEW of_owner AS SELECT * FROM ev;
GRANT SELECT ON of_owner TO reader;
CALL expect_foreign('SELECT * FROM of_owner WHERE k = 77', 3);
ALTER TABLE ev ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON ev TO reader USING (part <> 7 AND what <> 'file');
CREATE FUNCTION shown_to_reader(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    rows text;
BEGIN
    SET LOCAL ROLE reader;
    rows := agree(query);
    RESET ROLE;
    RETURN rows;
END $$;
DO $$
BEGIN
    ASSERT shown_to_reader('SELECT part, k FROM ev WHERE k IN (77, 78) AND part < 10') = '(8,78)', shown_to_reader('SELECT part, k FROM ev WHERE k IN (77, 78) AND part < 10');
    ASSERT shown_to_reader('SELECT part, k, what FROM ev WHERE k = 77') = '42501';
    ASSERT shown_to_reader('SELECT part, what FROM of_owner WHERE k = 77') = E'(10,far)\n(12,far)\n(13,file)\n(7,near)', shown_to_reader('SELECT part, what FROM of_owner WHERE k = 77');
END $$;
SET ROLE reader;
SET bloom_rs.skip_partitions = force;
CREATE TEMPORARY TABLE shown AS SELECT * FROM public.plan('SELECT part, k FROM ev WHERE k = 77') AS line;
RESET ROLE;
DO $$
BEGIN
    ASSERT (SELECT count(*) = 2 FROM shown WHERE line ~ 'Filter: .*what <> ''file'''), (SELECT string_agg(line, E'\n') FROM shown);
    ASSERT (SELECT count(*) = 4 FROM shown WHERE line ~ 'Foreign Scan on|Bloom Skip'), (SELECT string_agg(line, E'\n') FROM shown);
END $$;
