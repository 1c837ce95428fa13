--
-- A search of a matrix answers as probes of its filters do, however the matrix was made and stored.
--
CREATE EXTENSION bloom_rs;
\getenv tests PG_ABS_SRCDIR
\set expect :tests '/sql/files/expect.sql'
\i :expect

-- 1. 300 filters of one size: three have no values, and one is NULL. The answers are those of the filters.
CREATE TABLE filters AS
    SELECT id, CASE WHEN id <> 17 THEN coalesce(f, bloom_empty(50, 0.01)) END AS f
    FROM generate_series(1::bigint, 300) AS id
    LEFT JOIN (SELECT v % 297 + 1 AS id, bloom_agg('value ' || v, 50, 0.01) AS f FROM generate_series(1, 10000) AS v GROUP BY 1) AS s USING (id);
CREATE TABLE answers AS
    SELECT value, ARRAY(SELECT id FROM filters WHERE f @> value ORDER BY id) AS ids
    FROM generate_series(1, 12000, 7) AS v, LATERAL (SELECT 'value ' || v) AS s (value);
SELECT count(*) AS "values", count(*) FILTER (WHERE ids <> '{}') >= 1420 AS most_are_in_a_filter FROM answers;

-- 2. In whatever order and by whatever function the matrix is made, a search finds the same, and each filter comes back.
CREATE AGGREGATE state_of(bloom, bigint) (SFUNC = bloom_matrix_step, STYPE = bloom_state);
SELECT made,
       (SELECT count(*) FROM answers WHERE ids IS DISTINCT FROM ARRAY(SELECT k FROM bloom_matrix_search(matrix, value) AS k ORDER BY k)) AS wrong,
       (SELECT count(*) FROM filters WHERE bloom_count(f) > 0) AS filters,
       (SELECT count(*) FROM filters WHERE bloom_count(f) > 0 AND bloom_matrix_filter(matrix, id) IS DISTINCT FROM f) AS changed
FROM (VALUES
    ('by the aggregate', (SELECT bloom_matrix_agg(f, id) FROM filters)),
    ('in another order', (SELECT bloom_matrix_agg(f, id ORDER BY f @> 'value 7'::text, -id) FROM filters)),
    ('merged', (SELECT bloom_matrix_merge(bloom_matrix_agg(f, id) FILTER (WHERE id % 3 = 1), bloom_matrix_agg(f, id) FILTER (WHERE id % 3 <> 1)) FROM filters)),
    ('of combined states', bloom_matrix_final(bloom_matrix_combine(
        (SELECT bloom_matrix_step(NULL, f, id) FROM filters WHERE id = 1), (SELECT state_of(f, id) FROM filters WHERE id > 1)))),
    ('in a window', (SELECT m FROM (SELECT id, bloom_matrix_agg(f, id) OVER (ORDER BY id) AS m FROM filters) AS s WHERE id = 300))
) AS v (made, matrix);

-- 3. Stored in every form it is the same. The matrices have few filters with few values, so that one fits into a page.
CREATE TABLE stored (storage text, part bigint, matrix bloom_matrix) PARTITION BY LIST (storage);
CREATE TABLE stored_external PARTITION OF stored FOR VALUES IN ('external');
CREATE TABLE stored_extended PARTITION OF stored FOR VALUES IN ('extended');
CREATE TABLE stored_main PARTITION OF stored FOR VALUES IN ('main');
CREATE TABLE stored_plain PARTITION OF stored FOR VALUES IN ('plain');
ALTER TABLE stored_external ALTER matrix SET STORAGE external;
ALTER TABLE stored_extended ALTER matrix SET STORAGE extended;
ALTER TABLE stored_main ALTER matrix SET STORAGE main;
ALTER TABLE stored_plain ALTER matrix SET STORAGE plain;
INSERT INTO stored
    SELECT storage, id % 10, bloom_matrix_agg(bloom_fold(f, 0.9), id)
    FROM filters, unnest(ARRAY['external', 'extended', 'main', 'plain']) AS storage GROUP BY 1, 2;
SELECT storage, count(*) >= 1420 AS "values", count(*) FILTER (WHERE (id IN (SELECT bloom_matrix_search(matrix, 'value ' || v))) IS NOT TRUE) AS missed
FROM filters JOIN stored ON id % 10 = part, generate_series(1, 10000, 7) AS v WHERE f @> ('value ' || v) GROUP BY storage ORDER BY storage;

-- 4. Several values at once: NULLs are left out, and the dimensions of an array do not matter.
SELECT "values",
       ARRAY(SELECT k FROM bloom_matrix_search_all(m, "values") AS k ORDER BY k)
           = ARRAY(SELECT id FROM filters WHERE f IS NOT NULL AND (SELECT bool_and(f @> v) IS NOT FALSE FROM unnest("values") AS v) ORDER BY id) AS all_of_them,
       ARRAY(SELECT k FROM bloom_matrix_search_any(m, "values") AS k ORDER BY k)
           = ARRAY(SELECT id FROM filters WHERE (SELECT bool_or(f @> v) FROM unnest("values") AS v) ORDER BY id) AS any_of_them,
       (SELECT count(*) > 0 FROM bloom_matrix_search_all(m, "values")) AS all_found, (SELECT count(*) > 0 FROM bloom_matrix_search_any(m, "values")) AS any_found
FROM (SELECT bloom_matrix_agg(f, id) AS m FROM filters) AS s,
     (VALUES (ARRAY['value 5', 'value 6']), (ARRAY['value 5', NULL]), (ARRAY[NULL, NULL]), ('{}'), (ARRAY[['value 5'], ['value 302']])) AS v ("values");

-- 5. NULL in, NULL or nothing out. Filters that are NULL are left out.
SELECT bloom_matrix_agg(f, id) FILTER (WHERE false) IS NULL AS of_none, bloom_matrix_agg(f, id) FILTER (WHERE id = 17) IS NULL AS of_null,
       bloom_matrix_agg(NULL, NULL) IS NULL AS of_nulls, cardinality(bloom_matrix_keys(bloom_matrix_agg(f, id))) AS keys,
       bloom_matrix_filter(bloom_matrix_agg(f, id), 17) IS NULL AS no_such_filter, bloom_matrix_merge(NULL, bloom_matrix_agg(f, id)) IS NULL AS merged
FROM filters;
SELECT count(*) AS in_null FROM bloom_matrix_search(NULL, 'a'::text);
SELECT count(*) AS of_null FROM bloom_matrix_search((SELECT bloom_matrix_agg(f, id) FROM filters), NULL::text);

-- 6. A key may have several filters. The filter of the key is their union.
SELECT bloom_matrix_keys(m) AS keys, bloom_matrix_filter(m, 1) = bloom_of(ARRAY[2], 0.001) | bloom_of(ARRAY[3], 0.001) AS united
FROM (SELECT bloom_matrix_agg(bloom_of(ARRAY[v], 0.001), v / 2) AS m FROM generate_series(2, 3) AS v) AS s;

-- 7. Filters of several sizes are folded to one, in any order.
SELECT sizes, rows, (SELECT count(*) FROM unnest(sizes) AS bits WHERE (bits IN (SELECT bloom_matrix_search(m, bits))) IS NOT TRUE) AS missed
FROM (VALUES (ARRAY[128, 64, 192]), (ARRAY[192, 64, 128]), (ARRAY[640, 1280, 1920])) AS v (sizes),
     LATERAL (SELECT bloom_matrix_agg(bloom_sized(bits, 3) || bits, bits ORDER BY n) FROM unnest(sizes) WITH ORDINALITY AS u (bits, n)) AS s (m),
     bloom_matrix_info(m);
-- The filter of no rows has any size.
SELECT key FROM (SELECT bloom_matrix_agg(f, id ORDER BY id) AS m
                 FROM (SELECT 1 AS id, bloom_agg(v) AS f FROM generate_series(1, 0) AS v UNION ALL
                       SELECT 2, bloom_agg(v) FROM generate_series(1, 1000) AS v UNION ALL
                       SELECT 3, bloom_agg(v) FROM generate_series(1, 0) AS v) AS t) AS u, bloom_matrix_search(m, 5) AS key;

-- 8. The planner knows how many keys a search of a constant finds: the right one, and the false candidates.
CREATE FUNCTION plan(query text, OUT rows float8, OUT cost float8) LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    rows := plan #>> '{0,Plan,Plan Rows}';
    cost := plan #>> '{0,Plan,Total Cost}';
END $$;
CREATE TABLE kept AS
    SELECT bloom_matrix_agg(f, id) AS m
    FROM (SELECT v / 10 AS id, bloom_agg(v, 10, 0.05) AS f FROM generate_series(0, 9999) AS v GROUP BY 1) AS s;
SELECT abs(one.rows / (1 + false_candidates) - 1) < 0.3 AS of_one, abs(any_of.rows / one.rows - 3) < 0.1 AS of_any, any_of.cost > 2 * one.cost AS cost_of_any,
       all_of.rows < 3 AS of_all
FROM kept, bloom_matrix_info(m), plan(format('SELECT * FROM bloom_matrix_search(%L::bloom_matrix, 7) AS k', m)) AS one,
     plan(format('SELECT * FROM bloom_matrix_search_any(%L::bloom_matrix, ARRAY[7, 8, 9]) AS k', m)) AS any_of,
     plan(format('SELECT * FROM bloom_matrix_search_all(%L::bloom_matrix, ARRAY[7, 8, 9]) AS k', m)) AS all_of;
-- For an unknown matrix, the estimate is the one of the declaration.
SELECT searched.rows / kept.rows AS keys FROM plan('SELECT * FROM kept, bloom_matrix_search(m, 7) AS k') AS searched, plan('SELECT * FROM kept AS k') AS kept;
-- The estimate raises no error; the search does.
SELECT format('SELECT * FROM bloom_matrix_search(%L::bloom_matrix, ''a''::text)', m) AS search FROM kept \gset
SELECT (raised('EXPLAIN ' || :'search'))[1] AS planned, raised(:'search') AS executed;

DROP TABLE filters, answers, stored, kept;
DROP AGGREGATE state_of(bloom, bigint);
DROP FUNCTION raised, wrong, answer, plan;
DROP EXTENSION bloom_rs;
