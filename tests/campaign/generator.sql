-- Makes random statements that call everything the extension has, as the catalog lists it, with arguments of every kind.
-- `campaign.statement()` is one of them. Errors are expected; crashes, internal errors and long waits are not.
CREATE EXTENSION IF NOT EXISTS bloom_rs;
\ir ../e2e/files/counting_states.sql
CREATE SCHEMA campaign;
SET client_min_messages = error;
SELECT setseed(0.5) \gset
-- No size and no capacity is between this and what no filter has.
\if :{?largest}
\else
    \set largest 9000000000
\endif

CREATE TYPE campaign.mood AS ENUM ('sad', 'fine', 'happy');
CREATE TYPE campaign.pair AS (a integer, b text);
CREATE TYPE campaign.stale AS (a integer, b text);
CREATE DOMAIN campaign.name_of AS text CHECK (VALUE <> 'no');
-- Any bytes, which become a filter unchecked, as only a disk or a superuser can do it.
CREATE TYPE campaign.raw;
CREATE FUNCTION campaign.raw_in(cstring) RETURNS campaign.raw LANGUAGE internal IMMUTABLE STRICT AS 'byteain';
CREATE FUNCTION campaign.raw_out(campaign.raw) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
CREATE TYPE campaign.raw (INPUT = campaign.raw_in, OUTPUT = campaign.raw_out, ALIGNMENT = int4, STORAGE = extended);
CREATE CAST (bytea AS campaign.raw) WITHOUT FUNCTION;
CREATE CAST (campaign.raw AS bloom) WITHOUT FUNCTION;
CREATE CAST (campaign.raw AS counting_bloom) WITHOUT FUNCTION;
CREATE CAST (campaign.raw AS bloom_matrix) WITHOUT FUNCTION;

-- Rows of every type, which the statements read and change. `main` compresses, `plain` keeps filters in the row.
CREATE TABLE campaign.things (
    id integer PRIMARY KEY, b bloom, b_main bloom, b_plain bloom, b_large bloom,
    c counting_bloom, c_main counting_bloom, s bloom_state, m bloom_matrix, h bloom_hash_value,
    i2 smallint, i4 integer, i8 bigint, f4 real, f8 double precision, n numeric, t text, v varchar, ch char(5), q "char", nm name, o oid,
    by bytea, u uuid, bo boolean, d date, ts timestamp, tz timestamptz, net inet, rc regclass, rt regtype, mo campaign.mood,
    p campaign.pair, nd campaign.name_of, ai integer[], at text[], an numeric[], ao campaign.mood[], r int4range, j jsonb, ab bloom[],
    st campaign.stale, ast campaign.stale[]
) WITH (fillfactor = 70);
ALTER TABLE campaign.things ALTER b_main SET STORAGE main, ALTER b_plain SET STORAGE plain, ALTER c_main SET STORAGE main;
CREATE INDEX ON campaign.things USING hash (b);
CREATE INDEX ON campaign.things (h);
CREATE AGGREGATE campaign.state_of(text) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE campaign.counting_state_of(integer, bigint) (SFUNC = counting_bloom_agg_step, STYPE = bloom_state);
INSERT INTO campaign.things
    SELECT i, bloom_of(ARRAY[i, 7]), bloom_add_all(bloom_empty(3000), ARRAY['a', 't' || i]), bloom_of(ARRAY['t' || i]),
        bloom_add_all(bloom_empty(1000 + 100 * (i % 90), 0.001, (ARRAY['mitz64', 'parquet', 'mitz32', 'keyed:000102030405060708090a0b0c0d0e0f', 'spark1', 'spark2', 'datasketches'])[1 + i % 7]), ARRAY[1, 2, i]::bigint[]),
        counting_bloom_of(ARRAY[1, i, i]), bloom_add_all(counting_bloom_empty(3000), ARRAY['a', 't' || i]),
        CASE i % 4 WHEN 0 THEN bloom_agg_step(NULL, i) WHEN 1 THEN bloom_union_step(NULL, bloom_of(ARRAY[i])) WHEN 2 THEN counting_bloom_agg_step(NULL, i, 100)
            ELSE bloom_matrix_step(NULL, bloom_of(ARRAY[i]), i) END,
        (SELECT bloom_matrix_agg(bloom_add(bloom_empty(20 + i % 3), v), v) FROM generate_series(1, i) AS v), bloom_hash('t' || i),
        i, i * 1000, CASE WHEN shifted BETWEEN :largest AND 1::bigint << 36 THEN i + (1::bigint << 36) ELSE shifted END, i / 7.0, i / 7.0, i / 7.0, 't' || i, 'v' || i, 'c' || i, chr(60 + i)::"char", 'n' || i, i,
        decode(md5(i::text), 'hex'), md5(i::text)::uuid, i % 2 = 0, '2026-01-01'::date + i, '2026-01-01'::timestamp + i * interval '1 hour',
        '2026-01-01Z'::timestamptz + i * interval '1 hour', '10.0.0.0'::inet + i, (ARRAY['pg_class', 'campaign.things'])[1 + i % 2]::regclass, (ARRAY['bigint', 'text', 'integer', 'bloom', 'date'])[1 + i % 5]::regtype,
        (ARRAY['sad', 'fine', 'happy'])[1 + i % 3]::campaign.mood, ROW(i, 'p' || i)::campaign.pair, 't' || i, ARRAY[i, NULL, 7], ARRAY['a', 't' || i], ARRAY[i, i / 7.0, NULL],
        ARRAY['sad', 'fine']::campaign.mood[], int4range(i, i + 5), jsonb_build_object('k', i), ARRAY[bloom_of(ARRAY[i]), NULL], ROW(i, 'p' || i)::campaign.stale, ARRAY[ROW(i, 'p')]::campaign.stale[]
    FROM generate_series(1, 60) AS i, LATERAL (SELECT i::bigint << (i % 60)) AS s (shifted);
INSERT INTO campaign.things (id) VALUES (0); -- all NULL
CREATE TABLE campaign.originals AS TABLE campaign.things;
-- The same rows in partitions, which queries skip by two columns.
CREATE TABLE campaign.parts (LIKE campaign.things) PARTITION BY HASH (id);
SELECT format('CREATE TABLE campaign.parts_%s PARTITION OF campaign.parts FOR VALUES WITH (MODULUS 20, REMAINDER %1$s)', i) FROM generate_series(0, 19) AS i \gexec
INSERT INTO campaign.parts TABLE campaign.originals;
CREATE INDEX parts_i8_skip ON campaign.parts USING bloom_skip (i8);
CREATE INDEX parts_t_skip ON campaign.parts USING bloom_skip (t);
ANALYZE campaign.parts;
-- The stored values lack the attribute.
ALTER TYPE campaign.stale ADD ATTRIBUTE c integer;

-- A new session: the rows as they were, and a seed.
CREATE PROCEDURE campaign.begin(seed double precision) LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE campaign.things;
    INSERT INTO campaign.things TABLE campaign.originals;
    ANALYZE campaign.things;
    PERFORM setseed(seed);
END $$;
CREATE FUNCTION campaign.one_of(VARIADIC choices text[]) RETURNS text LANGUAGE sql AS $$ SELECT choices[1 + floor(random() * cardinality(choices))] $$;
CREATE FUNCTION campaign.below(n integer) RETURNS integer LANGUAGE sql AS $$ SELECT floor(random() * n)::integer $$;

-- What can be called, by the name, as some names have a hundred overloads.
CREATE TABLE campaign.callable AS
    SELECT p.oid, proname, prokind, proretset, prorettype::regtype AS returns, ARRAY(SELECT t::regtype FROM unnest(proargtypes) WITH ORDINALITY AS a(t, n) ORDER BY n) AS takes,
        dense_rank() OVER (ORDER BY proname) AS name
    FROM pg_proc AS p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
        AND refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs')
    WHERE NOT 'internal'::regtype = ANY (proargtypes::oid[]); -- SQL has no value of that type, not even NULL
CREATE TABLE campaign.operators AS
    SELECT oprname, oprleft::regtype AS l, oprright::regtype AS r, oprresult::regtype AS returns, row_number() OVER () AS place FROM pg_operator AS o
    JOIN pg_depend ON classid = 'pg_operator'::regclass AND objid = o.oid AND deptype = 'e'
        AND refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloom_rs');

-- Constants, by type: ends of ranges, what does not fit, and names that the functions know.
CREATE TABLE campaign.samples (type regtype, expression text);
INSERT INTO campaign.samples SELECT type::regtype, format('(%s)', unnest(expressions)) FROM (VALUES
    ('bigint', ARRAY['0::bigint', '1::bigint', '-1::bigint', '64::bigint', '10::bigint', '100::bigint', '200::bigint', '500::bigint', '640::bigint', '1000::bigint', '20000::bigint', '100000::bigint', least(600000000, :largest) || '::bigint', '9223372036854775807', '(-9223372036854775808)::bigint', least(4294967296, :largest) || '::bigint', '1::bigint << 36']),
    ('integer', ARRAY['0', '1', '-1', '3', '5', '7', '8', '12', '64', '255', '256', '2147483647', '(-2147483648)::integer']),
    ('smallint', ARRAY['0::smallint', '7::smallint', '(-32768)::smallint']),
    ('double precision', ARRAY['0.01', '0.01', '0.01', '0.1', '0.5', '0.001', '1e-9', '1e-300', '0', '1', '-1', '''NaN''', '''Infinity''', '''-Infinity''', '-0.0']),
    ('real', ARRAY['0.5::real', '''NaN''::real', '(-0.0)::real', '1e38::real']),
    ('numeric', ARRAY['1.5::numeric', '1.50::numeric', '0::numeric', '''NaN''::numeric', '''Infinity''::numeric', '1e1000::numeric', '-1e-1000::numeric']),
    ('text', ARRAY['''''::text', '''a''::text', '''é☃''::text', 'repeat(''long'', 5000)', '''mitz64''::text', '''mitz64 int4''::text', '''parquet pow2''::text', '''parquet''::text', '''keyed:''::text', '''mitz32''::text', '''spark1''::text', '''spark2''::text', '''datasketches''::text',
        '''datasketches:7''::text', '''keyed:000102030405060708090a0b0c0d0e0f''::text', 'bloom_keyed_scheme()', '''no such scheme''::text', '''a'' COLLATE "C"']),
    ('character varying', ARRAY['''a''::varchar', '''''::varchar(3)']), ('character', ARRAY['''a  ''::char(5)', '''''::char(2)']), ('"char"', ARRAY['''a''::"char"', '''\377''::"char"']), ('name', ARRAY['''t''::name', '''i4''::name', '''nope''::name']),
    ('oid', ARRAY['0::oid', '4294967295::oid']), ('bytea', ARRAY['''\x''::bytea', '''\x00''::bytea', 'decode(repeat(''ab'', 3000), ''hex'')', 'bloom_to_guava(bloom_of(ARRAY[7::bigint]))', 'bloom_to_spark(bloom_empty(100, 0.01, ''spark2''))', 'bloom_to_parquet(bloom_empty(100, 0.01, ''parquet''))']),
    ('uuid', ARRAY['''a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11''::uuid']), ('boolean', ARRAY['true', 'false']), ('date', ARRAY['''infinity''::date', '''4713-01-01 BC''::date']),
    ('timestamp', ARRAY['''-infinity''::timestamp', '''2020-01-02''::timestamp']), ('timestamptz', ARRAY['now()', '''infinity''::timestamptz']), ('inet', ARRAY['''::1''::inet', '''10.0.0.0/8''::inet']), ('cidr', ARRAY['''10.0.0.0/8''::cidr']),
    ('regclass', ARRAY['''campaign.things''::regclass', '''pg_class''::regclass', '0::regclass', '4294967295::regclass', '''campaign.things_pkey''::regclass']), ('regtype', ARRAY['''bigint''::regtype', '''text''::regtype', '''campaign.mood''::regtype', '0::regtype', '4294967295::regtype', '''anyelement''::regtype']),
    ('interval', ARRAY['''1 month''::interval']), ('jsonb', ARRAY['''{"a": [1, 1.0]}''::jsonb']), ('point', ARRAY['''(1,2)''::point']), ('int4range', ARRAY['''empty''::int4range', '''[1,5)''::int4range']), ('int4multirange', ARRAY['''{[1,5)}''::int4multirange']), ('xid', ARRAY['''7''::xid']), ('bit(8)', ARRAY['B''10101010''']), ('money', ARRAY['7::money']),
    ('campaign.mood', ARRAY['''fine''::campaign.mood']), ('campaign.pair', ARRAY['ROW(7, ''a'')::campaign.pair', 'ROW(NULL, NULL)::campaign.pair']), ('record', ARRAY['ROW(1, ''a''::text)', 'ROW()', 'ROW(ROW(1), ARRAY[1])']),
    ('integer[]', ARRAY['''{}''::integer[]', 'ARRAY[NULL]::integer[]', '''[0:1][2:3]={{1,2},{3,4}}''::integer[]', 'array(SELECT generate_series(1, 2000))']), ('text[]', ARRAY['ARRAY[''a'', NULL, ''é'']', 'array(SELECT ''t'' || g FROM generate_series(1, 500) AS g)']),
    ('bigint[]', ARRAY['ARRAY[1, -1]::bigint[]']), ('double precision[]', ARRAY['ARRAY[0.0, -0.0, ''NaN'']::float8[]']), ('campaign.mood[]', ARRAY['ARRAY[''fine'', NULL]::campaign.mood[]']), ('campaign.pair[]', ARRAY['ARRAY[ROW(1, ''a'')]::campaign.pair[]']), ('regtype[]', ARRAY['ARRAY[''bigint'']::regtype[]']), ('char(5)[]', ARRAY['ARRAY[''a'']::char(5)[]']),
    ('cstring', ARRAY['''QkxNRg==''::cstring', '''''::cstring', 'bloom_out(bloom_of(ARRAY[7]))', 'counting_bloom_out(counting_bloom_of(ARRAY[7]))', 'bloom_state_out(bloom_agg_step(NULL, 7))', 'bloom_hash_value_out(bloom_hash(7))']),
    ('bloom', ARRAY['bloom_of(ARRAY[1, 7])', 'bloom_of(ARRAY[''a''])', 'bloom_empty(1)', 'bloom_sized(64, 1)', 'bloom_sized(6400, 255)', 'bloom_of(''{}''::integer[])', 'bloom_empty(50000)']),
    ('counting_bloom', ARRAY['counting_bloom_of(ARRAY[7, 7])', 'counting_bloom_empty(1)', 'counting_bloom_empty(20000)']),
    ('bloom_hash_value', ARRAY['bloom_hash(7)', 'bloom_hash(''a''::text)', 'bloom_hash(1.5)', 'bloom_hash(ROW(1, ''a''::text))'])
) AS s(type, expressions);

CREATE TABLE campaign.columns AS SELECT attname::text AS name, atttypid::regtype AS type FROM pg_attribute WHERE attrelid = 'campaign.things'::regclass AND attnum > 0;
CREATE TABLE campaign.scalars AS SELECT row_number() OVER () AS place, type FROM (SELECT DISTINCT type FROM (SELECT type FROM campaign.samples UNION SELECT type FROM campaign.columns) AS s WHERE type::text <> 'cstring') AS s;
CREATE TABLE campaign.arrays AS SELECT row_number() OVER () AS place, type FROM (SELECT DISTINCT type FROM (SELECT type FROM campaign.samples UNION SELECT type FROM campaign.columns) AS s WHERE type::text LIKE '%[]') AS s;

-- A value of the extension, and what can be read of it, with some bytes changed; more of them in the header.
CREATE FUNCTION campaign.damaged(whole bytea) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
    b bytea := whole;
    place integer;
BEGIN
    FOR i IN 0..campaign.below(3) LOOP
        CONTINUE WHEN length(b) < 2;
        place := campaign.below(CASE WHEN random() < 0.7 THEN least(length(b), 96) ELSE length(b) END);
        CASE campaign.below(8)
            WHEN 0 THEN b := substr(b, 1, place);
            WHEN 1 THEN b := b || decode(md5(random()::text), 'hex');
            WHEN 2 THEN b := substr(b, 1, place) || substr(b, place + 2 + campaign.below(8));
            WHEN 3 THEN b := overlay(b PLACING '\xffffffffffffffff' FROM 1 + place / 8 * 8);
            WHEN 4 THEN b := overlay(b PLACING int8send((random() * 2e9)::bigint) FROM 1 + place / 4 * 4);
            ELSE b := set_byte(b, place, campaign.below(256));
        END CASE;
    END LOOP;
    RETURN b;
END $$;
CREATE FUNCTION campaign.forged(type regtype) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    t campaign.things := x FROM campaign.things AS x WHERE id = (SELECT 1 + campaign.below(60));
    whole bytea;
BEGIN
    whole := campaign.damaged(CASE type::text WHEN 'bloom' THEN bloom_send(CASE campaign.below(3) WHEN 0 THEN t.b WHEN 1 THEN t.b_plain ELSE t.b_main END) WHEN 'counting_bloom' THEN counting_bloom_send(t.c)
        WHEN 'bloom_state' THEN bloom_state_send(t.s) WHEN 'bloom_matrix' THEN bloom_matrix_send(t.m) ELSE bloom_hash_value_send(t.h) END);
    IF whole IS NULL OR length(whole) > 4000 THEN RETURN format('NULL::%s', type); END IF;
    IF type IN ('bloom', 'counting_bloom', 'bloom_matrix') AND random() < 0.7 THEN
        RETURN format('%L::bytea::%s%s', whole, CASE WHEN random() < 0.7 THEN 'campaign.raw::' ELSE '' END, type);
    END IF;
    RETURN format('%L::%s', translate(encode(whole, 'base64'), E'\n', ''), type);
EXCEPTION WHEN OTHERS THEN
    RETURN format('NULL::%s', type); -- the value of the row is a forged one
END $$;

-- An expression of that type over a row t of campaign.things.
CREATE FUNCTION campaign.value(wanted regtype, depth integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    kind regtype := wanted;
    made text;
    f record;
BEGIN
    IF wanted::text IN ('anycompatible', 'anyelement', 'anynonarray') THEN
        IF random() < 0.1 THEN RETURN campaign.one_of('''a''', 'NULL', '7', '1.5', '''é'''); END IF; -- of unknown type, or as it is usually typed
        IF random() < 0.4 THEN kind := campaign.one_of('integer', 'text', 'bigint');
        ELSE SELECT s.type INTO kind FROM campaign.scalars AS s WHERE place = (SELECT 1 + campaign.below(count(*)::integer) FROM campaign.scalars);
        END IF;
    ELSIF wanted::text IN ('anyarray', 'anycompatiblearray') THEN
        SELECT s.type INTO kind FROM campaign.arrays AS s WHERE place = (SELECT 1 + campaign.below(count(*)::integer) FROM campaign.arrays);
    END IF;
    CASE
        WHEN kind IN ('bigint', 'integer', 'double precision') AND random() < 0.4 THEN NULL; -- the same in all rows, as aggregates want it
        WHEN depth <= 0 OR random() < 0.45 THEN
            SELECT 't.' || name INTO made FROM campaign.columns AS c WHERE c.type = kind ORDER BY random() LIMIT 1;
        WHEN random() < 0.15 AND kind IN ('bloom', 'counting_bloom', 'bloom_state', 'bloom_matrix', 'bloom_hash_value') THEN
            made := campaign.forged(kind);
        WHEN random() < 0.35 THEN
            SELECT * INTO f FROM campaign.callable AS c WHERE returns = kind AND prokind = 'f' AND NOT proretset ORDER BY random() LIMIT 1;
            IF FOUND THEN made := campaign.call(f.oid, depth - 1); END IF;
        WHEN random() < 0.15 THEN
            made := format('CASE WHEN t.id %% %s = 0 THEN %s ELSE %s END', 2 + campaign.below(5), campaign.value(kind, depth - 1), campaign.value(kind, depth - 1));
        WHEN random() < 0.1 THEN
            made := format('(SELECT %s FROM campaign.things AS t WHERE id = %s)', campaign.value(kind, depth - 1), campaign.below(61));
        WHEN random() < 0.1 AND kind = 'bloom'::regtype THEN
            made := format('(SELECT %s FROM campaign.things AS t)', campaign.aggregate('bloom', depth - 1));
        WHEN random() < 0.1 THEN
            made := format('NULL::%s', kind);
        ELSE NULL;
    END CASE;
    IF made IS NULL THEN SELECT expression INTO made FROM campaign.samples AS s WHERE s.type = kind ORDER BY random() LIMIT 1; END IF;
    IF made IS NULL THEN SELECT 't.' || name INTO made FROM campaign.columns AS c WHERE c.type = kind ORDER BY random() LIMIT 1; END IF;
    RETURN coalesce(made, format('NULL::%s', kind));
END $$;
CREATE FUNCTION campaign.arguments(takes regtype[], depth integer) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(string_agg(campaign.value(t, depth), ', ' ORDER BY n), '') FROM unnest(takes) WITH ORDINALITY AS a(t, n)
$$;
CREATE FUNCTION campaign.call(called oid, depth integer) RETURNS text LANGUAGE sql AS $$
    SELECT format('%I(%s)', proname, campaign.arguments(takes, depth)) FROM campaign.callable WHERE oid = called
$$;
CREATE FUNCTION campaign.aggregate(wanted text, depth integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    f record;
    given text;
    what text;
BEGIN
    SELECT * INTO f FROM campaign.callable WHERE prokind = 'a' AND returns = coalesce(wanted::regtype, returns) AND name = (
        SELECT name FROM campaign.callable WHERE prokind = 'a' AND returns = coalesce(wanted::regtype, returns) GROUP BY name ORDER BY random() LIMIT 1
    ) ORDER BY random() LIMIT 1;
    given := campaign.arguments(f.takes, depth);
    what := CASE campaign.below(16) WHEN 0 THEN 'DISTINCT %s' WHEN 1 THEN '%s ORDER BY t.id DESC' ELSE '%s' END;
    RETURN format('%I(%s)%s', f.proname, format(what, given), CASE WHEN random() < 0.2 THEN ' FILTER (WHERE t.id % 3 > 0)' ELSE '' END);
END $$;

-- Something of the extension: a function, an operator or a cast.
CREATE FUNCTION campaign.expression(OUT made text, OUT is_set boolean) LANGUAGE plpgsql AS $$
DECLARE
    f record;
BEGIN
    is_set := false;
    CASE
        WHEN random() < 0.15 THEN
            SELECT format('(%s %s %s)', campaign.value(l, 2), oprname, campaign.value(r, 2)) INTO made FROM campaign.operators WHERE place = (SELECT 1 + campaign.below(count(*)::integer) FROM campaign.operators);
        WHEN random() < 0.05 THEN
            SELECT format('%s::%s', campaign.value(a::regtype, 2), b) INTO made FROM (VALUES ('bloom', 'bytea'), ('counting_bloom', 'bytea'), ('bloom_matrix', 'bytea'), ('counting_bloom', 'bloom'), ('bytea', 'bloom'), ('bytea', 'counting_bloom'), ('bytea', 'bloom_matrix'),
                ('text', 'bloom'), ('text', 'bloom_state'), ('bloom_state', 'text'), ('bloom', 'text')) AS c(a, b) ORDER BY random() LIMIT 1;
        ELSE
            SELECT * INTO f FROM campaign.callable WHERE prokind = 'f' AND name = (SELECT 1 + campaign.below(max(name)::integer) FROM campaign.callable) ORDER BY random() LIMIT 1;
            IF NOT FOUND THEN SELECT * INTO f FROM campaign.callable WHERE proname = 'bloom_contains' LIMIT 1; END IF; -- an aggregate's name
            made := campaign.call(f.oid, 2);
            is_set := f.proretset;
    END CASE;
END $$;

-- A query that changes nothing, so that what it returns is not looked at but by count().
CREATE FUNCTION campaign.query() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    e record;
BEGIN
    SELECT * INTO e FROM campaign.expression();
    IF e.is_set THEN RETURN format('SELECT count(*) FROM campaign.things AS t, LATERAL %s AS found', e.made); END IF;
    RETURN CASE campaign.below(11)
        WHEN 9 THEN format('SELECT count(*), count(%s) FROM campaign.things AS a JOIN campaign.parts AS t ON a.%2$s = t.%2$s WHERE a.id < %3$s AND (%4$s) IS NOT NULL', e.made,
            campaign.one_of('i2', 'i4', 'i8', 'o', 'd', 't', 'v', 'ch', 'nm', 'q', 'n', 'f8', 'u', 'by', 'tz', 'net', 'mo', 'nd', 'p', 'an', 'r', 'j', 'h'), 1 + campaign.below(60), campaign.value('boolean', 3))
        WHEN 10 THEN format('SELECT %s IS NULL FROM campaign.parts AS t WHERE t.%s', e.made, format(campaign.one_of('i8 = %s', 'i8 IN (%s, 64, NULL)', 't = ''t%s''', 't = ANY (''{t%s, t7}'')'), campaign.below(61)))
        WHEN 0 THEN format('SELECT %s IS NULL FROM campaign.things AS t WHERE id = %s', e.made, campaign.below(61))
        WHEN 1 THEN format('SELECT count(*) FROM campaign.things AS t WHERE %s', campaign.value('boolean', 3))
        WHEN 2 THEN format('SELECT %s IS NULL, count(%s) FROM campaign.things AS t GROUP BY t.id %% %s', campaign.aggregate(NULL, 1), e.made, 1 + campaign.below(9))
        WHEN 3 THEN format('SELECT count(w) FROM (SELECT %s OVER (PARTITION BY t.id %% %s ORDER BY t.id ROWS BETWEEN %s PRECEDING AND %s FOLLOWING) AS w FROM campaign.things AS t) AS s',
            regexp_replace(campaign.aggregate(NULL, 1), 'DISTINCT | ORDER BY t.id DESC', ''), 1 + campaign.below(3), campaign.below(9), campaign.below(9))
        WHEN 4 THEN (SELECT format('SELECT count(*) FROM campaign.things AS a JOIN campaign.things AS t ON a.%s = (%s)', c.name, campaign.value(c.type, 3)) FROM campaign.columns AS c WHERE name IN ('b', 'c', 's', 'm', 'h') ORDER BY random() LIMIT 1)
        WHEN 5 THEN format('SELECT (%s) IS NULL FROM campaign.things AS t ORDER BY 1 LIMIT 9', e.made)
        WHEN 6 THEN format('SELECT count(x), count(DISTINCT x::text) FROM (SELECT %s AS x FROM campaign.things AS t OFFSET 0) AS s', e.made)
        ELSE format('SELECT count(%s) FROM campaign.things AS t', e.made)
    END;
END $$;

CREATE FUNCTION campaign.statement() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    kept record;
BEGIN
    CASE campaign.below(10)
        WHEN 0 THEN -- what one statement makes, others read
            SELECT * INTO kept FROM campaign.columns WHERE type IN ('bloom', 'counting_bloom', 'bloom_state', 'bloom_matrix', 'bloom_hash_value') ORDER BY random() LIMIT 1;
            RETURN format('UPDATE campaign.things SET %1$I = e FROM (SELECT %2$s AS e FROM campaign.things AS t WHERE id = %3$s OFFSET 0) AS s WHERE id = %4$s AND pg_column_size(e) < 50000',
                kept.name, campaign.value(kept.type, 4), campaign.below(61), 1 + campaign.below(60));
        WHEN 1 THEN
            RETURN format('DEALLOCATE ALL; PREPARE p (integer) AS %s AND $1 > 0; EXECUTE p(1); EXECUTE p(2)', regexp_replace(campaign.query(), '^(.*)$', 'SELECT * FROM (\1) AS q WHERE true'));
        WHEN 2 THEN -- one expression in a loop, over errors
            RETURN format('DO %L', format('DECLARE t record; BEGIN FOR t IN SELECT * FROM campaign.things LOOP BEGIN PERFORM %s; EXCEPTION WHEN OTHERS THEN IF SQLSTATE = ''XX000'' THEN RAISE; END IF; END; END LOOP; END', (SELECT made FROM campaign.expression())));
        WHEN 3 THEN -- in one implicit transaction
            RETURN format('DECLARE p SCROLL CURSOR FOR %s; FETCH 2 FROM p; FETCH BACKWARD 1 FROM p; FETCH ALL FROM p', campaign.query());
        ELSE
            RETURN campaign.query();
    END CASE;
END $$;
