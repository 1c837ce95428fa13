-- What tests/campaign/skip_plain.sh runs beside its random writes.
CREATE EXTENSION bloom_rs;
CREATE TABLE ev (day integer NOT NULL, uid integer, at text, dev smallint) PARTITION BY RANGE (day);
DO $$
BEGIN
    FOR i IN 0..19 LOOP
        EXECUTE format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES FROM (%s) TO (%1$s + 1)', i, i);
    END LOOP;
END $$;
CREATE INDEX ON ev (uid);
-- A key is in few partitions, and so is a device; both together are in fewer.
CREATE FUNCTION dev(key integer, part integer) RETURNS smallint IMMUTABLE LANGUAGE sql RETURN (key + part / 2) % 50;
INSERT INTO ev SELECT i % 20, i % 997, 'loaded', dev(i % 997, i % 20) FROM generate_series(1, 4000) AS i;
SELECT bloom_skip_create('ev', 'uid'), bloom_skip_create('ev', 'dev'), bloom_skip_create('ev', ARRAY['uid', 'dev']);
SELECT ev_uid_skip_seal(), ev_dev_skip_seal(), ev_uid_dev_skip_seal();
CREATE TABLE keys AS SELECT key FROM generate_series(0, 1100) AS key;
ALTER TABLE keys ADD PRIMARY KEY (key);
CREATE TABLE checked (level text, look_ups bigint);

-- Compares plain queries that may skip partitions with plain queries that cannot, in one statement.
CREATE FUNCTION compare(first integer, keys integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    skipped text;
    joined text;
    read text;
    together text;
    read_together text;
BEGIN
    FOR k IN first..first + keys - 1 LOOP
        -- The last reads all partitions, because a sum is no column.
        SELECT (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e WHERE e.uid = k),
               (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e JOIN keys ON e.uid = key WHERE key = k),
               (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e WHERE e.uid + 0 = k),
               (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e WHERE e.uid = k AND e.dev = d),
               (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e WHERE e.uid + 0 = k AND e.dev + 0 = d)
        FROM (SELECT dev(k, first % 20) AS d) AS devices
        INTO skipped, joined, read, together, read_together;
        IF skipped IS DISTINCT FROM read OR joined IS DISTINCT FROM read OR together IS DISTINCT FROM read_together THEN
            RAISE EXCEPTION 'key % in %: skipping finds % and, in a join, %, reading %; by two columns % and %', k, current_setting('transaction_isolation'), skipped, joined, read, together, read_together
                USING ERRCODE = 'data_corrupted';
        END IF;
    END LOOP;
    IF NOT current_setting('transaction_read_only')::boolean THEN
        INSERT INTO checked VALUES (current_setting('transaction_isolation'), keys);
    END IF;
END $$;

-- Writes to a random partition: by one of many ways.
CREATE PROCEDURE write(way integer, part integer, key integer, file text) LANGUAGE plpgsql AS $$
BEGIN
    CASE
        WHEN way < 40 THEN INSERT INTO ev VALUES (part, key, 'inserted', dev(key, part)), (part, key + 1, 'inserted', dev(key + 1, part));
        WHEN way < 48 THEN UPDATE ev SET dev = dev(uid, key % 20) WHERE day = part AND uid IN (SELECT min(uid) FROM ev WHERE day = part);
        WHEN way < 55 THEN UPDATE ev SET uid = key WHERE day = part AND uid IN (SELECT min(uid) FROM ev WHERE day = part);
        WHEN way < 65 THEN UPDATE ev SET day = (part + 7) % 20 WHERE day = part AND uid = key;
        WHEN way < 75 THEN DELETE FROM ev WHERE uid = key;
        WHEN way < 80 THEN PERFORM ev_uid_skip_seal(), ev_dev_skip_seal(), ev_uid_dev_skip_seal();
        WHEN way < 84 THEN PERFORM ev_uid_skip_seal();
        WHEN way < 88 THEN PERFORM ev_uid_dev_skip_seal();
        WHEN way < 94 THEN
            EXECUTE format('ALTER TABLE ev DETACH PARTITION ev_%s', part);
            EXECUTE format('INSERT INTO ev_%s VALUES (%1$s, %s, ''detached'', %s)', part, key, dev(key, part));
            EXECUTE format('ALTER TABLE ev ATTACH PARTITION ev_%s FOR VALUES FROM (%1$s) TO (%1$s + 1)', part);
        ELSE
            EXECUTE format('TRUNCATE ev_%s', part);
            EXECUTE format('COPY ev_%s FROM %L (FREEZE)', part, file || part);
    END CASE;
EXCEPTION
    WHEN undefined_table OR object_not_in_prerequisite_state OR lock_not_available OR invalid_table_definition
        OR check_violation OR wrong_object_type THEN NULL;
END $$;
