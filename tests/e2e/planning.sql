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

-- Nearly empty filters of 24 MB, whose bits a look at a part of them does not show. The chunks of a stored filter count.
CREATE TABLE stored AS
    SELECT bloom_add(bloom_empty(20000000), 1) AS f, bloom_add(bloom_empty(20000000), 2) AS g, bloom_add(counting_bloom_empty(5000000), 1) AS c;
CREATE FUNCTION chunks_read() RETURNS bigint LANGUAGE sql AS
    'SELECT idx_tup_fetch FROM pg_stat_xact_all_tables WHERE relid = (SELECT reltoastrelid FROM pg_class WHERE relname = ''stored'')';
-- The query gets the stored filters as constants.
CREATE FUNCTION chunks_of(query text, f bloom, g bloom, c counting_bloom) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    before bigint := chunks_read();
BEGIN
    EXECUTE query USING f, g, c;
    RETURN chunks_read() - before;
END $$;
CREATE TABLE reads AS
    SELECT kind, chunks_of(format(query, 'few'), f, g, c) AS few, chunks_of(format(query, 'many'), f, g, c) AS many
    FROM stored, (VALUES
        ('one filter', 'SELECT count(*) FROM %I WHERE $1 @> v'),
        ('two filters', 'SELECT count(*) FROM %I WHERE $1 @> v AND bloom_contains($2, v) AND bloom_contains_any($1, ARRAY[v, 7])'),
        ('counters', 'SELECT count(*) FROM %I WHERE $3 @> v')) AS q (kind, query);
SELECT * FROM reads;

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
    ASSERT (SELECT min(few) > 10000 FROM reads), 'no filter is read';
    ASSERT NOT EXISTS (SELECT FROM reads WHERE many > few), 'the filter is read for each partition';
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
