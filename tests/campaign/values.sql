-- Included by the programs of this directory that ask about random values.

CREATE EXTENSION bloom_rs;
SET client_min_messages = warning;
SET timezone = 'UTC';
CREATE TYPE mood AS ENUM ('sad', 'fine', 'glad');
CREATE TYPE pair AS (a integer, b text);
CREATE DOMAIN word AS text;

-- Types, with an expression of an integer `i`. Many values are equal, some of them with other bytes.
CREATE TABLE types (name text, value text);
INSERT INTO types VALUES
    ('smallint', '(i % 300 - 9)::smallint'), ('integer', 'i * 7919'), ('bigint', 'i::bigint << 24'),
    ('numeric', 'CASE i % 31 WHEN 0 THEN ''NaN'' ELSE round(i / 8.0, i % 5) END'),
    ('real', 'CASE i % 31 WHEN 0 THEN ''NaN'' WHEN 1 THEN ''-0'' WHEN 2 THEN ''0'' ELSE (i / 8.0)::real END'),
    ('double precision', 'CASE i % 31 WHEN 0 THEN ''NaN'' WHEN 1 THEN ''-0'' WHEN 2 THEN ''0'' ELSE (i / 8.0)::float8 END'),
    ('text', 'CASE i % 31 WHEN 0 THEN '''' ELSE chr(97 + i % 3) || repeat(''ü'', i % 40) || i END'), ('word', '(i % 400)::text'),
    ('varchar(12)', 'i || '' '''), ('char(9)', 'i || repeat('' '', i % 3)'), ('"char"', 'chr(40 + i % 80)::"char"'),
    ('bytea', 'decode(md5(i::text), ''hex'')'), ('uuid', 'md5(i::text)::uuid'), ('boolean', 'i % 9 = 0'),
    ('date', 'date ''2020-01-01'' + i'), ('timestamp', 'timestamp ''2020-01-01'' + i * interval ''1 h'''),
    ('timestamptz', 'timestamptz ''2020-01-01'' + i * interval ''1 h'''), ('interval', '(i / 2) * CASE i % 2 WHEN 0 THEN interval ''24 h'' ELSE ''1 day'' END'),
    ('inet', 'inet ''10.0.0.0'' + i'), ('int4range', 'int4range(i, i + 3, CASE i % 2 WHEN 0 THEN ''[]'' ELSE ''[)'' END)'),
    ('pair', 'ROW(i % 50, i::text)::pair'), ('mood', '(enum_range(NULL::mood))[1 + i % 3]'),
    ('integer[]', 'ARRAY[i % 50, i % 7]'), ('text[]', 'ARRAY[i::text, NULL]');

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE
    RETURN choices[1 + floor(random() * cardinality(choices))::integer];

-- Raises an error if a query returns a row.
CREATE PROCEDURE no_row(query text) LANGUAGE plpgsql AS $$
DECLARE
    found text;
BEGIN
    EXECUTE format('SELECT q::text FROM (%s) AS q LIMIT 1', query) INTO found;
    IF found IS NOT NULL THEN
        RAISE EXCEPTION '%', found USING DETAIL = query;
    END IF;
END $$;

-- Makes a table of so many values, each of which is the one of a random integer `i`, or NULL.
CREATE PROCEDURE fill(name text, t types, i text, rows integer) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I AS SELECT id, (CASE WHEN random() > 0.02 THEN (%s)::%3$s END)::%3$s AS k
        FROM (SELECT id, floor(%s)::integer AS i FROM generate_series(1, %s) AS id OFFSET 0) AS s', name, t.value, t.name, i, rows);
END $$;

-- Seeds what is random in this round, and changes settings until its transaction ends. Returns the round's type.
CREATE FUNCTION new_round(round integer, seed integer) RETURNS types LANGUAGE plpgsql AS $$
DECLARE
    t types;
BEGIN
    PERFORM setseed(hashint8extended(round, seed) / 9223372036854775808.0);
    PERFORM set_config('work_mem', pick('64kB', '4MB'), true), set_config('plan_cache_mode', pick('auto', 'force_generic_plan'), true),
            set_config('enable_hashjoin', pick('on', 'off'), true), set_config('max_parallel_workers_per_gather', pick('0', '2'), true),
            set_config('parallel_setup_cost', '0', true), set_config('min_parallel_table_scan_size', '0', true), set_config('parallel_tuple_cost', '0', true);
    SELECT * INTO t FROM types OFFSET (round - 1) % (SELECT count(*) FROM types) LIMIT 1;
    RETURN t;
END $$;

-- Calls `ask` of the including program in each round, and undoes what it did not commit.
CREATE PROCEDURE ask_rounds(rounds integer, seed integer) LANGUAGE plpgsql AS $$
BEGIN
    FOR round IN 1..rounds LOOP
        CALL ask(new_round(round, seed));
        ROLLBACK;
    END LOOP;
END $$;
