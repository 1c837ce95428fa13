--
-- Aggregates below joins, as PostgreSQL 19 may plan them (enable_eager_aggregate): the filters are those of the plan without.
-- Elsewhere there is one plan, and both are the same.
--
CREATE EXTENSION bloom_rs;
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = error; -- no warnings about filters that are too full
CREATE TABLE visits AS SELECT i % 20 AS site, i AS v, i::text AS t, bloom_empty(1000) || i AS f, bloom_add(counting_bloom_empty(1000), i) AS c FROM generate_series(1, 4000) AS i;
-- Two rows a site, so that each state below the join is merged twice.
CREATE TABLE sites AS SELECT i % 20 AS site, i % 4 AS area FROM generate_series(0, 39) AS i;
ANALYZE visits, sites;
CREATE FUNCTION eager(switch text) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(set_config(name, CASE name WHEN 'enable_eager_aggregate' THEN switch ELSE '1' END, false))
    FROM pg_settings WHERE name IN ('enable_eager_aggregate', 'min_eager_agg_group_size')
$$;
-- Whether an aggregate stands below the join.
CREATE FUNCTION is_eager(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        IF line ~ 'Partial' THEN RETURN true; END IF;
    END LOOP;
    RETURN false;
END
$$;
-- The order of the filters in a matrix is that of the rows.
CREATE FUNCTION found(matrix bloom_matrix) RETURNS text LANGUAGE sql RETURN
    (SELECT string_agg(format('%s: %s', v, key), ',' ORDER BY v, key) FROM generate_series(1, 4000, 7) AS v, bloom_matrix_search(matrix, v) AS key);
CREATE TABLE questions (aggregate text, query text GENERATED ALWAYS AS
    ('SELECT area, ' || aggregate || ' AS f FROM visits JOIN sites USING (site) GROUP BY area') STORED);
INSERT INTO questions VALUES ('bloom_agg(v)'), ('bloom_agg(v, 1000)'), ('bloom_agg(v, 1000, 0.001)'), ('bloom_agg(t, 1000, 0.01, ''parquet'')'), ('bloom_agg(v, 10)'),
    ('bloom_agg(to_jsonb(v))'), ('bloom_agg(to_jsonb(v), 1000)'), ('bloom_agg(v) FILTER (WHERE v % 2 = 0)'),
    ('bloom_union_agg(f)'), ('bloom_union_agg(f, 0.5)'), ('bloom_intersection_agg(f)'),
    ('counting_bloom_agg(v)'), ('counting_bloom_agg(t, 1000)'), ('counting_bloom_agg(to_jsonb(v), 1000)'), ('bloom_union_agg(c)'),
    ('found(bloom_matrix_agg(f, v))');
CREATE FUNCTION answers(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answers text;
BEGIN
    EXECUTE 'SELECT string_agg(md5(q::text), '','' ORDER BY area) FROM (' || query || ') AS q' INTO answers;
    RETURN answers;
END
$$;

-- 1. States are declared to have no bound (SSPACE = -1), so that they are not made below a join, to be kept there. A matrix
-- has a bound, which is so high that it is only done where the join multiplies the rows.
SELECT eager('on') IN (0, 2) AS set;
SELECT aggregate FROM questions WHERE is_eager(query) AND aggregate !~ 'matrix';

-- 2. Where they are, as those declared otherwise, the answers are the same.
UPDATE pg_aggregate SET aggtransspace = 8 FROM pg_proc WHERE pg_proc.oid = aggfnoid AND aggtransspace <> 0 AND proname ~ 'bloom';
SELECT count(*) FILTER (WHERE is_eager(query)) IN (0, count(*)) AS planned,
       bool_or(is_eager(query)) = (current_setting('server_version_num')::integer >= 190000) AS eager FROM questions;
CREATE TABLE found AS SELECT aggregate, answers(query) FROM questions;
SELECT eager('off') IN (0, 2) AS set;
SELECT aggregate, answers(query) = answers AS same, is_eager(query) AS eager FROM questions JOIN found USING (aggregate) ORDER BY aggregate COLLATE "C";
DROP TABLE visits, sites, questions, found;
DROP FUNCTION eager, is_eager, answers, found;
RESET max_parallel_workers_per_gather;
DROP EXTENSION bloom_rs;
