-- Screened joins above a Gather: the workers get the filter, and all processes test it or none does.
-- setting: shared_preload_libraries = bloom_rs
-- setting: jit = off
-- setting: autovacuum = off
-- setting: max_worker_processes = 8

CREATE EXTENSION bloom_rs;
\set keys 40000
\set second 100000
\ir files/grouped_tables.sql
CREATE TABLE few AS SELECT i AS x FROM generate_series(0, 4) AS i;
VACUUM ANALYZE facts, parts, keys, few;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET enable_parallel_hash = off;
SET max_parallel_workers_per_gather = 2;
SET min_parallel_table_scan_size = 0;
SET parallel_tuple_cost = 0;
SET parallel_setup_cost = 100;
\ir files/screens.sql

-- What workers may not do keeps the join above the Gather. Both nodes name the scans.
CREATE FUNCTION restricted() RETURNS SETOF keys STABLE PARALLEL RESTRICTED ROWS 60 COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN QUERY TABLE keys; END';
CREATE FUNCTION here(integer) RETURNS boolean STABLE PARALLEL RESTRICTED COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN true; END';
CREATE FUNCTION growing(count integer) RETURNS TABLE (k integer) STABLE PARALLEL RESTRICTED ROWS 60 COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT i * 3 FROM generate_series(1, count) AS i; END';
CREATE FUNCTION eight(bigint) RETURNS integer IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS 'BEGIN RETURN 1 / ($1 = 8)::integer; END';
CREATE PROCEDURE gathers(query text, node text, scans text, filters integer DEFAULT 2, tested bigint DEFAULT 320000) LANGUAGE plpgsql AS $$
BEGIN
    IF plan(query, 'off') !~ node THEN
        RAISE E'% has no %:\n%', query, node, plan(query, 'off');
    END IF;
    CALL screens(query, scans, filters);
    PERFORM set_config('bloom_rs.screen_joins', 'force', false);
    IF coalesce(shown(query, 'Rows Tested') <> tested, shown(query, 'Rows Tested') = 0) OR shown(query, 'Workers Launched') <> shown(query, 'Workers Planned') THEN
        RAISE E'% rows of % are tested with % workers:\n%', shown(query, 'Rows Tested'), query, shown(query, 'Workers Launched'), plan(query, 'force');
    END IF;
END $$;
CALL gathers('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.k = s.k', 'Hash Join.*Gather', 'f (k); f (k)');
CALL gathers('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.t = s.t', 'Hash Join.*Gather', 'f (t); f (t)');
CALL gathers('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.t = s.t AND f.k8 = s.k', 'Hash Join.*Gather', 'f (t, k8); f (t, k8)');
CALL gathers('SELECT f.id FROM parts AS f JOIN restricted() AS s ON f.k = s.k', 'Hash Join.*Gather.*Parallel Append', 'f_2 (k), f_1 (k); f_2 (k), f_1 (k)');
CALL gathers('SELECT f.id FROM (SELECT f.id, f.k FROM facts AS f JOIN few USING (x) OFFSET 0) AS f JOIN restricted() AS s ON f.k = s.k', 'Hash Join.*Gather.*Hash Join', 'f (k); f (x); f (k)', 3, NULL); -- in any order
CALL gathers('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.k = s.k JOIN restricted() AS r ON f.t = r.t', 'Hash Join.*Hash Join.*Gather', 'f (k); f (t); f (k); f (t)', 4, NULL);
CALL gathers('SELECT f.* FROM (SELECT k, count(*) AS n FROM facts GROUP BY k UNION ALL SELECT r.k, r.x FROM restricted() AS r) AS f JOIN restricted() AS s USING (k)', 'Hash Join.*Append.*Gather', 'facts (k); facts (k)');
CALL gathers('SELECT k, n, s FROM (SELECT k, count(*) AS n, sum(id) AS s FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Hash Join.*Finalize.*Gather.*Partial', 'facts (k); facts (k)');
CALL gathers('SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Hash Join.*Finalize.*Gather.*Partial', 'facts (k); facts (k)');
CALL gathers('SELECT f.k FROM (SELECT k, t FROM facts GROUP BY k, t) AS f JOIN keys AS s USING (k)', 'Hash Join.*(Gather.*Group|Group.*Gather)', 'facts (k); facts (k)');
CALL gathers('SELECT t, n FROM (SELECT t, eight(count(*)) AS n FROM facts GROUP BY t) AS f JOIN keys AS s USING (t)', 'Hash Join.*Finalize.*Gather.*Partial', 'facts (t); facts (t)');
CALL gathers('SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM parts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Hash Join.*Finalize.*Gather.*Partial.*Parallel Append', 'parts_2 (k), parts_1 (k); parts_2 (k), parts_1 (k)');
BEGIN;
SET LOCAL enable_hashagg = off;
CALL gathers('SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Hash Join.*Finalize.*Gather Merge.*Partial.*Sort', 'facts (k); facts (k)');
ROLLBACK;
-- A merge join, whose inner side workers sort.
BEGIN;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = on;
CALL gathers('SELECT s.k FROM keys AS s WHERE here(s.k) AND EXISTS (SELECT FROM facts AS f WHERE f.k = s.k)', 'Merge (Semi )?Join.*Gather', 'f (k); f (k)');
CALL gathers('SELECT k, n FROM keys AS s LEFT JOIN (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f USING (k)', 'Merge (Left )?Join.*Finalize.*Gather', 'facts (k); facts (k)');
ROLLBACK;
-- Without the leader, and without workers.
BEGIN;
SET LOCAL parallel_leader_participation = off;
CALL gathers('SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Hash Join.*Gather', 'facts (k); facts (k)');
ROLLBACK;
CREATE PROCEDURE counts(query text, label text, number bigint) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', 'force', false);
    IF shown(query, label) IS DISTINCT FROM number THEN
        RAISE E'% of % are %:\n%', label, query, shown(query, label), plan(query, 'force');
    END IF;
    IF result(query, 'off') IS DISTINCT FROM result(query, 'force') OR result(query, 'off') LIKE '0 %' THEN
        RAISE E'% has other rows, or none', query;
    END IF;
END $$;
BEGIN;
SET LOCAL max_parallel_workers = 0;
CALL counts('SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Workers Launched', 0);
CALL counts('SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)', 'Rows Tested', 320000);
ROLLBACK;
-- A query of which a part is asked for has no workers, as those of SQL functions that return a row at a time.
BEGIN;
SET LOCAL bloom_rs.screen_joins = force;
CREATE FUNCTION groups() RETURNS SETOF integer LANGUAGE sql AS 'SELECT k FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k)';
DO $$ BEGIN ASSERT (SELECT count(*) FROM (SELECT groups()) AS f) = 60; END $$;
-- Few rows come to the condition behind the test.
CREATE FUNCTION counted(integer) RETURNS boolean STABLE PARALLEL SAFE LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('test.count', (1 + current_setting('test.count')::integer)::text, false);
    RETURN true;
END $$;
CREATE FUNCTION in_parts() RETURNS SETOF integer LANGUAGE sql AS 'SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.k = s.k WHERE counted(f.id)';
SET LOCAL test.count = 0;
DO $$ BEGIN
    ASSERT (SELECT count(*) FROM (SELECT in_parts()) AS f) = 480;
    ASSERT current_setting('test.count')::integer BETWEEN 480 AND 3000, current_setting('test.count');
END $$;
-- A cursor that goes back reads the same rows.
DECLARE c SCROLL CURSOR FOR SELECT k, n FROM (SELECT k, eight(count(*)) AS n FROM facts GROUP BY k) AS f JOIN keys AS s USING (k);
MOVE 20 FROM c;
MOVE ABSOLUTE 0 FROM c;
DO $$ DECLARE count integer; c refcursor := 'c'; BEGIN
    MOVE FORWARD ALL FROM c;
    GET DIAGNOSTICS count = ROW_COUNT;
    ASSERT count = 60, count;
END $$;
ROLLBACK;

-- A join that runs again has other keys: one filter after the other is handed on.
BEGIN;
SET LOCAL enable_nestloop = on;
SET LOCAL enable_material = off;
SET LOCAL enable_memoize = off;
CREATE TABLE counts AS SELECT unnest(ARRAY[1, 5, 3, 12000, 7, 0, 9]) AS n;
ANALYZE counts;
DO $$ BEGIN
    ASSERT plan('SELECT c.n, q.id FROM counts AS c CROSS JOIN LATERAL (SELECT f.id FROM facts AS f JOIN growing(c.n) AS g USING (k) OFFSET 0) AS q', 'force') ~ 'Nested Loop.*Hash Join.*Gather.*Bloom Screen', plan('SELECT c.n, q.id FROM counts AS c CROSS JOIN LATERAL (SELECT f.id FROM facts AS f JOIN growing(c.n) AS g USING (k) OFFSET 0) AS q', 'force');
END $$;
CALL counts('SELECT c.n, q.id FROM counts AS c CROSS JOIN LATERAL (SELECT f.id FROM facts AS f JOIN growing(c.n) AS g USING (k) OFFSET 0) AS q', 'Rows Tested', 1600000);
ROLLBACK;

-- With "on": a process where all rows pass goes on to test them, as others drop some.
CREATE TABLE clustered AS SELECT i AS id, CASE WHEN i < 200000 THEN i % 10 ELSE 10 + (i - 200000) % 5000 END AS k FROM generate_series(0, 239999) AS i;
CREATE TABLE first_keys AS SELECT i AS k FROM generate_series(0, 9) AS i;
ANALYZE clustered, first_keys;
CREATE FUNCTION eight_or_small(bigint, bigint) RETURNS integer IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS 'BEGIN RETURN 1 / ($1 = 8 OR $2 < 10)::integer; END';
DO $$ DECLARE query text := 'SELECT k, n FROM (SELECT k, eight_or_small(count(*), k) AS n FROM clustered GROUP BY k) AS f JOIN (SELECT k FROM first_keys WHERE k + 0 >= 0) AS s USING (k)'; BEGIN
    ASSERT plan(query, 'on') ~ 'Hash Join.*Finalize.*Gather.*Bloom Screen', plan(query, 'on');
    PERFORM set_config('bloom_rs.screen_joins', 'on', false);
    ASSERT shown(query, 'Rows Tested') = 240000, shown(query, 'Rows Tested');
    ASSERT result(query, 'on') = result(query, 'off');
END $$;

-- The filter comes too late: the join asks for a first row before it reads the small side.
BEGIN;
SET LOCAL parallel_setup_cost = 0;
CREATE FUNCTION slow() RETURNS SETOF integer STABLE PARALLEL RESTRICTED ROWS 60 COST 100000000 LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT keys.k FROM keys; END';
DO $$ BEGIN
    ASSERT plan('SELECT f.id FROM facts AS f JOIN slow() AS s ON f.k = s', 'on') !~ 'Bloom Screen';
    ASSERT plan('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.k = s.k WHERE f.id >= 0', 'force') ~ 'Bloom Screen';
END $$;
CALL counts('SELECT f.id FROM facts AS f JOIN slow() AS s ON f.k = s', 'Rows Tested', 0);
ROLLBACK;
-- Keys that are too many leave a filter that does not have them all.
BEGIN;
SET LOCAL work_mem = '64kB';
SET LOCAL hash_mem_multiplier = 1;
CALL counts('SELECT f.id FROM facts AS f JOIN growing(100000) AS g USING (k)', 'Rows Tested', 0);
ROLLBACK;
-- Rows of workers and others in one group, and a function that workers may not call.
DO $$ BEGIN ASSERT plan('SELECT f.* FROM (SELECT k, sum(n) FROM (SELECT k, count(*) AS n FROM facts GROUP BY k UNION ALL SELECT k, x FROM keys WHERE here(k)) AS f GROUP BY k) AS f JOIN keys AS s USING (k)', 'off') ~ 'Aggregate.*Append.*Gather.*Seq Scan on public.facts.*Seq Scan on public.keys', plan('SELECT f.* FROM (SELECT k, sum(n) FROM (SELECT k, count(*) AS n FROM facts GROUP BY k UNION ALL SELECT k, x FROM keys WHERE here(k)) AS f GROUP BY k) AS f JOIN keys AS s USING (k)', 'off'); END $$;
CALL refuses('SELECT f.* FROM (SELECT k, sum(n) FROM (SELECT k, count(*) AS n FROM facts GROUP BY k UNION ALL SELECT k, x FROM keys WHERE here(k)) AS f GROUP BY k) AS f JOIN keys AS s USING (k)');
CREATE FUNCTION same(integer, integer) RETURNS boolean IMMUTABLE STRICT PARALLEL SAFE LANGUAGE internal AS 'int4eq';
CREATE FUNCTION hash_here(integer) RETURNS integer IMMUTABLE STRICT PARALLEL RESTRICTED LANGUAGE internal AS 'hashint4';
CREATE FUNCTION hash_anywhere(integer) RETURNS integer IMMUTABLE STRICT PARALLEL SAFE LANGUAGE internal AS 'hashint4';
CREATE OPERATOR === (LEFTARG = integer, RIGHTARG = integer, FUNCTION = same, COMMUTATOR = ===, HASHES);
CREATE OPERATOR CLASS here FOR TYPE integer USING hash AS OPERATOR 1 ===, FUNCTION 1 hash_here(integer);
CALL refuses('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.k === s.k');
DROP OPERATOR CLASS here USING hash;
CREATE OPERATOR CLASS anywhere FOR TYPE integer USING hash AS OPERATOR 1 ===, FUNCTION 1 hash_anywhere(integer);
CALL gathers('SELECT f.id FROM facts AS f JOIN restricted() AS s ON f.k === s.k', 'Hash Join.*Gather', 'f (k); f (k)');
