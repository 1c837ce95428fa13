-- Cases in which a lookup could lose rows, find others, or run the code of somebody else. It runs after skip_table.sql. Fails at the first difference.
\set ON_ERROR_STOP 1
SET client_min_messages = warning;

CREATE PROCEDURE raises(sqlstate_expected text, statement text) LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        EXECUTE statement;
    EXCEPTION WHEN OTHERS THEN
        ASSERT SQLSTATE = sqlstate_expected, format('%s raises %s: %s', statement, SQLSTATE, SQLERRM);
        RETURN;
    END;
    RAISE EXCEPTION 'accepted: %', statement USING ERRCODE = 'assert_failure';
END $$;

-- Fails unless a lookup of a value finds as many rows as the plain query; returns how many.
CREATE FUNCTION agree(v integer) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    found bigint := (SELECT count(*) FROM ev_by_uid(v));
    plain bigint := (SELECT count(*) FROM ev WHERE uid = v);
BEGIN
    ASSERT found = plain, format('lookup of %s: %s rows, and not %s', v, found, plain);
    RETURN plain;
END $$;
CREATE PROCEDURE sealed(expected bigint) LANGUAGE plpgsql AS $$
DECLARE
    i record;
BEGIN
    SELECT * INTO i FROM ev_uid_skip_info();
    ASSERT i.sealed = expected, i::text;
END $$;

-- Rows of the statement that is running, whose marks follow at its end
INSERT INTO ev VALUES (1, 9001, 'first'), (1, 9002, 'second') RETURNING uid, agree(9001);
WITH i AS (INSERT INTO ev VALUES (2, 9003, 'with') RETURNING uid) SELECT agree(uid) FROM i;
CREATE FUNCTION looks() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM agree(NEW.uid); RETURN NEW; END';
CREATE TRIGGER a_looks AFTER INSERT OR UPDATE ON ev_3 FOR EACH ROW EXECUTE FUNCTION looks();
INSERT INTO ev VALUES (3, 9004, 'after');
SELECT ev_uid_skip_seal();
UPDATE ev SET uid = 9005 WHERE day = 3 AND uid = 3;
DROP TRIGGER a_looks ON ev_3;
CREATE TRIGGER a_looks BEFORE INSERT ON ev_4 FOR EACH ROW EXECUTE FUNCTION looks();
INSERT INTO ev VALUES (4, 9006, 'before'), (4, 9006, 'duplicate');
DROP TRIGGER a_looks ON ev_4;
SELECT ev_uid_skip_seal();
CALL sealed(40);
-- A partition that the transaction has written to counts as unsealed until its end, also if the write did not make it stale.
BEGIN;
UPDATE ev_5 SET payload = 'other';
CALL sealed(39);
SELECT agree(5), agree(9006);
COMMIT;
CALL sealed(40);
BEGIN;
SAVEPOINT a;
UPDATE ev_5 SET uid = 9007 WHERE uid = 5;
SELECT agree(9007);
ROLLBACK TO a;
SELECT agree(9007), agree(5);
CALL sealed(40);
SELECT ev_uid_skip_seal(ARRAY['ev_5']::regclass[]);
CALL sealed(40);
ROLLBACK;

-- Columns named as the tables of the queries
CREATE TABLE named (d integer, k integer, p text, q text, r text, gone integer, s integer) PARTITION BY LIST (d);
CREATE TABLE named_1 PARTITION OF named FOR VALUES IN (1);
CREATE TABLE named_2 (s integer, r text, q text, p text, k integer, d integer);
ALTER TABLE named DROP COLUMN gone;
ALTER TABLE named ATTACH PARTITION named_2 FOR VALUES IN (2);
INSERT INTO named VALUES (1, 1, '(2,2,forged,q,r,3)', 'q', 'r', 7), (2, 2, NULL, '', 'no row', 8);
SELECT bloom_skip_create('named', 'k');
SELECT named_k_skip_seal();
DO $$
BEGIN
    ASSERT (SELECT n::text FROM named_by_k(1) AS n) = (SELECT n::text FROM named AS n WHERE k = 1);
    ASSERT (SELECT n::text FROM named_by_k_any('{2}') AS n) = (SELECT n::text FROM named AS n WHERE k = 2);
    ASSERT (SELECT count(*) FROM named_by_k_any('{1, 2, 3}')) = 2;
END $$;

-- A cast between the row types, by the owner of the table
CREATE ROLE app;
CREATE SCHEMA app AUTHORIZATION app;
CREATE TABLE app.t (d integer, k integer) PARTITION BY LIST (d);
CREATE TABLE app.t_1 PARTITION OF app.t FOR VALUES IN (1);
INSERT INTO app.t VALUES (1, 1);
ALTER TABLE app.t OWNER TO app;
ALTER TABLE app.t_1 OWNER TO app;
SET ROLE app;
SELECT bloom_skip_create('app.t', 'k');
SELECT app.t_k_skip_seal();
CREATE FUNCTION app.forge(app.t_1) RETURNS app.t LANGUAGE plpgsql AS $$ BEGIN RAISE 'as %', current_user; END $$;
CREATE CAST (app.t_1 AS app.t) WITH FUNCTION app.forge(app.t_1);
RESET ROLE;
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM app.t_by_k(1)) = 1;
END $$;

-- An operator of a domain, in the schema of the operator of its type
CREATE EXTENSION hstore;
CREATE DOMAIN attributes AS hstore;
CREATE TABLE doms (d integer, k attributes) PARTITION BY LIST (d);
CREATE TABLE doms_1 PARTITION OF doms FOR VALUES IN (1);
INSERT INTO doms VALUES (1, 'a=>1');
SELECT bloom_skip_create('doms', 'k');
SELECT doms_k_skip_seal();
CREATE FUNCTION forge(attributes, hstore) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'as %', current_user; END $$;
CREATE OPERATOR public.= (LEFTARG = attributes, RIGHTARG = hstore, FUNCTION = forge);
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM doms_by_k('a=>1')) = 1;
    FOR i IN 2..9 LOOP -- too many to be read one by one
        EXECUTE format('CREATE TABLE doms_%s PARTITION OF doms FOR VALUES IN (%1$s)', i);
    END LOOP;
    ASSERT (SELECT count(*) FROM doms_by_k('a=>1')) = 1;
    ASSERT (SELECT count(*) FROM doms_by_k_any('{a=>1}')) = 1;
END $$;

-- Marks are left in a table of the owner of the partition: only the owner makes lookups.
CREATE TABLE app.other (d integer, k integer) PARTITION BY LIST (d);
ALTER TABLE app.other OWNER TO app;
CALL raises('42501', $$SELECT bloom_skip_create('app.other', 'k')$$);
CREATE ROLE member IN ROLE app;
GRANT ALL ON SCHEMA app TO member;
SET ROLE member;
CALL raises('42501', $$SELECT bloom_skip_create('app.other', 'k')$$);
SET ROLE app;
SELECT bloom_skip_create('app.other', 'k');
RESET ROLE;

-- The seal that is replaced is not registered any more, because other sessions may not have learned of the new triggers yet.
SELECT ev_uid_skip_seal('{ev_11}');
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM ev_uid_skip, unnest(seals) AS s WHERE (s & 4294967295)::oid = 'ev_11'::regclass) = 1;
END $$;

-- Other functions with the names of those that lookups and sealing call
CREATE FUNCTION planted() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RAISE ''a function of somebody else is called''; END';
CREATE FUNCTION bloom_skip_look_up(ev, name[], regclass, regclass, bigint) RETURNS SETOF ev LANGUAGE sql AS 'SELECT NULL::ev WHERE planted()';
CREATE FUNCTION bloom_agg(money) RETURNS bloom LANGUAGE sql AS 'SELECT NULL::bloom WHERE planted()';
INSERT INTO ev VALUES (10, 9010, 'stale');
SELECT agree(9010);
CALL raises('42725', 'SELECT ev_uid_skip_seal()');
CALL raises('42725', $$SELECT bloom_skip_create('ev', 'day')$$);
DROP FUNCTION bloom_skip_look_up(ev, name[], regclass, regclass, bigint), bloom_agg(money), planted;
SELECT ev_uid_skip_seal();
CALL sealed(40);
SELECT agree(9010);

-- What a session keeps of partitions does not depend on the tables that callers name.
CREATE FUNCTION heap() RETURNS bigint LANGUAGE sql AS $$ SELECT total_bytes FROM pg_backend_memory_contexts WHERE name = 'bloom_rs' $$;
DO $$
DECLARE
    before bigint := heap();
BEGIN
    PERFORM count(*) FROM generate_series(1, 2000) AS g, bloom_skip_info('ev', '{uid}', 'ev_uid_skip', (4000000000 + g)::oid::regclass);
    ASSERT heap() - before < 200000, format('%s bytes more', heap() - before);
END $$;

-- Nobody has code run by those who write to a partition, seal it, or look up: a role with each privilege on all tables.
CREATE ROLE shop_app;
CREATE SCHEMA shop;
GRANT USAGE, CREATE ON SCHEMA shop TO shop_app;
CREATE TABLE shop.ev (day integer, uid integer) PARTITION BY LIST (day);
DO $$ BEGIN FOR i IN 1..20 LOOP EXECUTE format('CREATE TABLE shop.ev_%s PARTITION OF shop.ev FOR VALUES IN (%1$s)', i); END LOOP; END $$;
SELECT bloom_skip_create('shop.ev', 'uid');
SELECT shop.ev_uid_skip_seal();
GRANT ALL ON ALL TABLES IN SCHEMA shop TO shop_app;
SET ROLE shop_app;
CREATE FUNCTION shop.run() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'as %', current_user; END $$;
CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE ON shop.ev_uid_skip_stale FOR EACH ROW EXECUTE FUNCTION shop.run();
CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE ON shop.ev_uid_skip FOR EACH ROW EXECUTE FUNCTION shop.run();
CREATE TRIGGER s BEFORE INSERT OR UPDATE OR DELETE ON shop.ev_uid_skip_stale EXECUTE FUNCTION shop.run();
CREATE TRIGGER s BEFORE INSERT OR UPDATE OR DELETE ON shop.ev_uid_skip EXECUTE FUNCTION shop.run();
INSERT INTO shop.ev VALUES (1, 1);
RESET ROLE;
-- The owner's own rule, policy, constraint, default: marks are written all the same.
CREATE RULE nothing AS ON INSERT TO shop.ev_uid_skip_stale DO INSTEAD NOTHING;
ALTER TABLE shop.ev_uid_skip_stale ADD CHECK (seal = 0) NOT VALID, ALTER seal SET DEFAULT 1;
INSERT INTO shop.ev VALUES (2, 2);
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM shop.ev_by_uid(1)) = 1 AND (SELECT count(*) FROM shop.ev_by_uid(2)) = 1;
    ASSERT (SELECT stale FROM shop.ev_uid_skip_info()) = 2;
    ASSERT shop.ev_uid_skip_seal() = 2;
END $$;
ALTER TABLE shop.ev_uid_skip_stale DROP CONSTRAINT ev_uid_skip_stale_seal_check;
-- Tables that others create under the names of before are not those that were meant.
ALTER SCHEMA shop RENAME TO old_shop;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO shop_app', current_database()); END $$;
SET ROLE shop_app;
CREATE SCHEMA shop;
CREATE TABLE shop.ev_uid_skip_stale (seal bigint NOT NULL);
CREATE INDEX ON shop.ev_uid_skip_stale (seal);
CREATE TABLE shop.ev_uid_skip (number integer, capacity bigint, seals bigint[], matrix bloom_matrix);
CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE ON shop.ev_uid_skip_stale FOR EACH ROW EXECUTE FUNCTION old_shop.run();
RESET ROLE;
INSERT INTO old_shop.ev VALUES (3, 3);
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM old_shop.ev_by_uid(3)) = 1 AND (SELECT count(*) FROM old_shop.ev_by_uid(1)) = 1;
    ASSERT NOT EXISTS (SELECT FROM shop.ev_uid_skip_stale);
    ASSERT old_shop.ev_uid_skip_seal() = 1;
END $$;
-- Whatever is renamed, lookups go on, and drop finds what was made.
ALTER TABLE old_shop.ev_uid_skip_stale SET SCHEMA app;
ALTER TABLE old_shop.ev RENAME TO evs;
INSERT INTO old_shop.evs VALUES (4, 4);
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM old_shop.ev_by_uid(4)) = 1 AND (SELECT count(*) FROM old_shop.ev_by_uid(1)) = 1;
    ASSERT old_shop.ev_uid_skip_seal() = 1;
END $$;
CALL raises('42704', $$SELECT bloom_skip_drop('old_shop.evs', 'uid')$$);
ALTER TABLE old_shop.evs RENAME COLUMN uid TO user_id;
CALL raises('42703', 'SELECT old_shop.ev_by_uid(4)');
CALL raises('42703', 'SELECT old_shop.ev_uid_skip_seal()');
ALTER TABLE old_shop.evs RENAME TO ev;
SELECT bloom_skip_drop('old_shop.ev', 'uid');
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'old_shop'::regnamespace AND proname LIKE 'ev%');
    ASSERT to_regclass('app.ev_uid_skip_stale') IS NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'old_shop.ev_1'::regclass);
END $$;
DROP SCHEMA shop, old_shop CASCADE;

-- Who seals marks nobody else's table: a trigger that names it does nothing, as it is no seal of its table, or it is refused.
CREATE TABLE target (day integer, uid integer) PARTITION BY LIST (day);
CREATE TABLE target_1 PARTITION OF target FOR VALUES IN (1);
SELECT bloom_skip_create('target', 'uid');
SELECT target_uid_skip_seal();
CREATE SCHEMA forger AUTHORIZATION shop_app;
CREATE FUNCTION forged(arguments text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE (SELECT format('CREATE OR REPLACE TRIGGER t AFTER INSERT ON forger.mine FOR EACH ROW EXECUTE FUNCTION bloom_skip_mark(%s)',
        string_agg(quote_literal(a), ', ')) FROM unnest(arguments) AS a);
    EXECUTE 'INSERT INTO forger.mine VALUES (1, 1)';
END $$;
SET ROLE shop_app;
CREATE TABLE forger.mine (day integer, uid integer);
DO $$
DECLARE
    system text := (SELECT system_identifier::text FROM pg_control_system());
    own text := ((7::bigint << 32) | 'forger.mine'::regclass::oid::bigint)::text;
    place text := system || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) || '/1';
BEGIN
    PERFORM forged(ARRAY['12345', 'target_uid_skip_stale'::regclass::oid::text, place, '2', 'uid']);
    PERFORM forged(ARRAY[own, '0', place, '2', 'uid']);
    PERFORM forged(ARRAY[own, 'target_uid_skip_stale'::regclass::oid::text, system || '/1/1', '2', 'uid']);
    CALL raises('55000', format('SELECT forged(%L)', ARRAY[own, 'target_uid_skip_stale'::regclass::oid::text, place, '2', 'uid']));
    CALL raises('55000', format('SELECT forged(%L)', ARRAY[own, 'forger.mine'::regclass::oid::text, place, '2', 'uid']));
    CALL raises('22023', format('SELECT forged(%L)', ARRAY[own, 'x', place, '2', 'uid']));
    CALL raises('22023', $q$SELECT forged('{1, 2}')$q$);
END $$;
RESET ROLE;
DO $$
BEGIN
    ASSERT (SELECT array_agg(seal) = '{0}' FROM target_uid_skip_stale);
END $$;
CREATE TRIGGER wrong BEFORE INSERT ON target_1 FOR EACH ROW EXECUTE FUNCTION bloom_skip_mark('1', '2', '3', '4', '5');
CALL raises('39P01', 'INSERT INTO target VALUES (1, 1)');
DROP TRIGGER wrong ON target_1;

-- A partition that another role gets cannot be marked, and its rows are not lost: they are refused.
ALTER TABLE target_1 OWNER TO shop_app;
CALL raises('55000', 'INSERT INTO target VALUES (1, 1)');
CALL raises('42501', $$SELECT target_uid_skip_seal('{target_1}')$$);
DO $$ BEGIN ASSERT target_uid_skip_seal() = 0; END $$;
ALTER TABLE target_1 OWNER TO CURRENT_USER;
INSERT INTO target VALUES (1, 1);
DO $$ BEGIN ASSERT (SELECT stale FROM target_uid_skip_info()) = 1; END $$;

-- A trigger that was disabled, or created again, is worth nothing until the next seal.
SELECT target_uid_skip_seal();
DO $$ BEGIN ASSERT (SELECT sealed FROM target_uid_skip_info()) = 1; END $$;
ALTER TABLE target_1 DISABLE TRIGGER ALL;
INSERT INTO target VALUES (1, 2);
ALTER TABLE target_1 ENABLE ALWAYS TRIGGER target_uid_skip_insert, ENABLE ALWAYS TRIGGER target_uid_skip_update;
DO $$
BEGIN
    ASSERT (SELECT sealed FROM target_uid_skip_info()) = 0;
    ASSERT (SELECT count(*) FROM target_by_uid(2)) = 1;
END $$;

-- So are triggers that the sealing transaction itself changed, unless they are as before.
CREATE PROCEDURE change_triggers(old text, new text, firing text, expected bigint) LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    PERFORM target_uid_skip_seal('{target_1}');
    FOR t IN SELECT tgname, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = 'target_1'::regclass AND tgname LIKE '%skip%' LOOP
        EXECUTE format('DROP TRIGGER %I ON target_1', t.tgname);
        EXECUTE replace(t.definition, old, new);
        EXECUTE format('ALTER TABLE target_1 %s TRIGGER %I', firing, t.tgname);
    END LOOP;
    COMMIT;
    ASSERT (SELECT sealed FROM target_uid_skip_info()) = expected, format('%s instead of %s', new, old);
END $$;
CREATE FUNCTION marks_nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CALL change_triggers('', '', 'ENABLE ALWAYS', 1);
CALL change_triggers('', '', 'ENABLE', 0);
CALL change_triggers('bloom_skip_mark(', 'marks_nothing(', 'ENABLE ALWAYS', 0);
CALL change_triggers('AFTER INSERT', 'BEFORE INSERT', 'ENABLE ALWAYS', 0);
CALL change_triggers('AFTER UPDATE', 'BEFORE UPDATE', 'ENABLE ALWAYS', 0);
DO $$ DECLARE database text := format('/%s/', (SELECT oid FROM pg_database WHERE datname = current_database())); BEGIN
    CALL change_triggers(database, '/1/', 'ENABLE ALWAYS', 0);
END $$;
SELECT target_uid_skip_seal('{target_1}');

-- A table of marks that somebody has changed: rows that cannot be marked are refused, and so are seals.
CREATE PROCEDURE refuse_marks_with(change text, sqlstate_of_seal text DEFAULT '55000') LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE change;
    CALL raises('55000', 'INSERT INTO target VALUES (1, 3)');
    CALL raises(sqlstate_of_seal, $q$SELECT target_uid_skip_seal('{target_1}')$q$);
    RAISE EXCEPTION 'undo' USING ERRCODE = 'P0099';
EXCEPTION
    WHEN SQLSTATE 'P0099' THEN NULL;
END $$;
CREATE FUNCTION compare_backwards(bigint, bigint) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT btint8cmp($2, $1)';
CREATE OPERATOR CLASS backwards FOR TYPE bigint USING btree AS OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 compare_backwards(bigint, bigint);
CREATE ACCESS METHOD other_heap TYPE TABLE HANDLER heap_tableam_handler;
SELECT indexrelid::regclass AS marks_index FROM pg_index WHERE indrelid = 'target_uid_skip_stale'::regclass \gset
CALL refuse_marks_with('ALTER TABLE target_uid_skip_stale SET ACCESS METHOD other_heap');
CALL refuse_marks_with('ALTER TABLE target_uid_skip_stale ADD more integer');
CALL refuse_marks_with('ALTER TABLE target_uid_skip_stale RENAME seal TO mark', '42703');
CALL refuse_marks_with('CREATE INDEX ON target_uid_skip_stale (seal)');
CALL refuse_marks_with(format('UPDATE pg_index SET indisvalid = false WHERE indexrelid = %L::regclass', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s; CREATE INDEX ON target_uid_skip_stale USING hash (seal)', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s; CREATE INDEX ON target_uid_skip_stale (seal, seal)', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s; CREATE INDEX ON target_uid_skip_stale ((seal + 0))', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s; CREATE UNIQUE INDEX ON target_uid_skip_stale (seal)', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s; CREATE INDEX ON target_uid_skip_stale (seal backwards)', :'marks_index'));
CALL refuse_marks_with(format('DROP INDEX %s; CREATE INDEX ON target_uid_skip_stale (seal) WHERE seal > 0', :'marks_index'));
INSERT INTO target VALUES (1, 3);

-- Tables that belong to several roles, and a table of marks that is not whole: all partitions are read.
SELECT target_uid_skip_seal('{target_1}');
DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM target_by_uid_partitions(987654)); END $$;
ALTER TABLE target_uid_skip OWNER TO shop_app;
DO $$ BEGIN ASSERT EXISTS (SELECT FROM target_by_uid_partitions(987654)); END $$;
ALTER TABLE target_uid_skip OWNER TO CURRENT_USER;
ALTER TABLE target_uid_skip_stale OWNER TO shop_app;
DO $$ BEGIN ASSERT EXISTS (SELECT FROM target_by_uid_partitions(987654)); END $$;
ALTER TABLE target_uid_skip_stale OWNER TO CURRENT_USER;
INSERT INTO target VALUES (1, 4);
TRUNCATE target_uid_skip_stale;
DO $$ BEGIN ASSERT (SELECT count(*) FROM target_by_uid(4)) = 1; END $$;

-- What a session knows to be marked ends with the subtransaction, and with a transaction that is prepared.
SELECT target_uid_skip_seal('{target_1}');
BEGIN;
SAVEPOINT a;
SAVEPOINT b;
INSERT INTO target VALUES (1, 5);
RELEASE b;
ROLLBACK TO a;
INSERT INTO target VALUES (1, 6);
COMMIT;
DO $$ BEGIN ASSERT (SELECT count(*) FROM target_by_uid(6)) = 1; END $$;
SELECT target_uid_skip_seal('{target_1}');
BEGIN;
INSERT INTO target VALUES (1, 7);
PREPARE TRANSACTION 'marks';
INSERT INTO target VALUES (1, 8);
ROLLBACK PREPARED 'marks';
DO $$ BEGIN ASSERT (SELECT count(*) FROM target_by_uid(8)) = 1; END $$;

-- Names of several tables and columns that come to the same: only the own objects are dropped.
CREATE TABLE a (x integer, b_c integer) PARTITION BY LIST (x);
CREATE TABLE a_b (x integer, c integer) PARTITION BY LIST (x);
SELECT bloom_skip_create('a_b', 'c');
CALL raises('42704', $$SELECT bloom_skip_drop('a', 'b_c')$$);
CALL raises('42P07', $$SELECT bloom_skip_create('a', 'b_c')$$);
SELECT bloom_skip_drop('a_b', 'c');
DROP TABLE a, a_b;

-- What changes how names are written, and how texts compare
SET quote_all_identifiers = on;
SELECT bloom_skip_create('target', 'day');
RESET quote_all_identifiers;
SELECT target_day_skip_seal();
SET quote_all_identifiers = on;
SELECT target_day_skip_seal('{target_1}');
SELECT bloom_skip_drop('target', 'day');
RESET quote_all_identifiers;
CREATE COLLATION posix (provider = libc, locale = 'POSIX');
CREATE TABLE cc (d integer, k text COLLATE posix, s smallint, r real, n name) PARTITION BY LIST (d);
DO $$ BEGIN FOR i IN 1..30 LOOP EXECUTE format('CREATE TABLE cc_%s PARTITION OF cc FOR VALUES IN (%1$s)', i); END LOOP; END $$;
INSERT INTO cc SELECT i, 'Foo' || i % 20, i, 12.3, 'name' || i FROM generate_series(1, 30) AS i;
SELECT bloom_skip_create('cc', c) FROM unnest('{k, s, r, n}'::name[]) AS c;
SELECT cc_k_skip_seal(), cc_s_skip_seal(), cc_r_skip_seal(), cc_n_skip_seal();
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM cc_by_k('Foo1' COLLATE "C")) = 2;
    ASSERT (SELECT count(*) FROM cc_by_k_any('{Foo1,Foo2,Foo3,Foo4}' COLLATE "C")) = 8;
    ASSERT (SELECT count(*) FROM cc_by_s(7)) = 1 AND (SELECT count(*) FROM cc_by_s(100000)) = 0;
    ASSERT (SELECT count(*) FROM cc_by_s_any('{7, 8, 100000}')) = 2;
    ASSERT (SELECT count(*) FROM cc_by_r(12.3)) = (SELECT count(*) FROM cc WHERE r = 12.3);
    ASSERT (SELECT count(*) FROM cc_by_r(12.3::real)) = 30;
    ASSERT (SELECT count(*) FROM cc_by_n('name7')) = 1;
    ASSERT (SELECT count(*) FROM cc_by_n(repeat('x', 63) || 'y')) = (SELECT count(*) FROM cc WHERE n = repeat('x', 63) || 'y');
END $$;

-- A table above the one whose partitions are skipped
CREATE TABLE top (d integer, k integer) PARTITION BY RANGE (d);
CREATE TABLE below PARTITION OF top FOR VALUES FROM (1) TO (10) PARTITION BY LIST (d);
CREATE TABLE below_1 PARTITION OF below FOR VALUES IN (1);
CREATE TABLE beside PARTITION OF top FOR VALUES FROM (10) TO (20);
SELECT bloom_skip_create('below', 'k');
CALL raises('42809', $$SELECT below_k_skip_seal('{top}')$$);
CALL raises('42809', $$SELECT below_k_skip_seal('{beside}')$$);
SELECT below_k_skip_seal('{below}');

-- A column that is computed when it is read, by another expression in a partition. The expression of the table counts.
SELECT current_setting('server_version_num')::integer >= 180000 AS has_virtual \gset
\if :has_virtual
CREATE TABLE computed (d integer, k integer, g integer GENERATED ALWAYS AS (k + 1) VIRTUAL) PARTITION BY LIST (d);
CREATE TABLE computed_1 (d integer, k integer, g integer GENERATED ALWAYS AS (k + 2) VIRTUAL);
ALTER TABLE computed ATTACH PARTITION computed_1 FOR VALUES IN (1);
INSERT INTO computed (d, k) VALUES (1, 1);
SELECT bloom_skip_create('computed', 'k');
SELECT computed_k_skip_seal();
DO $$
BEGIN
    ASSERT (SELECT c FROM computed_by_k(1) AS c) IS NOT DISTINCT FROM (SELECT c FROM computed AS c WHERE k = 1);
END $$;
\endif

-- A capacity that is four times the number of values
CREATE TABLE lp (d integer, k integer) PARTITION BY LIST (d);
CREATE TABLE lp_1 PARTITION OF lp FOR VALUES IN (1);
CREATE TABLE lp_2 PARTITION OF lp FOR VALUES IN (2);
INSERT INTO lp SELECT 1, i FROM generate_series(1, 4800) AS i;
SELECT bloom_skip_create('lp', 'k');
SELECT lp_k_skip_seal(ARRAY['lp_1']::regclass[]);
INSERT INTO lp SELECT 2, i FROM generate_series(1, 1491) AS i;
DO $$
DECLARE
    most bigint := (SELECT ceil(bloom_count(bloom_agg(k, NULL::bigint, 0.001))) FROM lp_2);
BEGIN
    ASSERT (SELECT capacity = 4 * most FROM lp_k_skip), format('%s values, capacities: %s', most, (SELECT array_agg(capacity) FROM lp_k_skip));
END $$;
SET statement_timeout = '60s';
SELECT lp_k_skip_seal();
RESET statement_timeout;
DO $$
BEGIN
    ASSERT (SELECT sealed FROM lp_k_skip_info()) = 2;
    ASSERT (SELECT count(*) FROM lp_by_k_any('{1, 1491}')) = 4;
END $$;

-- Row security that hides marks, or a table of marks that a crash empties: the plain query
CREATE ROLE case_reader;
GRANT SELECT ON ev, ev_uid_skip, ev_uid_skip_stale TO case_reader;
GRANT EXECUTE ON FUNCTION agree TO case_reader;
DO $$
BEGIN
    EXECUTE (SELECT string_agg(format('GRANT SELECT ON %s TO case_reader', inhrelid::regclass), '; ') FROM pg_inherits WHERE inhparent = 'ev'::regclass);
END $$;
INSERT INTO ev VALUES (6, 9008, 'hidden mark');
ALTER TABLE ev_uid_skip_stale ENABLE ROW LEVEL SECURITY;
SET ROLE case_reader;
SELECT agree(9008);
CALL raises('42501', 'SELECT ev_uid_skip_info()');
RESET ROLE;
ALTER TABLE ev_uid_skip_stale DISABLE ROW LEVEL SECURITY;
ALTER TABLE ev_uid_skip ENABLE ROW LEVEL SECURITY;
SET ROLE case_reader;
SELECT agree(9008), agree(1);
CALL raises('42501', 'SELECT ev_uid_skip_info()');
RESET ROLE;
ALTER TABLE ev_uid_skip DISABLE ROW LEVEL SECURITY;
SELECT ev_uid_skip_seal();

-- Row security of the table, and of a partition, which plays no part in a query of the table
ALTER TABLE ev ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON ev USING (uid <> 7);
ALTER TABLE ev_8 ENABLE ROW LEVEL SECURITY;
SET ROLE case_reader;
SELECT agree(7), agree(8);
RESET ROLE;
ALTER TABLE ev DISABLE ROW LEVEL SECURITY;
SET ROLE case_reader;
SELECT agree(7), agree(8);
RESET ROLE;
ALTER TABLE ev_8 DISABLE ROW LEVEL SECURITY;
-- A partition in a schema that the reader cannot use
CREATE SCHEMA closed;
ALTER TABLE ev_7 SET SCHEMA closed;
SET ROLE case_reader;
SELECT agree(7), agree(8);
RESET ROLE;

-- Sealing deletes rows of a table that is published.
CREATE PUBLICATION everything FOR ALL TABLES;
INSERT INTO ev VALUES (8, 9009, 'published');
SELECT ev_uid_skip_seal();
CALL sealed(40);
SELECT agree(9009);
DROP PUBLICATION everything;

-- Columns that swap their names: triggers and filters are of the other column.
ALTER TABLE ev ADD COLUMN uid2 integer;
UPDATE ev SET uid2 = uid;
SELECT ev_uid_skip_seal();
BEGIN;
ALTER TABLE ev RENAME uid TO uid_old;
ALTER TABLE ev RENAME uid2 TO uid;
COMMIT;
UPDATE ev SET uid = 77777 WHERE uid = 55;
SELECT agree(77777), agree(55), agree(56);
CALL sealed(0);
SELECT ev_uid_skip_seal();
CALL sealed(40);
SELECT agree(77777), agree(55), agree(56);
-- The same in a partition that is detached
ALTER TABLE ev DETACH PARTITION ev_9;
ALTER TABLE ev_9 RENAME uid TO was_uid;
ALTER TABLE ev_9 RENAME uid_old TO uid;
ALTER TABLE ev_9 RENAME was_uid TO uid_old;
UPDATE ev_9 SET uid = 88888 WHERE uid = 9;
ALTER TABLE ev ATTACH PARTITION ev_9 FOR VALUES IN (9);
CALL sealed(39);
SELECT agree(88888), agree(9);

-- DROP: of this column only, and with the messages that the caller wants
CREATE TABLE alike (d integer, x integer, x_any integer, y integer[], y_any integer[]) PARTITION BY LIST (d);
SELECT bloom_skip_create('alike', c) FROM unnest('{x, x_any, y, y_any}'::name[]) AS c;
RESET client_min_messages;
BEGIN;
SELECT bloom_skip_drop('alike', 'x');
DO $$
BEGIN
    ASSERT current_setting('client_min_messages') = 'notice', current_setting('client_min_messages');
    ASSERT to_regprocedure('alike_by_x(integer)') IS NULL AND to_regprocedure('alike_by_x_any(integer[])') IS NULL;
    ASSERT NOT EXISTS (SELECT FROM alike_by_x_any(1)), 'the lookup of another column';
END $$;
ROLLBACK;
SELECT bloom_skip_drop('alike', 'x_any');
DO $$
BEGIN
    ASSERT to_regprocedure('alike_by_x_any(integer)') IS NULL AND to_regprocedure('alike_by_x_any_any(integer[])') IS NULL;
    ASSERT NOT EXISTS (SELECT FROM alike_by_x_any('{1}'));
END $$;
SELECT bloom_skip_drop('alike', 'y');
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM alike_by_y_any('{1}'));
END $$;
SELECT bloom_skip_drop('alike', c) FROM unnest('{x, y_any}'::name[]) AS c;
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM pg_proc WHERE proname LIKE 'alike%');
END $$;
