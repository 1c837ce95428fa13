-- However many partial states there are (one a partition, one a worker, one a server) and whatever the settings said when
-- they were made, bloom_agg merges them, and the filter keeps its rate and misses nothing.
-- setting: max_worker_processes = 12
-- setting: max_parallel_workers = 8
-- setting: shared_buffers = 256MB

CREATE EXTENSION bloom_rs;
\i tests/e2e/files/counting_states.sql
CREATE TABLE even (part integer, v integer, g integer) PARTITION BY LIST (part);
CREATE TABLE uneven (part integer, v integer, g integer) PARTITION BY LIST (part);
CREATE TABLE repeated (part integer, v integer, g integer) PARTITION BY LIST (part);
DO $$
BEGIN
    FOR i IN 1..48 LOOP
        EXECUTE format('CREATE UNLOGGED TABLE even_%s PARTITION OF even FOR VALUES IN (%1$s)', i);
        EXECUTE format('CREATE UNLOGGED TABLE uneven_%s PARTITION OF uneven FOR VALUES IN (%1$s)', i);
        EXECUTE format('CREATE UNLOGGED TABLE repeated_%s PARTITION OF repeated FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
-- Values are positive and below 5 million; other numbers are in no table.
INSERT INTO even SELECT i % 48 + 1, i, i % 3 FROM generate_series(1, 288000) AS i;
INSERT INTO uneven SELECT CASE WHEN i <= 80000 THEN 1 ELSE i % 47 + 2 END, i, i % 3 FROM generate_series(1, 120000) AS i; -- one large, the others of 850
INSERT INTO repeated SELECT p, i, i % 3 FROM generate_series(1, 48) AS p, generate_series(1, 3000) AS i; -- the same in each
ANALYZE even, uneven, repeated;
SET enable_partitionwise_aggregate = on;

CREATE TABLE results (t text, call text, setting text, groups bigint, missed bigint, rate float8, fpp float8, capacity bigint, distincts bigint, per_value float8, error text);
-- Builds filters and measures them: what they miss, the rate for 10,000 absent values, the bits (or counters) for each value.
CREATE PROCEDURE measure(t text, call text, setting text, grouped boolean) LANGUAGE plpgsql AS $$
DECLARE
    made record;
    result results;
    missed bigint;
BEGIN
    EXECUTE setting;
    EXECUTE format('SELECT %L, %L, %L, 0, 0, 0, 0, 0, max(v), 0 FROM %I', t, call, setting, t) INTO result;
    FOR made IN EXECUTE format('SELECT g, f::bloom AS f, i.fpp, i.capacity, i.%s AS cells FROM (SELECT %s AS g, %s AS f FROM %I %s OFFSET 0) AS s, LATERAL bloom_info(f) AS i',
        CASE WHEN call LIKE 'counting%' THEN 'counters' ELSE 'bits' END, CASE WHEN grouped THEN 'g' ELSE 'NULL::integer' END, call, t, CASE WHEN grouped THEN 'GROUP BY g' ELSE '' END)
    LOOP
        EXECUTE format('SELECT count(*) FROM %I WHERE ($1 IS NULL OR g = $1) AND NOT $2 @> v', t) INTO missed USING made.g, made.f;
        result.groups := result.groups + 1;
        result.missed := result.missed + missed;
        result.rate := greatest(result.rate, (SELECT avg((made.f @> i)::integer) FROM generate_series(5000001, 5010000) AS i));
        result.fpp := made.fpp;
        result.capacity := result.capacity + made.capacity;
        result.per_value := result.per_value + made.cells / result.distincts::float8;
    END LOOP;
    INSERT INTO results SELECT result.*;
EXCEPTION WHEN OTHERS THEN
    INSERT INTO results (t, call, setting, error) VALUES (t, call, setting, SQLSTATE || ' ' || SQLERRM);
END $$;

DO $$
DECLARE
    t text;
    setting text;
BEGIN
    FOREACH t IN ARRAY ARRAY['even', 'uneven', 'repeated'] LOOP
        FOREACH setting IN ARRAY ARRAY['SET work_mem = ''64kB''; SET max_parallel_workers_per_gather = 0', 'SET work_mem = ''64kB''; SET max_parallel_workers_per_gather = 2'] LOOP
            CALL measure(t, 'bloom_agg(v)', setting, false);
            CALL measure(t, 'bloom_agg(v, NULL, 0.001)', setting, true);
            CALL measure(t, 'counting_bloom_agg(v)', setting, false);
        END LOOP;
    END LOOP;
END $$;
RESET work_mem;

-- Partial states that are still exact and grow when they are merged.
TRUNCATE even;
INSERT INTO even SELECT i % 48 + 1, i, i % 3 FROM generate_series(1, 76800) AS i;
CALL measure('even', 'bloom_agg(v)', 'SET work_mem = ''64kB''; SET max_parallel_workers_per_gather = 0', false);

-- A parallel plan that is kept, and run when the settings say otherwise.
CREATE UNLOGGED TABLE flat WITH (parallel_workers = 4) AS SELECT i AS v FROM generate_series(1, 300000) AS i;
ANALYZE flat;
SET work_mem = '64kB';
SET max_parallel_workers_per_gather = 4;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET plan_cache_mode = force_generic_plan;
PREPARE kept AS SELECT bloom_agg(v) FROM flat;
PREPARE kept_counting AS SELECT counting_bloom_agg(v)::bloom FROM flat;
DO $$
DECLARE
    statement text;
    workers integer;
    f bloom;
    line text;
    plan text;
BEGIN
    FOREACH statement IN ARRAY ARRAY['kept', 'kept_counting'] LOOP
        FOREACH workers IN ARRAY ARRAY[4, 0, 1] LOOP
            EXECUTE 'SET max_parallel_workers_per_gather = ' || workers;
            plan := '';
            FOR line IN EXECUTE 'EXPLAIN (COSTS off) EXECUTE ' || statement LOOP
                plan := plan || line;
            END LOOP;
            ASSERT plan LIKE '%Gather%Workers Planned: 4%', plan;
            BEGIN
                EXECUTE 'EXECUTE ' || statement INTO f;
                INSERT INTO results SELECT 'flat', statement, workers, 1, (SELECT count(*) FROM flat WHERE NOT f @> v),
                    (SELECT avg((f @> i)::integer) FROM generate_series(5000001, 5010000) AS i), i.fpp, i.capacity, 300000, i.bits / 300000.0 FROM bloom_info(f) AS i;
            EXCEPTION WHEN OTHERS THEN
                INSERT INTO results (t, call, setting, error) VALUES ('flat', statement, workers, SQLSTATE || ' ' || SQLERRM);
            END;
        END LOOP;
    END LOOP;
END $$;

-- States that an engine made on servers that know nothing of each other, merged one after another and two by two.
SET max_parallel_workers_per_gather = 0;
CREATE AGGREGATE state_of(integer) (SFUNC = bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE counting_state_of(integer) (SFUNC = counting_bloom_agg_step, STYPE = bloom_state);
CREATE AGGREGATE merged(bloom_state) (SFUNC = bloom_agg_combine, STYPE = bloom_state);
CREATE TABLE states AS SELECT v % 50 AS n, state_of(v) AS s, counting_state_of(v) AS c FROM flat GROUP BY 1;
DO $$
DECLARE
    step record;
    f bloom;
BEGIN
    FOR step IN SELECT * FROM (VALUES
        ('SELECT bloom_agg_final(merged(s)) FROM states', 'all'), ('SELECT bloom_agg_final(merged(m)) FROM (SELECT merged(s) AS m FROM states GROUP BY n % 5) AS s', 'by fives'),
        ('SELECT counting_bloom_agg_final(merged(c))::bloom FROM states', 'counting')) AS v(query, name) LOOP
        BEGIN
            EXECUTE step.query INTO f;
            INSERT INTO results SELECT 'states', step.query, step.name, 1, (SELECT count(*) FROM flat WHERE NOT f @> v),
                (SELECT avg((f @> i)::integer) FROM generate_series(5000001, 5010000) AS i), i.fpp, i.capacity, 300000, i.bits / 300000.0 FROM bloom_info(f) AS i;
        EXCEPTION WHEN OTHERS THEN
            INSERT INTO results (t, call, setting, error) VALUES ('states', step.query, step.name, SQLSTATE || ' ' || SQLERRM);
        END;
    END LOOP;
END $$;

SELECT t, call, setting, missed, rate, fpp, capacity, distincts, per_value, error FROM results;
DO $$
BEGIN
    ASSERT (SELECT count(*) = 28 FROM results), 'results are missing';
    ASSERT NOT EXISTS (SELECT FROM results WHERE error IS NOT NULL), 'an error';
    ASSERT NOT EXISTS (SELECT FROM results WHERE missed <> 0), 'a value is missing';
    -- Of 10,000 probes 100 are expected at most at 0.01, with a standard deviation of 10; 10 at 0.001, with one of 3.
    ASSERT NOT EXISTS (SELECT FROM results WHERE rate > fpp + 5 * sqrt(fpp / 10000)), 'the rate is not kept';
    -- What was in many grown states may be counted more than once.
    ASSERT NOT EXISTS (SELECT FROM results WHERE capacity NOT BETWEEN 0.95 * distincts AND CASE WHEN t = 'repeated' THEN 6 ELSE 1.05 END * distincts), 'the capacity is not the number of values';
    -- 9.6 bits a value at 0.01 and 14.4 at 0.001 are needed; a grown filter may take some times that.
    ASSERT NOT EXISTS (SELECT FROM results WHERE per_value > 90), 'too large';
END $$;
