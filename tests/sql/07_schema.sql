--
-- The extension in any schema, moved, installed by a database's owner, beside others.
--
CREATE SCHEMA tools;

-- Somebody who may create objects in that schema plants operators that fit better than PostgreSQL's own.
-- The extension's functions must not call them: they would run as whoever uses the extension.
CREATE FUNCTION tools.trap(bigint, float8) RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN RAISE 'trapped'; END $$;
CREATE FUNCTION tools.trap(float8, integer) RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN RAISE 'trapped'; END $$;
CREATE OPERATOR tools./ (LEFTARG = bigint, RIGHTARG = float8, FUNCTION = tools.trap);
CREATE OPERATOR tools.^ (LEFTARG = float8, RIGHTARG = integer, FUNCTION = tools.trap);

CREATE EXTENSION bloom_rs SCHEMA tools;
SELECT fill, current_fpp FROM tools.bloom_info(tools.bloom_empty(10));
DROP OPERATOR tools./ (bigint, float8);
DROP OPERATOR tools.^ (float8, integer);
DROP FUNCTION tools.trap(bigint, float8);
DROP FUNCTION tools.trap(float8, integer);
SHOW search_path;

-- A schema that is not on the search path: all works with qualified names, also what calls other
-- functions of the extension.
SELECT tools.bloom_contains(tools.bloom_agg(v), 2) AS found FROM generate_series(1, 3) AS v;
SELECT element, bits_set > 0 AS filled, estimated_count
FROM (SELECT tools.bloom_agg(v) AS f FROM generate_series(1, 3) AS v) AS s, tools.bloom_info(f);
SELECT bytes FROM tools.bloom_params(1000, 0.01);
CREATE TABLE kept (f tools.bloom);
INSERT INTO kept SELECT tools.bloom_agg(v) FROM generate_series(1, 3) AS v;
SELECT tools.bloom_contains(f, 3) AS kept, f::bytea::tools.bloom::text = f::text AS casts FROM kept;
\set VERBOSITY sqlstate
SELECT bloom_contains(f, 3) FROM kept;
\set VERBOSITY default

-- Names in the way: functions of the same name in another schema change nothing inside.
CREATE FUNCTION bloom_current_fpp(tools.bloom) RETURNS bigint LANGUAGE sql RETURN -1;
CREATE FUNCTION bloom_count(tools.bloom) RETURNS bigint LANGUAGE sql RETURN -1;
SELECT estimated_count, bits_set > 0 AS filled FROM kept, tools.bloom_info(f);
DROP FUNCTION bloom_current_fpp, bloom_count;

-- Moved, all goes on; also views and functions that use it.
CREATE VIEW found AS SELECT tools.bloom_contains(f, 3) AS has_3, i.element FROM kept, tools.bloom_info(f) AS i;
CREATE SCHEMA elsewhere;
ALTER EXTENSION bloom_rs SET SCHEMA elsewhere;
SELECT * FROM found;
SELECT elsewhere.bloom_contains(f, 3) AS kept, i.estimated_count FROM kept, elsewhere.bloom_info(f) AS i;
SELECT elsewhere.bloom_contains(elsewhere.bloom_agg(ARRAY[v]), ARRAY[2]) AS arrays FROM generate_series(1, 3) AS v;
DROP VIEW found;

-- Beside contrib's index access method "bloom", citext and intarray.
CREATE EXTENSION bloom;
CREATE EXTENSION citext;
CREATE EXTENSION intarray;
SET search_path = elsewhere, public;
CREATE TABLE both_kinds AS SELECT i AS a, i % 10 AS b, bloom_add(bloom_empty(1), i) AS f FROM generate_series(1, 100) AS i;
CREATE INDEX ON both_kinds USING bloom (a, b);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT a FROM both_kinds WHERE a = 42 AND bloom_contains(f, 42);
SELECT a FROM both_kinds WHERE a = 42 AND bloom_contains(f, 42);
RESET enable_seqscan;
SELECT bloom_contains(bloom_agg(ARRAY[a, b]), ARRAY[42, 2]) AS arrays FROM both_kinds;
SELECT amname FROM pg_am WHERE amname LIKE '%bloom%';
DROP TABLE both_kinds;
DROP EXTENSION intarray, citext, bloom;
RESET search_path;

-- Dropping it needs CASCADE while it is in use.
DROP EXTENSION bloom_rs;
DROP EXTENSION bloom_rs CASCADE;
DROP TABLE kept;
DROP SCHEMA tools, elsewhere;

-- The owner of a database can install it without being superuser, and others can use it.
CREATE ROLE regress_bloom_owner;
CREATE ROLE regress_bloom_user;
CREATE DATABASE regress_bloom OWNER regress_bloom_owner;
\set home :DBNAME
\c regress_bloom
SET ROLE regress_bloom_owner;
CREATE EXTENSION bloom_rs;
SELECT extname, extrelocatable, pg_get_userbyid(extowner) AS owner FROM pg_extension WHERE extname = 'bloom_rs';
SET ROLE regress_bloom_user;
SELECT bloom_contains(bloom_agg(v), 2) AS used FROM generate_series(1, 3) AS v;
CREATE EXTENSION IF NOT EXISTS bloom_rs;
SET ROLE regress_bloom_owner;
DROP EXTENSION bloom_rs;
SET ROLE regress_bloom_user;
CREATE EXTENSION bloom_rs;
RESET ROLE;
\c :home
DROP DATABASE regress_bloom;
DROP ROLE regress_bloom_owner;
DROP ROLE regress_bloom_user;
