-- The false-positive rate asked for is the rate measured, by at least a million probes of absent values each; sizes and
-- estimates are as promised.
-- The same with every server major: it rests on nothing that differs.
-- Takes long, so only with LONG=yes, as in CI.
-- setting: shared_buffers = 128MB

CREATE EXTENSION bloom_rs;
SET extra_float_digits = 0;
SET jit = off;

CREATE TABLE measured (
    build text, n bigint, asked float8, filters bigint, probes bigint, rate float8, spread float8,
    largest bigint, worst_estimate float8
);

-- The fill of one small filter varies, so the rate is that of many of them.
CREATE PROCEDURE measure(build text, n bigint, asked float8, filters bigint, probes_each bigint) LANGUAGE plpgsql AS $$
DECLARE
    kind text := CASE WHEN build LIKE 'counting%' THEN 'counting_bloom' ELSE 'bloom' END;
BEGIN
    EXECUTE format($query$
        WITH built AS MATERIALIZED (
            SELECT g, %s AS f FROM generate_series(1, %s::bigint) AS g, generate_series(1, %s::bigint) AS i GROUP BY g
        ), probed AS (
            SELECT g, avg(bloom_contains(f, -(g * 100000000 + i))::integer) AS rate, count(*) AS probes
            FROM built, generate_series(1, %s::bigint) AS i GROUP BY g
        )
        INSERT INTO measured
        SELECT %L, %s, %s, count(*), sum(probes), avg(rate), coalesce(stddev_samp(rate), 0) / sqrt(count(*)), max(bytes),
               max(abs(estimated_count - %s) / %s::float8)
        FROM probed JOIN built USING (g), bloom_info(f)
        $query$,
        CASE WHEN build LIKE '%capacity given' THEN format('%s_agg(g * 100000000 + i, %s, %s)', kind, n, asked)
             WHEN build = 'folded' THEN format('bloom_fold(bloom_agg(g * 100000000 + i, 10080, %1$s), %1$s)', asked)
             WHEN build LIKE '%half of them removed' THEN replace(format('(%1$s | %2$s) - %2$s',
                 'counting_bloom_agg(g * 100000000 + i, #)', 'counting_bloom_agg(g * 100000000 + 50000000 + i, #)'), '#', n || ', ' || asked)
             ELSE format('%s_agg(g * 100000000 + i, NULL, %s)', kind, asked) END,
        filters, n, probes_each, build, n, asked, n, n);
END $$;

CREATE PROCEDURE measure_all(build text, sizes bigint[]) LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
    asked float8;
BEGIN
    FOREACH n IN ARRAY sizes LOOP
        FOREACH asked IN ARRAY ARRAY[0.1, 0.01, 0.001, 0.0001] LOOP
            IF n <= 100 THEN
                CALL measure(build, n, asked, 1000, 1000);
            ELSIF n <= 10000 THEN
                CALL measure(build, n, asked, 20, 50000);
            ELSE
                CALL measure(build, n, asked, 1, 1000000);
            END IF;
        END LOOP;
    END LOOP;
END $$;

CALL measure_all('capacity given', '{10,100,1000,10000,100000,1000000}');
CALL measure_all('counting, capacity given', '{10,100,1000,10000,100000}');
CALL measure_all('counting, half of them removed', '{10,100,1000,10000}');
SET work_mem = '256MB'; -- counted exactly
CALL measure_all('capacity unknown', '{10,100,1000,10000,100000,1000000}');
CALL measure_all('counting, capacity unknown', '{10,100,1000,10000,100000}');
SET work_mem = '64kB'; -- estimated
CALL measure_all('beyond work_mem', '{10000,100000,1000000}');
CALL measure_all('counting, beyond work_mem', '{10000,100000}');
-- At such a rate, most of it is the excess of double hashing.
SET hash_mem_multiplier = 1;
CALL measure('beyond work_mem', 2000, 0.0000001, 20, 1000000);
RESET hash_mem_multiplier;
RESET work_mem;
CALL measure_all('folded', '{10,100}');

-- bloom_sized(20 n, 10), Guava's example: (1 - e^(-1/2))^10 = 0.0000889.
DO $$
DECLARE
    n CONSTANT integer := 10000;
    f bloom;
BEGIN
    FOR g IN 1..4 LOOP
        f := bloom_sized(20 * n, 10);
        FOR i IN 1..n LOOP
            f := bloom_add(f, g * 100000000 + i);
        END LOOP;
        INSERT INTO measured
            SELECT 'bloom_sized(20 n, 10)', n, 0.0000889, 1, count(*), avg(bloom_contains(f, -i)::integer), 0, 0, 0
            FROM generate_series(1, 5000000) AS i;
    END LOOP;
END $$;

-- Not more than four standard errors above what was asked for.
CREATE VIEW judged AS
    SELECT *, asked + 4 * greatest(sqrt(asked * (1 - asked) / probes), spread) AS limit FROM measured;
SELECT build, n, asked, probes, round(rate::numeric, 6) AS rate, round(rate::numeric / asked::numeric, 3) AS of_asked,
       CASE WHEN rate > "limit" THEN 'TOO HIGH' ELSE '' END AS verdict
FROM judged WHERE build <> 'bloom_sized(20 n, 10)' ORDER BY build, n, asked DESC;
SELECT build, sum(probes) AS probes, avg(rate) AS rate FROM measured WHERE build = 'bloom_sized(20 n, 10)' GROUP BY build;
SELECT build, n, largest AS bytes, worst_estimate FROM measured WHERE n >= 10000 AND asked = 0.01 ORDER BY build, n;

DO $$
BEGIN
    ASSERT (SELECT count(*) = 133 AND bool_and(probes >= 1000000) FROM judged WHERE build <> 'bloom_sized(20 n, 10)'), 'too few';
    ASSERT (SELECT bool_and(rate <= "limit") FROM judged WHERE build <> 'bloom_sized(20 n, 10)'), 'a rate is too high';
    ASSERT (SELECT abs(avg(rate) / 0.0000889 - 1) < 0.1 FROM measured WHERE build = 'bloom_sized(20 n, 10)'), 'bloom_sized';
    -- Without a capacity up to 1 % more, for a size that folds.
    ASSERT (SELECT bool_and(largest <= CASE WHEN build ~ 'unknown' THEN 1212000 ELSE 1200000 END) FROM measured
            WHERE n = 1000000 AND asked = 0.01 AND build NOT LIKE '%beyond work_mem'), 'more than 1.2 MB';
    ASSERT (SELECT bool_and(worst_estimate < 0.02) FROM measured WHERE n >= 10000 AND build NOT LIKE '%beyond work_mem'), 'estimated_count';
END $$;
