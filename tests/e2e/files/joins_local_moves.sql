-- Moves the rows of a partition into the default one and back, once the tables are there.
SET lock_timeout = '100ms';
SELECT to_regrole('reader') IS NOT NULL AS ready \gset
\if :ready
DO $$ BEGIN
    LOCK TABLE ranged; -- a plan that is being made would have neither the rows nor the partition
    IF to_regclass('ranged3') IS NULL THEN
        CREATE TABLE ranged3 (LIKE small);
        WITH moved AS (DELETE FROM ranged_rest WHERE i4 >= 300 AND i4 < 320 RETURNING *) INSERT INTO ranged3 TABLE moved;
        GRANT SELECT, UPDATE, DELETE ON ranged3 TO reader;
        ALTER TABLE ranged ATTACH PARTITION ranged3 FOR VALUES FROM (300) TO (320);
    ELSE
        ALTER TABLE ranged DETACH PARTITION ranged3;
        INSERT INTO ranged TABLE ranged3;
        DROP TABLE ranged3;
    END IF;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
END $$;
\endif
