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
SELECT public.seen_contains('a') AND public.seen_grow(1) = 2 AND public.seen_load('SELECT 1', 1) = 3 AS grown;
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

-- 6. From a table, as one layer; in a set that is still empty, as its only one.
CREATE TABLE pages AS SELECT 'https://example.org/' || i AS url FROM generate_series(1, 10000) AS i;
SELECT bloom_set_create('loaded');
SELECT loaded_load('SELECT url FROM pages') AS layer;
SELECT layers, "values" BETWEEN 9900 AND 10100 AS some_10000, capacity FROM loaded_info();
SELECT bool_and(loaded_contains(url)) AS all FROM pages;
SELECT loaded_load('SELECT url || ''/more'' FROM pages', 20000) AS layer;
SELECT layers FROM loaded_info();

-- 7. Forgetting: layers whose values are all old enough are deleted, and a layer begins when the newest is old.
UPDATE loaded_layers SET since = since - interval '1 year' WHERE layer = 2;
UPDATE loaded_layers SET since = since - interval '7 months' WHERE layer = 3;
SELECT loaded_forget('6 months') AS deleted;
SELECT layer FROM loaded_layers ORDER BY layer;
SELECT loaded_contains('https://example.org/1') AS forgotten, loaded_contains('https://example.org/1/more') AS kept;
SELECT loaded_forget('6 months') AS deleted;

-- 8. Dropped as a whole, or not at all.
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
