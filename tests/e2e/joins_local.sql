-- Which hash joins are screened while they run, and which must not be; that the rows are the same; what EXPLAIN says.
-- setting: shared_preload_libraries = bloom_rs
-- setting: jit = off
-- setting: autovacuum = off

CREATE EXTENSION bloom_rs;
CREATE TABLE facts AS SELECT i AS id, i * 7 % 10007 AS k, (i * 7 % 10007)::smallint AS k2, (i * 7 % 10007)::bigint AS k8, (i * 7 % 10007 + 4294950000)::oid AS o, 'text ' || i * 7 % 10007 AS t, i % 10 AS x, NULL::integer AS nothing FROM generate_series(1, 20000) AS i;
UPDATE facts SET k = NULL WHERE id % 100 = 1;
CREATE TABLE fixed AS SELECT id, k FROM facts;
ALTER TABLE fixed ADD added integer DEFAULT 40; -- older rows do not have it
UPDATE fixed SET added = id WHERE id % 3 = 0;
CREATE TABLE behind AS SELECT 'x' || id % 100 AS front, id, k, t FROM facts;
ALTER TABLE behind ADD added integer DEFAULT 40, ADD later text DEFAULT 'text 40';
UPDATE behind SET added = k, later = t WHERE id % 3 = 0;
CREATE TABLE keys AS SELECT i * 20 AS k, (i * 20)::smallint AS k2, (i * 20)::bigint AS k8, (i * 20 + 4294950000)::oid AS o, i * 20 - 17296 AS signed, 'text ' || i * 20 AS t, i % 5 AS x FROM generate_series(1, 500) AS i;
CREATE TABLE dims AS SELECT i AS x, 'dim ' || i AS name FROM generate_series(0, 7) AS i;
CREATE TABLE parts (LIKE facts) PARTITION BY RANGE (id);
CREATE TABLE parts0 PARTITION OF parts FOR VALUES FROM (0) TO (7000);
CREATE TABLE parts1 PARTITION OF parts FOR VALUES FROM (7000) TO (15000);
CREATE TABLE parts2 PARTITION OF parts DEFAULT;
INSERT INTO parts SELECT id, k, k2, k8, o, t, x, nothing FROM facts;
VACUUM ANALYZE facts;
ANALYZE;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET max_parallel_workers_per_gather = 0;

\ir files/screens.sql

-- Types of keys.
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (k)', 'f (k)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (k2)', 'f (k2)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (k8)', 'f (k8)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (o)', 'f (o)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (t)', 'f (t)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s ON f.k8 = s.k2', 'f (k8)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s ON f.k2 = s.k8', 'f (k2)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s ON f.k = (s.o::bigint - 4294950000)::integer AND f.t = s.t', 'f (t)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (k, t)', 'f (k, t)');
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s ON f.o = s.signed::oid', 'f (o)');
CALL screens('SELECT f.id FROM fixed AS f JOIN keys AS s ON f.added = s.k', 'f (added)');
-- Several keys behind a column of variable length, which are unpacked together.
CALL screens('SELECT f.id FROM behind AS f JOIN keys AS s USING (k, t)', 'f (k, t)');
CALL screens('SELECT f.id FROM behind AS f JOIN keys AS s ON f.later = s.t AND f.added = s.k', 'f (later, added)');
CALL screens('SELECT f.id FROM behind AS f JOIN keys AS s ON f.k = s.k AND f.later = s.t', 'f (k, later)');
-- Kinds of joins.
CALL screens('SELECT f.id FROM facts AS f WHERE k IN (SELECT k FROM keys WHERE x < 3)', 'f (k)');
CALL screens('SELECT f.id, s.k FROM facts AS f RIGHT JOIN keys AS s ON f.k = s.k', 'f (k)');
CALL refuses('SELECT f.id, s.k FROM facts AS f LEFT JOIN keys AS s ON f.k = s.k');
CALL refuses('SELECT f.id, s.k FROM facts AS f FULL JOIN keys AS s ON f.k = s.k');
CALL refuses('SELECT f.id FROM facts AS f WHERE NOT EXISTS (SELECT FROM keys AS s WHERE f.k = s.k)');
-- If the small side is the one that is kept, 16 and later hash it (Hash Right Anti Join); 19 does so for NOT IN, too.
SELECT current_setting('server_version_num')::integer AS version \gset
SELECT :version >= 160000 AS has_right_anti, :version >= 190000 AS has_not_in \gset
CREATE TABLE kept AS SELECT k FROM keys UNION ALL SELECT -k FROM keys;
CREATE TABLE given AS SELECT k FROM facts WHERE k IS NOT NULL;
ALTER TABLE kept ALTER k SET NOT NULL;
ALTER TABLE given ALTER k SET NOT NULL;
ANALYZE kept, given;
\if :has_right_anti
CALL screens('SELECT s.k FROM kept AS s WHERE NOT EXISTS (SELECT FROM facts AS f WHERE f.k = s.k)', 'f (k)');
\endif
\if :has_not_in
CALL screens('SELECT s.k FROM kept AS s WHERE s.k NOT IN (SELECT f.k FROM given AS f)', 'f (k)');
\endif
DROP TABLE kept, given;
-- Ways down to a scan.
CALL screens('SELECT f.id FROM facts AS f JOIN keys AS s USING (k) JOIN dims AS d ON f.x = d.x', 'f (k); f (x)', 2);
CALL screens('SELECT f.id, d.x FROM facts AS f LEFT JOIN dims AS d ON f.x = d.x JOIN keys AS s USING (k)', 'f (k)');
CALL screens('SELECT f.id FROM (SELECT * FROM facts WHERE NOT EXISTS (SELECT FROM dims AS d WHERE d.x = facts.x) OFFSET 0) AS f JOIN keys AS s USING (k)', 'facts (k)');
CALL screens('SELECT f.id FROM parts AS f JOIN keys AS s USING (k)', 'f_1 (k), f_2 (k), f_3 (k)');
CALL screens('SELECT f.id FROM (SELECT id, k FROM facts UNION ALL SELECT id, k8::integer FROM facts UNION ALL SELECT id, k FROM parts0) AS f JOIN keys AS s USING (k)', 'facts (k), parts0 (k)');
BEGIN;
CREATE INDEX ON facts (id) INCLUDE (k);
SET LOCAL enable_seqscan = off;
CALL screens('SELECT f.id FROM facts AS f JOIN (SELECT * FROM keys WHERE x < 2 OFFSET 0) AS s USING (k) WHERE f.id BETWEEN 100 AND 900', 'f (k)');
CALL screens('SELECT f.id, f.t FROM facts AS f JOIN (SELECT * FROM keys WHERE x < 2 OFFSET 0) AS s USING (k) WHERE f.id BETWEEN 100 AND 900', 'f (k)');
SET LOCAL enable_indexscan = off;
CALL screens('SELECT f.id, f.t FROM facts AS f JOIN (SELECT * FROM keys WHERE x < 2 OFFSET 0) AS s USING (k) WHERE f.id BETWEEN 100 AND 900', 'f (k)');
ROLLBACK;
CALL screens('SELECT f.id FROM facts AS f TABLESAMPLE system (50) REPEATABLE (3) JOIN keys AS s USING (k)', 'f (k)');
CALL refuses('SELECT f.id FROM (SELECT * FROM facts ORDER BY id LIMIT 1000) AS f JOIN keys AS s USING (k)');
CALL refuses('SELECT f.k, f.n FROM (SELECT k, row_number() OVER (ORDER BY id) AS n FROM facts) AS f JOIN keys AS s USING (k)');
CALL refuses('WITH f AS MATERIALIZED (SELECT * FROM facts) SELECT f.id FROM f JOIN keys AS s USING (k)');
CALL refuses('SELECT f.id FROM facts AS f JOIN keys AS s ON f.k + 1 = s.k');
CALL refuses('SELECT f.id FROM facts AS f JOIN keys AS s ON f.k = s.k + 1');
CALL refuses('SELECT f.id FROM facts AS f JOIN keys AS s ON f.k IS NOT DISTINCT FROM s.k AND f.k + 1 = s.k + 1');
-- Each of these nodes alone, directly above the scan.
CALL refuses('SELECT f.id FROM (SELECT * FROM facts LIMIT 1000) AS f JOIN keys AS s USING (k)');
CALL refuses('SELECT f.k, f.n FROM (SELECT k, row_number() OVER () AS n FROM facts) AS f JOIN keys AS s USING (k)');
BEGIN;
CREATE INDEX ON facts (id) INCLUDE (k, x);
SET LOCAL enable_seqscan = off;
SET LOCAL enable_hashagg = off;
CALL refuses('SELECT f.k FROM (SELECT DISTINCT ON (id) id, k FROM facts) AS f JOIN (SELECT * FROM keys OFFSET 0) AS s USING (k)');
ROLLBACK;
-- A join that returns rows without a partner, and a column of the inner side of a join below.
CALL refuses('SELECT f.id, s.k FROM (SELECT f.id, f.k FROM facts AS f FULL JOIN dims AS d ON f.x = d.x OFFSET 0) AS f JOIN keys AS s USING (k)');
CALL refuses('SELECT q.id FROM (SELECT f.id, d.x FROM facts AS f LEFT JOIN dims AS d ON f.x = d.x OFFSET 0) AS q JOIN (SELECT DISTINCT x FROM keys) AS s ON q.x = s.x');
-- Two keys, of which one is computed in a part of the rows: the filter has the other one.
CALL screens('SELECT f.id FROM (SELECT id, k, t FROM facts UNION ALL SELECT id, k8::integer, t FROM facts UNION ALL SELECT id, k, t FROM parts0) AS f JOIN keys AS s USING (k, t)', 'facts (k), parts0 (k)');

-- Nobody can tell that rows are not read.
CREATE SEQUENCE numbers;
CALL refuses('SELECT f.id FROM (SELECT id, k, nextval(''numbers'') FROM facts OFFSET 0) AS f JOIN keys AS s USING (k)');
CALL refuses('SELECT f.id FROM (SELECT id, k FROM facts WHERE random() < 2 OFFSET 0) AS f JOIN keys AS s USING (k)');
CALL refuses('SELECT f.id FROM facts AS f JOIN keys AS s USING (k) WHERE f.id > 0 AND f.x <> (SELECT nextval(''numbers''))');
CALL screens('SELECT f.id FROM (SELECT f.id, f.k FROM facts AS f JOIN (SELECT x FROM dims FOR UPDATE) AS d ON f.x = d.x OFFSET 0) AS f JOIN keys AS s USING (k)', 'f (x)'); -- only by the join whose inner side locks rows
CALL screens('SELECT f.id, nextval(''numbers'') > 0 FROM facts AS f JOIN keys AS s USING (k)', 'f (k)');
-- The same wherever a plan can have a volatile function, here on the inner side of a join below.
CREATE PROCEDURE refuses_beside(part text, other text DEFAULT 'd.x') LANGUAGE plpgsql AS $$
BEGIN
    CALL refuses(format('SELECT q.id, q.o FROM (SELECT f.id, f.k, %s AS o FROM facts AS f LEFT JOIN (%s) AS d ON f.x = d.x OFFSET 0) AS q JOIN keys AS s USING (k)', other, part));
END $$;
CALL refuses_beside('SELECT x FROM dims WHERE x < 5 AND random() < 2');
CALL refuses_beside('SELECT x, random() AS n FROM dims OFFSET 0', 'd.n');
CALL refuses_beside('SELECT x FROM dims TABLESAMPLE bernoulli (100 - random() * 0)');
CALL refuses_beside('SELECT x FROM dims TABLESAMPLE bernoulli (100) REPEATABLE (random())');
CALL refuses_beside('SELECT x FROM unnest(ARRAY[1, 2 + (random() * 0)::integer]) AS x');
CALL refuses_beside('SELECT * FROM (VALUES (1), (2 + (random() * 0)::integer)) AS v (x)');
CALL refuses_beside('SELECT x FROM (SELECT x FROM dims WHERE random() < 2 OFFSET 0) AS d WHERE x > 0');
CALL refuses_beside('SELECT x FROM dims WHERE random() < 2 UNION ALL SELECT x FROM dims');
CALL refuses_beside('SELECT 1 AS x WHERE random() < 2 OFFSET 0');
CALL refuses_beside('SELECT x, sum(x) OVER (ORDER BY x ROWS (1 + (random() * 0)::integer) PRECEDING) AS n FROM dims', 'd.n');
CALL refuses_beside('SELECT x FROM dims LIMIT 5 + (random() * 0)::integer');
CALL refuses_beside('SELECT x FROM dims OFFSET 1 + (random() * 0)::integer');
CALL refuses_beside('SELECT x FROM dims FOR UPDATE');
CALL refuses('SELECT q.id, q.x FROM (SELECT f.id, f.k, d.x FROM facts AS f LEFT JOIN dims AS d ON f.x = d.x AND f.id + random() + d.x > 0 OFFSET 0) AS q JOIN keys AS s USING (k)');
BEGIN;
CREATE TABLE dims2 AS SELECT * FROM dims;
CREATE INDEX ON dims (x);
CREATE INDEX ON dims2 (x);
SET LOCAL enable_seqscan = off;
CALL refuses_beside('SELECT x FROM (SELECT x, name FROM dims WHERE random() < 2 UNION ALL SELECT x, name FROM dims2) AS d ORDER BY x LIMIT 9');
ROLLBACK;

-- A filter of other parameters is stale until the inner side is read again.
CALL screens('SELECT d.x, n FROM dims AS d CROSS JOIN LATERAL (SELECT count(*) AS n FROM facts AS f JOIN keys AS s USING (k) WHERE s.x = d.x % 3 OFFSET 0) AS q', 'f (k)');
CALL screens('SELECT d.x, (SELECT count(*) FROM facts AS f JOIN keys AS s USING (k) WHERE s.x = d.x) FROM dims AS d', 'f (k)');
CALL screens('SELECT d.x, (SELECT min(f.id) FROM facts AS f JOIN keys AS s USING (k) JOIN dims AS d2 ON f.x = d2.x WHERE s.x = d.x AND d2.x > d.x - 3) FROM dims AS d WHERE d.x < 5', 'f (k); f (x)', 2);
-- An inner side that keeps rows.
CALL screens('SELECT d.x, (SELECT count(*) FROM facts AS f JOIN (SELECT DISTINCT k FROM keys WHERE x = d.x) AS s USING (k)) FROM dims AS d', 'f (k)');
-- The outer side was empty last, so with new parameters of the inner side the join fetches an outer row before it reads
-- the inner side.
CALL screens('SELECT a.x, n FROM dims AS a CROSS JOIN LATERAL (SELECT sum(n) AS n FROM (SELECT n FROM dims AS b CROSS JOIN LATERAL (SELECT count(*) AS n FROM facts AS f JOIN keys AS s USING (k) WHERE s.x = a.x AND f.x < 7 - b.x OFFSET 0) AS q OFFSET 0) AS q) AS q', 'f (k)');
BEGIN;
SET LOCAL work_mem = '64kB'; -- many batches
SET LOCAL hash_mem_multiplier = 2;
CALL screens('SELECT d.x, (SELECT count(*) FROM parts AS f JOIN facts AS s USING (k) WHERE s.id > d.x) FROM dims AS d', 'f_1 (k), f_2 (k), f_3 (k)');
CALL screens('SELECT d.x, (SELECT count(*) FROM parts AS f JOIN (SELECT k FROM facts WHERE id <= 9000 ORDER BY t OFFSET 0) AS s USING (k) WHERE f.id <> d.x) FROM dims AS d', 'f_1 (k), f_2 (k), f_3 (k)'); -- the inner side is read again, with the same parameters
ROLLBACK;

-- The scan's rows are tested, also on pages of which a part was returned before.
SET bloom_rs.screen_joins = force;
DO $$ BEGIN
    -- All are tested but those of the first page, of which the join takes a row before it builds the filter.
    ASSERT shown('SELECT f.id FROM facts AS f JOIN keys AS s USING (k)', 'Rows Tested') = (SELECT count(*) FROM facts WHERE ctid >= '(1,0)');
    ASSERT shown('SELECT f.id FROM facts AS f JOIN keys AS s USING (k)', 'Rows Screened Out') BETWEEN 18500 AND 19200;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN keys AS s USING (t)', 'Rows Screened Out') BETWEEN 18500 AND 19200;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN keys AS s ON f.nothing = s.k', 'Rows Screened Out') = (SELECT count(*) FROM facts WHERE ctid >= '(1,0)');
    ASSERT shown('SELECT f.id FROM parts AS f JOIN keys AS s USING (k)', 'Rows Screened Out') BETWEEN 18500 AND 19200;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN keys AS s USING (k)', 'Filter Size') = 16;
END $$;

-- More keys than were expected: the filter grows. Far too many for the memory: it gives up.
CREATE FUNCTION many(count integer) RETURNS SETOF integer LANGUAGE plpgsql ROWS 100 AS 'BEGIN RETURN QUERY SELECT i * 2 FROM generate_series(1, count) AS i; END';
DO $$ BEGIN
    ASSERT shown('SELECT f.id FROM facts AS f JOIN many(100000) AS s ON f.k = s', 'Filter Size') = 256;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN many(100000) AS s ON f.k = s', 'Rows Screened Out') BETWEEN 9000 AND 10100;
    SET LOCAL work_mem = '64kB';
    SET LOCAL hash_mem_multiplier = 2;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN many(20000) AS s ON f.k = s', 'Filter Size') = 32;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN many(200000) AS s ON f.k = s', 'Rows Tested') = 0;
    ASSERT said('SELECT f.id FROM facts AS f JOIN many(200000) AS s ON f.k = s', 'Switched Off') = 'too many or too long keys';
    ASSERT said('SELECT f.id FROM facts AS f JOIN many(200000) AS s ON f.k = s', 'Filter Size') IS NULL;
    ASSERT said('SELECT f.id FROM facts AS f JOIN many(20000) AS s ON f.k = s', 'Switched Off') IS NULL;
END $$;
BEGIN;
SET LOCAL work_mem = '64kB';
SET LOCAL hash_mem_multiplier = 1;
CALL screens('SELECT f.id FROM facts AS f JOIN many(100) AS s ON f.k = s', 'f (k)');
CALL screens('SELECT f.id FROM facts AS f JOIN many(200000) AS s ON f.k = s', 'f (k)');
ALTER FUNCTION many ROWS 30000;
CALL refuses('SELECT f.k FROM (SELECT k FROM facts UNION ALL SELECT k FROM facts UNION ALL SELECT k FROM parts) AS f JOIN many(100) AS s ON f.k = s');
ROLLBACK;

-- Hashes of functions are taken from the join's table: at its end, or while it fills up; not if a row is so large that others were
-- moved to files before.
CREATE FUNCTION texts(count integer, large integer DEFAULT 0) RETURNS TABLE (t text, k integer, more text) LANGUAGE plpgsql STABLE ROWS 100 AS $$ BEGIN
    RETURN QUERY SELECT 'text ' || i * 2, nullif(i * 2, 40), CASE WHEN i = large THEN repeat('x', 200000) END FROM generate_series(1, count) AS i;
END $$;
BEGIN;
SET LOCAL hash_mem_multiplier = 2;
DO $$
DECLARE
    one text := 'SELECT f.id FROM facts AS f JOIN texts(20000) AS s USING (t)';
    two text := 'SELECT f.id FROM facts AS f JOIN texts(20000) AS s USING (t, k)';
    moved text := 'SELECT f.id, s.more FROM facts AS f JOIN texts(20000, 50) AS s USING (t)';
    setting text;
BEGIN
    FOREACH setting IN ARRAY ARRAY['4MB', '64kB'] LOOP
        PERFORM set_config('work_mem', setting, true);
        CALL screens(one, 'f (t)');
        CALL screens(two, 'f (t, k)');
        CALL screens(moved, 'f (t)');
        CALL screens('SELECT f.id, s.k FROM facts AS f RIGHT JOIN texts(20000) AS s USING (t, k)', 'f (t, k)');
        CALL screens('SELECT d.x, (SELECT count(*) FROM facts AS f JOIN texts(4000 * d.x) AS s USING (t)) FROM dims AS d', 'f (t)');
        PERFORM set_config('bloom_rs.screen_joins', 'force', false);
        ASSERT shown(one, 'Filter Size') = 32, setting;
        ASSERT shown(one, 'Rows Screened Out') BETWEEN 9000 AND 10100, setting;
        ASSERT shown(two, 'Rows Screened Out') BETWEEN 9000 AND 10300, setting;
        ASSERT said(moved, 'Switched Off') IS NOT DISTINCT FROM CASE setting WHEN '64kB' THEN 'too many or too long keys' END, setting;
    END LOOP;
END $$;
ROLLBACK;

-- "on" builds no filter for few rows, nor where a foreign key says that all rows have a partner. Useless tests end.
CREATE TABLE large AS SELECT i AS id, i % 500 + 1 AS k, i % 50000 AS k2 FROM generate_series(1, 200000) AS i;
CREATE TABLE all_keys AS SELECT i AS k, i AS x FROM generate_series(1, 500) AS i;
ALTER TABLE all_keys ADD PRIMARY KEY (k);
ANALYZE large, all_keys;
DO $$ BEGIN
    ASSERT plan('SELECT FROM facts JOIN keys USING (k)', 'on') !~ 'Bloom Screen';
    ASSERT plan('SELECT FROM large JOIN all_keys USING (k)', 'on') ~ 'Bloom Screen';
    ASSERT shown('SELECT FROM large JOIN all_keys USING (k)', 'Rows Not Tested') BETWEEN 180000 AND 199000;
    ASSERT said('SELECT FROM large JOIN all_keys USING (k)', 'Switched Off') = 'while most rows passed (100 % of all that were tested)';
    ASSERT shown('SELECT FROM large JOIN keys ON large.k2 = keys.k', 'Rows Not Tested') IS NULL;
    ASSERT shown('SELECT FROM large JOIN keys ON large.k2 = keys.k', 'Rows Screened Out') BETWEEN 197500 AND 199000;
END $$;
ALTER TABLE large ADD FOREIGN KEY (k) REFERENCES all_keys;
DO $$ BEGIN
    ASSERT plan('SELECT FROM large JOIN all_keys USING (k)', 'on') !~ 'Bloom Screen';
    ASSERT plan('SELECT FROM large JOIN all_keys USING (k)', 'force') ~ 'Bloom Screen';
    ASSERT plan('SELECT FROM large JOIN all_keys USING (k) WHERE all_keys.x < 50', 'on') ~ 'Bloom Screen';
    ASSERT plan('SELECT FROM large JOIN all_keys ON large.k2 = all_keys.k', 'on') ~ 'Bloom Screen';
END $$;

-- Three partitions share the plan of a subquery, which each of them runs once: each row of its scan is tested three times.
DO $$ BEGIN
    SET LOCAL bloom_rs.screen_joins = force;
    ASSERT shown('SELECT FROM parts AS p WHERE id NOT IN (SELECT f.id FROM facts AS f JOIN keys AS s USING (k))', 'Rows Tested') BETWEEN 59000 AND 60000;
END $$;

-- Each scan of the inner rows begins with the size that was expected, and not with that to which the filter once grew.
CREATE FUNCTION first_many(x integer) RETURNS SETOF integer LANGUAGE plpgsql ROWS 100 AS 'BEGIN RETURN QUERY SELECT i * 2 FROM generate_series(1, CASE x WHEN 0 THEN 100000 ELSE 10 END) AS i; END';
CALL screens('SELECT d.x, q.id FROM dims AS d CROSS JOIN LATERAL (SELECT f.id FROM facts AS f JOIN first_many(d.x) AS s ON f.k = s OFFSET 0) AS q', 'f (k)');
DO $$ BEGIN
    SET LOCAL bloom_rs.screen_joins = force;
    ASSERT shown('SELECT q.id FROM (SELECT x FROM dims ORDER BY x OFFSET 0) AS d CROSS JOIN LATERAL (SELECT f.id FROM facts AS f JOIN first_many(d.x) AS s ON f.k = s OFFSET 0) AS q', 'Filter Size') = 16;
END $$;

-- "on" tests long keys, and those that are far behind in the row, after conditions that keep few rows, and only as long as that
-- pays; "force" tests all of them first.
CREATE TABLE wide (flag integer, k text);
ALTER TABLE wide ALTER k SET STORAGE PLAIN;
INSERT INTO wide SELECT i, repeat(md5(i::text), 58) FROM generate_series(1, 60000) AS i;
DO $$ BEGIN
    EXECUTE (SELECT format('CREATE TABLE far AS SELECT i AS flag, %s, i AS k FROM generate_series(1, 60000) AS i', string_agg(format('%L::text AS c%s', 'x' || n, n), ', ')) FROM generate_series(1, 50) AS n);
END $$;
CREATE TABLE wide_keys AS SELECT k FROM wide WHERE flag % 500 = 0;
CREATE TABLE far_keys AS SELECT k, c50 FROM far WHERE flag % 500 = 0;
CREATE TABLE most_wide_keys AS SELECT k FROM wide WHERE flag % 10 <> 0 AND flag <= 7000;
CREATE TABLE most_far_keys AS SELECT k FROM far WHERE flag % 10 <> 0 AND flag < 50000;
VACUUM ANALYZE wide, far, wide_keys, far_keys, most_wide_keys, most_far_keys;
-- A partition begins with what the one before has found out: how many rows pass the test, and how few the conditions keep.
CREATE TABLE split (flag integer, k text) PARTITION BY HASH (flag);
SELECT format('CREATE TABLE split%s PARTITION OF split FOR VALUES WITH (MODULUS 12, REMAINDER %s)', i, i) FROM generate_series(0, 11) AS i \gexec
INSERT INTO split SELECT i, 'text ' || i FROM generate_series(1, 120000) AS i;
CREATE TABLE half AS SELECT k FROM split WHERE flag % 2 = 0 AND flag <= 60000;
CREATE TABLE whole AS SELECT k FROM split WHERE flag <= 110000;
VACUUM ANALYZE split, half, whole;
DO $$
DECLARE
    is_on boolean;
BEGIN
    FOREACH is_on IN ARRAY ARRAY[true, false] LOOP
        PERFORM set_config('bloom_rs.screen_joins', CASE WHEN is_on THEN 'on' ELSE 'force' END, false);
        ASSERT (shown('SELECT FROM wide JOIN wide_keys USING (k) WHERE flag % 1000 < 1', 'Rows Tested') < 200) = is_on, 'a long key';
        ASSERT (shown('SELECT FROM far JOIN far_keys USING (k) WHERE flag % 1000 < 1', 'Rows Tested') < 200) = is_on, 'a key far behind';
        ASSERT shown('SELECT FROM far JOIN far_keys USING (k) WHERE flag % 1000 < 1000', 'Rows Tested') > 50000, 'conditions that keep all rows';
        ASSERT shown('SELECT FROM far JOIN far_keys USING (k)', 'Rows Screened Out') > 50000, 'no conditions';
        ASSERT shown('SELECT FROM far JOIN far_keys USING (k, c50) WHERE flag % 1000 < 900', 'Rows Tested') > 56000, 'two keys, for which the columns before are stepped over once';
        ASSERT shown('SELECT FROM far JOIN far_keys ON flag = far_keys.k WHERE flag % 1000 < 1', 'Rows Tested') > 50000, 'a number in front';
        ASSERT (coalesce(shown('SELECT FROM wide JOIN most_wide_keys USING (k) WHERE flag <= 7000', 'Rows Not Tested'), 0) > 5000) = is_on, 'long keys that pass';
        ASSERT (coalesce(shown('SELECT FROM far JOIN most_far_keys USING (k)', 'Rows Not Tested'), 0) > 40000) = is_on, 'far keys that pass';
        ASSERT (shown('SELECT FROM split JOIN half USING (k) WHERE flag % 1000 < 1', 'Rows Tested') < 10000) = is_on, 'conditions that keep few rows';
        ASSERT (shown('SELECT FROM split JOIN whole USING (k)', 'Rows Tested') < 15000) = is_on, 'rows that pass';
    END LOOP;
END $$;
DROP TABLE split;

-- A kept plan whose hash function is dropped is made anew.
CREATE FUNCTION hash_same(bigint) RETURNS integer IMMUTABLE STRICT LANGUAGE sql AS 'SELECT hashint8($1)';
CREATE FUNCTION hash_other(bigint) RETURNS integer IMMUTABLE STRICT LANGUAGE sql AS 'SELECT hashint8($1)';
CREATE FUNCTION equal_same(bigint, bigint) RETURNS boolean IMMUTABLE STRICT LANGUAGE plpgsql COST 1 AS 'BEGIN RETURN $1 = $2; END';
CREATE OPERATOR ==== (FUNCTION = equal_same, LEFTARG = bigint, RIGHTARG = bigint, COMMUTATOR = ====, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR FAMILY same_family USING hash;
ALTER OPERATOR FAMILY same_family USING hash ADD OPERATOR 1 ==== (bigint, bigint), FUNCTION 1 (bigint, bigint) hash_same(bigint);
SET bloom_rs.screen_joins = force;
SET plan_cache_mode = force_generic_plan;
PREPARE kept (integer) AS SELECT count(*) FROM facts AS f JOIN keys AS s ON f.k8 ==== s.k8 WHERE s.x >= $1;
CREATE TABLE kept_answers AS EXECUTE kept(0);
ALTER OPERATOR FAMILY same_family USING hash DROP FUNCTION 1 (bigint, bigint);
ALTER OPERATOR FAMILY same_family USING hash ADD FUNCTION 1 (bigint, bigint) hash_other(bigint);
DROP FUNCTION hash_same;
CREATE TABLE kept_again AS EXECUTE kept(0);
DO $$ BEGIN
    ASSERT plan('EXECUTE kept(0)', 'force') ~ 'Screens: f \(k8\)';
    ASSERT (SELECT a.count > 0 AND a.count = b.count FROM kept_answers AS a, kept_again AS b);
END $$;
DEALLOCATE kept;
RESET plan_cache_mode;

-- Parallel plans: a filter in each worker, and a shared one.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CALL screens('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'l (k2)');
DO $$ BEGIN
    ASSERT plan('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'force') ~ 'Parallel Custom Scan \(Bloom Screen\)';
    ASSERT shown('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'Rows Tested') = 200000;
    ASSERT shown('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'Rows Screened Out') BETWEEN 197500 AND 198004;
    -- Again and again: each time it is filled anew.
    SET LOCAL enable_material = off;
    ASSERT result('SELECT d.x, q.n FROM dims AS d CROSS JOIN LATERAL (SELECT count(*) AS n FROM large AS l JOIN all_keys AS s ON l.k2 = s.k WHERE s.x > d.x * 50 OFFSET 0) AS q', 'force')
         = result('SELECT d.x, q.n FROM dims AS d CROSS JOIN LATERAL (SELECT count(*) AS n FROM large AS l JOIN all_keys AS s ON l.k2 = s.k WHERE s.x > d.x * 50 OFFSET 0) AS q', 'off');
END $$;
SET parallel_leader_participation = off;
CALL screens('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'l (k2)');
SET enable_parallel_hash = off;
CALL screens('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'l (k2)');
SET parallel_leader_participation = on;
CALL screens('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'l (k2)');
DO $$ BEGIN
    ASSERT plan('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'force') ~ '[^l] Custom Scan \(Bloom Screen\)';
    ASSERT shown('SELECT l.id FROM large AS l JOIN all_keys AS s ON l.k2 = s.k', 'Rows Screened Out') BETWEEN 196000 AND 198004; -- of all workers
END $$;
-- Why a filter was not used: the rows that all workers let pass, and what one process or the shared filter ran out of.
CREATE TABLE some_keys AS SELECT * FROM all_keys; -- without the foreign key
ANALYZE some_keys;
ALTER FUNCTION many ROWS 100 PARALLEL SAFE;
CREATE PROCEDURE switches_off(shared boolean, leads boolean) LANGUAGE plpgsql AS $$
DECLARE
    passing text := 'SELECT FROM large JOIN some_keys USING (k)';
    -- 200,000 keys where 1,000 are expected; the rows of a function are read by each process.
    many text := CASE WHEN shared THEN 'SELECT FROM large AS l JOIN (SELECT id FROM large WHERE id % 1 = 0) AS s ON l.k = s.id'
                      ELSE 'SELECT FROM large AS l JOIN many(200000) AS s ON l.k = s' END;
    node text := CASE WHEN shared THEN 'Parallel Custom Scan \(Bloom Screen\)' ELSE '[^l] Custom Scan \(Bloom Screen\)' END;
BEGIN
    PERFORM set_config('enable_parallel_hash', shared::text, true), set_config('parallel_leader_participation', leads::text, true);
    SET LOCAL bloom_rs.screen_joins = on;
    ASSERT plan(passing, 'on') ~ ('Gather.*' || node), plan(passing, 'on');
    ASSERT shown(passing, 'Rows Not Tested') BETWEEN 150000 AND 199000;
    ASSERT said(passing, 'Switched Off') = 'while most rows passed (100 % of all that were tested)';
    SET LOCAL work_mem = '64kB';
    SET LOCAL hash_mem_multiplier = 2;
    ASSERT plan(many, 'on') ~ ('Gather.*' || node), plan(many, 'on');
    ASSERT shown(many, 'Rows Tested') = 0;
    ASSERT said(many, 'Filter Size') IS NULL;
    -- Without a part of its own, the leader knows of what is shared alone.
    ASSERT said(many, 'Switched Off') IS NOT DISTINCT FROM CASE WHEN shared OR leads THEN 'too many or too long keys' END;
END $$;
CALL switches_off(shared => true, leads => true);
CALL switches_off(shared => true, leads => false);
CALL switches_off(shared => false, leads => true);
CALL switches_off(shared => false, leads => false);
SET max_parallel_workers_per_gather = 0;

-- Values of other types, by the join's own hash functions; those that are not the server's own see no more rows than the
-- join shows them.
CREATE EXTENSION citext;
CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE typed AS SELECT id, k, t::citext AS ci, upper(t)::citext AS ci2, t COLLATE loose AS lt, k::numeric AS n, ARRAY[k, 1] AS a, md5(t)::uuid AS u, timestamptz '2020-01-01' + k * interval '1 hour' AS tz, k::real AS f, decode(md5(t), 'hex') AS b, x FROM facts;
CREATE TABLE typed_keys AS SELECT k, t::citext AS ci, lower(t) COLLATE loose AS lt, k / 1.00 AS n, ARRAY[k, 1] AS a, md5(t)::uuid AS u, timestamptz '2020-01-01' + k * interval '1 hour' AS tz, k::double precision AS f, decode(md5(t), 'hex') AS b FROM keys;
ANALYZE typed, typed_keys;
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (ci)', 'f (ci)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s ON f.ci2 = s.ci', 'f (ci2)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (lt)', 'f (lt)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (n)', 'f (n)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (a)', 'f (a)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (u)', 'f (u)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (tz)', 'f (tz)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (f)', 'f (f)');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (b)', 'f (b)');
CALL refuses('SELECT q.id FROM (SELECT f.id, f.ci, f.n FROM typed AS f LEFT JOIN dims AS d ON f.x + 1 = d.x OFFSET 0) AS q JOIN typed_keys AS s USING (ci)');
CALL screens('SELECT q.id FROM (SELECT f.id, f.ci, f.n FROM typed AS f LEFT JOIN dims AS d ON f.x + 1 = d.x OFFSET 0) AS q JOIN typed_keys AS s USING (n)', 'f (n)');
CALL refuses('SELECT q.id FROM (SELECT f.id, f.a FROM typed AS f LEFT JOIN dims AS d ON f.x + 1 = d.x OFFSET 0) AS q JOIN typed_keys AS s USING (a)'); -- it calls the function of the elements' type
CALL screens('SELECT q.id FROM (SELECT id, ci FROM typed OFFSET 0) AS q JOIN typed_keys AS s USING (ci)', 'typed (ci)');
CALL refuses('SELECT q.id FROM (SELECT id, ci FROM typed OFFSET 0) AS q JOIN typed_keys AS s USING (ci) WHERE q.id % 2 = 0');
-- An operator for which NULL equals NULL, and one whose equal values are not the same number.
CREATE FUNCTION same(bigint, bigint) RETURNS boolean IMMUTABLE COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN $1 IS NOT DISTINCT FROM $2; END';
CREATE OPERATOR === (FUNCTION = same, LEFTARG = bigint, RIGHTARG = bigint, COMMUTATOR = ===, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR CLASS same FOR TYPE bigint USING hash AS OPERATOR 1 ===, FUNCTION 1 hashint8(bigint);
CREATE FUNCTION alike(bigint, bigint) RETURNS boolean IMMUTABLE STRICT LEAKPROOF COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN hashint8($1) = hashint8($2); END';
CREATE OPERATOR ~== (FUNCTION = alike, LEFTARG = bigint, RIGHTARG = bigint, COMMUTATOR = ~==, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES);
CREATE OPERATOR CLASS alike FOR TYPE bigint USING hash AS OPERATOR 1 ~==, FUNCTION 1 hashint8(bigint);
CREATE TABLE nulls AS SELECT id, nullif(k8, 7) AS k8 FROM facts;
CREATE TABLE null_keys AS SELECT nullif(k8, 20) AS k8, (k8 # 1) | (1::bigint << 32) AS folded FROM keys; -- the hash folds its halves
ANALYZE nulls, null_keys;
CALL refuses('SELECT f.id FROM nulls AS f JOIN null_keys AS s ON f.k8 === s.k8');
CALL screens('SELECT f.id FROM facts AS f JOIN null_keys AS s ON f.k8 ~== s.folded', 'f (k8)');
-- The scan's conditions come before a function that could tell something, and after one that cannot.
DO $$ BEGIN
    SET LOCAL bloom_rs.screen_joins = force;
    ASSERT shown('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (ci) WHERE f.id <= 5000', 'Rows Tested') < 5000;
    ASSERT shown('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (n) WHERE f.id <= 5000', 'Rows Tested') < 5000;
    ASSERT shown('SELECT f.id FROM facts AS f JOIN null_keys AS s ON f.k8 ~== s.folded WHERE f.id <= 5000', 'Rows Tested') < 5000; -- its own function may tell
    ASSERT shown('SELECT f.id FROM typed AS f JOIN typed_keys AS s USING (u) WHERE f.id <= 5000', 'Rows Tested') > 19000;
END $$;

-- Long values are not fetched or decompressed for a test.
CREATE TABLE long AS SELECT i AS id, CASE WHEN i % 2 = 0 THEN repeat('x', 5000) || i % 50 ELSE 'x' || i % 50 END AS t FROM generate_series(1, 2000) AS i;
CREATE TABLE long_keys AS SELECT t FROM long WHERE id < 11;
ALTER TABLE long_keys ALTER t SET STORAGE external;
UPDATE long_keys SET t = t;
ANALYZE long, long_keys;
CALL screens('SELECT f.id FROM long AS f JOIN long_keys AS s USING (t)', 'f (t)');
ALTER TABLE long ALTER t TYPE citext;
ALTER TABLE long_keys ALTER t TYPE citext;
ANALYZE long, long_keys;
CALL screens('SELECT f.id FROM long AS f JOIN long_keys AS s USING (t)', 'f (t)'); -- row by row

-- Statements that write, and cursors.
SET bloom_rs.screen_joins = force;
CREATE TABLE target AS TABLE facts;
DO $$ DECLARE count integer; BEGIN
    UPDATE target SET x = 100 FROM keys WHERE target.k = keys.k;
    GET DIAGNOSTICS count = ROW_COUNT;
    ASSERT count = (SELECT count(*) FROM facts WHERE k + 0 IN (SELECT k FROM keys)) AND count = (SELECT count(*) FROM target WHERE x = 100);
    MERGE INTO target USING keys ON target.k = keys.k WHEN MATCHED AND keys.k > 5000 THEN DELETE WHEN MATCHED THEN UPDATE SET x = 101 WHEN NOT MATCHED THEN INSERT (id, k) VALUES (-1, keys.k);
    ASSERT (SELECT count(*) FROM target WHERE x = 101) = (SELECT count(*) FROM facts WHERE k + 0 IN (SELECT k FROM keys WHERE k <= 5000));
    ASSERT (SELECT count(*) FROM target WHERE k > 5000) = (SELECT count(*) FROM facts WHERE k > 5000) - (SELECT count(*) FROM facts WHERE k > 5000 AND k + 0 IN (SELECT k FROM keys));
    DELETE FROM target USING keys WHERE target.k = keys.k;
    ASSERT NOT EXISTS (SELECT FROM target WHERE k + 0 IN (SELECT k FROM keys));
END $$;
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT f.id FROM facts AS f JOIN keys AS s USING (k);
MOVE 20 FROM c;
MOVE BACKWARD ALL FROM c;
DO $$ DECLARE count integer; c refcursor := 'c'; BEGIN
    MOVE FORWARD ALL FROM c;
    GET DIAGNOSTICS count = ROW_COUNT;
    ASSERT count = (SELECT count(*) FROM facts WHERE k + 0 IN (SELECT k FROM keys));
END $$;
ROLLBACK;

-- The plan that a session keeps returns the same rows.
SET plan_cache_mode = force_generic_plan;
PREPARE q (integer) AS SELECT count(*) FROM facts AS f JOIN keys AS s USING (k) WHERE s.x = $1;
CREATE TABLE answers AS EXECUTE q(1);
SET bloom_rs.screen_joins = off;
INSERT INTO answers SELECT count(*) FROM facts AS f JOIN keys AS s USING (k) WHERE s.x = 1;
DO $$ BEGIN ASSERT 1 = (SELECT count(DISTINCT count) FROM answers); END $$;

-- In other formats.
SET bloom_rs.screen_joins = force;
DO $$ DECLARE plan jsonb; BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, FORMAT json) SELECT FROM facts AS f JOIN keys AS s USING (k)' INTO plan;
    plan := plan #> '{0,Plan,Plans,1,Plans,0}';
    ASSERT plan ->> 'Custom Plan Provider' = 'Bloom Screen' AND plan -> 'Screens' = '["f (k)"]' AND plan -> 'Filter Size' = '16' AND plan -> 'Rows Not Tested' = '0' AND plan ? 'Rows Tested' AND plan ? 'Rows Screened Out', plan;
END $$;

-- Each function sets its own setting: who wants local joins faster has not agreed to send keys to other servers.
CREATE TABLE switches (n integer, local text, far text);
RESET bloom_rs.screen_joins;
SELECT bloom_screen_joins(true);
INSERT INTO switches VALUES (1, current_setting('bloom_rs.screen_joins'), current_setting('bloom_rs.screen_foreign_joins'));
SELECT bloom_screen_foreign_joins(true);
SELECT bloom_screen_joins(false);
INSERT INTO switches VALUES (2, current_setting('bloom_rs.screen_joins'), current_setting('bloom_rs.screen_foreign_joins'));
SELECT bloom_screen_joins(true);
SELECT bloom_screen_foreign_joins(false);
INSERT INTO switches VALUES (3, current_setting('bloom_rs.screen_joins'), current_setting('bloom_rs.screen_foreign_joins'));
DO $$ BEGIN ASSERT (SELECT array_agg(local || ' ' || far ORDER BY n) = '{on off,off on,on off}' FROM switches); END $$;

-- A virtual generated column is an expression, so it is no key. Its table is screened by others.
SELECT current_setting('server_version_num')::integer >= 180000 AS has_virtual \gset
\if :has_virtual
CREATE TABLE computed (id integer, k integer, g integer GENERATED ALWAYS AS (k + 20) VIRTUAL);
INSERT INTO computed SELECT id, k FROM facts;
ANALYZE computed;
CALL refuses('SELECT f.id FROM computed AS f JOIN keys AS s ON f.g = s.k');
CALL screens('SELECT f.id, f.g FROM computed AS f JOIN keys AS s USING (k)', 'f (k)');
DROP TABLE computed;
\endif

-- Rows that are screened out are not in the statistics of the scan.
DO $$
DECLARE
    read bigint[];
    passed bigint;
    mode text;
BEGIN
    FOREACH mode IN ARRAY ARRAY['off', 'off', 'force'] LOOP
        PERFORM set_config('bloom_rs.screen_joins', mode, false);
        EXECUTE 'SELECT count(*) FROM facts AS f JOIN keys AS s USING (k)';
        read := read || (SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'facts');
    END LOOP;
    ASSERT read[2] - read[1] = (SELECT count(*) FROM facts), read;
    ASSERT read[3] - read[2] < (read[2] - read[1]) / 5, read;
    -- All others are, and the first one of each page.
    passed := (SELECT count(*) FROM facts) - shown('SELECT count(*) FROM facts AS f JOIN keys AS s USING (k)', 'Rows Screened Out');
    ASSERT read[3] - read[2] BETWEEN passed AND passed + (SELECT relpages FROM pg_class WHERE relname = 'facts'), read;
    PERFORM set_config('bloom_rs.screen_joins', 'on', false);
    FOR i IN 1..2 LOOP
        EXECUTE 'SELECT count(*) FROM large JOIN all_keys USING (k)';
        read[i] := (SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'large');
    END LOOP;
    ASSERT read[2] - read[1] = (SELECT count(*) FROM large), read;
END $$;

-- The memory of a session is the same after thousands of joins, with filters that grow and filters that are rescanned.
SET bloom_rs.screen_joins = force;
CREATE FUNCTION used() RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT sum(total_bytes) FROM pg_backend_memory_contexts); END';
CREATE TABLE few AS SELECT * FROM facts WHERE id <= 300;
ANALYZE few;
ALTER FUNCTION many ROWS 10;
CREATE PROCEDURE join_often(count integer) LANGUAGE plpgsql AS $$
DECLARE
    found bigint;
BEGIN
    FOR i IN 1..count LOOP
        SELECT count(*) INTO found FROM few AS f JOIN keys AS s USING (k) WHERE s.x <> i % 5;
        SELECT count(*) INTO found FROM few AS f JOIN keys AS s USING (t);
        IF i % 100 = 0 THEN
            SELECT count(*) INTO found FROM dims AS d CROSS JOIN LATERAL (SELECT f.id FROM few AS f JOIN many(20000) AS s ON f.k = s WHERE f.x > d.x OFFSET 0) AS q;
        END IF;
    END LOOP;
END $$;
DO $$
DECLARE
    before bigint;
BEGIN
    PERFORM used();
    CALL join_often(500);
    before := used();
    CALL join_often(3000);
    ASSERT used() <= before + 100000, used() - before;
END $$;

-- A session that ignores the indexes of the catalogs, as one may be damaged, reads no blocks by them.
SET enable_indexscan = off;
SET enable_bitmapscan = off;
CREATE TABLE names AS SELECT 'facts'::regclass::oid AS attrelid;
ANALYZE names;
CREATE PROCEDURE reads_blocks_by(expected text) LANGUAGE plpgsql AS $$
BEGIN
    ASSERT said('SELECT a.attname FROM pg_attribute AS a JOIN names USING (attrelid)', 'Block Indexes') IS NOT DISTINCT FROM expected;
    ASSERT shown('SELECT a.attname FROM pg_attribute AS a JOIN names USING (attrelid)', 'Rows Tested') > 0;
END $$;
CALL reads_blocks_by('pg_attribute_relid_attnam_index');
\setenv PGOPTIONS '-c ignore_system_indexes=on -c client_min_messages=error -c bloom_rs.screen_joins=force -c enable_nestloop=off -c enable_mergejoin=off -c enable_indexscan=off -c enable_bitmapscan=off'
\c -
CALL reads_blocks_by(NULL);
