-- What bloom_skip_create('old.ev', 'uid') of release 0.2.0 made.
CREATE SCHEMA old;
CREATE TABLE old.ev (day integer, uid integer) PARTITION BY LIST (day);
DO $$ BEGIN FOR i IN 1..40 LOOP EXECUTE format('CREATE TABLE old.ev_%s PARTITION OF old.ev FOR VALUES IN (%1$s)', i); END LOOP; END $$;
INSERT INTO old.ev SELECT i % 40 + 1, i FROM generate_series(1, 400) AS i;

SET search_path = pg_catalog, pg_temp;

CREATE TABLE old.ev_uid_skip (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    capacity bigint NOT NULL,
    seals bigint[] NOT NULL,
    matrix public.bloom_matrix NOT NULL
);
COMMENT ON TABLE old.ev_uid_skip IS 'skipping by bloom_skip_create: filters of sealed partitions; a seal is the key of a column of a matrix, and an argument of the triggers on its partition';

CREATE TABLE old.ev_uid_skip_stale (
    seal bigint NOT NULL,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX ON old.ev_uid_skip_stale (seal);
ALTER TABLE old.ev_uid_skip_stale REPLICA IDENTITY FULL; -- sealing deletes marks, also if the table is published
COMMENT ON TABLE old.ev_uid_skip_stale IS 'skipping by bloom_skip_create: seals of partitions that have changed since';

CREATE FUNCTION old.ev_uid_skip_mark() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
-- Called for each row, so names are qualified: a search_path of its own would double its time. Inserts no second mark,
-- because nobody removes the first one while this transaction has the partition locked. Under SERIALIZABLE, each transaction
-- leaves its own mark, so that conflicts with lookups are detected.
BEGIN
    IF NOT EXISTS (
        SELECT FROM old.ev_uid_skip_stale AS s WHERE s.seal OPERATOR(pg_catalog.=) TG_ARGV[0]::pg_catalog.int8
            AND (pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.<>) 'serializable'
                OR s.transaction OPERATOR(pg_catalog.=) pg_catalog.pg_current_xact_id())
    ) THEN
        INSERT INTO old.ev_uid_skip_stale (seal) VALUES (TG_ARGV[0]::pg_catalog.int8);
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION old.ev_uid_skip_mark() FROM PUBLIC;
COMMENT ON FUNCTION old.ev_uid_skip_mark() IS 'skipping by bloom_skip_create: trigger function that marks a sealed partition as stale when a row is added';

CREATE FUNCTION old.ev_uid_skip_filter(partition regclass, capacity bigint) RETURNS public.bloom
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    filter public.bloom;
BEGIN
    EXECUTE format('SELECT %s.bloom_agg(p.%s%s, $1, $2) FROM ONLY %s AS p', 'public', 'uid', '', partition)
        INTO filter USING capacity, 1e-3::float8;
    RETURN filter;
END $$;
COMMENT ON FUNCTION old.ev_uid_skip_filter(regclass, bigint) IS 'skipping by bloom_skip_create: filter of the values in a partition';

CREATE FUNCTION old.ev_uid_skip_seal(partitions regclass[] DEFAULT NULL, unchanging boolean DEFAULT false) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    parent CONSTANT regclass := 'old.ev';
    marker CONSTANT regproc := 'old.ev_uid_skip_mark()'::regprocedure::oid; -- exactly this function, whatever others have its name
    leaves oid[];
    to_seal oid[];
    new_seals bigint[] := '{}';
    counts bigint[];
    wrong regclass;
    part regclass;
    seal bigint;
    attribute smallint;
    most bigint;
    size bigint;
    room bigint;
    added record;
    last record;
    m record;
BEGIN
    IF current_setting('transaction_isolation') NOT LIKE 'read%' THEN
        RAISE EXCEPTION 'cannot seal partitions in a % transaction', upper(current_setting('transaction_isolation'))
            USING ERRCODE = 'invalid_transaction_state', DETAIL = 'Its snapshot may be older than rows of the partitions.',
                HINT = 'Begin the transaction with BEGIN ISOLATION LEVEL READ COMMITTED.';
    END IF;
    LOCK TABLE old.ev_uid_skip IN SHARE ROW EXCLUSIVE MODE; -- one session at a time
    IF NOT EXISTS (
        SELECT FROM pg_attribute AS a
        WHERE a.attrelid = parent AND quote_ident(a.attname) = 'uid' AND a.attgenerated = ''
            AND a.atttypid = 'integer'::regtype
    ) THEN
        RAISE EXCEPTION 'column % of % has changed', 'uid', parent
            USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'Call bloom_skip_drop, then bloom_skip_create.';
    END IF;
    leaves := ARRAY(SELECT public.bloom_skip_candidates(parent, marker, '{}', '{}'));
    IF partitions IS NULL THEN
        to_seal := ARRAY(
            SELECT c FROM public.bloom_skip_candidates(parent, marker,
                ARRAY(SELECT unnest(seals) FROM old.ev_uid_skip), ARRAY(SELECT s.seal FROM old.ev_uid_skip_stale AS s)) AS c
            JOIN pg_class ON oid = c WHERE relkind = 'r' ORDER BY c::oid);
    ELSE
        to_seal := ARRAY(SELECT DISTINCT t.relid::oid FROM unnest(partitions) AS p, pg_partition_tree(p) AS t WHERE t.isleaf ORDER BY 1);
        SELECT p INTO wrong FROM unnest(partitions) AS p WHERE NOT EXISTS (
            SELECT FROM pg_partition_tree(p) AS t WHERE t.isleaf AND t.relid = ANY (leaves)
        ) OR EXISTS (SELECT FROM pg_partition_tree(p) AS t WHERE t.isleaf AND t.relid <> ALL (leaves)) LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION '% is not a partition of %', wrong, parent USING ERRCODE = 'wrong_object_type';
        END IF;
        SELECT oid INTO wrong FROM pg_class WHERE oid = ANY (to_seal) AND relkind = 'f' AND NOT unchanging LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'cannot seal foreign table %', wrong USING ERRCODE = 'wrong_object_type',
                DETAIL = 'Rows that are added on the remote server are not noticed here.',
                HINT = 'If the remote table does not change, pass unchanging => true.';
        END IF;
    END IF;
    -- A session that has not yet learned of the new triggers may take an old seal, but new rows are marked with the new one.
    INSERT INTO old.ev_uid_skip_stale (seal)
        SELECT s FROM old.ev_uid_skip AS k, unnest(k.seals) AS s WHERE (s & 4294967295)::oid = ANY (to_seal)
        EXCEPT SELECT t.seal FROM old.ev_uid_skip_stale AS t;
    -- The triggers first: they lock out writers, so that the statements below see all rows.
    FOREACH part IN ARRAY to_seal LOOP
        seal := ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint & 2147483647 << 32 | part::oid::bigint;
        attribute := (SELECT attnum FROM pg_attribute WHERE attrelid = part AND attname = 'uid');
        EXECUTE format('CREATE OR REPLACE TRIGGER %s AFTER INSERT ON %s FOR EACH ROW EXECUTE FUNCTION %s(%L, %L, %L)',
            'ev_uid_skip_insert', part, 'old.ev_uid_skip_mark', seal, attribute, 'uid');
        EXECUTE format('CREATE OR REPLACE TRIGGER %1$s AFTER UPDATE ON %2$s FOR EACH ROW '
            'WHEN (record_image_ne(ROW(OLD.%3$s), ROW(NEW.%3$s))) EXECUTE FUNCTION %4$s(%5$L, %6$L, %7$L)',
            'ev_uid_skip_update', part, 'uid', 'old.ev_uid_skip_mark', seal, attribute, 'uid');
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %s, ENABLE ALWAYS TRIGGER %s', part, 'ev_uid_skip_insert', 'ev_uid_skip_update');
        new_seals := new_seals || seal;
    END LOOP;
    -- Removes the columns of partitions that are sealed again or gone, once they are an eighth of a matrix.
    FOR m IN
        SELECT number, ARRAY(SELECT s FROM unnest(seals) AS s WHERE (s & 4294967295)::oid = ANY (leaves)
            AND (s & 4294967295)::oid <> ALL (to_seal)) AS kept, cardinality(seals) AS columns FROM old.ev_uid_skip
    LOOP
        IF m.kept = '{}' THEN
            DELETE FROM old.ev_uid_skip WHERE number = m.number;
        ELSIF cardinality(m.kept) < m.columns * 7 / 8 THEN
            UPDATE old.ev_uid_skip SET seals = m.kept,
                matrix = (SELECT public.bloom_matrix_agg(public.bloom_matrix_filter(matrix, s), s) FROM unnest(m.kept) AS s)
                WHERE number = m.number;
        END IF;
    END LOOP;
    counts := ARRAY(SELECT coalesce(ceil(public.bloom_count(old.ev_uid_skip_filter(p::regclass, NULL::bigint))), 0)
        FROM unnest(to_seal) WITH ORDINALITY AS u (p, n) ORDER BY n);
    WHILE EXISTS (SELECT FROM unnest(counts) AS c WHERE c IS NOT NULL) LOOP
        -- Partitions of similar sizes share a capacity, an existing one if it fits.
        most := greatest((SELECT max(c) FROM unnest(counts) AS c), 800);
        -- The largest partition is always among those that get this capacity.
        size := coalesce((SELECT min(capacity) FROM old.ev_uid_skip WHERE capacity >= most AND capacity / 4 < most), ceil(most * 1.25));
        room := greatest(64, (1 << 29) / (SELECT bytes FROM public.bloom_info(public.bloom_empty(size, 1e-3))));
        FOR added IN
            SELECT array_agg(s ORDER BY s) AS seals,
                public.bloom_matrix_agg(coalesce(old.ev_uid_skip_filter(p::regclass, size::bigint), public.bloom_empty(size, 1e-3)), s) AS matrix
            FROM (
                SELECT p, s, row_number() OVER (ORDER BY p) - 1 AS n FROM unnest(to_seal, new_seals, counts) AS u (p, s, c)
                WHERE c > size / 4 OR size <= 4000 AND c IS NOT NULL
            ) AS q GROUP BY n / room
        LOOP
            -- At most one matrix has fewer than 64 columns: a row has room for at least 64.
            LOOP
                SELECT * INTO last FROM old.ev_uid_skip WHERE capacity = size ORDER BY number DESC LIMIT 1;
                EXIT WHEN NOT FOUND OR cardinality(last.seals) + cardinality(added.seals) > room
                    OR cardinality(last.seals) >= 64 AND cardinality(added.seals) < 64;
                added.matrix := public.bloom_matrix_merge(last.matrix, added.matrix);
                added.seals := last.seals || added.seals;
                DELETE FROM old.ev_uid_skip WHERE number = last.number;
            END LOOP;
            INSERT INTO old.ev_uid_skip (capacity, seals, matrix) VALUES (size, added.seals, added.matrix);
        END LOOP;
        counts := ARRAY(SELECT CASE WHEN c > size / 4 OR size <= 4000 THEN NULL ELSE c END
            FROM unnest(counts) WITH ORDINALITY AS u (c, n) ORDER BY n);
    END LOOP;
    -- Removes marks of seals that are in no matrix.
    DELETE FROM old.ev_uid_skip_stale AS t WHERE NOT EXISTS (SELECT FROM old.ev_uid_skip AS s WHERE t.seal = ANY (s.seals));
    RETURN cardinality(to_seal);
END $$;
COMMENT ON FUNCTION old.ev_uid_skip_seal(regclass[], boolean) IS 'skipping by bloom_skip_create: seals partitions, by default all local ones that are unsealed or stale; returns how many';

CREATE FUNCTION old.ev_uid_skip_info(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    marker CONSTANT regproc := 'old.ev_uid_skip_mark()'::regprocedure::oid;
    all_seals bigint[] := ARRAY(SELECT unnest(s.seals) FROM old.ev_uid_skip AS s);
    marked bigint[] := ARRAY(SELECT DISTINCT s.seal FROM old.ev_uid_skip_stale AS s);
BEGIN
    SELECT count(*), count(*) FILTER (WHERE u IS NULL), count(*) FILTER (WHERE u IS NOT NULL AND n IS NULL)
        INTO partitions, sealed, stale
        FROM public.bloom_skip_candidates('old.ev', marker, '{}', '{}') AS a
        LEFT JOIN public.bloom_skip_candidates('old.ev', marker, all_seals, marked) AS u ON u = a
        LEFT JOIN public.bloom_skip_candidates('old.ev', marker, all_seals, '{}') AS n ON n = a;
    bytes := pg_total_relation_size('old.ev_uid_skip') + pg_total_relation_size('old.ev_uid_skip_stale');
    false_candidates := coalesce((SELECT sum(i.false_candidates) FROM old.ev_uid_skip AS s, public.bloom_matrix_info(s.matrix) AS i), 0);
END $$;
COMMENT ON FUNCTION old.ev_uid_skip_info() IS 'skipping by bloom_skip_create: numbers of partitions, sealed and stale ones, bytes, and how many partitions a lookup reads by mistake';

CREATE FUNCTION old.ev_by_uid(value integer) RETURNS SETOF old.ev
LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    sealed bigint[] := '{}';
    named bigint[] := ARRAY(SELECT s.seal FROM old.ev_uid_skip_stale AS s);
    candidates regclass[];
    m record;
BEGIN -- STABLE: everything below uses the snapshot of the caller's query
    FOR m IN SELECT s.seals, ARRAY(SELECT public.bloom_matrix_search(s.matrix, $1)) AS found FROM old.ev_uid_skip AS s LOOP
        sealed := sealed || m.seals;
        named := named || m.found;
    END LOOP;
    candidates := ARRAY(SELECT public.bloom_skip_candidates('old.ev', 'old.ev_uid_skip_mark()'::regprocedure::oid::regproc, sealed, named));
    IF cardinality(candidates) * 8 > greatest(cardinality(sealed), 24) -- one plan is cheaper than many
        OR row_security_active('old.ev') -- policies and privileges of the table, not of its partitions
        OR EXISTS (SELECT FROM unnest(candidates) AS c JOIN pg_class AS t ON t.oid = c WHERE row_security_active(c)
            OR NOT has_table_privilege(c, 'SELECT') OR NOT has_schema_privilege(t.relnamespace, 'USAGE'))
        OR EXISTS (SELECT FROM pg_class AS t WHERE t.oid = 'old.ev_uid_skip_stale'::regclass
            AND (row_security_active(t.oid) OR t.relpersistence = 'u')) -- a policy may hide marks, and a crash may have removed them
        OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'old.ev'::regclass AND attgenerated = 'v') -- a partition's may differ
    THEN
        RETURN QUERY SELECT * FROM old.ev AS p WHERE p.uid OPERATOR(pg_catalog.=) $1;
        RETURN;
    END IF;
    RETURN QUERY SELECT * FROM public.bloom_skip_rows(NULL::old.ev, candidates, 'uid', $1)
        WHERE true OR EXISTS (SELECT FROM old.ev); -- never run: the plan then follows changes of the columns
END $$;
COMMENT ON FUNCTION old.ev_by_uid(integer) IS 'skipping by bloom_skip_create: rows with this value, read from the partitions that may have it';
CREATE FUNCTION old.ev_by_uid_any(vals integer[]) RETURNS SETOF old.ev
LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    sealed bigint[] := '{}';
    named bigint[] := ARRAY(SELECT s.seal FROM old.ev_uid_skip_stale AS s);
    candidates regclass[];
    m record;
BEGIN -- STABLE: everything below uses the snapshot of the caller's query
    FOR m IN SELECT s.seals, ARRAY(SELECT public.bloom_matrix_search_any(s.matrix, $1)) AS found FROM old.ev_uid_skip AS s LOOP
        sealed := sealed || m.seals;
        named := named || m.found;
    END LOOP;
    candidates := ARRAY(SELECT public.bloom_skip_candidates('old.ev', 'old.ev_uid_skip_mark()'::regprocedure::oid::regproc, sealed, named));
    IF cardinality(candidates) * 8 > greatest(cardinality(sealed), 24) -- one plan is cheaper than many
        OR row_security_active('old.ev') -- policies and privileges of the table, not of its partitions
        OR EXISTS (SELECT FROM unnest(candidates) AS c JOIN pg_class AS t ON t.oid = c WHERE row_security_active(c)
            OR NOT has_table_privilege(c, 'SELECT') OR NOT has_schema_privilege(t.relnamespace, 'USAGE'))
        OR EXISTS (SELECT FROM pg_class AS t WHERE t.oid = 'old.ev_uid_skip_stale'::regclass
            AND (row_security_active(t.oid) OR t.relpersistence = 'u')) -- a policy may hide marks, and a crash may have removed them
        OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'old.ev'::regclass AND attgenerated = 'v') -- a partition's may differ
    THEN
        RETURN QUERY SELECT * FROM old.ev AS p WHERE p.uid OPERATOR(pg_catalog.=) ANY ($1);
        RETURN;
    END IF;
    RETURN QUERY SELECT * FROM public.bloom_skip_rows(NULL::old.ev, candidates, 'uid', $1)
        WHERE true OR EXISTS (SELECT FROM old.ev); -- never run: the plan then follows changes of the columns
END $$;
COMMENT ON FUNCTION old.ev_by_uid_any(integer[]) IS 'skipping by bloom_skip_create: rows with one of these values, read from the partitions that may have it';

RESET search_path;
