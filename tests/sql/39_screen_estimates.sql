--
-- What a filter of the keys that a table is joined with (a screen) does to the estimates of the join: nothing, as the join
-- discards the same rows.
--
CREATE EXTENSION bloom_rs;

-- 1. 10,000 rows of `big`, of which each hundredth has a partner in `small`; a tenth of those has one that is chosen.
CREATE TABLE big AS SELECT g % 1000 AS k, (g % 1000)::varchar AS s, g % 7 AS other, g AS id FROM generate_series(1, 10000) AS g;
CREATE TABLE small AS SELECT g AS k, g::varchar AS s, g % 10 AS chosen FROM generate_series(1, 500) AS g;
CREATE TABLE filters AS SELECT bloom_agg(k) AS f FROM small;
ANALYZE big, small, filters;
-- Screens of big.k. The filter of the chosen keys is made by an aggregate of an expression.
CREATE FUNCTION filter_of(aggregate text) RETURNS text LANGUAGE sql AS $$ SELECT format('(SELECT %s FROM small WHERE chosen = 3)', aggregate) $$;
CREATE TABLE screens AS
    SELECT n, format(screen, filter_of(aggregate)) AS screen
    FROM (VALUES
        (1, 'bloom_contains(%s, big.k)', 'bloom_agg(k)'),
        (2, '%s @> big.k', 'bloom_agg(k)'),
        (3, 'big.k <@ %s', 'bloom_agg(k)'),
        (4, 'bloom_contains_hash(%s, bloom_hash(big.k))', 'bloom_agg(k)'),
        (5, 'bloom_contains_any(%s, ARRAY[big.k])', 'bloom_agg(k)'),
        (6, 'bloom_contains_all(%s, ARRAY[big.k, 3])', 'bloom_agg(k)'),
        (7, 'bloom_contains(%s, big.k)', 'counting_bloom_agg(k)'),
        (8, '%s @> big.k', 'counting_bloom_agg(k)'),
        (9, 'big.k <@ %s', 'counting_bloom_agg(k)'),
        (10, 'bloom_contains_any(%s, ARRAY[big.k])', 'counting_bloom_agg(k)'),
        (11, 'bloom_contains(%s, big.k::bigint)', 'bloom_agg(k::bigint)'),
        (12, 'bloom_contains(%s, big.k + 1)', 'bloom_agg(k + 1)')) AS v (n, screen, aggregate);
CREATE FUNCTION plan(query text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    RETURN plan #> '{0,Plan}';
END $$;
CREATE FUNCTION rows(query text) RETURNS float8 LANGUAGE sql AS $$ SELECT (plan(query) ->> 'Plan Rows')::float8 $$;
-- The rows expected of a query with a screen in the place of SCREEN, if they are not FACTOR times those expected without it, as far
-- as rows are whole. Fewer than ten would be too few to tell.
CREATE FUNCTION wrong(query text, screen text, factor float8, OUT plain float8, OUT screened float8) RETURNS SETOF record LANGUAGE sql AS $$
    SELECT plain, screened FROM rows(replace(query, 'SCREEN', 'true')) AS plain, rows(replace(query, 'SCREEN', screen)) AS screened
    WHERE (abs(screened - plain * factor) <= 1 AND plain > 10) IS NOT TRUE
$$;

-- 2. A join implies its screen.
SELECT query, screen, wrong.*
FROM unnest(ARRAY[
         'SELECT FROM big JOIN small USING (k) WHERE chosen = 3 AND SCREEN',
         'SELECT FROM big, small, small AS third WHERE small.k = third.k AND third.k = big.k AND SCREEN',
         'SELECT FROM big WHERE k IN (SELECT k FROM small WHERE chosen = 3) AND SCREEN',
         'SELECT FROM big WHERE EXISTS (SELECT FROM small WHERE small.k = big.k) AND SCREEN',
         'SELECT FROM small LEFT JOIN big ON small.k = big.k AND SCREEN']) AS query,
     screens, wrong(query, screen, 1);
-- Expressions and values of other types may be joined.
SELECT query, screen, wrong.*
FROM (VALUES ('SELECT FROM big JOIN small USING (s) WHERE SCREEN', 'bloom_contains(%s, big.s)', 'bloom_agg(s)'),
             ('SELECT FROM big JOIN small ON big.k + 1 = small.k WHERE SCREEN', 'bloom_contains(%s, big.k + 1)', 'bloom_agg(k)'),
             ('SELECT FROM big JOIN small ON big.k = small.k::bigint WHERE SCREEN', 'bloom_contains(%s, big.k)', 'bloom_agg(k)')) AS v (query, screen, aggregate),
     wrong(query, format(screen, filter_of(aggregate)), 1);

-- 3. An implied screen changes neither the plan nor the order of conditions. What the planner expects of a scan of `big`, in a plan where
-- it is not the inner side of a nested loop:
CREATE FUNCTION scan(query text, property text) RETURNS float8 LANGUAGE sql AS $$
    SELECT (jsonb_path_query_first(plan(query), 'strict $.** ? (@."Relation Name" == "big")') ->> property)::float8
$$;
SET cpu_operator_cost = 0.001; -- 10 for 10,000 rows
SELECT screen, v.*, round(added::numeric, 1) AS added
FROM screens,
     (VALUES ('big JOIN small USING (k)', 'true', 0), ('big JOIN small USING (k)', 'other < 3', 10), ('big, (SELECT FROM small LIMIT 1) AS s', 'true', 20)) AS v (tables, condition, expected),
     LATERAL (SELECT scan(format('SELECT FROM %s WHERE %s AND %s', tables, condition, screen), 'Total Cost')
                     - scan(format('SELECT FROM %s WHERE %s AND true', tables, condition), 'Total Cost')) AS s (added)
WHERE n <= 3 AND (abs(added - expected) < 0.1) IS NOT TRUE;
RESET cpu_operator_cost;
-- All 10,000 rows are expected of a table that is only looked into, too.
SELECT query, screen, expected
FROM unnest(ARRAY['SELECT FROM small WHERE EXISTS (SELECT FROM big WHERE big.k = small.k AND SCREEN)',
                  'SELECT FROM small WHERE NOT EXISTS (SELECT FROM big WHERE big.k = small.k + 700 AND SCREEN)']) AS query,
     screens, LATERAL scan(replace(query, 'SCREEN', screen), 'Plan Rows') AS expected
WHERE expected IS DISTINCT FROM 10000;

-- 4. What no join implies keeps its estimate. In the outer join, the screen discards rows that the join keeps.
SELECT query, screen, wrong.*
FROM (VALUES ('SELECT FROM big WHERE SCREEN', 'bloom_contains(%s, big.k)', 0.1),
             ('SELECT FROM big, small WHERE SCREEN', 'bloom_contains(%s, big.k)', 0.1),
             ('SELECT FROM big JOIN small ON big.k < small.k WHERE SCREEN', 'bloom_contains(%s, big.k)', 0.1),
             ('SELECT FROM big JOIN small USING (k) WHERE SCREEN', 'bloom_contains((SELECT bloom_agg(chosen) FROM small WHERE chosen = 3), big.other)', 0.1),
             ('SELECT FROM big JOIN small USING (k) WHERE SCREEN', 'bloom_contains(%s, big.k + big.other)', 0.1),
             ('SELECT FROM big JOIN small USING (k) WHERE SCREEN', 'NOT bloom_contains(%s, big.k)', 0.9),
             ('SELECT FROM big JOIN small USING (k) WHERE SCREEN', '(bloom_contains(%s, big.k) OR big.id < 0)', 0.1),
             ('SELECT FROM big LEFT JOIN small USING (k) WHERE SCREEN', 'bloom_contains(%s, big.k)', 0.1),
             ('SELECT FROM big WHERE NOT EXISTS (SELECT FROM small WHERE small.k = big.k) AND SCREEN', 'bloom_contains(%s, big.k)', 0.1)) AS v (query, screen, factor),
     wrong(query, format(screen, filter_of('bloom_agg(k)')), factor);
-- So do known filters, and filters of rows that are joined.
SELECT share >= 0.03 AND share < 0.1 AS known,
       (SELECT count(*) FROM wrong('SELECT FROM big JOIN small USING (k) WHERE SCREEN', format('bloom_contains(%L, big.k)', f), share)) AS wrong,
       (SELECT count(*) FROM wrong('SELECT FROM filters, big JOIN small USING (k) WHERE SCREEN', 'bloom_contains(f, big.k)', 0.1)) AS wrong_of_rows
FROM (SELECT bloom_agg(k) FROM small WHERE k <= 50) AS s (f),
     LATERAL (SELECT rows(format('SELECT FROM big WHERE bloom_contains(%L, k)', f)) / 10000) AS r (share);
-- The condition that another server estimates has a constant NULL in the place of the filter, and discards nothing.
SELECT screen, wrong.*
FROM (VALUES ('bloom_contains((SELECT NULL::bloom), k)', 1), ('(SELECT NULL::counting_bloom) @> k', 1), ('bloom_contains((SELECT f FROM filters), k)', 0.1)) AS v (screen, factor),
     wrong('SELECT FROM big WHERE SCREEN', screen, factor);

-- 5. Partitions and the members of a union know of the join.
ALTER TABLE big RENAME TO rows;
CREATE TABLE big (LIKE rows) PARTITION BY LIST (other);
CREATE TABLE early PARTITION OF big FOR VALUES IN (0, 1, 2, 3) PARTITION BY RANGE (id);
CREATE TABLE earliest PARTITION OF early FOR VALUES FROM (0) TO (5000);
CREATE TABLE early_rest PARTITION OF early DEFAULT;
CREATE TABLE late PARTITION OF big DEFAULT;
INSERT INTO big SELECT * FROM rows;
ANALYZE big;
SELECT query, screen, wrong.*
FROM unnest(ARRAY['SELECT FROM big JOIN small USING (k) WHERE SCREEN',
                  'SELECT FROM (SELECT k FROM rows UNION ALL SELECT k FROM early) AS big JOIN small USING (k) WHERE SCREEN']) AS query,
     screens, wrong(query, screen, 1);

-- 6. Such a query finds what is wrong: here, every screen.
SELECT count(*) AS wrong FROM screens, wrong('SELECT FROM big JOIN small USING (k) WHERE SCREEN', screen, 0.1);

DROP TABLE big, rows, small, filters, screens;
DROP FUNCTION filter_of, plan, rows, wrong, scan;
DROP EXTENSION bloom_rs;
