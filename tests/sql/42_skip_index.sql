--
-- The access method bloom_skip: which partitions may have a value, states, options, types, what is refused, privileges.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect
CREATE ROLE regress_bloom_someone;

-- Leaves that a plain scan finds to have a value, and that bloom_skip_candidates does not name.
CREATE FUNCTION missed(parent regclass, "column" name, index regclass, value anyelement) RETURNS SETOF regclass LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT DISTINCT tableoid::regclass FROM %s WHERE %I = $1 EXCEPT SELECT bloom_skip_candidates($2, $1)', parent, "column")
        USING value, index;
END $$;

-- 1. States. Small partitions are built from the start, as they need no page of their own.
CREATE TABLE ev (day integer, uid integer, note text) PARTITION BY LIST (day);
CREATE TABLE ev_1 PARTITION OF ev FOR VALUES IN (1);
CREATE TABLE ev_2 PARTITION OF ev FOR VALUES IN (2);
INSERT INTO ev SELECT 1, uid, 'x' FROM generate_series(1, 10000) AS uid;
CREATE INDEX ev_uid ON ev USING bloom_skip (uid);
CREATE TABLE ev_3 PARTITION OF ev FOR VALUES IN (3);
CREATE TABLE loose (LIKE ev);
INSERT INTO loose SELECT 4, uid, 'x' FROM generate_series(20001, 20010) AS uid;
ALTER TABLE ev ATTACH PARTITION loose FOR VALUES IN (4);
SELECT partition, state, "values" BETWEEN 9800 AND 10200 AS is_close, capacity, fpp BETWEEN 0.0009 AND 0.0011 AS is_asked, bytes
FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_1'::regclass;
SELECT partition, state, "values", capacity, fpp < 1e-9 AS is_low, bytes FROM bloom_skip_info('ev_uid') WHERE partition <> 'ev_1'::regclass;
SELECT bloom_skip_candidates('ev_uid', 20007);
SELECT bloom_skip_candidates('ev_uid', 20007::bigint);
SELECT bloom_skip_candidates('ev_uid', -1);
SELECT bloom_skip_candidates('loose_uid_idx', 20007), bloom_skip_candidates('loose_uid_idx', NULL::integer) AS nothing;
INSERT INTO ev VALUES (2, -1, 'y'), (3, NULL, 'y');
SELECT bloom_skip_candidates('ev_uid', -1);
SELECT count(DISTINCT partition) AS partitions FROM generate_series(1, 10000) AS uid, bloom_skip_candidates('ev_uid', uid) AS partition
WHERE partition = 'ev_1'::regclass HAVING count(*) = 10000;
-- The rate is what was asked for.
SELECT count(*) BETWEEN 60 AND 140 AS is_asked FROM generate_series(1000001, 1100000) AS uid, bloom_skip_candidates('ev_1_uid_idx', uid);

-- Each probe counts as a scan of the index of its partition, so that nobody takes the index for unused.
BEGIN;
SELECT pg_stat_get_xact_numscans('ev_2_uid_idx'::regclass) AS before \gset
SELECT count(*) FROM generate_series(1, 3) AS uid, bloom_skip_candidates('ev_uid', -uid);
SELECT pg_stat_get_xact_numscans('ev_2_uid_idx'::regclass) - :before AS scans;
COMMIT;
-- Values are estimated from the bits, but not so badly that VACUUM builds an index again that was just created, which it does at 1.03 times the capacity.
CREATE FUNCTION estimated(rows integer) RETURNS SETOF float8 LANGUAGE plpgsql AS $$
BEGIN
    FOR seed IN 1..40 LOOP
        CREATE TEMPORARY TABLE few AS SELECT i * 1000 + seed AS i FROM generate_series(1, rows) AS i;
        CREATE INDEX few_i ON few USING bloom_skip (i);
        RETURN QUERY SELECT "values"::float8 / capacity FROM bloom_skip_info('few_i');
        DROP TABLE few;
    END LOOP;
END $$;
SELECT round(avg(e)::numeric, 2) AS average, max(e) < 1.015 AS is_close FROM estimated(4000) AS e;
SELECT round(avg(e)::numeric, 2) AS average, max(e) < 1.015 AS is_close FROM estimated(20000) AS e;
DROP FUNCTION estimated;

-- An addition too many opens the index; the next VACUUM builds it, with room for as many values again.
INSERT INTO ev SELECT 3, uid FROM generate_series(1, 3821) AS uid;
SELECT state, "values" BETWEEN 3700 AND 3950 AS is_close, capacity, bytes FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_3'::regclass;
INSERT INTO ev SELECT 3, uid FROM generate_series(3822, 4000) AS uid;
SELECT state, "values", capacity, fpp, bytes FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_3'::regclass;
SELECT bloom_skip_candidates('ev_uid', -7);
VACUUM ev_3;
SELECT state, "values" BETWEEN 3900 AND 4100 AS is_close, capacity, bytes FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_3'::regclass;
SELECT bloom_skip_candidates('ev_uid', -7);
SELECT count(*) AS missed FROM generate_series(1, 4000) AS uid, missed('ev', 'uid', 'ev_uid', uid);
-- So does one whose values outgrow their pages, and its old pages are used again.
INSERT INTO ev SELECT 3, uid FROM generate_series(4001, 20000) AS uid;
VACUUM ev_3;
SELECT state, capacity, bytes FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_3'::regclass;
REINDEX INDEX ev_3_uid_idx;
SELECT state, capacity, bytes FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_3'::regclass;
TRUNCATE ev_3;
SELECT state, "values", bytes FROM bloom_skip_info('ev_uid') WHERE partition = 'ev_3'::regclass;
BEGIN;
TRUNCATE ev_1;
INSERT INTO ev_1 VALUES (1, -2);
SELECT bloom_skip_candidates('ev_uid', -2), bloom_skip_candidates('ev_uid', 5);
ROLLBACK;
SELECT bloom_skip_candidates('ev_uid', 5);

-- 2. Options.
CREATE INDEX ev_note ON ev USING bloom_skip (note) WITH (autobuild = later, fpp = 0.01);
SELECT partition, state, capacity FROM bloom_skip_info('ev_note');
VACUUM ev_1;
SELECT bloom_skip_build('ev_note') AS built;
SELECT partition, state, capacity FROM bloom_skip_info('ev_note');
SELECT bloom_skip_candidates('ev_note', 'y'::text);
SELECT bloom_skip_candidates('ev_note', 'y'::varchar) AS of_other_type, bloom_skip_candidates('ev_note', 'y') AS unknown;
DROP INDEX ev_note;
CREATE INDEX ev_note ON ev_1 USING bloom_skip (note) WITH (autobuild = off);
VACUUM ev_1;
SELECT state FROM bloom_skip_info('ev_note');
SELECT bloom_skip_build('ev_note') AS built;
SELECT state, capacity FROM bloom_skip_info('ev_note');
SELECT bloom_skip_build('ev_note') AS built;
ALTER INDEX ev_note SET (fpp = 0.1, autobuild = on);
REINDEX INDEX CONCURRENTLY ev_note;
SELECT state, capacity FROM bloom_skip_info('ev_note');
DROP INDEX ev_note;
CREATE INDEX CONCURRENTLY ev_note ON ev_1 USING bloom_skip (note) WITH (autobuild = later);
SELECT state, capacity FROM bloom_skip_info('ev_note');
SELECT pg_get_indexdef('ev_note'::regclass);
DROP INDEX ev_note;

-- 3. Types: values that are equal have one hash.
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE SCHEMA elsewhere;
CREATE TYPE elsewhere.pair AS (a integer, b integer);
CREATE DOMAIN name_of AS varchar(10);
CREATE TABLE types (i2 smallint, i4 integer, i8 bigint, f4 real, f8 double precision, t text, vc varchar(10), d name_of, c character(5), n name, b bytea,
    bo boolean, ch "char", da date, ti time, tz timetz, ts timestamp, tstz timestamptz, iv interval, nu numeric, u uuid, ip inet, ci cidr, m macaddr, m8 macaddr8,
    o oid, x xid8, l pg_lsn, j jsonb, e mood, a integer[], r int4range, mr int4multirange);
INSERT INTO types VALUES (1, 2, 3, 0.5, -0.0, 'text', 'vc', 'd', 'c  ', 'n', '\x00', true, 'c', '2026-01-01', '1:00', '1:00+1', '2026-01-01 1:00', '2026-01-01 1:00+1',
    '1 day', 1.10, '00000000-0000-0000-0000-000000000001', '::1', '10.0.0.0/8', '08:00:2b:01:02:03', '08:00:2b:01:02:03:04:05', 6, '7', '0/8', '{"a": 1.0}', 'ok', '{1,NULL}', '[1,3)', '{[1,3)}');
SELECT format('CREATE INDEX types_%1$s ON types USING bloom_skip (%1$I)', attname) FROM pg_attribute WHERE attrelid = 'types'::regclass AND attnum > 0
\gexec
SELECT attname AS missing FROM pg_attribute, LATERAL format($$SELECT count(*) FROM types, bloom_skip_candidates('types_%1$s', %1$I)$$, attname) AS sql,
       LATERAL query_to_xml(sql, false, false, '') AS x
WHERE attrelid = 'types'::regclass AND attnum > 0 AND NOT x::text LIKE '%<count>1</count>%';
SELECT bloom_skip_candidates('types_i8', 3::smallint), bloom_skip_candidates('types_f8', 0::real), bloom_skip_candidates('types_c', 'c '::bpchar),
       bloom_skip_candidates('types_nu', 1.1000), bloom_skip_candidates('types_iv', '24:00'::interval), bloom_skip_candidates('types_j', '{"a": 1}'::jsonb);
SELECT bloom_skip_candidates('types_r', '[1,2]'::int4range), bloom_skip_candidates('types_ip', '::2'::inet) AS no, bloom_skip_candidates('types_e', 'sad'::mood) AS no;
SELECT sql, wrong
FROM (VALUES ('''types_i4'', 1.0', 'the index has values of type integer'), ('''types_e'', ''ok''::text', 'the index has values of type mood'),
             ('''types_a'', ''{a}''::text[]', 'the index has values of type integer[]')) AS v (arguments, message),
     LATERAL format('SELECT bloom_skip_candidates(%s)', arguments) AS sql, wrong(sql, '42804', message);
SELECT opcname AS invalid FROM (SELECT * FROM pg_opclass WHERE opcmethod = (SELECT oid FROM pg_am WHERE amname = 'bloom_skip') OFFSET 0) AS c WHERE NOT amvalidate(oid);
-- A type's own class.
CREATE OPERATOR FAMILY wrong_ops USING bloom_skip;
CREATE OPERATOR CLASS wrong_ops FOR TYPE integer USING bloom_skip FAMILY wrong_ops AS OPERATOR 1 =, FUNCTION 1 hashint4(integer);
SELECT amvalidate(oid) FROM pg_opclass WHERE opcname = 'wrong_ops';
DROP OPERATOR FAMILY wrong_ops USING bloom_skip;

-- 4. What is refused.
CREATE COLLATION loose_collation (provider = icu, locale = 'und', deterministic = false);
CREATE TYPE loose_range AS RANGE (subtype = text, collation = loose_collation);
CREATE TABLE refused (k text, loose text COLLATE loose_collation, rows elsewhere.pair[], p elsewhere.pair, r loose_range, box box);
CREATE INDEX ON refused USING bloom_skip ((lower(k)));
CREATE INDEX ON refused USING bloom_skip (k) WHERE k > 'a';
CREATE INDEX ON refused USING bloom_skip (loose);
CREATE INDEX ON refused USING bloom_skip (r);
CREATE INDEX ON refused USING bloom_skip (rows);
CREATE INDEX ON refused USING bloom_skip (p);
CREATE INDEX ON refused USING bloom_skip (box);
CREATE INDEX ON refused USING bloom_skip (k, loose);
CREATE INDEX ON refused USING bloom_skip (k) INCLUDE (loose);
CREATE UNIQUE INDEX ON refused USING bloom_skip (k);
CREATE INDEX ON refused USING bloom_skip (k) WITH (fpp = 0.6);
CREATE INDEX ON refused USING bloom_skip (k) WITH (autobuild = never);
ALTER TABLE refused ADD EXCLUDE USING bloom_skip (k WITH =);
-- The server asks the access method for the first partition.
CREATE TABLE refused_later (k text, part integer) PARTITION BY LIST (part);
CREATE INDEX refused_where ON refused_later USING bloom_skip (k) WHERE k > 'a';
CREATE TABLE refused_1 PARTITION OF refused_later FOR VALUES IN (1);
DROP INDEX refused_where;
CREATE INDEX refused_lower ON refused_later USING bloom_skip (lower(k));
CREATE TABLE refused_1 PARTITION OF refused_later FOR VALUES IN (1);
DROP INDEX refused_lower;
CREATE TABLE refused_1 PARTITION OF refused_later FOR VALUES IN (1);
CREATE INDEX refused_k ON refused USING bloom_skip (k);
CLUSTER refused USING refused_k;
CREATE INDEX refused_btree ON refused (k);
SELECT sql, wrong
FROM (VALUES ('bloom_skip_candidates(''refused'', ''a''::text)', '42809', 'public.refused is not an index of access method "bloom_skip"'),
             ('bloom_skip_info(''refused_btree'')', '42809', 'public.refused_btree is not an index of access method "bloom_skip"'),
             ('bloom_skip_build(''refused_btree'')', '42809', 'public.refused_btree is not an index of access method "bloom_skip"'),
             ('bloom_skip_info(0)', '42P01', 'relation with OID 0 does not exist'),
             ('bloom_skip_build(0)', '42P01', 'relation with OID 0 does not exist')) AS v (call, state, message),
     LATERAL format('SELECT %s', call) AS sql, wrong(sql, state, message);

-- 5. Whoever may read the table may ask; its owner may build.
SET ROLE regress_bloom_someone;
SELECT sql, wrong
FROM (VALUES ('bloom_skip_candidates(''ev_uid'', 5)', 'permission denied for table public.ev'), ('bloom_skip_info(''ev_uid'')', 'permission denied for table public.ev'),
             ('bloom_skip_build(''ev_uid'')', 'must be owner of index public.ev_uid')) AS v (call, message),
     LATERAL format('SELECT %s', call) AS sql, wrong(sql, '42501', message);
RESET ROLE;
GRANT SELECT ON ev TO regress_bloom_someone;
SET ROLE regress_bloom_someone;
SELECT bloom_skip_candidates('ev_uid', 5);
RESET ROLE;
ALTER TABLE ev ENABLE ROW LEVEL SECURITY;
SET ROLE regress_bloom_someone;
SELECT bloom_skip_candidates('ev_uid', 5);
RESET ROLE;
ALTER TABLE ev DISABLE ROW LEVEL SECURITY;
-- A build calls the hash function with the rights of the owner, as VACUUM does.
CREATE FUNCTION told_hash(integer, bigint) RETURNS bigint IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'hashed by %', current_user; RETURN $1; END $$;
CREATE OPERATOR CLASS told_ops FOR TYPE integer USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 told_hash(integer, bigint);
CREATE TABLE told (v integer);
INSERT INTO told VALUES (1);
CREATE INDEX told_v ON told USING bloom_skip (v told_ops) WITH (autobuild = off);
ALTER TABLE told OWNER TO regress_bloom_someone;
SELECT bloom_skip_build('told_v');
SELECT current_user = session_user AS is_caller;
DROP TABLE told;
DROP OPERATOR FAMILY told_ops USING bloom_skip;
DROP FUNCTION told_hash;

-- 6. Each way to add a value. Keys out of line, too; a transaction sees its own, also those that it takes back.
CREATE TABLE ways (k text, part integer) PARTITION BY LIST (part);
CREATE TABLE ways_1 PARTITION OF ways (PRIMARY KEY (k)) FOR VALUES IN (1) WITH (fillfactor = 50);
CREATE TABLE ways_2 PARTITION OF ways FOR VALUES IN (2);
ALTER TABLE ways ALTER k SET STORAGE EXTERNAL;
CREATE INDEX ways_k ON ways USING bloom_skip (k);
INSERT INTO ways VALUES ('a', 1) ON CONFLICT DO NOTHING;
INSERT INTO ways_1 VALUES ('a', 1) ON CONFLICT (k) DO UPDATE SET k = 'b';
COPY ways FROM STDIN;
copied	2
\.
UPDATE ways SET k = 'c' WHERE k = 'copied';
UPDATE ways SET part = 2 WHERE k = 'b';
MERGE INTO ways_1 USING (VALUES ('m')) AS s (k) ON ways_1.k = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 1);
CREATE TABLE ways_3 (LIKE ways INCLUDING ALL);
INSERT INTO ways_3 SELECT repeat(i::text, 2000), 3 FROM generate_series(10, 20) AS i;
ALTER TABLE ways ATTACH PARTITION ways_3 FOR VALUES IN (3);
DELETE FROM ways WHERE k = repeat('15', 2000);
SELECT tableoid::regclass, left(k, 5) AS k FROM ways, missed('ways', 'k', 'ways_k', k);
SELECT left(k, 6) AS k, bloom_skip_candidates('ways_k', k) FROM (VALUES ('a'), ('b'), ('c'), ('m'), ('copied'), (repeat('14', 2000)), ('none')) AS v (k);
BEGIN;
SAVEPOINT a;
INSERT INTO ways VALUES ('taken back', 1);
SELECT bloom_skip_candidates('ways_k', 'taken back'::text);
ROLLBACK TO a;
INSERT INTO ways SELECT repeat('own', 3000), 2;
REINDEX INDEX ways_2_k_idx;
DELETE FROM ways WHERE k LIKE 'ownown%';
REINDEX INDEX ways_2_k_idx;
SELECT bloom_skip_candidates('ways_k', repeat('own', 3000));
ROLLBACK;
UPDATE ways SET k = k || '!';
VACUUM ways;
REINDEX TABLE ways_3;
VACUUM FULL ways_1;
SELECT tableoid::regclass, left(k, 5) AS k FROM ways, missed('ways', 'k', 'ways_k', k);
SELECT partition, state FROM bloom_skip_info('ways_k');
ALTER TABLE ways ALTER k TYPE varchar;
SELECT bloom_skip_candidates('ways_k', 'm!'::varchar);

-- 7. Tables of a session, and partitions without an index.
CREATE TEMPORARY TABLE tmp (i integer);
CREATE INDEX tmp_i ON tmp USING bloom_skip (i);
INSERT INTO tmp SELECT generate_series(1, 5000);
VACUUM tmp;
SELECT state, capacity FROM bloom_skip_info('tmp_i');
SELECT bloom_skip_candidates('tmp_i', 5000), bloom_skip_candidates('tmp_i', 5001) AS no;
CREATE UNLOGGED TABLE unlogged (i integer);
CREATE INDEX unlogged_i ON unlogged USING bloom_skip (i);
INSERT INTO unlogged VALUES (1);
SELECT bloom_skip_candidates('unlogged_i', 1);
CREATE FOREIGN DATA WRAPPER skip_fdw;
CREATE SERVER skip_far FOREIGN DATA WRAPPER skip_fdw;
CREATE TABLE mixed (i integer, part integer) PARTITION BY LIST (part);
CREATE TABLE mixed_1 PARTITION OF mixed FOR VALUES IN (1);
CREATE TABLE mixed_2 PARTITION OF mixed FOR VALUES IN (2) PARTITION BY RANGE (i);
CREATE TABLE mixed_2_1 PARTITION OF mixed_2 FOR VALUES FROM (0) TO (9);
CREATE TABLE mixed_rest PARTITION OF mixed DEFAULT;
CREATE INDEX mixed_i ON mixed USING bloom_skip (i);
CREATE FOREIGN TABLE mixed_far PARTITION OF mixed FOR VALUES IN (3) SERVER skip_far;
INSERT INTO mixed VALUES (1, 1), (1, 2), (2, 4);
SELECT partition, state FROM bloom_skip_info('mixed_i');
SELECT bloom_skip_candidates('mixed_i', 1);
SELECT bloom_skip_candidates('mixed_i', 3);
-- An index that may lack rows says maybe, and one that is dropped after it was found raises no internal error.
CREATE FUNCTION candidates_with(change text) RETURNS SETOF regclass LANGUAGE plpgsql AS $$
DECLARE
    found regclass[];
BEGIN
    EXECUTE change || ' = ''mixed_1_i_idx''::regclass';
    SELECT array_agg(c) INTO found FROM bloom_skip_candidates('mixed_i', 3) AS c;
    RAISE SQLSTATE 'ZZ001';
EXCEPTION WHEN SQLSTATE 'ZZ001' THEN
    RETURN QUERY SELECT unnest(found);
END $$;
SELECT change, candidates_with(format('UPDATE pg_index SET %s WHERE indexrelid', change))
FROM unnest(ARRAY['indisvalid = true', 'indisvalid = false', 'indisready = false', 'indislive = false', 'indcheckxmin = true']) AS change;
SELECT candidates_with('DELETE FROM pg_class WHERE oid') AS gone;
ALTER TABLE mixed DETACH PARTITION mixed_1;
SELECT bloom_skip_candidates('mixed_i', 1);
SELECT bloom_skip_candidates('mixed_1_i_idx', 1);

-- 8. The planner neither uses nor asks the index, and a script that builds it again is what created it.
EXPLAIN (COSTS OFF) SELECT FROM ev_1 WHERE uid = 5;
SELECT pg_get_indexdef('ev_uid'::regclass), pg_get_indexdef('ev_1_uid_idx'::regclass);
SELECT name, pg_index_has_property('ev_uid', name), pg_indexam_has_property((SELECT oid FROM pg_am WHERE amname = 'bloom_skip'), name)
FROM unnest(ARRAY['index_scan', 'bitmap_scan', 'clusterable', 'can_multi_col', 'can_include', 'can_unique']) AS name;

DROP TABLE ev, ways, types, refused, refused_later, tmp, unlogged, mixed, mixed_1;
DROP SERVER skip_far;
DROP FOREIGN DATA WRAPPER skip_fdw;
DROP TYPE mood, loose_range;
DROP SCHEMA elsewhere CASCADE;
DROP DOMAIN name_of;
DROP COLLATION loose_collation;
DROP FUNCTION missed, candidates_with, raised, wrong, answer;
DROP ROLE regress_bloom_someone;
DROP EXTENSION bloom_rs;
