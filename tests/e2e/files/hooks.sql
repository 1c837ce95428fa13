CREATE EXTENSION bloom_rs;
CREATE EXTENSION postgres_fdw;
\ir plan.sql
CREATE FUNCTION checked_tables() RETURNS text LANGUAGE c AS :'hooks';
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER far;
CREATE FOREIGN TABLE far_facts (id integer, k integer) SERVER far;
CREATE TABLE facts AS SELECT i AS id, i % 1000 AS k FROM generate_series(1, 20000) AS i;
CREATE TABLE keys AS SELECT i * 10 AS k, i % 5 AS x FROM generate_series(1, 100) AS i;
CREATE TABLE parts (k integer, x integer) PARTITION BY LIST (x);
CREATE TABLE parts_some PARTITION OF parts FOR VALUES IN (1, 2, 3);
CREATE TABLE parts_rest PARTITION OF parts DEFAULT;
INSERT INTO parts TABLE keys;
CREATE VIEW keys_seen AS SELECT k, x FROM keys WHERE x > 1;
CREATE VIEW keys_invoked WITH (security_invoker) AS SELECT k, x FROM keys_seen WHERE x < 4;
CREATE MATERIALIZED VIEW keys_kept AS TABLE keys;
CREATE TABLE guarded AS TABLE keys;
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON guarded USING (x > 2);
CREATE ROLE reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
ANALYZE;

-- 1. A setting that is set for one query, whichever library is loaded first. The setting of foreign joins is read before the
-- query is planned, so bloom_rs must be loaded first.
CREATE PROCEDURE hints(has_foreign boolean) LANGUAGE plpgsql AS $$
DECLARE
    query text := 'SELECT f.id FROM facts AS f JOIN keys AS s USING (k)';
BEGIN
    ASSERT plan('/*+ Set(bloom_rs.screen_joins force) */ ' || query) ~ 'Bloom Screen';
    ASSERT plan(query) !~ 'Bloom Screen';
    ASSERT plan('/*+ Set(bloom_rs.screen_joins off) */ ' || query) !~ 'Bloom Screen';
    PERFORM set_config('bloom_rs.screen_joins', 'force', true);
    ASSERT plan(query) ~ 'Bloom Screen';
    ASSERT plan('/*+ Set(bloom_rs.screen_joins off) */ ' || query) !~ 'Bloom Screen';
    -- A query that is planned while another one is.
    ASSERT plan('/*+ Set(bloom_rs.screen_joins off) */ ' || query || ' WHERE f.id > planned_inside()') !~ 'Bloom Screen';
    PERFORM set_config('bloom_rs.screen_joins', 'off', true);
    ASSERT plan('/*+ Set(bloom_rs.screen_joins force) */ ' || query || ' WHERE f.id > planned_inside()') ~ 'Bloom Screen';
    ASSERT plan(query || ' WHERE f.id > planned_inside_forced()') !~ 'Bloom Screen';
    ASSERT plan('/*+ Set(bloom_rs.screen_foreign_joins force) */ ' || replace(query, 'facts', 'far_facts')) ~ 'InitPlan' = has_foreign;
END $$;
CREATE FUNCTION planned_inside() RETURNS integer IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN count(*) FROM facts WHERE k > 1000; END';
CREATE FUNCTION planned_inside_forced() RETURNS integer IMMUTABLE LANGUAGE plpgsql SET bloom_rs.screen_joins = force
    AS 'BEGIN RETURN count(*) FROM facts JOIN keys USING (k) WHERE k > 1000; END';
\c -
LOAD :'hooks';
LOAD 'bloom_rs';
CALL hints(false);
\c -
LOAD 'bloom_rs';
LOAD :'hooks';
CALL hints(true);

-- 2. The rights on each table are checked as often as without a screen: its keys are read with the rights that the query has.
CREATE FUNCTION checked(query text, mode text, OUT tables text, OUT is_screened boolean) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.screen_foreign_joins', mode, true), checked_tables();
    is_screened := plan(query) ~ 'InitPlan';
    tables := checked_tables();
END $$;
CREATE PROCEDURE checks_the_same(query text) LANGUAGE plpgsql AS $$
DECLARE
    plain record := checked(query, 'off');
    screened record := checked(query, 'force');
BEGIN
    ASSERT screened.is_screened AND NOT plain.is_screened, query;
    ASSERT plain.tables ~ 'far_facts' AND screened.tables = plain.tables, format('%s: %s and not %s', query, screened.tables, plain.tables);
END $$;
SET ROLE reader;
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN keys AS s USING (k)');
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN keys AS s USING (k) JOIN keys AS t USING (k)');
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN parts AS s USING (k) WHERE s.x = 2');
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN keys_kept AS s USING (k)');
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN guarded AS s USING (k)');
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN (SELECT k FROM keys WHERE x = 1) AS s USING (k)');
CALL checks_the_same('SELECT f.id FROM far_facts AS f WHERE k IN (SELECT k FROM keys)');
RESET ROLE;
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN keys_seen AS s USING (k)');
CALL checks_the_same('SELECT f.id FROM far_facts AS f JOIN keys_invoked AS s USING (k)');
-- Nobody reads what they may not.
SET ROLE reader;
SET bloom_rs.screen_foreign_joins = force;
PREPARE q AS SELECT f.id FROM far_facts AS f JOIN keys AS s USING (k);
EXPLAIN EXECUTE q;
RESET ROLE;
REVOKE SELECT ON keys FROM reader;
SET ROLE reader;
DO $$
BEGIN
    EXECUTE 'EXPLAIN EXECUTE q';
    RAISE 'a table is read without the right to';
EXCEPTION
    WHEN insufficient_privilege THEN NULL;
END $$;
