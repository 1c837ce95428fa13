-- Databases whose text has no UTF-8: single characters in WIN1252, all text in MULE_INTERNAL, for which PostgreSQL has no
-- conversion and which is hashed by its bytes.
CREATE EXTENSION bloom_rs;
SET client_encoding = 'SQL_ASCII';
SELECT :'DBNAME' = 'mule' AS mule \gset
\if :mule
SELECT E'\x81\xe9' AS strange \gset
\else
SELECT chr(129) AS strange \gset
\endif
CREATE TABLE texts (v text, a text[]);
INSERT INTO texts SELECT v, ARRAY[v] FROM (SELECT CASE i % 3 WHEN 0 THEN :'strange' WHEN 1 THEN 'common' ELSE 'rare ' || i END AS v FROM generate_series(1, 3000) AS i) AS s;
ANALYZE texts;
SELECT :'strange' = ANY (most_common_vals::text::text[]) AS is_common FROM pg_stats WHERE tablename = 'texts' AND attname = 'v' \gset
SELECT set_config('test.is_common', :'is_common', false), set_config('test.strange', :'strange', false), set_config('test.mule', :'mule', false) \gset ignored_

CREATE TABLE outcomes (query text, outcome text);
CREATE FUNCTION outcome(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE query INTO result;
    RETURN coalesce(result, 'null');
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE VIEW f AS SELECT bloom_of(ARRAY['common', 'rare 2'])::text AS f;
-- Planned, and run where no strange value is met.
INSERT INTO outcomes SELECT query, outcome(format(query, f)) FROM f, unnest(ARRAY[
    'EXPLAIN (COSTS off) SELECT * FROM texts WHERE %L::bloom @> v', 'EXPLAIN (COSTS off) SELECT * FROM texts WHERE bloom_contains_any(%L::bloom, a)', 'EXPLAIN (COSTS off) SELECT * FROM texts WHERE v <@ %L::bloom',
    'EXPLAIN (COSTS off) SELECT * FROM texts AS s JOIN texts AS t ON s.v = t.v WHERE %L::bloom @> s.v', 'EXPLAIN (COSTS off) SELECT * FROM texts WHERE %L::bloom @> ANY (a)',
    'SELECT count(*) FROM texts WHERE v IN (''common'', ''rare 2'') AND CASE WHEN v < ''x'' THEN %L::bloom @> v END',
    'SELECT (bloom_suggest(''texts'', ''v'')).capacity']) AS query;
SELECT * FROM outcomes WHERE outcome !~ '^(Seq Scan|Hash Join|Nested Loop|Merge Join|Gather|[0-9]+$)';
\if :mule
-- Hashed by its bytes, so that all text can be held.
SELECT bloom_agg(v) AS f, bloom_agg(v, 3000, 0.001, 'spark2') AS s, counting_bloom_agg(v) AS c, bloom_of(array_agg(v)) AS o FROM texts \gset
SELECT count(*) FILTER (WHERE NOT :'f'::bloom @> v OR NOT :'s'::bloom @> v OR NOT :'c'::counting_bloom @> v OR NOT :'o'::bloom @> v OR NOT bloom_contains_hash(:'f', bloom_hash(v))) AS missed,
    count(*) FILTER (WHERE :'f'::bloom @> (v || '?')) AS false_positives, (bloom_info(:'f'::bloom)).element AS element FROM texts \gset
CREATE TYPE mood AS ENUM ('sad', 'fine');
SELECT bloom_of(ARRAY['sad'::mood]) @> 'sad'::mood AND bloom_shard('a'::text, 10) IS NOT NULL AND bloom_of(ARRAY['a'::name]) @> 'a'::varchar AS others \gset
SELECT set_config('test.mule', concat_ws(' ', :'missed', :'false_positives' < 150, :'element', :'others'), false) \gset ignored_
\endif
DO $$
BEGIN
    ASSERT current_setting('test.is_common')::boolean, 'the value is not among the most common ones';
    ASSERT NOT EXISTS (SELECT FROM outcomes WHERE outcome !~ '^(Seq Scan|Hash Join|Nested Loop|Merge Join|Gather|[0-9]+$)'), 'planning failed';
    ASSERT current_setting('test.mule') IN ('f', '0 t text t'), current_setting('test.mule');
END $$;
