--
-- Live sets, what they check: arguments, names, owners, the search path, the tables that a probe reads, and queries to load.
-- Each section is rolled back.
--
SET client_min_messages = warning;
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

-- It finds each of these wrong.
SELECT count(*) FROM (VALUES ('22023', 'division by zero'), ('22012', 'division'), (NULL, 'division by zero'), ('22012', NULL)) AS v (state, message),
                     wrong('SELECT 1 / 0', state, message);
SELECT * FROM wrong('SELECT 1 / 0', '22012', 'division by zero');

-- 1. Arguments of bloom_set_create. A domain over an unsupported type is not supported either.
BEGIN;
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE DOMAIN pairs AS integer[];
CREATE DOMAIN some_pairs AS pairs;
SELECT arguments, wrong
FROM (VALUES ($$''$$, '42602', 'invalid name syntax'),
             ($$'a.b.c.d'$$, '42601', 'improper relation name (too many dotted names): a.b.c.d'),
             ($$'nowhere.seen'$$, '3F000', 'schema "nowhere" does not exist'),
             ($$'seen', 'anyelement'$$, '0A000', 'type anyelement is not supported for Bloom filters'),
             ($$'seen', 'void'$$, '0A000', 'type void is not supported for Bloom filters'),
             ($$'seen', 'integer[]'$$, '0A000', 'type integer[] is not supported for Bloom filters'),
             ($$'seen', 'json'$$, '0A000', 'type json is not supported for Bloom filters'),
             ($$'seen', 'regclass'$$, '0A000', 'type regclass is not supported for Bloom filters'),
             ($$'seen', 'mood'$$, '0A000', 'type mood is not supported for Bloom filters'),
             ($$'seen', 'pairs'$$, '0A000', 'type pairs is not supported for Bloom filters'),
             ($$'seen', 'some_pairs'$$, '0A000', 'type some_pairs is not supported for Bloom filters'),
             ($$'seen', 99999999$$, '42704', 'type with OID 99999999 does not exist'),
             ($$'seen', capacity => 0$$, '22023', 'capacity must be at least 1'),
             ($$'seen', fpp => 0$$, '22023', 'false-positive rate must be greater than 0 and less than 1'),
             ($$'seen', fpp => 1$$, '22023', 'false-positive rate must be greater than 0 and less than 1'),
             ($$'seen', fpp => 'NaN'$$, '22023', 'false-positive rate must be greater than 0 and less than 1')) AS v (arguments, state, message),
     wrong(format('SELECT bloom_set_create(%s)', arguments), state, message);
-- A live set cannot be temporary.
SELECT sql, wrong
FROM unnest(ARRAY[$$SELECT bloom_set_create('pg_temp.seen')$$, $$SET search_path = pg_temp, public; SELECT bloom_set_create('seen')$$]) AS sql,
     wrong(sql, '0A000', 'a live set cannot be temporary');
SELECT bloom_set_create(NULL) IS NULL AS strict, to_regclass('seen') IS NULL AS nothing_made;
ROLLBACK;

-- 2. The name of the table of layers derives from that of the set, and is never cut: with _layers, the first of these has 63 bytes.
BEGIN;
SELECT raised(format('SELECT bloom_set_create(%L)', repeat('s', 56)));
SELECT to_regclass(repeat('s', 56) || '_layers') IS NOT NULL AS made;
SELECT raised(format('SELECT bloom_set_create(%L)', repeat('s', 57)));
SELECT to_regclass(repeat('s', 57)) IS NULL AS nothing_made;
ROLLBACK;

-- 3. Whatever the name of a set is, it works and is dropped as a whole.
BEGIN;
\set schema 'sc''h.e"m$$a'
CREATE SCHEMA :"schema";
CREATE FUNCTION works(schema text, name text) RETURNS boolean LANGUAGE plpgsql AS $works$
DECLARE
    set CONSTANT text := format('%I.%I', schema, name);
    works boolean;
BEGIN
    PERFORM bloom_set_create(set, capacity => 100);
    works := bloom_set_add(set, 'a') AND NOT bloom_set_contains(set, 'b') AND (SELECT count(*) = 1 FROM bloom_set_add_all(set, '{a, b}')) AND bloom_set_grow(set, 9) = 2
        AND bloom_set_load(set, 'SELECT 1') = 2 AND bloom_set_expire(set, '1 day') = 0 AND (SELECT layers >= 1 FROM bloom_set_info(set)) AND bloom_set_clear(set) = 3;
    PERFORM bloom_set_drop(set);
    RETURN works;
END $works$;
SELECT name, works
FROM unnest(ARRAY['$sql$', '$xsql$', '$$', 'a''b', 'a"b', 'a b', 'a.b', '@set@', '@''set''@', 'a\b', '%s', 'select', '--', 'ü']) AS name, works(:'schema', name)
WHERE works IS NOT TRUE;
SELECT count(*) AS relations_left FROM pg_class WHERE relnamespace = quote_ident(:'schema')::regnamespace;
ROLLBACK;

-- 4. What it makes belongs to the caller, and is no part of the extension.
BEGIN;
CREATE ROLE bloom_maker;
CREATE SCHEMA made AUTHORIZATION bloom_maker;
SET ROLE bloom_maker;
SELECT bloom_set_create('made.seen');
RESET ROLE;
SELECT count(*) > 0 AS some, bool_and(relowner = 'bloom_maker'::regrole) AS owned FROM pg_class WHERE relnamespace = 'made'::regnamespace;
SELECT count(*) AS functions FROM pg_proc WHERE pronamespace = 'made'::regnamespace;
SELECT to_regclass('made.seen') IS NOT NULL AS made, count(*) AS of_an_extension
FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_class'::regclass AND objid = 'made.seen'::regclass;
-- Who may not create a table in the schema makes no set there.
SELECT raised('SET LOCAL ROLE pg_monitor; SELECT bloom_set_create(''made.other'')');
ROLLBACK;

-- 5. Neither creating nor using a set runs what others put in the search path, even before pg_catalog.
BEGIN;
CREATE SCHEMA evil;
CREATE TYPE evil.text AS (a int);
CREATE TYPE evil.bloom AS (a int);
CREATE FUNCTION evil.now() RETURNS timestamptz LANGUAGE sql RETURN NULL::timestamptz;
CREATE FUNCTION evil.unnest(pg_catalog.text[]) RETURNS SETOF pg_catalog.text LANGUAGE sql BEGIN ATOMIC SELECT 'evil'::pg_catalog.text; END;
CREATE FUNCTION evil.bloom_contains(public.bloom, pg_catalog.text) RETURNS boolean LANGUAGE sql RETURN true;
SET LOCAL search_path = evil, public;
CREATE OPERATOR evil.= (LEFTARG = pg_catalog.int4, RIGHTARG = pg_catalog.int4, FUNCTION = pg_catalog.int4ne);
SELECT public.raised('SELECT public.bloom_set_create(''public.safe'', ''pg_catalog.text'')');
SELECT public.bloom_set_add('public.safe', 'a'), public.bloom_set_contains('public.safe', 'b') AS absent, (SELECT count(*) FROM public.bloom_set_add_all('public.safe', '{a, c}')) AS new;
SET LOCAL search_path = evil, pg_catalog, public;
SELECT public.raised('SELECT public.bloom_set_create(''public.safe2'', ''pg_catalog.text'')');
SELECT public.bloom_set_add('public.safe2', 'a'), public.bloom_set_contains('public.safe2', 'b') AS absent, (SELECT count(*) FROM public.bloom_set_add_all('public.safe2', '{a, c}')) AS new;
SELECT public.bloom_set_grow('public.safe2', 10), public.bloom_set_add('public.safe2', 'd'), public.bloom_set_load('public.safe2', 'SELECT 1'), public.bloom_set_expire('public.safe2', '1 day'), public.bloom_set_clear('public.safe2');
ROLLBACK;

-- 6. What is no set is refused, whatever it looks like, by every function.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
CREATE VIEW a_view AS TABLE seen;
CREATE MATERIALIZED VIEW a_matview AS TABLE seen WITH NO DATA;
CREATE TABLE parted (LIKE seen INCLUDING ALL) PARTITION BY LIST (layer);
CREATE TABLE a_partition PARTITION OF parted FOR VALUES IN (1);
CREATE FOREIGN DATA WRAPPER nothing;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing;
CREATE FOREIGN TABLE a_foreign_table (layer integer, shard integer, f bloom, open boolean) SERVER nowhere;
CREATE TABLE a_copy (LIKE seen INCLUDING ALL);
CREATE TABLE a_child () INHERITS (seen);
SELECT set, sql, wrong
FROM (VALUES ('0', '42P01', 'relation with OID 0 does not exist'),
             ('seen_pkey', '42809', 'public.seen_pkey is not a live set'),
             ('seen_layers', '42809', 'public.seen_layers is not a live set'),
             ('a_view', '42809', 'public.a_view is not a live set'),
             ('a_matview', '42809', 'public.a_matview is not a live set'),
             ('parted', '42809', 'public.parted is not a live set'),
             ('a_partition', '42809', 'public.a_partition is not a live set'),
             ('a_foreign_table', '42809', 'public.a_foreign_table is not a live set'),
             ('a_copy', '42809', 'public.a_copy is not a live set'),
             ('a_child', '42809', 'public.a_child is not a live set'),
             ('pg_class', '42809', 'pg_catalog.pg_class is not a live set')) AS v (set, state, message),
     unnest(ARRAY['contains(%L, 1)', 'add(%L, 1)', 'add_all(%L, ARRAY[1])', 'info(%L)', 'grow(%L, 1)', 'load(%L, ''SELECT 1'')', 'expire(%L, ''1 day'')', 'clear(%L)', 'drop(%L)']) AS call,
     LATERAL format('SELECT bloom_set_' || call, set) AS sql, wrong(sql, state, message);
SELECT raised('SELECT bloom_set_add(''a_foreign_table'', 1)'), raised('SELECT bloom_set_add(''a_partition'', 1)');
-- Rows of a child are none of the set's.
INSERT INTO a_child SELECT * FROM seen;
SELECT bloom_set_add('seen', 1), (SELECT count(*) FROM bloom_set_add_all('seen', ARRAY[1, 2, 3])), bloom_set_grow('seen', 10), bloom_set_add('seen', 4), bloom_set_expire('seen', '-1 day'), bloom_set_clear('seen');
SELECT count(*), sum((bloom_info(f)).bits_set) FROM a_child;
ROLLBACK;
-- Tables of a set that were changed.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
SELECT bloom_set_add('seen', 1);
SELECT change, call, wrong
FROM (VALUES ('ALTER TABLE seen DROP CONSTRAINT seen_pkey', '42809', 'public.seen has another primary key than expected'),
             ('ALTER TABLE seen DROP CONSTRAINT seen_pkey, ADD PRIMARY KEY (shard, layer)', '42809', 'public.seen has another primary key than expected'),
             ('ALTER TABLE seen ALTER f TYPE bytea USING f::bytea', '42703', 'column "f" of relation public.seen does not exist'),
             ('ALTER TABLE seen DROP open', '42703', 'column "open" of relation public.seen does not exist'),
             ('ALTER TABLE seen ALTER f DROP NOT NULL; UPDATE seen SET f = NULL', '22004', 'a column of the row is NULL'),
             ('ALTER TABLE seen_layers DROP grows', '42703', 'column "grows" of relation public.seen_layers does not exist'),
             ('ALTER TABLE seen_layers DROP element', '42809', 'public.seen is not a live set'),
             ('ALTER TABLE seen_layers DROP CONSTRAINT layers_of', '42809', 'public.seen is not a live set'),
             ('ALTER TABLE seen_layers RENAME TO elsewhere; CREATE TABLE seen_layers (LIKE elsewhere INCLUDING ALL); DROP TABLE elsewhere', '55000', 'a layer is missing in live set public.seen'),
             ('DELETE FROM seen_layers', '55000', 'a layer is missing in live set public.seen'),
             ('DELETE FROM seen', '55000', 'a row is missing in live set public.seen')) AS v (change, state, message),
     unnest(ARRAY['contains(''seen'', 2)', 'add(''seen'', 2)', 'add_all(''seen'', ARRAY[2])', 'info(''seen'')']) AS call,
     LATERAL format('%s; SELECT bloom_set_%s', change, call) AS sql, wrong(sql, state, message);
-- Settings that are impossible, if whoever owns the table lets them in.
ALTER TABLE seen_layers DROP CONSTRAINT seen_layers_fpp_check, DROP CONSTRAINT seen_layers_set_fpp_check, DROP CONSTRAINT seen_layers_shards_check;
SELECT change, call, wrong
FROM unnest(ARRAY['shards = 0', 'shards = -7', 'fpp = 0', 'fpp = 1', 'fpp = ''NaN''', 'fpp = ''-Infinity''', 'set_fpp = 2', 'set_fpp = ''NaN''']) AS change,
     unnest(ARRAY['contains(''seen'', 2)', 'add(''seen'', 2)', 'add_all(''seen'', ARRAY[2])', 'info(''seen'')', 'grow(''seen'', 1)', 'load(''seen'', ''SELECT 1'')', 'expire(''seen'', ''1 day'')', 'clear(''seen'')']) AS call,
     LATERAL format('UPDATE seen_layers SET %s; SELECT bloom_set_%s', change, call) AS sql, wrong(sql, '55000', 'layer 1 of live set public.seen is malformed');
SELECT raised('UPDATE seen_layers SET fpp = ''NaN''; SELECT bloom_set_contains(''seen'', 2)');
-- More rows than there are, and numbers that end.
SELECT change, question, wrong
FROM (VALUES ('UPDATE seen_layers SET shards = 2147483647', 'SELECT bloom_set_contains(''seen'', 2)', '55000', 'a row is missing in live set public.seen'),
             ('UPDATE seen_layers SET shards = 2147483647', 'SELECT bloom_set_info(''seen'')', '55000', 'a row is missing in live set public.seen'),
             ('UPDATE seen_layers SET layer = 2147483647; UPDATE seen SET layer = 2147483647', 'SELECT bloom_set_grow(''seen'', 1)', '54000', 'live set public.seen has had too many layers'),
             ('UPDATE seen_layers SET layer = 2147483647; UPDATE seen SET layer = 2147483647', 'SELECT bloom_set_clear(''seen'')', '54000', 'live set public.seen has had too many layers')) AS v (change, question, state, message),
     wrong(change || '; ' || question, state, message);
-- Values of the set's type, or of another.
SELECT count(*) FROM bloom_set_add_all('seen', ARRAY(SELECT generate_series(1, 5000)));
SELECT bloom_set_contains('seen', 1::smallint), bloom_set_contains('seen', 1::bigint), bloom_set_contains('seen', 'seen_layers', 1::smallint);
SELECT * FROM wrong('SELECT bloom_set_contains(''seen'', ''a''::text)', '42804', 'element type mismatch');
-- The right to read the tables is needed, and row security is not bypassed.
CREATE ROLE bloom_nobody;
\set as_nobody 'SET LOCAL ROLE bloom_nobody; SELECT bloom_set_contains(''seen'', 1)'
SELECT * FROM wrong(:'as_nobody', '42501', 'permission denied for table public.seen');
GRANT SELECT ON seen TO bloom_nobody;
SELECT * FROM wrong(:'as_nobody', '42501', 'permission denied for table public.seen_layers');
GRANT SELECT ON seen_layers TO bloom_nobody;
SELECT * FROM wrong(:'as_nobody', '00000', '');
SELECT call, wrong
FROM unnest(ARRAY['add(''seen'', -1)', 'add_all(''seen'', ARRAY[-1])', 'grow(''seen'', 1)', 'load(''seen'', ''SELECT -1'')', 'expire(''seen'', ''1 day'')', 'clear(''seen'')', 'drop(''seen'')']) AS call,
     raised('SET LOCAL ROLE bloom_nobody; SELECT bloom_set_' || call) AS wrong WHERE wrong[1] <> '42501';
RESET ROLE;
ALTER TABLE seen ENABLE ROW LEVEL SECURITY;
SELECT * FROM wrong(:'as_nobody', '42501', 'query would be affected by row-level security policy for table public.seen');
ROLLBACK;

-- 7. It reads columns by name, whatever their order, and leaves others alone.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
ALTER TABLE seen ADD note text DEFAULT 'none', DROP open;
ALTER TABLE seen ADD open boolean NOT NULL DEFAULT true;
ALTER TABLE seen_layers ADD note text;
SELECT bloom_set_add('seen', 1);
SELECT bloom_set_contains('seen', 1) AS added, bloom_set_contains('seen', 2) AS absent, bloom_set_add('seen', 1) AS new;
ROLLBACK;

-- 8. A closed row of the newest layer is an error, for values that the row does not contain.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
SELECT bloom_set_add('seen', 1);
UPDATE seen SET open = false;
SELECT sql, wrong
FROM unnest(ARRAY['SELECT bloom_set_contains(''seen'', 2)', 'SELECT bloom_set_add(''seen'', 2)', 'SELECT bloom_set_add_all(''seen'', ARRAY[1, 2])']) AS sql,
     wrong(sql, '55000', 'a row is closed in live set public.seen, although its layer is the newest');
SELECT bloom_set_contains('seen', 1) AS added, (SELECT count(*) FROM bloom_set_add_all('seen', ARRAY[1])) AS new;
SELECT bloom_set_grow('seen', 1);
SELECT bloom_set_contains('seen', 2) AS absent, bloom_set_add('seen', 2) AS new;
ROLLBACK;

-- 9. Triggers and rules of the tables fire as for any UPDATE. One that keeps a row from being changed is an error: nobody is told that a
-- value is new which is not stored, and no call goes on for ever.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
CREATE TABLE fired (what text, path text);
CREATE FUNCTION fire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO fired VALUES (TG_TABLE_NAME || ' ' || TG_OP, current_setting('search_path'));
    RETURN NEW;
END $$;
CREATE TRIGGER fires BEFORE UPDATE ON seen FOR EACH ROW EXECUTE FUNCTION fire();
CREATE TRIGGER fires BEFORE INSERT OR UPDATE ON seen_layers FOR EACH ROW EXECUTE FUNCTION fire();
SET LOCAL search_path = public, pg_temp;
SELECT bloom_set_add('seen', 1), (SELECT count(*) FROM bloom_set_add_all('seen', ARRAY[1, 2])), bloom_set_grow('seen', 1), bloom_set_add('seen', 3);
SELECT what, path, count(*) FROM fired GROUP BY what, path ORDER BY what;
CREATE FUNCTION suppress() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER suppresses BEFORE UPDATE ON seen FOR EACH ROW EXECUTE FUNCTION suppress();
-- Rows of the older layer that are not closed.
SELECT sql, wrong
FROM unnest(ARRAY['SELECT bloom_set_add(''seen'', 100)', 'SELECT bloom_set_add_all(''seen'', ARRAY[100, 200, 300])']) AS sql,
     wrong(sql, '55000', 'a change of live set public.seen was suppressed');
SELECT bloom_set_clear('seen');
SELECT sql, wrong
FROM unnest(ARRAY['SELECT bloom_set_add(''seen'', 100)', 'SELECT bloom_set_add_all(''seen'', ARRAY[100, 200, 300])']) AS sql,
     wrong(sql, '55000', 'a change of live set public.seen was suppressed');
DROP TRIGGER suppresses ON seen;
CREATE RULE nothing AS ON UPDATE TO seen DO INSTEAD NOTHING;
SELECT raised('SELECT bloom_set_add(''seen'', 100)'), raised('SELECT bloom_set_add_all(''seen'', ARRAY[100, 200, 300])');
-- A trigger may use the set itself.
DROP RULE nothing ON seen;
CREATE FUNCTION add_more() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() < 4 THEN
        PERFORM bloom_set_add('seen', 1000 + pg_trigger_depth());
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER adds AFTER UPDATE ON seen FOR EACH STATEMENT EXECUTE FUNCTION add_more();
SELECT bloom_set_add('seen', 100);
SELECT bool_and(bloom_set_contains('seen', v)) AS all FROM unnest(ARRAY[100, 1001, 1002, 1003]) AS v;
ROLLBACK;

-- 10. Plans are kept for any value, and follow what the tables become.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
SELECT bloom_set_add('seen', 1), (SELECT count(*) FROM bloom_set_add_all('seen', ARRAY[2]));
ALTER TABLE seen ADD first text, DROP open;
ALTER TABLE seen ADD open boolean NOT NULL DEFAULT true;
SELECT bloom_set_add('seen', 3), (SELECT count(*) FROM bloom_set_add_all('seen', ARRAY[1, 4]));
ALTER TABLE seen RENAME TO later;
SELECT bloom_set_add('later', 5), (SELECT count(*) FROM bloom_set_add_all('later', ARRAY[1, 6]));
CREATE SCHEMA elsewhere;
ALTER EXTENSION bloom_rs SET SCHEMA elsewhere;
SELECT elsewhere.bloom_set_add('later', 7), (SELECT count(*) FROM elsewhere.bloom_set_add_all('later', ARRAY[1, 8]));
SELECT bool_and(elsewhere.bloom_set_contains('later', i)) AS all FROM generate_series(1, 8) AS i;
SELECT elsewhere.bloom_set_drop('later');
SELECT elsewhere.bloom_set_create('later', 'text');
SELECT elsewhere.bloom_set_add('later', 'a'), (SELECT count(*) FROM elsewhere.bloom_set_add_all('later', '{a, b}'));
ROLLBACK;

-- 11. A query to load is one SELECT of one column. What follows it is cut off.
BEGIN;
SELECT bloom_set_create('seen');
SELECT query, wrong
FROM unnest(ARRAY['', ';', 'SELECT 1; SELECT 2', 'DELETE FROM pg_class RETURNING oid', 'SHOW work_mem', 'COMMIT']) AS query,
     wrong(format('SELECT bloom_set_load(''seen'', %L)', query), '42601', 'the query is not one SELECT statement');
SELECT query, wrong
FROM unnest(ARRAY['SELECT', 'SELECT 1, 2', 'VALUES (1, 2)']) AS query,
     wrong(format('SELECT bloom_set_load(''seen'', %L)', query), '42601', 'the query must return one column');
SELECT * FROM wrong('SELECT bloom_set_load(''seen'', ''SELEC'')', '42601', 'syntax error at or near "SELEC"');
SELECT bloom_set_load('seen', 'SELECT 1'), bloom_set_load('seen', 'VALUES (2) ; -- all'), bloom_set_load('seen', NULL) IS NULL AS strict, bloom_set_load('seen', 'SELECT NULL');
SELECT bloom_set_contains('seen', '1') AND bloom_set_contains('seen', '2') AS both;
ROLLBACK;

DROP FUNCTION raised, wrong, answer;
RESET client_min_messages;
DROP EXTENSION bloom_rs;
