CREATE EXTENSION bloom_rs;
CREATE TABLE operations (n serial, what text, call text, delay float8 DEFAULT 0.3);
\ir catalog.sql
INSERT INTO operations (what, call)
    SELECT call, CASE WHEN proretset THEN format('(SELECT count(*) FROM %s AS s)', call) ELSE call END
    FROM functions AS f, call_of(f, '{"bloom": "f", "counting_bloom": "c", "bloom_matrix": "m", "anycompatible": "1", "anyarray": "a", "int8": "7", "float8": "0.95", "bloom_hash_value": "bloom_hash(1)"}') AS call
    WHERE prokind = 'f' AND types && '{bloom,counting_bloom,bloom_matrix}' AND call IS NOT NULL
      AND name NOT IN ('bloom_to_parquet', 'bloom_to_spark', 'bloom_to_datasketches'); -- other schemes; all are written by the same code
INSERT INTO operations (what, call) VALUES
    ('from text', 't::bloom'), ('from bytes', 'f::bytea::bloom'), ('to Guava and back', 'bloom_from_guava(bloom_to_guava(f), ''bigint'')'),
    ('of 40 million', 'bloom_of(a)'), ('add_all 40 million', 'bloom_add_all(bloom_empty(10), a)'), ('contains_all 40 million', 'bloom_contains_all(bloom_sized(64, 1) || 1, a) OR bloom_contains_any(empty, a)'),
    ('counting of 40 million', 'counting_bloom_of(a)'), ('counting add_all 40 million', 'bloom_add_all(few, a)'), ('counting remove_all 40 million', 'bloom_remove_all(few, a)'),
    ('counting to text', 'c::text'), ('counting to bytes and back', 'c::bytea::counting_bloom'), ('matrix to text', 'm::text'), ('matrix to bytes and back', 'm::bytea::bloom_matrix'),
    ('final', 'bloom_agg_final(s)'), ('combine', 'bloom_agg_combine(s, s)'), ('state to text and back', 's::text::bloom_state'), ('final of a table', 'bloom_agg_final(x)'), ('union step', 'bloom_union_step(bloom_union_step(NULL, f), g)'),
    ('matrix of filters', '(SELECT bloom_matrix_agg(wide, i) FROM generate_series(1, 6000) AS i)'), ('matrix of a state', 'bloom_matrix_final(w)'), ('state of a matrix to text and back', 'w::text::bloom_state'), ('combine states of matrices', 'bloom_matrix_combine(w, w)'),
    ('search', '(SELECT count(*) FROM generate_series(1, 100000000) AS v, bloom_matrix_search(m, v))'), ('a new filter', 'bloom_sized(3690086400 * 2, 5)');
-- Values that are looked for with one hash are compared with each other.
CREATE FUNCTION one_hash(integer, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT 1::bigint';
CREATE OPERATOR CLASS alike_ops FOR TYPE integer USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 one_hash(integer, bigint);
CREATE TABLE alike (part integer, v integer) PARTITION BY LIST (part);
CREATE TABLE alike_1 PARTITION OF alike DEFAULT;
CREATE INDEX ON alike USING bloom_skip (v alike_ops);
INSERT INTO operations (what, call) VALUES ('skip by 60000 values of one hash', '(SELECT count(*) FROM alike WHERE v = ANY (b))');
-- What goes through several stages is canceled in each.
INSERT INTO operations (what, call, delay) SELECT what, call, CASE WHEN call LIKE 'bloom_fold%' THEN 1 ELSE 2.5 END FROM operations WHERE call LIKE 'bloom_fold%' OR what LIKE '%of 40 million';

-- At which processor time of the worker.
CREATE TABLE heard (n integer, at float8, error text);
CREATE TABLE canceled (n integer, at float8);
CREATE VIEW latencies AS SELECT n, what, delay, heard.at - canceled.at AS seconds, error FROM operations LEFT JOIN heard USING (n) LEFT JOIN canceled USING (n);
-- A hundredth of f is just denser than the rate asked of its folds allows: about sixty of them are as dense, which no
-- look at a part of them tells.
DO $outer$
DECLARE
    body text := '';
    o record;
BEGIN
    FOR o IN SELECT * FROM operations ORDER BY n LOOP
        body := body || format($part$
    BEGIN
        PERFORM pg_advisory_lock(%1$s);
        LOOP
            PERFORM (%2$s) IS NULL;
        END LOOP;
    EXCEPTION
        WHEN query_canceled THEN INSERT INTO heard VALUES (%1$s, processor_seconds(), NULL);
        WHEN OTHERS THEN INSERT INTO heard VALUES (%1$s, processor_seconds(), SQLSTATE || ' ' || SQLERRM);
    END;
    PERFORM pg_advisory_unlock(%1$s);
        $part$, o.n, o.call);
    END LOOP;
    -- Generic plans, as PostgreSQL copies the values of a custom plan some times, deaf.
    EXECUTE format($procedure$
CREATE PROCEDURE work() LANGUAGE plpgsql SET client_min_messages = warning SET work_mem = '1GB' SET plan_cache_mode = force_generic_plan SET bloom_rs.skip_partitions = force AS $work$
DECLARE
    bytes integer := 461260800; -- a number of words with very many divisors
    dense bytea := decode(repeat('ffffff7f', bytes / 400), 'hex');
    f bloom := overlay((bloom_sized(bytes * 8::bigint, 1) || 1)::bytea PLACING dense FROM 60 + bytes - length(dense) + 1)::bloom;
    g bloom := f;
    t text := f::text;
    a integer[] := array_agg(i) FROM generate_series(1, 40000000) AS i;
    b integer[] := a[:60000];
    c counting_bloom := overlay(bloom_add(counting_bloom_empty(60000000), 1)::bytea PLACING convert_to(repeat('"', 200000000), 'UTF8') FROM 61)::counting_bloom;
    few counting_bloom := bloom_add(counting_bloom_empty(10), 1);
    empty bloom := bloom_sized(64000, 5) || 1;
    s bloom_state := bloom_agg_step(NULL, 1, 380000000);
    wide bloom := bloom_add(bloom_sized(400000, 5), 7);
    m bloom_matrix := bloom_matrix_agg(wide, i) FROM generate_series(1, 8000) AS i;
    w bloom_state := state_of_matrix(wide, i) FROM generate_series(1, 8000) AS i;
    x bloom_state := state_of(i) FROM generate_series(1, 1000000) AS i;
BEGIN
    %s
    PERFORM pg_advisory_lock(999);
END $work$ $procedure$, body);
END $outer$;
CREATE AGGREGATE state_of_matrix(bloom, bigint) (SFUNC = bloom_matrix_step, STYPE = bloom_state);
CREATE AGGREGATE state_of(integer) (SFUNC = bloom_agg_step, STYPE = bloom_state);

CREATE PROCEDURE watch() LANGUAGE plpgsql AS $$
DECLARE
    last integer := 0;
    now record;
    worker integer;
    begun float8;
BEGIN
    LOOP
        SELECT objid::integer AS n, pid FROM pg_locks WHERE locktype = 'advisory' AND granted INTO now;
        IF now.n = 999 THEN
            RETURN;
        ELSIF now.n > last THEN
            last := now.n;
            worker := now.pid;
            begun := processor_seconds(worker);
            WHILE processor_seconds(worker) < begun + (SELECT delay FROM operations WHERE n = last) LOOP
                PERFORM pg_sleep(0.01);
            END LOOP;
            INSERT INTO canceled VALUES (last, processor_seconds(worker));
            PERFORM pg_cancel_backend(worker);
        ELSE
            PERFORM pg_sleep(0.02);
        END IF;
        ASSERT last = 0 OR processor_seconds(worker) IS NOT NULL, 'the worker is gone'; -- it failed, and takes no more locks
        ASSERT last = 0 OR processor_seconds(worker) < (SELECT max(at) + 100 FROM canceled), 'the worker is deaf';
    END LOOP;
END $$;
CREATE FUNCTION check_latencies(most float8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM latencies WHERE error IS NOT NULL), 'an operation failed';
    ASSERT NOT EXISTS (SELECT FROM latencies WHERE seconds IS NULL), 'an operation was not canceled';
    ASSERT NOT EXISTS (SELECT FROM latencies WHERE seconds > most), 'deaf to cancel';
END $$;
