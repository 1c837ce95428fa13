ALTER TABLE ev ADD once integer; -- for ON CONFLICT
CREATE UNIQUE INDEX ON ev (part, once);
ALTER TABLE ev_5 SET UNLOGGED;
-- What missed() reads on a standby, which has no unlogged tables.
CREATE SCHEMA logged;
CREATE VIEW logged.ev AS SELECT tableoid, * FROM public.ev WHERE part <> 5;

-- One random step of a session, then what it misses. Values come from a small range, so that partitions share them.
CREATE PROCEDURE step(INOUT wrong text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
<<own>>
DECLARE
    part integer := 1 + floor(random() * 5);
    low integer := floor(random() * 3000);
    action float8 := random();
BEGIN
    IF action < 0.25 THEN
        INSERT INTO ev SELECT part, low + i FROM generate_series(1, 1 + floor(random() * 20)::integer) AS i;
    ELSIF action < 0.28 THEN
        -- More than a filter in the metapage holds.
        INSERT INTO ev SELECT part, low + i FROM generate_series(1, 4500) AS i;
    ELSIF action < 0.33 THEN
        INSERT INTO ev SELECT part, low + i, 0, repeat(md5((low + i)::text), 90) FROM generate_series(1, 3) AS i;
    ELSIF action < 0.45 THEN
        UPDATE ev SET n = n + 1 WHERE ev.part = own.part AND k BETWEEN low AND low + 5; -- HOT
    ELSIF action < 0.55 THEN
        UPDATE ev SET k = k + 7 WHERE ev.part = own.part AND k BETWEEN low AND low + 5;
    ELSIF action < 0.60 THEN
        UPDATE ev SET part = 1 + own.part % 5, once = NULL WHERE ev.part = own.part AND k BETWEEN low AND low + 2;
    ELSIF action < 0.70 THEN
        DELETE FROM ev WHERE ev.part = own.part AND k BETWEEN low AND low + 100;
    ELSIF action < 0.72 THEN
        DELETE FROM ev WHERE ev.part = own.part;
    ELSIF action < 0.80 THEN
        BEGIN
            INSERT INTO ev SELECT part, low + i FROM generate_series(1, 10) AS i;
            IF random() < 0.5 THEN RAISE EXCEPTION 'undone'; END IF;
        EXCEPTION WHEN raise_exception THEN
            INSERT INTO ev VALUES (part, low);
        END;
    ELSIF action < 0.82 THEN
        EXECUTE format('TRUNCATE ev_%s', part);
        INSERT INTO ev SELECT part, low + i FROM generate_series(1, 10) AS i;
    ELSIF action < 0.84 THEN
        EXECUTE format('REINDEX INDEX ev_%s_k_idx', part);
    ELSIF action < 0.92 THEN
        INSERT INTO ev SELECT part, low + i, 0, md5(i::text), i FROM generate_series(1, 5) AS i ON CONFLICT (part, once) DO UPDATE SET k = excluded.k;
    END IF;
    -- What the transaction sees of its own, and after it, what everybody sees.
    SELECT string_agg('own: ' || m, ', ') INTO wrong FROM missed(low, low + 30) AS m;
    IF wrong IS NULL THEN
        IF random() < 0.2 THEN ROLLBACK; ELSE COMMIT; END IF;
        SELECT string_agg(m, ', ') INTO wrong FROM missed(low - 15, low + 15) AS m;
        COMMIT;
    END IF;
END $$;

CREATE PROCEDURE steps(count integer, seed float8) LANGUAGE plpgsql AS $$
DECLARE
    wrong text;
BEGIN
    PERFORM setseed(seed);
    COMMIT;
    FOR i IN 1..count LOOP
        CALL step(wrong);
        RAISE NOTICE 'step';
        IF wrong IS NOT NULL THEN
            RAISE EXCEPTION 'missed in step % of seed %: %', i, seed, wrong;
        END IF;
    END LOOP;
END $$;
