--
-- Many values at once: filters from arrays, and arrays looked up in filters.
--
CREATE EXTENSION bloom_rs;

-- 1. bloom_of makes a filter of the elements of an array, of the right size. The rate is 1 % or your own.
SELECT element, capacity, fpp, bits_set > 0 AS filled FROM bloom_info(bloom_of(ARRAY['red', 'green', 'blue', 'red']));
SELECT capacity, fpp FROM bloom_header(bloom_of(ARRAY[1, 2, 3], 0.0001));
SELECT bloom_of(array_agg(v)) = bloom_agg(v) AS same_as_the_aggregate,
       bloom_of(array_agg(v), 0.001) = bloom_agg(v, NULL, 0.001) AS with_a_rate
FROM generate_series(1, 1000) AS v;
-- Each value counts once, in any order.
SELECT bloom_of(ARRAY['a', 'b', 'a']) = bloom_agg(v) AS same FROM unnest(ARRAY['b', 'a']) AS v;

-- 2. Is any of them in the filter? Are all? As with one value, "no" is certain.
CREATE TABLE colors AS SELECT bloom_of(ARRAY['red', 'green', 'blue'], 1e-9) AS f;
SELECT wanted, bloom_contains_any(f, wanted::text[]) AS "any", bloom_contains_all(f, wanted::text[]) AS "all"
FROM colors, unnest(ARRAY['{red}', '{red,blue}', '{red,pink}', '{pink,red}', '{pink}', '{}', '{NULL}', '{NULL,red}', '{NULL,pink}',
                           '{{red,blue},{green,red}}', '{{pink,gray},{green,red}}']) AS wanted;
-- The same as asking one by one.
SELECT bool_and(bloom_contains_any(f, a) = (bloom_contains(f, a[1]) OR bloom_contains(f, a[2]))) AS "any",
       bool_and(bloom_contains_all(f, a) = (bloom_contains(f, a[1]) AND bloom_contains(f, a[2]))) AS "all"
FROM (SELECT bloom_agg(v) AS f FROM generate_series(1, 1000) AS v) AS built,
     LATERAL (SELECT ARRAY[i, j * 7] AS a FROM generate_series(900, 1100, 7) AS i, generate_series(130, 160) AS j) AS arrays;

-- NULL elements are skipped; of an empty array, or one of NULLs, "any" is false and "all" is true, as with SQL's
-- ANY and ALL. A NULL array is unknown.
SELECT bloom_of(ARRAY[NULL, 1, NULL]) = bloom_of(ARRAY[1]) AS skipped,
       bloom_of('{}'::integer[]) = bloom_agg(v) FILTER (WHERE false) AS of_nothing,
       bloom_of('{NULL}'::text[]) = bloom_agg(v) FILTER (WHERE false) AS of_nulls,
       bloom_of(NULL::integer[]) IS NULL AS of_null
FROM generate_series(1, 3) AS v;
SELECT bloom_contains_any(f, NULL::text[]) IS NULL AND bloom_contains_all(f, NULL::text[]) IS NULL AND bloom_contains_all(NULL, ARRAY['a']) IS NULL
       AND bloom_add_all(f, NULL::text[]) IS NULL AND bloom_of(ARRAY[1], NULL) IS NULL AS null_in_null_out FROM colors;

-- 3. bloom_add_all adds all of them to one copy; bloom_add in a loop would make a copy each time.
SELECT bloom_contains_all(more, ARRAY['red', 'pink', 'gray']) AS added, bloom_add_all(f, '{}'::text[]) = f AS nothing_added,
       more = bloom_add(bloom_add(f, 'pink'), 'gray') AS same
FROM colors, LATERAL (SELECT bloom_add_all(f, ARRAY['pink', NULL, 'gray']) AS more) AS s;
SELECT bloom_add_all(bloom_empty(1000, 0.001), array_agg(v)) = bloom_agg(v, 1000, 0.001) AS same FROM generate_series(1, 1000) AS v;

-- 4. The elements are values like any other: int[] asks a filter of bigint, varchar[] one of text, text[] one of char(n).
SELECT bloom_contains_all(f, ARRAY[1, 2]::smallint[]), bloom_contains_all(f, ARRAY[1, 2]::bigint[]) FROM (SELECT bloom_of(ARRAY[1, 2, 3]) AS f) AS s;
SELECT bloom_contains_all(f, ARRAY['red', 'blue']::varchar[]) AS "varchar", bloom_contains_all(f, ARRAY['red', 'blue']::varchar(20)[]) AS "varchar(20)",
       bloom_contains_all(bloom_of(ARRAY['red', 'blue']::char(9)[]), ARRAY['red  ', 'blue']) AS "char(9)", bloom_contains_all(f, ARRAY['red', 'blue']::name[]) AS name,
       bloom_contains_any(f, ARRAY['re', 'blu']::varchar(9)[]) AS "none"
FROM colors;
SELECT bloom_of(ARRAY['red', 'green', 'blue']::char(7)[]) = bloom_of(ARRAY['red', 'green', 'blue']::bpchar[]) AS "char",
       bloom_of(ARRAY['red', 'green', 'blue']::varchar[]) = bloom_of(ARRAY['red', 'green', 'blue']) AS "varchar";
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
SELECT m, bloom_contains(f, m) AS "contains", bloom_contains_any(f, ARRAY[m, 'ok']) AS "any"
FROM unnest(enum_range(NULL::mood)) AS m, (SELECT bloom_of(ARRAY['sad', 'happy']::mood[], 1e-9) AS f) AS s;
SELECT bloom_of(enum_range(NULL::mood)) = bloom_agg(m) AS enums FROM unnest(enum_range(NULL::mood)) AS m;
CREATE DOMAIN color AS text;
SELECT bloom_contains_all(f, ARRAY['red', 'blue']::color[]) AS domain FROM colors;
CREATE DOMAIN palette AS text[];
SELECT bloom_contains_all(f, '{red,blue}'::palette) AS domain_over_array, bloom_of('{red,green,blue}'::palette, 1e-9) = f AS of_it FROM colors;
SELECT bloom_contains_all(bloom_of('{1.0,2}'::numeric[]), '{1.00,2.000}'::numeric[]) AS numeric,
       bloom_contains_all(bloom_of('{-0,NaN}'::float4[]), '{0,NaN}'::float8[]) AS float,
       bloom_contains_all(bloom_of(ARRAY[ROW(1, 2.0)]), ARRAY[ROW(1, 2.00), NULL]) AS rows;
SELECT bloom_contains_all(bloom_of(ARRAY['[1,2]', '[4,5)']::int4range[]), ARRAY['[1,3)']::int4range[]) AS ranges,
       bloom_contains_all(bloom_of(ARRAY['{"a": 1}']::jsonb[]), ARRAY['{"a": 1.0}']::jsonb[]) AS jsonb,
       bloom_contains_all(bloom_of(ARRAY['\x00', '\x']::bytea[]), ARRAY['\x', '\x00']::bytea[]) AS bytea;
-- Any lower bounds, any number of dimensions.
SELECT bloom_of('[5:7]={1,2,3}'::integer[]) = bloom_of('{{1,2},{3,1}}'::integer[]) AS same;

-- With an array as the value itself, not its elements, it is bloom_contains and bloom_add.
SELECT bloom_contains(f, ARRAY[1, 2]) AS the_array, bloom_contains(f, ARRAY[2, 1]) AS another
FROM (SELECT bloom_add(bloom_empty(10, 1e-9), ARRAY[1, 2]) AS f) AS s;
SELECT bloom_contains(bloom_of(ARRAY[1, 2]), ARRAY[1, 2]);

-- Another kind of value is an error, whichever way.
SELECT bloom_contains_any(f, ARRAY[1]) FROM colors;
SELECT bloom_contains_all(f, ARRAY['\x61'::bytea]) FROM colors;
SELECT bloom_add_all(f, ARRAY[1.5]) FROM colors;
SELECT bloom_contains_any(bloom_of(ARRAY[1]), '{1}'::text[]);
SELECT bloom_contains_any(f, '{red}') FROM colors;
\set VERBOSITY sqlstate
SELECT bloom_of(1);
\set VERBOSITY default
-- If there is nothing to ask for, nothing is asked.
SELECT bloom_contains_any(f, '{}'::integer[]) AS "any", bloom_contains_all(f, '{NULL}'::integer[]) AS "all" FROM colors;
-- Elements that no filter can hold.
SELECT bloom_of(ARRAY['<a/>'::xml]);
SELECT bloom_of(ARRAY['pg_class'::regclass]);
SELECT bloom_contains_any(f, ARRAY['(1,2)'::point]) FROM colors;
SELECT bloom_of(ARRAY[ROW(1, ROW(2))]);
CREATE EXTENSION citext;
-- citext in an array agrees with its own =, and is another kind than text.
SELECT bloom_contains_any(f, ARRAY['a'::citext]) AS a, bloom_contains_all(f, '{A,B}'::citext[]) AS "A, B"
FROM (SELECT bloom_of('{A,b}'::citext[], 1e-9) AS f) AS s;
SELECT bloom_contains_any(f, ARRAY['RED'::citext]) FROM colors;
SELECT bloom_of(ARRAY['A'::citext]::text[]) = bloom_of(ARRAY['A']) AS as_text;
DROP EXTENSION citext;
CREATE COLLATION case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
SELECT bloom_of(ARRAY['a' COLLATE case_insensitive]);
SELECT bloom_contains_all(f, ARRAY['RED'] COLLATE case_insensitive) FROM colors;
SELECT bloom_contains_all(f, ARRAY['RED' COLLATE case_insensitive] COLLATE "C") FROM colors;
DROP COLLATION case_insensitive;
SELECT bloom_of(ARRAY[1], 1.5);

-- 5. An IN-list as a filter: hand thousands of keys to a query as one value.
CREATE TABLE orders AS SELECT i AS id, i % 1000 AS customer FROM generate_series(1, 10000) AS i;
PREPARE of_customers(integer[]) AS
    SELECT count(*), count(*) FILTER (WHERE customer = ANY ($1)) AS exact FROM orders WHERE bloom_contains(bloom_of($1, 1e-9), customer);
EXECUTE of_customers('{1,2,3}');
SELECT array_agg(i * 2) AS even FROM generate_series(1, 400) AS i \gset
EXECUTE of_customers(:'even');
DEALLOCATE of_customers;

-- 6. Fingerprints: which documents may hold all words, or all features, of a search?
CREATE TABLE documents (id integer, body text, words bloom GENERATED ALWAYS AS (bloom_of(string_to_array(lower(body), ' '), 0.001)) STORED);
INSERT INTO documents (id, body) VALUES (1, 'The quick brown fox'), (2, 'The lazy dog'), (3, 'A quick brown dog'), (4, ''), (5, NULL);
SELECT id, body FROM documents WHERE bloom_contains_all(words, ARRAY['quick', 'brown']) ORDER BY id;
SELECT id, body FROM documents WHERE bloom_contains_any(words, string_to_array('fox lazy', ' ')) ORDER BY id;
UPDATE documents SET body = 'Nothing' WHERE id = 3;
SELECT id FROM documents WHERE bloom_contains_all(words, ARRAY['quick', 'brown']) ORDER BY id;
-- Trigrams: a filter for LIKE, which must not lose a row that matches.
CREATE FUNCTION trigrams(t text) RETURNS text[] LANGUAGE sql IMMUTABLE
    RETURN ARRAY(SELECT substr(t, i, 3) FROM generate_series(1, length(t) - 2) AS i);
CREATE TABLE lines AS SELECT i AS id, md5(i::text) AS t, bloom_of(trigrams(md5(i::text))) AS f FROM generate_series(1, 2000) AS i;
SELECT count(*) FILTER (WHERE t LIKE '%abc%' AND NOT bloom_contains_all(f, trigrams('abc'))) AS missed,
       count(*) FILTER (WHERE t LIKE '%abc%') > 0 AS some, count(*) FILTER (WHERE bloom_contains_all(f, trigrams('abcd'))) < 50 AS few FROM lines;

-- 7. Large arrays and stored ones.
CREATE TABLE stored (a text[]);
ALTER TABLE stored ALTER a SET STORAGE external;
INSERT INTO stored SELECT array_agg('value ' || i) FROM generate_series(1, 20000) AS i;
SELECT bloom_contains_all(bloom_of(a), a) AS "all", bloom_contains_any(bloom_of(a), a[20000:]) AS "last", (SELECT bloom_agg(v) FROM unnest(a) AS v) = bloom_of(a) AS same
FROM stored;
-- Arrays of several types at one place of a query.
CREATE FUNCTION has_any(f bloom, v anyarray) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN bloom_contains_any(f, v); END';
SELECT has_any(f, ARRAY['red']), has_any(f, ARRAY['red']::varchar[]), has_any(f, '{1}'::integer[]) FROM colors;
SELECT has_any(f, ARRAY['red']), has_any(f, ARRAY['pink']::varchar(9)[]) FROM colors;

DROP FUNCTION has_any, trigrams CASCADE;
DROP TABLE colors, orders, documents, lines, stored;
DROP TYPE mood, color, palette;
DROP EXTENSION bloom_rs;
