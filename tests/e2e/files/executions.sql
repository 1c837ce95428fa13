CREATE EXTENSION bloom_rs;
CREATE TABLE keys AS SELECT i * 10 AS k, 'key ' || i AS t FROM generate_series(1, 20) AS i;
CREATE TABLE facts AS SELECT i AS k, 'key ' || i AS t FROM generate_series(1, 200) AS i;
\ir events.sql
ANALYZE;
SET bloom_rs.screen_joins = force;
SET bloom_rs.skip_partitions = force;
SET enable_nestloop = off;
SET enable_mergejoin = off;

-- A query, and what it returns for 7.
CREATE TABLE queries (query text, prepared boolean, expected bigint);
INSERT INTO queries VALUES
    ('SELECT count(*) FROM facts JOIN keys USING (k) WHERE keys.k > $1', true, 20),
    ('SELECT count(*) FROM facts JOIN keys USING (t) WHERE keys.k > $1', true, 20),
    ('SELECT count(*) FROM facts JOIN keys USING (k, t) WHERE keys.k > $1', true, 0),
    ('SELECT count(*) FROM facts JOIN keys USING (k) WHERE keys.k > $1', false, 20),
    ('SELECT count(*) FROM events WHERE uid = $1', true, 3),
    ('SELECT count(*) FROM events WHERE uid = ANY (ARRAY[$1, 9])', true, 6),
    ('SELECT count(*) FROM events WHERE uid = $1', false, 3),
    ('SELECT count(*) FROM events WHERE uid = $1 AND day / (day - 1) > 7', true, NULL); -- fails
CREATE FUNCTION bytes() RETURNS bigint LANGUAGE sql AS 'SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts';
CREATE PROCEDURE run(wanted queries, times integer) LANGUAGE plpgsql AS $$
DECLARE
    found bigint;
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || replace(wanted.query, '$1', '7') INTO plan;
    ASSERT plan::text ~ 'Bloom (Screen|Skip)', plan::text;
    IF wanted.prepared THEN
        EXECUTE format('PREPARE prepared(integer) AS %s', wanted.query);
    END IF;
    SET LOCAL plan_cache_mode = force_generic_plan;
    FOR i IN 1..times LOOP
        BEGIN
            IF wanted.prepared THEN
                EXECUTE 'EXECUTE prepared(7)' INTO found;
            ELSE
                EXECUTE replace(wanted.query, '$1', '7') INTO found;
            END IF;
            ASSERT found = wanted.expected, format('%s: %s', wanted.query, found);
        EXCEPTION WHEN division_by_zero THEN
            ASSERT wanted.expected IS NULL;
        END;
        IF i % 1000 = 0 THEN
            COMMIT;
            SET LOCAL plan_cache_mode = force_generic_plan;
        END IF;
    END LOOP;
    IF wanted.prepared THEN
        DEALLOCATE prepared;
    END IF;
END $$;
CREATE PROCEDURE measure(times integer) LANGUAGE plpgsql AS $$
DECLARE
    wanted queries;
    before bigint;
    kept bigint;
BEGIN
    FOR wanted IN SELECT * FROM queries LOOP
        CALL run(wanted, 1000);
        before := bytes();
        CALL run(wanted, times);
        kept := bytes() - before;
        ASSERT kept < 200000, format('%s bytes are kept after %s executions of %s', kept, times, wanted.query);
    END LOOP;
END $$;
CALL measure(:calls);
