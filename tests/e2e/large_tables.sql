-- With so much work_mem that the table of distinct values would pass a gigabyte, which no value of PostgreSQL may, bloom_agg
-- goes on in a bitmap: while it counts, and while states are merged. Takes 2 GB of memory.
-- The same with every server major: it rests on nothing that differs.
-- Takes long, so only with LONG=yes, as in CI.
-- setting: max_parallel_workers_per_gather = 0
-- setting: jit = off

CREATE EXTENSION bloom_rs;
\i tests/e2e/files/counting_states.sql
CREATE AGGREGATE counting_state_of(integer) (SFUNC = counting_bloom_agg_step, STYPE = bloom_state);
SET work_mem = '2GB';
SET hash_mem_multiplier = 2;
CREATE TABLE results (what text, error text, capacity bigint, missed bigint, rate float8, fpp float8);
CREATE PROCEDURE measure(what text, query text) LANGUAGE plpgsql AS $$
DECLARE
    f bloom;
BEGIN
    EXECUTE query INTO f;
    INSERT INTO results SELECT what, NULL, h.capacity, (SELECT count(*) FROM generate_series(1, 27000000, 97) AS i WHERE NOT f @> i),
        (SELECT avg((f @> i)::integer) FROM generate_series(50000001, 50020000) AS i), h.fpp FROM bloom_header(f) AS h;
EXCEPTION WHEN OTHERS THEN
    INSERT INTO results (what, error) VALUES (what, SQLSTATE || ' ' || SQLERRM);
END $$;
-- 2^25 slots hold 26.8 million values. (In the target list, as a function in FROM would keep all rows.)
CALL measure('one state', 'SELECT bloom_agg(i) FROM (SELECT generate_series(1, 27000000) AS i) AS s');
CALL measure('two states', 'SELECT counting_bloom_agg_final(bloom_agg_combine((SELECT counting_state_of(i) FROM (SELECT generate_series(1, 13500000) AS i) AS s),
    (SELECT counting_state_of(i) FROM (SELECT generate_series(13500001, 27000000) AS i) AS s)))::bloom');
SELECT * FROM results;
DO $$
BEGIN
    ASSERT (SELECT count(*) = 2 FROM results), 'results are missing';
    ASSERT NOT EXISTS (SELECT FROM results WHERE error IS NOT NULL), 'an error';
    ASSERT NOT EXISTS (SELECT FROM results WHERE missed <> 0), 'a value is missing';
    ASSERT NOT EXISTS (SELECT FROM results WHERE rate > fpp + 5 * sqrt(fpp / 20000)), 'the rate is not kept';
    ASSERT NOT EXISTS (SELECT FROM results WHERE capacity NOT BETWEEN 0.95 * 27000000 AND 1.05 * 27000000), 'the capacity is not the number of values';
END $$;
