--
-- Probing stored filters: the first lookup reads pieces, later ones a copy. Whatever the plan, the answers are those
-- of a filter in memory.
--
CREATE EXTENSION bloom_rs;
SET client_min_messages = warning;

-- Filters of ten groups of values: 12 kB each, out of line, and small ones within the row.
CREATE TABLE filters (name integer PRIMARY KEY, f bloom);
INSERT INTO filters SELECT n, bloom_agg(g, 10000) FROM generate_series(0, 9999) AS g, LATERAL (SELECT g % 10) AS x(n) GROUP BY n;
CREATE TABLE small AS SELECT name, bloom_agg(g) AS f FROM filters, generate_series(name, 999, 10) AS g GROUP BY name;
SELECT pg_column_size(f) > 12000 AS large FROM filters WHERE name = 0;
CREATE TABLE vals AS SELECT g AS v FROM generate_series(0, 9999) AS g;
ANALYZE filters, small, vals;

-- One lookup each: the group that holds the value is always among those named.
SELECT bool_and((SELECT count(*) FROM filters WHERE f @> v AND name = v % 10) = 1) AS found FROM vals WHERE v < 300;

-- Joined in, as a scalar subquery, correlated, lateral, and from the small table: no value is missed.
SELECT count(*) FROM vals JOIN filters ON name = 3 AND f @> v WHERE v % 10 = 3;
SELECT count(*) FROM vals WHERE (SELECT f FROM filters WHERE name = 3) @> v AND v % 10 = 3;
SELECT count(*) FROM vals WHERE (SELECT f @> v FROM filters WHERE name = v % 10);
SELECT count(*) FROM vals, LATERAL (SELECT f FROM filters WHERE name = v % 10 OFFSET 0) AS s WHERE f @> v;
SELECT count(*) FROM vals JOIN small ON name = v % 10 AND f @> v WHERE v < 1000;

-- Nested loops in which the filter changes with every row, in both orders of the tables.
SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_memoize = off;
CREATE TABLE pairs AS SELECT v, n AS name FROM vals, generate_series(0, 9) AS n WHERE v < 200;
SELECT count(*) FILTER (WHERE f @> v AND v % 10 = p.name) AS held, count(*) FILTER (WHERE NOT f @> v AND v % 10 = p.name) AS missed
  FROM (SELECT * FROM pairs ORDER BY v, name) AS p JOIN filters USING (name);
SELECT count(*) FILTER (WHERE f @> v AND v % 10 = p.name) AS held, count(*) FILTER (WHERE NOT f @> v AND v % 10 = p.name) AS missed
  FROM filters JOIN (SELECT * FROM pairs ORDER BY name, v OFFSET 0) AS p USING (name);
-- The same where only some of them can be kept, or none, and others take their place; in runs, in turns and at random.
CREATE TABLE turns AS
    SELECT v, v % 10 AS name, hashint4(v * 31 + round) AS random, round FROM vals, generate_series(0, 4) AS round WHERE v < 2000;
ANALYZE turns;
CREATE TABLE counting AS SELECT n AS name, counting_bloom_agg(v, 4000) AS f FROM vals, LATERAL (SELECT v % 10) AS x(n) GROUP BY n;
CREATE PROCEDURE in_any_order(memory text, OUT missed bigint, OUT wrong bigint, OUT missed_otherwise bigint) LANGUAGE plpgsql AS $$
DECLARE
    m record;
    ordering text;
BEGIN
    missed := 0; wrong := 0; missed_otherwise := 0;
    PERFORM set_config('work_mem', memory, true);
    FOREACH ordering IN ARRAY ARRAY['name', 'round, v', 'random', 'v / 2 % 10, v'] LOOP
        EXECUTE format('SELECT count(*) FILTER (WHERE NOT f.f @> v) AS missed, count(*) FILTER (WHERE f.f @> -1 - v) AS wrong,
                               count(*) FILTER (WHERE NOT bloom_contains_all(f.f, ARRAY[v, v]) OR NOT bloom_contains_hash(f.f, bloom_hash(v)) OR NOT c.f @> v) AS otherwise
                        FROM (SELECT * FROM turns ORDER BY %s OFFSET 0) AS t JOIN filters AS f USING (name) JOIN counting AS c USING (name)', ordering) INTO m;
        missed := missed + m.missed;
        wrong := wrong + m.wrong;
        missed_otherwise := missed_otherwise + m.otherwise;
    END LOOP;
END $$;
CREATE TABLE orders (memory text, missed bigint, wrong bigint, missed_otherwise bigint);
DO $$
DECLARE
    o orders;
BEGIN
    FOREACH o.memory IN ARRAY ARRAY['64kB', '80kB', '128kB', '4MB'] LOOP
        CALL in_any_order(o.memory, o.missed, o.wrong, o.missed_otherwise);
        INSERT INTO orders SELECT o.*;
    END LOOP;
END $$;
SELECT memory, missed, missed_otherwise, wrong < 100 AND wrong = min(wrong) OVER () AS always_the_same FROM orders;
DROP PROCEDURE in_any_order;
DROP TABLE turns, counting, orders;
RESET enable_hashjoin; RESET enable_mergejoin; RESET enable_material; RESET enable_memoize;

-- The same answers as a filter in memory gives, for present and absent values alike.
SELECT count(*) FROM generate_series(0, 50000) AS v, filters WHERE name = 7 AND f @> v
EXCEPT
SELECT count(*) FROM generate_series(0, 50000) AS v WHERE (SELECT (f::bytea || '')::bloom FROM filters WHERE name = 7) @> v;

-- Parallel workers each fetch their own copy.
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
SELECT count(*) FROM vals WHERE (SELECT f FROM filters WHERE name = 3) @> v AND v % 10 = 3;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;

-- A loop that changes the filter between lookups, in one transaction, sees each change.
DO $$
DECLARE held boolean; missed integer := 0; early integer := 0;
BEGIN
    FOR i IN 100001..100050 LOOP
        SELECT f @> i INTO held FROM filters WHERE name = 0;
        early := early + held::integer;
        UPDATE filters SET f = f || i WHERE name = 0;
        SELECT f @> i INTO held FROM filters WHERE name = 0;
        missed := missed + (NOT held)::integer;
        SELECT f @> i INTO held FROM filters WHERE name = 0;
        missed := missed + (NOT held)::integer;
    END LOOP;
    RAISE WARNING 'missed: %, at most a few before they were added: %', missed, early < 5;
END $$;
SELECT bool_and(f @> g) AS all_there FROM filters, generate_series(100001, 100050) AS g WHERE name = 0;

-- A cursor keeps to its snapshot while the row changes; a rolled-back change is gone.
BEGIN;
DECLARE c CURSOR FOR SELECT f @> 200001 AS held FROM filters, generate_series(1, 3) WHERE name = 1;
FETCH c;
UPDATE filters SET f = f || 200001 WHERE name = 1;
FETCH c;
SELECT f @> 200001 AS held FROM filters WHERE name = 1;
SAVEPOINT s;
UPDATE filters SET f = f || 200002 WHERE name = 1;
SELECT f @> 200002 AS held FROM filters, generate_series(1, 2) WHERE name = 1;
ROLLBACK TO s;
SELECT f @> 200002 AS held FROM filters, generate_series(1, 2) WHERE name = 1;
FETCH c;
ROLLBACK;
SELECT f @> 200001 AS held FROM filters WHERE name = 1;

-- Prepared, with a generic plan: another filter at each execution.
SET plan_cache_mode = force_generic_plan;
PREPARE held (integer, integer) AS SELECT bool_and(f @> g) FROM filters, generate_series($2, 9999, 10) AS g WHERE name = $1;
EXECUTE held(2, 2);
EXECUTE held(5, 5);
EXECUTE held(5, 2);
RESET plan_cache_mode;

-- In every way to store: plain, within the row or out of line, compressed or not.
CREATE TABLE forms (form text, f bloom);
INSERT INTO forms SELECT 'external', f FROM filters WHERE name = 4;
ALTER TABLE forms ALTER f SET STORAGE extended;
INSERT INTO forms SELECT 'extended', (f::bytea || '')::bloom FROM filters WHERE name = 4;
INSERT INTO forms SELECT 'compressed', bloom_add(bloom_sized(800000, 3), 4);
ALTER TABLE forms ALTER f SET STORAGE main;
INSERT INTO forms SELECT 'main', bloom_add(bloom_sized(80000, 3), 4);
ALTER TABLE forms ALTER f SET STORAGE plain;
INSERT INTO forms SELECT 'plain', bloom_add(bloom_sized(6400, 3), 4);
INSERT INTO forms SELECT 'short', bloom_add(bloom_sized(64, 3), 4);
SELECT form, pg_column_size(f) < length(f::bytea) AS compressed, bool_and(f @> 4) AS held, bool_or(f @> 999999) AS absent
  FROM forms, generate_series(1, 3) GROUP BY form, 2 ORDER BY form;

DROP TABLE filters, small, vals, pairs, forms;
DROP EXTENSION bloom_rs;
