CREATE EXTENSION bloom_rs;
CREATE EXTENSION postgres_fdw;
\ir plan.sql
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER far;
CREATE FOREIGN TABLE far_facts (id integer, k integer) SERVER far;
CREATE TABLE facts AS SELECT i AS id, i % 1000 AS k FROM generate_series(1, 20000) AS i;
CREATE TABLE keys AS SELECT i * 10 AS k, i % 5 AS x FROM generate_series(1, 100) AS i;
ANALYZE;

-- A setting that is set for one query, whichever library is loaded first. The setting of foreign joins is read before the
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
