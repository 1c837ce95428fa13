--
-- Operators: @> and <@ ask, || adds, | and & combine, = and <> compare.
--
CREATE EXTENSION bloom_rs;

CREATE TABLE filters AS SELECT site, bloom_agg('page-' || i, 250, 1e-6) AS f FROM generate_series(1, 1000) AS i, LATERAL (SELECT i % 4 AS site) AS s GROUP BY site;

-- 1. filter @> value is bloom_contains, value <@ filter the same the other way round.
SELECT site FROM filters WHERE f @> 'page-42';
SELECT site FROM filters WHERE 'page-42' <@ f;
SELECT bool_and((f @> v) = bloom_contains(f, v) AND (v <@ f) = bloom_contains(f, v)) AS same FROM filters, (SELECT 'page-' || i AS v FROM generate_series(990, 1010) AS i) AS vs;
SELECT site FROM filters WHERE NOT f @> 'page-42' ORDER BY site;
PREPARE which_site AS SELECT site FROM filters WHERE f @> $1;
EXECUTE which_site('page-43');
DEALLOCATE which_site;
-- For every kind of value; a literal without a type is text.
SELECT bloom_of(ARRAY[1]) @> 1::int2 AS int2, bloom_of(ARRAY[1]) @> 1 AS int4, bloom_of(ARRAY[1]) @> 1::int8 AS int8, bloom_of(ARRAY['a']) @> 'a' AS literal,
       bloom_of(ARRAY['a']) @> 'a'::varchar AS "varchar", bloom_of(ARRAY['a'::char(3)]) @> 'a'::char(3) AS "char(3)", bloom_of(ARRAY['a']) @> 'a'::name AS name,
       bloom_of(ARRAY['a'::"char"]) @> 'a'::"char" AS "char", bloom_of(ARRAY['\x'::bytea]) @> '\x'::bytea AS bytea, bloom_of(ARRAY[md5('')::uuid]) @> md5('')::uuid AS uuid;
SELECT bloom_of(ARRAY[1.0]) @> 1.00 AS numeric, bloom_of(ARRAY['2020-01-01'::date]) @> '2020-01-01'::date AS date, bloom_of(ARRAY[true]) @> true AS boolean,
       bloom_add(bloom_empty(1), ARRAY[1, 2]) @> ARRAY[1, 2] AS array, bloom_add(bloom_empty(1), ROW(1, 2)) @> ROW(1, 2) AS record,
       bloom_of(ARRAY['[1,3)'::int4range]) @> '[1,2]'::int4range AS range, bloom_of(ARRAY['[1]'::jsonb]) @> '[1.0]'::jsonb AS jsonb;
SELECT 1::int2 <@ f AS int2, 1 <@ f AS int4, 1::int8 <@ f AS int8, 2 <@ f AS absent FROM (SELECT bloom_of(ARRAY[1], 1e-9) AS f) AS s;
SELECT 'a'::varchar <@ bloom_of(ARRAY['a']) AS "varchar", 'a'::"char" <@ bloom_of(ARRAY['a'::"char"]) AS "char", '\x'::bytea <@ bloom_of(ARRAY['\x'::bytea]) AS bytea,
       md5('')::uuid <@ bloom_of(ARRAY[md5('')::uuid]) AS uuid, 1.00 <@ bloom_of(ARRAY[1.0]) AS numeric, ARRAY[1, 2] <@ bloom_add(bloom_empty(1), ARRAY[1, 2]) AS array,
       '[1,2]'::int4range <@ bloom_of(ARRAY['[1,3)'::int4range]) AS range, '[1.0]'::jsonb <@ bloom_of(ARRAY['[1]'::jsonb]) AS jsonb;
SELECT f @> NULL::text IS NULL AS unknown FROM filters WHERE site = 0;
SELECT f @> 42 FROM filters WHERE site = 0;
SELECT 42 <@ f FROM filters WHERE site = 0;
SELECT f @> '<a/>'::xml FROM filters WHERE site = 0;

-- Either way round the planner knows them as one another's mirror image.
EXPLAIN (COSTS OFF) SELECT site FROM filters WHERE f @> 'x' AND 'y' <@ f;
SELECT a.oprname, a.oprleft::regtype AS "left", a.oprright::regtype AS "right", a.oprcom::regoperator AS commutator, b.oprcom::regoperator = a.oid::regoperator AS mutual
FROM pg_operator AS a JOIN pg_operator AS b ON b.oid = a.oprcom
WHERE 'bloom'::regtype IN (a.oprleft, a.oprright) ORDER BY a.oprname, a.oprleft::regtype::text, a.oprright::regtype::text;

-- 2. filter || value is bloom_add.
SELECT bloom_empty(10) || 1 || 2::bigint || 3::smallint = bloom_add_all(bloom_empty(10), ARRAY[1, 2, 3]) AS integers,
       bloom_empty(10) || 'a' || 'b'::text || 'c'::varchar || 'd'::varchar(9) || 'e'::name = bloom_add_all(bloom_empty(10), ARRAY['a', 'b', 'c', 'd', 'e']) AS texts,
       bloom_empty(10) || '\x61'::bytea = bloom_add(bloom_empty(10), '\x61'::bytea) AS bytea,
       bloom_empty(10) || md5('')::uuid = bloom_add(bloom_empty(10), md5('')::uuid) AS uuid, bloom_empty(10) || 1.5 = bloom_add(bloom_empty(10), 1.50) AS numeric;
SELECT bloom_empty(10) || ARRAY[1, 2] @> ARRAY[1, 2] AS array, bloom_empty(10) || '[1]'::jsonb @> '[1]'::jsonb AS jsonb,
       bloom_empty(10) || ROW(1, 2) @> ROW(1, 2) AS record, bloom_empty(10) || now() @> now() AS timestamptz;
UPDATE filters SET f = f || 'new' WHERE site = 1;
SELECT site FROM filters WHERE f @> 'new';
SELECT bloom_empty(10) || 1 || 'a';
SELECT bloom_empty(10) || NULL::integer IS NULL AS unknown;
-- | and & bind more tightly than @>, and as tightly as ||.
SELECT bloom_of(ARRAY[1, 2]) | bloom_of(ARRAY[3, 4]) @> 3 AS "union", bloom_of(ARRAY[1, 2]) & bloom_of(ARRAY[3, 1]) @> 1 AS intersection;
-- Between two filters it is | and not ||, which would add the filter as a value.
SELECT bloom_of(ARRAY[1]) || bloom_of(ARRAY[2]);

-- 3. The meaning of other expressions does not change when the extension is there: with a literal without a type
-- on one side, PostgreSQL chooses among all operators of that name.
SELECT 'a' || 1 AS int4, 'a' || 1::int2 AS int2, 'a' || 1::int8 AS int8, 'a' || md5('')::uuid AS uuid, 'a' || 1.5 AS numeric, 'a' || true AS boolean,
       'a' || 'b' AS literals, 'a' || 'b'::varchar AS "varchar", 1 || 'a' AS "left", NULL || 1 IS NULL AS "null", '\x61' || '\x62'::bytea AS bytea;
CREATE FUNCTION text_of(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE format('SELECT (%s)::text', expression) INTO result;
    RETURN result;
END $$;
SELECT expression, meant, means
FROM (VALUES ($$'user-' || 5$$, 'user-5'), ($$5 || '-user'$$, '5-user'), ($$'{1}' || 5::bigint$$, '{1}5'), ($$'a' || 'b'::varchar$$, 'ab'), ($$'a' || 'b'::name$$, 'ab'),
             ($$'a' || 'b'::char(5)$$, 'ab'), ($$'b'::char(5) || 'a'$$, 'ba'), ($$ARRAY[1] || 5$$, '{1,5}'), ($$'\x01' || '\x02'::bytea$$, '\x0102'),
             ($$'[1]'::jsonb || '[2]'$$, '[1, 2]'), ($$ARRAY[1, 2] @> '{1}'$$, 'true'), ($$'{1}' <@ ARRAY[1, 2]$$, 'true'), ($$'[1,5)'::int4range @> 2$$, 'true'),
             ($$2 <@ '[1,5)'::int4range$$, 'true'), ($$5 | 2$$, '7'), ($$B'101' & '100'$$, '100')) AS v (expression, meant),
     text_of(expression) AS means WHERE means IS DISTINCT FROM meant;
-- PostgreSQL's own operators make these ambiguous.
\set VERBOSITY sqlstate
SELECT '[1,5)' @> 2;
SELECT 2 <@ '[1,5)';
SELECT 'x' || 'y'::"char";
\set VERBOSITY default
DROP FUNCTION text_of;
SELECT op, count(*) FROM (
    SELECT op, pg_typeof AS type FROM (VALUES
        ('||', pg_typeof(NULL || 1::int2)), ('||', pg_typeof(NULL || 1::int4)), ('||', pg_typeof(NULL || 1::int8)), ('||', pg_typeof(NULL || md5('')::uuid)),
        ('||', pg_typeof(NULL || ''::bytea)), ('||', pg_typeof(NULL || ''::text)), ('||', pg_typeof(NULL || 1.0)), ('||', pg_typeof(NULL || current_date)),
        ('||', pg_typeof(NULL || ARRAY[1])), ('||', pg_typeof(1 || NULL)), ('|', pg_typeof(NULL | 1)), ('|', pg_typeof(NULL | B'1')), ('&', pg_typeof(NULL & 1::int8)),
        ('&', pg_typeof(1::int2 & NULL)), ('=', pg_typeof(NULL = 1))) AS t(op, pg_typeof)
) AS s WHERE type = 'bloom'::regtype GROUP BY op;
SELECT '{1,2}' @> ARRAY[1] AS arrays, ARRAY[1] <@ '{1,2}' AS contained, int4range(1, 5) @> 3 AS range, '{"a": 1}' @> '{"a": 1}'::jsonb AS jsonb, '{a}' && ARRAY['a'] AS overlap,
       ARRAY[1] || 2 AS append, 0 || ARRAY[1] AS prepend, ARRAY['a'] || '{b}' AS literal, '[1]'::jsonb || '2' AS jsonb_append;

-- 4. Where expressions are kept: a generated column, a check, a default, an index, a view, a policy.
CREATE TABLE kept (
    v integer CHECK (bloom_of(ARRAY[1, 2, 3], 1e-9) @> v),
    f bloom DEFAULT bloom_empty(10, 1e-9) || 100,
    g bloom GENERATED ALWAYS AS (f || v) STORED,
    known boolean GENERATED ALWAYS AS (v <@ f) STORED
);
CREATE INDEX kept_has_1 ON kept ((g @> 1));
CREATE UNIQUE INDEX kept_100 ON kept (v) WHERE f @> 100;
INSERT INTO kept VALUES (1, DEFAULT), (2, DEFAULT), (3, bloom_empty(10, 1e-9) || 3);
\set VERBOSITY terse
INSERT INTO kept VALUES (4);
\set VERBOSITY default
INSERT INTO kept VALUES (1);
SELECT v, g @> 1 AS has_1, g @> v AS has_itself, g @> 100 AS has_100, known FROM kept ORDER BY v;
\d kept
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT v FROM kept WHERE g @> 1;
SELECT v FROM kept WHERE g @> 1 ORDER BY v;
RESET enable_seqscan;
RESET enable_bitmapscan;
CREATE VIEW having_2 AS SELECT v, f | g AS h FROM kept WHERE g @> 2 AND NOT 5 <@ (f & g) AND f <> g;
SELECT replace(pg_get_viewdef('having_2'), 'kept.', '');
CREATE FUNCTION has(f bloom, v integer) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN f @> v;
SELECT has(f, 3) FROM kept ORDER BY v;
ALTER TABLE kept ENABLE ROW LEVEL SECURITY;
CREATE POLICY few ON kept USING (bloom_of(ARRAY[2]) @> v);
CREATE ROLE regress_bloom_reader;
GRANT SELECT ON kept TO regress_bloom_reader;
SET ROLE regress_bloom_reader;
SELECT v FROM kept;
RESET ROLE;

-- 5. Moved to another schema: what is kept goes on; in new queries the operators need the schema on the search_path, or OPERATOR().
CREATE SCHEMA tools;
ALTER EXTENSION bloom_rs SET SCHEMA tools;
SELECT v FROM having_2;
SELECT has(f, 3) FROM kept ORDER BY v;
INSERT INTO kept (v, f) VALUES (1, DEFAULT);
INSERT INTO kept (v, f) VALUES (1, tools.bloom_empty(10));
SELECT count(*) FROM kept WHERE known;
SELECT replace(pg_get_viewdef('having_2'), 'kept.', '');
\set VERBOSITY sqlstate
SELECT f @> 1 FROM kept;
\set VERBOSITY default
SELECT v FROM kept WHERE g OPERATOR(tools.@>) 2 ORDER BY v;
\set VERBOSITY sqlstate
SELECT f = g FROM kept;
\set VERBOSITY default
SELECT count(*) FROM (SELECT DISTINCT f FROM kept) AS s;
SELECT count(*) FROM kept AS a JOIN kept AS b ON a.f OPERATOR(tools.=) b.f;
SET search_path = public, tools;
SELECT v FROM kept WHERE g @> 2 ORDER BY v;
SELECT bloom_of(ARRAY['a']) || 'b' = bloom_add(bloom_of(ARRAY['a']), 'b') AS added;
ALTER EXTENSION bloom_rs SET SCHEMA public;
RESET search_path;
SELECT v FROM kept WHERE g @> 2 ORDER BY v;

-- 6. Beside other extensions with operators of these names.
CREATE EXTENSION intarray;
CREATE EXTENSION hstore;
CREATE EXTENSION ltree;
SELECT ARRAY[1, 2] @> ARRAY[1] AS intarray, '{1,2}' @> ARRAY[1] AS literal, 'a=>1'::hstore @> 'a=>1' AS hstore, 'a.b'::ltree @> 'a.b.c' AS ltree, ARRAY[1] | 2 AS add, 'a=>1'::hstore || 'b=>2' AS hstores,
       'a' || 'b'::ltree AS ltrees, bloom_of(ARRAY[1]) @> 1 AS filter, bloom_empty(1) || 'a=>1'::hstore @> 'a=>1'::hstore AS of_hstore, bloom_add(bloom_empty(1), ARRAY[1]) @> ARRAY[1] AS of_array;
DROP EXTENSION intarray, hstore, ltree;

DROP VIEW having_2;
DROP FUNCTION has;
DROP TABLE kept, filters;
DROP ROLE regress_bloom_reader;
DROP SCHEMA tools;
DROP EXTENSION bloom_rs;
