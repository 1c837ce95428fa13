--
-- How many rows the planner expects of a condition with a filter.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

-- 1. Helpers: a property of the top node of a query's plan, the rows that the planner expects, and those that there are.
CREATE FUNCTION plan(query text, property text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json, VERBOSE) ' || query INTO plan;
    RETURN plan #> '{0,Plan}' ->> property;
END $$;
CREATE FUNCTION expected(query text) RETURNS float8 LANGUAGE sql AS $$ SELECT plan(query, 'Plan Rows')::float8 $$;
CREATE FUNCTION actual(query text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    rows bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM (%s) AS s', query) INTO rows;
    RETURN rows;
END $$;
-- Is the estimate right within a factor of 2?
CREATE FUNCTION is_close(query text) RETURNS boolean LANGUAGE sql AS $$
    SELECT e <= 2 * greatest(a, 1) AND a <= 2 * e FROM expected(query) AS e, actual(query) AS a
$$;
-- A constant, the filter of the values of a query
CREATE FUNCTION filter_of(query text, fpp float8 DEFAULT 0.0001) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    constant text;
BEGIN
    EXECUTE format('SELECT format(''%%L::bloom'', bloom_agg(v, 1000, $1)) FROM (%s) AS s (v)', query) INTO constant USING fpp;
    RETURN constant;
END $$;

-- 2. The most common values of a column are probed. 10,000 rows: a tenth is NULL; of the others half are 1, a quarter 2, and so on.
CREATE TABLE skewed WITH (autovacuum_enabled = off) AS
    SELECT v, v::text AS s, v::bigint AS big, v::numeric AS n
    FROM (SELECT CASE WHEN g % 10 > 0 THEN 1 + floor(-log(2, (g + 0.5) / 10000))::int END AS v FROM generate_series(0, 9999) AS g) AS g;
ANALYZE skewed;
SELECT count(*) AS queries, count(*) FILTER (WHERE is_close(query) IS NOT TRUE) AS wrong
FROM (VALUES ('{1}'), ('{2}'), ('{3, 5}'), ('{-1, -2, -3}'), ('{1, 2, 3, 4}')) AS v ("values"),
     (VALUES ('int', 'v'), ('text', 's'), ('bigint', 'big'), ('bigint', 'v')) AS c (type, name),
     LATERAL (SELECT format('SELECT FROM skewed WHERE bloom_contains(%s, %s)', filter_of(format('SELECT unnest(%L::%s[])', "values", type)), name)) AS q (query);
SELECT is_close(format('SELECT FROM skewed WHERE NOT bloom_contains(%s, v)', filter_of('SELECT 1'))) AS "not",
       is_close(format('SELECT FROM skewed WHERE bloom_contains(%s, n)', filter_of('SELECT 2::numeric'))) AS hashed;

-- 3. Of unique values the histogram tells. It has 100 bounds, so the estimate is at least half a bound.
CREATE TABLE uniq WITH (autovacuum_enabled = off) AS SELECT g AS v FROM generate_series(1, 100000) AS g;
ANALYZE uniq;
SELECT count(*) AS queries, count(*) FILTER (WHERE (expected(query) BETWEEN actual(query) / 2 AND actual(query) * 2 + 500) IS NOT TRUE) AS wrong
FROM (VALUES (1, 1000), (1, 10000), (1, 50000), (1, 100000), (200000, 201000), (90000, 110000)) AS r (first, last), (VALUES (0.01), (0.1)) AS p (fpp),
     LATERAL (SELECT bloom_agg(g, 100000, fpp) FROM generate_series(first, last) AS g) AS s (f),
     LATERAL (SELECT format('SELECT FROM uniq WHERE bloom_contains(%L, v)', f)) AS q (query);
SELECT is_close(format('SELECT FROM uniq WHERE bloom_contains(%s, v)', filter_of('SELECT generate_series(1, 1000)', 0.01))) AS a_hundredth;
-- Of a large, nearly empty filter the estimate must read all.
CREATE INDEX ON uniq (v);
SELECT expected(format('SELECT FROM uniq WHERE bloom_contains(%L, v)', f)) BETWEEN 5 AND 20 AS about_10
FROM (SELECT bloom_agg(g, 1000000) AS f FROM generate_series(1, 10) AS g) AS s;

-- 4. Without statistics an estimate is sane. An empty filter lets nothing pass.
CREATE TABLE fresh WITH (autovacuum_enabled = off) AS SELECT g AS v, ARRAY[g] AS a FROM generate_series(1, 10000) AS g;
SELECT qual, expected >= 100 AND expected < 3000 AS sane
FROM filter_of('SELECT generate_series(1, 1000)', 0.01) AS f,
     (VALUES ('bloom_contains(%s, v)'), ('bloom_contains(%s, v + 1)'), ('bloom_contains((SELECT %s), v)')) AS v (qual),
     LATERAL expected('SELECT FROM fresh WHERE ' || format(qual, f));
SELECT expected('SELECT FROM fresh WHERE bloom_contains(bloom_empty(10), v)') AS empty,
       expected('SELECT FROM fresh WHERE bloom_contains(NULL, v)') <= 1 AS "null";

-- 5. Stable functions are evaluated for the estimate; the results of subqueries, and columns, are not known.
SELECT format('CREATE FUNCTION known() RETURNS bloom STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN %s; END $$', filter_of('SELECT 1')) AS definition \gset
:definition;
CREATE FUNCTION one() RETURNS int STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
SELECT expected('SELECT FROM skewed WHERE bloom_contains(known(), v)') = expected(format('SELECT FROM skewed WHERE bloom_contains(%s, v)', filter_of('SELECT 1'))) AS same;
-- PostgreSQL does not estimate a condition without columns, hence the OR.
SELECT value, expected('SELECT FROM skewed WHERE v = -1 OR bloom_contains(known(), ' || value || ')') FROM (VALUES ('one()'), ('one() + 1'), ('one() + NULL')) AS v (value);
-- A tenth of the values that are not NULL, and a tenth of the pairs of a join
CREATE TABLE filters WITH (autovacuum_enabled = off) AS SELECT known() AS f;
ANALYZE filters;
SELECT expected(format('SELECT FROM skewed WHERE bloom_contains((SELECT %s), v)', filter_of('SELECT 1'))) AS subquery,
       expected('SELECT FROM skewed JOIN filters ON bloom_contains(f, v)') AS joined, expected('SELECT FROM filters WHERE bloom_contains(f, 1)') AS of_filters;

-- 6. What a filter cannot be probed for fails in the executor only.
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE odd WITH (autovacuum_enabled = off) AS SELECT s, s COLLATE caseless AS c, s::xml AS x, v::money AS m, v::char(3) AS d FROM skewed;
ANALYZE odd;
SELECT attname AS column, (raised('EXPLAIN ' || query))[1] AS planned, (raised(query))[1] AS executed
FROM pg_attribute, LATERAL (SELECT format('SELECT FROM odd WHERE bloom_contains(%s, %I)', filter_of('SELECT 1'), attname)) AS q (query)
WHERE attrelid = 'odd'::regclass AND attnum > 0 ORDER BY attnum;

-- 7. The estimates tell nothing of rows that a user may not see.
SELECT format('SELECT FROM skewed WHERE bloom_contains(%s, v)', filter_of('SELECT 1')) AS half, format('SELECT FROM skewed WHERE bloom_contains(%s, v)', filter_of('SELECT -1')) AS none \gset
SELECT expected(:'half') AS expected_half, expected(:'none') AS expected_none \gset
SELECT :expected_half > 4000 AS half, :expected_none < 500 AS none;
CREATE ROLE regress_bloom_reader;
GRANT SELECT ON skewed TO regress_bloom_reader;
ALTER TABLE skewed ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON skewed TO regress_bloom_reader USING (v > 0);
SET ROLE regress_bloom_reader;
SELECT expected(:'half') = expected(:'none') AS same;
RESET ROLE;
ALTER TABLE skewed DISABLE ROW LEVEL SECURITY;
SET ROLE regress_bloom_reader;
SELECT expected(:'half') = :expected_half AS half, expected(:'none') = :expected_none AS none;
RESET ROLE;
-- PostgreSQL checks the privileges of a view's owner, unless the view is a security barrier.
REVOKE ALL ON skewed FROM regress_bloom_reader;
CREATE VIEW seen WITH (security_barrier) AS SELECT * FROM skewed WHERE v > 0;
GRANT SELECT ON seen TO regress_bloom_reader;
SET ROLE regress_bloom_reader;
SELECT expected(replace(:'half', 'skewed', 'seen')) = expected(replace(:'none', 'skewed', 'seen')) AS same;
RESET ROLE;

-- 8. The operators share the estimate, in either order.
SELECT filter_of('VALUES (1), (3)') AS filter \gset
SELECT expected('SELECT FROM skewed WHERE bloom_contains(' || :'filter' || ', v)') = expected('SELECT FROM skewed WHERE ' || :'filter' || ' @> v') AS contains,
       expected('SELECT FROM skewed WHERE bloom_contains(' || :'filter' || ', v)') = expected('SELECT FROM skewed WHERE v <@ ' || :'filter') AS contained,
       is_close('SELECT FROM skewed WHERE ' || :'filter' || ' @> big') AS other_type, expected('SELECT FROM skewed WHERE NULL::bloom @> v') <= 1 AS "null",
       expected('SELECT FROM skewed JOIN filters ON v <@ f') AS contained_joined, expected('SELECT FROM skewed JOIN filters ON f @> v') AS contains_joined;

-- 9. Of an array, the estimates of its elements are combined.
CREATE FUNCTION ints(VARIADIC int[]) RETURNS int[] STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN $1; END $$;
SELECT qual, expected('SELECT FROM skewed WHERE v = -1 OR ' || format(qual, :'filter'))
FROM (VALUES ('bloom_contains_any(%s, ints(7, 3))'), ('bloom_contains_any(%s, ints(7, 9))'), ('bloom_contains_any(%s, ints(NULL, 1))'),
             ('bloom_contains_all(%s, ints(1, 3))'), ('bloom_contains_all(%s, ints(1, 7))'), ('bloom_contains_all(%s, ints(1, NULL))')) AS v (qual);
SELECT qual, is_close('SELECT FROM skewed WHERE ' || format(qual, :'filter'))
FROM (VALUES ('bloom_contains_any(%s, ARRAY[v, 7])'), ('%s @> ANY (ARRAY[v, 7])'), ('bloom_contains_any(%s, ARRAY[v, v + 0])')) AS v (qual);
SELECT any_of >= 1900 AND any_of < 1910 AS any_of, all_of >= 100 AND all_of < 110 AS all_of
FROM expected('SELECT FROM skewed WHERE v = -1 OR bloom_contains_any((SELECT ' || :'filter' || '), ARRAY[1, 2])') AS any_of,
     expected('SELECT FROM skewed WHERE v = -1 OR bloom_contains_all((SELECT ' || :'filter' || '), ARRAY[1, 2])') AS all_of;

-- 10. A probe runs before a function of the default cost. A filter that is made of constants is made once, by the planner.
CREATE FUNCTION dear(int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN true; END $$;
SELECT plan('SELECT FROM skewed WHERE dear(v) AND bloom_contains(' || filter_of('SELECT 1', 0.01) || ', v)', 'Filter') ~ 'bloom_contains\(.*dear\(' AS probe_first;
SELECT qual ~ 'bloom_contains\(''QkxN' AS constant, qual ~ 'bloom_empty' AS call
FROM plan('SELECT FROM skewed WHERE bloom_contains(bloom_add(bloom_empty(10), 1), v)', 'Filter') AS qual;

DROP VIEW seen;
DROP TABLE skewed, uniq, fresh, filters, odd;
DROP FUNCTION raised, wrong, answer, plan, expected, actual, is_close, filter_of, known, one, ints, dear;
DROP ROLE regress_bloom_reader;
DROP COLLATION caseless;
DROP EXTENSION bloom_rs;
