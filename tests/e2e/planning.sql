-- Planning never fails where the query would not, reads a constant filter once and not for each partition, and never
-- mistakes a filter for another one that was at the same address.

CREATE EXTENSION bloom_rs;
CREATE TABLE few (part integer, v integer) PARTITION BY LIST (part);
CREATE TABLE many (part integer, v integer) PARTITION BY LIST (part);
DO $$
BEGIN
    FOR i IN 1..300 LOOP
        EXECUTE format('CREATE TABLE many_%s PARTITION OF many FOR VALUES IN (%1$s)', i);
        CONTINUE WHEN i > 3;
        EXECUTE format('CREATE TABLE few_%s PARTITION OF few FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO few SELECT i % 3 + 1, i FROM generate_series(1, 300) AS i;
INSERT INTO many SELECT i % 300 + 1, i FROM generate_series(1, 3000) AS i;
ANALYZE few, many;

CREATE TABLE times (kind text, parts text, seconds float8);
-- Nearly empty filters of 24 MB, whose bits a look at a part of them does not show.
DO $$
DECLARE
    f bloom := bloom_add(bloom_empty(20000000), 1);
    g bloom := bloom_add(bloom_empty(20000000), 2);
    c counting_bloom := counting_bloom_add(counting_bloom_empty(5000000), 1);
    parts text;
    started timestamptz;
BEGIN
    FOR round IN 1..3 LOOP
        FOREACH parts IN ARRAY ARRAY['few', 'many'] LOOP
            started := clock_timestamp();
            EXECUTE format('SELECT count(*) FROM %I WHERE $1 @> v', parts) USING f;
            INSERT INTO times VALUES ('one filter', parts, extract(epoch FROM clock_timestamp() - started));
            started := clock_timestamp();
            EXECUTE format('SELECT count(*) FROM %I WHERE $1 @> v AND bloom_contains($2, v) AND bloom_contains_any($1, ARRAY[v, 7])', parts) USING f, g;
            INSERT INTO times VALUES ('two filters', parts, extract(epoch FROM clock_timestamp() - started));
            started := clock_timestamp();
            EXECUTE format('SELECT count(*) FROM %I WHERE $1 @> v', parts) USING c;
            INSERT INTO times VALUES ('counters', parts, extract(epoch FROM clock_timestamp() - started));
        END LOOP;
    END LOOP;
END $$;
SELECT kind, parts, min(seconds) FROM times GROUP BY 1, 2 ORDER BY 1, 2;

-- Filters of one size, one after another in one variable, are estimated each for itself.
CREATE TABLE big AS SELECT i AS v FROM generate_series(1, 20000) AS i;
ANALYZE big;
CREATE TABLE estimates (of text, rows float8);
CREATE FUNCTION estimated(f bloom) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) SELECT * FROM big WHERE $1 @> v' INTO plan USING f;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
DO $$
DECLARE
    f bloom;
BEGIN
    FOR i IN 1..20 LOOP
        f := bloom_agg(v, 20000) FROM generate_series(1, 20000) AS v;
        INSERT INTO estimates VALUES ('all', estimated(f));
        f := bloom_agg(v, 20000) FROM generate_series(1, 200) AS v;
        INSERT INTO estimates VALUES ('few', estimated(f));
        f := bloom_empty(20000);
        INSERT INTO estimates VALUES ('none', estimated(f));
    END LOOP;
END $$;
SELECT of, min(rows), max(rows) FROM estimates GROUP BY 1;

DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM estimates WHERE CASE of WHEN 'all' THEN rows < 15000 WHEN 'few' THEN rows > 2000 ELSE rows > 1 END), 'an estimate of another filter';
    -- A hundred times the partitions; a filter that is read once costs both the same.
    ASSERT NOT EXISTS (SELECT FROM (SELECT min(seconds) FILTER (WHERE parts = 'few') AS few, min(seconds) FILTER (WHERE parts = 'many') AS many FROM times GROUP BY kind) AS t
                       WHERE many > 4 * few + 0.25), 'the filter is read for each partition';
END $$;

-- Most common values that no UTF-8 has, and text that PostgreSQL cannot convert.
CREATE DATABASE win1252 TEMPLATE template0 ENCODING 'WIN1252' LOCALE 'C';
\c win1252
\ir files/planning_text.sql
-- 19 has that encoding no more.
SELECT pg_char_to_encoding('MULE_INTERNAL') >= 0 AS has_mule \gset
\if :has_mule
CREATE DATABASE mule TEMPLATE template0 ENCODING 'MULE_INTERNAL' LOCALE 'C';
\c mule
\ir files/planning_text.sql
\endif
