--
-- The scan that skips partitions by a bloom_skip index: which queries have one, that their answers are those of the plain
-- query, what EXPLAIN shows, whose rights count.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect
CREATE ROLE regress_bloom_someone;

-- The answer of a query without and with the scan, as "rows: same" or the difference, and the number of scans in its plan.
CREATE FUNCTION compared(query text, mode text DEFAULT 'force') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plain text[];
    skipping text[];
    line text;
    scans integer := 0;
BEGIN
    PERFORM set_config('bloom_rs.skip_partitions', 'off', true);
    EXECUTE format('SELECT array_agg(row::text ORDER BY row::text) FROM (%s) AS row', query) INTO plain;
    PERFORM set_config('bloom_rs.skip_partitions', mode, true);
    EXECUTE format('SELECT array_agg(row::text ORDER BY row::text) FROM (%s) AS row', query) INTO skipping;
    FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
        scans := scans + (line LIKE '%(Bloom Skip)%')::integer;
    END LOOP;
    IF plain IS DISTINCT FROM skipping THEN
        RETURN format('%s rows, but %s', plain, skipping);
    END IF;
    RETURN format('%s rows, %s scans', coalesce(cardinality(plain), 0), scans);
END $$;
-- The plan of a query, without figures; with what was read if it runs.
CREATE FUNCTION explained(query text, options text DEFAULT 'COSTS OFF') RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
        RETURN NEXT regexp_replace(line, ' \(actual [^)]*\)', '');
    END LOOP;
END $$;
\set analyze 'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF'

-- 40 partitions; each user has rows in two of them. Some have their columns at other places, or partitions of their own.
CREATE TABLE ev (day integer, uid integer, amount bigint, name text COLLATE "C", twice bigint GENERATED ALWAYS AS (amount * 2) STORED)
PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES FROM (%s) TO (%s)', n, n, n + 1) FROM generate_series(1, 34) AS n \gexec
\set ECHO all
CREATE TABLE ev_35 (name text COLLATE "C", gone text, amount bigint, uid integer, lost integer,
    twice bigint GENERATED ALWAYS AS (amount * 2) STORED, day integer);
ALTER TABLE ev_35 DROP gone, DROP lost;
ALTER TABLE ev ATTACH PARTITION ev_35 FOR VALUES FROM (35) TO (36);
CREATE TABLE ev_36 (amount bigint, uid integer, day integer, name text COLLATE "C", twice bigint GENERATED ALWAYS AS (amount * 2) STORED)
PARTITION BY LIST (amount);
CREATE TABLE ev_36_1 PARTITION OF ev_36 FOR VALUES IN (1, 2, 3);
CREATE TABLE ev_36_2 PARTITION OF ev_36 DEFAULT;
ALTER TABLE ev ATTACH PARTITION ev_36 FOR VALUES FROM (36) TO (40);
CREATE TABLE ev_rest PARTITION OF ev DEFAULT;
INSERT INTO ev SELECT 1 + (uid * 7 + k * 5) % 41, uid, uid % 10, 'n' || uid FROM generate_series(1, 400) AS uid, generate_series(1, 2) AS k;
INSERT INTO ev VALUES (3, NULL, 1, NULL);
CREATE INDEX ev_uid ON ev USING bloom_skip (uid);
CREATE INDEX ev_name ON ev USING bloom_skip (name);
CREATE INDEX ON ev_1 (uid);
CREATE INDEX ON ev_2 USING hash (uid);
CREATE INDEX ON ev_36 (uid);
CREATE INDEX ON ev_35 (name, uid);
CREATE TABLE users (id integer PRIMARY KEY, uid bigint, small smallint, name text COLLATE "C");
INSERT INTO users SELECT id, id * 3, id, 'n' || id FROM generate_series(1, 20) AS id;
VACUUM ANALYZE;

-- 1. What EXPLAIN shows.
SHOW bloom_rs.skip_partitions;
SELECT * FROM explained('SELECT * FROM ev WHERE uid = 42');
SELECT * FROM explained('SELECT * FROM ev WHERE uid = 42', :'analyze');
SELECT * FROM explained('SELECT * FROM ev WHERE uid = 42 AND day < 5', :'analyze');
SELECT * FROM explained('SELECT * FROM ev WHERE name = ''n7''', :'analyze');
SELECT * FROM explained('SELECT * FROM ev e WHERE uid = ANY (''{42, 43}'') OR uid = 7::bigint AND amount = 7', 'VERBOSE, COSTS OFF');
SET bloom_rs.skip_partitions = force;
SELECT * FROM explained('SELECT * FROM users JOIN ev USING (uid) WHERE id < 4', :'analyze') AS line WHERE line !~ 'Filter';
SELECT regexp_matches(string_agg(line, ''), '"(?:Custom Plan Provider|Index|Skip Key)": "[^"]*"', 'g') FROM explained('SELECT FROM ev WHERE uid = 1', 'FORMAT JSON, COSTS OFF') AS line;
SELECT trim(line) AS line FROM explained('SELECT FROM ev WHERE uid = 42', :'analyze' || ', FORMAT YAML') AS plan, string_to_table(plan, E'\n') AS line WHERE line ~ 'Partitions';
SET bloom_rs.skip_partitions = off;
SELECT count(*) FROM explained('SELECT * FROM ev WHERE uid = 42') AS line WHERE line LIKE '%Bloom Skip%';
RESET bloom_rs.skip_partitions;

-- 2. Conditions that skip.
SELECT compared(format('SELECT *, tableoid::regclass FROM ev WHERE %s', condition)), condition FROM (VALUES
    ('uid = 42'), ('42 = uid'), ('uid = 42::bigint'), ('uid = 42::smallint'), ('uid = -1'), ('uid = NULL'), ('uid IN (1, 2, 3)'),
    ('uid = ANY (ARRAY[1, 2, 2, NULL, 1])'), ('uid = ANY (''{5, 6}''::bigint[])'), ('uid = ANY (NULL::integer[])'), ('uid = ANY (''{}'')'),
    ('uid = ANY (''{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 36, NULL, 900, -1}'')'),
    ('uid = 1 OR uid = 2'), ('uid = 1 OR uid = 1::bigint OR uid = 1::smallint'), ('uid = 1 OR uid = ANY (ARRAY[1, 2]::bigint[])'),
    ('uid = 1 AND amount = 1 OR uid = 2 AND (uid = 3 OR amount = 2)'), ('uid = 42 AND day > 20'), ('uid = 42 AND day = 9'),
    ('uid = 36 AND day BETWEEN 36 AND 39 AND amount = 6'), ('day = 36 AND amount = 2 AND uid = 2'), ('uid = 42 AND amount <> 2'), ('name = ''n42'''),
    ('name = ''n42''::varchar'), ('name = ''n42''::name'), ('name IN (''n1'', ''n2'')'), ('uid = 42 AND name = ''n42'''), ('uid = 42 AND twice = 4'),
    ('uid = (SELECT 42) AND name = ''n42'''), ('uid = 42 AND ev IS NOT NULL'), ('uid = 42 AND ctid IS NOT NULL')
) AS conditions (condition);
-- Conditions that do not: they say nothing about one value, or their value may fail.
SELECT compared(format('SELECT * FROM ev WHERE %s', condition)), condition FROM (VALUES
    ('uid > 395'), ('uid <> 1 AND amount = 1'), ('uid IS NULL'), ('uid IS NOT DISTINCT FROM 42'), ('NOT uid <> 42 AND false'), ('uid + 0 = 42'), ('uid = 1 OR amount = 1'),
    ('uid = 42.0'), ('uid = (SELECT 42)'), ('uid = ALL (ARRAY[42])'), ('uid = uid AND amount = 1'), ('amount = 1'), ('uid = length(name)'), ('name LIKE ''n42'''),
    ('name = ''n42'' COLLATE "POSIX"'), ('uid = 84 / length(''ab''::text || current_user::text) AND amount > 100'), ('uid = 42 AND xmin::text <> '''''), ('uid = 42 AND ev.cmin::text::integer >= 0')
) AS conditions (condition);
-- The value is not evaluated where the plain query would not.
TRUNCATE users;
SET bloom_rs.skip_partitions = force;
SELECT count(*) FROM users, ev WHERE ev.uid = 1 / (users.id - users.id);
RESET bloom_rs.skip_partitions;
INSERT INTO users SELECT id, id * 3, id, 'n' || id FROM generate_series(1, 20) AS id;
ANALYZE users;

-- 3. Queries.
SELECT compared(query), query FROM (VALUES
    ('SELECT ev FROM ev WHERE uid = 42'), ('SELECT count(*), min(day), max(twice) FROM ev WHERE uid = 42'), ('SELECT FROM ev WHERE uid = 42'),
    ('SELECT uid, sum(amount) FROM ev GROUP BY uid HAVING uid = 42'), ('SELECT * FROM (SELECT uid, count(*) FROM ev GROUP BY uid) AS g WHERE uid = 42'),
    ('SELECT * FROM (SELECT DISTINCT uid, name FROM ev) AS d WHERE uid = 42'),
    ('SELECT * FROM (SELECT uid, day, rank() OVER (PARTITION BY uid ORDER BY day) FROM ev) AS w WHERE uid = 42'),
    ('SELECT * FROM ev WHERE uid = 42 ORDER BY day LIMIT 1'), ('SELECT day FROM ev WHERE uid IN (1, 2, 3) ORDER BY day DESC LIMIT 2'),
    ('SELECT * FROM (SELECT uid, day FROM ev UNION ALL SELECT id, id FROM users UNION ALL SELECT uid, -day FROM ev WHERE amount = 2) AS u WHERE uid = 42'),
    ('SELECT uid FROM ev WHERE uid = 42 UNION SELECT id FROM users'), ('WITH c AS (SELECT * FROM ev) SELECT * FROM c WHERE uid = 42'),
    ('WITH c AS MATERIALIZED (SELECT * FROM ev WHERE uid = 42) SELECT * FROM c, c AS d'), ('SELECT (SELECT count(*) FROM ev WHERE uid = users.id) FROM users'),
    ('SELECT * FROM users, LATERAL (SELECT day FROM ev WHERE uid = users.uid ORDER BY day LIMIT 1) AS l'), ('SELECT * FROM users JOIN ev ON ev.uid = users.id'),
    ('SELECT * FROM users JOIN ev ON ev.uid = users.small'), ('SELECT * FROM users JOIN ev USING (name)'), ('SELECT * FROM users JOIN ev ON ev.uid = users.id AND day > 20'),
    ('SELECT users.*, day FROM users LEFT JOIN ev ON ev.uid = users.uid AND amount = 3'), ('SELECT * FROM users JOIN ev ON ev.uid = users.id OR ev.uid = users.uid'),
    ('SELECT * FROM users LEFT JOIN ev ON ev.uid = users.uid WHERE users.uid = 6'), ('SELECT * FROM users WHERE EXISTS (SELECT FROM ev WHERE uid = users.uid AND day > 30)'),
    ('SELECT * FROM users WHERE NOT EXISTS (SELECT FROM ev WHERE uid = users.uid AND day > 30)'), ('SELECT count(*) FROM ev WHERE uid IN (SELECT id FROM users WHERE id < 5)'),
    ('SELECT * FROM ev WHERE uid = 3 AND amount IN (SELECT uid FROM users)'), ('SELECT a.day, b.day FROM ev AS a JOIN ev AS b USING (uid) WHERE a.uid = 42'),
    ('SELECT a.day, b.day FROM ev AS a JOIN ev AS b USING (uid) WHERE a.uid IN (1, 2)'), ('SELECT * FROM users RIGHT JOIN ev ON ev.uid = users.uid WHERE ev.uid = 6'),
    ('SELECT * FROM users FULL JOIN ev ON ev.uid = users.id WHERE ev.uid = 42 OR users.id IS NULL AND ev.uid = 41'),
    ('SELECT * FROM ev TABLESAMPLE bernoulli (100) WHERE uid = 42'), ('SELECT * FROM ONLY ev WHERE uid = 42'), ('SELECT * FROM ev_36 WHERE uid = 21'),
    ('SELECT day, xmin FROM ev WHERE uid = 42'), ('SELECT * FROM (SELECT uid, xmax FROM ev UNION ALL SELECT id, xmax FROM users) AS x WHERE uid = 21'),
    ('SELECT n, (SELECT max(day) FROM ev WHERE uid = n) FROM generate_series(1, 3) AS n'),
    ('SELECT * FROM ev, (VALUES (1), (2)) AS v (n) WHERE uid = n AND EXISTS (SELECT FROM ev AS e WHERE e.uid = v.n AND e.day <> ev.day)'),
    ('WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT uid + 1 FROM r JOIN ev ON uid = n AND day < 20 WHERE n < 9) SELECT * FROM r')
) AS queries (query);
CREATE VIEW named AS SELECT uid AS number, day AS since, name || '' AS called FROM ev WHERE amount < 9;
CREATE VIEW guarded WITH (security_barrier) AS SELECT * FROM ev WHERE amount < 9;
SELECT compared(query), query FROM (VALUES ('SELECT * FROM named WHERE number = 42'), ('SELECT * FROM named JOIN users ON number = id'),
    ('SELECT * FROM guarded WHERE uid = 42'), ('SELECT * FROM guarded WHERE name = ''n42''')) AS queries (query);

-- Beside other indexes: the planner reads the ends of those that have an order for ranges at the end of the histogram and
-- merge joins, and takes unique ones for proofs.
CREATE INDEX ev_order ON ev (uid, day);
CREATE UNIQUE INDEX ev_unique ON ev (uid, day, amount, name) WHERE day < 0;
CREATE TABLE one (day integer, uid integer) PARTITION BY RANGE (day);
CREATE TABLE one_0 PARTITION OF one FOR VALUES FROM (0) TO (500);
INSERT INTO one SELECT i, i FROM generate_series(0, 400) AS i;
CREATE INDEX ON one USING bloom_skip (day);
CREATE UNIQUE INDEX ON one (day);
ANALYZE ev, one;
SELECT query, split_part(compared(query), ',', 1) AS rows FROM (VALUES
    ('SELECT * FROM ev WHERE uid IN (42, 400) AND uid > 399'),
    ('SELECT * FROM ev WHERE uid = 1 AND uid < 2 AND day >= 1'),
    ('SELECT a.day, b.uid FROM ev AS a JOIN ev AS b USING (uid) WHERE a.day < 20 AND b.uid IN (7, 42)'),
    ('SELECT u.* FROM users AS u LEFT JOIN one ON one.day = u.id AND one.day = 42'),
    ('SELECT u.id, o.uid FROM users AS u JOIN one AS o ON o.day = u.id WHERE o.day IN (3, 400) AND o.day > 2')) AS v (query);
DROP INDEX ev_order, ev_unique;
DROP TABLE one;

-- 4. Locks: the same tables in the same order as the plain query, while it is planned and when a kept plan runs.
CREATE FUNCTION locked(mode text, statement text) RETURNS regclass[] LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.skip_partitions', mode, true);
    EXECUTE statement;
    RETURN (SELECT array_agg(relation::regclass ORDER BY relation) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE pid = pg_backend_pid() AND pg_locks.mode = 'AccessShareLock' AND relkind IN ('r', 'p') AND relname ~ '^ev');
END $$;
\set query 'SELECT count(*) FROM ev WHERE uid = 42'
SELECT locked('off', 'EXPLAIN ' || :'query') AS plain \gset
SELECT cardinality(skipping), skipping = :'plain'::regclass[] AS is_same FROM locked('force', 'EXPLAIN ' || :'query') AS skipping;
SELECT cardinality(skipping), skipping = :'plain'::regclass[] AS is_same FROM locked('force', :'query') AS skipping;
\set query 'SELECT count(*) FROM ev WHERE uid = 42 AND day > 30 AND amount = 2'
SELECT locked('off', :'query') AS plain \gset
SELECT cardinality(skipping), skipping = :'plain'::regclass[] AS is_same FROM locked('force', :'query') AS skipping;
SELECT locked('off', 'SELECT FROM ev AS a JOIN ev AS b USING (uid) WHERE a.uid = 42 AND b.day = 36 AND a.day < 3') AS plain \gset
SELECT cardinality(skipping), skipping = :'plain'::regclass[] AS is_same
FROM locked('force', 'SELECT FROM ev AS a JOIN ev AS b USING (uid) WHERE a.uid = 42 AND b.day = 36 AND a.day < 3') AS skipping;
-- A join with nothing is no scan, but its partitions are locked.
SELECT locked('off', 'SELECT FROM ev AS a JOIN ONLY ev AS b USING (uid) WHERE a.uid = 42 AND a.day < 3') AS plain \gset
SELECT cardinality(skipping), skipping = :'plain'::regclass[] AS is_same
FROM locked('force', 'SELECT FROM ev AS a JOIN ONLY ev AS b USING (uid) WHERE a.uid = 42 AND a.day < 3') AS skipping;
-- Where no partition is left, the plan is the plain one.
SELECT compared('SELECT * FROM ev_36 AS a JOIN ev AS b USING (uid) WHERE uid = 42 AND a.day = 5');
SET plan_cache_mode = force_generic_plan;
SET bloom_rs.skip_partitions = force;
PREPARE by_two (integer) AS SELECT count(*) FROM ev WHERE uid = $1 AND day > 33;
EXECUTE by_two (42);
SELECT locked('force', 'EXECUTE by_two(42)');
DEALLOCATE by_two;
RESET plan_cache_mode;
RESET bloom_rs.skip_partitions;

-- 5. A value that is in many rows: the plan is that of the plain query.
CREATE TABLE skewed (day integer, uid integer, note text) PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE skewed_%s PARTITION OF skewed FOR VALUES FROM (%s) TO (%s)', n, n, n + 1) FROM generate_series(0, 29) AS n \gexec
\set ECHO all
INSERT INTO skewed SELECT n % 30, CASE WHEN n % 3 = 0 THEN 0 ELSE n END, repeat('x', 50) FROM generate_series(1, 20000) AS n;
CREATE INDEX ON skewed USING bloom_skip (uid);
CREATE INDEX ON skewed (day);
CREATE INDEX ON skewed (uid);
VACUUM ANALYZE skewed;
SELECT compared('SELECT day FROM skewed WHERE uid = 0 ORDER BY day LIMIT 3', 'on'), compared('SELECT day FROM skewed WHERE uid = 1 ORDER BY day LIMIT 3', 'on'),
    compared('SELECT count(*) FROM skewed WHERE uid = 0', 'on'), compared('SELECT count(*) FROM skewed WHERE uid = 1', 'on');
SELECT compared('SELECT day FROM (TABLE skewed UNION ALL TABLE skewed) AS u WHERE uid = 0 ORDER BY day LIMIT 3', 'on'),
    compared('SELECT day FROM (TABLE skewed UNION ALL TABLE skewed) AS u WHERE uid = 1 ORDER BY day LIMIT 3', 'on');
-- Without another index, each outer row reads whole partitions; so few of them do, and many do not.
CREATE TABLE bare (day integer, uid integer, kind integer, wide text) PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE bare_%s PARTITION OF bare FOR VALUES FROM (%s) TO (%s)', n, n, n + 1) FROM generate_series(0, 19) AS n \gexec
\set ECHO all
INSERT INTO bare SELECT n % 20, n / 2, n % 4, repeat('x', 50) FROM generate_series(1, 40000) AS n;
CREATE INDEX ON bare USING bloom_skip (uid);
CREATE INDEX ON bare USING bloom_skip (kind);
VACUUM ANALYZE bare;
SELECT bool_or(line ~ 'Bloom Skip') AS skips, bool_or(line ~ 'Hash Join') AS is_hashed FROM explained('SELECT count(*) FROM generate_series(1, 1000) AS n JOIN bare ON uid = n') AS line;
SELECT bool_or(line ~ 'Bloom Skip') AS skips FROM explained('SELECT count(*) FROM generate_series(1, 2) AS n JOIN bare ON uid = n') AS line;
-- Where each partition has many rows of a value, the plain plan reads them in less time.
CREATE TABLE common (day integer, kind integer, amount integer) PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE common_%s PARTITION OF common FOR VALUES FROM (%s) TO (%s)', n, n, n + 1) FROM generate_series(0, 39) AS n \gexec
\set ECHO all
INSERT INTO common SELECT n / 2000, n % 20, n FROM generate_series(0, 79999) AS n;
CREATE INDEX ON common USING bloom_skip (kind);
CREATE INDEX ON common (kind);
CREATE TABLE kinds AS SELECT n AS id, n % 20 AS kind FROM generate_series(0, 999) AS n;
CREATE INDEX ON kinds (id);
VACUUM ANALYZE common, kinds;
SELECT bool_or(line ~ 'Bloom Skip') AS skips FROM explained('SELECT count(*) FROM kinds JOIN common USING (kind) WHERE id < 29') AS line;
DROP TABLE common, kinds;
-- Each read of a partition costs a page at least.
CREATE TABLE slight (day integer, kind integer) PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE slight_%s PARTITION OF slight FOR VALUES FROM (%s) TO (%s)', n, n, n + 1) FROM generate_series(0, 99) AS n \gexec
\set ECHO all
INSERT INTO slight SELECT n / 20, n % 20 FROM generate_series(0, 1999) AS n;
CREATE INDEX ON slight USING bloom_skip (kind);
VACUUM ANALYZE slight;
SELECT bool_or(line ~ 'Bloom Skip') AS skips, bool_or(line ~ 'Hash Join') AS is_hashed FROM explained('SELECT count(*) FROM generate_series(0, 9) AS n JOIN slight ON kind = n') AS line;
DROP TABLE slight;
-- The server compares the key of such a partition's rows, and hands over only those columns that are needed.
SELECT * FROM explained('SELECT count(*), count(wide) FROM bare WHERE kind = 1 AND day < 3', :'analyze');
SELECT compared(query, 'on') FROM unnest(ARRAY['SELECT bare FROM bare WHERE uid = 7', 'SELECT day FROM bare WHERE uid = 7', 'SELECT * FROM bare WHERE uid = 7', 'SELECT 1 FROM bare WHERE uid = 7',
    'SELECT uid, day FROM bare WHERE uid = 7::bigint', 'SELECT count(wide) FROM bare WHERE kind = 1', 'SELECT uid FROM bare WHERE uid IN (7, 8) AND wide IS NOT NULL']) AS query;
-- It compares several values, too, unless they are many; outer rows have one, several, or none.
SELECT * FROM explained('SELECT count(*), count(wide) FROM bare WHERE (kind IN (1, 2, 2) OR kind = 5::bigint) AND day < 3', :'analyze');
SELECT compared(query, 'force') FROM unnest(ARRAY['SELECT * FROM bare WHERE uid IN (7, 8, NULL, 7) OR uid = 9::bigint', 'SELECT day FROM bare WHERE uid IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)',
    'SELECT n, l.uid FROM (VALUES (1, 2, 3), (4, NULL, 4), (NULL, NULL, NULL), (5, 6, 5)) AS n (a, b, c), LATERAL (SELECT * FROM bare WHERE uid IN (n.a, n.b, n.c) OFFSET 0) AS l',
    'SELECT n, l FROM (VALUES (1, ''{1, 2}''::bigint[]), (2, ''{}''), (3, ''{1, 2, 3, 4, 5, 6, 7, 8, 9}''), (4, NULL), (5, ''{4}'')) AS n (a, b), LATERAL (SELECT * FROM bare WHERE uid = ANY (n.b) AND day < 12 OFFSET 0) AS l']) AS query;
-- The same with values of a fixed length that are not by value, at another place of a partition; and with texts, which it does not compare.
CREATE TABLE ids (day integer, id uuid, name text COLLATE "C") PARTITION BY LIST (day);
CREATE TABLE ids_1 PARTITION OF ids FOR VALUES IN (1);
CREATE TABLE ids_2 (name text COLLATE "C", gone integer, id uuid, day integer);
ALTER TABLE ids_2 DROP gone;
ALTER TABLE ids ATTACH PARTITION ids_2 FOR VALUES IN (2);
INSERT INTO ids SELECT 1 + n % 2, format('00000000-0000-0000-0000-%s', 100000000000 + n / 4)::uuid, n / 4 FROM generate_series(0, 399) AS n;
ALTER TABLE ids ADD added integer DEFAULT 1;
CREATE INDEX ON ids USING bloom_skip (id);
CREATE INDEX ON ids USING bloom_skip (name);
SELECT compared(query, 'force') FROM unnest(ARRAY['SELECT * FROM ids WHERE id = ''00000000-0000-0000-0000-100000000007''',
    'SELECT added FROM ids WHERE id IN (''00000000-0000-0000-0000-100000000007'', ''00000000-0000-0000-0000-100000000009'')', 'SELECT added, tableoid::regclass FROM ids WHERE name IN (''7'', ''9'')',
    'SELECT a.day, b FROM ids AS a JOIN ids AS b USING (id) WHERE a.name = ''8''']) AS query;
DROP TABLE ids;

-- 6. Statements that are kept: the same answer after each change.
CREATE FUNCTION kept(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    rows integer;
    line text;
    scans integer := 0;
BEGIN
    EXECUTE format('EXECUTE %s', statement);
    GET DIAGNOSTICS rows = ROW_COUNT;
    FOR line IN EXECUTE format('EXPLAIN EXECUTE %s', statement) LOOP
        scans := scans + (line LIKE '%(Bloom Skip)%')::integer;
    END LOOP;
    RETURN format('%s rows, %s scans', rows, scans);
END $$;
-- A generic plan plans no partition when it runs: it reads small ones as the plain query where a plan for one execution skips.
CREATE TABLE tiny (day integer, uid integer) PARTITION BY RANGE (day);
\set ECHO none
SELECT format('CREATE TABLE tiny_%s PARTITION OF tiny FOR VALUES FROM (%s) TO (%s)', n, n, n + 1) FROM generate_series(0, 99) AS n \gexec
\set ECHO all
INSERT INTO tiny SELECT n % 100, n / 2 FROM generate_series(1, 5000) AS n;
CREATE INDEX ON tiny (uid);
CREATE INDEX ON tiny USING bloom_skip (uid);
CREATE TABLE many AS SELECT id, id % 2500 AS uid FROM generate_series(1, 40000) AS id;
CREATE INDEX ON many (id);
VACUUM ANALYZE tiny, many;
PREPARE of_many (integer) AS SELECT * FROM many JOIN tiny USING (uid) WHERE id BETWEEN $1 AND $1 + 199;
PREPARE of_subquery (integer) AS SELECT * FROM (SELECT * FROM many WHERE id BETWEEN (SELECT $1) AND 200) AS few JOIN tiny USING (uid);
PREPARE of_one (integer) AS SELECT * FROM tiny WHERE uid = $1;
SELECT kept('of_many(1)') AS custom, kept('of_one(1)') AS one;
SET plan_cache_mode = force_generic_plan;
SELECT kept('of_many(1)') AS generic, kept('of_subquery(1)') AS subquery, kept('of_one(1)') AS one;
-- Without parameters it may be for one execution.
PREPARE of_none AS SELECT * FROM many JOIN tiny USING (uid) WHERE id BETWEEN 1 AND 200;
SELECT kept('of_none');
RESET plan_cache_mode;
DEALLOCATE ALL;
DROP TABLE tiny, many;

SET bloom_rs.skip_partitions = force;
PREPARE by_uid (integer) AS SELECT * FROM ev WHERE uid = $1;
PREPARE by_some (integer[]) AS SELECT * FROM ev WHERE uid = ANY ($1);
SET plan_cache_mode = force_custom_plan;
SELECT kept('by_uid(42)'), kept('by_uid(NULL)'), kept('by_some(''{42, 43, 42}'')');
SET plan_cache_mode = force_generic_plan;
SELECT kept('by_uid(42)'), kept('by_uid(NULL)'), kept('by_some(''{42, 43, 42}'')'), kept('by_some(NULL)');
CREATE TABLE more (LIKE ev INCLUDING GENERATED);
INSERT INTO more VALUES (100, 42, 2, 'n42');
ALTER TABLE ev ATTACH PARTITION more FOR VALUES FROM (100) TO (101);
SELECT kept('by_uid(42)');
ALTER TABLE ev DETACH PARTITION more;
SELECT kept('by_uid(42)');
ALTER TABLE ev_36 DETACH PARTITION ev_36_2;
SELECT kept('by_uid(36)'), kept('by_uid(42)');
ALTER TABLE ev_36 ATTACH PARTITION ev_36_2 DEFAULT;
SELECT kept('by_uid(36)'), kept('by_uid(42)');
INSERT INTO ev VALUES (1, -42, 2, 'n-42');
SELECT kept('by_uid(-42)');
ANALYZE ev_1;
TRUNCATE ev_1;
SELECT kept('by_uid(-42)'), kept('by_uid(42)');
DROP TABLE ev_34;
CREATE TABLE ev_34 PARTITION OF ev FOR VALUES FROM (34) TO (35);
INSERT INTO ev VALUES (34, -34, 2, 'n-34');
SELECT kept('by_uid(-34)');
REINDEX TABLE ev_34;
SELECT kept('by_uid(-34)');
SET bloom_rs.skip_partitions = off;
SELECT kept('by_uid(-34)');
SET bloom_rs.skip_partitions = force;
DROP INDEX ev_uid;
SELECT kept('by_uid(42)');
CREATE INDEX ev_uid ON ev USING bloom_skip (uid) WITH (autobuild = later);
SELECT kept('by_uid(42)');
DEALLOCATE ALL;
-- An open index says nothing: each partition is read.
SELECT * FROM explained('SELECT * FROM ev WHERE uid = 42 AND day < 9', :'analyze');
SELECT bloom_skip_build('ev_uid') > 0 AS are_built;
SELECT * FROM explained('SELECT * FROM ev WHERE uid = 42 AND day < 9', :'analyze');
-- An index on the parent alone.
CREATE INDEX ev_amount ON ONLY ev USING bloom_skip (amount);
CREATE INDEX ev_4_amount ON ev_4 USING bloom_skip (amount);
ALTER INDEX ev_amount ATTACH PARTITION ev_4_amount;
SELECT * FROM explained('SELECT * FROM ev WHERE amount = -1 AND day < 9', :'analyze');
DROP INDEX ev_amount;
-- A leaf of a branch is attached again after columns exchanged their names: another index is below the index now.
CREATE TABLE names (day integer, uid integer, other integer) PARTITION BY LIST (day);
CREATE TABLE names_1 PARTITION OF names FOR VALUES IN (1) PARTITION BY LIST (day);
CREATE TABLE names_1_1 PARTITION OF names_1 FOR VALUES IN (1);
INSERT INTO names VALUES (1, 1, 2);
CREATE INDEX ON names USING bloom_skip (uid);
CREATE INDEX ON names USING bloom_skip (other);
SELECT uid, other FROM names WHERE uid = 1 UNION ALL SELECT uid, other FROM names WHERE other = 2;
ALTER TABLE names_1 DETACH PARTITION names_1_1;
ALTER TABLE names_1_1 RENAME uid TO before;
ALTER TABLE names_1_1 RENAME other TO uid;
ALTER TABLE names_1_1 RENAME before TO other;
ALTER TABLE names_1 ATTACH PARTITION names_1_1 FOR VALUES IN (1);
SELECT uid, other FROM names WHERE uid = 2 UNION ALL SELECT uid, other FROM names WHERE other = 1;
DROP TABLE names;
-- A session that remembers a filter finds the one that took its place, also where filters are copied.
CREATE TABLE grown (part integer, v integer) PARTITION BY LIST (part);
CREATE TABLE grown_1 PARTITION OF grown DEFAULT;
CREATE INDEX grown_v ON grown USING bloom_skip (v);
INSERT INTO grown SELECT 1, v FROM generate_series(1, 5000) AS v;
SELECT bloom_skip_build('grown_v');
INSERT INTO grown SELECT 1, v FROM generate_series(5001, 50000) AS v;
SELECT bloom_skip_build('grown_v');
SELECT * FROM explained('SELECT * FROM grown WHERE v = ANY (''{-1, -2, -3, -4, -5}'')', :'analyze');
DROP TABLE grown;

-- 7. Statements that write, cursors, functions.
CREATE TABLE copied (uid integer, day integer);
INSERT INTO copied SELECT uid, day FROM ev WHERE uid = 42 RETURNING *;
SELECT * FROM explained('UPDATE copied SET day = -ev.day FROM ev WHERE ev.uid = copied.uid AND ev.uid = 42') AS line WHERE line !~ 'Filter';
UPDATE copied SET day = -ev.day FROM ev WHERE ev.uid = copied.uid AND ev.day = copied.day AND ev.uid = 42 RETURNING copied.*, ev.twice;
DELETE FROM copied USING ev WHERE ev.uid = copied.uid AND ev.uid = 42 RETURNING copied.uid;
SELECT * FROM explained('SELECT users.id FROM users, ev WHERE ev.uid = users.id AND users.id = 7 FOR UPDATE OF users');
SELECT users.id, day FROM users, ev WHERE ev.uid = users.id AND users.id = 7 ORDER BY day FOR UPDATE OF users;
SELECT count(*) FROM explained('SELECT * FROM ev WHERE uid = 42 FOR UPDATE') AS line WHERE line LIKE '%Bloom Skip%';
SELECT count(*) FROM explained('UPDATE ev SET amount = 3 WHERE uid = 42') AS line WHERE line LIKE '%Bloom Skip%';
SELECT count(*) FROM explained('DELETE FROM ev WHERE uid = 42') AS line WHERE line LIKE '%Bloom Skip%';
INSERT INTO ev SELECT 50, uid, amount, 'new' FROM ev WHERE uid = 42;
SELECT day, uid, name FROM ev WHERE uid = 42 ORDER BY day, name;
DELETE FROM ev WHERE name = 'new';
BEGIN;
INSERT INTO ev VALUES (2, -7, 1, 'own');
SELECT day, uid, name FROM ev WHERE uid = -7;
SAVEPOINT s;
INSERT INTO ev VALUES (3, -8, 1, 'own');
ROLLBACK TO s;
SELECT day, uid, name FROM ev WHERE uid IN (-7, -8);
DECLARE c SCROLL CURSOR FOR SELECT day, uid FROM ev WHERE uid = 42 ORDER BY day;
FETCH 1 FROM c;
TRUNCATE ev_2;
FETCH PRIOR FROM c;
ROLLBACK;
BEGIN;
DECLARE c INSENSITIVE CURSOR FOR SELECT day, uid FROM ev WHERE uid = 42;
FETCH 1 FROM c;
SELECT (raised('TRUNCATE ev_20'))[1:2];
SELECT (raised('DROP TABLE ev_20'))[1:2];
ROLLBACK;
BEGIN;
DECLARE c CURSOR FOR SELECT day, uid FROM ev WHERE uid = 42;
FETCH 1 FROM c;
UPDATE ev SET amount = 2 WHERE CURRENT OF c RETURNING uid;
ROLLBACK;
CREATE FUNCTION days_of(integer) RETURNS SETOF integer STABLE LANGUAGE sql AS 'SELECT day FROM ev WHERE uid = $1';
CREATE FUNCTION count_of(who integer) RETURNS bigint STABLE LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT count(*) FROM ev WHERE uid = who); END';
SELECT count(*), sum(count_of(n)) FROM generate_series(1, 3) AS n, days_of(n);
-- Planning runs functions, which plan other statements; their errors leave nothing behind.
CREATE FUNCTION failing(who integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$
DECLARE
    found integer;
BEGIN
    BEGIN
        SELECT day / 0 INTO found FROM ev WHERE uid = who;
    EXCEPTION WHEN division_by_zero THEN
        found := (SELECT count(*) FROM ev WHERE uid = who);
    END;
    RETURN found;
END $$;
SELECT count(*) FROM ev WHERE uid = failing(42) + 40;
SELECT count(*) FROM ev WHERE uid = 42 AND day <> 1 / 0;
SELECT count(*) FROM ev WHERE uid = 42;

-- 8. Rights and rows that are hidden.
GRANT SELECT ON ev TO regress_bloom_someone;
SET ROLE regress_bloom_someone;
SELECT count(*) FROM ev WHERE uid = 42;
SELECT (raised('SELECT count(*) FROM ev_6 WHERE uid = 42'))[1:2];
RESET ROLE;
ALTER TABLE ev ENABLE ROW LEVEL SECURITY;
CREATE POLICY small ON ev TO regress_bloom_someone USING (amount < 5);
SET ROLE regress_bloom_someone;
SELECT * FROM explained('SELECT * FROM ev WHERE uid = 42', :'analyze');
SELECT count(*) FROM ev WHERE uid = 42;
SELECT count(*) FROM ev WHERE uid = 48;
RESET ROLE;
REVOKE SELECT ON ev FROM regress_bloom_someone;
SET ROLE regress_bloom_someone;
SELECT (raised('SELECT count(*) FROM ev WHERE uid = 42'))[1:2];
RESET ROLE;
RESET bloom_rs.skip_partitions;

DROP FUNCTION compared, explained, locked, kept, days_of, count_of, failing;
DROP VIEW named, guarded;
DROP TABLE ev, users, skewed, bare, more, copied;
DROP FUNCTION raised, wrong, answer;
DROP ROLE regress_bloom_someone;
DROP EXTENSION bloom_rs;
