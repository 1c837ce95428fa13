-- A live set as bloom_set_create('old."My seen"', 'integer', 1000, fpp => 0.001) of version 0.3.0 made it, as pg_dump wrote it, without rows.

SET check_function_bodies = false;

CREATE SCHEMA old;

CREATE FUNCTION old."My seen_add"(value integer) RETURNS boolean
    LANGUAGE plpgsql STRICT COST 2000
    AS $$
DECLARE
    probed pg_catalog.record;
    older pg_catalog.record;
    filled bigint;
BEGIN
    LOOP
        probed := public.bloom_set_probe('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass, value);
        IF probed IS NULL THEN
            RETURN false;
        ELSIF probed.unclosed THEN -- wait for sessions that still add to these rows, then look for the value again
            FOR older IN
                SELECT l.layer, l.shards FROM old."My seen_layers" AS l WHERE l.layer
                    OPERATOR(pg_catalog.<) probed.layer ORDER BY l.layer
            LOOP
                UPDATE old."My seen" AS s SET open = false
                    WHERE s.layer OPERATOR(pg_catalog.=) older.layer
                        AND s.shard OPERATOR(pg_catalog.=) public.bloom_shard(value, older.shards) AND s.open;
            END LOOP;
            CONTINUE;
        END IF;
        -- If two sessions add the same value at once, one waits, rechecks the row, and finds the value there.
        UPDATE old."My seen" AS s SET f = public.bloom_add(s.f, value)
            WHERE s.ctid OPERATOR(pg_catalog.=) probed.place AND s.layer OPERATOR(pg_catalog.=) probed.layer
                AND s.shard OPERATOR(pg_catalog.=) public.bloom_shard(value, probed.shards) AND s.open
                AND NOT public.bloom_contains(s.f, value)
            RETURNING public.bloom_count(s.f) INTO filled;
        IF FOUND THEN
            -- The fullest rows show early enough that a layer is full. Only a random part of them checks.
            IF probed.grows AND coalesce(filled OPERATOR(pg_catalog.>=) 390::bigint, true)
                AND pg_catalog.random() OPERATOR(pg_catalog.*) probed.shards::double precision
                    OPERATOR(pg_catalog.<) 10::double precision THEN
                PERFORM old."My seen_grow"(NULL::bigint, NULL::double precision);
            END IF;
            RETURN true;
        END IF;
    END LOOP; -- meanwhile the value was added, or the row was closed or moved
END $$;

COMMENT ON FUNCTION old."My seen_add"(value integer) IS 'live set of bloom_set_create: adds the value; returns whether it was new';

CREATE FUNCTION old."My seen_add_all"(vals integer[]) RETURNS SETOF integer
    LANGUAGE plpgsql STRICT COST 100000 ROWS 100
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    newest integer;
    rows_of_newest integer;
    grows boolean;
    fresh vals%TYPE := vals;
    again vals%TYPE;
    places pg_catalog.tid[];
    before integer;
    missing boolean;
    unclosed boolean;
    locked bigint;
    filled double precision;
    room double precision;
    large boolean;
    unlocked pg_catalog.record;
BEGIN
    LOOP
        -- What is known is neither waited for nor locked.
        SELECT n.layer, n.shards, n.grows, k.fresh, k.missing, k.unclosed
            INTO newest, rows_of_newest, grows, fresh, missing, unclosed
            FROM public.bloom_set_newest('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass) AS n,
            LATERAL (
                SELECT pg_catalog.array_agg(d.v) AS fresh, pg_catalog.bool_or(k.missing) AS missing,
                       pg_catalog.bool_or(k.unclosed) AS unclosed
                FROM (
                    SELECT d.v FROM (
                        SELECT DISTINCT u.v FROM (SELECT pg_catalog.unnest(fresh) AS v) AS u WHERE u.v IS DISTINCT FROM NULL OFFSET 0
                    ) AS d
                    WHERE public.bloom_progress('values looked up in ' OPERATOR(pg_catalog.||) 'old."My seen"',
                        pg_catalog.cardinality(fresh)::bigint)
                    OFFSET 0
                ) AS d,
                LATERAL (
                    SELECT pg_catalog.bool_or(r.present) AS present, pg_catalog.bool_or(r.present IS NULL) AS missing,
                           pg_catalog.bool_or(r.open AND l.layer OPERATOR(pg_catalog.<) n.layer) AS unclosed
                    FROM old."My seen_layers" AS l LEFT JOIN LATERAL (
                        SELECT public.bloom_contains(s.f, d.v) AS present, s.open FROM old."My seen" AS s
                        WHERE s.layer OPERATOR(pg_catalog.=) l.layer
                            AND s.shard OPERATOR(pg_catalog.=) public.bloom_shard(d.v, l.shards) OFFSET 0
                    ) AS r ON true
                ) AS k
                WHERE k.present IS NOT TRUE
            ) AS k;
        IF fresh IS NULL THEN
            EXIT;
        ELSIF missing OR newest OPERATOR(pg_catalog.=) before THEN
            -- A row is missing, or it is closed although its layer is the newest: the lookup of its value is an error.
            PERFORM public.bloom_set_contains('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass, u.v)
                FROM (SELECT pg_catalog.unnest(fresh) AS v) AS u;
            before := NULL; -- meanwhile it is there
            CONTINUE;
        END IF;
        -- Two batches that are large for the set have at least eight rows in common, and one waits for the other anyway. It
        -- takes less time to wait for all of them at once. No row may be locked before.
        IF large IS NULL THEN
            large := pg_catalog.cardinality(fresh)::double precision OPERATOR(pg_catalog.*) pg_catalog.cardinality(fresh)::double precision
                OPERATOR(pg_catalog.>) (8::double precision OPERATOR(pg_catalog.*) rows_of_newest::double precision);
            IF large THEN
                LOCK TABLE old."My seen_layers" IN SHARE UPDATE EXCLUSIVE MODE;
            END IF;
        END IF;
        IF unclosed THEN -- rows are locked in the order of layers and shards, so that batches do not deadlock
            FOR unlocked IN
                SELECT DISTINCT l.layer, public.bloom_shard(u.v, l.shards) AS shard
                FROM old."My seen_layers" AS l, (SELECT pg_catalog.unnest(fresh) AS v) AS u WHERE l.layer
                    OPERATOR(pg_catalog.<) newest ORDER BY 1, 2
            LOOP
                UPDATE old."My seen" AS s SET open = false WHERE s.layer OPERATOR(pg_catalog.=) unlocked.layer
                    AND s.shard OPERATOR(pg_catalog.=) unlocked.shard AND s.open;
            END LOOP;
            CONTINUE;
        END IF;
        IF before IS NULL AND grows
            AND pg_catalog.cardinality(fresh)::bigint OPERATOR(pg_catalog.>) (rows_of_newest::bigint
            OPERATOR(pg_catalog.*) 32::bigint) THEN
            -- The new values are more than a twelfth of the layer's capacity: check that they fit, before any of its rows is
            -- locked.
            SELECT pg_catalog.sum(370::double precision
                OPERATOR(pg_catalog.-) coalesce(public.bloom_count(s.f)::double precision, 1e9))
                OPERATOR(pg_catalog.-) pg_catalog.cardinality(fresh)::double precision
                INTO room FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest;
            IF room OPERATOR(pg_catalog.<) 0::double precision THEN
                PERFORM FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest AND NOT l.newer FOR UPDATE;
                IF FOUND THEN
                    PERFORM old."My seen_grow"(greatest(rows_of_newest::bigint OPERATOR(pg_catalog.*) (370
                        OPERATOR(pg_catalog.*) 2)::bigint,
                                                2::bigint OPERATOR(pg_catalog.*) pg_catalog.cardinality(fresh)::bigint), NULL::double precision);
                END IF;
                CONTINUE;
            END IF;
        END IF;
        -- Locks the rows that get a value, and finds the new values in the locked rows.
        WITH batch AS MATERIALIZED (
            SELECT public.bloom_shard(u.v, rows_of_newest) AS shard, pg_catalog.array_agg(u.v) AS vs
            FROM (SELECT pg_catalog.unnest(fresh) AS v) AS u GROUP BY 1 ORDER BY 1
        ), held AS MATERIALIZED (
            SELECT b.vs, r.place, r.open, r.present, r.filled
            FROM batch AS b LEFT JOIN LATERAL (
                SELECT s.ctid AS place, s.open, public.bloom_contains_each(s.f, b.vs) AS present,
                       coalesce(public.bloom_count(s.f)::double precision, 1e9) AS filled
                FROM old."My seen" AS s
                WHERE s.layer OPERATOR(pg_catalog.=) newest AND s.shard OPERATOR(pg_catalog.=) b.shard
                FOR NO KEY UPDATE
            ) AS r ON true
        ), news AS MATERIALIZED (
            SELECT u.v, u.place, u.open FROM (
                SELECT pg_catalog.unnest(r.vs) AS v, pg_catalog.unnest(r.present) AS present, r.place, r.open
                FROM held AS r
            ) AS u
            WHERE u.present IS NOT TRUE
        )
        SELECT pg_catalog.array_agg(n.v) FILTER (WHERE n.open), pg_catalog.array_agg(n.place) FILTER (WHERE n.open),
               pg_catalog.array_agg(n.v) FILTER (WHERE n.open IS NOT TRUE),
               (SELECT pg_catalog.count(r.place) FROM held AS r),
               (SELECT pg_catalog.avg(r.filled) FROM held AS r WHERE r.open)
            INTO fresh, places, again, locked, filled FROM news AS n;
        UPDATE old."My seen" AS s SET f = public.bloom_add_all(s.f, n.vs) -- a new statement, to see the locked rows
            FROM (
                SELECT u.place, pg_catalog.array_agg(u.v) AS vs
                FROM (SELECT pg_catalog.unnest(places) AS place, pg_catalog.unnest(fresh) AS v) AS u GROUP BY 1
            ) AS n
            WHERE s.ctid OPERATOR(pg_catalog.=) n.place;
        RETURN QUERY SELECT * FROM pg_catalog.unnest(fresh);
        EXIT WHEN again IS NULL;
        -- A newer layer takes these: their rows are closed, or were removed with their layer.
        fresh := again;
        before := CASE WHEN locked OPERATOR(pg_catalog.>) 0::bigint THEN newest END;
    END LOOP;
    IF grows AND filled OPERATOR(pg_catalog.>=) 370::double precision
        AND pg_catalog.random() OPERATOR(pg_catalog.*) rows_of_newest::double precision
            OPERATOR(pg_catalog.<) (10::double precision OPERATOR(pg_catalog.*) locked::double precision) THEN
        PERFORM old."My seen_grow"(NULL::bigint, NULL::double precision);
    END IF;
END $$;

COMMENT ON FUNCTION old."My seen_add_all"(vals integer[]) IS 'live set of bloom_set_create: adds all elements; returns those that were new';

CREATE FUNCTION old."My seen_clear"(capacity bigint DEFAULT NULL::bigint) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET enable_bitmapscan TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    newest old."My seen_layers";
    number integer;
    fpp double precision := 1e-3;
    grows boolean := true;
BEGIN
    LOCK TABLE old."My seen_layers" IN SHARE UPDATE EXCLUSIVE MODE;
    LOOP
        SELECT pg_catalog.max(l.layer) INTO number FROM (SELECT m.layer FROM old."My seen_layers" AS m ORDER BY m.layer FOR UPDATE) AS l;
        EXIT WHEN NOT EXISTS (SELECT FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.>) coalesce(number, 0));
    END LOOP;
    SELECT l.* INTO newest FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) number;
    IF capacity IS NULL THEN -- as much room as before
        SELECT greatest(pg_catalog.sum(l.shards::bigint) OPERATOR(pg_catalog.*) 370::numeric, 59200::numeric)::bigint INTO capacity
            FROM old."My seen_layers" AS l;
    END IF;
    -- One layer stays for the new one to follow, whatever is missing, with the highest number that was ever used.
    DELETE FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.<>) newest.layer;
    IF newest.layer IS NULL THEN
        INSERT INTO old."My seen_layers" AS l (layer, shards, fpp, grows, older, newer)
            SELECT coalesce(pg_catalog.max(s.layer), 0), 1, fpp, grows, false, false FROM old."My seen" AS s
            RETURNING l.* INTO newest;
    ELSE
        UPDATE old."My seen_layers" AS l
            SET layer = greatest(newest.layer, (SELECT pg_catalog.max(s.layer) FROM old."My seen" AS s)), older = false, newer = false
            RETURNING l.* INTO newest;
    END IF;
    PERFORM old."My seen_grow"(capacity, CASE WHEN newest.grows THEN fpp OPERATOR(pg_catalog./) 2::double precision ELSE fpp END);
    DELETE FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.<=) newest.layer;
    DELETE FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest.layer;
    UPDATE old."My seen_layers" AS l SET older = false;
    RETURN newest.layer OPERATOR(pg_catalog.+) 1;
END $$;

COMMENT ON FUNCTION old."My seen_clear"(capacity bigint) IS 'live set of bloom_set_create: deletes all values, and begins a layer for that many, by default for as many as before; also repairs a set whose rows are lost';

CREATE TABLE old."My seen" (
    layer integer NOT NULL,
    shard integer NOT NULL,
    f public.bloom NOT NULL,
    open boolean DEFAULT true NOT NULL
)
WITH (fillfactor='85', toast_tuple_target='8160');

COMMENT ON TABLE old."My seen" IS 'live set of bloom_set_create: filters of about 390 values each; values are added to open filters only';

CREATE TABLE old."My seen_layers" (
    layer integer NOT NULL,
    shards integer NOT NULL,
    fpp double precision NOT NULL,
    grows boolean NOT NULL,
    older boolean NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    newer boolean NOT NULL,
    CONSTRAINT "My seen_layers_fpp_check" CHECK (((fpp > (0)::double precision) AND (fpp < (1)::double precision))),
    CONSTRAINT "My seen_layers_shards_check" CHECK ((shards > 0))
);

COMMENT ON TABLE old."My seen_layers" IS 'live set of bloom_set_create: its layers, with their number of rows, their false-positive rate, whether a full layer is followed by another, and whether older and newer ones exist';

CREATE FUNCTION old."My seen_contains"(value integer) RETURNS boolean
    LANGUAGE sql STABLE STRICT COST 400 PARALLEL SAFE
    RETURN public.bloom_set_contains('old."My seen"'::regclass, 'old."My seen_layers"'::regclass, value);

COMMENT ON FUNCTION old."My seen_contains"(value integer) IS 'live set of bloom_set_create: whether it may contain the value; false is certain';

CREATE FUNCTION old."My seen_forget"(older_than interval, every interval DEFAULT NULL::interval) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET enable_bitmapscan TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    gone integer[];
    newest old."My seen_layers";
    filled bigint;
BEGIN
    LOCK TABLE old."My seen_layers" IN SHARE UPDATE EXCLUSIVE MODE;
    PERFORM public.bloom_set_newest('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass);
    -- A layer takes values until the next one begins. Its rows are locked in the order of layers, as additions do.
    SELECT pg_catalog.array_agg(d.layer) INTO gone FROM (
        SELECT l.layer FROM old."My seen_layers" AS l
            WHERE EXISTS (
                SELECT FROM old."My seen_layers" AS m WHERE m.layer OPERATOR(pg_catalog.>) l.layer
                    AND m.since OPERATOR(pg_catalog.<) (pg_catalog.now() OPERATOR(pg_catalog.-) older_than)
            )
            ORDER BY l.layer FOR UPDATE
    ) AS d;
    DELETE FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) ANY (gone);
    DELETE FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) ANY (gone);
    UPDATE old."My seen_layers" AS l SET older = false
        WHERE l.older AND l.layer OPERATOR(pg_catalog.=) (SELECT pg_catalog.min(m.layer) FROM old."My seen_layers" AS m);
    SELECT l.* INTO newest FROM old."My seen_layers" AS l ORDER BY l.layer DESC LIMIT 1;
    IF newest.since OPERATOR(pg_catalog.<)
        (pg_catalog.now() OPERATOR(pg_catalog.-) coalesce(every, older_than OPERATOR(pg_catalog./) 6::double precision))
            THEN
        -- The capacity is the number of values added since the newest layer began, and a quarter more.
        SELECT pg_catalog.sum(coalesce(public.bloom_count(s.f), 390::bigint)) INTO filled
            FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer;
        PERFORM old."My seen_grow"(greatest(filled OPERATOR(pg_catalog.*) 5::bigint
            OPERATOR(pg_catalog./) 4::bigint, 59200::bigint), NULL::double precision);
    END IF;
    RETURN coalesce(pg_catalog.cardinality(gone), 0);
END $$;

COMMENT ON FUNCTION old."My seen_forget"(older_than interval, every interval) IS 'live set of bloom_set_create: deletes the layers that have only older values, and begins a layer if the newest is old enough; returns how many it deleted';

CREATE FUNCTION old."My seen_grow"(capacity bigint DEFAULT NULL::bigint, fpp double precision DEFAULT NULL::double precision) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    newest pg_catalog.record;
    begun pg_catalog.record;
    values_in_row double precision;
BEGIN
    IF capacity IS NULL THEN -- grow only if the newest layer is full; a large one is sampled
        newest := public.bloom_set_newest('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass);
        SELECT pg_catalog.avg(coalesce(public.bloom_count(s.f)::double precision, 1e9)) INTO values_in_row
            FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer
                AND s.shard OPERATOR(pg_catalog.=) ANY (ARRAY(
                SELECT CASE WHEN newest.shards OPERATOR(pg_catalog.<=) 100 THEN i
                            ELSE pg_catalog.floor(pg_catalog.random()
                                OPERATOR(pg_catalog.*) newest.shards::double precision)::integer END
                FROM pg_catalog.generate_series(0, least(newest.shards, 100) OPERATOR(pg_catalog.-) 1) AS i
            ));
        IF values_in_row OPERATOR(pg_catalog.<) 370::double precision THEN
            RETURN NULL;
        END IF;
        PERFORM FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest.layer AND NOT l.newer
            FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN -- another session is growing the set, or has just done this
            RETURN NULL;
        END IF;
        capacity := newest.shards::bigint OPERATOR(pg_catalog.*) (370 OPERATOR(pg_catalog.*) 2)::bigint;
    ELSE
        LOOP
            PERFORM FROM old."My seen_layers" AS l WHERE NOT l.newer FOR UPDATE;
            EXIT WHEN FOUND;
            -- The layer that was waited for is no longer the newest, or there is none.
            PERFORM public.bloom_set_newest('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass);
        END LOOP;
    END IF;
    begun := public.bloom_set_next('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass,
        1e-3::double precision, capacity, fpp);
    UPDATE old."My seen_layers" AS l SET newer = true WHERE NOT l.newer;
    INSERT INTO old."My seen_layers" (layer, shards, fpp, grows, older, newer)
        VALUES (begun.layer, begun.shards, begun.fpp, begun.grows, true, false);
    INSERT INTO old."My seen" (layer, shard, f)
        SELECT begun.layer, i, empty.f
        FROM (SELECT public.bloom_intersection(public.bloom_add_hash(u.f, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAA='), u.f) AS f
              FROM (SELECT public.bloom_empty(390, begun.fpp) AS f) AS u OFFSET 0) AS empty,
             pg_catalog.generate_series(0, begun.shards OPERATOR(pg_catalog.-) 1) AS i
        WHERE public.bloom_progress('rows written to ' OPERATOR(pg_catalog.||) 'old."My seen"', begun.shards::bigint);
    RETURN begun.layer;
END $$;

COMMENT ON FUNCTION old."My seen_grow"(capacity bigint, fpp double precision) IS 'live set of bloom_set_create: begins a layer for that many more values, or without an argument if the newest layer is full; returns the number of the layer';

CREATE FUNCTION old."My seen_info"(OUT layers integer, OUT "values" bigint, OUT capacity bigint, OUT fpp double precision, OUT current_fpp double precision, OUT bytes bigint) RETURNS record
    LANGUAGE plpgsql STABLE COST 100000 PARALLEL SAFE
    SET row_security TO 'off'
    AS $$
BEGIN
    SELECT pg_catalog.count(*)::integer, pg_catalog.sum(s.filled)::bigint,
           pg_catalog.sum(l.shards::bigint OPERATOR(pg_catalog.*) 370::bigint)::bigint, pg_catalog.sum(l.fpp),
           1::double precision OPERATOR(pg_catalog.-) pg_catalog.exp(pg_catalog.sum(pg_catalog.ln(
               greatest(1::double precision OPERATOR(pg_catalog.-) s.rate, 1e-300)))),
           pg_catalog.pg_total_relation_size('old."My seen"'::pg_catalog.regclass)
               OPERATOR(pg_catalog.+) pg_catalog.pg_total_relation_size('old."My seen_layers"'::pg_catalog.regclass)
        INTO layers, "values", capacity, fpp, current_fpp, bytes
        FROM old."My seen_layers" AS l JOIN (
            SELECT s.layer, pg_catalog.sum(public.bloom_count(s.f))::bigint AS filled,
                   pg_catalog.avg(public.bloom_current_fpp(s.f)) AS rate
            FROM old."My seen" AS s GROUP BY 1
        ) AS s ON s.layer OPERATOR(pg_catalog.=) l.layer;
END $$;

COMMENT ON FUNCTION old."My seen_info"(OUT layers integer, OUT "values" bigint, OUT capacity bigint, OUT fpp double precision, OUT current_fpp double precision, OUT bytes bigint) IS 'live set of bloom_set_create: number of layers, estimated number of values, capacity, designed and current false-positive rate, and bytes on disk';

CREATE FUNCTION old."My seen_load"(query text, capacity bigint DEFAULT NULL::bigint) RETURNS integer
    LANGUAGE plpgsql
    SET row_security TO 'off'
    AS $_$
DECLARE
    newest old."My seen_layers";
    begun pg_catalog.record;
    source text;
    count bigint;
    wanted bigint := capacity;
    room double precision;
    empty boolean;
BEGIN
    -- OFFSET 0 keeps the condition on the progress above the query: it counts its rows.
    source := pg_catalog.format(E'(SELECT q.v::%s AS v FROM (%s\n) AS q (v) OFFSET 0) AS q', 'integer', public.bloom_set_query(query));
    IF wanted IS NULL THEN -- the estimated number of values and a quarter more
        EXECUTE pg_catalog.format('SELECT coalesce(%2$s.bloom_count(%2$s.bloom_agg(q.v)), 0), pg_catalog.count(*)
            FROM %1$s WHERE %2$s.bloom_progress($1)', source, 'public')
            INTO wanted, count USING 'values counted for ' OPERATOR(pg_catalog.||) 'old."My seen"';
        wanted := wanted OPERATOR(pg_catalog.*) 5::bigint OPERATOR(pg_catalog./) 4::bigint;
    END IF;
    LOOP
        SELECT l.* INTO newest FROM old."My seen_layers" AS l WHERE NOT l.newer FOR UPDATE;
        EXIT WHEN FOUND;
        -- The layer that was waited for is no longer the newest, or there is none.
        PERFORM public.bloom_set_newest('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass);
    END LOOP;
    SELECT CASE WHEN pg_catalog.count(*) OPERATOR(pg_catalog.=) newest.shards::bigint THEN pg_catalog.sum(
               370::double precision OPERATOR(pg_catalog.-) coalesce(public.bloom_count(s.f)::double precision, 1e9)) END,
           pg_catalog.bool_and(public.bloom_bits_set(s.f) OPERATOR(pg_catalog.=) 0::bigint)
        INTO room, empty FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer;
    -- A layer that has room takes the values. Rows are locked in their order, as by batches. Nobody is told that a value is
    -- new, so no row needs to be closed. The locked row of the layer keeps these rows from being closed or removed.
    IF wanted::double precision OPERATOR(pg_catalog.<=) room AND NOT coalesce(capacity OPERATOR(pg_catalog.<=) 0::bigint, false) THEN
        EXECUTE pg_catalog.format(
            'WITH loaded AS MATERIALIZED (
                 SELECT %2$s.bloom_shard(q.v, $2) AS shard, %2$s.bloom_agg(q.v, $3, $4) AS f
                 FROM %3$s WHERE %2$s.bloom_progress($5, $6) GROUP BY 1 ORDER BY 1
             ), held AS MATERIALIZED (
                 SELECT q.shard, q.f FROM loaded AS q, LATERAL (
                     SELECT s.shard FROM %1$s AS s WHERE s.layer OPERATOR(pg_catalog.=) $1
                         AND s.shard OPERATOR(pg_catalog.=) q.shard FOR NO KEY UPDATE
                 ) AS s
             )
             UPDATE %1$s AS s SET f = %2$s.bloom_union(s.f, q.f) FROM held AS q
                 WHERE s.layer OPERATOR(pg_catalog.=) $1 AND s.shard OPERATOR(pg_catalog.=) q.shard',
            'old."My seen"', 'public', source)
            USING newest.layer, newest.shards, 390::bigint, newest.fpp,
                'values added to ' OPERATOR(pg_catalog.||) 'old."My seen"', count;
        RETURN newest.layer;
    END IF;
    -- A new layer replaces an empty one, so a new set has one layer.
    IF empty AND NOT newest.older THEN
        SELECT pg_catalog.bool_and(public.bloom_bits_set(s.f) OPERATOR(pg_catalog.=) 0::bigint) INTO empty FROM (
            SELECT s.f FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer ORDER BY s.shard FOR UPDATE
        ) AS s;
    ELSE
        empty := false;
    END IF;
    begun := public.bloom_set_next('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass, 1e-3::double precision,
        CASE WHEN capacity IS NULL THEN greatest(wanted, 59200::bigint) ELSE capacity END, CASE WHEN empty THEN newest.fpp END);
    IF empty THEN
        DELETE FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer;
        DELETE FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest.layer;
    ELSE
        UPDATE old."My seen_layers" AS l SET newer = true WHERE l.layer OPERATOR(pg_catalog.=) newest.layer;
    END IF;
    INSERT INTO old."My seen_layers" (layer, shards, fpp, grows, older, newer)
        VALUES (begun.layer, begun.shards, begun.fpp, begun.grows, NOT empty, false);
    EXECUTE pg_catalog.format(
        'INSERT INTO %1$s (layer, shard, f)
         SELECT $1, i, coalesce(q.f, %2$s.bloom_intersection(%2$s.bloom_add_hash(%2$s.bloom_empty($3, $4), $7), %2$s.bloom_empty($3, $4)))
         FROM pg_catalog.generate_series(0, $2 OPERATOR(pg_catalog.-) 1) AS i LEFT JOIN (
             SELECT %2$s.bloom_shard(q.v, $2) AS shard, %2$s.bloom_agg(q.v, $3, $4) AS f
             FROM %3$s WHERE %2$s.bloom_progress($5, $6) GROUP BY 1
         ) AS q ON q.shard OPERATOR(pg_catalog.=) i ORDER BY i', 'old."My seen"', 'public', source)
        USING begun.layer, begun.shards, 390::bigint, begun.fpp,
            'values added to ' OPERATOR(pg_catalog.||) 'old."My seen"', count, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAA='::public.bloom_hash_value;
    RETURN begun.layer;
END $_$;

COMMENT ON FUNCTION old."My seen_load"(query text, capacity bigint) IS 'live set of bloom_set_create: adds the values of a query, to the newest layer if it has room; returns the number of their layer';

ALTER TABLE ONLY old."My seen_layers"
    ADD CONSTRAINT "My seen_layers_pkey" PRIMARY KEY (layer);

ALTER TABLE ONLY old."My seen"
    ADD CONSTRAINT "My seen_pkey" PRIMARY KEY (layer, shard);
