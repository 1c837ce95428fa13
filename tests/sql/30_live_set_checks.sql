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

-- 2. Names of functions derive from that of the set, and are never cut: with _contains, the first of these has 63 bytes.
BEGIN;
SELECT raised(format('SELECT bloom_set_create(%L)', repeat('s', 54)));
SELECT to_regproc(repeat('s', 54) || '_contains') IS NOT NULL AS made;
SELECT raised(format('SELECT bloom_set_create(%L)', repeat('s', 55)));
SELECT to_regclass(repeat('s', 55)) IS NULL AS nothing_made;
ROLLBACK;

-- 3. Whatever the name of a set is, it works and is dropped as a whole.
BEGIN;
\set schema 'sc''h.e"m$$a'
CREATE SCHEMA :"schema";
CREATE FUNCTION works(schema text, name text) RETURNS boolean LANGUAGE plpgsql AS $works$
DECLARE
    set CONSTANT text := format('%I.%I', schema, name);
    functions text[];
    works boolean;
BEGIN
    PERFORM bloom_set_create(set, capacity => 100);
    SELECT array_agg(format('%I.%I', schema, name || '_' || suffix) ORDER BY n) INTO functions
    FROM unnest('{add, contains, add_all, grow, load, forget, info, clear}'::text[]) WITH ORDINALITY AS s (suffix, n);
    EXECUTE format($$SELECT %s('a') AND NOT %s('b') AND (SELECT count(*) = 1 FROM %s('{a, b}')) AND %s(9) = 2
                        AND %s('SELECT 1') = 2 AND %s('1 day') = 0 AND (SELECT layers >= 1 FROM %s()) AND %s() = 3$$, VARIADIC functions) INTO works;
    PERFORM bloom_set_drop(set);
    RETURN works;
END $works$;
SELECT name, works
FROM unnest(ARRAY['$sql$', '$xsql$', '$$', 'a''b', 'a"b', 'a b', 'a.b', '@set@', '@''set''@', 'a\b', '%s', 'select', '--', 'ü']) AS name, works(:'schema', name)
WHERE works IS NOT TRUE;
SELECT count(*) AS relations_left FROM pg_class WHERE relnamespace = quote_ident(:'schema')::regnamespace;
SELECT count(*) AS functions_left FROM pg_proc WHERE pronamespace = quote_ident(:'schema')::regnamespace;
ROLLBACK;

-- 4. What it makes belongs to the caller, and is no part of the extension.
BEGIN;
CREATE ROLE bloom_maker;
CREATE SCHEMA made AUTHORIZATION bloom_maker;
SET ROLE bloom_maker;
SELECT bloom_set_create('made.seen');
RESET ROLE;
SELECT count(*) > 0 AS some, bool_and(relowner = 'bloom_maker'::regrole) AS owned FROM pg_class WHERE relnamespace = 'made'::regnamespace;
SELECT count(*), bool_and(proowner = 'bloom_maker'::regrole) AS owned, bool_or(prosecdef) AS security_definer,
       bool_and(coalesce(obj_description(oid, 'pg_proc'), '') LIKE '%bloom_set_create%') AS commented
FROM pg_proc WHERE pronamespace = 'made'::regnamespace;
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
SELECT public.raised('SELECT public.bloom_set_create(''public.safe'', ''pg_catalog.text'')');
SELECT public.safe_add('a'), public.safe_contains('b') AS absent, (SELECT count(*) FROM public.safe_add_all('{a, c}')) AS new;
SET LOCAL search_path = evil, pg_catalog, public;
SELECT public.raised('SELECT public.bloom_set_create(''public.safe2'', ''pg_catalog.text'')');
SELECT public.safe2_add('a'), public.safe2_contains('b') AS absent, (SELECT count(*) FROM public.safe2_add_all('{a, c}')) AS new;
ROLLBACK;

-- 6. A probe reads nothing but tables of a live set: here is what it says of others.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
CREATE VIEW a_view AS TABLE seen;
CREATE TABLE parted (LIKE seen INCLUDING ALL) PARTITION BY LIST (layer);
CREATE TABLE no_key (LIKE seen);
CREATE TABLE other_key (LIKE seen, PRIMARY KEY (shard));
CREATE TABLE wrong_type (LIKE seen INCLUDING ALL);
ALTER TABLE wrong_type ALTER f TYPE bytea USING f::bytea;
CREATE TABLE nulls (LIKE seen INCLUDING ALL);
ALTER TABLE nulls ALTER f DROP NOT NULL;
INSERT INTO nulls SELECT layer, shard, NULL, open FROM seen;
CREATE TABLE no_layers (LIKE seen_layers INCLUDING ALL);
CREATE TABLE empty (LIKE seen INCLUDING ALL);
SELECT sql, wrong
FROM (VALUES ('0', 'seen_layers', '42P01', 'relation with OID 0 does not exist'),
             ('seen_pkey', 'seen_layers', '42809', 'public.seen_pkey is not a table'),
             ('a_view', 'seen_layers', '42809', 'public.a_view is not a table'),
             ('parted', 'seen_layers', '42809', 'public.parted is not a table'),
             ('no_key', 'seen_layers', '42809', 'public.no_key has another primary key than expected'),
             ('other_key', 'seen_layers', '42809', 'public.other_key has another primary key than expected'),
             ('wrong_type', 'seen_layers', '42703', 'column "f" of relation public.wrong_type does not exist'),
             ('nulls', 'seen_layers', '22004', 'a column of the row is NULL'),
             ('seen', 'seen', '42703', 'column "shards" of relation public.seen does not exist'),
             ('seen', 'no_layers', '55000', 'a layer is missing in public.seen'),
             ('empty', 'seen_layers', '55000', 'a row is missing in public.empty'),
             ('pg_class', 'seen_layers', '42703', 'column "layer" of relation pg_catalog.pg_class does not exist')) AS v (set, layers, state, message),
     unnest(ARRAY['contains', 'probe']) AS function,
     LATERAL format('SELECT bloom_set_%s(%L, %L, 1)', function, set, layers) AS sql, wrong(sql, state, message);
-- Values of the set's type, or of another.
SELECT count(*) FROM seen_add_all(ARRAY(SELECT generate_series(1, 5000)));
SELECT bloom_set_contains('seen', 'seen_layers', 1::smallint), bloom_set_probe('seen', 'seen_layers', 1) IS NULL AS nothing_to_add,
       (bloom_set_probe('seen', 'seen_layers', -1)).layer AS layer_to_add_to;
SELECT * FROM wrong('SELECT bloom_set_contains(''seen'', ''seen_layers'', ''a''::text)', '42804', 'element type mismatch');
-- The right to read the table is needed, and row security is not bypassed.
CREATE ROLE bloom_nobody;
\set as_nobody 'SET LOCAL ROLE bloom_nobody; SELECT bloom_set_contains(''seen'', ''seen_layers'', 1)'
SELECT * FROM wrong(:'as_nobody', '42501', 'permission denied for table public.seen');
ALTER TABLE seen ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON seen TO bloom_nobody;
SELECT * FROM wrong(:'as_nobody', '42501', 'query would be affected by row-level security policy for table public.seen');
ROLLBACK;

-- 7. It reads columns by name, whatever their order, and leaves others alone.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
ALTER TABLE seen ADD note text DEFAULT 'none', DROP open;
ALTER TABLE seen ADD open boolean NOT NULL DEFAULT true;
ALTER TABLE seen_layers ADD note text;
SELECT seen_add(1);
SELECT seen_contains(1) AS added, seen_contains(2) AS absent, seen_add(1) AS new;
ROLLBACK;

-- 8. A closed row of the newest layer is an error, for values that the row does not contain.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
SELECT seen_add(1);
UPDATE seen SET open = false;
SELECT sql, wrong
FROM unnest(ARRAY['SELECT seen_contains(2)', 'SELECT seen_add(2)']) AS sql,
     wrong(sql, '55000', 'a row is closed in public.seen, although its layer is the newest');
SELECT seen_contains(1) AS added;
SELECT seen_grow(1);
SELECT seen_contains(2) AS absent, seen_add(2) AS new;
ROLLBACK;

-- 9. The newest layer and the next one, which needs possible parameters. A missing layer is an error, whichever it is.
BEGIN;
SELECT bloom_set_create('seen', 'integer');
SELECT seen_grow(1), seen_grow(1), seen_grow(1);
SELECT (bloom_set_newest('seen', 'seen_layers')).layer AS newest, bloom_set_next('seen', 'seen_layers', 0.01, 371, 0.1) AS next,
       bloom_set_next('seen', 'seen_layers', 0.01, NULL, 0.1) IS NULL AS strict;
SELECT capacity, fpp, wrong
FROM (VALUES (0, NULL, '22023', 'capacity must be at least 1'),
             (1, 1, '22023', 'false-positive rate must be greater than 0 and less than 1'),
             (1000000000000, NULL, '54000', 'capacity is too large for a layer of a live set')) AS v (capacity, fpp, state, message),
     wrong(format('SELECT bloom_set_next(''seen'', ''seen_layers'', 0.01, %s, %L)', capacity, fpp), state, message);
SELECT sql, wrong
FROM generate_series(1, 4) AS missing,
     unnest(ARRAY[$$seen_contains(1)$$, $$seen_add(1)$$, $$seen_add_all('{1}')$$, $$bloom_set_newest('seen', 'seen_layers')$$,
                  $$bloom_set_next('seen', 'seen_layers', 0.01, 1, NULL)$$]) AS question,
     LATERAL format('DELETE FROM seen_layers WHERE layer = %s; SELECT %s', missing, question) AS sql, wrong(sql, '55000', 'a layer is missing in public.seen');
SELECT count(*) AS layers FROM seen_layers;
ROLLBACK;

-- 10. A query to load is one SELECT of one column. What follows it is cut off.
SELECT query, wrong
FROM unnest(ARRAY['', ';', 'SELECT 1; SELECT 2', 'DELETE FROM pg_class RETURNING oid', 'SHOW work_mem', 'COMMIT']) AS query,
     wrong(format('SELECT bloom_set_query(%L)', query), '42601', 'the query is not one SELECT statement');
SELECT query, wrong
FROM unnest(ARRAY['SELECT', 'SELECT 1, 2', 'VALUES (1, 2)']) AS query, wrong(format('SELECT bloom_set_query(%L)', query), '42601', 'the query must return one column');
SELECT * FROM wrong('SELECT bloom_set_query(''SELEC'')', '42601', 'syntax error at or near "SELEC"');
SELECT bloom_set_query('SELECT 1') = 'SELECT 1' AS same, bloom_set_query('VALUES (1) ; -- all') = 'VALUES (1) ' AS cut;

DROP FUNCTION raised, wrong, answer;
RESET client_min_messages;
DROP EXTENSION bloom_rs;
