-- Random joins of local tables: each query has the same rows with and without screens, and partitions that are skipped
-- by the planner's own scan. Variables: queries, seed, tables (1 makes them too).

\if :tables
CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE EXTENSION citext;
CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TYPE mood AS ENUM ('sad', 'so so', 'fine', 'happy');
CREATE DOMAIN label AS text;
-- Rows of all types of keys, with NULLs and duplicates: k of 400 values, and many without a partner.
CREATE FUNCTION rows_of(count integer, seed integer, keys integer) RETURNS TABLE (id integer, i2 smallint, i4 integer, i8 bigint, t text, v varchar(20), c char(8), n numeric, f4 real, f8 double precision, u uuid, d date, ts timestamp, tz timestamptz, b bytea, o oid, e mood, ci citext, la label, ar integer[], nm name, bo boolean, ip inet, js jsonb, x integer)
    LANGUAGE sql AS $$
    SELECT i, nullif(k, 3)::smallint, nullif(k2, 5), nullif(k, 7)::bigint, nullif('text ' || k2, 'text 2'), nullif('v' || k, 'v9'), nullif('c' || k, 'c11'), nullif(k2, 1)::numeric / 2, nullif(k, 4)::real, nullif(k2, 6)::double precision, md5(k::text)::uuid, date '2020-01-01' + nullif(k2, 8),
           timestamp '2020-01-01' + nullif(k, 10) * interval '1 hour', timestamptz '2020-01-01' + k2 * interval '1 day', nullif(decode(md5(k2::text), 'hex'), '\x'), nullif(k, 12)::oid, (ARRAY['sad', 'so so', 'fine', 'happy', NULL])[1 + k % 5]::mood, CASE WHEN i % 2 = 0 THEN upper('ci' || k) ELSE 'ci' || k END, 'label ' || k2, ARRAY[k, k2 % 3],
           ('name' || k)::name, k % 3 = 0, '10.0.0.0'::inet + k, to_jsonb(k2), i % 7
      FROM (SELECT i, (hashint8(seed * 1000003::bigint + i) & 1073741823) % keys AS k, (hashint8(seed * 1000033::bigint - i) & 1073741823) % keys AS k2 FROM generate_series(1, count) AS i) AS g
$$;
-- A table whose columns begin with texts, and that had other columns once.
CREATE TABLE facts AS SELECT 'first' || id AS first, id AS dropped, r.* FROM rows_of(1000, 1, 400) AS r;
ALTER TABLE facts DROP COLUMN dropped;
-- One whose keys are at fixed places, of which some are NULL.
CREATE TABLE narrow AS SELECT id, i2, i4, i8, d, o, f4, f8, bo, t, v, c, n, u, ts, tz, b, e, ci, la, ar, nm, ip, js, x FROM rows_of(900, 2, 500);
CREATE TABLE small AS SELECT * FROM rows_of(150, 3, 900);
CREATE TABLE tiny AS SELECT * FROM rows_of(12, 4, 30);
CREATE TABLE none AS SELECT * FROM rows_of(0, 5, 30);
-- Columns that older rows do not have: their defaults, and NULL.
CREATE TABLE altered AS SELECT id, x FROM rows_of(300, 6, 300);
ALTER TABLE altered ADD i2 smallint DEFAULT 20, ADD i4 integer DEFAULT 17, ADD i8 bigint, ADD t text DEFAULT 'text 30', ADD v varchar(20), ADD c char(8) DEFAULT 'c40', ADD n numeric DEFAULT 2.5, ADD f4 real, ADD f8 double precision DEFAULT 8, ADD u uuid, ADD d date DEFAULT '2020-01-12', ADD ts timestamp, ADD tz timestamptz,
    ADD b bytea, ADD o oid DEFAULT 33, ADD e mood DEFAULT 'fine', ADD ci citext DEFAULT 'CI5', ADD la label, ADD ar integer[], ADD nm name, ADD bo boolean DEFAULT true, ADD ip inet, ADD js jsonb DEFAULT '7';
INSERT INTO altered (id, i2, i4, i8, t, v, c, n, f4, f8, u, d, ts, tz, b, o, e, ci, la, ar, nm, bo, ip, js, x) SELECT id + 1000, i2, i4, i8, t, v, c, n, f4, f8, u, d, ts, tz, b, o, e, ci, la, ar, nm, bo, ip, js, x FROM rows_of(200, 7, 300);
-- Partitions of both kinds, one with other numbers of columns, and inheritance.
CREATE TABLE parts (LIKE small) PARTITION BY HASH (i4);
CREATE TABLE parts0 PARTITION OF parts FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE parts1 (LIKE narrow);
ALTER TABLE parts ATTACH PARTITION parts1 FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE parts2 PARTITION OF parts FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO parts SELECT * FROM rows_of(800, 8, 400);
CREATE TABLE others (LIKE small) PARTITION BY HASH (i4);
CREATE TABLE others0 PARTITION OF others FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE others1 PARTITION OF others FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE others2 PARTITION OF others FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO others SELECT * FROM rows_of(250, 9, 600);
-- Partitions by keys of joins: by several levels, columns and types, with default partitions, and with an index.
CREATE TABLE ranged (LIKE small) PARTITION BY RANGE (i4);
CREATE TABLE ranged0 PARTITION OF ranged FOR VALUES FROM (MINVALUE) TO (50);
CREATE TABLE ranged1 (LIKE narrow) PARTITION BY HASH (i8);
CREATE TABLE ranged1a PARTITION OF ranged1 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE ranged1b (LIKE small);
ALTER TABLE ranged1 ATTACH PARTITION ranged1b FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE ranged ATTACH PARTITION ranged1 FOR VALUES FROM (50) TO (150);
CREATE TABLE ranged2 PARTITION OF ranged FOR VALUES FROM (150) TO (200) PARTITION BY LIST (x);
CREATE TABLE ranged2a PARTITION OF ranged2 FOR VALUES IN (1, 2, 3);
CREATE TABLE ranged2b PARTITION OF ranged2 DEFAULT;
CREATE TABLE ranged3 PARTITION OF ranged FOR VALUES FROM (300) TO (320);
CREATE TABLE ranged_rest PARTITION OF ranged DEFAULT;
INSERT INTO ranged SELECT * FROM rows_of(900, 15, 400);
CREATE TABLE several (LIKE small) PARTITION BY RANGE (i8, i2);
CREATE TABLE several0 PARTITION OF several FOR VALUES FROM (MINVALUE, MINVALUE) TO (20, 20);
CREATE TABLE several1 PARTITION OF several FOR VALUES FROM (20, 20) TO (20, MAXVALUE);
CREATE TABLE several2 PARTITION OF several FOR VALUES FROM (40, MINVALUE) TO (90, 5);
CREATE TABLE several_rest PARTITION OF several DEFAULT;
INSERT INTO several SELECT * FROM rows_of(500, 16, 120);
CREATE TABLE listed (LIKE small) PARTITION BY LIST (i2);
CREATE TABLE listed0 PARTITION OF listed FOR VALUES IN (0, 1, 2, 3, 4, NULL) PARTITION BY HASH (t);
CREATE TABLE listed0a PARTITION OF listed0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE listed0b PARTITION OF listed0 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE listed1 PARTITION OF listed FOR VALUES IN (5, 6, 7, 8, 9, 10, 11);
CREATE TABLE listed_rest PARTITION OF listed DEFAULT PARTITION BY LIST (e);
CREATE TABLE listed_rest0 PARTITION OF listed_rest FOR VALUES IN ('sad', 'fine');
CREATE TABLE listed_rest1 PARTITION OF listed_rest DEFAULT;
INSERT INTO listed SELECT * FROM rows_of(400, 17, 30);
CREATE TABLE dated (LIKE small) PARTITION BY RANGE (d);
SELECT format('CREATE TABLE dated%s PARTITION OF dated FOR VALUES FROM (%L) TO (%L)', i, date '2020-01-01' + i * 40, date '2020-01-01' + i * 40 + 40) FROM generate_series(0, 8) AS i \gexec
CREATE TABLE dated_rest PARTITION OF dated DEFAULT;
INSERT INTO dated SELECT * FROM rows_of(600, 18, 400);
CREATE TABLE indexed (LIKE small) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE indexed%s PARTITION OF indexed FOR VALUES FROM (%s) TO (%s)', i, i * 100, i * 100 + 100) FROM generate_series(0, 6) AS i \gexec
INSERT INTO indexed SELECT * FROM rows_of(600, 19, 400);
CREATE INDEX ON indexed USING bloom_skip (i4);
CREATE INDEX ON indexed USING bloom_skip (t);
CREATE INDEX ON indexed USING bloom_skip (x);
CREATE INDEX ON indexed USING bloom_skip (f8);
CREATE INDEX ON ranged USING bloom_skip (i8);
CREATE INDEX ON ranged (i4);
CREATE INDEX ON dated (i4);
CREATE TABLE parent AS SELECT * FROM rows_of(200, 10, 400);
CREATE TABLE child (extra integer) INHERITS (parent);
INSERT INTO child SELECT *, 1 FROM rows_of(300, 11, 400);
-- Long texts, that are compressed or stored elsewhere.
CREATE TABLE long AS SELECT * FROM rows_of(150, 12, 200);
UPDATE long SET t = repeat(t || ' ', 500) || (SELECT string_agg(md5((i4 % 7 + j)::text), '') FROM generate_series(1, 200) AS j) WHERE id % 3 = 0;
UPDATE narrow SET t = (SELECT t FROM long WHERE id % 3 = 0 AND t IS NOT NULL ORDER BY id LIMIT 1) WHERE id % 100 = 0;
CREATE TEMPORARY TABLE temporary AS SELECT * FROM rows_of(300, 13, 300);
CREATE TABLE secured AS SELECT * FROM rows_of(400, 14, 300);
ALTER TABLE secured ENABLE ROW LEVEL SECURITY;
CREATE POLICY hidden ON secured USING (x <> 3 AND length(la) > 7);
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM facts WHERE x < 6 AND la LIKE '%1%';
CREATE VIEW union_view AS SELECT * FROM small UNION ALL SELECT id, i2, i4, i8, t, v, c, n, f4, f8, u, d, ts, tz, b, o, e, ci, la, ar, nm, bo, ip, js, x FROM narrow UNION ALL SELECT * FROM others;
CREATE VIEW widened AS SELECT id, i2::integer AS i2, i2 AS i4, i4::bigint AS i8, v AS t, t::varchar(20) AS v, c, i4::numeric AS n, f4, f4::double precision AS f8, u, d, d::timestamp AS ts, tz, b, o, e, ci, la, ar, nm, bo, ip, js, x FROM narrow
    UNION ALL SELECT id, i2::integer, i2, i8, t, v, c, n, f4, f8, u, d, ts, tz, b, o, e, ci, la, ar, nm, bo, ip, js, x FROM small;
CREATE VIEW both_view AS SELECT a.* FROM narrow AS a JOIN small AS b USING (i4) WHERE b.x < 4;
CREATE VIEW grouped AS SELECT x AS id, min(i2) AS i2, i4, max(i8) AS i8, min(t) AS t, min(v)::varchar(20) AS v, min(c)::char(8) AS c, max(n) AS n, max(f4) AS f4, max(f8) AS f8, min(u::text)::uuid AS u, min(d) AS d, max(ts) AS ts, max(tz) AS tz, min(b::text)::bytea AS b, max(o::bigint)::oid AS o, max(e) AS e, min(ci) AS ci, min(la)::label AS la, min(ar) AS ar, min(nm) AS nm, bool_or(bo) AS bo, max(ip) AS ip, '1'::jsonb AS js, x FROM facts GROUP BY x, i4;
CREATE INDEX ON facts (i4);
CREATE INDEX ON facts (t);
CREATE INDEX ON facts (d);
CREATE INDEX ON facts (f8);
CREATE INDEX ON facts (u);
CREATE INDEX ON narrow (i2);
CREATE INDEX ON narrow (tz DESC);
CREATE INDEX ON parts (i8);
CREATE INDEX ON altered (i4);
CREATE INDEX ON narrow (i4);
CREATE INDEX ON several (i8);
CREATE INDEX ON listed (i2);
CREATE INDEX ON parent (i4);
CREATE INDEX ON ranged USING brin (i4, i8, d) WITH (pages_per_range = 2);
CREATE INDEX ON indexed USING brin (id, i4) WITH (pages_per_range = 1);
CREATE INDEX ON dated USING brin (d) WITH (pages_per_range = 1);
CREATE INDEX ON narrow (i8, i4);
CREATE INDEX ON small (i4);
CREATE INDEX ON others (i4);
CREATE INDEX ON child (i4);
CREATE MATERIALIZED VIEW kept AS SELECT * FROM facts WHERE x <> 5;
-- Rows that are dead, or not visible, and pages that are visible to all.
VACUUM ranged, indexed, dated, facts;
DELETE FROM facts WHERE id % 13 = 5;
UPDATE facts SET x = x WHERE id % 17 = 3;
ANALYZE;
ALTER TABLE facts SET (parallel_workers = 2);
ALTER TABLE narrow SET (parallel_workers = 2);
ALTER TABLE parts0 SET (parallel_workers = 2);
ALTER TABLE parts1 SET (parallel_workers = 1);
-- Joins with rows for which this is called are above a Gather, which has only the rows of the other side.
CREATE FUNCTION here(integer) RETURNS boolean STABLE PARALLEL RESTRICTED COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN $1 >= 0; END';
BEGIN; -- it is there when it may do all of this: a GRANT fails beside partitions that move
CREATE ROLE reader;
GRANT SELECT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO reader;
GRANT SELECT ON temporary TO reader;
GRANT CREATE ON SCHEMA public TO reader;
COMMIT;
SET ROLE reader;
\ir plan.sql
\endif

CREATE OR REPLACE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE
    AS 'SELECT choices[1 + floor(random() * cardinality(choices))::integer]';
-- A subquery with the columns of the tables that looks at several rows; its table is called grp. Keys of rows that it puts
-- together are those of most joins, or others.
CREATE OR REPLACE FUNCTION random_grouped() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    rows_of text := CASE WHEN current_setting('test.of_partitions')::boolean THEN pick('ranged', 'several', 'listed', 'dated', 'indexed', 'indexed') ELSE pick('facts', 'facts', 'narrow', 'small', 'parts', 'parts', 'others', 'altered', 'long', 'secured', 'temporary') END || ' AS grp';
    key text := pick('i4', 'i4', 'i4', 'i8', 't', 't', 'n', 'd', 'ci', 'c', 'x');
    other text := pick('x', 'i2', 'bo', 'f4');
    having_whole text := format('1 / (count(*) = (SELECT count(*) FROM %s WHERE whole.%I IS NOT DISTINCT FROM grp.%2$I))::integer = 1', replace(rows_of, ' AS grp', ' AS whole'), key);
    -- Every column, or one value of it for each group.
    columns CONSTANT text[] := ARRAY['id', 'i2', 'i4', 'i8', 't', 'v', 'c', 'n', 'f4', 'f8', 'u', 'd', 'ts', 'tz', 'b', 'o', 'e', 'ci', 'la', 'ar', 'nm', 'bo', 'ip', 'js', 'x'];
    values CONSTANT text[] := ARRAY['min(id)', 'min(i2)', 'min(i4)', 'max(i8)', 'min(t)', 'min(v)::varchar(20)', 'min(c)::char(8)', 'max(n)', 'max(f4)', 'max(f8)', 'min(u::text)::uuid', 'min(d)', 'max(ts)', 'max(tz)', 'min(b::text)::bytea', 'max(o::bigint)::oid', 'max(e)', 'min(ci::text)::citext', 'min(la)::label', 'min(ar)', 'min(nm::text)::name', 'bool_or(bo)', 'max(ip)', 'min(js::text)::jsonb', pick('(count(*) % 7)::integer', '(count(*) FILTER (WHERE x < 4))::integer', '(count(DISTINCT id) % 7)::integer', 'percentile_disc(0.4) WITHIN GROUP (ORDER BY x)', 'mode() WITHIN GROUP (ORDER BY x)', 'max(x)')];
    kind CONSTANT integer := floor(random() * 11)::integer;
    by_key text[];
BEGIN
    SELECT array_agg(CASE WHEN name = key OR kind > 3 AND name = other THEN name ELSE value || ' AS ' || name END ORDER BY place) INTO by_key FROM unnest(columns, values) WITH ORDINALITY AS c (name, value, place);
    RETURN '(' || CASE kind
        WHEN 0 THEN format('SELECT %s FROM %s GROUP BY %I', array_to_string(by_key, ', '), rows_of, key)
        WHEN 1 THEN format('SELECT %s FROM %s GROUP BY %I HAVING %s', array_to_string(by_key, ', '), rows_of, key, pick('count(*) < 4', 'min(x) < 3'))
        WHEN 2 THEN format('SELECT %s FROM %s WHERE grp.x <> 2 GROUP BY %I', array_to_string(by_key, ', '), rows_of, key)
        WHEN 3 THEN format('SELECT %s FROM %s GROUP BY %I HAVING %s', array_to_string(by_key, ', '), rows_of, key, having_whole)
        WHEN 4 THEN format('SELECT %s FROM %s GROUP BY %I, %I', array_to_string(by_key, ', '), rows_of, key, other)
        WHEN 5 THEN format('SELECT %s FROM %s GROUP BY %s', array_to_string(by_key, ', '), rows_of, format(pick('GROUPING SETS ((%1$I, %2$I), (%1$I))', '%1$I, CUBE (%2$I)', 'ROLLUP (%1$I, %2$I)', 'GROUPING SETS ((%1$I), (%1$I, %2$I), (%2$I))'), key, other))
        WHEN 6 THEN format('SELECT DISTINCT ON (%s) %s FROM %s ORDER BY %1$s, id', format(pick('%1$I', '%1$I, %2$I', '%2$I'), key, other), array_to_string(columns, ', '), rows_of)
        WHEN 7 THEN format('SELECT %s, %s AS x FROM %s', array_to_string(columns[1:24], ', '), format(pick('(count(*) OVER (PARTITION BY %1$I) %% 7)::integer', '(x + rank() OVER (PARTITION BY %1$I, %2$I ORDER BY id) + count(*) OVER (PARTITION BY %1$I))::integer %% 7', '(count(*) OVER (PARTITION BY %2$I) %% 7)::integer', '(count(*) OVER (PARTITION BY %1$I) + count(*) OVER ())::integer %% 7'), key, other), rows_of)
        WHEN 8 THEN format('SELECT %s, generate_series(1, 2) AS again FROM %s', array_to_string(columns, ', '), rows_of)
        WHEN 9 THEN format('SELECT %s FROM %s ORDER BY %I, id OFFSET 0', array_to_string(columns, ', '), rows_of, key)
        ELSE format('SELECT %s FROM %s UNION SELECT %1$s FROM %s', array_to_string(columns, ', '), rows_of, pick('small', 'others', 'narrow')) END || ')';
END $$;
CREATE OR REPLACE FUNCTION random_table() RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT CASE WHEN random() < CASE WHEN current_setting('test.of_partitions')::boolean THEN 0.12 ELSE 0.3 END THEN random_grouped()
    WHEN current_setting('test.of_partitions')::boolean THEN
        pick('ranged', 'ranged', 'ranged', 'ranged', 'several', 'several', 'listed', 'dated', 'dated', 'indexed', 'indexed', '(SELECT * FROM indexed WHERE x = 3)', '(SELECT * FROM indexed WHERE t IN (''text 7'', ''text 70''))', '(SELECT * FROM ranged WHERE i8 = ANY (ARRAY[77, 80]))', 'tiny', 'tiny', 'tiny', 'tiny', '(SELECT * FROM small WHERE id % 30 = 3)', '(SELECT * FROM small WHERE id % 30 = 3 AND here(id))', '(SELECT * FROM small WHERE id % 40 = 7)', '(SELECT * FROM facts WHERE i4 BETWEEN 60 AND 90 AND x = 2)', '(SELECT * FROM narrow WHERE id % 100 = 7)', '(SELECT * FROM small WHERE i4 > 890 OR i8 < 20)', 'none')
    ELSE pick('facts', 'facts', 'facts', 'narrow', 'narrow', 'small', 'small', 'tiny', 'tiny', 'none', 'altered', 'parts', 'parts', 'others', 'ranged', 'listed', 'parent', 'long', 'secured', 'secured', 'barrier', 'union_view', 'widened', 'both_view', 'grouped', 'kept', 'temporary',
                '(SELECT * FROM facts WHERE x <> 3)', '(SELECT * FROM small WHERE x <> 1)', '(SELECT * FROM small WHERE here(id))', '(SELECT * FROM small WHERE t LIKE ''%1%'' OFFSET 0)', '(SELECT * FROM narrow ORDER BY id LIMIT 70)', '(SELECT DISTINCT ON (x) * FROM small ORDER BY x, id)',
                '(SELECT * FROM facts TABLESAMPLE bernoulli (40) REPEATABLE (7))', '(SELECT * FROM small WHERE i4 IN (SELECT i4 FROM others))') END
$$;
CREATE OR REPLACE FUNCTION random_equality(a text, b text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    l text := CASE WHEN current_setting('test.of_partitions')::boolean AND random() < 0.9 THEN pick('i4', 'i4', 'i4', 'i4', 'i8', 'i8', 'i2', 'd', 'f8', 't', 'e') WHEN random() < 0.3 THEN pick('i4', 'i4', 'i8', 't') ELSE pick('i2', 'i4', 'i4', 'i4', 'i8', 'i8', 't', 't', 'v', 'c', 'n', 'f4', 'f8', 'u', 'd', 'ts', 'tz', 'b', 'o', 'e', 'ci', 'la', 'ar', 'nm', 'bo', 'ip', 'js') END;
    r text := CASE WHEN l IN ('i2', 'i4', 'i8') THEN pick('i2', 'i4', 'i8', 'x', 'n', 'o', l, l) WHEN l IN ('t', 'v') THEN pick('t', 'v', l, l) WHEN l IN ('f4', 'f8') THEN pick('f4', 'f8') WHEN l = 'd' THEN pick('d', 'd', 'ts') WHEN l = 'o' THEN pick('o', 'i4') ELSE l END;
BEGIN
    IF l IN ('e', 'bo') THEN -- few values
        RETURN format('%s.%I = %s.%I AND %1$s.i4 = %3$s.i4', a, l, b, r);
    ELSIF random() < 0.05 THEN
        RETURN format('%s.t COLLATE loose = %s.t', a, b);
    ELSIF random() < 0.1 THEN
        RETURN format('%1$s.i4 = %2$s.i4 AND %1$s.%3$s = %2$s.%3$s', a, b, pick('i8', 't', 'n', 'd', 'x'));
    ELSIF random() < 0.05 THEN
        RETURN format('%s.i4 + 1 = %s.i4', a, b);
    END IF;
    RETURN format(pick('%1$s.%2$I = %3$s.%4$I', '%3$s.%4$I = %1$s.%2$I'), a, l, b, r);
END $$;
CREATE OR REPLACE FUNCTION random_condition(a text) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT replace(pick('@.x = 1', '@.x <> 2', '@.x IN (0, 3)', '@.id < 500', '@.i4 IS NULL', '@.x IS NOT NULL', 'NOT @.x = 2', '(@.x = 1 OR @.id > 900)', '@.t LIKE ''%2%''', '@.v > ''w''', '@.n > 50', '@.f4 > 10', '@.i8 BETWEEN 10 AND 200', '@.i4 BETWEEN 20 AND 40', '@.i4 < 100',
                        '@.d < date ''2020-05-01'' + interval ''1 month''', '@.x IS DISTINCT FROM 1', 'length(@.t) > 6', 'true', '(SELECT count(*) FROM tiny) > @.x', '@.x = $1', '@.i4 > $1 * 20', '@.i4 = (SELECT min(i4) FROM tiny AS s WHERE s.x = @.x)'), '@', a)
$$;
CREATE OR REPLACE FUNCTION random_query() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    names text[] := ARRAY['a', 'b', 'c', 'e', 'f', 'g'];
    of_partitions boolean := set_config('test.of_partitions', (random() < 0.5)::text, false);
    count integer := 2 + floor(random() * random() * CASE WHEN of_partitions THEN 2.5 ELSE 5 END)::integer;
    conditional float := CASE WHEN of_partitions THEN 0.1 ELSE 0.4 END;
    tables text := random_table() || ' AS a';
    kind text;
    other text;
    conditions text[] := '{}';
    columns text := 'a.id AS a_id, left(a.t, 50) AS a_t';
    query text;
    condition text;
BEGIN
    FOR i IN 2..count LOOP
        other := names[1 + floor(random() * (i - 1))::integer];
        kind := pick('JOIN', 'JOIN', 'JOIN', 'JOIN', 'LEFT JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', ',', 'LATERAL');
        condition := random_equality(other, names[i]);
        IF random() < conditional - 0.1 AND kind <> 'FULL JOIN' THEN
            condition := condition || ' AND ' || random_condition(pick(other, names[i]));
        END IF;
        IF kind = ',' THEN
            tables := format('%s CROSS JOIN %s AS %s', tables, random_table(), names[i]);
            conditions := conditions || condition;
        ELSIF kind = 'LATERAL' THEN
            tables := format('%s CROSS JOIN LATERAL (SELECT l1.* FROM %s AS l1 JOIN %s AS l2 ON %s WHERE l2.x = %s.x AND %s %s) AS %s', tables, random_table(), random_table(), random_equality('l1', 'l2'), other, replace(condition, names[i] || '.', 'l1.'), pick('', 'OFFSET 0', 'ORDER BY l1.id, l2.id LIMIT 3'), names[i]);
        ELSIF random() < 0.2 AND i < count AND kind <> 'FULL JOIN' THEN
            tables := format('%s %s (%s AS %s %s %s AS %s ON %s) ON %s', tables, kind, random_table(), names[i], pick('JOIN', 'LEFT JOIN', 'RIGHT JOIN'), random_table(), 'n' || i, random_equality(names[i], 'n' || i), condition);
            columns := format('%s, %s.id AS %2$s_inner', columns, 'n' || i);
        ELSE
            tables := format('%s %s %s AS %s ON %s', tables, kind, random_table(), names[i], condition);
        END IF;
        columns := format('%s, %s.id AS %2$s_id, %2$s.v AS %2$s_v', columns, names[i]);
    END LOOP;
    FOR i IN 1..count LOOP
        IF random() < conditional THEN
            conditions := conditions || random_condition(names[i]);
        END IF;
    END LOOP;
    IF random() < conditional THEN
        other := names[1 + floor(random() * count)::integer];
        conditions := conditions || CASE floor(random() * 4)
            WHEN 0 THEN format('%s EXISTS (SELECT FROM %s AS s WHERE %s AND %s)', pick('', '', 'NOT'), random_table(), random_equality(other, 's'), random_condition('s'))
            WHEN 1 THEN format('%s.i4 %s (SELECT s.i4 FROM %s AS s WHERE %s)', other, pick('IN', 'IN', 'NOT IN'), random_table(), random_condition('s'))
            WHEN 2 THEN format('%s.x <= (SELECT count(*) FROM %s AS s JOIN %s AS s2 ON %s WHERE s2.x = %1$s.x)', other, random_table(), pick('small', 'tiny', 'others', 'parts'), random_equality('s', 's2'))
            ELSE format('%s.t IN (SELECT s.t FROM %s AS s JOIN %s AS s2 ON %s WHERE %s)', other, random_table(), random_table(), random_equality('s', 's2'), random_condition('s')) END;
    END IF;
    query := 'SELECT ' || columns || ' FROM ' || tables || CASE WHEN conditions = '{}' THEN '' ELSE ' WHERE ' || array_to_string(conditions, ' AND ') END;
    RETURN CASE floor(random() * 18)
        WHEN 0 THEN format('SELECT DISTINCT a_id %% 20 AS m FROM (%s) AS q', query)
        WHEN 1 THEN format('SELECT a_t, count(*) AS n FROM (%s) AS q GROUP BY a_t', query)
        WHEN 2 THEN format('WITH w AS MATERIALIZED (%s) SELECT w.* FROM w JOIN tiny AS z ON z.id = w.a_id %% 10', query)
        WHEN 3 THEN format('SELECT q.*, z.id AS z_id FROM (%s) AS q %s small AS z ON z.id = q.a_id', query, pick('LEFT JOIN', 'JOIN', 'RIGHT JOIN'))
        WHEN 4 THEN format('SELECT q::text, row_number() OVER (ORDER BY q::text) FROM (%s) AS q ORDER BY 1 LIMIT 10', query)
        WHEN 5 THEN format('%s UNION ALL SELECT q.* FROM (%1$s) AS q WHERE a_id < 300', query)
        WHEN 6 THEN format('SELECT z.id, (SELECT count(*) FROM (%s) AS q WHERE q.a_id >= z.x) AS n FROM tiny AS z', query)
        WHEN 7 THEN format('SELECT q.*, z.id AS z_id FROM tiny AS z CROSS JOIN LATERAL (%s %s z.x = a.x OFFSET 0) AS q', query, CASE WHEN conditions = '{}' THEN 'WHERE' ELSE 'AND' END)
        WHEN 8 THEN format('SELECT q.* FROM (SELECT a.* FROM facts AS a JOIN narrow AS b ON %s) AS z JOIN (%s) AS q ON q.a_id = z.id', random_equality('a', 'b'), query)
        WHEN 9 THEN format('WITH RECURSIVE w AS (SELECT a_id AS id, 1 AS depth FROM (%s) AS q UNION SELECT s.id, w.depth + 1 FROM w JOIN small AS s ON s.i4 = w.id JOIN narrow AS z ON z.i4 = s.i4 WHERE w.depth < 3) TABLE w', query)
        WHEN 10 THEN query || ' FOR UPDATE OF a'
        WHEN 11 THEN format('UPDATE %s AS u SET x = u.x FROM (%s) AS q WHERE u.i4 = q.a_id RETURNING u.id', pick('facts', 'narrow', 'parts', 'others', 'ranged', 'listed'), query)
        WHEN 12 THEN format('DELETE FROM %s AS u USING (%s) AS q WHERE u.i8 = q.a_id RETURNING u.id', pick('facts', 'narrow', 'parts', 'others', 'ranged', 'listed'), query)
        ELSE query END;
END $$;
-- Sets both settings: that of the planner's scan to `off` or as chosen, since the scan takes tables from screens.
CREATE OR REPLACE PROCEDURE switch(mode text) LANGUAGE sql AS $$
    SELECT set_config('bloom_rs.screen_joins', mode, false), set_config('bloom_rs.skip_partitions', CASE WHEN mode = 'off' THEN mode ELSE current_setting('test.skip_partitions') END, false)
$$;
-- Switches of the planner, which are the same with and without screens.
CREATE OR REPLACE PROCEDURE random_settings() LANGUAGE plpgsql AS $$
DECLARE
    setting text;
BEGIN
    FOREACH setting IN ARRAY ARRAY['enable_nestloop', 'enable_mergejoin', 'enable_hashjoin', 'enable_incremental_sort', 'enable_material', 'enable_memoize', 'enable_seqscan', 'enable_indexscan', 'enable_bitmapscan', 'enable_hashagg', 'enable_sort'] LOOP
        PERFORM set_config(setting, (random() < CASE WHEN setting = 'enable_nestloop' THEN 0.3 WHEN setting = 'enable_mergejoin' THEN 0.5 ELSE 0.8 END)::text, false);
    END LOOP;
    PERFORM set_config('enable_partitionwise_join', (random() < 0.5)::text, false), set_config('work_mem', pick('64kB', '64kB', '256kB', '4MB', '64MB'), false), set_config('hash_mem_multiplier', pick('1', '2'), false),
            set_config('max_parallel_workers_per_gather', pick('0', '0', '2'), false), set_config('parallel_leader_participation', pick('on', 'on', 'off'), false), set_config('enable_parallel_hash', pick('on', 'on', 'off'), false),
            set_config('parallel_setup_cost', pick('0', '0', '100'), false), set_config('parallel_tuple_cost', '0', false), set_config('min_parallel_table_scan_size', '0', false), set_config('plan_cache_mode', pick('auto', 'force_generic_plan', 'force_custom_plan'), false),
            set_config('test.skip_partitions', pick('off', 'on', 'force'), false), set_config('enable_parallel_append', pick('on', 'off'), false), set_config('join_collapse_limit', pick('1', '8'), false), set_config('from_collapse_limit', pick('1', '8'), false);
END $$;

-- The rows, by a way of executing it; what was written is undone.
CREATE OR REPLACE FUNCTION result(query text, mode text, way integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
    item record;
    again record;
    previous text;
    rows bigint := 0;
    sum numeric := 0;
    position refcursor;
    writes boolean := query ~ '^(UPDATE|DELETE)';
BEGIN
    CALL switch(mode);
    BEGIN
        IF way = 0 AND NOT writes THEN
            OPEN position SCROLL FOR EXECUTE query USING 3;
            LOOP
                FETCH position INTO item;
                EXIT WHEN NOT FOUND;
                rows := rows + 1;
                sum := sum + hashtextextended(item::text, 0);
                IF rows % 10 = 3 THEN -- goes back and forth
                    MOVE BACKWARD 2 FROM position;
                    FETCH position INTO again;
                    IF again::text IS DISTINCT FROM previous THEN
                        RAISE EXCEPTION 'the row before is another one' USING ERRCODE = 'assert_failure';
                    END IF;
                    MOVE FORWARD 1 FROM position;
                END IF;
                previous := item::text;
                EXIT WHEN rows > 20000;
            END LOOP;
            IF rows > 20000 THEN
                sum := NULL; -- the order of rows that are sorted or hashed may be another one
            END IF;
            CLOSE position;
            answer := format('%s %s', rows, sum);
        ELSE
            query := format(CASE WHEN writes THEN 'WITH q AS (%s) ' ELSE '' END || 'SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, '' '' ORDER BY q::text)), '''') FROM ' || CASE WHEN writes THEN 'q' ELSE '(%s) AS q' END, query);
            IF way = 1 THEN
                EXECUTE 'PREPARE q (integer) AS ' || query;
                FOR i IN 1..3 LOOP
                    EXECUTE format('EXECUTE q (%s)', i) INTO item;
                    answer := concat_ws('; ', answer, item::text);
                END LOOP;
                DEALLOCATE q;
            ELSE
                EXECUTE replace(query, '$1', '3') INTO answer;
            END IF;
        END IF;
        RAISE EXCEPTION 'undo' USING ERRCODE = 'ZZ000';
    EXCEPTION
        WHEN SQLSTATE 'ZZ000' THEN RETURN answer;
        WHEN OTHERS THEN
            IF EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'q') THEN
                DEALLOCATE q;
            END IF;
            RAISE;
    END;
END $$;

-- What joins of a query skip: partitions, blocks, or both.
CREATE OR REPLACE FUNCTION skips(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    skips text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
        skips := skips || coalesce(substring(line FROM '(Partitions|Blocks) Skipped[^:]*: [1-9]'), '');
    END LOOP;
    RETURN skips;
END $$;
CREATE TEMPORARY TABLE counts (filled boolean, screened boolean, shared boolean, handed boolean, grouped boolean, merged boolean, skips text, scans boolean, outcome text);
CREATE OR REPLACE PROCEDURE random_join(number integer, seed integer) LANGUAGE plpgsql AS $$
DECLARE
    query text;
    off text;
    other text;
    mode text;
    way integer;
    planned text;
BEGIN
    BEGIN
        PERFORM setseed(hashint8extended(number, seed) / 9223372036854775808.0);
        query := random_query();
        way := floor(random() * 6)::integer;
        IF way = 0 THEN -- no cursor that scrolls has it
            query := replace(query, ' FOR UPDATE OF a', '');
            LOCK TABLE ranged IN ACCESS SHARE MODE; -- the order of the rows counts, too
        ELSIF query ~ '^(UPDATE|DELETE).*TABLESAMPLE' THEN -- run again, it samples the rows where it has put them
            way := 2;
        END IF;
        CALL random_settings();
        off := result(query, 'off', way);
        CALL switch('force');
        planned := plan(replace(query, '$1', '3'));
        -- Few of these tables are large enough for `on`.
        FOREACH mode IN ARRAY CASE WHEN number % 10 = 0 THEN ARRAY['force', 'on'] ELSE ARRAY['force'] END LOOP
            other := result(query, mode, way);
            IF off IS DISTINCT FROM other THEN
                RAISE EXCEPTION USING MESSAGE = format(E'way %s: %s instead of %s\n%s\n%s', way, other, off, query, planned), ERRCODE = 'assert_failure';
            END IF;
        END LOOP;
        INSERT INTO counts VALUES (off NOT LIKE '0 %', planned ~ 'Bloom Screen', planned ~ 'Parallel Hash\n( *(Output|Disabled):[^\n]*\n)* *->  Parallel Custom Scan \(Bloom Screen\)', planned ~ 'Workers Planned: \d+\n( *(Params Evaluated|Disabled):[^\n]*\n)* *->  Parallel Custom Scan \(Bloom Screen\)', planned ~ 'Screens: [^\n]*\mgrp(_\d+)?\M', planned ~ 'Sort Key:[^\n]*\n *->  Custom Scan \(Bloom Screen\)', CASE WHEN query !~ '^(UPDATE|DELETE)' THEN skips(replace(query, '$1', '3')) END, planned ~ 'Bloom Skip', 'compared');
    EXCEPTION
        WHEN deadlock_detected THEN -- partitions are moved beside it
            INSERT INTO counts (outcome) VALUES ('slow');
        WHEN others THEN -- not a query; there must be no error that comes with the screen only
            IF off IS NOT NULL THEN
                RAISE;
            END IF;
            INSERT INTO counts (outcome) VALUES ('failed');
    END;
EXCEPTION
    WHEN query_canceled THEN -- it takes long, also while one that failed is undone
        INSERT INTO counts (outcome) VALUES ('slow');
    WHEN assert_failure OR others THEN -- others do not include it
        INSERT INTO counts (outcome) VALUES (format('WRONG: seed %s, query %s: %s %s', seed, number, SQLSTATE, SQLERRM));
END $$;
SET jit = off;
SET statement_timeout = '250ms';
\set ON_ERROR_STOP off
-- Rarely, the time is over between the last handler of errors and the end of the CALL: one that is not counted.
SELECT format('CALL random_join(%s, %s)', i, :seed) FROM generate_series(1, :queries) AS i \gexec
\set ON_ERROR_STOP on
RESET statement_timeout;
SELECT outcome FROM counts WHERE outcome LIKE 'WRONG%';
SELECT set_config('test.queries', :'queries', false) \g /dev/null
SELECT format('%s of %s queries compared, of which %s had rows, %s were screened, %s by a shared filter, %s by one that workers got, %s of groups, %s by merge joins, %s skipped partitions, %s blocks, %s had a scan that skips; %s were slow, %s failed', count(*) FILTER (WHERE outcome = 'compared'), count(*), count(*) FILTER (WHERE filled), count(*) FILTER (WHERE screened), count(*) FILTER (WHERE shared), count(*) FILTER (WHERE handed), count(*) FILTER (WHERE grouped), count(*) FILTER (WHERE merged), count(*) FILTER (WHERE skips ~ 'Partitions'), count(*) FILTER (WHERE skips ~ 'Blocks'), count(*) FILTER (WHERE scans AND screened),
              count(*) FILTER (WHERE outcome = 'slow'), count(*) FILTER (WHERE outcome = 'failed')) FROM counts;
DO $$ BEGIN
    ASSERT NOT EXISTS (SELECT FROM counts WHERE outcome LIKE 'WRONG%'), 'other rows, or an error, with screens only';
    ASSERT (SELECT count(*) >= current_setting('test.queries')::integer * 0.99 FROM counts), 'the procedure itself fails';
    ASSERT (SELECT count(*) < 100 OR count(*) FILTER (WHERE screened) > count(*) * 2 / 5 AND count(*) FILTER (WHERE filled) > count(*) / 3 AND count(*) FILTER (WHERE outcome = 'failed') < count(*) / 8 FROM counts WHERE outcome <> 'slow'), 'the queries show little';
    -- Too rare to be counted in a short run.
    ASSERT (SELECT count(*) < 1000 OR count(*) FILTER (WHERE shared) > count(*) / 80 AND count(*) FILTER (WHERE handed) > count(*) / 100 AND count(*) FILTER (WHERE skips ~ 'Partitions') > count(*) / 60 AND count(*) FILTER (WHERE skips ~ 'Blocks') > count(*) / 60 AND count(*) FILTER (WHERE grouped) > count(*) / 40 AND count(*) FILTER (WHERE merged) > count(*) / 60 AND count(*) FILTER (WHERE scans AND screened) > count(*) / 100 FROM counts WHERE outcome <> 'slow'), 'few queries have groups, skip partitions or blocks, or share a filter';
END $$;
