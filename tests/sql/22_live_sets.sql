--
-- Live sets: bloom_set_create makes a set that many sessions add to.
--
SET client_min_messages = warning;
CREATE EXTENSION bloom_rs;
\set SHOW_CONTEXT never

-- 1. One call, and values are added and found.
SELECT bloom_set_create('seen');
SELECT seen_add('https://example.org/');
SELECT seen_add('https://example.org/');
SELECT seen_contains('https://example.org/') AS added, seen_contains('https://example.org/absent') AS absent;
SELECT * FROM seen_add_all('{https://example.org/, a, b, NULL, b}') AS new ORDER BY new;
SELECT layers, "values", capacity, fpp, current_fpp < 0.0001 AS low FROM seen_info();

-- 2. What it made.
SELECT attrelid::regclass AS table, attname AS column, format_type(atttypid, atttypmod) AS type
FROM pg_attribute WHERE attrelid IN ('seen'::regclass, 'seen_layers'::regclass) AND attnum > 0 ORDER BY attrelid::regclass::text, attnum;
SELECT proname, pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile, proisstrict, proparallel, prosecdef
FROM pg_proc WHERE proname LIKE 'seen\_%' ORDER BY proname;
SELECT count(*) AS without_comment FROM pg_proc WHERE proname LIKE 'seen\_%' AND obj_description(oid, 'pg_proc') IS NULL;

-- 3. Any type. A value of another type is cast or refused.
SELECT bloom_set_create('ids', 'bigint', capacity => 1000, fpp => 0.001);
SELECT ids_add(7), ids_contains(7::smallint);
\set VERBOSITY terse
SELECT ids_contains(7.5);
SELECT ids_contains('a'::text);
\set VERBOSITY default
CREATE DOMAIN word AS text CHECK (VALUE <> '');
SELECT bloom_set_create('words', 'word');
SELECT words_add('a'), words_contains('a'), (SELECT count(*) FROM words_add_all('{a, b}')) AS new;
SELECT words_add('');
SELECT bloom_set_create('codes', 'char(3)');
SELECT codes_add('ab'), codes_contains('ab '), codes_contains('abc');
-- Arrays, as columns of rows
CREATE TYPE tags AS (tags text[]);
SELECT bloom_set_create('labels', 'tags');
SELECT labels_add(ROW('{a, b}')), labels_contains(ROW(ARRAY['a', 'b'])), labels_contains(ROW('{b, a}'));
SELECT * FROM labels_add_all(ARRAY[ROW('{a, b}'), ROW('{c, NULL}'), ROW('{}'), ROW('{c, NULL}')]::tags[]) ORDER BY tags;
SELECT labels_load('SELECT ROW(ARRAY[''d''])::tags') AS layer, labels_contains(ROW('{d}')), labels_contains(ROW('{c, NULL}')), labels_contains(ROW('{e}'));
SELECT labels_add(ROW('{d}')), labels_contains(ROW('{d}'));
CREATE DOMAIN array_of_text AS text[];
SELECT bloom_set_create('arrays', 'array_of_text');
CREATE TYPE pair AS (a integer, b text);
SELECT bloom_set_create('pairs', 'pair');
SELECT * FROM pairs_add_all(ARRAY[ROW(1, 'a'), ROW(1, NULL), ROW(NULL, NULL), NULL]::pair[]) ORDER BY a, b;
SELECT pairs_contains(ROW(1, NULL)), pairs_add(ROW(NULL, NULL)), pairs_add(ROW(2, NULL)), pairs_load('SELECT ROW(3, NULL)::pair') AS layer, pairs_contains(ROW(3, 'a'));
SELECT pairs_contains(ROW(3, NULL)), pairs_contains(NULL) IS NULL AS strict;

-- 4. Names as SQL spells them, in any schema, and whatever the search path is.
CREATE SCHEMA "My Schema";
SELECT bloom_set_create('"My Schema"."The ""$sql$"" Set''s"', fpp => 0.5);
SELECT "My Schema"."The ""$sql$"" Set's_add"('a'), "My Schema"."The ""$sql$"" Set's_contains"('a');
SELECT "My Schema"."The ""$sql$"" Set's_grow"(10), "My Schema"."The ""$sql$"" Set's_load"('SELECT 1'), "My Schema"."The ""$sql$"" Set's_forget"('1 day');
SELECT * FROM "My Schema"."The ""$sql$"" Set's_add_all"('{a, b, 1}');
SELECT bloom_set_drop('"My Schema"."The ""$sql$"" Set''s"');
SET search_path = '';
SELECT public.seen_add('path'), public.seen_contains('path'), (SELECT count(*) FROM public.seen_add_all('{path, more}')) AS new;
SELECT public.seen_contains('a') AND public.seen_grow(1) = 2 AND public.seen_load('SELECT 1', 1) = 2 AS grown;
SELECT public.seen_contains('a'), public.seen_contains('1'), public.seen_add('b'), public.seen_add('2'), public.seen_forget('1 day');
SET search_path = "My Schema", public;
SELECT bloom_set_create('seen'); -- a second set of this name
SELECT seen_contains('a');
RESET search_path;

-- 5. It grows by itself, and the rates of all layers add up to less than that of the set.
SELECT bloom_set_create('growing', 'integer', 1000);
DO $$
BEGIN
    FOR i IN 0..99 LOOP
        PERFORM growing_add_all(ARRAY(SELECT generate_series(i * 2000 + 1, i * 2000 + 2000)));
    END LOOP;
END $$;
SELECT layer, shards, round(fpp::numeric, 5) AS fpp FROM growing_layers ORDER BY layer;
SELECT layers, "values" BETWEEN 197000 AND 203000 AS some_200000, current_fpp < 0.01 AS below FROM growing_info();
SELECT count(*) AS missing FROM generate_series(1, 200000) AS i WHERE NOT growing_contains(i);
SELECT count(*) BETWEEN 1 AND 200 AS at_most_one_percent FROM generate_series(1000001, 1020000) AS i WHERE growing_contains(i);
-- A batch that is too large for what is left begins a layer first.
SELECT bloom_set_create('batched', 'integer', 1000);
SELECT count(*) > 99000 AS new FROM batched_add_all(ARRAY(SELECT generate_series(1, 100000)));
SELECT layers, capacity, current_fpp < 0.01 AS below FROM batched_info();
-- Unless it must not.
SELECT bloom_set_create('fixed', 'integer', 1000, grows => false);
SELECT count(*) > 60000 AS new FROM fixed_add_all(ARRAY(SELECT generate_series(1, 120000)));
SELECT layers, fpp, current_fpp > 0.1 AS too_full FROM fixed_info();
SELECT fixed_grow(1000);
SELECT fixed_grow(1000, 0.001);

-- 6. From a table: into the newest layer if it has room, else as one layer, which replaces an empty one.
CREATE TABLE pages AS SELECT 'https://example.org/' || i AS url FROM generate_series(1, 10000) AS i;
SELECT bloom_set_create('loaded');
SELECT loaded_load('SELECT url FROM pages') AS layer;
SELECT layers, "values" BETWEEN 9900 AND 10100 AS some_10000, capacity FROM loaded_info();
SELECT bool_and(loaded_contains(url)) AS all FROM pages;
SELECT loaded_load('SELECT url || ''/more'' FROM pages', 20000) AS layer, loaded_load('SELECT 1 WHERE false') AS nothing;
SELECT layers, "values" BETWEEN 19800 AND 20200 AS some_20000 FROM loaded_info();
SELECT bool_and(loaded_contains(url) AND loaded_contains(url || '/more')) AS all FROM pages;
SELECT loaded_load('SELECT url || i FROM pages, generate_series(1, 10) AS i') AS layer;
SELECT layers, capacity FROM loaded_info();
SELECT bool_and(loaded_contains(url) AND loaded_contains(url || '10')) AS all FROM pages;
SELECT bloom_set_create('replaced', 'integer', 1000);
SELECT replaced_load('SELECT generate_series(1, 100000)') AS layer;
SELECT layers, capacity, fpp FROM replaced_info();
-- A semicolon and comments do no harm, and mistakes are named.
SELECT loaded_load('SELECT ''a'';') AS layer, loaded_load('VALUES (''b'') -- one') AS again, loaded_load(E'TABLE pages; -- all\n') AS and_again;
SELECT loaded_contains('a') AND loaded_contains('b') AS both;
SELECT loaded_load('SELECT 1, 2');
SELECT loaded_load('SELECT 1; SELECT 2');
SELECT loaded_load('DELETE FROM pages RETURNING url');
SELECT loaded_load('SELECT a FROM pages');
SELECT loaded_load('SELECT 1', 0);

-- 7. Forgetting: layers whose values are all old enough are deleted, and a layer begins when the newest is old.
UPDATE loaded_layers SET since = since - interval '1 year' WHERE layer = 1;
UPDATE loaded_layers SET since = since - interval '7 months' WHERE layer = 2;
SELECT loaded_forget('6 months') AS deleted;
SELECT layer, older, newer FROM loaded_layers ORDER BY layer;
SELECT loaded_contains('https://example.org/1/more') AS forgotten, loaded_contains('https://example.org/1' || '10') AS kept;
SELECT loaded_forget('6 months') AS deleted;

-- 8. A missing layer is an error in every way of asking, the oldest, one between, and the newest.
SELECT bloom_set_create('lost', 'integer', 1000);
SELECT lost_add(1), lost_grow(1), lost_grow(1), lost_load('SELECT 2', 10000);
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
    RETURN QUERY SELECT q, asked('SELECT ' || q) FROM unnest('{lost_contains(7), lost_add(7), "lost_add_all(''{7}'')",
        "bloom_set_probe(''lost'', ''lost_layers'', 7)", "lost_grow(1)", "lost_load(''SELECT 7'', 1000000)", "lost_forget(''0 s'')"}'::text[]) AS q;
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
SELECT lost_contains(7);
ROLLBACK;
SELECT lost_contains(7) AS absent, lost_contains(1) AND lost_contains(2) AS there;
-- Oldest layers that were forgotten are no loss.
SELECT lost_forget('-1 second', '1 year') AS deleted, lost_contains(1), lost_add(7);
SELECT lost_contains(7), lost_contains(1);

-- 9. Emptied, and repaired, also after TRUNCATE.
SELECT lost_clear() AS layer, lost_contains(7);
SELECT lost_contains(7), lost_add(7);
SELECT layer, shards, fpp, grows, older, newer FROM lost_layers;
TRUNCATE lost;
SELECT lost_add(7);
SELECT lost_clear(100000) AS layer;
TRUNCATE lost, lost_layers;
SELECT lost_grow(1);
SELECT lost_clear() AS layer, lost_add(8);
SELECT lost_contains(8), lost_contains(7);
SELECT layer, shards, fpp, grows, older, newer FROM lost_layers;
SELECT bloom_set_drop('lost');
DROP FUNCTION asked, asked_without;

-- 10. Rates beyond that of the set, and sizes.
SELECT bloom_set_create('rates', 'integer', 1000, fpp => 0.001);
SELECT rates_grow(60000, 0.01);
SELECT rates_load('SELECT generate_series(1, 1000)') AS has_room, rates_load('SELECT generate_series(1, 60000)') AS layer;
SELECT layer, fpp FROM rates_layers ORDER BY layer;
SELECT rates_grow(0);
SELECT rates_grow(-1);
SELECT rates_grow(1, 2.0);
SELECT rates_grow(1, 1e-300);
SELECT rates_grow(1000000000000);
SELECT bloom_set_create('tiny', fpp => 1e-300);
SELECT bloom_set_create('huge', capacity => 1000000000000);
SELECT bloom_set_drop('rates');

-- 11. Long work says how much is done: here after every row, by default every five seconds. What takes much space is announced.
SET client_min_messages = notice;
SELECT layer, shards FROM bloom_set_next('seen', 'seen_layers', 0.01, 100000000000, 0.001);
SELECT count(*) FROM generate_series(1, 3) WHERE bloom_progress('rows read', 3, 0);
SELECT count(*) FROM generate_series(1, 2) WHERE bloom_progress('rows read', seconds => 0);
SELECT count(*) FROM generate_series(1, 3) WHERE bloom_progress(NULL, NULL, NULL);
SELECT count(*) FROM generate_series(1, 3) WHERE bloom_progress('rows read', 3);
SET client_min_messages = warning;

-- 12. Names that are taken, and what is no set.
SELECT bloom_set_create('seen');
SELECT bloom_set_create('seen_layers');
CREATE FUNCTION fresh_add(text) RETURNS text LANGUAGE sql RETURN '';
SELECT bloom_set_create('fresh');
DROP FUNCTION fresh_add;
SELECT bloom_set_create('My set');
SELECT bloom_set_drop('seen_layers');
SELECT bloom_set_upgrade('pages');
-- A function of the same name with other arguments stays.
CREATE FUNCTION ids_add(text) RETURNS text LANGUAGE sql RETURN 'mine';
SELECT bloom_set_drop('ids');
SELECT ids_add('');
DROP FUNCTION ids_add;
-- Tables and functions that only have the names.
CREATE TABLE like_a_set (layer integer, shard integer, f bloom, open boolean, PRIMARY KEY (layer, shard));
CREATE TABLE like_a_set_layers (LIKE seen_layers);
CREATE FUNCTION like_a_set_contains(text) RETURNS boolean LANGUAGE sql RETURN true;
SELECT bloom_set_drop('like_a_set');
DROP TABLE like_a_set, like_a_set_layers;
DROP FUNCTION like_a_set_contains;
-- Renamed: the functions find the table after an upgrade, and keep their names.
SELECT bloom_set_create('before', 'integer');
SELECT before_add(1);
ALTER TABLE before RENAME TO "After";
SELECT bloom_set_upgrade('"After"');
SELECT before_contains(1), before_add(1), before_add(2), before_grow(1), before_load('SELECT 3', 100000) AS loaded;
SELECT layers FROM before_info();
SELECT bloom_set_drop('"After"');
SELECT to_regclass('before_layers'), to_regproc('before_add');
-- An upgrade of what is new changes nothing.
CREATE TABLE made AS SELECT oid, proname, prosrc, prosqlbody::text, proacl, obj_description(oid, 'pg_proc') FROM pg_proc WHERE proname LIKE 'seen\_%';
GRANT EXECUTE ON FUNCTION seen_add TO pg_monitor;
SELECT bloom_set_upgrade('seen');
SELECT count(*) AS functions, count(*) FILTER (WHERE proacl IS NOT NULL) AS granted FROM pg_proc WHERE proname LIKE 'seen\_%';
SELECT count(*) AS same FROM made JOIN pg_proc USING (oid, proname, prosrc)
WHERE made.obj_description = obj_description(oid, 'pg_proc');
REVOKE EXECUTE ON FUNCTION seen_add FROM pg_monitor;
DROP TABLE made;
-- By the owner only.
CREATE ROLE bloom_other;
GRANT ALL ON seen, seen_layers TO bloom_other;
SET ROLE bloom_other;
SELECT bloom_set_upgrade('seen');
SELECT bloom_set_drop('seen');
RESET ROLE;
ALTER TABLE seen OWNER TO bloom_other;
SELECT bloom_set_upgrade('seen');
ALTER TABLE seen OWNER TO CURRENT_USER;
REVOKE ALL ON seen, seen_layers FROM bloom_other;
DROP ROLE bloom_other;

-- 13. Dropped as a whole, or not at all.
CREATE VIEW known AS SELECT * FROM seen;
SELECT bloom_set_drop('seen');
DROP VIEW known;
SELECT bloom_set_drop('seen');
CREATE TABLE users (id integer);
SELECT bloom_set_drop('users');
SELECT count(*) FROM users;
SELECT proname FROM pg_proc WHERE proname LIKE 'seen\_%' AND pronamespace = 'public'::regnamespace;
\set VERBOSITY terse
DROP EXTENSION bloom_rs;
\set VERBOSITY default
SELECT count(bloom_set_drop(oid)) FROM pg_class WHERE obj_description(oid, 'pg_class') LIKE 'live set of bloom_set_create: filters%';
DROP TABLE pages, users;
DROP DOMAIN word, array_of_text;
DROP TYPE pair, tags;
DROP SCHEMA "My Schema";
RESET client_min_messages;
DROP EXTENSION bloom_rs;
