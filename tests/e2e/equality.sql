-- Whatever `=` finds equal, a filter finds. Samples of every type; any two that PostgreSQL finds equal are looked for in
-- each other's filters, in every form of the call. "Not there" is wrong; an error is not.

CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
CREATE EXTENSION hstore;
CREATE EXTENSION ltree;
SET client_min_messages = warning;
SET timezone = 'UTC';

CREATE TYPE mood AS ENUM ('sad', 'fine');
CREATE TYPE pair AS (a int, b text);
CREATE TYPE padded_pair AS (a int, b char(5));
CREATE TYPE varchar_pair AS (a int, b varchar);
CREATE TYPE citext_pair AS (a int, b citext);
CREATE TYPE seven_one AS (a int4, b float8, c int8, d int2, e float8, f int4, g int4);
CREATE TYPE seven_two AS (a int8, b int2, c int8, d numeric, e int8, f numeric, g int2);
CREATE DOMAIN int_d AS int;
CREATE DOMAIN text_d AS text;
CREATE DOMAIN varchar_d AS varchar(10);
CREATE DOMAIN char_d AS char(10);
CREATE DOMAIN char_d_d AS char_d;
CREATE DOMAIN citext_d AS citext;
CREATE DOMAIN mood_d AS mood;
CREATE DOMAIN ints_d AS int[];
CREATE DOMAIN chars_d AS char(4)[];
CREATE TYPE text_range AS RANGE (subtype = text, collation = "C");
CREATE TYPE char_range AS RANGE (subtype = bpchar, collation = "C");

-- `type` is how a column or a parameter of it is declared; NULL: a literal without a type.
CREATE TABLE samples (id serial, type text, expr text);
INSERT INTO samples (type, expr)
    SELECT type, format('%L::%s', value, type)
    FROM (VALUES
        ('smallint', '{1,0,-1,97}'), ('integer', '{1,0,-1,97}'), ('bigint', '{1,0,-1,4294967295}'), ('int_d', '{1,0}'),
        ('numeric', '{1,1.0,0,-0.00,-1,4294967295,NaN,Infinity}'), ('numeric(8,2)', '{1}'),
        ('real', '{1,0,-0,0.5,NaN,Infinity}'), ('float8', '{1,0,-0,0.5,NaN,Infinity}'),
        ('oid', '{1,0,4294967295}'), ('boolean', '{t,yes,f}'),
        ('text', '{"","a","a  "," a","A","fine","1"}'), ('varchar', '{"","a","a  "," a","A"}'), ('varchar(4)', '{"a","a  "}'),
        ('bpchar', '{"","a","a  "," a","A"}'), ('char(5)', '{"","a"," a","A","fine"}'), ('char(1)', '{"a"," "}'), ('char(3)', '{"a"}'),
        ('name', '{"","a","a  ","A"}'), ('"char"', '{"","a","A"," "}'), ('text_d', '{"a","a  "}'), ('varchar_d', '{"a","a  "}'),
        ('char_d', '{"a",""}'), ('char_d_d', '{"a"}'),
        ('citext', '{"a","A","a  ",""}'), ('citext_d', '{"a","A"}'),
        ('bytea', '{"","\\x61","\\x00"}'), ('uuid', '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'),
        ('date', '{2026-01-01,infinity}'), ('time', '{12:00,24:00}'), ('timetz', '{12:00+00,14:00+02}'),
        ('timestamp', '{2026-01-01,infinity,-infinity}'), ('timestamptz', '{2026-01-01 00:00+00,2026-01-01 02:00+02,infinity}'),
        ('interval', '{1 day,24 hours,1 mon,30 days,12:00}'),
        ('inet', '{10.0.0.1,10.0.0.1/32,10.0.0.0/8}'), ('cidr', '{10.0.0.1/32,10.0.0.0/8}'),
        ('macaddr', '{08:00:2b:01:02:03}'), ('macaddr8', '{08:00:2b:ff:fe:01:02:03}'), ('pg_lsn', '{0/1}'),
        ('xid', '{1}'), ('xid8', '{1}'), ('cid', '{1}'), ('tid', '{"(0,1)"}'), ('money', '{1}'), ('bit(3)', '{101}'), ('varbit', '{101}'),
        ('jsonb', '{"{\"a\": 1.0, \"b\": 2}","{\"b\": 2, \"a\": 1}","\"a\"","1"}'),
        ('mood', '{sad,fine}'), ('mood_d', '{fine}'),
        ('int4range', '{"[1,5]","[1,6)",empty}'), ('int8range', '{"[1,5]"}'), ('numrange', '{"[1,5]","[1.0,5]"}'), ('daterange', '{"[2026-01-01,2026-01-02]"}'),
        ('tsrange', '{"[2026-01-01,2026-01-02]"}'), ('tstzrange', '{"[2026-01-01,2026-01-02]"}'), ('text_range', '{"[a,b]"}'), ('char_range', '{"[a,b]","[a  ,b ]"}'),
        ('int4multirange', '{"{[1,5]}","{[1,3),[3,6)}"}'), ('int8multirange', '{"{[1,5]}"}'),
        ('int[]', '{"{1,2}","{}","{NULL}"}'), ('bigint[]', '{"{1,2}"}'), ('ints_d', '{"{1,2}"}'), ('numeric[]', '{"{1,2}","{1.0,2}"}'), ('text[]', '{"{a}","{\"a  \"}"}'), ('varchar[]', '{"{a}","{\"a  \"}"}'),
        ('bpchar[]', '{"{a}","{\"a  \"}"}'), ('char(5)[]', '{"{a}"}'), ('chars_d', '{"{a}"}'), ('name[]', '{"{a}"}'), ('"char"[]', '{"{a}"}'), ('citext[]', '{"{a}","{A}"}'), ('mood[]', '{"{fine}"}'),
        ('int2vector', '{"1 2"}'), ('oidvector', '{"1 2"}'),
        ('pair', '{"(1,a)","(1,\"a  \")"}'), ('padded_pair', '{"(1,a)","(1,\"a  \")"}'), ('varchar_pair', '{"(1,a)","(1,\"a  \")"}'), ('citext_pair', '{"(1,a)","(1,A)"}'),
        ('seven_one', '{"(0,0,0,0,0,0,0)"}'), ('seven_two', '{"(0,0,0,0,0,0,0)"}'),
        ('hstore', '{"a=>1","a=>\"1\""}'), ('ltree', '{a.b}'), ('regclass', '{pg_class}'), ('regtype', '{integer}'), ('tsvector', '{a b,b a}'), ('tsquery', '{a}'), ('bit', '{1}'),
        ('box', '{"(1,1),(0,0)"}'), ('circle', '{"<(0,0),1>"}'), ('line', '{"{1,2,3}"}'), ('lseg', '{"(1,1),(0,0)"}'), ('path', '{"((1,1),(0,0))"}'), ('aclitem', '{=r/postgres}')
    ) AS v(type, literals), unnest(literals::text[]) AS value;
-- From 19 on.
INSERT INTO samples (type, expr) SELECT 'oid8', '''1''::oid8' WHERE to_regtype('oid8') IS NOT NULL;
INSERT INTO samples (type, expr)
    SELECT NULL, format('%L', value) FROM unnest(ARRAY['', 'a', 'a  ', ' a', 'A', '1', '1.0', '2026-01-01', '12:00', 't', 'fine', '{a}', '10.0.0.1', 'NaN']) AS value;
-- Rows and casts that PostgreSQL hides or that have no type to declare.
INSERT INTO samples (type, expr) VALUES
    (NULL, 'ROW(1, ''a''::text)'), (NULL, 'ROW(1, ''a  ''::varchar)'), (NULL, 'ROW(1, ''a''::char(5))'), (NULL, 'ROW(1, ''A''::citext)'), (NULL, 'ROW(1::bigint, ''a''::text)'),
    (NULL, 'ROW(0::int4, 0::float8, 0::int8, 0::int2, 0::float8, 0::int4, 0::int4)'), (NULL, 'ROW(0::int8, 0::int2, 0::int8, 0::numeric, 0::int8, 0::numeric, 0::int2)'),
    ('text', '''a  ''::char(5)::text'), ('text', '(''A''::citext)::text'), ('varchar', '''a''::char(5)::varchar'), ('char(9)', '''a  ''::varchar::char(9)'), ('citext', '''A''::text::citext');

-- What PostgreSQL compares and hashes has a sample. pg_lsn, for one, would be missed if nobody thought of it.
DO $$
DECLARE
    missing text := string_agg(DISTINCT t::regtype::text, ' ') FROM (
        SELECT unnest(ARRAY[oprleft, oprright]) AS t FROM pg_operator WHERE oprname = '=') AS s
        WHERE t::regtype NOT IN (SELECT DISTINCT expr_type::regtype FROM samples, regexp_replace(type, '\(.*?\)', '') AS expr_type WHERE type IS NOT NULL)
          AND t::regtype NOT IN ('anyarray', 'anyenum', 'anyrange', 'anymultirange', 'record', 'bloom', 'counting_bloom', 'bloom_matrix', 'bloom_state')
          AND t::regtype::text <> 'bloom_hash_value';
BEGIN
    ASSERT missing IS NULL, 'no samples of ' || missing;
END $$;

-- A column or a parameter of each declared type, and a statement prepared with it.
CREATE TABLE declared AS SELECT row_number() OVER () AS number, type, 'column_' || row_number() OVER () AS holder FROM (SELECT DISTINCT type FROM samples WHERE type IS NOT NULL) AS s;
DO $$
DECLARE
    d record;
BEGIN
    FOR d IN SELECT * FROM declared LOOP
        EXECUTE format('CREATE TABLE %I (v %s)', d.holder, d.type);
        EXECUTE format('INSERT INTO %I %s', d.holder, (SELECT string_agg('SELECT ' || expr, ' UNION ALL ' ORDER BY id) FROM samples WHERE type = d.type));
    END LOOP;
END $$;

CREATE FUNCTION outcome(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE query INTO result;
    RETURN coalesce(result, 'null');
EXCEPTION WHEN OTHERS THEN
    RETURN CASE WHEN SQLSTATE LIKE 'XX%' THEN SQLSTATE || ' ' || SQLERRM ELSE SQLSTATE END;
END $$;

CREATE FUNCTION prepare_all(prefix text, query text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    d record;
BEGIN
    FOR d IN SELECT * FROM declared LOOP
        PERFORM outcome(format('PREPARE %s_%s(bloom, %s) AS %s', prefix, d.number, d.type, query));
    END LOOP;
    PERFORM outcome(format('PREPARE %s_(bloom, unknown) AS %s', prefix, query));
END $$;
SELECT prepare_all('asked', 'SELECT $1 @> $2'), prepare_all('asked_any', 'SELECT $1 @> ANY (ARRAY[$2])'), prepare_all('called', 'SELECT bloom_contains($1, $2)'), prepare_all('added', 'SELECT bloom_add($1, $2)') \gset ignored

-- How a filter of a value v is made. %1$s: the value; %2$s: the number of its declared type.
CREATE TABLE builders (id serial, build text, counting boolean DEFAULT false);
INSERT INTO builders (build) VALUES
    ('SELECT bloom_agg(v) FROM (SELECT %1$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_add(bloom_empty(10), %1$s)'),
    ('SELECT bloom_agg(%1$s, 10)'),
    ('SELECT bloom_agg(DISTINCT v, 10, 0.001, ''spark2'') FROM (SELECT %1$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_empty(10) || v FROM (SELECT %1$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_of(ARRAY[v]) FROM (SELECT %1$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_of(ARRAY[%1$s])'),
    ('SELECT bloom_add_all(bloom_empty(10), ARRAY[v]) FROM (SELECT %1$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_add_hash(bloom_empty(10), bloom_hash(%1$s))'),
    ('SELECT bloom_add_hash(bloom_empty(10), bloom_hash(v)) FROM (SELECT %1$s AS v OFFSET 0) AS s'),
    ('EXECUTE added_%2$s (bloom_empty(10), %1$s)');
INSERT INTO builders (build, counting) VALUES
    ('SELECT counting_bloom_agg(v) FROM (SELECT %1$s AS v OFFSET 0) AS s', true),
    ('SELECT bloom_add(counting_bloom_empty(10), %1$s)', true),
    ('SELECT counting_bloom_of(ARRAY[v]) FROM (SELECT %1$s AS v OFFSET 0) AS s', true);

-- How it is looked for. %1$L: the filter; %2$s: the value; %3$s: the number of its declared type.
CREATE TABLE probes (id serial, probe text, counting boolean DEFAULT false);
INSERT INTO probes (probe) VALUES
    ('SELECT f @> v FROM (SELECT %1$L::bloom AS f, %2$s AS v OFFSET 0) AS s'),
    ('SELECT %1$L::bloom @> %2$s'),
    ('SELECT bloom_contains(%1$L, %2$s)'),
    ('EXECUTE asked_%3$s (%1$L, %2$s)'),
    ('SELECT v <@ %1$L::bloom FROM (SELECT %2$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_contained_by(%2$s, %1$L)'),
    ('SELECT (SELECT %1$L::bloom OFFSET 0) @> v FROM (SELECT %2$s AS v OFFSET 0) AS s'),
    ('SELECT count(*) = 1 FROM (VALUES (%2$s)) AS s(v) WHERE %1$L::bloom @> v'),
    ('SELECT %1$L::bloom @> ANY (ARRAY[%2$s])'),
    ('SELECT %1$L::bloom @> ALL (ARRAY[v]) FROM (SELECT %2$s AS v OFFSET 0) AS s'),
    ('SELECT v <@ ANY (ARRAY[%1$L::bloom]) FROM (SELECT %2$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_contains_any(%1$L, ARRAY[%2$s])'),
    ('SELECT bloom_contains_all(%1$L, ARRAY[v]) FROM (SELECT %2$s AS v OFFSET 0) AS s'),
    ('SELECT bloom_contains_hash(%1$L, bloom_hash(%2$s))'),
    ('SELECT bloom_contains_hash(%1$L, bloom_hash(v)) FROM (SELECT %2$s AS v OFFSET 0) AS s'),
    ('SELECT count(*) = 1 FROM bloom_matrix_search((SELECT bloom_matrix_agg(%1$L, 7)), %2$s)'),
    ('SELECT count(*) = 1 FROM (SELECT bloom_matrix_agg(%1$L, 7) AS m, %2$s AS v OFFSET 0) AS s, bloom_matrix_search_any(m, ARRAY[v])'),
    ('EXECUTE called_%3$s (%1$L, %2$s)'),
    ('EXECUTE asked_any_%3$s (%1$L, %2$s)');
INSERT INTO probes (probe, counting) VALUES
    ('SELECT f @> v FROM (SELECT %1$L::counting_bloom AS f, %2$s AS v OFFSET 0) AS s', true),
    ('SELECT %1$L::counting_bloom @> %2$s', true),
    ('SELECT v <@ ANY (ARRAY[%1$L::counting_bloom]) FROM (SELECT %2$s AS v OFFSET 0) AS s', true),
    ('SELECT bloom_occurrences(%1$L, %2$s) > 0', true),
    ('SELECT bloom_occurrences(bloom_remove(%1$L, v), v) = 0 FROM (SELECT %2$s AS v OFFSET 0) AS s', true),
    ('SELECT bloom_contains_any(%1$L::counting_bloom, ARRAY[v]) FROM (SELECT %2$s AS v OFFSET 0) AS s', true);

CREATE TABLE filters (sample integer, builder integer, counting boolean, filter text);
INSERT INTO filters SELECT * FROM (
    SELECT s.id, b.id, b.counting, outcome(format(b.build, s.expr, d.number)) AS filter
    FROM samples AS s LEFT JOIN declared AS d USING (type), builders AS b) AS made;
DO $$
DECLARE
    bad text := string_agg(expr || ': ' || filter, ', ') FROM filters JOIN samples ON samples.id = sample
        WHERE length(filter) < 40 AND filter NOT IN ('0A000', '42P22', '42883', '42804', '42P18', '26000') OR filter LIKE 'XX%';
BEGIN
    ASSERT bad IS NULL, 'not built: ' || bad;
END $$;
DELETE FROM filters WHERE filter IN ('0A000', '42P22', '42883', '42804', '42P18', '26000');

-- Both ways round, as types decide which operator there is.
CREATE TABLE pairs AS
    SELECT a.id AS a, b.id AS b FROM samples AS a, samples AS b
    WHERE outcome(format('SELECT %s = %s', a.expr, b.expr)) = 'true' OR outcome(format('SELECT a = b FROM (SELECT %s AS a OFFSET 0) AS s, (SELECT %s AS b OFFSET 0) AS t', a.expr, b.expr)) = 'true'
      OR (a.type IS NULL AND outcome(format('SELECT b = %s FROM (SELECT %s AS b OFFSET 0) AS t', a.expr, b.expr)) = 'true');

-- All probes of the filters of the first two builders, which are of a column and of a constant; of the others the first four.
CREATE TABLE asked AS
    SELECT f.sample, f.builder, v.id AS value, p.id AS probe, m.mode, ''::text AS outcome
    FROM pairs JOIN filters AS f ON f.sample = pairs.a JOIN samples AS v ON v.id = pairs.b
    JOIN probes AS p ON p.counting = f.counting AND (f.builder <= 2 OR p.id <= 4 OR p.counting)
    JOIN unnest(ARRAY['force_custom_plan', 'force_generic_plan']) AS m(mode) ON m.mode = 'force_custom_plan' OR p.probe LIKE 'EXECUTE%';
DO $$
BEGIN
    FOR m IN 0..1 LOOP
        EXECUTE 'SET plan_cache_mode = ' || (ARRAY['force_custom_plan', 'force_generic_plan'])[m + 1];
        UPDATE asked AS a SET outcome = outcome(format(p.probe, f.filter, v.expr, d.number))
        FROM filters AS f, probes AS p, samples AS v LEFT JOIN declared AS d USING (type)
        WHERE f.sample = a.sample AND f.builder = a.builder AND p.id = a.probe AND v.id = a.value AND mode = (ARRAY['force_custom_plan', 'force_generic_plan'])[m + 1];
    END LOOP;
END $$;
RESET plan_cache_mode;

CREATE VIEW wrong AS
    SELECT a.outcome, s.expr AS held, v.expr AS asked, b.build, p.probe, mode FROM asked AS a
    JOIN samples AS s ON s.id = a.sample JOIN samples AS v ON v.id = a.value JOIN builders AS b ON b.id = a.builder JOIN probes AS p ON p.id = a.probe
    WHERE outcome <> 'true' AND outcome NOT IN ('42804', '0A000', '42P22', '42883', '42P18', '26000')
      -- An array within ARRAY[...] is one of its dimensions, and no element.
      AND NOT (b.build LIKE '%ARRAY[%' AND s.type ~ '\[]$|^ints_d$|^chars_d$') AND NOT (p.probe ~ 'ARRAY\[|asked_any' AND v.type ~ '\[]$|^ints_d$|^chars_d$')
      -- A row that is given to a statement prepared without a type is its text.
      AND NOT (b.build LIKE 'EXECUTE%' AND s.expr LIKE 'ROW%') AND NOT (p.probe LIKE 'EXECUTE%' AND v.expr LIKE 'ROW%')
      -- A constant of citext reaches an aggregate as text, and so it is looked for, as SQL compares text: docs/reference/elements.md.
      AND NOT (b.build = 'SELECT bloom_agg(%1$s, 10)' AND s.type LIKE 'citext%' AND coalesce(v.type, 'text') NOT LIKE 'citext%');
SELECT count(*) AS asked, count(*) FILTER (WHERE outcome = 'true') AS there, (SELECT count(*) FROM pairs) AS pairs FROM asked;
SELECT held, asked, outcome, count(*), min(build) AS build, min(probe) AS probe FROM wrong GROUP BY 1, 2, 3 ORDER BY 1, 2 LIMIT 60;

-- What must be answered and not refused: the family of each type, with a filter of the first kind asked for the second.
CREATE TABLE answered (held text, asked text);
INSERT INTO answered SELECT h, a FROM (VALUES
    ('smallint,integer,bigint,int_d', 'smallint,integer,bigint,int_d'), ('real,float8', 'real,float8'), ('inet,cidr', 'inet,cidr'),
    ('text,varchar,name,text_d,varchar_d', 'text,varchar,name,text_d,varchar_d'),
    ('bpchar,char(5),char(1),char(3),char_d,char_d_d', 'bpchar,char(5),char(1),char(3),char_d,char_d_d,varchar,text,varchar_d'),
    ('pair', 'pair'), ('mood', 'mood'), ('int[]', 'int[],ints_d'), ('bpchar[]', 'bpchar[],char(5)[],chars_d')) AS v(held, asked),
    string_to_table(v.held, ',') AS h, string_to_table(v.asked, ',') AS a
    UNION SELECT type, type FROM samples WHERE type IN ('numeric', 'oid', 'boolean', '"char"', 'bytea', 'uuid', 'date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval', 'macaddr',
        'macaddr8', 'pg_lsn', 'xid', 'xid8', 'cid', 'tid', 'jsonb', 'int4range', 'numrange', 'char_range', 'int4multirange', 'numeric[]', 'text[]', 'varchar[]', 'citext[]', 'padded_pair', 'citext_pair', 'seven_one', 'hstore');
CREATE TABLE refused AS
    SELECT w.held, w.asked, string_agg(DISTINCT coalesce(a.outcome, 'no pair'), ' ') AS outcomes FROM answered AS w
    LEFT JOIN (asked AS a JOIN samples AS s ON s.id = a.sample JOIN samples AS v ON v.id = a.value) ON s.type = w.held AND v.type = w.asked AND a.builder <= 2 AND a.probe IN (1, 2, 5)
    GROUP BY 1, 2 HAVING NOT coalesce(bool_or(a.outcome = 'true'), false);
SELECT * FROM refused;

-- A filter of text refuses char values, as it may have kept blanks that these have lost.
CREATE TABLE char_in_text AS SELECT s.expr AS held, v.expr AS asked, a.outcome, count(*) FROM asked AS a JOIN samples AS s ON s.id = a.sample JOIN samples AS v ON v.id = a.value
    WHERE s.type IN ('text', 'varchar', 'varchar(4)', 'text_d', 'varchar_d') AND v.type IN ('bpchar', 'char(5)', 'char(1)', 'char(3)', 'char_d', 'char_d_d') AND a.outcome NOT IN ('42804', '26000') GROUP BY 1, 2, 3;
SELECT * FROM char_in_text LIMIT 10;

-- Rows of column types whose tags agree in 30 bits. PostgreSQL compares them, column by column; filters tell them apart.
CREATE TABLE tags AS SELECT a.type AS held, b.type AS asked, p.probe, outcome(format(p.probe, f, b.expr, '')) AS outcome
    FROM samples AS a, samples AS b, probes AS p, LATERAL outcome(format('SELECT bloom_agg(%s)', a.expr)) AS f
    WHERE a.type IN ('seven_one', 'seven_two') AND b.type IN ('seven_one', 'seven_two') AND NOT counting AND probe NOT LIKE 'EXECUTE%';
SELECT held, asked, outcome, count(*) FROM tags GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

-- What a filter finds is in the same shard.
CREATE TABLE shards AS
    SELECT DISTINCT s.expr AS held, v.expr AS asked, outcome(format('SELECT bloom_shard(%s, 1000000)', s.expr)) AS one, outcome(format('SELECT bloom_shard(v, 1000000) FROM (SELECT %s AS v OFFSET 0) AS s', v.expr)) AS other
    FROM asked AS a JOIN samples AS s ON s.id = a.sample JOIN samples AS v ON v.id = a.value WHERE a.outcome = 'true' AND a.probe = 1
      -- A filter of text, which a constant of citext has made, finds texts; the shard of citext is that of its own hash.
      AND s.type IS DISTINCT FROM 'citext' AND s.type IS DISTINCT FROM 'citext_d';
SELECT * FROM shards WHERE one <> other AND '0A000' NOT IN (one, other);
-- Also where a filter may have lost the blanks, not only where they are equal.
CREATE TABLE blanks AS SELECT t, bloom_shard(t::text, 1000000) AS text, bloom_shard(t::varchar, 1000000) AS varchar, bloom_shard(t::char(9), 1000000) AS char, bloom_shard(t::name, 1000000) AS name,
    bloom_shard(rtrim(t, ' '), 1000000) AS trimmed FROM unnest(ARRAY['', 'a', 'a  ', ' a ', '  ', E'a\t ']) AS t;
SELECT * FROM blanks WHERE trimmed <> ANY (ARRAY[text, varchar, "char", name]);

-- The join and the screened join of whole columns.
CREATE TABLE joins (a text, b text, joined text, screened text);
INSERT INTO joins
    SELECT a.type, b.type, j, CASE WHEN j ~ '^[1-9].* rows' THEN outcome(format('SELECT count(*) || '' rows'' FROM %I AS a JOIN %I AS b ON a.v = b.v WHERE (SELECT bloom_agg(v) FROM %2$I) @> a.v', a.holder, b.holder)) END
    FROM declared AS a, declared AS b, LATERAL outcome(format('SELECT count(*) || '' rows'' FROM %I AS a JOIN %I AS b ON a.v = b.v', a.holder, b.holder)) AS j;
SELECT * FROM joins WHERE screened <> joined AND screened NOT IN ('42804', '0A000', '42P22');

DO $$
BEGIN
    ASSERT (SELECT count(*) > 500 FROM pairs) AND (SELECT count(*) > 100 FROM joins WHERE screened = joined), 'too few pairs';
    ASSERT NOT EXISTS (SELECT FROM wrong), 'wrong answers';
    ASSERT NOT EXISTS (SELECT FROM refused), 'refused, or no longer compared';
    ASSERT NOT EXISTS (SELECT FROM char_in_text), 'a filter of text asked for char(n)';
    ASSERT NOT EXISTS (SELECT FROM tags WHERE outcome <> CASE WHEN held = asked THEN 'true' ELSE '42804' END), 'row types taken for each other';
    ASSERT NOT EXISTS (SELECT FROM shards WHERE one <> other AND '0A000' NOT IN (one, other)), 'equal values in two shards';
    ASSERT NOT EXISTS (SELECT FROM blanks WHERE trimmed <> ANY (ARRAY[text, varchar, "char", name])), 'trailing blanks tell shards apart';
    ASSERT NOT EXISTS (SELECT FROM joins WHERE screened <> joined AND screened NOT IN ('42804', '0A000', '42P22')), 'a screened join that loses rows';
END $$;
