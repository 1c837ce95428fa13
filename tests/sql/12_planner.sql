--
-- The planner: what it knows of a filter, and how large a filter should be.
--
CREATE EXTENSION bloom_rs;
CREATE TABLE orders (id integer, country text);
INSERT INTO orders
    SELECT g, CASE WHEN g % 10 < 6 THEN 'FR' WHEN g % 10 < 9 THEN 'DE' ELSE 'c' || g END
      FROM generate_series(1, 10000) AS g;
ANALYZE orders;

-- Rows that the planner expects of a query.
CREATE FUNCTION expected_rows(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    RETURN plan #>> '{0,Plan,Plan Rows}';
END $$;

-- A filter that is a constant is asked for the column's most common values: 'DE' is 30 % of the rows.
SELECT bloom_of(ARRAY['DE']) AS de, bloom_of(ARRAY['DE', 'FR']) AS both_, bloom_of(ARRAY['IT']) AS it \gset
SELECT round(expected_rows(format('SELECT FROM orders WHERE bloom_contains(%L, country)', :'de')), -3) AS de,
       round(expected_rows(format('SELECT FROM orders WHERE bloom_contains(%L, country)', :'both_')), -3) AS both_,
       round(expected_rows(format('SELECT FROM orders WHERE bloom_contains(%L, country)', :'it')), -3) AS it;
-- The operators estimate alike.
SELECT round(expected_rows(format('SELECT FROM orders WHERE %L::bloom @> country', :'de')), -3) AS contains,
       round(expected_rows(format('SELECT FROM orders WHERE country <@ %L::bloom', :'de')), -3) AS contained;
-- Unique values: one thousand of ten thousand.
SELECT bloom_agg(id) AS thousand FROM orders WHERE id <= 1000 \gset
SELECT expected_rows(format('SELECT FROM orders WHERE bloom_contains(%L, id)', :'thousand')) BETWEEN 700 AND 1400 AS about_1000;
-- An empty filter passes nothing, and NULL neither.
SELECT expected_rows($$SELECT FROM orders WHERE bloom_contains(bloom_empty(10), id)$$) AS empty;
-- Of a filter that only the executor will know, the planner expects that it discards most rows.
CREATE TABLE filters (f bloom);
SELECT expected_rows('SELECT FROM orders WHERE bloom_contains((SELECT f FROM filters), country)') AS unknown;
-- A filter of the keys that a table is joined with discards what the join discards anyway: as many rows are expected of
-- the join, and the plan is the same.
CREATE TABLE wanted AS SELECT id FROM orders WHERE id % 20 = 0;
ANALYZE wanted;
SELECT expected_rows('SELECT FROM orders JOIN wanted USING (id)') AS joined,
       expected_rows('SELECT FROM orders JOIN wanted USING (id) WHERE bloom_contains((SELECT bloom_agg(id) FROM wanted), orders.id)') AS screened,
       expected_rows('SELECT FROM orders WHERE bloom_contains((SELECT bloom_agg(id) FROM wanted), orders.id)') AS without_join;

-- The plan, with a subquery's result named as PostgreSQL 15 and 16 do.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        line := regexp_replace(regexp_replace(line, 'InitPlan expr_1', 'InitPlan 1'), '\(InitPlan 1\).col1', '$0');
        CONTINUE WHEN line ~ 'Params Evaluated';
        RETURN NEXT regexp_replace(line, ' \(returns \$0\)$', '');
    END LOOP;
END $$;
-- The screen runs before a dearer condition, wherever it stands.
CREATE FUNCTION dear(text) RETURNS boolean LANGUAGE plpgsql COST 1000 AS 'BEGIN RETURN true; END';
SELECT * FROM plan('SELECT FROM orders WHERE dear(country) AND bloom_contains((SELECT f FROM filters), country)');

-- A call on constants is made once, by the planner.
EXPLAIN (COSTS OFF, VERBOSE)
SELECT FROM orders WHERE bloom_contains(bloom_of(ARRAY['x']), 'x') AND id = 1;

-- How large should a filter of a column be? From the statistics, before anything is built.
SELECT * FROM bloom_suggest('orders', 'id');
SELECT capacity BETWEEN 900 AND 1100 AS about_1000, hashes FROM bloom_suggest('orders', 'country', 0.001);
-- Without statistics there is no suggestion.
CREATE TABLE fresh (id integer);
INSERT INTO fresh VALUES (1);
SELECT * FROM bloom_suggest('fresh', 'id');
SELECT * FROM bloom_suggest('orders', 'nonesuch');
SELECT * FROM bloom_suggest('orders', 'id', 2);

DROP TABLE orders, filters, fresh, wanted;
DROP FUNCTION expected_rows, plan, dear;
DROP EXTENSION bloom_rs;
