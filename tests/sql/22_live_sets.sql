--
-- Live sets: bloom_set_create makes a set that many sessions add to.
--
SET client_min_messages = warning;
CREATE EXTENSION bloom_rs;
\set SHOW_CONTEXT never

-- 1. One call, and values are added and found.
SELECT bloom_set_create('seen');
SELECT bloom_set_add('seen', 'https://example.org/');
SELECT bloom_set_add('seen', 'https://example.org/');
SELECT bloom_set_contains('seen', 'https://example.org/') AS added, bloom_set_contains('seen', 'https://example.org/absent') AS absent;
SELECT * FROM bloom_set_add_all('seen', '{https://example.org/, a, b, NULL, b}') AS new ORDER BY new;
SELECT layers, "values", capacity, fpp, current_fpp < 0.0001 AS low FROM bloom_set_info('seen');

-- 2. What it made.
SELECT attrelid::regclass AS table, attname AS column, format_type(atttypid, atttypmod) AS type
FROM pg_attribute WHERE attrelid IN ('seen'::regclass, 'seen_layers'::regclass) AND attnum > 0 ORDER BY attrelid::regclass::text, attnum;
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid IN ('seen'::regclass, 'seen_layers'::regclass) AND contype <> 'n' ORDER BY conname;
SELECT obj_description('seen'::regclass) IS NOT NULL AND obj_description('seen_layers'::regclass) IS NOT NULL AND col_description('seen_layers'::regclass, 9) IS NOT NULL AS commented;
-- None of it is code: what a set does is the library's, so a fix reaches every set when the library is installed.
SELECT count(*) AS code FROM (
    SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e')
    UNION ALL SELECT oid FROM pg_trigger WHERE tgrelid IN ('seen'::regclass, 'seen_layers'::regclass)
    UNION ALL SELECT oid FROM pg_rewrite WHERE ev_class IN ('seen'::regclass, 'seen_layers'::regclass)
) AS made;
SELECT bool_and(lanname = 'c' AND probin = '$libdir/bloom_rs') AS in_the_library
FROM pg_proc AS p JOIN pg_language AS l ON l.oid = prolang WHERE proname LIKE 'bloom\_set\_%';

-- 3. Any type. Integers are one type, whatever their width, and a literal is text. Another type is refused.
SELECT bloom_set_create('ids', 'bigint', capacity => 1000, fpp => 0.001);
SELECT bloom_set_add('ids', 7), bloom_set_contains('ids', 7::smallint), bloom_set_add('ids', 7::bigint), bloom_set_add('ids', 5000000000);
SELECT * FROM bloom_set_add_all('ids', '{7, 8, 8}'::smallint[]);
SELECT * FROM bloom_set_add_all('ids', ARRAY[8, 9]::bigint[]);
SELECT element, layers, grows FROM bloom_set_info('ids');
\set VERBOSITY terse
SELECT bloom_set_contains('ids', 7.5);
\set VERBOSITY default
SELECT bloom_set_contains('ids', 'a');
SELECT bloom_set_add('ids', 'a'::text);
SELECT bloom_set_add_all('ids', '{a}');
CREATE DOMAIN word AS text CHECK (VALUE <> '');
SELECT bloom_set_create('words', 'word');
SELECT bloom_set_add('words', 'a'::word), bloom_set_contains('words', 'a'), (SELECT count(*) FROM bloom_set_add_all('words', '{a, b}'::word[])) AS new;
-- What the domain has not checked is not added.
SELECT bloom_set_add('words', 'b');
SELECT bloom_set_add_all('words', '{b}');
SELECT bloom_set_add('words', ''::word);
SELECT bloom_set_create('codes', 'char(3)');
SELECT bloom_set_add('codes', 'ab'::char(3)), bloom_set_contains('codes', 'ab '::bpchar), bloom_set_contains('codes', 'abc'::bpchar);
SELECT bloom_set_contains('codes', 'ab');
-- Arrays, as columns of rows
CREATE TYPE tags AS (tags text[]);
SELECT bloom_set_create('labels', 'tags');
SELECT bloom_set_add('labels', ROW('{a, b}')::tags), bloom_set_contains('labels', ROW(ARRAY['a', 'b'])::tags), bloom_set_contains('labels', ROW('{b, a}')::tags);
SELECT * FROM bloom_set_add_all('labels', ARRAY[ROW('{a, b}'), ROW('{c, NULL}'), ROW('{}'), ROW('{c, NULL}')]::tags[]) ORDER BY tags;
SELECT bloom_set_load('labels', 'SELECT ROW(ARRAY[''d''])::tags') AS layer, bloom_set_contains('labels', ROW('{d}')::tags), bloom_set_contains('labels', ROW('{c, NULL}')::tags), bloom_set_contains('labels', ROW('{e}')::tags);
SELECT bloom_set_add('labels', ROW('{d}')::tags), bloom_set_contains('labels', ROW('{d}')::tags);
CREATE DOMAIN array_of_text AS text[];
SELECT bloom_set_create('arrays', 'array_of_text');
CREATE TYPE pair AS (a integer, b text);
SELECT bloom_set_create('pairs', 'pair');
SELECT * FROM bloom_set_add_all('pairs', ARRAY[ROW(1, 'a'), ROW(1, NULL), ROW(NULL, NULL), NULL]::pair[]) ORDER BY a, b;
SELECT bloom_set_contains('pairs', ROW(1, NULL)::pair), bloom_set_add('pairs', ROW(NULL, NULL)::pair), bloom_set_add('pairs', ROW(2, NULL)::pair), bloom_set_load('pairs', 'SELECT ROW(3, NULL)::pair') AS layer, bloom_set_contains('pairs', ROW(3, 'a')::pair);
SELECT bloom_set_contains('pairs', ROW(3, NULL)::pair), bloom_set_contains('pairs', NULL::pair) IS NULL AS strict;

-- 4. Names as SQL spells them, in any schema, and whatever the search path is.
CREATE SCHEMA "My Schema";
SELECT bloom_set_create('"My Schema"."The ""$sql$"" Set''s"', fpp => 0.5);
\set name '"My Schema"."The ""$sql$"" Set''s"'
SELECT bloom_set_add(:'name', 'a'), bloom_set_contains(:'name', 'a');
SELECT bloom_set_grow(:'name', 10), bloom_set_load(:'name', 'SELECT 1'), bloom_set_expire(:'name', '1 day');
SELECT * FROM bloom_set_add_all(:'name', '{a, b, 1}');
SELECT bloom_set_drop('"My Schema"."The ""$sql$"" Set''s"');
SET search_path = '';
SELECT public.bloom_set_add('public.seen', 'path'), public.bloom_set_contains('public.seen', 'path'), (SELECT count(*) FROM public.bloom_set_add_all('public.seen', '{path, more}')) AS new;
SELECT public.bloom_set_contains('public.seen', 'a') AND public.bloom_set_grow('public.seen', 1) = 2 AND public.bloom_set_load('public.seen', 'SELECT 1', 1) = 2 AS grown;
SELECT public.bloom_set_contains('public.seen', 'a'), public.bloom_set_contains('public.seen', '1'), public.bloom_set_add('public.seen', 'b'), public.bloom_set_add('public.seen', '2'), public.bloom_set_expire('public.seen', '1 day');
SET search_path = "My Schema", public;
SELECT bloom_set_create('seen'); -- a second set of this name
SELECT bloom_set_contains('seen', 'a'), bloom_set_contains('public.seen', 'a');
RESET search_path;

-- 5. It grows by itself, and the rates of all layers add up to less than that of the set.
SELECT bloom_set_create('growing', 'integer', 1000);
DO $$
BEGIN
    FOR i IN 0..99 LOOP
        PERFORM bloom_set_add_all('growing', ARRAY(SELECT generate_series(i * 2000 + 1, i * 2000 + 2000)));
    END LOOP;
END $$;
SELECT layer, shards, round(fpp::numeric, 5) AS fpp FROM growing_layers ORDER BY layer;
SELECT layers, "values" BETWEEN 197000 AND 203000 AS some_200000, current_fpp < 0.01 AS below FROM bloom_set_info('growing');
SELECT count(*) AS missing FROM generate_series(1, 200000) AS i WHERE NOT bloom_set_contains('growing', i);
SELECT count(*) BETWEEN 1 AND 200 AS at_most_one_percent FROM generate_series(1000001, 1020000) AS i WHERE bloom_set_contains('growing', i);
-- A batch that is too large for what is left begins a layer first.
SELECT bloom_set_create('batched', 'integer', 1000);
SELECT count(*) > 99000 AS new FROM bloom_set_add_all('batched', ARRAY(SELECT generate_series(1, 100000)));
SELECT layers, capacity, current_fpp < 0.01 AS below FROM bloom_set_info('batched');
-- Unless it must not.
SELECT bloom_set_create('fixed', 'integer', 1000, grows => false);
SET client_min_messages = notice;
SELECT count(*) > 60000 AS new FROM bloom_set_add_all('fixed', ARRAY(SELECT generate_series(1, 120000)));
SELECT bloom_set_add('fixed', -1);
SET client_min_messages = warning;
SELECT layers, fpp, current_fpp > 0.1 AS too_full FROM bloom_set_info('fixed');
SELECT bloom_set_grow('fixed', 1000);
SELECT bloom_set_grow('fixed', 1000, 0.001);

-- 6. From a table: into the newest layer if it has room, else as one layer, which replaces an empty one.
CREATE TABLE pages AS SELECT 'https://example.org/' || i AS url FROM generate_series(1, 10000) AS i;
SELECT bloom_set_create('loaded');
SELECT bloom_set_load('loaded', 'SELECT url FROM pages') AS layer;
SELECT layers, "values" BETWEEN 9900 AND 10100 AS some_10000, capacity FROM bloom_set_info('loaded');
SELECT bool_and(bloom_set_contains('loaded', url)) AS all FROM pages;
SELECT bloom_set_load('loaded', 'SELECT url || ''/more'' FROM pages', 20000) AS layer, bloom_set_load('loaded', 'SELECT 1 WHERE false') AS nothing;
SELECT layers, "values" BETWEEN 19800 AND 20200 AS some_20000 FROM bloom_set_info('loaded');
SELECT bool_and(bloom_set_contains('loaded', url) AND bloom_set_contains('loaded', url || '/more')) AS all FROM pages;
SELECT bloom_set_load('loaded', 'SELECT url || i FROM pages, generate_series(1, 10) AS i') AS layer;
SELECT layers, capacity FROM bloom_set_info('loaded');
SELECT bool_and(bloom_set_contains('loaded', url) AND bloom_set_contains('loaded', url || '10')) AS all FROM pages;
SELECT bloom_set_create('replaced', 'integer', 1000);
SELECT bloom_set_load('replaced', 'SELECT generate_series(1, 100000)') AS layer;
SELECT layers, capacity, fpp FROM bloom_set_info('replaced');
-- A semicolon and comments do no harm, and mistakes are named.
SELECT bloom_set_load('loaded', 'SELECT ''a'';') AS layer, bloom_set_load('loaded', 'VALUES (''b'') -- one') AS again, bloom_set_load('loaded', E'TABLE pages; -- all\n') AS and_again;
SELECT bloom_set_contains('loaded', 'a') AND bloom_set_contains('loaded', 'b') AS both;
SELECT bloom_set_load('loaded', 'SELECT 1, 2');
SELECT bloom_set_load('loaded', 'SELECT 1; SELECT 2');
SELECT bloom_set_load('loaded', 'DELETE FROM pages RETURNING url');
SELECT bloom_set_load('loaded', 'SELECT a FROM pages');
SELECT bloom_set_load('loaded', 'SELECT 1', 0);

-- 7. Expiring: layers whose values are all old enough are deleted, and a layer begins when the newest is old.
UPDATE loaded_layers SET since = since - interval '1 year' WHERE layer = 1;
UPDATE loaded_layers SET since = since - interval '7 months' WHERE layer = 2;
SELECT bloom_set_expire('loaded', '6 months') AS deleted;
SELECT layer, older, newer FROM loaded_layers ORDER BY layer;
SELECT bloom_set_contains('loaded', 'https://example.org/1/more') AS expired, bloom_set_contains('loaded', 'https://example.org/1' || '10') AS kept;
SELECT bloom_set_expire('loaded', '6 months') AS deleted;
-- A layer begins when it is added, not with the transaction that adds it: an older value is in an older layer.
SELECT bloom_set_create('timed', 'integer', 1000);
BEGIN;
SELECT bloom_set_add('timed', 1) AS first, bloom_set_add('timed', 2) AS second;
SELECT clock_timestamp() AS added \gset
SELECT bloom_set_grow('timed', 1000) AS layer;
COMMIT;
SELECT bloom_set_expire('timed', now() - timestamptz :'added', '1 year') AS deleted;
SELECT bloom_set_contains('timed', 1) AS kept;
BEGIN;
SELECT clock_timestamp() AS added \gset
SELECT bloom_set_load('timed', 'SELECT 3', 100000) AS layer;
SELECT since > :'added' AS later FROM timed_layers ORDER BY layer DESC LIMIT 1;
SELECT bloom_set_clear('timed') AS layer;
SELECT since > :'added' AS later FROM timed_layers;
COMMIT;

-- 8. A missing layer is an error in every way of asking, the oldest, one between, and the newest.
SELECT bloom_set_create('lost', 'integer', 1000);
SELECT bloom_set_add('lost', 1), bloom_set_grow('lost', 1), bloom_set_grow('lost', 1), bloom_set_load('lost', 'SELECT 2', 10000);
CREATE FUNCTION asked(question text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE question;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE FUNCTION asked_without(number integer) RETURNS TABLE (question text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM lost_layers WHERE layer = number;
    RETURN QUERY SELECT q, asked('SELECT ' || q) FROM unnest(ARRAY[$q$bloom_set_contains('lost', 7)$q$, $q$bloom_set_add('lost', 7)$q$, $q$bloom_set_add_all('lost', '{7}'::integer[])$q$,
        $q$bloom_set_info('lost')$q$, $q$bloom_set_grow('lost', 1)$q$, $q$bloom_set_load('lost', 'SELECT 7', 1000000)$q$, $q$bloom_set_expire('lost', '0 s')$q$,
        $q$bloom_set_contains('lost', 'lost_layers', 7)$q$]) AS q;
END $$;
BEGIN;
SELECT * FROM asked_without(1);
ROLLBACK;
BEGIN;
SELECT * FROM asked_without(2);
ROLLBACK;
BEGIN;
SELECT * FROM asked_without(4);
ROLLBACK;
\set VERBOSITY default
BEGIN;
DELETE FROM lost_layers WHERE layer = 1;
SELECT bloom_set_contains('lost', 7);
ROLLBACK;
SELECT bloom_set_contains('lost', 7) AS absent, bloom_set_contains('lost', 1) AND bloom_set_contains('lost', 2) AS there;
-- Oldest layers that have expired are no loss.
SELECT bloom_set_expire('lost', '-1 second', '1 year') AS deleted, bloom_set_contains('lost', 1), bloom_set_add('lost', 7);
SELECT bloom_set_contains('lost', 7), bloom_set_contains('lost', 1);

-- 9. Emptied, and repaired, also after TRUNCATE.
SELECT bloom_set_clear('lost') AS layer, bloom_set_contains('lost', 7);
SELECT bloom_set_contains('lost', 7), bloom_set_add('lost', 7);
SELECT layer, shards, fpp, grows, older, newer FROM lost_layers;
TRUNCATE lost;
SELECT bloom_set_add('lost', 7);
SELECT bloom_set_clear('lost', 100000) AS layer;
TRUNCATE lost, lost_layers;
SELECT bloom_set_add('lost', 7);
SELECT bloom_set_clear('lost'); -- the settings are lost, too
SELECT bloom_set_drop('lost');
DROP FUNCTION asked, asked_without;

-- 10. Rates beyond that of the set, and sizes.
SELECT bloom_set_create('rates', 'integer', 1000, fpp => 0.001);
SELECT bloom_set_grow('rates', 60000, 0.01);
SELECT bloom_set_load('rates', 'SELECT generate_series(1, 1000)') AS has_room, bloom_set_load('rates', 'SELECT generate_series(1, 60000)') AS layer;
SELECT layer, fpp FROM rates_layers ORDER BY layer;
SELECT bloom_set_grow('rates', 0);
SELECT bloom_set_grow('rates', -1);
SELECT bloom_set_grow('rates', 1, 2.0);
SELECT bloom_set_grow('rates', 1, 1e-300);
SELECT bloom_set_grow('rates', 1000000000000);
SELECT bloom_set_create('tiny', fpp => 1e-300);
SELECT bloom_set_create('huge', capacity => 1000000000000);
SELECT bloom_set_drop('rates');

-- 11. Long work says how much is done: here after every row, by default every five seconds.
SET client_min_messages = notice;
SELECT count(*) FROM generate_series(1, 3) WHERE bloom_progress('rows read', 3, 0);
SELECT count(*) FROM generate_series(1, 2) WHERE bloom_progress('rows read', seconds => 0);
SELECT count(*) FROM generate_series(1, 3) WHERE bloom_progress(NULL, NULL, NULL);
SELECT count(*) FROM generate_series(1, 3) WHERE bloom_progress('rows read', 3);
SET client_min_messages = warning;

-- 12. Names that are taken, and what is no set.
SELECT bloom_set_create('seen');
SELECT bloom_set_create('seen_layers');
CREATE TABLE fresh_layers (n integer);
SELECT bloom_set_create('fresh');
SELECT bloom_set_create('My set');
SELECT bloom_set_drop('seen_layers');
SELECT bloom_set_add('pages', 'a');
-- Copies of a set's tables are no sets, and change nothing.
CREATE TABLE seen_again (LIKE seen INCLUDING ALL);
CREATE TABLE seen_again_layers AS TABLE seen_layers;
SELECT bloom_set_add('seen_again', 'a');
SELECT bloom_set_drop('seen_again');
SELECT bloom_set_add('seen', 'beside copies');
-- A session that does not know yet which of two tables are the layers says so.
CREATE TABLE another (LIKE seen_layers INCLUDING ALL);
\c -
SET client_min_messages = warning;
SELECT bloom_set_add('seen', 'beside a twin');
ALTER TABLE another DROP CONSTRAINT layers_of;
SELECT bloom_set_add('seen', 'beside a twin');
DROP TABLE seen_again, seen_again_layers, another, fresh_layers;
-- Both tables may be renamed, and moved; sets that are swapped keep their layers.
SELECT bloom_set_create('before', 'integer', 100000), bloom_set_create('other', 'integer', 1000000);
SELECT bloom_set_add('before', 1), bloom_set_add('other', 2);
ALTER TABLE before RENAME TO swapped;
ALTER TABLE other RENAME TO before;
ALTER TABLE swapped RENAME TO other;
SELECT bloom_set_contains('other', 1), bloom_set_contains('before', 2), bloom_set_contains('other', 2), bloom_set_add('before', 1);
ALTER TABLE before_layers RENAME TO "Its layers";
ALTER TABLE other RENAME TO "After";
ALTER TABLE "After" SET SCHEMA "My Schema";
ALTER SCHEMA "My Schema" RENAME TO "Our schema";
SET search_path = "Our schema", public;
SELECT bloom_set_contains('"After"', 1), bloom_set_add('"After"', 1), bloom_set_add('"After"', 3), bloom_set_grow('"After"', 1), bloom_set_load('"After"', 'SELECT 4', 100000) AS loaded;
SELECT count(*) FROM bloom_set_add_all('"After"', ARRAY[1, 3, 4, 5]);
SELECT layers FROM bloom_set_info('"After"');
-- A table that has got the name of the set meanwhile is another one.
CREATE SCHEMA "My Schema";
CREATE TABLE "My Schema"."After" (LIKE "After" INCLUDING ALL);
SELECT bloom_set_add('"After"', 6), bloom_set_contains('"After"', 6), (SELECT count(*) FROM "My Schema"."After") AS rows_of_another;
DROP TABLE "My Schema"."After";
DROP SCHEMA "My Schema";
SELECT bloom_set_drop('"After"'), bloom_set_drop('before');
SELECT to_regclass('"Its layers"'), to_regclass('other_layers');
RESET search_path;
-- Both tables must belong to one role, and only it may drop them.
CREATE ROLE bloom_other;
GRANT ALL ON seen, seen_layers TO bloom_other;
SET ROLE bloom_other;
SELECT bloom_set_add('seen', 'of another role');
SELECT bloom_set_drop('seen');
RESET ROLE;
ALTER TABLE seen OWNER TO bloom_other;
SELECT bloom_set_contains('seen', 'a');
ALTER TABLE seen_layers OWNER TO bloom_other;
SELECT bloom_set_contains('seen', 'a');
ALTER TABLE seen OWNER TO CURRENT_USER;
ALTER TABLE seen_layers OWNER TO CURRENT_USER;
DROP OWNED BY bloom_other;
DROP ROLE bloom_other;

-- 13. Dropped as a whole, or not at all.
CREATE VIEW known AS SELECT * FROM seen;
SELECT bloom_set_drop('seen');
DROP VIEW known;
DROP TABLE seen;
SELECT bloom_set_drop('seen');
CREATE TABLE users (id integer);
SELECT bloom_set_drop('users');
SELECT count(*) FROM users;
\set VERBOSITY terse
DROP EXTENSION bloom_rs;
\set VERBOSITY default
-- What DROP EXTENSION leaves is named, and dropped by one call.
DROP EXTENSION bloom_rs CASCADE;
CREATE EXTENSION bloom_rs;
SELECT bloom_set_create('ids');
SELECT bloom_set_add('ids', 1);
SELECT bloom_set_drop('ids');
SELECT bloom_set_create('ids', 'bigint');
SELECT bloom_set_add('ids', 1);
SELECT count(bloom_set_drop(oid)) FROM pg_class WHERE obj_description(oid, 'pg_class') LIKE 'live set of bloom_set_create: filters%';
DROP TABLE pages, users;
DROP DOMAIN word, array_of_text;
DROP TYPE pair, tags;
DROP SCHEMA "Our schema";
RESET client_min_messages;
DROP EXTENSION bloom_rs;
