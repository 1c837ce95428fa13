-- Blocks that a screened join does not read, as an index names those that have its keys: by which index, and that the rows
-- are the same. The first block is read before the keys are known, if the planner expects that it pays.
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloom_rs;
SELECT bloom_screen_joins(true);
SET jit = off;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET max_parallel_workers_per_gather = 0;
-- Indexes name blocks whatever scans the planner may choose.
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
CREATE SCHEMA blocks;
SET search_path = blocks, public;

\getenv tests PG_ABS_SRCDIR
\set result :tests '/sql/files/result.sql'
\i :result
-- What EXPLAIN ANALYZE says of all filters: the largest number of skipped blocks, and the indexes.
CREATE FUNCTION explained(query text, mode text, OUT blocks bigint, OUT indexes text) LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    PERFORM set_config('bloom_rs.screen_joins', mode, false);
    EXECUTE 'EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT json) ' || query INTO plan;
    SELECT max((n ->> 'Blocks Skipped')::bigint), string_agg(n ->> 'Block Indexes', ' ' ORDER BY n ->> 'Block Indexes') FILTER (WHERE n -> 'Block Indexes' <> '[]')
      INTO blocks, indexes FROM jsonb_path_query(plan, 'strict $.** ? (@."Custom Plan Provider" == "Bloom Screen")') AS n;
END $$;
-- It skips blocks by these indexes, '-' if by none; the rows are the same, and are there.
CREATE PROCEDURE skips(query text, expected text, rows text DEFAULT '[1-9]', mode text DEFAULT 'force') LANGUAGE plpgsql AS $$
DECLARE
    e record;
    found text;
BEGIN
    SELECT * INTO e FROM explained(query, mode);
    found := CASE WHEN e.blocks > 0 THEN translate(e.indexes, '[]"', '') ELSE '-' END;
    IF found IS DISTINCT FROM expected THEN
        RAISE WARNING '% skips % blocks by %', query, e.blocks, found;
    END IF;
    IF result(query, 'off') IS DISTINCT FROM result(query, mode) OR result(query, 'off') !~ ('^' || rows) THEN
        RAISE WARNING '% has % and not % rows', query, result(query, mode), result(query, 'off');
    END IF;
END $$;

-- Rows of some types, wide enough for many blocks, with NULLs.
CREATE TABLE f (id integer, k integer, k2 smallint, k8 bigint, d date, tz timestamptz, u uuid, c text COLLATE "C", t text COLLATE "und-x-icu", n numeric, f8 double precision, x integer, filler text);
INSERT INTO f SELECT i, nullif(k, 7), k, nullif(k, 9)::bigint * 10000000000, date '2026-01-01' + k, timestamptz '2026-01-01Z' + k * interval '1 hour', md5(k::text)::uuid, 'c' || k, 't' || k, k, k, i % 10, repeat('x', 200) FROM (SELECT i, (i * 7919) % 1000 AS k FROM generate_series(1, 5000) AS i) AS g;
CREATE INDEX f_k ON f (k, x);
CREATE INDEX f_k2 ON f (k2);
CREATE INDEX f_k8 ON f (k8 DESC);
CREATE INDEX f_d ON f (d);
CREATE INDEX f_tz ON f (tz);
CREATE INDEX f_u ON f (u);
CREATE INDEX f_c ON f (c);
CREATE INDEX f_t ON f (t);
CREATE INDEX f_n ON f (n);
CREATE INDEX f_f8 ON f (f8);
CREATE TABLE few AS SELECT * FROM f WHERE false;
INSERT INTO few SELECT DISTINCT ON (k2) * FROM f WHERE k2 IN (3, 77, 500, 999) ORDER BY k2, id;
INSERT INTO few SELECT * FROM few;
INSERT INTO few (id) VALUES (1);
UPDATE few SET x = id % 2;
VACUUM ANALYZE f, few;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', 'f_k', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (k2)', 'f_k2', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (k8)', 'f_k8', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (d)', 'f_d', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (tz)', 'f_tz', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (u)', 'f_u', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (c)', 'f_c', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (f8)', 'f_f8', '40');
-- Two columns of one join, one of which has an index of its own.
CALL skips('SELECT f.* FROM f JOIN few USING (k, id)', 'f_k', '8');
CALL skips('SELECT f.* FROM f JOIN few USING (k, k2)', 'f_k, f_k2', '40');
-- Keys of other types, also beyond those of the column.
CALL skips('SELECT f.* FROM f JOIN few ON f.k = few.k2', 'f_k', '40');
CALL skips('SELECT f.* FROM f JOIN few ON f.k2 = few.k', 'f_k2', '40');
CALL skips('SELECT f.* FROM f JOIN (SELECT 4294967296 + 3 AS k8 UNION SELECT 77 OFFSET 0) AS few ON f.k = few.k8', 'f_k', '5');
CALL skips('SELECT f.* FROM f JOIN (SELECT 3::real AS f4 UNION SELECT ''-0'' OFFSET 0) AS few ON f.f8 = few.f4', 'f_f8', '10');
-- A merge join, whose operator has the keys on its left.
BEGIN;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = on;
CALL skips('SELECT f.* FROM (SELECT * FROM few OFFSET 0) AS few JOIN f ON few.k = f.k', 'f_k', '40');
CALL skips('SELECT f.* FROM (SELECT unnest(''{3, -0}''::real[]) AS f4 OFFSET 0) AS few JOIN f ON few.f4 = f.f8', 'f_f8', '10');
CALL skips('SELECT f.* FROM (SELECT unnest(''{3, 4294967299}''::bigint[]) AS k8 OFFSET 0) AS few JOIN f ON few.k8 = f.k', 'f_k', '5');
ROLLBACK;
-- An index under a collation whose order may change, or whose comparison is not LEAKPROOF, or on another column.
CALL skips('SELECT f.* FROM f JOIN few USING (t)', '-', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (n)', '-', '40');
CALL skips('SELECT f.* FROM f JOIN few ON f.x = few.k2', '-');
CALL skips('SELECT f.* FROM f JOIN few ON f.c COLLATE "und-x-icu" = few.c', '-', '40');
-- Nor is one whose comparison is not LEAKPROOF where the equality is, or the other way round, or one of any type of elements.
CREATE TABLE arrays AS SELECT id, ARRAY[k2] AS a, filler FROM f;
CREATE INDEX arrays_a ON arrays (a);
ANALYZE arrays;
BEGIN;
ALTER FUNCTION numeric_eq LEAKPROOF;
CALL skips('SELECT f.* FROM f JOIN few USING (n)', '-', '40');
ALTER FUNCTION numeric_cmp LEAKPROOF;
CALL skips('SELECT f.* FROM f JOIN few USING (n)', 'f_n', '40');
ALTER FUNCTION numeric_eq NOT LEAKPROOF;
CALL skips('SELECT f.* FROM f JOIN few USING (n)', '-', '40');
ALTER FUNCTION array_eq LEAKPROOF;
ALTER FUNCTION btarraycmp LEAKPROOF;
CALL skips('SELECT arrays.* FROM arrays JOIN few ON a = ARRAY[few.k2]', '-', '40');
ROLLBACK;
-- Other kinds of joins, and other nodes.
CALL skips('SELECT * FROM f WHERE k IN (SELECT k FROM few WHERE x = 1)', 'f_k');
CALL skips('SELECT few.id, f.id FROM few LEFT JOIN f USING (k)', 'f_k');
CALL skips('SELECT f.* FROM f JOIN few USING (k) WHERE f.x > 4 AND length(f.filler) = 200', 'f_k');
CALL skips('SELECT * FROM (SELECT k, id FROM f UNION ALL SELECT x, id FROM f) AS q JOIN few USING (k)', 'f_k');
-- Groups stay whole.
CALL skips('SELECT * FROM (SELECT k, count(*) FROM f GROUP BY k) AS q JOIN few USING (k)', '-', '8');
-- No keys, and none that is there.
CALL skips('SELECT f.* FROM f JOIN (SELECT * FROM few WHERE k IS NULL OFFSET 0) AS few USING (k)', '-', '0');
CALL skips('SELECT f.* FROM f JOIN (SELECT k + 100000 AS k FROM few OFFSET 0) AS few USING (k)', 'f_k', '0');
-- Two joins of one scan: it reads only what both indexes name. The keys of the upper one come in the middle of the scan.
CALL skips('SELECT f.* FROM f JOIN (SELECT * FROM few WHERE x = 1 OFFSET 0) AS a ON f.k = a.k JOIN few AS b ON f.u = b.u', 'f_k f_u');
SELECT (explained('SELECT f.* FROM f JOIN (SELECT * FROM few WHERE k2 IN (3, 77)) AS a USING (k) JOIN (SELECT * FROM few WHERE k2 IN (77, 500)) AS b ON f.u = b.u', 'force')).blocks >
       greatest((explained('SELECT f.* FROM f JOIN (SELECT * FROM few WHERE k2 IN (3, 77)) AS a USING (k)', 'force')).blocks, (explained('SELECT f.* FROM f JOIN (SELECT * FROM few WHERE k2 IN (77, 500)) AS b ON f.u = b.u', 'force')).blocks) + 2 AS both_skip_more;

-- Keys whose parameters change: an outer scan that skipped blocks is asked for a row before the new keys are read.
CREATE TABLE z AS SELECT g FROM generate_series(1, 4) AS g;
CREATE TABLE kk (g integer, k integer);
INSERT INTO kk VALUES (1, 100000), (2, 150), (3, 500000), (4, 350), (4, 110);
ANALYZE z, kk;
CALL skips('SELECT g, (SELECT count(*) FROM f JOIN (SELECT * FROM kk WHERE kk.g = z.g OFFSET 0) AS y ON f.k = y.k) FROM z', 'f_k');
SELECT g, (SELECT count(*) FROM f JOIN (SELECT * FROM kk WHERE kk.g = z.g OFFSET 0) AS y ON f.k = y.k) FROM z ORDER BY g;
SELECT blocks > 1.9 * pg_relation_size('f') / current_setting('block_size')::integer AS reads_at_most_one_block
  FROM explained('SELECT g, (SELECT count(*) FROM f JOIN (SELECT * FROM kk WHERE kk.g = z.g OFFSET 0) AS y ON f.k = y.k) FROM z WHERE g IN (1, 3)', 'force');
CALL skips('SELECT z.g, q.* FROM z CROSS JOIN LATERAL (SELECT f.* FROM f JOIN kk USING (k) WHERE kk.g <= z.g OFFSET 0) AS q', 'f_k');
-- Too many keys, and then few: those of the first scan refuse no index for the next one.
CREATE TABLE grown (g integer, k integer) WITH (autovacuum_enabled = off);
INSERT INTO grown TABLE kk;
ANALYZE grown;
INSERT INTO grown SELECT 1, i FROM generate_series(1, 11000) AS i;
CALL skips('SELECT g, (SELECT count(*) FROM f JOIN (SELECT * FROM grown WHERE grown.g = z.g OFFSET 0) AS y ON f.k = y.k) FROM z', 'f_k');
-- A scan that begins again and again keeps nothing of what it looked up: a cache may grow once.
SET bloom_rs.screen_joins = force;
BEGIN;
DECLARE again CURSOR FOR SELECT (SELECT count(*) FROM f JOIN (SELECT * FROM kk WHERE kk.g = z.g OFFSET 0) AS y ON f.k = y.k) FROM z, generate_series(1, 2000);
MOVE 1000 FROM again;
SELECT sum(total_bytes) AS first FROM pg_backend_memory_contexts \gset
MOVE 3000 FROM again;
SELECT sum(total_bytes) AS second FROM pg_backend_memory_contexts \gset
MOVE 3000 FROM again;
SELECT least(sum(total_bytes) - :second, :second - :first) < 100000 AS keeps_little FROM pg_backend_memory_contexts;
ROLLBACK;
-- Keys that stay while the outer side is read again.
CALL skips('SELECT z.g, q.n FROM z CROSS JOIN LATERAL (SELECT count(*) AS n FROM f JOIN few USING (k) WHERE f.x <> z.g) AS q', 'f_k');

-- Indexes that are not used: of some rows, of expressions, not valid, of other classes, or dropped.
DROP INDEX f_k;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', '-', '40');
CREATE INDEX f_some ON f (k) WHERE x > 3;
CREATE INDEX f_expression ON f ((k + 1));
CREATE INDEX f_second ON f (x, k);
CREATE INDEX f_hash ON f USING hash (k);
CALL skips('SELECT f.* FROM f JOIN few USING (k)', '-', '40');
CREATE INDEX f_included ON f (x) INCLUDE (k);
CALL skips('SELECT f.* FROM f JOIN few USING (k)', '-', '40');
CREATE INDEX f_k ON f (k);
UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'f_k'::regclass;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', '-', '40');
UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'f_k'::regclass;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', 'f_k', '40');
-- 1 and -1 are equal by another operator, whose class is not the server's own.
CREATE FUNCTION same(integer, integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT LEAKPROOF COST 0.001 AS 'BEGIN RETURN abs($1) = abs($2); END';
CREATE FUNCTION order_of(integer, integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT LEAKPROOF COST 0.001 AS 'BEGIN RETURN sign(abs($1) - abs($2)); END';
CREATE FUNCTION hash_of(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT COST 0.001 AS 'BEGIN RETURN hashint4(abs($1)); END';
CREATE OPERATOR === (LEFTARG = integer, RIGHTARG = integer, FUNCTION = same, COMMUTATOR = ===, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR CLASS same_ops FOR TYPE integer USING hash AS OPERATOR 1 ===, FUNCTION 1 hash_of(integer);
CREATE OPERATOR CLASS order_ops FOR TYPE integer USING btree AS OPERATOR 3 ===, FUNCTION 1 order_of(integer, integer);
CREATE INDEX f_same ON f (k order_ops);
CALL skips('SELECT f.* FROM f JOIN (SELECT -k AS k FROM few) AS few ON f.k === few.k', '-', '40');
DROP INDEX f_k;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', '-', '40');
CREATE INDEX f_k ON f (k);

-- Rows that were updated in place, deleted, moved to other blocks, or whose places others have.
CREATE TABLE hot (k integer, x integer, filler text) WITH (fillfactor = 50);
INSERT INTO hot SELECT i % 200, i, repeat('x', 100) FROM generate_series(1, 4000) AS i;
CREATE INDEX hot_k ON hot (k);
UPDATE hot SET x = x + 1;
UPDATE hot SET x = x + 1 WHERE k = 5;
UPDATE hot SET k = 5 WHERE k = 6;
DELETE FROM hot WHERE k = 7;
ANALYZE hot;
CALL skips('SELECT hot.* FROM hot JOIN (SELECT unnest(ARRAY[5, 7]) AS k OFFSET 0) AS v USING (k)', 'hot_k', '40');
VACUUM hot;
INSERT INTO hot SELECT 7, i, 'new' FROM generate_series(1, 30) AS i;
INSERT INTO hot SELECT 8, i, 'new' FROM generate_series(1, 3000) AS i;
CALL skips('SELECT hot.* FROM hot JOIN (SELECT unnest(ARRAY[5, 7]) AS k OFFSET 0) AS v USING (k)', 'hot_k', '70');

-- Rows of the same transaction, tables that are empty, temporary, or have no block for most of their rows.
BEGIN;
INSERT INTO f (id, k) SELECT i, 77 FROM generate_series(1, 3) AS i;
DELETE FROM f WHERE k = 3 AND x < 3;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', 'f_k');
ROLLBACK;
CREATE TEMPORARY TABLE passing AS TABLE f;
CREATE INDEX passing_k ON passing (k);
ANALYZE passing;
CALL skips('SELECT f.* FROM passing AS f JOIN few USING (k)', 'passing_k', '40');
CREATE TABLE void (LIKE f INCLUDING INDEXES);
CALL skips('SELECT f.* FROM void AS f JOIN few USING (k)', '-', '0');

-- Partitions and children: each its own index.
CREATE TABLE p (id integer, k integer, filler text) PARTITION BY RANGE (id);
CREATE TABLE p0 PARTITION OF p FOR VALUES FROM (0) TO (2000);
CREATE TABLE p1 (filler text, gone integer, k integer, id integer);
ALTER TABLE p1 DROP COLUMN gone;
ALTER TABLE p ATTACH PARTITION p1 FOR VALUES FROM (2000) TO (6000);
INSERT INTO p SELECT id, k, filler FROM f;
CREATE INDEX p_k ON p (k);
ANALYZE p;
CALL skips('SELECT p.* FROM p JOIN few USING (k)', 'p0_k_idx, p1_k_idx', '40');
DROP INDEX p_k;
CREATE INDEX p1_k ON p1 (k);
CALL skips('SELECT p.* FROM p JOIN few USING (k)', 'p1_k', '40');

-- Statements that write.
BEGIN;
SELECT blocks > 0, indexes FROM explained('UPDATE f SET filler = ''new'' FROM few WHERE f.k = few.k', 'force');
SELECT count(*) FROM f WHERE filler = 'new';
ROLLBACK;

-- Cursors, which keep what they read, and their order.
SET bloom_rs.screen_joins = force;
BEGIN;
DECLARE cursor SCROLL CURSOR FOR SELECT f.id, f.k FROM f JOIN few USING (k) WHERE f.x > 2;
FETCH 3 FROM cursor;
DELETE FROM f WHERE k = 77;
FETCH BACKWARD 1 FROM cursor;
FETCH ALL FROM cursor;
MOVE ABSOLUTE 0 FROM cursor;
FETCH 1 FROM cursor;
ROLLBACK;

-- Kept plans, beside indexes that come and go.
SET plan_cache_mode = force_generic_plan;
PREPARE q (integer) AS SELECT count(*) FROM f JOIN few USING (k) WHERE few.x = $1;
EXECUTE q(1);
DROP INDEX f_k;
EXECUTE q(1);
CREATE INDEX f_k ON f (k);
EXECUTE q(1);
REINDEX INDEX CONCURRENTLY f_k;
EXECUTE q(1);
DEALLOCATE q;
RESET plan_cache_mode;

-- BRIN: ranges whose values tell that they have none of the keys, if all rows of their pages are visible to all.
CREATE TABLE ev (id integer, id8 bigint, k integer, d date, ts timestamp, c text COLLATE "C", n numeric, filler text) WITH (autovacuum_enabled = off);
INSERT INTO ev SELECT i, i, CASE WHEN i > 4000 THEN i END, date '2026-01-01' + i, timestamp '2026-01-01' + i * interval '1 hour', lpad(i::text, 5, '0'), i, repeat('x', 200) FROM generate_series(1, 5000) AS i;
CREATE INDEX ev_two ON ev USING brin (id, id8) WITH (pages_per_range = 4);
CREATE INDEX ev_k ON ev USING brin (k) WITH (pages_per_range = 4);
CREATE INDEX ev_d ON ev USING brin (d) WITH (pages_per_range = 4);
CREATE INDEX ev_ts ON ev USING brin (ts) WITH (pages_per_range = 4);
CREATE INDEX ev_c ON ev USING brin (c) WITH (pages_per_range = 4);
CREATE INDEX ev_n ON ev USING brin (n) WITH (pages_per_range = 4);
CREATE TABLE ids AS SELECT id, id8, id::smallint AS id2, k, d, ts, c, n FROM ev WHERE id IN (7, 2000, 2001, 4900);
CREATE VIEW hour AS SELECT * FROM ids OFFSET 0;
ANALYZE ev, ids;
BEGIN;
UPDATE ev SET n = n WHERE id % 10 = 0;
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', '-', '4');
ROLLBACK;
VACUUM ev;
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', 'ev_two', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id8)', 'ev_two', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (k)', 'ev_k', '1');
SELECT blocks > 100 AS skips_nulls FROM explained('SELECT ev.* FROM ev JOIN hour AS ids USING (k)', 'force');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (d)', 'ev_d', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (ts)', 'ev_ts', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids ON ev.id = ids.id8', 'ev_two', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids ON ev.id8 = ids.id2', 'ev_two', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (c)', '-', '4');
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (n)', '-', '4');
-- More keys than there is memory for: the smallest and the largest remain.
CREATE TABLE many AS SELECT i AS id, i - 3000 AS k FROM generate_series(3000, 4500) AS i;
ANALYZE many;
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
CALL skips('SELECT ev.* FROM ev JOIN (SELECT * FROM many OFFSET 0) AS ids USING (id)', 'ev_two', '1501');
CALL skips('SELECT f.* FROM f JOIN (SELECT * FROM many OFFSET 0) AS ids USING (k)', '-', '4995');
RESET work_mem;
RESET hash_mem_multiplier;
-- Rows that came or changed after the summaries; ranges that have none; a new value in an old range.
INSERT INTO ev (id, id8, filler) SELECT 7, 7, repeat('x', 200) FROM generate_series(1, 300);
UPDATE ev SET id = 2000 WHERE id = 4500;
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', 'ev_two', '305');
VACUUM ev;
SELECT brin_desummarize_range('ev_two', block) FROM (SELECT (ctid::text::point)[0]::bigint AS block FROM ev WHERE id8 = 2000) AS of_2000;
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', 'ev_two', '305');
SELECT brin_summarize_new_values('ev_two') > 0 AS summarized;
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', 'ev_two', '305');
-- Both kinds of indexes of one key, and other classes.
CREATE INDEX ev_id ON ev (id);
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', 'ev_two, ev_id', '305');
DROP INDEX ev_two, ev_id;
CREATE INDEX ev_multi ON ev USING brin (id int4_minmax_multi_ops);
CREATE INDEX ev_bloom ON ev USING brin (id int4_bloom_ops);
CREATE INDEX ev_some ON ev USING brin (id) WHERE id8 > 0;
CREATE FUNCTION is_after(integer, integer) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS 'SELECT $1 > $2';
CREATE FUNCTION is_not_before(integer, integer) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS 'SELECT $1 >= $2';
CREATE OPERATOR <<| (LEFTARG = integer, RIGHTARG = integer, FUNCTION = is_after);
CREATE OPERATOR <<=| (LEFTARG = integer, RIGHTARG = integer, FUNCTION = is_not_before);
CREATE OPERATOR CLASS reverse_ops FOR TYPE integer USING brin AS OPERATOR 1 <<|, OPERATOR 2 <<=|, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <,
    FUNCTION 1 brin_minmax_opcinfo(internal), FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal), FUNCTION 3 brin_minmax_consistent(internal, internal, internal), FUNCTION 4 brin_minmax_union(internal, internal, internal);
CREATE INDEX ev_reverse ON ev USING brin (id reverse_ops) WITH (pages_per_range = 4);
CALL skips('SELECT ev.* FROM ev JOIN hour AS ids USING (id)', '-', '305');
CREATE INDEX ev_two ON ev USING brin (id8, id) WITH (pages_per_range = 4);

-- Parallel scans: each block is read by one process, or skipped by one.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', 'f_k', '40');
CALL skips('SELECT f.* FROM f JOIN few USING (u)', 'f_u', '40');
SET enable_parallel_hash = off;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', 'f_k', '40');
SET parallel_leader_participation = off;
CALL skips('SELECT f.* FROM f JOIN few USING (k)', 'f_k', '40');
CALL skips('SELECT ev.* FROM ev JOIN ids USING (id)', 'ev_two', '305');
RESET enable_parallel_hash;
RESET parallel_leader_participation;
SET max_parallel_workers_per_gather = 0;

-- Where it has to pay: few keys of a large table.
CREATE TABLE large AS SELECT i AS id, (i * 7919) % 50000 AS k, 0 AS one, repeat('x', 60) AS filler FROM generate_series(1, 150000) AS i;
CREATE INDEX large_k ON large (k);
CREATE INDEX large_one ON large (one);
CREATE TABLE names AS SELECT i AS k, 0 AS one, 'name ' || i AS name FROM generate_series(1, 50000) AS i;
VACUUM ANALYZE large, names;
CALL skips('SELECT * FROM large JOIN names USING (k) WHERE name ~ ''e 777$''', 'large_k', '3', 'on');
CALL skips('SELECT * FROM large JOIN names USING (k) WHERE name ~ ''e 777.?$''', 'large_k', '33', 'on');
CALL skips('SELECT * FROM large JOIN names USING (k) WHERE name ~ ''e 77.?.?$''', 'large_k', '333', 'on');
CALL skips('SELECT * FROM large JOIN names USING (k) WHERE name ~ ''e 1.?.?.?$''', '-', '3333', 'on');
CALL skips('SELECT * FROM large JOIN (SELECT DISTINCT one FROM names WHERE name ~ ''e 777$'') AS n USING (one)', '-', '150000', 'on');
-- Small tables are read.
CREATE TABLE parted (LIKE large) PARTITION BY RANGE (id);
ALTER TABLE parted ATTACH PARTITION large FOR VALUES FROM (1) TO (200000);
CREATE TABLE small PARTITION OF parted FOR VALUES FROM (200000) TO (300000);
INSERT INTO small SELECT id + 200000, k, one, filler FROM large WHERE id < 1000;
CREATE INDEX small_k ON small (k);
ANALYZE parted, small;
CALL skips('SELECT * FROM parted JOIN names USING (k) WHERE name ~ ''e 777$''', 'large_k', '3', 'on');
-- A LIMIT above does not wait for the index: the scan finds its rows before it has read as many blocks as that costs.
SELECT count(*) FROM explained('SELECT large.id FROM large JOIN names USING (k) WHERE name ~ ''e [1-7]?77.?.?$'' LIMIT 1', 'on') WHERE blocks = 0;
SET client_min_messages = debug1;
SET bloom_rs.screen_joins = on;
SELECT count(*) FROM large JOIN names USING (k) WHERE name ~ 'e 1.?.?.?$';
SELECT count(*) FROM large JOIN names USING (k) WHERE k > 5000;
SET client_min_messages = warning;

-- What EXPLAIN shows.
SET bloom_rs.screen_joins = force;
CREATE FUNCTION shown(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE query LOOP
        IF line ~ 'Block|Screens' THEN
            RETURN NEXT regexp_replace(trim(line), '[1-9][0-9]+', 'N');
        END IF;
    END LOOP;
END $$;
SELECT shown('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT f.* FROM f JOIN few USING (k)');
SELECT shown('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT f.* FROM f JOIN few USING (n)');
SELECT shown('EXPLAIN (COSTS OFF) SELECT f.* FROM f JOIN few USING (k)');
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL enable_bitmapscan = on;
SELECT shown('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT f.* FROM f JOIN (SELECT * FROM few OFFSET 0) AS few USING (k) WHERE f.k > 2');
ROLLBACK;

-- Where a policy or a view hides rows, no index compares them, and nothing is shown.
CREATE ROLE blocks_reader;
GRANT USAGE ON SCHEMA blocks TO blocks_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA blocks TO blocks_reader;
ALTER TABLE hot ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON hot USING (x > 0);
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM few WHERE x = 1;
GRANT SELECT ON barrier TO blocks_reader;
SET ROLE blocks_reader;
CALL skips('SELECT hot.* FROM hot JOIN few USING (k)', '-', '80');
CALL skips('SELECT f.* FROM f JOIN barrier USING (k)', '-');
SET bloom_rs.screen_joins = force;
SELECT shown('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT hot.* FROM hot JOIN few USING (k)');
BEGIN;
SELECT count(*) FROM hot JOIN few USING (k);
SELECT pg_stat_get_xact_numscans('hot_k'::regclass) AS scans;
ROLLBACK;
RESET ROLE;
BEGIN;
SELECT count(*) FROM hot JOIN few USING (k);
SELECT pg_stat_get_xact_numscans('hot_k'::regclass) > 0 AS scans;
ROLLBACK;
CALL skips('SELECT hot.* FROM hot JOIN few USING (k)', 'hot_k', '80');

DROP SCHEMA blocks CASCADE;
DROP ROLE blocks_reader;
