-- Which joins are screened, and which must not be. The rows are those of the query as it is.

\ir joins_foreign_near.sql

-- 1. Keys of every type, by an array and by a filter; the second server gets no filter.
CREATE PROCEDURE keys_are_screened() LANGUAGE plpgsql AS $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['i2', 'i4', 'i8', 't', 'v', 'n', 'f4', 'f8', 'u', 'd', 'ts', 'tz', 'b'] LOOP
        CALL screens(format('SELECT f.id, s.id AS other FROM far0.facts AS f JOIN small AS s ON f.%1$I = s.%1$I', name), 'Remote SQL: (?=[^\n]*= ANY)[^\n]*bloom_contains');
        CALL screens(format('SELECT f.id, s.id AS other FROM far1.facts AS f, small AS s WHERE s.x = 1 AND s.%1$I = f.%1$I', name), 'Remote SQL: [^\n]*= ANY');
        CALL refuses(format('SELECT f.id, s.id AS other FROM small AS f JOIN tiny AS s ON f.%1$I = s.%1$I', name));
    END LOOP;
END $$;
CALL keys_are_screened();
DO $$ BEGIN ASSERT plan('SELECT FROM far1.facts AS f JOIN small AS s USING (i4)', 'force') !~ 'bloom_', 'a filter for a server without the extension'; END $$;
DO $$ BEGIN ASSERT plan('SELECT FROM shards AS f JOIN small AS s USING (i4)', 'force') !~ 'bloom_', 'a filter for partitions of which one is on a server without the extension'; END $$;
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.c = s.c', 'Remote SQL: [^\n]*bloom_contains');
CALL refuses('SELECT f.id FROM far1.facts AS f JOIN small AS s ON f.c = s.c');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.i8 = s.i2');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.i2 = s.i8');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.t = s.v');
CALL screens('SELECT id FROM far0.facts JOIN small USING (id)');
-- Keys that are not ASCII make the array pass every row: the other server may have another encoding.
DO $$
DECLARE
    plan text := '';
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT FROM far1.facts AS f JOIN tiny AS s USING (t)' LOOP plan := plan || line || E'\n'; END LOOP;
    ASSERT plan ~ 'Foreign Scan on far1.facts f \(actual rows=1500', plan;
    plan := '';
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT FROM far1.facts AS f JOIN tiny AS s USING (v)' LOOP plan := plan || line || E'\n'; END LOOP;
    ASSERT plan !~ 'Foreign Scan on far1.facts f \(actual rows=1500', plan;
END $$;
-- The server sends a column as it is, not as what the operator takes it for.
CREATE EXTENSION citext;
CREATE DOMAIN label AS text;
CREATE SERVER far2 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far', dbname 'postgres', extensions 'bloom_rs,citext');
CREATE USER MAPPING FOR PUBLIC SERVER far2 OPTIONS (user 'postgres', password_required 'false');
CREATE FOREIGN TABLE typed (id integer, ci citext, label label, v varchar, c char(6)) SERVER far2 OPTIONS (schema_name 'typed');
CREATE TABLE typed_here AS SELECT i4, t, t::citext AS ci, t::label AS label, v, c FROM small;
CALL refuses('SELECT f.id FROM typed AS f JOIN typed_here AS s ON f.ci = s.t');
CALL refuses('SELECT f.id FROM typed AS f JOIN typed_here AS s ON f.ci = s.ci');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN typed_here AS s ON f.t = s.ci');
CALL refuses('SELECT f.id FROM typed AS f JOIN typed_here AS s ON f.v = s.c');
CALL refuses('SELECT f.id FROM typed AS f JOIN typed_here AS s ON f.c = s.v');
CALL expect_same('SELECT f.id FROM typed AS f JOIN typed_here AS s ON f.label = s.t');
CALL screens('SELECT f.id FROM typed AS f JOIN typed_here AS s ON f.v = s.label', 'Remote SQL: [^\n]*bloom_contains');
-- Long keys are not sent in an array, and make it pass every row.
CREATE TABLE long AS SELECT CASE WHEN i > 1 THEN repeat('x', 1000000) END || i AS t, i::numeric AS n, int4send(i) AS b FROM generate_series(1, 1200) AS i;
CALL screens('SELECT f.id FROM far0.facts AS f JOIN long AS s USING (t)');
INSERT INTO long (n, b) VALUES (1e131000, convert_to(repeat('x', 1001), 'UTF8'));
DO $$
DECLARE
    key text;
    plan text;
    line text;
BEGIN
    FOREACH key IN ARRAY ARRAY['n', 'b'] LOOP
        plan := '';
        FOR line IN EXECUTE format('EXPLAIN (ANALYZE, VERBOSE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT FROM far1.facts AS f JOIN long AS s USING (%I)', key) LOOP plan := plan || line || E'\n'; END LOOP;
        ASSERT plan ~ 'Foreign Scan on far1.facts f \(actual rows=1500', plan;
    END LOOP;
END $$;

-- 2. Where the remote table stands.
CALL screens('SELECT f.id FROM small AS s JOIN far0.facts AS f USING (i4) WHERE s.x = 1 AND s.t LIKE ''%1%'' AND s.id IN (1, 8, 15, 22)', 'small s[^\n]*\n[^\n]*\n *Filter: [^\n]*x = 1');
CALL screens('SELECT f.id FROM small AS s LEFT JOIN far0.facts AS f USING (i4) WHERE s.x = 1', 'Remote SQL: [^\n]*\$1');
CALL screens('SELECT f.id FROM far0.facts AS f RIGHT JOIN small AS s ON f.i4 = s.i4 AND s.x = 1');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) JOIN tiny AS u ON u.i4 = f.i4');
CALL screens('SELECT f.id FROM tiny AS u LEFT JOIN (far0.facts AS f JOIN small AS s ON f.i4 = s.i4) ON u.x = s.x AND s.x = 1');
CALL screens('SELECT id FROM far0.facts WHERE i4 IN (SELECT i4 FROM small WHERE x = 2)');
CALL screens('SELECT id FROM far0.facts AS f WHERE EXISTS (SELECT FROM small AS s WHERE s.i4 = f.i4 AND s.x = 2)');
CALL screens('SELECT id FROM small AS s WHERE x = 2 AND i4 IN (SELECT f.i4 FROM far0.facts AS f WHERE f.x = 1)');
CALL screens('SELECT id FROM small AS s WHERE x = 2 AND EXISTS (SELECT FROM far0.facts AS f WHERE s.i4 = f.i4)');
CALL screens('SELECT f.id FROM far_view AS f JOIN small AS s USING (i4)');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small_view AS s ON f.i4 = s.key AND s.number < 700');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small_kept AS s USING (i4)');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN parts AS s USING (i4) WHERE s.x = 0');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN far1.small AS s USING (i4)');
CALL screens('SELECT f.id, f.x FROM shards AS f JOIN small AS s USING (i4)', 'Remote SQL: [^\n]*\$1.*Remote SQL: [^\n]*\$1');
CALL screens('WITH w AS MATERIALIZED (SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4)) SELECT * FROM w');
CALL screens('SELECT * FROM (SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) UNION ALL SELECT id FROM tiny) AS q');
CALL screens('SELECT f.x, count(*), array_agg(f.id ORDER BY f.id) FROM far0.facts AS f JOIN small AS s USING (i4) GROUP BY f.x HAVING count(*) > 1');
CALL screens('SELECT DISTINCT f.x FROM far0.facts AS f JOIN small AS s USING (i4)');
CALL screens('SELECT f.id, s.id AS other FROM far0.facts AS f JOIN small AS s USING (i4) ORDER BY 1, 2 LIMIT 5');
CALL expect_same('SELECT f.id FROM far0.facts AS f JOIN none AS s USING (i4)');
CALL expect_same('SELECT s.id FROM small AS s LEFT JOIN far0.facts AS f USING (i4) LEFT JOIN tiny AS u ON u.id = f.id WHERE s.x = 1');
CALL expect_same('SELECT u.id, s.id FROM tiny AS u LEFT JOIN (small AS s LEFT JOIN far0.facts AS f ON f.i4 = s.i4) ON f.x = u.x AND s.id = u.id WHERE s.x IS NULL OR s.x = 1');

-- Conditions that only rows without a partner meet.
CALL expect_same('SELECT u.id, s.id FROM tiny AS u LEFT JOIN (far0.facts AS f CROSS JOIN small AS s) ON f.i4 = s.i4 AND f.x = u.x WHERE s.x IS NULL');
CALL expect_same('SELECT u.id, s.id FROM tiny AS u LEFT JOIN (far0.facts AS f JOIN small AS s ON f.i4 = s.i4) ON f.x = u.x WHERE s.x IS NULL');
CALL expect_same('SELECT u.id, s.id FROM (far0.facts AS f JOIN small AS s ON f.i4 = s.i4) FULL JOIN tiny AS u ON f.x = u.x WHERE s.x IS NULL');
CALL expect_same('SELECT u.id, s.id FROM tiny AS u FULL JOIN (far0.facts AS f JOIN small AS s ON f.i4 = s.i4) ON f.x = u.x WHERE s.x IS NULL');
CALL expect_same('SELECT f.id, s.id AS other FROM far0.facts AS f, small AS s LEFT JOIN tiny AS u ON s.x = 1 WHERE f.i4 = s.i4');

-- 3. What must not be screened.
-- Preserved sides: a condition there would remove nothing.
CALL refuses('SELECT f.id FROM far0.facts AS f LEFT JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM small AS s RIGHT JOIN far0.facts AS f USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f FULL JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE NOT EXISTS (SELECT FROM small AS s WHERE s.i4 = f.i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE f.i4 NOT IN (SELECT i4 FROM small)');
CALL refuses('SELECT f.id FROM far0.facts AS f, small AS s WHERE f.i4 = s.i4 OR f.x = s.x');
-- Conditions of a preserved side's partner are not known of it; and those of one that is NULL-extended later neither.
DO $$ BEGIN ASSERT plan('SELECT f.id FROM tiny AS u LEFT JOIN (far0.facts AS f JOIN small AS s ON f.i4 = s.i4) ON u.x = s.x WHERE s.x = 1 OR s.x IS NULL', 'force') !~ 'small[^\n]*\n[^\n]*\n *Filter: [^\n]*x = 1[^\n]*\n *InitPlan', 'a condition from above'; END $$;
-- Rows that are locked or changed.
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) FOR UPDATE OF s');
CALL refuses('SELECT * FROM (SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) FOR SHARE OF s) AS q');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4), (SELECT id FROM tiny FOR UPDATE) AS u');
CALL refuses('WITH w AS (SELECT id FROM tiny FOR UPDATE) SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) JOIN w ON w.id = f.id');
CALL refuses('SELECT id FROM tiny WHERE i4 IN (SELECT f.i4 FROM far0.facts AS f JOIN small AS s USING (i4) FOR UPDATE OF s)');
CALL refuses('UPDATE small AS s SET x = 9 FROM far0.facts AS f WHERE f.i4 = s.i4');
CALL refuses('DELETE FROM small AS s USING far0.facts AS f WHERE f.i4 = s.i4');
CALL refuses('MERGE INTO small AS s USING far0.facts AS f ON f.i4 = s.i4 WHEN MATCHED THEN UPDATE SET x = 9');
CALL refuses('WITH changed AS (UPDATE small SET x = x RETURNING i4) SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4)');
CREATE TABLE target (id integer PRIMARY KEY, n bigint);
CALL refuses('INSERT INTO target SELECT f.id, 1 FROM far0.facts AS f JOIN small AS s USING (i4) ON CONFLICT (id) DO UPDATE SET n = 1');
-- Volatile functions: they would be called less often. In the result they are not.
CREATE FUNCTION vol(integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS 'BEGIN RETURN $1; END';
CREATE FUNCTION same(integer, integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS 'BEGIN RETURN $1 = $2; END';
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) WHERE vol(s.x) = 1');
CALL refuses('SELECT f.id FROM (SELECT id, i4, vol(id) AS v FROM far0.facts OFFSET 0) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id, f.v FROM (SELECT id, i4, vol(id) AS v FROM far0.facts) AS f JOIN small AS s USING (i4)');
CALL screens('SELECT f.id, vol(f.id) FROM far0.facts AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id, vol(f.id) FROM far0.facts AS f JOIN far1.small AS s USING (i4)');
-- Also above the join, and in whatever reads its rows.
CREATE FUNCTION volx(integer) RETURNS xml LANGUAGE plpgsql VOLATILE AS 'BEGIN RETURN NULL; END';
CREATE VIEW joined AS SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4);
CALL screens('SELECT count(*) FROM joined WHERE id > 0');
CALL refuses('SELECT count(*) FROM joined WHERE vol(id) > 0');
CALL refuses('SELECT count(*) FROM (SELECT id FROM (SELECT id FROM joined) AS j) AS j WHERE vol(id) > 0');
CALL refuses('WITH w AS (SELECT * FROM joined) SELECT count(*) FROM w WHERE vol(id) > 0');
CALL refuses('WITH w AS (SELECT * FROM joined), v AS (SELECT * FROM w WHERE vol(id) > 0) SELECT count(*) FROM v');
CALL refuses('WITH w AS (SELECT * FROM joined) SELECT (SELECT count(*) FROM w WHERE vol(id) > 0)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4), XMLTABLE(''/r'' PASSING volx(f.id) COLUMNS a integer) AS x');
-- INSERT: what it fires or writes to may change a remote side while it is read.
CREATE TABLE copied (id integer);
CALL screens('SELECT f.id FROM far0.facts AS f JOIN far1.small AS s USING (i4)');
CREATE PROCEDURE insert_is_screened(target regclass, other regclass, expected boolean) LANGUAGE plpgsql AS $$
BEGIN
    ASSERT (plan(format('INSERT INTO %s (id) SELECT f.id FROM far0.facts AS f JOIN %s AS s USING (i4)', target, other), 'force') ~ 'InitPlan') = expected, target;
END $$;
CALL insert_is_screened('copied', 'far1.small', true);
CALL insert_is_screened('far0.facts', 'far1.small', false);
CALL insert_is_screened('far0.facts', 'small', true);
CALL insert_is_screened('parts', 'far1.small', false);
CREATE FUNCTION writes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER writes BEFORE INSERT ON copied FOR EACH ROW EXECUTE FUNCTION writes();
CALL insert_is_screened('copied', 'far1.small', false);
CALL insert_is_screened('copied', 'small', true);
-- Conditions that may fail are not evaluated once more, so the array has more keys.
CREATE TYPE two AS (a integer, b text);
CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE odd AS SELECT i4, x, id, t, ts, b, t COLLATE loose AS loose, t COLLATE "C" AS c, t COLLATE "POSIX" AS p, ROW(id, t)::two AS two, int4range(x, x + 1) AS r FROM small;
CREATE PROCEDURE evaluated(condition text, shown text, times integer) LANGUAGE plpgsql AS $$
DECLARE
    plan text := plan(format('SELECT f.id FROM far0.facts AS f JOIN odd AS s USING (i4) WHERE %s', condition), 'force');
BEGIN
    IF plan !~ 'InitPlan' OR (SELECT count(*) <> times FROM regexp_matches(plan, shown, 'g')) THEN
        RAISE E'% is not evaluated % times:\n%', condition, times, plan;
    END IF;
END $$;
-- By the join, by the filter, and by the array and its count of keys.
CALL evaluated('s.x < 4 AND 10 / (s.x + 1) > 1', '\w\.x < 4', 4);
CALL evaluated('s.x < 4 AND 10 / (s.x + 1) > 1', '10 / ', 1);
CALL evaluated('s.t LIKE ''%1%''', '~~', 4);
CALL evaluated('s.t LIKE ''%1\''', '~~', 1);
CALL evaluated('s.loose LIKE ''%1%''', '~~', 1);
CALL evaluated('s.b LIKE ''%1%''::bytea', '~~', 1);
CALL evaluated('s.c < s.p', '\.c < \w+\.p', 1);
CALL evaluated('s.c < ANY (ARRAY[s.p])', '\.c < ANY', 1);
CALL evaluated('s.r <> ''[1,2)''', '\.r <> ''\[1,2\)', 1);
CALL evaluated('s.x > length(CURRENT_USER::text) - 100', 'CURRENT_USER', 1);
CALL evaluated('s.x < 4 AND s.id > 0 AND s.id < 2000', 'x < 4\) AND \(\w+\.id > 0\) AND \(\w+\.id < 2000', 4);
CALL evaluated('s.id = ANY (ARRAY[1, 8, 15])', '\.id = ANY', 4);
CALL evaluated('s.t ~ ANY (ARRAY[s.t, ''1''])', '~ ANY', 1);
CALL evaluated('s.t::integer > 0', '::integer > 0', 1);
CALL evaluated('isfinite(s.ts)', 'isfinite', 1);
CALL evaluated('ARRAY[s.x] = ARRAY[1]', 'ARRAY\[', 1);
CALL evaluated('s.tableoid > 0', 'tableoid', 1);
CALL evaluated('s.two IS NOT NULL', 'two IS NOT NULL', 1);
-- Nor columns that are computed when they are read.
SELECT current_setting('server_version_num')::integer >= 180000 AS virtual \gset
\if :virtual
ALTER TABLE odd ADD v integer GENERATED ALWAYS AS (10 / (x + 1)) VIRTUAL;
CALL evaluated('s.v > 1', '10 / \(\w+\.x \+ 1\)\) > 1', 1);
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN odd AS s ON f.i4 = s.v');
CREATE FOREIGN TABLE computed (id integer, x integer, v integer GENERATED ALWAYS AS (1000 / x) VIRTUAL) SERVER far0 OPTIONS (table_name 'facts');
CALL refuses('SELECT f.id FROM computed AS f JOIN small AS s ON f.v = s.i4');
CALL refuses('SELECT f.id FROM (SELECT id, v FROM computed) AS f JOIN small AS s ON f.v = s.i4');
\endif
CREATE VIEW failing AS SELECT id, i4 FROM small WHERE 10 / (x + 1) > 1;
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN failing AS s USING (i4)');
-- Collations and types.
CREATE TABLE loosely AS SELECT t COLLATE loose AS t FROM small;
CREATE FOREIGN TABLE far_loose (id integer, t text COLLATE loose) SERVER far0 OPTIONS (table_name 'facts');
CALL refuses('SELECT f.id FROM far_loose AS f JOIN loosely AS s ON f.t = s.t');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.n = s.i4');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.f4 = s.f8');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.d = s.ts');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.c::text = s.t');
CREATE OPERATOR === (LEFTARG = integer, RIGHTARG = integer, FUNCTION = int4eq, COMMUTATOR = ===);
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.i4 === s.i4');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.i4 + 1 = s.i4');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.i4 = s.i4 + 1');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s ON f.i4 < s.i4');
CALL refuses('SELECT id FROM far0.facts WHERE i4 = x');
CREATE SEQUENCE numbers;
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN numbers AS s ON f.i8 = s.last_value');
CALL refuses('SELECT id FROM far0.facts WHERE t IN (SELECT v FROM small)');
CALL refuses('SELECT id FROM small AS a WHERE EXISTS (SELECT FROM far0.facts WHERE EXISTS (SELECT FROM small AS s WHERE s.i4 = a.i4))');
-- Samples, LATERAL, functions, and subqueries that do more than select.
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s TABLESAMPLE bernoulli (50) USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN (SELECT i4 FROM small TABLESAMPLE system (50)) AS s USING (i4)');
CALL refuses('SELECT f.id FROM tiny AS u, LATERAL (SELECT i4 FROM small WHERE x = u.x) AS s JOIN far0.facts AS f USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN LATERAL (SELECT i4 FROM small) AS s USING (i4)');
CALL refuses('SELECT f.id FROM tiny AS u CROSS JOIN LATERAL (SELECT id, i4 FROM far0.facts WHERE x = u.x) AS f JOIN small AS s ON f.i4 = s.i4');
CALL refuses('SELECT f.id FROM shards AS f TABLESAMPLE system (100) JOIN small AS s USING (i4)');
CALL refuses('SELECT id FROM small WHERE i4 IN (SELECT i4 FROM far0.facts ORDER BY id LIMIT 10)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN generate_series(1, 3) AS s (i4) USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN (SELECT i4 FROM small LIMIT 3) AS s USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN (SELECT max(i4) AS i4 FROM small) AS s USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE i4 IN (SELECT i4 FROM small LIMIT 3)');
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE i4 IN (SELECT s.i4 FROM small AS s JOIN tiny AS u USING (x))');
CALL refuses('SELECT f.id FROM (SELECT * FROM far0.facts ORDER BY id LIMIT 100) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM (SELECT DISTINCT ON (x) * FROM far0.facts ORDER BY x, id) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.n FROM (SELECT i4, row_number() OVER (ORDER BY id) AS n FROM far0.facts) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.n FROM (SELECT max(i4) AS i4, count(*) AS n FROM far0.facts GROUP BY x) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT id FROM far0.facts WHERE i4 IN (SELECT i4 FROM small FOR UPDATE)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN (SELECT s.i4 FROM small AS s, tiny AS u) AS s USING (i4)');
CALL refuses('SELECT f.i4 FROM (SELECT i4 FROM far0.facts GROUP BY i4) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.n FROM (SELECT i4, generate_series(1, 2) AS n FROM far0.facts) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM (SELECT * FROM far0.facts ORDER BY id OFFSET 100) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM (TABLE far0.facts UNION TABLE small) AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM (WITH w AS (SELECT 1) SELECT * FROM far0.facts) AS f JOIN small AS s USING (i4)');
-- These have a row for each remote one.
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE EXISTS (SELECT count(*) FROM small AS s WHERE s.i4 = f.i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE EXISTS (SELECT FROM small AS s WHERE s.i4 = f.i4 GROUP BY GROUPING SETS (()))');
CALL refuses('SELECT f.id FROM far0.facts AS f WHERE EXISTS (SELECT FROM small AS s WHERE s.i4 = f.i4 HAVING true)');
CALL refuses('WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) JOIN r ON r.i = f.id WHERE f.id < 0) SELECT * FROM r');
-- Security barriers.
CREATE VIEW far_barrier WITH (security_barrier) AS SELECT * FROM far0.facts WHERE x < 3;
CREATE VIEW small_barrier WITH (security_barrier) AS SELECT * FROM small WHERE x < 3;
CALL refuses('SELECT f.id FROM far_barrier AS f JOIN small AS s USING (i4)');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small_barrier AS s USING (i4)');
-- Other foreign data wrappers: what they read may change in between.
CREATE EXTENSION file_fdw;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE file (i4 integer) SERVER files OPTIONS (program 'seq 1 10');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN file AS s USING (i4)');
CALL refuses('SELECT s.id FROM file AS f JOIN small AS s USING (i4)');
-- A foreign table may have children, which are other foreign tables.
CREATE FOREIGN TABLE parent (i4 integer) SERVER far1 OPTIONS (table_name 'small');
CALL screens('SELECT f.id FROM parent AS s LEFT JOIN far0.facts AS f USING (i4)');
CREATE FOREIGN TABLE child () INHERITS (parent) SERVER far1 OPTIONS (table_name 'small');
CALL refuses('SELECT f.id FROM parent AS s LEFT JOIN far0.facts AS f USING (i4)');
DROP FOREIGN TABLE child;
CREATE FOREIGN TABLE child () INHERITS (parent) SERVER files OPTIONS (program 'seq 1 10');
CALL refuses('SELECT f.id FROM far0.facts AS f JOIN parent AS s USING (i4)');

-- 4. Statements that are no plain SELECT.
CREATE TABLE taken AS SELECT f.id AS a, s.id AS b FROM far0.facts AS f JOIN small AS s USING (i4) WITH NO DATA;
SET bloom_rs.screen_foreign_joins = force;
INSERT INTO taken SELECT f.id, s.id FROM far0.facts AS f JOIN small AS s USING (i4);
CREATE TABLE made AS SELECT f.id AS a, s.id AS b FROM far0.facts AS f JOIN small AS s USING (i4);
CREATE TEMPORARY TABLE own AS SELECT * FROM small;
ANALYZE own;
CREATE TABLE with_own AS SELECT f.id AS a, s.id AS b FROM far0.facts AS f JOIN own AS s USING (i4);
BEGIN;
DECLARE c CURSOR FOR SELECT f.id AS a, s.id AS b FROM far0.facts AS f JOIN small AS s USING (i4) ORDER BY 1, 2;
FETCH 1 FROM c;
-- What this transaction changes is not seen by a cursor that is open.
DELETE FROM small WHERE x <> 1;
MOVE FORWARD ALL IN c;
ROLLBACK;
SET bloom_rs.screen_foreign_joins = off;
CREATE TABLE expected AS SELECT f.id AS a, s.id AS b FROM far0.facts AS f JOIN small AS s USING (i4);
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['taken', 'made', 'with_own'] LOOP
        EXECUTE format('SELECT FROM (TABLE %I EXCEPT ALL TABLE expected UNION ALL (TABLE expected EXCEPT ALL TABLE %1$I)) AS d', name);
        ASSERT NOT FOUND, name;
    END LOOP;
END $$;
-- The rows that an INSERT adds are not seen by its own query.
CREATE TABLE grows AS SELECT i4, id FROM small;
SET bloom_rs.screen_foreign_joins = force;
INSERT INTO grows SELECT f.i4 + 1, f.id FROM far0.facts AS f JOIN grows AS s USING (i4);
SET bloom_rs.screen_foreign_joins = off;
CREATE TABLE grown AS SELECT i4, id FROM small;
INSERT INTO grown SELECT f.i4 + 1, f.id FROM far0.facts AS f JOIN grown AS s USING (i4);
DO $$ BEGIN ASSERT (SELECT count(*) FROM grows) = (SELECT count(*) FROM grown), 'INSERT'; END $$;

-- Prepared, with plans for the values and for any.
SET bloom_rs.screen_foreign_joins = force;
PREPARE by_x(integer) AS SELECT count(*) AS n, sum(f.id) AS sum FROM far0.facts AS f JOIN small AS s USING (i4) WHERE s.x = $1;
SET plan_cache_mode = force_generic_plan;
CREATE TABLE generic AS EXECUTE by_x(1);
DO $$
DECLARE
    line text;
    plan text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) EXECUTE by_x(1)' LOOP plan := plan || line || E'\n'; END LOOP;
    ASSERT plan ~ 'InitPlan' AND plan ~ 'x = \$1', plan;
END $$;
SET plan_cache_mode = force_custom_plan;
CREATE TABLE custom AS EXECUTE by_x(1);
RESET plan_cache_mode;
DO $$
BEGIN
    ASSERT (SELECT g.n = c.n AND g.sum = c.sum AND g.n = (SELECT count(*) FROM far0.facts AS f JOIN small AS s USING (i4) WHERE s.x = 1) FROM generic AS g, custom AS c), 'prepared';
END $$;
-- A plan in which a table changes is made again.
ALTER SERVER far0 OPTIONS (DROP extensions);
DO $$
DECLARE
    line text;
    plan text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) EXECUTE by_x(1)' LOOP plan := plan || line || E'\n'; END LOOP;
    ASSERT plan ~ 'InitPlan' AND plan !~ 'bloom_', plan;
END $$;
ALTER SERVER far0 OPTIONS (ADD extensions 'bloom_rs');

-- 5. Rights: those of the tables, each time; and those of the one who asks.
CREATE ROLE reader;
CREATE ROLE other;
GRANT USAGE ON SCHEMA far0 TO reader, other;
GRANT SELECT ON far0.facts, far0.large TO reader, other;
GRANT SELECT (i4, x) ON small TO reader;
GRANT SELECT ON small TO other;
SET ROLE reader;
SET bloom_rs.screen_foreign_joins = force;
SELECT count(*) > 0 AS ok FROM far0.facts AS f JOIN small AS s USING (i4) WHERE s.x = 1;
DO $$
BEGIN
    PERFORM FROM far0.facts AS f JOIN small AS s USING (i4) WHERE s.id = 1;
    RAISE 'a column without rights was read';
EXCEPTION
    WHEN insufficient_privilege THEN NULL;
END $$;
RESET ROLE;
-- The owner of a view has the rights that its tables need, and whoever asks has not.
CREATE VIEW by_owner AS SELECT f.id FROM far0.facts AS f JOIN tiny AS s USING (i4);
GRANT SELECT ON by_owner TO reader;
SET ROLE reader;
SELECT count(*) > 0 AS ok FROM by_owner;
DO $$
BEGIN
    PERFORM FROM far0.facts AS f JOIN tiny AS s USING (i4);
    RAISE 'a table without rights was read';
EXCEPTION
    WHEN insufficient_privilege THEN NULL;
END $$;
RESET ROLE;
-- Row-level security: the rows that one sees, also with a plan that another role made.
CREATE TABLE owned AS SELECT i4, id, CASE x WHEN 1 THEN 'reader' ELSE 'other' END::name AS owner FROM small;
ALTER TABLE owned ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON owned USING (owner = current_user);
GRANT SELECT ON owned TO reader, other;
PREPARE mine AS SELECT count(*) AS n, sum(f.id) AS sum FROM far0.facts AS f JOIN owned AS s USING (i4);
CREATE TABLE seen (role name, mode text, n bigint, sum numeric);
GRANT INSERT ON seen TO reader, other;
CREATE PROCEDURE look(mode text) LANGUAGE plpgsql AS $$
DECLARE
    found record;
BEGIN
    EXECUTE 'SELECT count(*) AS n, sum(f.id) AS sum FROM far0.facts AS f JOIN owned AS s USING (i4)' INTO found;
    INSERT INTO seen VALUES (current_user, mode, found.n, found.sum);
    IF mode = 'force' THEN
        ASSERT plan('SELECT f.id FROM far0.facts AS f JOIN owned AS s USING (i4)') ~ 'Filter: \(s_1.owner = CURRENT_USER\)|Filter: \(owned.owner = CURRENT_USER\)', 'policy';
        EXECUTE 'EXECUTE mine' INTO found;
        INSERT INTO seen VALUES (current_user, 'prepared', found.n, found.sum);
    END IF;
END $$;
SET ROLE reader;
SET bloom_rs.screen_foreign_joins = force;
CALL look('force');
SET ROLE other;
CALL look('force');
SET bloom_rs.screen_foreign_joins = off;
CALL look('off');
SET ROLE reader;
CALL look('off');
RESET ROLE;
DO $$
BEGIN
    ASSERT (SELECT count(*) = 6 AND count(DISTINCT (role, n, sum)) = 2 AND min(n) > 0 FROM seen), (SELECT string_agg(seen::text, ' ') FROM seen);
END $$;
-- A policy that may fail, or that is volatile, is not evaluated once more.
CREATE OPERATOR ==== (LEFTARG = integer, RIGHTARG = integer, FUNCTION = same);
CREATE PROCEDURE policy_refuses(policy text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE POLICY another ON owned AS RESTRICTIVE USING (%s)', policy);
    SET LOCAL ROLE reader;
    IF plan('SELECT f.id FROM far0.facts AS f JOIN owned AS s USING (i4)', 'force') ~ 'InitPlan' THEN
        RAISE 'a screen with the policy %', policy;
    END IF;
    RESET ROLE;
    DROP POLICY another ON owned;
END $$;
CALL policy_refuses('vol(1) = 1');
CALL policy_refuses('1 ==== 1');
CALL policy_refuses('1 ==== ANY (ARRAY[1, 2])');
CREATE POLICY failing ON owned USING (10 / (id + 1) > 0);
SET ROLE reader;
SET bloom_rs.screen_foreign_joins = force;
DO $$ BEGIN ASSERT plan('SELECT f.id FROM far0.facts AS f JOIN owned AS s USING (i4)') !~ 'InitPlan', 'a policy that may fail'; END $$;
RESET ROLE;
ALTER TABLE shards ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON shards USING (x > 0);
GRANT SELECT ON shards TO other;
SET ROLE other;
DO $$ BEGIN ASSERT plan('SELECT f.id FROM shards AS f JOIN small AS s USING (i4)') !~ 'InitPlan', 'policies of the remote table'; END $$;
RESET ROLE;
ALTER TABLE shards DISABLE ROW LEVEL SECURITY;

-- The functions are those of the extension, whatever else has their names.
BEGIN;
CREATE FUNCTION bloom_contains(bloom, integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false';
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4)', 'Remote SQL: (?=[^\n]*= ANY)[^\n]*bloom_contains');
ROLLBACK;
BEGIN;
ALTER EXTENSION bloom_rs DROP FUNCTION bloom_contains(bloom, anycompatible);
DO $$ BEGIN ASSERT plan('SELECT FROM far0.facts AS f JOIN small AS s USING (i4)', 'force') !~ 'bloom_', 'not a function of the extension'; END $$;
ROLLBACK;
-- They are called only if every role may call them: a plan that is kept may be executed by another role.
CREATE PROCEDURE reads(role name) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SET LOCAL ROLE %I', role);
    EXECUTE 'SELECT FROM far0.facts AS f JOIN aside.small AS s USING (i4)';
    EXECUTE 'EXECUTE aside';
    RESET ROLE;
END $$;
CREATE SCHEMA aside;
CREATE TABLE aside.small AS TABLE small;
GRANT USAGE ON SCHEMA aside TO reader;
GRANT SELECT ON aside.small TO reader;
SET bloom_rs.screen_foreign_joins = force;
SET plan_cache_mode = force_generic_plan;
PREPARE aside AS SELECT count(*) FROM far0.facts AS f JOIN aside.small AS s USING (i4);
EXECUTE aside;
CALL reads('reader');
BEGIN;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
CALL reads('reader');
ROLLBACK;
BEGIN;
REVOKE EXECUTE ON FUNCTION bloom_agg(integer), bloom_agg(integer, bigint) FROM PUBLIC;
EXECUTE aside;
CALL reads('reader');
DO $$ BEGIN ASSERT plan('EXECUTE aside') ~ '= ANY' AND plan('EXECUTE aside') !~ 'bloom_', plan('EXECUTE aside'); END $$;
ROLLBACK;
BEGIN;
REVOKE EXECUTE ON FUNCTION bloom_contains(bloom, anycompatible) FROM PUBLIC;
EXECUTE aside;
CALL reads('reader');
DO $$ BEGIN ASSERT plan('EXECUTE aside') ~ '= ANY' AND plan('EXECUTE aside') !~ 'bloom_', plan('EXECUTE aside'); END $$;
ROLLBACK;
RESET plan_cache_mode;

-- 6. Parallel plans of the side here.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4) WHERE s.x = 1');
CALL expect_same('SELECT f.id FROM far0.facts AS f JOIN parts AS s USING (i4)');
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- 7. More keys than an array may have: every row passes.
CREATE TABLE many AS SELECT i AS i4, i % 2 AS x FROM generate_series(0, 20100) AS i;
INSERT INTO many SELECT i4 FROM many WHERE i4 < 1000;
CALL screens('SELECT f.id FROM far1.facts AS f JOIN many AS s USING (i4)');
CALL screens('SELECT f.id FROM far0.facts AS f JOIN many AS s USING (i4)');
SET work_mem = '64kB';
CALL screens('SELECT f.id FROM far0.facts AS f JOIN many AS s USING (i4)');
RESET work_mem;
-- With much memory the filter has a capacity, so that it does not take it all.
SET work_mem = '1GB';
CALL screens('SELECT f.id FROM far0.facts AS f JOIN many AS s USING (i4)', 'bloom_agg\(\w+\.i4, ''\d+''::bigint\)');
RESET work_mem;

-- 8. On: only where it pays.
CREATE PROCEDURE is_on(query text, expected text) LANGUAGE plpgsql AS $$
DECLARE
    found text := CASE WHEN plan(query, 'on') !~ 'InitPlan' THEN 'nothing' WHEN plan(query, 'on') ~ 'Remote SQL: [^\n]*bloom_contains' THEN 'filter' ELSE 'array' END;
BEGIN
    IF found <> expected THEN
        RAISE E'% and not % for %:\n%', found, expected, query, plan(query, 'on');
    END IF;
    IF result(query, 'off') IS DISTINCT FROM result(query, 'on') THEN
        RAISE '% differs', query;
    END IF;
END $$;
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN wanted AS s USING (k)', 'array');
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN wanted AS s USING (t)', 'array');
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < 300', 'filter');
CALL is_on('SELECT f.id, s.w FROM far1.large AS f JOIN keys AS s USING (k) WHERE s.w < 300', 'array');
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < 800', 'nothing');
CALL is_on('SELECT f.id, s.id AS other FROM far0.facts AS f JOIN tiny AS s USING (i4)', 'nothing');
CALL is_on('SELECT f.id, s.id AS other FROM far0.large AS f JOIN far0.small AS s ON s.i4 = f.k', 'nothing');
CALL is_on('SELECT f.id, s.id AS other FROM far0.large AS f JOIN far1.small AS s ON s.i4 = f.k', 'array');
-- postgres_fdw does not send an array of another collation than the default one.
CREATE FOREIGN TABLE large_c0 (id bigint, t text COLLATE "C") SERVER far0 OPTIONS (table_name 'large');
CREATE FOREIGN TABLE large_c1 (id bigint, t text COLLATE "C") SERVER far1 OPTIONS (table_name 'large');
CREATE TABLE wanted_c AS SELECT t COLLATE "C" AS t, w FROM wanted;
ANALYZE large_c0, large_c1, wanted_c;
CALL is_on('SELECT f.id, s.w FROM large_c0 AS f JOIN wanted_c AS s USING (t)', 'filter');
CALL is_on('SELECT f.id, s.w FROM large_c1 AS f JOIN wanted_c AS s USING (t)', 'nothing');
CREATE TABLE huge AS SELECT i % 100 AS k FROM generate_series(1, 400000) AS i;
ANALYZE huge;
CALL is_on('SELECT count(*) FROM far0.large AS f JOIN huge AS s USING (k)', 'nothing');
-- A row for each key: the planner knows that the join discards them anyway.
DO $$ BEGIN ASSERT plan('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < 300', 'on') !~ 'Nested Loop', 'a nested loop'; END $$;

-- Partitions that the query does not read are not locked.
CREATE TABLE split (id bigint, k bigint, t text) PARTITION BY RANGE (k);
CREATE FOREIGN TABLE split_far PARTITION OF split FOR VALUES FROM (0) TO (20000) SERVER far0 OPTIONS (table_name 'large');
CREATE TABLE split_rest PARTITION OF split DEFAULT;
ANALYZE split, split_far, split_rest;
CREATE PROCEDURE locks_nothing(query text, pruned regclass) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM plan(query, 'on');
    ASSERT NOT EXISTS (SELECT FROM pg_locks WHERE relation = pruned AND pid = pg_backend_pid()), query;
END $$;
CALL locks_nothing('SELECT FROM parts WHERE x = 0', 'parts1');
CALL locks_nothing('SELECT FROM parts AS a JOIN small AS b USING (i4) WHERE a.x = 0', 'parts1');
CALL locks_nothing('SELECT FROM split AS f JOIN wanted AS s USING (k) WHERE f.k >= 0 AND f.k < 20000', 'split_rest');
CALL locks_nothing('SELECT FROM far0.large AS f JOIN split AS s USING (k) WHERE s.k = -1', 'split_far');
CALL is_on('SELECT f.id, s.w FROM split AS f JOIN wanted AS s USING (k) WHERE f.k >= 0 AND f.k < 20000', 'array');

-- Conditions with something to compute, as the planner does: in its order, so that nothing fails that does not fail in the query.
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < (0.003 * 100000)::integer', 'filter');
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < (date ''2026-01-31'' - date ''2026-01-01'')', 'array');
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE false AND s.w < 1 / 0', 'nothing');
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < 2 AND 1 > 2 AND s.w < 1 / 0', 'nothing');

-- A remote partition of the other side is not read if it is pruned, by whatever condition.
CREATE SERVER cold FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '/nowhere');
CREATE TABLE cooling (k bigint, w integer) PARTITION BY LIST (w);
CREATE TABLE cooling0 PARTITION OF cooling FOR VALUES IN (0);
CREATE FOREIGN TABLE cooling1 PARTITION OF cooling FOR VALUES IN (1) SERVER cold;
INSERT INTO cooling0 SELECT k, 0 FROM wanted;
ANALYZE cooling0;
CALL is_on('SELECT f.id, s.w FROM far0.large AS f JOIN cooling AS s USING (k) WHERE s.w = 1 - 1', 'nothing');
CALL expect_same('SELECT f.id, s.w FROM far0.large AS f JOIN cooling AS s USING (k) WHERE s.w = 1 - 1');

-- A remote side that refers to the query around it is planned alone without that.
CALL is_on('WITH w AS MATERIALIZED (SELECT 1 AS id) SELECT f.id, s.w FROM (SELECT l.* FROM far0.large AS l JOIN w ON l.k > w.id) AS f JOIN wanted AS s USING (k)', 'array');
CALL is_on('WITH w AS MATERIALIZED (SELECT 1 AS id) SELECT f.id, s.w FROM (SELECT * FROM far0.large WHERE id IN (SELECT id FROM w)) AS f JOIN wanted AS s USING (k)', 'array');
CALL is_on('SELECT u.w, q.* FROM (SELECT * FROM wanted LIMIT 2) AS u, LATERAL (SELECT f.id, f.t FROM (SELECT * FROM far0.large AS l WHERE l.k > u.w) AS f JOIN wanted AS s USING (k)) AS q', 'array');
CALL is_on('SELECT u.w FROM wanted AS u WHERE u.w < 3 AND EXISTS (SELECT FROM (SELECT * FROM far0.large AS l WHERE l.k > u.w) AS f JOIN wanted AS s USING (k))', 'array');

-- Conditions that fail for some values, for which another condition keeps them from being evaluated.
CREATE TABLE fails (i4 integer, d timestamp, a integer[], b integer[], c circle, x box, l line, t text COLLATE loose);
INSERT INTO fails VALUES (1, 'infinity', '{1}', '{1,2}', '<(0,0),1e200>', '(1e200,1e200),(0,0)', '{1e305,1,1}', 'x');
DO $$
DECLARE
    condition text;
BEGIN
    FOREACH condition IN ARRAY ARRAY['1 = ANY (ARRAY[s.a, s.b])', 's.c < ''<(0,0),1>''::circle', 's.x = ''(1,1),(0,0)''::box', 's.l = ''{1e-5,1,1}''::line', 's.t ^@ ''x'''] LOOP
        CALL screens('SELECT f.id FROM far0.facts AS f JOIN fails AS s USING (i4) WHERE isfinite(s.d) AND ' || condition);
    END LOOP;
END $$;

-- A cursor that has returned a row before a key that cannot be sent is deleted there
CREATE TABLE halves (id integer, t text, x integer) PARTITION BY LIST (x);
CREATE TABLE halves0 PARTITION OF halves FOR VALUES IN (0);
CREATE FOREIGN TABLE halves1 PARTITION OF halves FOR VALUES IN (1) SERVER far0 OPTIONS (table_name 'halves_far');
CREATE FOREIGN TABLE few (t text) SERVER far0;
INSERT INTO halves0 VALUES (1, 'a', 0);
ANALYZE halves0, halves1, few;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET bloom_rs.screen_foreign_joins = force;
BEGIN;
DECLARE c CURSOR FOR SELECT h.id FROM halves AS h JOIN few AS s USING (t);
FETCH 1 FROM c;
DELETE FROM few WHERE t = 'é';
DO $$
DECLARE
    c refcursor := 'c';
    id integer;
BEGIN
    FETCH c INTO id;
    ASSERT id = 2, 'a row is lost';
END $$;
ROLLBACK;
RESET enable_nestloop;
RESET enable_mergejoin;

-- A cursor reads a remote side again, with a row that the transaction inserted there meanwhile
CREATE FOREIGN TABLE more (t text) SERVER far1 OPTIONS (table_name 'few');
CREATE TABLE rounds AS VALUES ('a'), ('o9');
BEGIN;
DECLARE c CURSOR FOR SELECT column1 FROM rounds WHERE EXISTS (SELECT FROM halves AS h JOIN more AS s USING (t) WHERE s.t = column1 OFFSET 0);
FETCH 1 FROM c;
INSERT INTO more VALUES ('o9');
DO $$
DECLARE
    c refcursor := 'c';
    t text;
BEGIN
    FETCH c INTO t;
    ASSERT t = 'o9', 'a row is lost';
END $$;
ROLLBACK;

-- What is only looked at is not copied, and what is planned to decide is forgotten.
CREATE FUNCTION planning_memory(query text, mode text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    line text;
    before bigint := sum(total_bytes) FROM pg_backend_memory_contexts;
BEGIN
    PERFORM set_config('bloom_rs.screen_foreign_joins', mode, false);
    FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
        RETURN (SELECT sum(total_bytes) FROM pg_backend_memory_contexts) - before;
    END LOOP;
END $$;
CREATE PROCEDURE takes_little_memory(query text, mode text) LANGUAGE plpgsql AS $$
DECLARE
    without bigint;
    extra bigint;
BEGIN
    PERFORM planning_memory(query, mode); -- what the session keeps
    without := planning_memory(query, 'off');
    extra := planning_memory(query, mode) - without;
    ASSERT extra < 4 * without, format('%s bytes more than %s', extra, without);
END $$;
DO $$
DECLARE
    tables text := (SELECT string_agg(format('LEFT JOIN tiny AS s%s ON s%1$s.id = s0.id', n), ' ') FROM generate_series(1, 24) AS n);
BEGIN
    SET LOCAL join_collapse_limit = 1;
    CALL takes_little_memory(format('SELECT FROM far0.facts AS f JOIN small AS s0 USING (i4) %s WHERE s0.t <> %L', tables, repeat('D', 1000000)), 'force');
END $$;
CREATE VIEW nested0 AS SELECT * FROM wanted;
SELECT format('CREATE VIEW nested%s AS SELECT * FROM nested%s', n, n - 1) FROM generate_series(1, 30) AS n \gexec
CALL takes_little_memory('SELECT FROM far0.large AS f JOIN nested30 AS s USING (k)', 'on');

-- 9. Without the extension in the database, and for a session that has not loaded the library.
SELECT bloom_screen_foreign_joins(true);
SHOW bloom_rs.screen_foreign_joins;
SELECT bloom_screen_foreign_joins(false);
SHOW bloom_rs.screen_foreign_joins;
