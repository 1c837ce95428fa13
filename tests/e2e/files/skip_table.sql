-- A table of 40 partitions, all sealed, whose lookup reads candidates one by one however many they are; and the function
-- that compares lookups with the plain query.
CREATE EXTENSION bloom_rs;
CREATE TABLE ev (day integer, uid integer, payload text) PARTITION BY LIST (day);
DO $$
BEGIN
    FOR i IN 1..40 LOOP
        EXECUTE format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
CREATE INDEX ON ev (uid);
INSERT INTO ev SELECT i % 40 + 1, i % 4000 + 1, 'first' FROM generate_series(1, 4000) AS i;
SELECT bloom_skip_create('ev', 'uid');
SELECT ev_uid_skip_seal();
DO $$
BEGIN
    EXECUTE replace(pg_get_functiondef('ev_by_uid'::regproc), 'cardinality(candidates) * 8 >', 'cardinality(candidates) * 0 >');
    ASSERT pg_get_functiondef('ev_by_uid'::regproc) LIKE '%candidates) * 0 >%';
END $$;

CREATE TABLE compared (partitions numeric, candidates numeric);
-- Looks up so many random values, and fails if one lookup differs from the plain query.
CREATE FUNCTION compare(n integer) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    v integer;
    looked_up text;
    plain text;
    candidates bigint;
BEGIN
    FOR i IN 1..n LOOP
        v := 1 + random() * 4000;
        SELECT (SELECT string_agg(e::text, ' ' ORDER BY e::text) FROM ev_by_uid(v) AS e),
               (SELECT string_agg(e::text, ' ' ORDER BY e::text) FROM ev AS e WHERE uid = v) INTO looked_up, plain;
        IF looked_up IS DISTINCT FROM plain THEN
            RAISE EXCEPTION 'lookup of %: %, but the plain query finds %', v, looked_up, plain USING ERRCODE = 'assert_failure';
        END IF;
    END LOOP;
    SELECT count(*) INTO candidates FROM bloom_skip_candidates('ev', 'ev_uid_skip_mark',
        ARRAY(SELECT unnest(seals) FROM ev_uid_skip), ARRAY(SELECT seal FROM ev_uid_skip_stale));
    INSERT INTO compared SELECT count(*), candidates FROM pg_inherits WHERE inhparent = 'ev'::regclass;
END $$;
