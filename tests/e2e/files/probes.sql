-- One round of tests/e2e/probes.sh: values of every kind, filters of them in every form, and each of them asked of
-- each filter, as of an absent value. :seed chooses the values, :size is the number of those of the cheapest kinds.

\set QUIET on
CREATE EXTENSION bloom_rs;
CREATE EXTENSION citext;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy', 'grüßig', 'がんばる', 'm6', 'm7', 'm8');
CREATE TYPE pair AS (a integer, b text);
CREATE DOMAIN address AS text;

-- asked is how: the plan, and for stored filters the form. expected is the rate that the filter's bits tell; NULL where
-- values are so few that they repeat.
CREATE UNLOGGED TABLE probed (
    kind text, form text, plan text, present bigint, missed bigint, absent bigint, found bigint, expected float8
);

-- The question of each form in one scan of the values; counts of what was missed, and of what was found though absent.
CREATE FUNCTION counts(asks text[], OUT missed text, OUT found text) LANGUAGE sql AS $$
    SELECT 'ARRAY[' || string_agg(format('count(*) FILTER (WHERE (%s) IS NOT TRUE)', replace(ask, '$', 'v.v')), ', ') || ']',
           'ARRAY[' || string_agg(format('count(*) FILTER (WHERE %s)', replace(ask, '$', 'v.absent')), ', ') || ']'
    FROM unnest(asks) AS ask
$$;

-- An even x makes a value that is there, the odd one after it an absent value.
CREATE PROCEDURE check_kind(kind text, n bigint, value text, seed bigint, spread boolean = true) LANGUAGE plpgsql AS $$
DECLARE
    few bigint := least(n, 4000);
    is_array boolean;
    is_parallel boolean;
    names text[];
    makes text[];
    asks text[];
    rates text[];
    ask record;
    rate float8[];
    line text;
    scheme text;
    i integer;
    plan text;
    mode text;
BEGIN
    EXECUTE format($v$
        CREATE UNLOGGED TABLE v AS
            SELECT i, (%1$s) AS v, (%2$s) AS absent
            FROM (SELECT i, (hashint8extended(i, %3$s) & 274877906943) * 2 AS x FROM generate_series(1, %4$s) AS i) AS s
        $v$, value, regexp_replace(value, '\mx\M', '(x + 1)', 'g'), seed, n);
    ALTER TABLE v SET (parallel_workers = 2);
    ANALYZE v;
    is_array := typcategory = 'A' FROM pg_type JOIN pg_attribute ON pg_type.oid = atttypid
        WHERE attrelid = 'v'::regclass AND attname = 'v';

    -- How they are made.
    names := ARRAY['declared', 'unknown size', 'low rate', 'union', 'folded', 'of counters',
                   'counting', 'counting, unknown size', 'counting, half of them removed'];
    makes := ARRAY[
        'bloom_agg(v, #, 0.01)', 'bloom_agg(v)', 'bloom_agg(v, #, 0.0001)',
        '(SELECT bloom_union_agg(f) FROM (SELECT bloom_agg(v, #, 0.01) AS f FROM v GROUP BY i % 7) AS s)',
        'bloom_fold(bloom_agg(v, 8 * #, 0.01), 0.02)', 'counting_bloom_agg(v, #, 0.01)::bloom',
        'counting_bloom_agg(v, #, 0.01)', 'counting_bloom_agg(v)',
        '(counting_bloom_agg(v, 2 * #, 0.01) | counting_bloom_agg(absent, 2 * #, 0.01)) - counting_bloom_agg(absent, 2 * #, 0.01)'];
    FOREACH scheme IN ARRAY ARRAY['mitz32', 'spark1', 'spark2', 'parquet', 'parquet pow2', 'datasketches', 'datasketches:7',
                                  'keyed:' || md5(seed::text), 'mitz64 int4', 'mitz32 int4', 'parquet int4'] LOOP
        BEGIN
            EXECUTE format('SELECT bloom_agg(v, 10, 0.01, %L) FROM (SELECT v FROM v LIMIT 10) AS s', scheme);
            names := names || ('scheme ' || split_part(scheme, ':', 1));
            makes := makes || format('bloom_agg(v, #, 0.01, %L)', scheme);
        EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR numeric_value_out_of_range OR datatype_mismatch THEN
            NULL; -- it does not take the kind
        END;
    END LOOP;
    IF NOT is_array THEN
        names := names || ARRAY['of an array'];
        makes := makes || ARRAY['bloom_add_all(bloom_empty(#, 0.01), array_agg(v))'];
    END IF;
    -- The first two once more, by a parallel plan.
    SELECT string_agg(format('%s AS f%s', replace(make, '#', n::text), ordinality), ', ') FROM unnest(makes) WITH ORDINALITY AS m (make) INTO line;
    SET LOCAL max_parallel_workers_per_gather = 0;
    EXECUTE format('CREATE TABLE forms AS SELECT %s FROM v', line);
    ASSERT (SELECT pg_relation_size(reltoastrelid) > 0 FROM pg_class WHERE oid = 'forms'::regclass), 'not out of line';
    SET LOCAL max_parallel_workers_per_gather = 2;
    names := names || ARRAY['declared, parallel', 'unknown size, parallel'];
    i := cardinality(makes);
    EXECUTE format('CREATE TABLE forms_parallel AS SELECT bloom_agg(v, %s, 0.01) AS f%s, bloom_agg(v) AS f%s FROM v', n, i + 1, i + 2);

    SELECT array_agg(format('bloom_contains(f%s, $)', o) ORDER BY o),
           array_agg(CASE WHEN name LIKE 'counting%' THEN format('bloom_current_fpp(f%s::bloom)', o) ELSE format('bloom_current_fpp(f%s)', o) END ORDER BY o)
    FROM unnest(names) WITH ORDINALITY AS s (name, o) INTO asks, rates;

    -- Other ways to ask, of the first one.
    names := names || ARRAY['declared, @>', 'declared, <@', 'declared, hash'];
    asks := asks || ARRAY['f1 @> $', '$ <@ f1', 'bloom_contains_hash(f1, bloom_hash($))'];
    IF NOT is_array THEN
        names := names || ARRAY['declared, any', 'declared, all', 'declared, each'];
        asks := asks || ARRAY['bloom_contains_any(f1, ARRAY[$])', 'bloom_contains_all(f1, ARRAY[$, NULL])', '(bloom_contains_each(f1, ARRAY[$]))[1]'];
    END IF;
    rates := rates || array_fill('bloom_current_fpp(f1)'::text, ARRAY[cardinality(names) - cardinality(rates)]);
    EXECUTE format('SELECT ARRAY[%s]::float8[] FROM forms, forms_parallel', array_to_string(rates, ', ')) INTO rate;

    -- Stored, by a serial and by a parallel plan.
    FOREACH plan IN ARRAY ARRAY['serial', 'parallel'] LOOP
        PERFORM set_config('max_parallel_workers_per_gather', CASE plan WHEN 'serial' THEN '0' ELSE '2' END, true);
        SELECT format('SELECT %s AS missed, %s AS found FROM v, forms, forms_parallel', c.missed, c.found) FROM counts(asks) AS c INTO line;
        is_parallel := false;
        FOR ask IN EXECUTE 'EXPLAIN ' || line LOOP
            is_parallel := is_parallel OR ask::text LIKE '%Gather%';
        END LOOP;
        ASSERT is_parallel = (plan = 'parallel'), 'another plan';
        EXECUTE line INTO ask;
        INSERT INTO probed
            SELECT check_kind.kind, name, 'stored, ' || plan, n, m, n, f, CASE WHEN spread THEN r END
            FROM unnest(names, ask.missed::bigint[], ask.found::bigint[], rate) AS t (name, m, f, r);
    END LOOP;

    -- In memory: variables, which are parameters of generic plans and constants of custom ones; the third was changed in
    -- place, from PostgreSQL 18 on.
    SET LOCAL max_parallel_workers_per_gather = 0;
    FOREACH mode IN ARRAY ARRAY['force_generic_plan', 'force_custom_plan'] LOOP
        PERFORM set_config('plan_cache_mode', mode, true);
        SELECT format($do$
            DO $body$
            DECLARE
                a bloom := (SELECT f1 FROM forms);
                b bloom := (SELECT f2 FROM forms);
                c bloom := (SELECT f3 FROM forms);
                d counting_bloom := (SELECT f7 FROM forms);
                one record;
            BEGIN
                FOR one IN SELECT absent FROM v LIMIT 3 LOOP
                    d := bloom_add(d, one.absent);
                    d := bloom_remove(d, one.absent);
                END LOOP;
                FOR one IN SELECT v FROM v LIMIT 3 LOOP
                    c := bloom_add(c, one.v);
                END LOOP;
                CREATE TEMP TABLE counted AS SELECT %s AS missed, %s AS found FROM v;
            END $body$ $do$, c.missed, c.found)
        FROM counts(ARRAY['bloom_contains(a, $)', 'bloom_contains(b, $)', 'bloom_contains(c, $)', 'bloom_contains(d, $)']) AS c INTO line;
        EXECUTE line;
        INSERT INTO probed
            SELECT check_kind.kind, name, 'variable, ' || mode, n, m, n, f, CASE WHEN spread THEN r END
            FROM counted AS c, unnest(ARRAY['declared', 'unknown size', 'low rate, changed', 'counting, changed'], c.missed, c.found,
                                 ARRAY[rate[1], rate[2], rate[3], rate[7]]) AS t (name, m, f, r);
        DROP TABLE counted;
    END LOOP;
    DROP TABLE forms, forms_parallel;

    -- Thousands of small ones with a short header; compressed ones in the row and out of line; value by value; a matrix.
    CREATE TABLE stored (g bigint, f bloom);
    EXECUTE 'INSERT INTO stored SELECT i / 10, bloom_agg(v, 10, 0.1) FROM v GROUP BY i / 10';
    ASSERT (SELECT max(pg_column_size(f)) < 127 FROM stored), 'no short headers';
    ANALYZE stored;
    INSERT INTO probed SELECT check_kind.kind, 'short header', 'stored, serial', count(*), count(*) FILTER (WHERE NOT bloom_contains(f, v.v)), 0, 0, NULL
        FROM v LEFT JOIN stored ON g = v.i / 10;
    TRUNCATE stored;
    ALTER TABLE stored ALTER f SET STORAGE extended;
    INSERT INTO stored SELECT 1, bloom_agg(v, 40 * few, 0.01) FROM v WHERE v.i <= few;
    INSERT INTO stored SELECT 2, bloom_agg(v, 4000, 0.01) FROM v WHERE v.i <= 40;
    ASSERT NOT EXISTS (SELECT FROM stored WHERE pg_column_compression(f) IS NULL), 'not compressed';
    INSERT INTO stored
        WITH RECURSIVE grown (i, f) AS (
            SELECT 0::bigint, bloom_empty(200) UNION ALL
            SELECT v.i, bloom_add(f, v.v) FROM grown JOIN v ON v.i = grown.i + 1 WHERE v.i <= 200)
        SELECT 3, f FROM grown ORDER BY grown.i DESC LIMIT 1;
    INSERT INTO probed
        SELECT check_kind.kind, form, 'stored, serial', count(*), count(*) FILTER (WHERE NOT bloom_contains(f, v.v)), 0, 0, NULL
        FROM (VALUES (1, 'compressed out of line', few), (2, 'compressed in the row', 40), (3, 'value by value', 200)) AS s (g, form, most)
        JOIN stored USING (g) JOIN v ON v.i <= most GROUP BY form;
    TRUNCATE stored;
    ALTER TABLE stored ALTER f SET STORAGE external;
    INSERT INTO stored SELECT v.i % 100, bloom_agg(v.v, 100, 0.01) FROM v WHERE v.i <= few GROUP BY v.i % 100;
    CREATE TABLE matrix AS SELECT bloom_matrix_agg(f, g) AS m FROM stored;
    INSERT INTO probed SELECT check_kind.kind, 'matrix', 'stored, serial', count(*),
            count(*) FILTER (WHERE v.i % 100 NOT IN (SELECT bloom_matrix_search(m, v.v))), 0, 0, NULL
        FROM v, matrix WHERE v.i <= few;
    DROP TABLE v, stored, matrix;
END $$;

SET work_mem = '128MB';
SET jit = off;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT format('CALL check_kind(%L, greatest(%s / %s, 4000), %L, %s, %L)', kind, :'size', share, value, :'seed', spread)
FROM (VALUES
    -- kind, share of the values, of x; whether absent values are many
    ('integer', 1, '(x % 4294967296 - 2147483648)::integer', true),
    ('bigint', 1, 'x * 16777213 - 4611686018427387904', true),
    ('smallint', 8, '(x % 65536 - 32768)::smallint', false),
    ('text', 2, 'md5(x::text)', true),
    ('text of digits', 2, 'x::text', true),
    ('long text', 100, 'repeat(md5(x::text), (x / 2 % 200)::integer + 1)', true),
    ('any text', 20, 'translate(repeat(md5(x::text), (x / 2 % 40)::integer + 1), ''0123456789'', ''äßçあ界🙂 ,.'')', true),
    ('varchar', 4, '(''v'' || x)::varchar(40)', true),
    ('char(n)', 4, 'left(md5(x::text), (x / 2 % 20)::integer + 12)::char(32)', true),
    ('name', 8, '(''n'' || x)::name', true),
    ('"char"', 50, 'chr((x % 90)::integer + 33)::"char"', false),
    ('boolean', 50, 'x % 4 = 0', false),
    ('address', 8, '(''a'' || x || ''@example.org'')::address', true),
    ('citext[]', 20, 'ARRAY[''Aa'' || x]::citext[]', true),
    ('uuid', 2, 'md5(x::text)::uuid', true),
    ('bytea', 3, 'substr(int8send(x) || decode(md5(x::text), ''hex''), 1, (x / 2 % 16)::integer + 8)', true),
    ('numeric', 4, 'x * (''1e'' || x / 2 % 40 - 20)::numeric', true),
    ('real', 4, '(x % 16777216)::real / 1024', true),
    ('double precision', 2, '(x - 274877906944)::float8 * power(2::float8, (x / 2 % 600)::integer - 300)', true),
    ('date', 8, 'date ''2000-01-01'' + (x % 4000000 - 2000000)::integer', true),
    ('timestamp', 4, 'timestamp ''2000-01-01'' + x * interval ''50 ms''', true),
    ('timestamptz', 4, 'timestamptz ''2000-01-01'' - x * interval ''7 ms''', true),
    ('time', 20, 'time ''00:00'' + x % 86400000000 * interval ''1 microsecond''', true),
    ('timetz', 20, '(''00:00+'' || x / 2 % 12)::timetz + x % 80000000000 * interval ''1 microsecond''', true),
    ('interval', 8, 'x * interval ''1 s''', true),
    ('inet', 4, 'CASE x / 2 % 2 WHEN 0 THEN inet ''0.0.0.0'' + x % 4294967296 ELSE set_masklen(inet ''::'' + x, (x / 2 % 129)::integer) END', true),
    ('cidr', 8, 'set_masklen((inet ''0.0.0.0'' + x % 4294967296)::cidr, 32)', true),
    ('macaddr', 8, 'lpad(to_hex(x), 12, ''0'')::macaddr', true),
    ('macaddr8', 8, 'lpad(to_hex(x), 16, ''0'')::macaddr8', true),
    ('oid', 8, '(x % 4294967296)::oid', true),
    ('pg_lsn', 20, 'pg_lsn ''0/0'' + x', true),
    ('xid8', 20, 'x::text::xid8', true),
    ('enum', 8, '(enum_range(NULL::mood))[1 + x % 8]', false),
    ('integer[]', 8, 'ARRAY[x / 1000, NULL, x % 1000, 7]::integer[]', true),
    ('text[]', 10, 'ARRAY[md5(x::text), NULL, ''ü'']', true),
    ('range', 10, 'int8range(x, x + x / 3)', true),
    ('multirange', 20, 'int8multirange(int8range(x, x + 5), int8range(x + 10, NULL))', true),
    ('jsonb', 20, 'jsonb_build_object(''a'', x, ''b'', ARRAY[x % 7, NULL])', true),
    ('composite', 10, 'ROW((x % 4294967296 - 2147483648)::integer, md5(x::text))::pair', true),
    ('composite[]', 20, 'ARRAY[ROW((x % 2000000000)::integer, ''x'' || x)::pair]', true)
) AS kinds (kind, share, value, spread)
\gexec

-- Each form of each kind is there, and so is each scheme for what its library has.
DO $$
BEGIN
    ASSERT (SELECT count(DISTINCT kind) FROM probed) = 40, 'not all kinds';
    ASSERT (SELECT min(forms) FROM (SELECT count(*) AS forms FROM probed GROUP BY kind) AS s) >= 40, 'too few forms';
    ASSERT (SELECT count(DISTINCT form) FROM probed WHERE kind IN ('integer', 'text', 'bytea') AND form LIKE 'scheme %') = 10, 'not all schemes';
    ASSERT NOT EXISTS (SELECT FROM probed WHERE present = 0), 'nothing asked';
END $$;
