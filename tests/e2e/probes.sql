-- For each kind of value and each form of filter: how many values does a filter of all of them miss?

CREATE EXTENSION bloom_rs;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy', 'grüßig', 'がんばる');
CREATE TYPE pair AS (a integer, b text);

-- Any text of so many characters, of one to four bytes each.
CREATE FUNCTION any_text(characters integer) RETURNS text LANGUAGE sql AS $$
    SELECT coalesce(left(string_agg(piece, ''), characters), '')
    FROM (SELECT translate(md5(random()::text), '0123456789', 'äßçあ界🙂 ,.') AS piece
          FROM generate_series(1, (characters + 31) / 32)) AS pieces
$$;

CREATE UNLOGGED TABLE probed (kind text, form text, probes bigint, missed bigint);

CREATE PROCEDURE check_kind(kind text, n integer, value text) LANGUAGE plpgsql AS $$
DECLARE
    few integer := least(n, 4000);
    probe text := 'INSERT INTO probed SELECT %L, %L, count(*), count(*) FILTER (WHERE NOT bloom_contains(%s, v)) FROM v%s';
    counting text := replace(probe, 'bloom_contains', 'counting_bloom_contains');
BEGIN
    PERFORM setseed(0.42);
    EXECUTE format('CREATE UNLOGGED TABLE v AS SELECT (%s) AS v, i FROM generate_series(1, %s) AS i', value, n);
    ANALYZE v;

    -- In memory: of a declared size, and sized by the values seen.
    EXECUTE format(probe, kind, 'declared size', format('(SELECT bloom_agg(v, %s, 0.001) FROM v)', n), '');
    EXECUTE format(probe, kind, 'unknown size', '(SELECT bloom_agg(v) FROM v)', '');

    -- Stored: thousands of small ones with a short header; large ones, compressed and not, out of line.
    CREATE UNLOGGED TABLE stored (g integer, f bloom);
    EXECUTE 'INSERT INTO stored SELECT i / 10, bloom_agg(v, 10, 0.1) FROM v GROUP BY i / 10';
    ASSERT (SELECT max(pg_column_size(f)) < 127 FROM stored), 'no short headers';
    ANALYZE stored;
    EXECUTE format(probe, kind, 'short header', 'f', ' JOIN stored ON g = i / 10');

    TRUNCATE stored;
    EXECUTE 'INSERT INTO stored SELECT 1, bloom_agg(v, 4000, 0.001) FROM v WHERE i <= ' || few;
    ASSERT (SELECT pg_relation_size(reltoastrelid) > 0 FROM pg_class WHERE oid = 'stored'::regclass), 'not out of line';
    EXECUTE format(probe, kind, 'out of line', 'f', ', stored WHERE i <= ' || few);

    TRUNCATE stored;
    ALTER TABLE stored ALTER f SET STORAGE extended;
    EXECUTE 'INSERT INTO stored SELECT 1, bloom_agg(v, 40000, 0.01) FROM v WHERE i <= 1000';
    ASSERT (SELECT pg_column_compression(f) IS NOT NULL FROM stored), 'not compressed';
    EXECUTE format(probe, kind, 'compressed', 'f', ', stored WHERE i <= 1000');

    -- Made value by value.
    EXECUTE 'WITH RECURSIVE grown(i, f) AS (
                 SELECT 0, bloom_empty(200) UNION ALL
                 SELECT v.i, bloom_add(f, v) FROM grown JOIN v ON v.i = grown.i + 1 WHERE v.i <= 200)
             UPDATE stored SET f = grown.f FROM grown WHERE grown.i = 200';
    EXECUTE format(probe, kind, 'value by value', 'f', ', stored WHERE i <= 200');
    DROP TABLE stored;

    -- Counting: of a declared size, of unknown size, stored out of line; and when the odd ones were removed again.
    EXECUTE format(counting, kind, 'counting, declared size', format('(SELECT counting_bloom_agg(v, %s, 0.001) FROM v)', n), '');
    EXECUTE format(counting, kind, 'counting, unknown size', '(SELECT counting_bloom_agg(v) FROM v)', '');
    CREATE UNLOGGED TABLE stored (f counting_bloom);
    EXECUTE 'INSERT INTO stored SELECT counting_bloom_agg(v, 4000, 0.001) FROM v WHERE i <= ' || few;
    ASSERT (SELECT pg_relation_size(reltoastrelid) > 0 FROM pg_class WHERE oid = 'stored'::regclass), 'not out of line';
    EXECUTE format(counting, kind, 'counting, out of line', 'f', ', stored WHERE i <= ' || few);
    EXECUTE format('UPDATE stored SET f = f - (SELECT counting_bloom_agg(v, 4000, 0.001) FROM v WHERE i <= %s AND i %% 2 = 1)', few);
    EXECUTE format(counting, kind, 'counting, half of them removed', 'f', format(', stored WHERE i <= %s AND i %% 2 = 0', few));
    DROP TABLE v, stored;
END $$;

CALL check_kind('integer', 1500000, '(random() * 4294967295 - 2147483648)::bigint::integer');
CALL check_kind('bigint', 500000, '((random() * 2 - 1) * 9.2e18)::bigint');
CALL check_kind('smallint', 300000, '(random() * 65535 - 32768)::integer::smallint');
CALL check_kind('short text', 300000, 'md5(random()::text) || chr((random() * 50000)::integer + 32)');
CALL check_kind('any text', 5000, 'any_text((random() * 4000)::integer)');
CALL check_kind('long text', 5000, 'left(repeat(md5(random()::text), 313), (random() * 10000)::integer)');
CALL check_kind('char(n)', 100000, 'left(md5(random()::text), i % 32)::char(32)');
CALL check_kind('uuid', 300000, 'md5(random()::text)::uuid');
CALL check_kind('bytea', 200000, 'decode(left(md5(random()::text), i % 17 * 2), ''hex'') || int8send(i)');
CALL check_kind('numeric', 300000, '(random() * 1e6)::numeric(20,6) * power(10::numeric, i % 40 - 20)');
CALL check_kind('double precision', 300000, '(random() - 0.5) * power(10::float8, i % 600 - 300)');
CALL check_kind('timestamptz', 300000, '''2000-01-01''::timestamptz + (random() - 0.5) * interval ''2000 years''');
CALL check_kind('date', 100000, '''2000-01-01''::date + ((random() - 0.5) * 1000000)::integer');
CALL check_kind('interval', 100000, 'random() * interval ''1 year'' + i * interval ''1 day''');
CALL check_kind('inet', 200000, 'CASE i % 2 WHEN 0 THEN (inet ''0.0.0.0'' + (random() * 4294967295)::bigint)
    ELSE set_masklen(inet ''::'' + (random() * 9e18)::bigint, i % 129) END');
CALL check_kind('enum', 300000, '(enum_range(NULL::mood))[1 + (random() * 4)::integer]');
CALL check_kind('integer[]', 200000, 'ARRAY[(random() * 1e9)::integer, NULL, i]::integer[] || (ARRAY[i, 7, i])[:i % 4]');
CALL check_kind('text[]', 100000, 'ARRAY[md5(random()::text), NULL, ''ü'' || i]');
CALL check_kind('range', 100000, 'int8range(i, i + (random() * 1e9)::bigint)');
CALL check_kind('jsonb', 100000, 'jsonb_build_object(''a'', random(), ''b'', ARRAY[i, NULL])');
CALL check_kind('composite', 200000, 'ROW(NULLIF((random() * 1e9)::integer, i), md5(random()::text))::pair');
CALL check_kind('composite[]', 100000, 'ARRAY[ROW((random() * 1e9)::integer, ''x'' || i)::pair]');

SELECT kind, sum(probes) AS probes, sum(missed) AS missed FROM probed GROUP BY kind ORDER BY kind;
SELECT form, sum(probes) AS probes, sum(missed) AS missed FROM probed GROUP BY form ORDER BY form;

DO $$
DECLARE
    probes bigint := (SELECT sum(probed.probes) FROM probed);
    missed bigint := (SELECT sum(probed.missed) FROM probed);
BEGIN
    RAISE NOTICE '% probes, % missed', probes, missed;
    ASSERT missed = 0, 'false negatives';
    ASSERT probes >= 25000000, 'too few probes';
END $$;
