--
-- Lookups that skip partitions: what bloom_skip_create refuses, which partitions a lookup reads, and the plans that it keeps.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

CREATE TABLE t (part integer, k text, made integer GENERATED ALWAYS AS (part) STORED, r regclass) PARTITION BY LIST (part);
CREATE TABLE t_1 PARTITION OF t FOR VALUES IN (1);
CREATE TABLE t_2 PARTITION OF t FOR VALUES IN (2);
INSERT INTO t VALUES (1, 'one'), (2, 'two');
CREATE ROLE regress_bloom_someone;

-- 1. What cannot be skipped is refused.
SELECT sql, wrong
FROM (VALUES ('''t_1'', ''k''', '42809', 'public.t_1 is not a partitioned table'), ('''t'', ''K''', '42703', 'column "K" of relation public.t does not exist'),
             ('''t'', ''ctid''', '42703', 'column "ctid" of relation public.t does not exist'), ('''t'', ''made''', '0A000', 'column "made" of relation public.t is generated'),
             ('''t'', ''k'', 1', '22023', 'false-positive rate must be greater than 0 and less than 1'),
             ('''t'', ''k'', 1e-200', '22023', 'false-positive rate is too low for skipping partitions'),
             ('0, ''k''', '42P01', 'relation with OID 0 does not exist'), ('''t'', ''r''', '0A000', 'type regclass is not supported for Bloom filters')) AS v (arguments, state, message),
     LATERAL format('SELECT bloom_skip_create(%s)', arguments) AS sql, wrong(sql, state, message);
SELECT bloom_skip_create('t', NULL) IS NULL AS no_column, bloom_skip_create(NULL, 'k') IS NULL AS no_table;
SET ROLE regress_bloom_someone;
SELECT bloom_skip_create('t', 'k');
\echo :SQLSTATE
RESET ROLE;

-- 2. Rows of partitions are rows of the table, though the columns of a partition may stand in another order.
ALTER TABLE t ADD v text, DROP made;
CREATE TABLE t_3 (r regclass, v text, part integer, k text);
INSERT INTO t_3 VALUES (NULL, 'of 3', 3, 'one');
ALTER TABLE t ATTACH PARTITION t_3 FOR VALUES IN (3);
SELECT * FROM bloom_skip_rows(NULL::t, '{t_1, t_2, t_3}', 'k', 'one') ORDER BY part;
SELECT * FROM bloom_skip_rows(NULL::t, '{t_2, t_3, NULL}', 'k', '{one,two}'::text[]) ORDER BY part;
SELECT * FROM bloom_skip_rows(NULL::t, '{t_3}', 'part', 3::smallint);
SELECT count(*) AS nothing FROM bloom_skip_rows(NULL::t, '{}', 'k', 'one');
SELECT count(*) AS nothing FROM bloom_skip_rows(NULL::t, NULL, 'k', 'one');
SELECT count(*) AS nothing FROM bloom_skip_rows(NULL::t, '{t_1}', NULL, 'one');
SELECT count(*) AS nothing FROM bloom_skip_rows(NULL::t, '{t_1}', 'k', NULL::text);
CREATE TABLE other (part text, k text, r regclass, v text);
SELECT sql, wrong
FROM (VALUES ('NULL::t, ''{t_1}'', ''K'', ''one''', '42703', 'column "K" of relation public.t_1 does not exist'),
             ('NULL::t, ''{0}'', ''k'', ''one''', '42P01', 'relation with OID 0 does not exist'),
             ('NULL::t, ''{t_1}'', ''k'', 1', '42883', 'operator does not exist: text pg_catalog.= integer'),
             ('NULL::pg_class, ''{t_1}'', ''k'', ''one''', '42703', 'column p.oid does not exist'),
             ('NULL::t, ''{other}'', ''k'', ''one''', '42804', 'a query has other columns than its caller expects')) AS v (arguments, state, message),
     LATERAL format('SELECT FROM bloom_skip_rows(%s)', arguments) AS sql, wrong(sql, state, message);
SET ROLE regress_bloom_someone;
SELECT FROM bloom_skip_rows(NULL::t, '{t_1}', 'k', 'one'::text);
\echo :SQLSTATE
RESET ROLE;
-- Lookups that release 0.2.0 made read every partition.
SELECT count(*) AS partitions FROM bloom_skip_candidates('t', 'now', '{}', '{}');
DROP TABLE t, other;
DROP ROLE regress_bloom_someone;

-- 3. Only sealed partitions without the value are skipped.
-- Nothing is inserted into the table, as partitions that the transaction writes to count as unsealed.
BEGIN;
CREATE TABLE t (part integer, k text) PARTITION BY LIST (part);
CREATE TABLE t_1 AS SELECT 1 AS part, 'one' AS k;
CREATE TABLE t_2 AS SELECT 2 AS part, 'two' AS k;
ALTER TABLE t ATTACH PARTITION t_1 FOR VALUES IN (1);
ALTER TABLE t ATTACH PARTITION t_2 FOR VALUES IN (2);
SELECT bloom_skip_create('t', 'k');
SELECT t_k_skip_seal();
SELECT value, ARRAY(SELECT p FROM t_by_k_partitions(value) AS p ORDER BY p::text) AS partitions FROM unnest(ARRAY['one', 'two', 'three']) AS value;
-- One trigger of the two, and one that does not always fire, are no seal.
ALTER TABLE t_1 ENABLE TRIGGER t_k_skip_update;
SELECT * FROM t_by_k_partitions('three');
DROP TRIGGER t_k_skip_insert ON t_2;
SELECT * FROM t_by_k_partitions('three') AS p ORDER BY p::text;
SELECT t_k_skip_seal();
SELECT * FROM t_by_k_partitions('three');
-- Nor is one that marks in another table, or whose table of marks is not whole.
CREATE TABLE marks AS TABLE t_k_skip_stale;
SELECT count(*) FROM bloom_skip_look_up_partitions('t', '{k}', 't_k_skip', 'marks', 'three'::text);
DELETE FROM t_k_skip_stale;
SELECT * FROM t_by_k_partitions('three') AS p ORDER BY p::text;
INSERT INTO t_k_skip_stale VALUES (0);
SELECT * FROM t_by_k_partitions('three');
DELETE FROM t_2;
SELECT * FROM t_by_k_partitions('three');
SELECT bloom_skip_look_up_partitions('t_1', '{k}', 't_k_skip', 't_k_skip_stale', 'one'::text);
\echo :SQLSTATE
ROLLBACK;

-- 4. Plans that are kept follow the partitions. (Both are read, as the transaction has written to them.)
BEGIN;
CREATE TABLE t (part integer, k text, made integer GENERATED ALWAYS AS (part) STORED, r regclass) PARTITION BY LIST (part);
CREATE TABLE t_1 PARTITION OF t FOR VALUES IN (1);
CREATE TABLE t_2 PARTITION OF t FOR VALUES IN (2);
INSERT INTO t VALUES (1, 'one'), (2, 'two');
SELECT bloom_skip_create('t', 'k');
SELECT t_k_skip_seal();
-- Each call is another query.
CREATE FUNCTION found() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    rows text;
BEGIN
    EXECUTE 'SELECT string_agg(concat_ws('' '', part, r.k), ''; '' ORDER BY part) FROM (VALUES (''one''), (''two''), (''three'')) AS v (k), t_by_k(v.k) AS r' INTO rows;
    RETURN rows;
END $$;
SELECT found(), count(*) FROM generate_series(1, 8) GROUP BY found;
ALTER TABLE t_1 RENAME TO other;
ALTER TABLE t_2 RENAME TO t_1;
ALTER TABLE other RENAME TO t_2;
SELECT found(), count(*) FROM generate_series(1, 8) GROUP BY found;
CREATE INDEX ON t (k);
SELECT found(), count(*) FROM generate_series(1, 8) GROUP BY found;
ALTER TABLE t ADD v text, DROP r;
SELECT found(), count(*) FROM generate_series(1, 8) GROUP BY found;
ALTER SCHEMA public RENAME TO elsewhere;
CREATE SCHEMA public;
CREATE TABLE t_1 (k text);
ALTER SCHEMA public RENAME TO empty;
ALTER SCHEMA elsewhere RENAME TO public;
SELECT found(), count(*) FROM generate_series(1, 8) GROUP BY found;
ROLLBACK;

-- 5. There may be more partitions than plans are kept; and a lookup may run others while plans are freed.
BEGIN;
CREATE TABLE many (part integer, k integer) PARTITION BY LIST (part);
DO $$
BEGIN
    FOR i IN 1..600 LOOP
        EXECUTE format('CREATE TABLE many_%s PARTITION OF many FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO many SELECT i, i FROM generate_series(1, 600) AS i;
CREATE FUNCTION one_of(p integer) RETURNS integer STABLE LANGUAGE sql RETURN (SELECT k FROM bloom_skip_rows(NULL::many, ARRAY[('many_' || p)::regclass], 'part', p));
CREATE VIEW calling AS SELECT i AS part, one_of(i) AS k FROM generate_series(1, 600) AS i;
SELECT sum(one_of(i)) FROM generate_series(1, 600) AS i;
SELECT sum(k) FROM bloom_skip_rows(NULL::calling, '{calling}', 'part', ARRAY(SELECT generate_series(1, 600)));
SELECT sum(one_of(i)) FROM generate_series(1, 600) AS i;
SELECT sum(k) FROM bloom_skip_rows(NULL::calling, '{calling}', 'part', ARRAY(SELECT generate_series(1, 600)));
SELECT sum(one_of(i)) FROM generate_series(1, 600) AS i;
SELECT sum(k) FROM bloom_skip_rows(NULL::calling, '{calling}', 'part', ARRAY(SELECT generate_series(1, 600)));
ROLLBACK;

-- 6. Nothing that is made runs with the rights of its owner.
BEGIN;
CREATE TABLE t (part integer, k text) PARTITION BY LIST (part);
SELECT bloom_skip_create('t', 'k');
SELECT count(*) FILTER (WHERE proname ~ '^t_') > 2 AS made, count(*) FILTER (WHERE proname ~ '^bloom_') > 50 AS of_the_extension,
       count(*) FILTER (WHERE prosecdef) AS security_definers
FROM pg_proc AS p
WHERE pronamespace = 'public'::regnamespace OR EXISTS (
    SELECT FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
    WHERE d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass AND e.extname = 'bloom_rs');
ROLLBACK;

DROP FUNCTION raised, wrong, answer;
DROP EXTENSION bloom_rs;
