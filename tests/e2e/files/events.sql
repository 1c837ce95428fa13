-- A table of 20 partitions with an index that skips them, in which each user has events in three.
CREATE TABLE events (day integer, uid integer) PARTITION BY LIST (day);
DO $$
BEGIN
    FOR i IN 0..19 LOOP
        EXECUTE format('CREATE TABLE events_%1$s PARTITION OF events FOR VALUES IN (%1$s)', i);
    END LOOP;
END $$;
INSERT INTO events SELECT i % 20, i / 3 FROM generate_series(1, 6000) AS i;
CREATE INDEX events_skip ON events USING bloom_skip (uid);
