-- What the tests of the scan that skips partitions ask with.

-- Whether the plan of a query skips partitions.
CREATE FUNCTION skips(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
        IF line LIKE '%(Bloom Skip)%' THEN
            RETURN true;
        END IF;
    END LOOP;
    RETURN false;
END $$;
-- The rows of a query as one text, in any order; of one that fails, its SQLSTATE. What it writes is undone.
CREATE FUNCTION rows_of(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    rows text;
BEGIN
    PERFORM set_config('bloom_rs.skip_partitions', mode, true);
    BEGIN
        IF query ~* '^(EXECUTE|WITH w )' THEN
            FOR rows IN EXECUTE query LOOP
                RAISE EXCEPTION USING ERRCODE = 'BL000', MESSAGE = rows;
            END LOOP;
        ELSIF query ~* '^(INSERT|UPDATE|DELETE)' THEN
            EXECUTE format('WITH w AS (%s) SELECT string_agg(w::text, %L ORDER BY w::text) FROM w', query, E'\n') INTO rows;
        ELSE
            EXECUTE format('SELECT string_agg(r::text, %L ORDER BY r::text) FROM (%s) AS r', E'\n', query) INTO rows;
        END IF;
        RAISE EXCEPTION USING ERRCODE = 'BL000', MESSAGE = coalesce(rows, 'none');
    EXCEPTION
        WHEN SQLSTATE 'BL000' THEN RETURN SQLERRM;
        WHEN OTHERS THEN RETURN SQLSTATE;
    END;
END $$;
-- The rows of a query, if they are the same in each mode.
CREATE FUNCTION agree(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plain text := rows_of(query, 'off');
    rows text;
    mode text;
BEGIN
    FOREACH mode IN ARRAY '{on, force}'::text[] LOOP
        rows := rows_of(query, mode);
        IF rows IS DISTINCT FROM plain THEN
            RAISE EXCEPTION '%: % by %, % without', query, rows, mode, plain;
        END IF;
    END LOOP;
    RETURN plain;
END $$;
-- Fails unless the rows of a query are these in each mode, by plans that skip if they are forced to, or not.
CREATE PROCEDURE expect(query text, wanted text, must_skip boolean DEFAULT true) LANGUAGE plpgsql AS $$
DECLARE
    rows text := agree(query);
BEGIN
    IF rows IS DISTINCT FROM wanted THEN
        RAISE EXCEPTION '%: %, not %', query, rows, wanted;
    END IF;
    PERFORM set_config('bloom_rs.skip_partitions', 'force', true);
    IF skips(query) IS DISTINCT FROM must_skip THEN
        RAISE EXCEPTION '%: skips %', query, NOT must_skip;
    END IF;
END $$;
-- The locks of a query, which is planned and run.
CREATE FUNCTION locked(query text, mode text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    locks text;
BEGIN
    PERFORM set_config('bloom_rs.skip_partitions', mode, true);
    PERFORM FROM pg_class AS c JOIN pg_locks AS l ON l.relation = c.oid WHERE c.relname LIKE 'ev%' AND c.relkind = 'r' AND l.pid = pg_backend_pid();
    ASSERT NOT FOUND, 'locked before';
    EXECUTE query;
    SELECT string_agg(relname || ' ' || l.mode, ', ' ORDER BY relname COLLATE "C", l.mode) INTO locks
        FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p', 'f') AND c.relnamespace = 'public'::regnamespace;
    RAISE EXCEPTION USING ERRCODE = 'BL000', MESSAGE = coalesce(locks, 'none');
EXCEPTION WHEN SQLSTATE 'BL000' THEN RETURN SQLERRM;
END $$;
