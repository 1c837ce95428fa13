-- This server: the remote tables on two servers, of which the second is not said to have the extension, and tables of
-- the same columns here.

CREATE EXTENSION bloom_rs;
CREATE EXTENSION postgres_fdw;
CREATE SERVER far0 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far', dbname 'postgres', extensions 'bloom_rs');
CREATE SERVER far1 FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far', dbname 'postgres');
CREATE USER MAPPING FOR PUBLIC SERVER far0 OPTIONS (user 'postgres', password_required 'false');
CREATE USER MAPPING FOR PUBLIC SERVER far1 OPTIONS (user 'postgres', password_required 'false');
CREATE SCHEMA far0;
CREATE SCHEMA far1;
IMPORT FOREIGN SCHEMA public FROM SERVER far0 INTO far0;
IMPORT FOREIGN SCHEMA public FROM SERVER far1 INTO far1;
CREATE TABLE small AS SELECT * FROM far0.facts WHERE id % 7 = 1;
CREATE TABLE tiny AS SELECT * FROM far0.facts WHERE id IN (7, 107, 150, 300, 600, 601);
CREATE TABLE none AS SELECT * FROM far0.facts WHERE false;
CREATE TABLE parts (LIKE small) PARTITION BY LIST (x);
CREATE TABLE parts0 PARTITION OF parts FOR VALUES IN (0);
CREATE TABLE parts1 PARTITION OF parts DEFAULT;
INSERT INTO parts SELECT * FROM far0.facts WHERE id % 11 = 2;
-- A remote table in partitions, of which one is here.
CREATE TABLE shards (LIKE small) PARTITION BY LIST (x);
CREATE FOREIGN TABLE shards0 PARTITION OF shards FOR VALUES IN (0) SERVER far0 OPTIONS (table_name 'facts');
CREATE FOREIGN TABLE shards1 PARTITION OF shards FOR VALUES IN (1) SERVER far1 OPTIONS (table_name 'facts');
CREATE TABLE shards2 PARTITION OF shards DEFAULT;
INSERT INTO shards2 SELECT * FROM far0.facts WHERE x > 1;
ALTER FOREIGN TABLE shards0 ADD CHECK (x = 0);
CREATE VIEW far_view AS SELECT * FROM far0.facts WHERE x < 4;
CREATE VIEW small_view AS SELECT id AS number, i4 AS key, t AS name, x FROM small WHERE x <> 2;
CREATE MATERIALIZED VIEW small_kept AS SELECT * FROM small WHERE x = 1;
CREATE TABLE wanted AS SELECT i * 100 AS k, 'key ' || i * 100 AS t, i AS w FROM generate_series(1, 200) AS i;
CREATE TABLE keys AS SELECT i AS k, 'key ' || i AS t, i % 1000 AS w FROM generate_series(0, 19999) AS i;
ANALYZE;
ANALYZE far0.facts, far1.facts, far0.large, far1.large, shards0, shards1;

\ir plan.sql
CREATE FUNCTION result(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    PERFORM set_config('bloom_rs.screen_foreign_joins', mode, false);
    EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, '' '' ORDER BY q::text)), '''') FROM (%s) AS q', query) INTO answer;
    RETURN answer;
END $$;
CREATE FUNCTION plan(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('bloom_rs.screen_foreign_joins', mode, false);
    RETURN plan(query);
END $$;
CREATE PROCEDURE expect_same(query text) LANGUAGE plpgsql AS $$
BEGIN
    IF result(query, 'off') IS DISTINCT FROM result(query, 'force') THEN
        RAISE E'% differs:\n%', query, plan(query, 'force');
    END IF;
END $$;
-- It is screened, and what is sent matches.
CREATE PROCEDURE screens(query text, sent text DEFAULT 'Remote SQL: [^\n]* WHERE [^\n]*\$1') LANGUAGE plpgsql AS $$
BEGIN
    IF plan(query, 'off') ~ 'InitPlan' THEN
        RAISE '% has an InitPlan when nothing is screened', query;
    END IF;
    IF plan(query, 'force') !~ 'InitPlan' OR plan(query, 'force') !~ sent THEN
        RAISE E'% is not screened:\n%', query, plan(query, 'force');
    END IF;
    CALL expect_same(query);
END $$;
-- It must not be screened.
CREATE PROCEDURE refuses(query text) LANGUAGE plpgsql AS $$
BEGIN
    IF plan(query, 'force') IS DISTINCT FROM plan(query, 'off') THEN
        RAISE E'% is screened:\n%', query, plan(query, 'force');
    END IF;
END $$;
