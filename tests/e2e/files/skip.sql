-- What changes a partition, one statement after the other: a lookup finds what the plain query finds, and which
-- partitions are stale is what it should be. Fails at the first difference.
\set ON_ERROR_STOP 1
SET client_min_messages = warning;
CREATE EXTENSION bloom_rs;

CREATE EXTENSION postgres_fdw;

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

-- List partitions, one attached with other columns, sub-partitions, a default.
CREATE TABLE ev (day integer, uid integer, payload text) PARTITION BY LIST (day);
CREATE TABLE ev_1 PARTITION OF ev FOR VALUES IN (1);
CREATE TABLE ev_2 (payload text, gone integer, uid integer, day integer NOT NULL);
ALTER TABLE ev_2 DROP COLUMN gone;
ALTER TABLE ev ATTACH PARTITION ev_2 FOR VALUES IN (2);
CREATE TABLE ev_3 PARTITION OF ev FOR VALUES IN (3, 4) PARTITION BY RANGE (day);
CREATE TABLE ev_3a PARTITION OF ev_3 FOR VALUES FROM (3) TO (4);
CREATE TABLE ev_3b PARTITION OF ev_3 FOR VALUES FROM (4) TO (5);
CREATE TABLE ev_5 PARTITION OF ev FOR VALUES IN (5) PARTITION BY HASH (day);
CREATE TABLE ev_5a PARTITION OF ev_5 FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TABLE ev_rest PARTITION OF ev DEFAULT;
DO $$
BEGIN
    FOR i IN 10..39 LOOP
        EXECUTE format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO ev SELECT i % 50, i, 'p' || i FROM generate_series(1, 5000) AS i;
SELECT bloom_skip_create('ev', 'uid');
SELECT ev_uid_skip_seal();

-- Whether a lookup of the values finds what the plain query finds.
CREATE PROCEDURE agree(VARIADIC vals integer[]) LANGUAGE plpgsql AS $$
DECLARE
    v integer;
    found text;
    plain text;
BEGIN
    FOREACH v IN ARRAY vals LOOP
        SELECT string_agg(e::text, ' ' ORDER BY e::text) INTO found FROM ev_by_uid(v) AS e;
        SELECT string_agg(e::text, ' ' ORDER BY e::text) INTO plain FROM ev AS e WHERE uid = v;
        ASSERT found IS NOT DISTINCT FROM plain, format('lookup of %s: %s, and not %s', v, found, plain);
    END LOOP;
    SELECT string_agg(e::text, ' ' ORDER BY e::text) INTO found FROM ev_by_uid_any(vals) AS e;
    SELECT string_agg(e::text, ' ' ORDER BY e::text) INTO plain FROM ev AS e WHERE uid = ANY (vals);
    ASSERT found IS NOT DISTINCT FROM plain, format('lookup of %s: %s, and not %s', vals, found, plain);
END $$;
-- Whether these partitions, and no other ones, are read whatever the value is.
CREATE PROCEDURE are_read(VARIADIC parts regclass[]) LANGUAGE plpgsql AS $$
DECLARE
    got regclass[];
BEGIN
    got := ARRAY(SELECT p.partition FROM ev_uid_skip_partitions() AS p WHERE NOT sealed ORDER BY p.partition::text);
    ASSERT got = ARRAY(SELECT p FROM unnest(parts) AS p ORDER BY p::text), format('%s are read, and not %s', got, parts);
END $$;
CREATE PROCEDURE none_read() LANGUAGE plpgsql AS $$
DECLARE
    i record;
BEGIN
    SELECT * INTO i FROM ev_uid_skip_info();
    ASSERT i.sealed = i.partitions AND i.stale = 0, i::text;
END $$;
CALL none_read();
CALL agree(1, 2, 3, 4, 5, 49, 50, 51, 4999, 5000, -1, 5001);
DO $$
DECLARE
    read bigint;
BEGIN -- of 1,000 absent values
    SELECT count(*) INTO read FROM generate_series(10001, 11000) AS v,
        LATERAL (SELECT bloom_matrix_search(matrix, v) FROM ev_uid_skip) AS s;
    ASSERT read < 100, read::text;
END $$;

-- INSERT through the table, into a partition, through a part of it; COPY; MERGE; ON CONFLICT
INSERT INTO ev VALUES (1, 6001, 'new');
CALL agree(6001);
CALL are_read('ev_1');
INSERT INTO ev_2 (day, uid) VALUES (2, 6002);
CALL are_read('ev_1', 'ev_2');
INSERT INTO ev_3 VALUES (3, 6003), (4, 6004), (3, 6005), (4, 6006);
COPY ev FROM stdin;
10	6007	copied
\.
COPY ev_11 FROM stdin;
11	6008	copied
\.
INSERT INTO ev VALUES (77, 6009, 'default');
INSERT INTO ev SELECT 12, 6010 WHERE false;
CALL agree(6001, 6002, 6003, 6004, 6005, 6006, 6007, 6008, 6009, 1, 2);
CALL are_read('ev_1', 'ev_2', 'ev_3a', 'ev_3b', 'ev_10', 'ev_11', 'ev_rest');
SELECT ev_uid_skip_seal();
CALL none_read();
CALL agree(6001, 6002, 6003, 6004, 6005, 6006, 6007, 6008, 6009, 1, 2);
MERGE INTO ev USING (VALUES (13, 6011), (14, 14)) AS s (day, uid) ON ev.uid = s.uid AND ev.day = s.day
    WHEN NOT MATCHED THEN INSERT VALUES (s.day, s.uid, 'merged') WHEN MATCHED THEN UPDATE SET uid = 6012;
CALL agree(6011, 6012, 14);
CALL are_read('ev_13', 'ev_14');
SELECT ev_uid_skip_seal();
CREATE UNIQUE INDEX ON ev_15 (uid);
INSERT INTO ev_15 VALUES (15, 15) ON CONFLICT DO NOTHING;
CALL none_read();
INSERT INTO ev_15 VALUES (15, 15) ON CONFLICT (uid) DO UPDATE SET uid = 6013;
CALL agree(15, 6013);
CALL are_read('ev_15');

-- UPDATE: of other columns nothing happens; of the key; to a key that another trigger sets; to another partition
SELECT ev_uid_skip_seal();
UPDATE ev SET payload = 'changed' WHERE uid < 500;
UPDATE ev SET uid = uid WHERE uid < 500;
CALL none_read();
UPDATE ev SET uid = 6014 WHERE uid = 66;
CALL agree(66, 6014);
CALL are_read('ev_16');
CREATE FUNCTION sets_uid() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.uid := 6015; RETURN NEW; END';
CREATE TRIGGER zz BEFORE UPDATE ON ev_17 FOR EACH ROW EXECUTE FUNCTION sets_uid();
UPDATE ev_17 SET payload = 'x' WHERE uid = 17;
CALL agree(17, 6015);
CALL are_read('ev_16', 'ev_17');
SELECT ev_uid_skip_seal();
UPDATE ev SET day = 19 WHERE uid = 18;
CALL agree(18);
CALL are_read('ev_19');
UPDATE ev SET day = 90 WHERE uid = 19;
CALL agree(19);
CALL are_read('ev_19', 'ev_rest');
SELECT ev_uid_skip_seal();
-- A foreign key's action
CREATE TABLE users (id integer PRIMARY KEY);
INSERT INTO users SELECT uid FROM ev_20;
ALTER TABLE ev_20 ADD FOREIGN KEY (uid) REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE;
UPDATE users SET id = 6016 WHERE id = 20;
CALL agree(20, 6016);
CALL are_read('ev_20');
DELETE FROM users WHERE id = 6016;
CALL agree(20, 6016);

-- DELETE, TRUNCATE and DROP lose nothing, and what is sealed stays so
SELECT ev_uid_skip_seal();
DELETE FROM ev WHERE uid = 21;
TRUNCATE ev_22;
CALL agree(21, 22, 72);
DROP TABLE ev_23;
CALL agree(21, 22, 23, 72, 73);
VACUUM FULL ev_24;
CALL none_read();
-- DETACH, changes, ATTACH: the triggers stay with the partition
ALTER TABLE ev DETACH PARTITION ev_24;
CALL agree(24, 74);
ALTER TABLE ev ATTACH PARTITION ev_24 FOR VALUES IN (24);
CALL none_read();
ALTER TABLE ev DETACH PARTITION ev_24;
INSERT INTO ev_24 VALUES (24, 6017, 'detached');
ALTER TABLE ev ATTACH PARTITION ev_24 FOR VALUES IN (24);
CALL agree(24, 6017);
CALL are_read('ev_24');
-- A copy of the triggers on another table is no seal of it
CREATE TABLE ev_23 (LIKE ev);
INSERT INTO ev_23 VALUES (23, 6018, 'other');
DO $$
DECLARE
    d text;
BEGIN
    FOR d IN SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'ev_25'::regclass LOOP
        EXECUTE replace(d, 'ev_25', 'ev_23');
    END LOOP;
END $$;
ALTER TABLE ev_23 ENABLE ALWAYS TRIGGER ev_uid_skip_insert, ENABLE ALWAYS TRIGGER ev_uid_skip_update;
ALTER TABLE ev ATTACH PARTITION ev_23 FOR VALUES IN (23);
CALL agree(23, 6018);
CALL are_read('ev_23', 'ev_24');
-- A new one
CREATE TABLE ev_60 PARTITION OF ev FOR VALUES IN (60);
INSERT INTO ev VALUES (60, 6019, 'new');
CALL agree(6019);
CALL are_read('ev_23', 'ev_24', 'ev_60');
SELECT ev_uid_skip_seal(ARRAY['ev_60', 'ev_23']::regclass[]);
CALL agree(6019, 6018);
CALL are_read('ev_24');
SELECT ev_uid_skip_seal();
CALL none_read();

-- ALTER TABLE of the column is refused as long as a partition is sealed; other columns may change
CALL raises('0A000', 'ALTER TABLE ev ALTER uid TYPE bigint');
CALL raises('0A000', 'ALTER TABLE ev ALTER uid TYPE integer USING uid + 1');
CALL raises('2BP01', 'ALTER TABLE ev DROP COLUMN uid');
ALTER TABLE ev ADD COLUMN more integer DEFAULT 7;
CALL agree(1, 2, 3, 6019);
ALTER TABLE ev DROP COLUMN payload;
CALL agree(1, 2, 3, 6019);
CALL none_read();
BEGIN;
ALTER TABLE ev DROP COLUMN uid CASCADE; -- takes the triggers along
ALTER TABLE ev ADD COLUMN uid integer DEFAULT 4711;
CALL agree(4711, 1);
ROLLBACK;
CALL none_read();
-- Triggers that are disabled, enabled as pg_restore --disable-triggers leaves them, or dropped
ALTER TABLE ev_26 DISABLE TRIGGER ev_uid_skip_insert;
INSERT INTO ev (day, uid) VALUES (26, 6020);
CALL agree(6020);
ALTER TABLE ev_27 DISABLE TRIGGER ALL;
INSERT INTO ev (day, uid) VALUES (27, 6021);
ALTER TABLE ev_27 ENABLE TRIGGER ALL;
DROP TRIGGER ev_uid_skip_update ON ev_28;
UPDATE ev SET uid = 6022 WHERE uid = 28;
CALL agree(6020, 6021, 6022, 28);
CALL are_read('ev_26', 'ev_27', 'ev_28');
SELECT ev_uid_skip_seal();
CALL none_read();
SET session_replication_role = replica;
INSERT INTO ev (day, uid) VALUES (29, 6023);
RESET session_replication_role;
CALL agree(6023);
CALL are_read('ev_29');
SELECT ev_uid_skip_seal();
-- A rolled back change is none
BEGIN;
INSERT INTO ev (day, uid) VALUES (30, 6024);
CALL are_read('ev_30');
ROLLBACK;
CALL none_read();
-- Rows and seals of one transaction
BEGIN;
INSERT INTO ev (day, uid) VALUES (30, 6024);
SELECT ev_uid_skip_seal();
CALL are_read('ev_30'); -- until the end of the transaction
CALL agree(6024);
INSERT INTO ev (day, uid) VALUES (30, 6025);
CALL agree(6024, 6025);
CALL are_read('ev_30');
ROLLBACK;
CALL agree(6024, 6025);
CALL none_read();
BEGIN;
INSERT INTO ev (day, uid) VALUES (30, 6024);
SELECT ev_uid_skip_seal();
COMMIT;
CALL agree(6024);
CALL none_read();
DELETE FROM ev WHERE uid = 6024;
-- Marks and columns of seals that are gone go in time
SELECT ev_uid_skip_seal(ARRAY(SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'ev'::regclass));
CALL none_read();
DO $$
BEGIN
    ASSERT (SELECT array_agg(seal) = '{0}' FROM ev_uid_skip_stale);
    ASSERT (SELECT sum(cardinality(seals)) = 37 FROM ev_uid_skip), (SELECT sum(cardinality(seals))::text FROM ev_uid_skip);
END $$;

-- Refused
CALL raises('42809', $$SELECT ev_uid_skip_seal(ARRAY['users']::regclass[])$$);
CALL raises('42883', $$SELECT ev_by_uid(1.5)$$);
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM ev_by_uid(5000000000)), 'a number that the column cannot have';
END $$;
BEGIN ISOLATION LEVEL REPEATABLE READ;
CALL raises('25000', 'SELECT ev_uid_skip_seal()');
ROLLBACK;
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM ev_by_uid(NULL));
    ASSERT NOT EXISTS (SELECT FROM ev_by_uid_any(NULL));
    ASSERT NOT EXISTS (SELECT FROM ev_by_uid_any('{NULL}'));
    ASSERT (SELECT count(*) FROM ev_by_uid_any('{NULL, 1}')) = 1;
END $$;

-- Privileges: of the table suffices, and of the two tables of skipping. Row security is the table's.
CREATE ROLE reader;
SET ROLE reader;
CALL raises('42501', $$SELECT bloom_skip_partitions('ev', '{uid}', 'ev_uid_skip', 'ev_uid_skip_stale')$$); -- it would lock the table
CALL raises('42501', $$SELECT bloom_skip_candidates('ev', 'now', '{}', '{}')$$);
CALL raises('42501', $$SELECT bloom_skip_rows(NULL::ev, ARRAY['ev_1']::regclass[], 'no column', 1)$$); -- before anything else
RESET ROLE;
GRANT SELECT ON ev TO reader;
GRANT INSERT ON ev TO reader;
SET ROLE reader;
CALL raises('42501', 'SELECT ev_by_uid(1)');
INSERT INTO ev (day, uid) VALUES (31, 6026); -- marks nonetheless
RESET ROLE;
CALL are_read('ev_31');
GRANT SELECT ON ev_uid_skip, ev_uid_skip_stale TO reader;
SET ROLE reader;
CALL agree(1, 2, 6026);
CALL raises('42501', 'SELECT ev_uid_skip_seal()');
RESET ROLE;
CALL raises('39P01', 'SELECT bloom_skip_mark()');
GRANT SELECT ON ev_32 TO reader;
ALTER TABLE ev_32 ENABLE ROW LEVEL SECURITY; -- with no policy: nobody reads it directly
SET ROLE reader;
CALL agree(32, 82);
RESET ROLE;
ALTER TABLE ev ENABLE ROW LEVEL SECURITY;
CREATE POLICY some_rows ON ev FOR SELECT USING (uid > 2);
SET ROLE reader;
CALL agree(1, 2, 3, 32);
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM ev_by_uid(1));
    ASSERT EXISTS (SELECT FROM ev_by_uid(3));
END $$;
RESET ROLE;
ALTER TABLE ev DISABLE ROW LEVEL SECURITY;
-- An owner under forced row security cannot seal what a policy hides.
CREATE ROLE owner;
GRANT CREATE ON SCHEMA public TO owner;
SET ROLE owner;
CREATE TABLE owned (a integer, b integer) PARTITION BY LIST (a);
CREATE TABLE owned_1 PARTITION OF owned FOR VALUES IN (1);
INSERT INTO owned VALUES (1, 1);
ALTER TABLE owned_1 ENABLE ROW LEVEL SECURITY;
ALTER TABLE owned_1 FORCE ROW LEVEL SECURITY;
SELECT bloom_skip_create('owned', 'b');
CALL raises('42501', 'SELECT owned_b_skip_seal()');
CALL raises('42501', $$SELECT bloom_skip_create('ev', 'day')$$);
SELECT bloom_skip_drop('owned', 'b');
RESET ROLE;

-- What cannot be skipped
CREATE TABLE parent (a integer);
CREATE TABLE child () INHERITS (parent);
CREATE TYPE color AS ENUM ('red', 'green', 'blue');
CREATE DOMAIN warm AS color;
CREATE TABLE made (a integer, b integer GENERATED ALWAYS AS (a + 1) STORED, r regclass, j json, c color, w warm, cs color[])
    PARTITION BY LIST (a);
CREATE TABLE pt (a integer, b integer) PARTITION BY RANGE (a);
CALL raises('42809', $$SELECT bloom_skip_create('parent', 'a')$$);
CALL raises('42703', $$SELECT bloom_skip_create('made', 'x')$$);
CALL raises('42703', $$SELECT bloom_skip_create('made', 'ctid')$$);
CALL raises('0A000', $$SELECT bloom_skip_create('made', 'b')$$);
CALL raises('0A000', $$SELECT bloom_skip_create('made', 'r')$$);
CALL raises('0A000', $$SELECT bloom_skip_create('made', 'j')$$);
CALL raises('0A000', $$SELECT bloom_skip_create('made', 'c')$$);
CALL raises('0A000', $$SELECT bloom_skip_create('made', 'w')$$);
CALL raises('0A000', $$SELECT bloom_skip_create('made', 'cs')$$);
CALL raises('22023', $$SELECT bloom_skip_create('pt', 'b', 0)$$);
CALL raises('22023', $$SELECT bloom_skip_create('pt', 'b', 1)$$);
CALL raises('22023', $$SELECT bloom_skip_create('pt', 'b', 1e-200)$$);
CALL raises('42P07', $$SELECT bloom_skip_create('ev', 'uid')$$);
CALL raises('42622', format($$CREATE TABLE %1$s (a integer, b integer) PARTITION BY LIST (a); SELECT bloom_skip_create('%1$s', 'b')$$, repeat('x', 60)));

-- Keys of every kind, and names that need quotes
CREATE DOMAIN positive AS integer CHECK (value > 0);
CREATE SCHEMA "My Schema";
CREATE PROCEDURE key_type(type text, vals text[], absent text) LANGUAGE plpgsql AS $$
DECLARE
    v text;
    n bigint;
BEGIN
    EXECUTE format('CREATE TABLE "My Schema"."It''s" (part integer, "The $key$" %s) PARTITION BY RANGE (part)', type);
    FOR i IN 0..9 LOOP
        EXECUTE format('CREATE TABLE "My Schema"."p %s" PARTITION OF "My Schema"."It''s" FOR VALUES FROM (%1$s) TO (%s)', i, i + 1);
    END LOOP;
    FOREACH v IN ARRAY vals LOOP
        EXECUTE format('INSERT INTO "My Schema"."It''s" VALUES (array_position($1, $2) %% 10, $2::%s)', type) USING vals, v;
    END LOOP;
    INSERT INTO "My Schema"."It's" VALUES (0, NULL);
    PERFORM bloom_skip_create('"My Schema"."It''s"', 'The $key$');
    PERFORM "My Schema"."It's_The $key$_skip_seal"();
    FOREACH v IN ARRAY vals LOOP
        EXECUTE format('SELECT count(*) FROM "My Schema"."It''s_by_The $key$"($1::%s)', type) INTO n USING v;
        ASSERT n >= 1, format('%s of %s', v, type);
        IF type <> 'integer[]' THEN
            EXECUTE format('SELECT count(*) FROM "My Schema"."It''s_by_The $key$_any"(ARRAY[$1::%s])', type) INTO n USING v;
            ASSERT n >= 1, format('%s of %s', v, type);
        END IF;
    END LOOP;
    EXECUTE format('SELECT count(*) FROM "My Schema"."It''s_by_The $key$"($1::%s)', type) INTO n USING absent;
    ASSERT n = 0, type;
    PERFORM bloom_skip_drop('"My Schema"."It''s"', 'The $key$');
    DROP TABLE "My Schema"."It's";
END $$;
CALL key_type('smallint', '{1,-2,3}', '4');
CALL key_type('integer', '{1,-2,3}', '4');
CALL key_type('bigint', '{1,-2,3000000000}', '4');
CALL key_type('positive', '{1,2,3}', '4');
CALL key_type('text', '{a,"",b}', 'c');
CALL key_type('varchar(10)', '{a,"",b}', 'c');
CALL key_type('char(5)', '{a,"",b}', 'c');
CALL key_type('name', '{a,b}', 'c');
CALL key_type('bytea', '{a,b}', 'c');
CALL key_type('uuid', '{00000000-0000-0000-0000-000000000000,a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12');
CALL key_type('numeric(10,2)', '{1,1.10,-7}', '2');
CALL key_type('double precision', '{1,-0,NaN}', '2');
CALL key_type('real', '{1,0,NaN}', '2');
CALL key_type('boolean', '{t}', 'f');
CALL key_type('date', '{2020-01-01}', '2020-01-02');
CALL key_type('timestamptz', '{2020-01-01}', '2020-01-02');
CALL key_type('inet', '{10.0.0.1}', '10.0.0.2');
CALL key_type('jsonb', '{1}', '2');
CALL key_type('integer[]', '{"{1,2}","{}"}', '{2}');
CALL key_type('int4range', '{"[1,3)"}', '[1,2)');

-- Foreign partitions: read always, unless the owner says that they do not change
SELECT current_database() AS db, current_setting('unix_socket_directories') AS socket \gset
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'socket', dbname :'db', extensions 'bloom_rs');
CREATE USER MAPPING FOR CURRENT_USER SERVER far OPTIONS (user 'postgres');
CREATE TABLE far_rows (day integer, uid integer, more integer);
INSERT INTO far_rows SELECT 70, i FROM generate_series(7001, 7100) AS i;
CREATE FOREIGN TABLE ev_far PARTITION OF ev FOR VALUES IN (70) SERVER far OPTIONS (table_name 'far_rows');
SELECT ev_uid_skip_seal();
CALL agree(7001, 1);
CALL are_read('ev_far');
CALL raises('42809', $$SELECT ev_uid_skip_seal(ARRAY['ev_far']::regclass[])$$);
SELECT ev_uid_skip_seal(ARRAY['ev_far']::regclass[], unchanging => true);
CALL none_read();
CALL agree(7001, 1);
INSERT INTO ev (day, uid) VALUES (70, 7200); -- through this server, it is seen
CALL agree(7200);
CALL are_read('ev_far');

-- DROP: nothing is left
SELECT bloom_skip_drop('ev', 'uid');
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM pg_trigger WHERE tgname LIKE '%skip%');
    ASSERT NOT EXISTS (SELECT FROM pg_proc WHERE proname LIKE 'ev%skip%' OR proname LIKE 'ev_by%');
    ASSERT NOT EXISTS (SELECT FROM pg_class WHERE relname LIKE 'ev%skip%');
END $$;
CALL raises('42704', $$SELECT bloom_skip_drop('ev', 'uid')$$);
