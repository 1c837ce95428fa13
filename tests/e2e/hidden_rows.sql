-- A value that only hidden rows have looks like one that no row has, in everything that another role can read of a query
-- that is screened: EXPLAIN in all formats, with buffers, and the counters of pg_stat_user_tables.
-- setting: shared_preload_libraries = bloom_rs
-- setting: jit = off
-- setting: autovacuum = off

\ir files/hidden_rows.sql

SET ROLE reader;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET max_parallel_workers_per_gather = 0;
CALL looks('SELECT * FROM open JOIN hidden.guess USING (badge)', same => false);
-- Policies.
CALL looks('SELECT * FROM badges JOIN hidden.guess USING (badge)');
CALL looks('SELECT * FROM badges JOIN hidden.guess USING (name)');
CALL looks('SELECT * FROM badges JOIN hidden.guess USING (far)');
CALL looks('SELECT * FROM badges JOIN hidden.guess USING (badge, far)');
CALL looks('SELECT * FROM badges WHERE badge IN (SELECT badge FROM hidden.guess)');
CALL looks('SELECT * FROM hidden.guess LEFT JOIN badges USING (badge)');
CALL looks('SELECT * FROM parts JOIN hidden.guess USING (badge)');
CALL looks('SELECT * FROM badges JOIN hidden.guess USING (badge) WHERE leaks(badges.name)');
CALL looks('SELECT * FROM badges JOIN open USING (id) JOIN hidden.guess ON badges.badge = guess.badge');
CALL looks('UPDATE badges SET name = badges.name FROM hidden.guess WHERE badges.badge = guess.badge');
CALL looks('DELETE FROM parts USING hidden.guess WHERE parts.badge = guess.badge');
-- Barriers: views whose conditions are those of a scan, or stand above it.
CALL looks('SELECT * FROM mine JOIN hidden.guess USING (badge)');
CALL looks('SELECT * FROM mine_inlined() AS mine JOIN hidden.guess USING (badge)');
CALL looks('SELECT * FROM mine JOIN hidden.guess USING (badge) WHERE leaks(mine.name)', screened => false);
CALL looks('SELECT * FROM joined JOIN hidden.guess USING (badge)', screened => false);
CALL looks('SELECT * FROM half JOIN hidden.guess USING (badge)', screened => false);
CALL looks('SELECT * FROM nested JOIN hidden.guess USING (name)', screened => false);
CALL looks('UPDATE mine SET name = mine.name FROM hidden.guess WHERE mine.badge = guess.badge');
-- Other scans.
SET enable_seqscan = off;
CALL looks('SELECT * FROM badges JOIN (SELECT * FROM hidden.guess OFFSET 0) AS guess USING (badge) WHERE badges.id BETWEEN 0 AND 50000');
CALL looks('SELECT * FROM mine JOIN (SELECT * FROM hidden.guess OFFSET 0) AS guess USING (badge) WHERE mine.id BETWEEN 0 AND 50000');
SET enable_indexscan = off;
CALL looks('SELECT * FROM badges JOIN (SELECT * FROM hidden.guess OFFSET 0) AS guess USING (badge) WHERE badges.id BETWEEN 0 AND 50000');
RESET enable_indexscan;
RESET enable_seqscan;
-- A subquery that is read for each row.
CALL looks('SELECT o.owner, q.n FROM (SELECT owner FROM mine LIMIT 5) AS o CROSS JOIN LATERAL (SELECT count(*) AS n FROM badges JOIN hidden.guess USING (badge) WHERE badges.owner >= o.owner OFFSET 0) AS q');
-- A role that sees all rows sees all numbers.
RESET ROLE;
CALL looks('SELECT * FROM parts JOIN hidden.guess USING (badge)', same => false);
CALL looks('SELECT * FROM badges JOIN hidden.guess USING (badge)', same => false);
-- A scan by an index reads a partition or not, as buffers and counters tell. Its plan tells nothing else, but to whom no row
-- is hidden.
SET bloom_rs.skip_partitions = force;
CREATE FUNCTION skips_alike() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    line text;
    plans text[] := '{"", ""}';
BEGIN
    FOR format IN 0..3 LOOP
        FOR value IN 1..2 LOOP
            FOR line IN EXECUTE format('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF, VERBOSE, FORMAT %s) SELECT * FROM parts WHERE badge = %s',
                                       ('{text,xml,json,yaml}'::text[])[format + 1], 699 + value) LOOP
                plans[value] := plans[value] || replace(line, (699 + value)::text, 'value') || E'\n';
            END LOOP;
        END LOOP;
    END LOOP;
    ASSERT plans[1] ~ 'Bloom Skip', plans[1];
    RETURN plans[1] = plans[2];
END $$;
DO $$ BEGIN ASSERT NOT skips_alike(), 'no number is shown'; END $$;
SET ROLE reader;
DO $$ BEGIN ASSERT skips_alike(), 'a value of a hidden row looks different'; END $$;
