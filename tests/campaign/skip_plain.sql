-- What tests/campaign/skip_plain.sh runs beside its random writes.
CREATE EXTENSION bloom_rs;
CREATE TABLE ev (day integer NOT NULL, uid integer, at text) PARTITION BY RANGE (day);
DO $$
BEGIN
    FOR i IN 0..19 LOOP
        EXECUTE format('CREATE TABLE ev_%s PARTITION OF ev FOR VALUES FROM (%s) TO (%1$s + 1)', i, i);
    END LOOP;
END $$;
CREATE INDEX ON ev (uid);
INSERT INTO ev SELECT i % 20, i % 997, 'loaded' FROM generate_series(1, 4000) AS i;
SELECT bloom_skip_create('ev', 'uid');
SELECT ev_uid_skip_seal();
CREATE TABLE keys AS SELECT key FROM generate_series(0, 1100) AS key;
ALTER TABLE keys ADD PRIMARY KEY (key);
CREATE TABLE checked (level text, look_ups bigint);

-- Compares plain queries that may skip partitions with plain queries that cannot, in one statement.
CREATE FUNCTION compare(first integer, keys integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    skipped text;
    joined text;
    read text;
BEGIN
    FOR k IN first..first + keys - 1 LOOP
        -- The last reads all partitions, because a sum is no column.
        SELECT (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e WHERE e.uid = k),
               (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e JOIN keys ON e.uid = key WHERE key = k),
               (SELECT string_agg(e::text, ';' ORDER BY e::text) FROM ev AS e WHERE e.uid + 0 = k)
        INTO skipped, joined, read;
        IF skipped IS DISTINCT FROM read OR joined IS DISTINCT FROM read THEN
            RAISE EXCEPTION 'key % in %: skipping finds % and, in a join, %, reading %', k, current_setting('transaction_isolation'), skipped, joined, read
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
        WHEN way < 40 THEN INSERT INTO ev VALUES (part, key, 'inserted'), (part, key + 1, 'inserted');
        WHEN way < 55 THEN UPDATE ev SET uid = key WHERE day = part AND uid IN (SELECT min(uid) FROM ev WHERE day = part);
        WHEN way < 65 THEN UPDATE ev SET day = (part + 7) % 20 WHERE day = part AND uid = key;
        WHEN way < 75 THEN DELETE FROM ev WHERE uid = key;
        WHEN way < 88 THEN PERFORM ev_uid_skip_seal();
        WHEN way < 94 THEN
            EXECUTE format('ALTER TABLE ev DETACH PARTITION ev_%s', part);
            EXECUTE format('INSERT INTO ev_%s VALUES (%1$s, %s, ''detached'')', part, key);
            EXECUTE format('ALTER TABLE ev ATTACH PARTITION ev_%s FOR VALUES FROM (%1$s) TO (%1$s + 1)', part);
        ELSE
            EXECUTE format('TRUNCATE ev_%s', part);
            EXECUTE format('COPY ev_%s FROM %L (FREEZE)', part, file || part);
    END CASE;
EXCEPTION
    WHEN undefined_table OR object_not_in_prerequisite_state OR lock_not_available OR invalid_table_definition
        OR check_violation OR wrong_object_type THEN NULL;
END $$;
