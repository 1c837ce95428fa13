--
-- Forgetting: a counting filter has a counter of four bits where a plain one has a bit, so that values can be removed.
--
CREATE EXTENSION bloom_rs;

-- 1. Pages that have been crawled. One is to be crawled again, so the filter must forget it.
CREATE TABLE crawled AS SELECT counting_bloom_agg('page-' || i, 1000, 0.001) AS f FROM generate_series(1, 500) AS i;
\d crawled
SELECT f @> 'page-42' AS before, bloom_remove(f, 'page-42') @> 'page-42' AS after FROM crawled;
UPDATE crawled SET f = bloom_remove(f, 'page-42');
SELECT count(*) FILTER (WHERE NOT f @> ('page-' || i)) AS forgotten, min(i) FILTER (WHERE NOT f @> ('page-' || i)) AS page
FROM crawled, generate_series(1, 500) AS i;
-- It is, bit for bit, the filter that never saw the page. Added again, it is the one from before.
SELECT f = counting_bloom_agg('page-' || i, 1000, 0.001) AS same FROM crawled, generate_series(1, 500) AS i WHERE i <> 42 GROUP BY f;
SELECT bloom_add(f, 'page-42') = counting_bloom_agg('page-' || i, 1000, 0.001) AS same FROM crawled, generate_series(1, 500) AS i GROUP BY f;

-- A value that is certainly absent changes nothing, and a notice says so.
SELECT bloom_remove(f, 'page-42') = f AS unchanged FROM crawled;
SELECT bloom_remove_all(f, ARRAY['page-1', 'page-42', 'nowhere']) = bloom_remove(f, 'page-1') AS same FROM crawled;
-- Of a value that was never added but may be there, the filter cannot tell: its removal takes counts from others, which are then
-- missed. Remove only what was added.
SELECT value AS mistaken_for_a_page FROM crawled, LATERAL (SELECT 'other-' || i AS value FROM generate_series(1, 100000) AS i) AS s
WHERE f @> value LIMIT 1 \gset
SELECT count(*) > 0 AS pages_are_missed FROM crawled, generate_series(1, 500) AS i
WHERE i <> 42 AND NOT bloom_remove(f, :'mistaken_for_a_page') @> ('page-' || i);

-- 2. How often was a value added? bloom_occurrences never says too few, except that it does not count beyond 15.
SELECT v, bloom_occurrences(f, v) AS count
FROM (SELECT counting_bloom_of(ARRAY['a', 'b', 'b', 'c'] || array_fill('d'::text, ARRAY[14]) || array_fill('e'::text, ARRAY[100]), 1e-9) AS f) AS s,
     unnest(ARRAY['a', 'b', 'c', 'd', 'e', 'f']) AS v;
SELECT count(*) FILTER (WHERE bloom_occurrences(f, v) < v) AS too_few, count(*) FILTER (WHERE bloom_occurrences(f, v) > v) <= 3 AS few_too_many
FROM (SELECT counting_bloom_agg(v) AS f FROM generate_series(1, 15) AS v, generate_series(1, v)) AS s, generate_series(0, 15) AS v;
-- So each is there until it was removed as often as it was added, ...
DO $$
DECLARE
    f counting_bloom := counting_bloom_of(ARRAY[1, 2, 2, 3, 3, 3, 3, 3], 1e-9);
BEGIN
    f := bloom_remove(bloom_remove(f, 1), 2);
    ASSERT NOT f @> 1 AND f @> 2 AND f @> 3, 'one of each removed';
    f := bloom_remove_all(f, ARRAY[2, 3, 3, 3, 3]);
    ASSERT NOT f @> 1 AND NOT f @> 2 AND f @> 3, 'all but a 3 removed';
    f := bloom_remove(f, 3);
    ASSERT NOT f @> 3, 'all removed';
END $$;
-- ... but a counter that reached 15 stays there, since it does not know how often it was counted up. The value is never
-- forgotten, which is better than to be missed.
SELECT bloom_remove_all(f, array_fill('d'::text, ARRAY[14])) @> 'd' AS added_14_removed_14, saturated,
       bloom_remove_all(f, array_fill('e'::text, ARRAY[15])) @> 'e' AS added_15_removed_15
FROM (SELECT counting_bloom_of(array_fill('d'::text, ARRAY[14]) || array_fill('e'::text, ARRAY[15]), 0.001) AS f) AS s, bloom_info(f);

-- A filter that has lost all its values is as new, and takes values of any type.
SELECT f = counting_bloom_empty(3) AS empty, bloom_add(f, 'text') @> 'text' AS of_text
FROM (SELECT bloom_remove_all(counting_bloom_of(ARRAY[1, 2, 2, 3]), ARRAY[3, 2, 1, 2]) AS f) AS s;

-- || adds a value of any type. Without these operators, PostgreSQL would concatenate two texts.
SELECT counting_bloom_empty(10) || 'a' || 'b'::text || 'c'::varchar || 'd'::name = bloom_add_all(counting_bloom_empty(10), ARRAY['a', 'b', 'c', 'd']) AS texts,
       counting_bloom_empty(10) || 1 || 2::bigint || 3::smallint = bloom_add_all(counting_bloom_empty(10), ARRAY[1, 2, 3]) AS integers,
       counting_bloom_empty(10) || 'a'::"char" = bloom_add(counting_bloom_empty(10), 'a'::"char") AS "char",
       counting_bloom_empty(10) || ARRAY[1] @> ARRAY[1] AS array, counting_bloom_empty(10) || NULL IS NULL AS "null";
SELECT counting_bloom_of(ARRAY[1]) || 'a';
SELECT counting_bloom_of(ARRAY[1]) || counting_bloom_of(ARRAY[1]);

-- 3. What it is: four times the bytes of the plain filter for the same values, the same rate.
SELECT i.* FROM crawled, bloom_info(f) AS i \gx
SELECT * FROM bloom_info(counting_bloom_empty(10)) \gx
SELECT c.counters = p.bits AND c.hashes = p.hashes AND c.fpp = p.fpp AND c.capacity = p.capacity AS same_size, c.counters_set = p.bits_set AND c.fill = p.fill
       AND c.estimated_count = p.estimated_count AND c.current_fpp = p.current_fpp AS same_counts, (c.bytes - 60) / (p.bytes - 60) AS times_the_bytes
FROM crawled, bloom_info(f) AS c, bloom_info(f::bloom) AS p;
SELECT count(*) BETWEEN 0 AND 30 AS about_1_in_10000 FROM crawled, generate_series(1, 100000) AS i WHERE f @> ('absent-' || i);

-- 4. The cast to bloom gives exactly the plain filter of the values that are left. In an assignment it goes without saying.
SELECT f::bloom = (SELECT bloom_agg('page-' || i, 1000, 0.001) FROM generate_series(1, 500) AS i WHERE i <> 42) AS same, bloom(f) = f::bloom AS as_function FROM crawled;
CREATE TABLE screens (f bloom);
INSERT INTO screens SELECT f FROM crawled;
SELECT f @> 'page-1' AS page_1, f @> 'page-42' AS page_42 FROM screens;
SELECT bloom_contains(f::bloom, 'page-1') AS page_1, bloom_contains_hash(f::bloom, bloom_hash('page-1'::text)) AS hash FROM crawled;
-- Not the other way, and not silently elsewhere: the functions that only one type has do not take the other.
SELECT f::counting_bloom FROM screens;
\set VERBOSITY sqlstate
SELECT bloom_count(f) FROM crawled;
SELECT bloom_remove(f, 'page-1') FROM screens;
\set VERBOSITY default
\set VERBOSITY sqlstate
SELECT c.f | p.f FROM crawled AS c, screens AS p;
\set VERBOSITY default

-- 5. The values are those of bloom: the same types, the same families.
SELECT counting_bloom_of(ARRAY[1]) @> 1::int2 AS int2, counting_bloom_of(ARRAY[1]) @> 1 AS int4, counting_bloom_of(ARRAY[1]) @> 1::int8 AS int8,
       counting_bloom_of(ARRAY['a']) @> 'a' AS literal, counting_bloom_of(ARRAY['a'::char(3)]) @> 'a  ' AS "char(3)", counting_bloom_of(ARRAY['a'::"char"]) @> 'a'::"char" AS "char",
       counting_bloom_of(ARRAY['\x'::bytea]) @> '\x'::bytea AS bytea, counting_bloom_of(ARRAY[md5('')::uuid]) @> md5('')::uuid AS uuid, counting_bloom_of(ARRAY[1.0]) @> 1.00 AS numeric;
SELECT 1::int2 <@ f AS int2, 1 <@ f AS int4, 1::int8 <@ f AS int8, 2 <@ f AS absent, bloom_contained_by(1, f) AS function FROM (SELECT counting_bloom_of(ARRAY[1], 1e-9) AS f) AS s;
SELECT 'a' <@ counting_bloom_of(ARRAY['a']) AS literal, 'a'::"char" <@ counting_bloom_of(ARRAY['a'::"char"]) AS "char", '\x'::bytea <@ counting_bloom_of(ARRAY['\x'::bytea]) AS bytea,
       md5('')::uuid <@ counting_bloom_of(ARRAY[md5('')::uuid]) AS uuid, 1.00 <@ counting_bloom_of(ARRAY[1.0]) AS numeric;
-- For each: added, counted, removed, by every overload.
CREATE FUNCTION round_trip(type text, v text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    ok boolean;
BEGIN
    EXECUTE format('SELECT f @> v AND v <@ f AND bloom_contains(f, v) AND bloom_occurrences(f, v) >= 2 AND bloom_remove(f, v) @> v
                           AND bloom_remove(bloom_remove(f, v), v) = e AND f = bloom_add_all(e, ARRAY[v, v])
                           AND f = (SELECT counting_bloom_agg(w, 10, 1e-6) FROM (VALUES (v), (NULL), (v)) AS t(w))
                           AND bloom_remove_all(f, ARRAY[v, NULL, v]) = e
                    FROM (SELECT %L::%s AS v, counting_bloom_empty(10, 1e-6) AS e) AS s, LATERAL (SELECT bloom_add(bloom_add(e, v), v) AS f) AS a', v, type) INTO ok;
    RETURN ok;
END $$;
SELECT type, round_trip(type, v) AS ok FROM (VALUES ('smallint', '-1'), ('integer', '7'), ('bigint', '9000000000'), ('"char"', 'x'), ('text', 'grüße'), ('varchar', 'v'), ('name', 'n'),
    ('bytea', '\x00ff'), ('uuid', '550e8400-e29b-41d4-a716-446655440000'), ('numeric', '1.50'), ('float8', '-0'), ('boolean', 'f'), ('date', 'infinity'), ('timestamptz', '2026-01-01 00:00+00'),
    ('interval', '1 day'), ('inet', '10.0.0.1'), ('int4range', '[1,3)'), ('jsonb', '{"a": 1}')) AS t(type, v);
-- Another kind of value is an error and not "no", also when it is to be removed or counted.
SELECT f @> 42 FROM crawled;
SELECT 42 <@ f FROM crawled;
SELECT bloom_add(f, 42) FROM crawled;
SELECT bloom_remove(f, 42) FROM crawled;
SELECT bloom_occurrences(f, 42) FROM crawled;
SELECT bloom_remove_all(f, ARRAY[42]) FROM crawled;
SELECT counting_bloom_of(ARRAY[42]) @> '42';
SELECT counting_bloom_agg('<a/>'::xml);
-- A parameter without a type is a bloom in each function that both types have, as the type is the preferred one of their category.
-- Beside @> it needs a cast.
CREATE FUNCTION parameter_types(call text) RETURNS regtype[] LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'PREPARE untyped AS SELECT ' || call;
    RETURN (SELECT parameter_types FROM pg_prepared_statements WHERE name = 'untyped');
END $$;
CREATE FUNCTION untyped(function oid) RETURNS text LANGUAGE sql AS $$
    SELECT format('%s(%s)', proname, (SELECT string_agg(CASE a.type WHEN 'counting_bloom'::regtype THEN '$' || n WHEN 'anycompatible'::regtype THEN '''a'''
                                                        WHEN 'anyarray'::regtype THEN 'ARRAY[''a'']' ELSE 'NULL' END, ', ' ORDER BY n)
                                      FROM unnest(proargtypes) WITH ORDINALITY AS a (type, n)))
    FROM pg_proc WHERE oid = function
$$;
CREATE TABLE untyped_calls AS
    SELECT untyped(p.oid) AS call FROM pg_proc AS p
    WHERE 'counting_bloom'::regtype = ANY (proargtypes) AND provolatile = 'i' AND proargtypes[0] <> 'bloom_state'::regtype
      AND EXISTS (SELECT FROM pg_proc AS b WHERE b.proname = p.proname AND 'bloom'::regtype = ANY (b.proargtypes));
DO $$
DECLARE
    one text;
BEGIN
    FOR one IN TABLE untyped_calls LOOP
        ASSERT parameter_types(replace(one, '$2', '$1')) = ARRAY['bloom']::regtype[], one;
        DEALLOCATE untyped;
        CONTINUE WHEN one !~ '\$1.*\$2';
        ASSERT parameter_types(replace(one, '$2', 'counting_bloom_empty(9)')) = ARRAY['counting_bloom']::regtype[], one;
        DEALLOCATE untyped;
    END LOOP;
END $$;
SELECT call FROM untyped_calls ORDER BY call COLLATE "C";
-- So is a literal; one of a counting filter says what it lacks.
SELECT bloom_of(ARRAY['a', 'b']) AS plain, counting_bloom_of(ARRAY['a', 'a']) AS counting \gset
SELECT bloom_contains(:'plain', 'b'), bloom_occurrences(:'counting', 'a'), (bloom_info(:'counting'::counting_bloom)).counters;
SELECT bloom_contains(:'counting', 'a');
-- - takes filters only, so that it takes no expression from PostgreSQL's types.
SELECT counting_bloom_of(ARRAY['a', 'a']) - 'a';
CREATE DOMAIN visited AS counting_bloom;
SELECT bloom_contains(f::visited, 'a'), bloom_remove(f::visited, 'a') @> 'a' AS one_left FROM counting_bloom_of(ARRAY['a', 'a']) AS f;
DROP DOMAIN visited;
DROP TABLE untyped_calls;
DROP FUNCTION parameter_types, untyped;
PREPARE known AS SELECT f @> $1 FROM crawled;
EXECUTE known('page-1');
DEALLOCATE ALL;
-- A filter is not a value of another filter.
DO $$
DECLARE
    statement text;
BEGIN
    FOREACH statement IN ARRAY ARRAY['SELECT counting_bloom_agg(f) FROM crawled', 'SELECT bloom_agg(f) FROM crawled', 'SELECT bloom_add(counting_bloom_empty(1), f) FROM crawled',
        'SELECT counting_bloom_agg(f) FROM screens', 'SELECT bloom_of(ARRAY[f]) FROM crawled', 'SELECT bloom_agg(ROW(1, f)) FROM crawled'] LOOP
        BEGIN
            EXECUTE statement;
            RAISE NOTICE 'not refused: %', statement;
        EXCEPTION WHEN feature_not_supported THEN
            NULL;
        END;
    END LOOP;
END $$;

-- 6. Arrays: counting_bloom_of, _add_all, _remove_all, _contains_any and _contains_all skip NULL elements.
SELECT counting_bloom_of(ARRAY[1, NULL, 2, 2]) = counting_bloom_agg(v) AS same, counting_bloom_of(ARRAY[1, 2, 2], 0.001) = counting_bloom_agg(v, NULL, 0.001) AS rate
FROM unnest(ARRAY[2, 1, 2]) AS v;
SELECT wanted, bloom_contains_any(f, wanted::text[]) AS "any", bloom_contains_all(f, wanted::text[]) AS "all"
FROM (SELECT counting_bloom_of(ARRAY['red', 'green', 'blue'], 1e-9) AS f) AS s,
     unnest(ARRAY['{red}', '{red,blue}', '{red,pink}', '{pink}', '{}', '{NULL}', '{NULL,pink}']) AS wanted;
SELECT bloom_add_all(f, ARRAY[3, NULL, 3]) = bloom_add(bloom_add(f, 3), 3) AS added, bloom_add_all(f, '{}'::integer[]) = f AS nothing_added,
       bloom_add_all(f, '{NULL}'::text[]) = f AS nothing_either
FROM (SELECT bloom_add(counting_bloom_empty(10), 1) AS f) AS s;
SELECT bloom_remove_all(f, ARRAY[1, NULL]) = counting_bloom_of('{2,3}'::integer[]) AS other_capacity, bloom_remove_all(f, '{}'::integer[]) = f AS nothing_removed,
       bloom_remove_all(f, '{NULL}'::text[]) = f AS nothing_either
FROM (SELECT counting_bloom_of(ARRAY[1, 2, 3]) AS f) AS s;
SELECT counting_bloom_of('{}'::integer[]) = counting_bloom_agg(1) FILTER (WHERE false) AS of_nothing;

-- 7. NULL in, NULL out; the aggregates skip NULLs.
SELECT bloom_add(NULL, 1) IS NULL AND bloom_add(f, NULL::integer) IS NULL AND bloom_remove(f, NULL::integer) IS NULL AND bloom_occurrences(f, NULL::integer) IS NULL
       AND bloom_remove(counting_bloom_empty(1), NULL::text) IS NULL AND bloom_contains(f, NULL::integer) IS NULL
       AND f @> NULL::integer IS NULL AND NULL::integer <@ f IS NULL AND f | NULL IS NULL AND f - NULL IS NULL AND counting_bloom_of(NULL::integer[]) IS NULL
       AND bloom_remove_all(f, NULL::integer[]) IS NULL AND bloom_contains_any(f, NULL::integer[]) IS NULL AND counting_bloom_empty(NULL) IS NULL
       AND NULL::counting_bloom::bloom IS NULL AND bloom_info(NULL) IS NULL AS null_in_null_out
FROM (SELECT counting_bloom_of(ARRAY[1]) AS f) AS s;
SELECT counting_bloom_agg(v) = counting_bloom_agg(v) FILTER (WHERE v IS NOT NULL) AS skipped, bloom_union_agg(NULL::counting_bloom)::bloom = bloom_union_agg(NULL) AS no_filters
FROM unnest(ARRAY[1, NULL, 2, NULL]) AS v;
SELECT counting_bloom_agg(v)::bloom = bloom_agg(v) AS no_rows FROM unnest('{}'::integer[]) AS v;

-- 8. Two filters. The union adds up the counters, - takes the values of a filter away that are all in the other.
CREATE TABLE shops AS SELECT shop, counting_bloom_agg(shop * 1000 + i, 6000, 0.001) AS f FROM generate_series(0, 2) AS shop, generate_series(1, 2000) AS i GROUP BY shop;
SELECT a.f | b.f = counting_bloom_agg(v, 6000, 0.001) AS exact, bloom_union(a.f, b.f) = a.f | b.f AS operator, a.f | b.f = b.f | a.f AS commutes,
       (a.f | b.f) - b.f = a.f AS back, bloom_subtract(a.f | b.f, b.f) = a.f AS function, a.f - a.f = counting_bloom_empty(6000, 0.001) AS nothing
FROM shops AS a, shops AS b, (SELECT shop * 1000 + i AS v FROM generate_series(0, 1) AS shop, generate_series(1, 2000) AS i) AS vs WHERE a.shop = 0 AND b.shop = 1 GROUP BY a.f, b.f;
-- Unlike that of plain filters, the union with itself is not the same: all values are in it twice.
SELECT f | f = f AS same, bloom_occurrences(f | f, 1) AS count_of_1, (f | f)::bloom = f::bloom AS same_values FROM shops WHERE shop = 0;
-- - binds more tightly than |.
SELECT f | bloom_add(e, -1) - bloom_add(e, -1) = f AS "f | (a - a)", (f | bloom_add(e, -1)) - f = bloom_add(e, -1) AS "(f | a) - f"
FROM shops, counting_bloom_empty(6000, 0.001) AS e WHERE shop = 0;
-- What is not contained is an error.
SELECT a.f - b.f FROM shops AS a, shops AS b WHERE a.shop = 0 AND b.shop = 1;
SELECT a.f - (a.f | a.f) FROM shops AS a WHERE a.shop = 0;
-- Saturated counters stay in a difference.
SELECT f @> 1 AS before, f - f @> 1 AS after FROM (SELECT counting_bloom_of(array_fill(1, ARRAY[15])) AS f) AS s;
-- As with plain filters, the larger one folds if it is a multiple of the smaller; a filter of nothing combines with all; others do not combine.
SELECT c.counters, d.counters AS "of the union", small @> 1 AND small | large @> 1 AND small | large @> 2 AS both,
       (small | large) - large = small AS back, large - bloom_add(counting_bloom_empty(20), 2) = counting_bloom_empty(20) AS nothing
FROM (SELECT bloom_add(counting_bloom_empty(20), 1) AS small, bloom_add(counting_bloom_empty(45), 2) AS large) AS s,
     LATERAL bloom_info(large) AS c, LATERAL bloom_info(small | large) AS d;
SELECT f | n = f AND n | f = f AND f - n = f AS nothing FROM shops, counting_bloom_of('{}'::text[]) AS n WHERE shop = 0;
SELECT counting_bloom_empty(10) | counting_bloom_empty(1000);
SELECT counting_bloom_of(ARRAY[1]) | counting_bloom_of(ARRAY['a']);
SELECT counting_bloom_of(ARRAY[1]) - counting_bloom_of(ARRAY['a']);

-- Many filters: an aggregate, with a limit for the rate if wanted.
SELECT bloom_union_agg(f) = (SELECT counting_bloom_agg(shop * 1000 + i, 6000, 0.001) FROM shops, generate_series(1, 2000) AS i) AS exact,
       bloom_union_agg(f, 0.01) = bloom_union_agg(f) AS within, bloom_union_agg(f ORDER BY shop DESC) = bloom_union_agg(f) AS any_order,
       bloom_union_agg(f) FILTER (WHERE shop > 9) = counting_bloom_of('{}'::text[]) AS of_none
FROM (SELECT * FROM shops UNION ALL SELECT 9, NULL) AS s;
\set VERBOSITY terse
SELECT bloom_union_agg(f, 0.000001) FROM shops;
SELECT bloom_union_agg(f, 2) FROM shops;
\set VERBOSITY default

-- Equal are filters of the same bytes; so DISTINCT and GROUP BY work. The order is that of the bytes.
SELECT f = f AS eq, f <> f AS ne, f = f | f AS twice, counting_bloom_hash_filter(f) = counting_bloom_hash_filter(f::text::counting_bloom) AS hash FROM shops WHERE shop = 0;
SELECT count(*) FROM (SELECT DISTINCT f FROM (SELECT * FROM shops UNION ALL SELECT * FROM shops) AS twice) AS s;
SELECT count(*) FROM shops AS a JOIN shops AS b USING (f);
SELECT count(DISTINCT f) FROM shops;
SELECT array_agg(shop ORDER BY f) = array_agg(shop ORDER BY f::bytea) AS order, bool_and((f < g) = (f::bytea < g::bytea) AND (f >= g) = (f::bytea >= g::bytea)) AS operators
FROM shops, (SELECT f AS g FROM shops LIMIT 1) AS one;

-- 9. The aggregate: a capacity, a rate, neither; groups, FILTER, DISTINCT, parallel plans.
CREATE TABLE t AS SELECT i AS id, i % 3 AS a, CASE WHEN i % 5 > 0 THEN i * 17 % 101 END AS v FROM generate_series(1, 400) AS i;
SELECT counting_bloom_agg(v)::bloom = bloom_agg(v) AS unknown, counting_bloom_agg(v, 500)::bloom = bloom_agg(v, 500) AS capacity, counting_bloom_agg(v, 500, 0.001)::bloom = bloom_agg(v, 500, 0.001) AS rate,
       counting_bloom_agg(v, NULL, 0.1)::bloom = bloom_agg(v, NULL, 0.1) AS rate_alone, counting_bloom_agg(DISTINCT v, 500) = counting_bloom_agg(v, 500) AS "distinct",
       counting_bloom_agg(DISTINCT v, 500) = bloom_add_all(counting_bloom_empty(500), array_agg(DISTINCT v)) AS each_once,
       counting_bloom_agg(v, 500) = bloom_add_all(counting_bloom_empty(500), array_agg(v)) AS of_array
FROM t;
SELECT a, f = (SELECT counting_bloom_agg(v, 100) FROM t WHERE t.a = s.a) AS same, few = (SELECT counting_bloom_agg(v) FROM t WHERE t.a = s.a AND id < 200) AS filtered
FROM (SELECT a, counting_bloom_agg(v, 100) AS f, counting_bloom_agg(v) FILTER (WHERE id < 200) AS few FROM t GROUP BY a) AS s ORDER BY a;
SELECT element, capacity, counters, counters_set FROM (SELECT counting_bloom_agg(v) AS f FROM t WHERE false) AS s, bloom_info(f);
SELECT element, capacity, counters_set FROM (SELECT counting_bloom_agg(v, 100) AS f FROM t WHERE v IS NULL) AS s, bloom_info(f);
SELECT counting_bloom_agg(v, id) FROM t;
SELECT counting_bloom_agg(v, 0) FROM t;
SELECT counting_bloom_empty(-1);
SELECT counting_bloom_empty(10, 1);
SELECT counting_bloom_of(ARRAY[1], 0);
-- The limit is a quarter of the plain filter's.
DO $$
BEGIN
    PERFORM counting_bloom_empty(224000000);
EXCEPTION WHEN program_limit_exceeded THEN
    RAISE NOTICE 'program_limit_exceeded';
END $$;
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) SELECT counting_bloom_agg(v, 500) FROM t;
SELECT counting_bloom_agg(v, 500) AS parallel FROM t \gset
SELECT counting_bloom_agg(v) AS parallel_unknown FROM t \gset
SET max_parallel_workers_per_gather = 0;
SELECT counting_bloom_agg(v, 500) = :'parallel' AS same, counting_bloom_agg(v) = :'parallel_unknown' AS same_unknown FROM t;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size; RESET max_parallel_workers_per_gather;

-- Without a capacity and beyond work_mem, the planner says how many counters it takes. If it was far too low, values that
-- are removed may leave traces, but none is missed. Give a capacity if the filter is to forget.
SET work_mem = '64kB';
SELECT count(*) FILTER (WHERE NOT f @> i AND i % 2 = 0) AS missed, count(*) FILTER (WHERE f @> i AND i % 2 = 1) > 1000 AS traces
FROM (SELECT bloom_remove_all(counting_bloom_agg(i), array_agg(i) FILTER (WHERE i % 2 = 1)) AS f FROM generate_series(1, 100000) AS i) AS s, generate_series(1, 100000) AS i;
RESET work_mem;
SELECT count(*) FILTER (WHERE NOT f @> i AND i % 2 = 0) AS missed, count(*) FILTER (WHERE f @> i AND i % 2 = 1) > 1000 AS traces
FROM (SELECT bloom_remove_all(counting_bloom_agg(i, 100000), array_agg(i) FILTER (WHERE i % 2 = 1)) AS f FROM generate_series(1, 100000) AS i) AS s, generate_series(1, 100000) AS i;

-- The planner asks a constant filter, as it does plain ones.
CREATE FUNCTION estimated(condition text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) SELECT FROM t WHERE ' || condition INTO plan;
    RETURN plan->0->'Plan'->>'Plan Rows';
END $$;
ANALYZE t;
SELECT counting_bloom_agg(id) AS twenty FROM t WHERE id <= 20 \gset
SELECT estimated(format('%L::counting_bloom @> id', :'twenty')) BETWEEN 15 AND 30 AS constant,
       estimated(format('id <@ %L::counting_bloom', :'twenty')) BETWEEN 15 AND 30 AS commuted,
       estimated('(SELECT counting_bloom_agg(1)) @> id') AS unknown;

-- 10. A window that moves: which of these was among the three before it? What leaves the frame is taken away again, so a
-- row costs the same whatever the length of the frame.
SELECT id, v, counting_bloom_agg(v, 3, 1e-9) OVER three @> v AS seen, bloom_occurrences(counting_bloom_agg(v, 3, 1e-9) OVER three, v) AS times
FROM (VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, 'a'), (5, 'c'), (6, 'b'), (7, 'a'), (8, 'c')) AS events(id, v)
WINDOW three AS (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING);
-- Each is the filter of its frame alone.
SELECT count(*) AS frames, bool_and(moving = alone) AS same FROM (
    SELECT counting_bloom_agg(v, 50) OVER w AS moving, array_agg(v) OVER w AS rows FROM t WINDOW w AS (PARTITION BY a ORDER BY id ROWS BETWEEN 9 PRECEDING AND 2 FOLLOWING)
) AS s, LATERAL (SELECT counting_bloom_agg(v, 50) AS alone FROM unnest(rows) AS v) AS a;
-- Also where a value is in it so often that its counters are saturated.
SELECT count(*) AS frames, bool_and(moving = alone) AS same, count(*) FILTER (WHERE saturated > 0) AS saturated FROM (
    SELECT counting_bloom_agg(id / 40, 5) OVER w AS moving, array_agg(id / 40) OVER w AS rows FROM t WINDOW w AS (ORDER BY id ROWS 19 PRECEDING)
) AS s, LATERAL (SELECT counting_bloom_agg(v, 5) AS alone FROM unnest(rows) AS v) AS a, bloom_info(moving);

-- 11. As a stored value: text is base64, binary the bytes that docs/FORMAT.md specifies.
SELECT counting_bloom_of(ARRAY[1, 1, 2]) AS text, counting_bloom_of(ARRAY[1, 1, 2])::bytea AS bytes;
SELECT f::text::counting_bloom = f AS text, f::bytea::counting_bloom = f AS bytea, counting_bloom(f::bytea) = f AS function, counting_bloom_send(f) = f::bytea AS binary, octet_length(f::bytea) AS bytes FROM crawled;
SELECT attstorage FROM pg_attribute WHERE attrelid = 'crawled'::regclass AND attname = 'f';
CREATE FUNCTION verdict(input text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    PERFORM input::bytea::counting_bloom;
    RETURN 'valid';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN format('%s %s', SQLSTATE, detail);
END $$;
SELECT encode(counting_bloom_of(ARRAY[1, 1, 2])::bytea, 'hex') AS hex \gset
SELECT what, verdict('\x' || overlay(:'hex' PLACING byte FROM 2 * position + 1))
FROM (VALUES ('nothing changed', 0, '42'), ('the magic of a plain filter', 3, '46'), ('no element, but counters', 6, '00'), ('no hashes', 7, '00'), ('no counters', 20, '00'),
             ('counters not of whole words', 20, '41'), ('more counters than a value holds', 20, '0000000080000000'), ('another length', 20, '80'), ('reserved', 44, '01'),
             ('any counters', 60, 'f0')) AS t(what, position, byte);
SELECT verdict('\x' || left(:'hex', -2)) AS cut, verdict(bloom_of(ARRAY[1])::bytea::text) AS plain;
SELECT counting_bloom_of(ARRAY[1])::bytea::bloom;
SELECT 'x'::counting_bloom;
-- Never silently to or from bytea.
CREATE TABLE raw (b bytea);
INSERT INTO raw SELECT f FROM crawled;
-- Out of line, within the row, compressed or not: all answer the same.
CREATE TABLE stored (form text, f counting_bloom);
INSERT INTO stored SELECT 'external', counting_bloom_agg(i, 20000) FROM generate_series(1, 5000) AS i;
INSERT INTO stored SELECT 'short', counting_bloom_of(ARRAY[1, 2, 5000]);
ALTER TABLE stored ALTER f SET STORAGE extended, ALTER f SET COMPRESSION pglz;
INSERT INTO stored SELECT 'compressed', bloom_add_all(counting_bloom_empty(40000), ARRAY[1, 2, 5000]);
SELECT form, pg_column_size(f) AS bytes, f @> 1 AND f @> 5000 AND bloom_contains_all(f, ARRAY[1, 2, 5000]) AS held, f @> -1 AS absent, bloom_remove(f, 1) @> 1 AS removed FROM stored ORDER BY form;
SELECT count(*) AS found FROM stored, generate_series(1, 5000) AS i WHERE form = 'external' AND f @> i;
SELECT count(*) AS found FROM generate_series(1, 5000) AS i WHERE (SELECT f FROM stored WHERE form = 'external') @> i;
-- In a view, a generated column, a check, an index, a domain.
CREATE TABLE kept (
    v integer CHECK (counting_bloom_of(ARRAY[1, 2, 3], 1e-9) @> v),
    f counting_bloom DEFAULT counting_bloom_empty(10, 1e-9),
    g counting_bloom GENERATED ALWAYS AS (bloom_add(f, v)) STORED,
    screen bloom GENERATED ALWAYS AS (bloom_add(f, v)) STORED
);
CREATE INDEX ON kept ((g @> 1));
INSERT INTO kept VALUES (1), (2);
CREATE VIEW kept_view AS SELECT v, f | g AS u, g - f AS d, g @> 1 AS has_1, f = g AS same FROM kept WHERE v <@ g;
SELECT v, u = d AS same_union, has_1, same FROM kept_view ORDER BY v;
SELECT replace(pg_get_viewdef('kept_view'), 'kept.', '');
SELECT v, screen @> v AS screen FROM kept ORDER BY v;

DROP VIEW kept_view;
DROP TABLE crawled, screens, shops, t, raw, stored, kept;
DROP FUNCTION round_trip, estimated, verdict;
DROP EXTENSION bloom_rs;
