-- A table of 40 partitions, all sealed, and the function that compares lookups with the plain query.
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
-- A lookup that reads the partitions one by one, however many they are.
CREATE FUNCTION one_by_one(value bigint) RETURNS SETOF ev LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT bloom_skip_rows(NULL::ev, ARRAY(SELECT p FROM ev_by_uid_partitions(value) AS p), 'uid', value);
END;

CREATE TABLE compared (partitions numeric, candidates numeric);
-- Looks up so many random values, and fails if one lookup differs from the plain query.
CREATE FUNCTION compare(n integer) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    v integer;
    looked_up text;
    plain text;
BEGIN
    FOR i IN 1..n LOOP
        v := 1 + random() * 4000;
        SELECT (SELECT string_agg(e::text, ' ' ORDER BY e::text) FROM one_by_one(v) AS e),
               (SELECT string_agg(e::text, ' ' ORDER BY e::text) FROM ev AS e WHERE uid = v) INTO looked_up, plain;
        IF looked_up IS DISTINCT FROM plain THEN
            RAISE EXCEPTION 'lookup of %: %, but the plain query finds %', v, looked_up, plain USING ERRCODE = 'assert_failure';
        END IF;
    END LOOP;
    INSERT INTO compared SELECT count(*), count(*) FILTER (WHERE NOT sealed) FROM ev_uid_skip_partitions();
END $$;
