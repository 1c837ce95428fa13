-- Cases in which a lookup could lose rows, find others, or run the code of somebody else. It runs after skip_table.sql, whose
-- lookup reads partitions one by one. Fails at the first difference.
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

-- Who owns the table or the schema could replace the tables that the trigger's function writes to as its owner.
CREATE TABLE app.other (d integer, k integer) PARTITION BY LIST (d);
CALL raises('42501', $$SELECT bloom_skip_create('app.other', 'k')$$);
ALTER TABLE app.other OWNER TO app;
CALL raises('42501', $$SELECT bloom_skip_create('app.other', 'k')$$);
CREATE ROLE member IN ROLE app;
CREATE SCHEMA member AUTHORIZATION member;
GRANT ALL ON SCHEMA member TO app;
SET ROLE member;
CALL raises('42501', $$SELECT bloom_skip_create('app.other', 'k')$$);
SET ROLE app;
SELECT bloom_skip_create('app.other', 'k');
CREATE TABLE member.t (d integer, k integer) PARTITION BY LIST (d);
CALL raises('42501', $$SELECT bloom_skip_create('member.t', 'k')$$);
RESET ROLE;
CREATE SCHEMA of_superuser;
ALTER TABLE member.t SET SCHEMA of_superuser;
GRANT ALL ON SCHEMA of_superuser TO app;
SET ROLE app;
SELECT bloom_skip_create('of_superuser.t', 'k');
RESET ROLE;

-- The owner of the database, who is no superuser, owns the schema public through pg_database_owner.
DO $$
BEGIN
    ASSERT (SELECT nspowner = 'pg_database_owner'::regrole FROM pg_namespace WHERE nspname = 'public');
    EXECUTE format('ALTER DATABASE %I OWNER TO app', current_database());
    CREATE TABLE in_public (d integer, k integer) PARTITION BY LIST (d);
    CALL raises('42501', $q$SELECT bloom_skip_create('in_public', 'k')$q$);
    ALTER TABLE in_public OWNER TO app;
    SET LOCAL ROLE app;
    PERFORM bloom_skip_create('in_public', 'k');
    RESET ROLE;
    EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), current_user);
END $$;

-- A seal that is replaced is marked, because other sessions may not have learned of the new triggers yet.
SELECT ev_uid_skip_seal('{ev_11}');
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM ev_uid_skip, unnest(seals) AS s WHERE (s & 4294967295)::oid = 'ev_11'::regclass
        AND s NOT IN (SELECT seal FROM ev_uid_skip_stale)) = 1;
END $$;

-- Other functions with the names of those that lookups and sealing call
CREATE FUNCTION planted() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RAISE ''a function of somebody else is called''; END';
CREATE FUNCTION ev_uid_skip_filter(oid, bigint) RETURNS bloom LANGUAGE sql AS 'SELECT NULL::bloom WHERE planted()';
CREATE FUNCTION ev_uid_skip_filter(regclass, text) RETURNS bloom LANGUAGE sql AS 'SELECT NULL::bloom WHERE planted()';
CREATE FUNCTION ev_uid_skip_mark(integer) RETURNS boolean LANGUAGE sql AS 'SELECT planted()';
INSERT INTO ev VALUES (10, 9010, 'stale');
SELECT agree(9010);
SELECT ev_uid_skip_seal();
CALL sealed(40);
SELECT agree(9010);
DROP FUNCTION ev_uid_skip_filter(oid, bigint), ev_uid_skip_filter(regclass, text), ev_uid_skip_mark(integer), planted;

-- What a session keeps of partitions does not depend on the functions that callers name.
CREATE FUNCTION heap() RETURNS bigint LANGUAGE sql AS $$ SELECT total_bytes FROM pg_backend_memory_contexts WHERE name = 'bloom_rs' $$;
DO $$
DECLARE
    before bigint := heap();
BEGIN
    PERFORM count(*) FROM generate_series(1, 2000) AS g, bloom_skip_candidates('ev', g::oid::regproc, '{}', '{}');
    ASSERT heap() - before < 200000, format('%s bytes more', heap() - before);
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

-- A column with another type than before: values are not rounded to compare them.
CREATE TABLE retyped (d integer, k bigint) PARTITION BY LIST (d);
CREATE TABLE retyped_1 PARTITION OF retyped FOR VALUES IN (1);
SELECT bloom_skip_create('retyped', 'k');
ALTER TABLE retyped ALTER k TYPE numeric;
INSERT INTO retyped VALUES (1, 1.4);
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM retyped_by_k(1)), 'one partition';
    FOR i IN 2..9 LOOP
        EXECUTE format('CREATE TABLE retyped_%s PARTITION OF retyped FOR VALUES IN (%1$s)', i);
    END LOOP;
    ASSERT NOT EXISTS (SELECT FROM retyped_by_k(1)), 'many partitions';
END $$;

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
    most bigint := (SELECT ceil(bloom_count(lp_k_skip_filter('lp_2', NULL))));
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
ALTER TABLE alike ALTER x TYPE bigint; -- its lookups have the type of before
SELECT bloom_skip_drop('alike', c) FROM unnest('{x, y_any}'::name[]) AS c;
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM pg_proc WHERE proname LIKE 'alike%');
END $$;
