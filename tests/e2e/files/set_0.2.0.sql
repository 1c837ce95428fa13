-- A live set as bloom_set_create('old."My seen"', 'integer', 1000, fpp => 0.001) of version 0.2.0 made it, without rows.

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
        ELSIF probed.place IS NULL THEN
            RAISE EXCEPTION 'a row is closed in %, although its layer is the newest', 'old."My seen"'
                USING ERRCODE = 'object_not_in_prerequisite_state';
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
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    newest old."My seen_layers";
    fresh vals%TYPE := vals;
    closed vals%TYPE;
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
        SELECT l.* INTO newest FROM old."My seen_layers" AS l ORDER BY l.layer DESC LIMIT 1;
        IF NOT FOUND OR newest.layer OPERATOR(pg_catalog.=) before THEN
            RAISE EXCEPTION 'a row is missing in %', 'old."My seen"' USING ERRCODE = 'object_not_in_prerequisite_state',
                DETAIL = 'The row may also be there but closed, although its layer is the newest.';
        END IF;
        -- What is known is neither waited for nor locked.
        SELECT pg_catalog.array_agg(d.v), pg_catalog.bool_or(k.missing), pg_catalog.bool_or(k.unclosed)
            INTO fresh, missing, unclosed
            FROM (SELECT DISTINCT u.v FROM (SELECT pg_catalog.unnest(fresh) AS v) AS u WHERE u.v IS DISTINCT FROM NULL OFFSET 0) AS d,
            LATERAL (
                SELECT pg_catalog.bool_or(r.present) AS present, pg_catalog.bool_or(r.present IS NULL) AS missing,
                       pg_catalog.bool_or(r.open AND l.layer OPERATOR(pg_catalog.<) newest.layer) AS unclosed
                FROM old."My seen_layers" AS l LEFT JOIN LATERAL (
                    SELECT public.bloom_contains(s.f, d.v) AS present, s.open FROM old."My seen" AS s
                    WHERE s.layer OPERATOR(pg_catalog.=) l.layer
                        AND s.shard OPERATOR(pg_catalog.=) public.bloom_shard(d.v, l.shards) OFFSET 0
                ) AS r ON true
                WHERE l.layer OPERATOR(pg_catalog.<=) newest.layer
            ) AS k
            WHERE k.present IS NOT TRUE;
        IF fresh IS NULL THEN
            EXIT;
        ELSIF missing THEN
            RAISE EXCEPTION 'a row is missing in %', 'old."My seen"' USING ERRCODE = 'object_not_in_prerequisite_state';
        END IF;
        -- Two batches that are large for the set have at least eight rows in common, and one waits for the other anyway. It
        -- takes less time to wait for all of them at once. No row may be locked before.
        IF large IS NULL THEN
            large := pg_catalog.cardinality(fresh)::double precision OPERATOR(pg_catalog.*) pg_catalog.cardinality(fresh)::double precision
                OPERATOR(pg_catalog.>) (8::double precision OPERATOR(pg_catalog.*) newest.shards::double precision);
            IF large THEN
                LOCK TABLE old."My seen_layers" IN SHARE UPDATE EXCLUSIVE MODE;
            END IF;
        END IF;
        IF unclosed THEN -- rows are locked in the order of layers and shards, so that batches do not deadlock
            FOR unlocked IN
                SELECT DISTINCT l.layer, public.bloom_shard(u.v, l.shards) AS shard
                FROM old."My seen_layers" AS l, (SELECT pg_catalog.unnest(fresh) AS v) AS u WHERE l.layer
                    OPERATOR(pg_catalog.<) newest.layer ORDER BY 1, 2
            LOOP
                UPDATE old."My seen" AS s SET open = false WHERE s.layer OPERATOR(pg_catalog.=) unlocked.layer
                    AND s.shard OPERATOR(pg_catalog.=) unlocked.shard AND s.open;
            END LOOP;
            CONTINUE;
        END IF;
        IF before IS NULL AND newest.grows
            AND pg_catalog.cardinality(fresh)::bigint OPERATOR(pg_catalog.>) (newest.shards::bigint
            OPERATOR(pg_catalog.*) 32::bigint) THEN
            -- The new values are more than a twelfth of the layer's capacity: check that they fit, before any row is locked.
            SELECT pg_catalog.sum(370::double precision
                OPERATOR(pg_catalog.-) coalesce(public.bloom_count(s.f)::double precision, 1e9))
                OPERATOR(pg_catalog.-) pg_catalog.cardinality(fresh)::double precision
                INTO room FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer;
            IF room OPERATOR(pg_catalog.<) 0::double precision THEN
                PERFORM FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest.layer FOR UPDATE;
                IF NOT EXISTS (SELECT FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.>) newest.layer) THEN
                    PERFORM old."My seen_grow"(greatest(newest.shards::bigint OPERATOR(pg_catalog.*) (370
                        OPERATOR(pg_catalog.*) 2)::bigint,
                                                2::bigint OPERATOR(pg_catalog.*) pg_catalog.cardinality(fresh)::bigint), NULL::double precision);
                END IF;
                CONTINUE;
            END IF;
        END IF;
        -- Locks the rows that get a value, and finds the new values in the locked rows.
        WITH batch AS MATERIALIZED (
            SELECT public.bloom_shard(u.v, newest.shards) AS shard, pg_catalog.array_agg(u.v) AS vs
            FROM (SELECT pg_catalog.unnest(fresh) AS v) AS u GROUP BY 1 ORDER BY 1
        ), held AS MATERIALIZED (
            SELECT b.vs, r.place, r.open, r.present, r.filled
            FROM batch AS b LEFT JOIN LATERAL (
                SELECT s.ctid AS place, s.open, public.bloom_contains_each(s.f, b.vs) AS present,
                       coalesce(public.bloom_count(s.f)::double precision, 1e9) AS filled
                FROM old."My seen" AS s
                WHERE s.layer OPERATOR(pg_catalog.=) newest.layer AND s.shard OPERATOR(pg_catalog.=) b.shard
                FOR NO KEY UPDATE
            ) AS r ON true
        ), news AS MATERIALIZED (
            SELECT u.v, u.place, u.open FROM (
                SELECT pg_catalog.unnest(r.vs) AS v, pg_catalog.unnest(r.present) AS present, r.place, r.open
                FROM held AS r
            ) AS u
            WHERE NOT u.present
        )
        SELECT pg_catalog.array_agg(n.v) FILTER (WHERE n.open), pg_catalog.array_agg(n.place) FILTER (WHERE n.open),
               pg_catalog.array_agg(n.v) FILTER (WHERE NOT n.open),
               (SELECT pg_catalog.bool_or(r.place IS NULL) FROM held AS r),
               (SELECT pg_catalog.count(r.place) FROM held AS r),
               (SELECT pg_catalog.avg(r.filled) FROM held AS r WHERE r.open)
            INTO fresh, places, closed, missing, locked, filled FROM news AS n;
        IF missing THEN
            RAISE EXCEPTION 'a row is missing in %', 'old."My seen"' USING ERRCODE = 'object_not_in_prerequisite_state';
        END IF;
        UPDATE old."My seen" AS s SET f = public.bloom_add_all(s.f, n.vs) -- a new statement, to see the locked rows
            FROM (
                SELECT u.place, pg_catalog.array_agg(u.v) AS vs
                FROM (SELECT pg_catalog.unnest(places) AS place, pg_catalog.unnest(fresh) AS v) AS u GROUP BY 1
            ) AS n
            WHERE s.ctid OPERATOR(pg_catalog.=) n.place;
        RETURN QUERY SELECT * FROM pg_catalog.unnest(fresh);
        EXIT WHEN closed IS NULL;
        fresh := closed; -- a newer layer takes these
        before := newest.layer;
    END LOOP;
    IF newest.grows AND filled OPERATOR(pg_catalog.>=) 370::double precision
        AND pg_catalog.random() OPERATOR(pg_catalog.*) newest.shards::double precision
            OPERATOR(pg_catalog.<) (10::double precision OPERATOR(pg_catalog.*) locked::double precision) THEN
        PERFORM old."My seen_grow"(NULL::bigint, NULL::double precision);
    END IF;
END $$;

COMMENT ON FUNCTION old."My seen_add_all"(vals integer[]) IS 'live set of bloom_set_create: adds all elements; returns those that were new';

CREATE FUNCTION old."My seen_contains"(value integer) RETURNS boolean
    LANGUAGE sql STABLE STRICT COST 400 PARALLEL SAFE
    AS $$
SELECT public.bloom_set_contains('old."My seen"'::pg_catalog.regclass, 'old."My seen_layers"'::pg_catalog.regclass, value)
$$;

COMMENT ON FUNCTION old."My seen_contains"(value integer) IS 'live set of bloom_set_create: whether it may contain the value; false is certain';

CREATE FUNCTION old."My seen_forget"(older_than interval, every interval DEFAULT NULL::interval) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    gone integer[];
    newest old."My seen_layers";
    filled bigint;
BEGIN
    -- A layer takes values until the next one begins. Its rows are locked in the order of layers, as additions do.
    WITH deleted AS (
        DELETE FROM old."My seen_layers" AS l
            WHERE EXISTS (
                SELECT FROM old."My seen_layers" AS m WHERE m.layer OPERATOR(pg_catalog.>) l.layer
                    AND m.since OPERATOR(pg_catalog.<) (pg_catalog.now() OPERATOR(pg_catalog.-) older_than)
            )
            RETURNING l.layer
    )
    SELECT pg_catalog.array_agg(d.layer) INTO gone FROM deleted AS d;
    DELETE FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) ANY (gone);
    SELECT l.* INTO newest FROM old."My seen_layers" AS l ORDER BY l.layer DESC LIMIT 1;
    IF newest.since OPERATOR(pg_catalog.<)
        (pg_catalog.now() OPERATOR(pg_catalog.-) coalesce(every, older_than OPERATOR(pg_catalog./) 6::double precision))
            THEN
        -- The capacity is the number of values added since the newest layer began, and a quarter more.
        SELECT pg_catalog.sum(coalesce(public.bloom_count(s.f), 390::bigint)) INTO filled
            FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer;
        PERFORM old."My seen_grow"(greatest(filled OPERATOR(pg_catalog.*) 5::bigint
            OPERATOR(pg_catalog./) 4::bigint, 1000::bigint), NULL::double precision);
    END IF;
    RETURN coalesce(pg_catalog.cardinality(gone), 0);
END $$;

COMMENT ON FUNCTION old."My seen_forget"(older_than interval, every interval) IS 'live set of bloom_set_create: deletes the layers that have only older values, and begins a layer if the newest is old enough; returns how many it deleted';

CREATE FUNCTION old."My seen_grow"(capacity bigint DEFAULT NULL::bigint, fpp double precision DEFAULT NULL::double precision) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET row_security TO 'off'
    AS $$
DECLARE
    newest old."My seen_layers";
    values_in_row double precision;
    rate double precision := fpp;
BEGIN
    IF capacity IS NULL THEN -- grow only if the newest layer is full; a large one is sampled
        SELECT l.* INTO newest FROM old."My seen_layers" AS l ORDER BY l.layer DESC LIMIT 1;
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
        PERFORM FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest.layer FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN -- another session is growing the set
            RETURN NULL;
        END IF;
        capacity := newest.shards::bigint OPERATOR(pg_catalog.*) (370 OPERATOR(pg_catalog.*) 2)::bigint;
    ELSE
        PERFORM FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) (SELECT pg_catalog.max(m.layer)
            FROM old."My seen_layers" AS m) FOR UPDATE;
        SELECT l.* INTO newest FROM old."My seen_layers" AS l ORDER BY l.layer DESC LIMIT 1;
    END IF;
    IF rate IS NULL THEN -- take a part of the rate that the other layers have left
        SELECT (1e-3::double precision OPERATOR(pg_catalog.-) pg_catalog.sum(l.fpp))
            OPERATOR(pg_catalog./) (pg_catalog.count(*) OPERATOR(pg_catalog.+) 2::bigint)::double precision
            INTO rate FROM old."My seen_layers" AS l;
        IF rate OPERATOR(pg_catalog.<=) 0::double precision AND newest.grows THEN -- another layer was given more than its share
            rate := newest.fpp OPERATOR(pg_catalog./) 2::double precision;
        ELSIF rate OPERATOR(pg_catalog.<=) 0::double precision THEN
            RAISE EXCEPTION 'the layers of % have used up its false-positive rate', 'old."My seen"'
                USING ERRCODE = 'object_not_in_prerequisite_state',
                      HINT = 'Specify fpp for the new layer. It adds to the rates of the other layers.';
        END IF;
    END IF;
    INSERT INTO old."My seen_layers" AS l (layer, shards, fpp, grows, older)
        VALUES (coalesce(newest.layer, 0) OPERATOR(pg_catalog.+) 1, pg_catalog.ceil(capacity::numeric
            OPERATOR(pg_catalog./) 370::numeric)::integer,
                coalesce(rate, 5e-4::double precision), coalesce(newest.grows, true), newest.layer IS NOT NULL)
        ON CONFLICT DO NOTHING RETURNING l.* INTO newest;
    IF NOT FOUND THEN -- another session has just done this
        RETURN NULL;
    END IF;
    INSERT INTO old."My seen" (layer, shard, f)
        SELECT newest.layer, i, empty.f
        FROM (SELECT public.bloom_intersection(public.bloom_add_hash(u.f, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAA='), u.f) AS f
              FROM (SELECT public.bloom_empty(390, newest.fpp) AS f) AS u OFFSET 0) AS empty,
             pg_catalog.generate_series(0, newest.shards OPERATOR(pg_catalog.-) 1) AS i;
    RETURN newest.layer;
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
    empty boolean;
BEGIN
    IF capacity IS NULL THEN -- the number of values and a quarter more
        EXECUTE pg_catalog.format('SELECT pg_catalog.count(*) FROM (SELECT DISTINCT q.v FROM (%s) AS q (v)) AS q', query)
            INTO capacity;
        capacity := greatest(capacity OPERATOR(pg_catalog.*) 5::bigint OPERATOR(pg_catalog./) 4::bigint, 1000::bigint);
    END IF;
    PERFORM FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) (SELECT pg_catalog.max(m.layer)
        FROM old."My seen_layers" AS m) FOR UPDATE;
    SELECT l.* INTO newest FROM old."My seen_layers" AS l ORDER BY l.layer DESC LIMIT 1;
    -- The layer replaces an empty one, so a new set has one layer. The number of the empty layer is never used again, because
    -- another session may still know its number of rows.
    IF NOT newest.older THEN
        SELECT pg_catalog.bool_and(public.bloom_bits_set(s.f) OPERATOR(pg_catalog.=) 0::bigint) INTO empty FROM (
            SELECT s.f FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer ORDER BY s.shard FOR UPDATE
        ) AS s;
        IF empty THEN
            DELETE FROM old."My seen" AS s WHERE s.layer OPERATOR(pg_catalog.=) newest.layer;
            DELETE FROM old."My seen_layers" AS l WHERE l.layer OPERATOR(pg_catalog.=) newest.layer;
        END IF;
    END IF;
    INSERT INTO old."My seen_layers" AS l (layer, shards, fpp, grows, older)
        SELECT newest.layer OPERATOR(pg_catalog.+) 1, pg_catalog.ceil(capacity::numeric
            OPERATOR(pg_catalog./) 370::numeric)::integer,
               CASE WHEN empty THEN newest.fpp
                    ELSE (1e-3::double precision OPERATOR(pg_catalog.-) pg_catalog.sum(m.fpp))
                        OPERATOR(pg_catalog./) (pg_catalog.count(*) OPERATOR(pg_catalog.+) 2::bigint)::double precision
               END, newest.grows, empty IS NOT TRUE
        FROM old."My seen_layers" AS m
        RETURNING l.* INTO newest;
    EXECUTE pg_catalog.format(
        'INSERT INTO %1$s (layer, shard, f)
         SELECT $1, i, coalesce(q.f, %2$s.bloom_intersection(%2$s.bloom_add_hash(%2$s.bloom_empty($2, $3), $5), %2$s.bloom_empty($2, $3)))
         FROM pg_catalog.generate_series(0, $4 OPERATOR(pg_catalog.-) 1) AS i LEFT JOIN (
             SELECT %2$s.bloom_shard(q.v::%3$s, $4) AS shard, %2$s.bloom_agg(q.v::%3$s, $2, $3) AS f
             FROM (%4$s) AS q (v) GROUP BY 1
         ) AS q ON q.shard OPERATOR(pg_catalog.=) i ORDER BY i', 'old."My seen"', 'public', 'integer', query)
        USING newest.layer, 390::bigint, newest.fpp, newest.shards, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAA='::public.bloom_hash_value;
    RETURN newest.layer;
END $_$;

COMMENT ON FUNCTION old."My seen_load"(query text, capacity bigint) IS 'live set of bloom_set_create: adds the values of a query as a layer of their own; returns the number of the layer';

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
    CONSTRAINT "My seen_layers_fpp_check" CHECK (((fpp > (0)::double precision) AND (fpp < (1)::double precision))),
    CONSTRAINT "My seen_layers_shards_check" CHECK ((shards > 0))
);

COMMENT ON TABLE old."My seen_layers" IS 'live set of bloom_set_create: its layers, with their number of rows, their false-positive rate, whether a full layer is followed by another, and whether older ones exist';

ALTER TABLE ONLY old."My seen_layers"
    ADD CONSTRAINT "My seen_layers_pkey" PRIMARY KEY (layer);

ALTER TABLE ONLY old."My seen"
    ADD CONSTRAINT "My seen_pkey" PRIMARY KEY (layer, shard);

