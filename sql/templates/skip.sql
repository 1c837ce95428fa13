-- Skipped partitions, made by bloom_skip_create: tables and functions that belong to the caller. docs/SKIP.md explains
-- them. src/template.rs has the rules of a template; src/functions/skip.rs fills this one in.
--
-- Why no row is lost: a seal is a random number with the OID of its partition in the lower 32 bits. A partition is skipped
-- only if two triggers of it, enabled ALWAYS, carry a seal that is in a matrix and is not marked as stale. The matrix
-- and the marks are read with the snapshot of the caller's query. CREATE TRIGGER waits for all writers of the partition and
-- locks out new ones until the seal commits, and the statements after it take a new snapshot, so the filter has every
-- committed row. Later writers find the triggers, which carry the seal to mark as an argument, so it does not depend on a
-- snapshot. So a snapshot that shows a row of another transaction shows its mark, too. Rows of a statement are marked at its
-- end, but functions that it calls see them before, so a transaction reads all partitions that it has written to. A seal is
-- never reused, and a mark is deleted only with its seal, so it does not matter which of them a session still sees.
-- Triggers and filters are of a column with a number, lookups of a column with a name: the triggers carry both, and the
-- partition is read if they are no longer the same column's.

CREATE TABLE @skip@ (
    number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    capacity bigint NOT NULL,
    seals bigint[] NOT NULL,
    matrix @bloom@.bloom_matrix NOT NULL
);
COMMENT ON TABLE @skip@ IS 'skipping by bloom_skip_create: filters of sealed partitions; a seal is the key of a column of a matrix, and an argument of the triggers on its partition';

CREATE TABLE @skip_stale@ (
    seal bigint NOT NULL,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX ON @skip_stale@ (seal);
ALTER TABLE @skip_stale@ REPLICA IDENTITY FULL; -- sealing deletes marks, also if the table is published
COMMENT ON TABLE @skip_stale@ IS 'skipping by bloom_skip_create: seals of partitions that have changed since';

CREATE FUNCTION @skip_mark@() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
-- Called for each row, so names are qualified: a search_path of its own would double its time. Inserts no second mark,
-- because nobody removes the first one while this transaction has the partition locked. Under SERIALIZABLE, each transaction
-- leaves its own mark, so that conflicts with lookups are detected.
BEGIN
    IF NOT EXISTS (
        SELECT FROM @skip_stale@ AS s WHERE s.seal OPERATOR(pg_catalog.=) TG_ARGV[0]::pg_catalog.int8
            AND (pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.<>) 'serializable'
                OR s.transaction OPERATOR(pg_catalog.=) pg_catalog.pg_current_xact_id())
    ) THEN
        INSERT INTO @skip_stale@ (seal) VALUES (TG_ARGV[0]::pg_catalog.int8);
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION @skip_mark@() FROM PUBLIC;
COMMENT ON FUNCTION @skip_mark@() IS 'skipping by bloom_skip_create: trigger function that marks a sealed partition as stale when a row is added';

CREATE FUNCTION @skip_filter@(partition regclass, capacity bigint) RETURNS @bloom@.bloom
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    filter @bloom@.bloom;
BEGIN
    EXECUTE format('SELECT %s.bloom_agg(p.%s%s, $1, $2) FROM ONLY %s AS p', @'bloom'@, @'column'@, @'cast'@, partition)
        INTO filter USING capacity, @fpp@::float8;
    RETURN filter;
END $$;
COMMENT ON FUNCTION @skip_filter@(regclass, bigint) IS 'skipping by bloom_skip_create: filter of the values in a partition';

CREATE FUNCTION @skip_seal@(partitions regclass[] DEFAULT NULL, unchanging boolean DEFAULT false) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    parent CONSTANT regclass := @'parent'@;
    marker CONSTANT regproc := @marker@::regprocedure::oid; -- exactly this function, whatever others have its name
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
    LOCK TABLE @skip@ IN SHARE ROW EXCLUSIVE MODE; -- one session at a time
    IF NOT EXISTS (
        SELECT FROM pg_attribute AS a
        WHERE a.attrelid = parent AND quote_ident(a.attname) = @'column'@ AND a.attgenerated = ''
            AND a.atttypid = @'declared'@::regtype
    ) THEN
        RAISE EXCEPTION 'column % of % has changed', @'column'@, parent
            USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'Call bloom_skip_drop, then bloom_skip_create.';
    END IF;
    leaves := ARRAY(SELECT @bloom@.bloom_skip_candidates(parent, marker, '{}', '{}'));
    IF partitions IS NULL THEN
        to_seal := ARRAY(
            SELECT c FROM @bloom@.bloom_skip_candidates(parent, marker,
                ARRAY(SELECT unnest(seals) FROM @skip@), ARRAY(SELECT s.seal FROM @skip_stale@ AS s)) AS c
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
    INSERT INTO @skip_stale@ (seal)
        SELECT s FROM @skip@ AS k, unnest(k.seals) AS s WHERE (s & 4294967295)::oid = ANY (to_seal)
        EXCEPT SELECT t.seal FROM @skip_stale@ AS t;
    -- The triggers first: they lock out writers, so that the statements below see all rows.
    FOREACH part IN ARRAY to_seal LOOP
        seal := ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint & 2147483647 << 32 | part::oid::bigint;
        attribute := (SELECT attnum FROM pg_attribute WHERE attrelid = part AND attname = @column_name@);
        EXECUTE format('CREATE OR REPLACE TRIGGER %s AFTER INSERT ON %s FOR EACH ROW EXECUTE FUNCTION %s(%L, %L, %L)',
            @'insert'@, part, @'skip_mark'@, seal, attribute, @column_name@);
        EXECUTE format('CREATE OR REPLACE TRIGGER %1$s AFTER UPDATE ON %2$s FOR EACH ROW '
            'WHEN (record_image_ne(ROW(OLD.%3$s), ROW(NEW.%3$s))) EXECUTE FUNCTION %4$s(%5$L, %6$L, %7$L)',
            @'update'@, part, @'column'@, @'skip_mark'@, seal, attribute, @column_name@);
        EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %s, ENABLE ALWAYS TRIGGER %s', part, @'insert'@, @'update'@);
        new_seals := new_seals || seal;
    END LOOP;
    -- Removes the columns of partitions that are sealed again or gone, once they are an eighth of a matrix.
    FOR m IN
        SELECT number, ARRAY(SELECT s FROM unnest(seals) AS s WHERE (s & 4294967295)::oid = ANY (leaves)
            AND (s & 4294967295)::oid <> ALL (to_seal)) AS kept, cardinality(seals) AS columns FROM @skip@
    LOOP
        IF m.kept = '{}' THEN
            DELETE FROM @skip@ WHERE number = m.number;
        ELSIF cardinality(m.kept) < m.columns * 7 / 8 THEN
            UPDATE @skip@ SET seals = m.kept,
                matrix = (SELECT @bloom@.bloom_matrix_agg(@bloom@.bloom_matrix_filter(matrix, s), s) FROM unnest(m.kept) AS s)
                WHERE number = m.number;
        END IF;
    END LOOP;
    counts := ARRAY(SELECT coalesce(ceil(@bloom@.bloom_count(@skip_filter@(p::regclass, NULL::bigint))), 0)
        FROM unnest(to_seal) WITH ORDINALITY AS u (p, n) ORDER BY n);
    WHILE EXISTS (SELECT FROM unnest(counts) AS c WHERE c IS NOT NULL) LOOP
        -- Partitions of similar sizes share a capacity, an existing one if it fits.
        most := greatest((SELECT max(c) FROM unnest(counts) AS c), 800);
        -- The largest partition is always among those that get this capacity.
        size := coalesce((SELECT min(capacity) FROM @skip@ WHERE capacity >= most AND capacity / 4 < most), ceil(most * 1.25));
        room := greatest(64, (1 << 29) / (SELECT bytes FROM @bloom@.bloom_info(@bloom@.bloom_empty(size, @fpp@))));
        FOR added IN
            SELECT array_agg(s ORDER BY s) AS seals,
                @bloom@.bloom_matrix_agg(coalesce(@skip_filter@(p::regclass, size::bigint), @bloom@.bloom_empty(size, @fpp@)), s) AS matrix
            FROM (
                SELECT p, s, row_number() OVER (ORDER BY p) - 1 AS n FROM unnest(to_seal, new_seals, counts) AS u (p, s, c)
                WHERE c > size / 4 OR size <= 4000 AND c IS NOT NULL
            ) AS q GROUP BY n / room
        LOOP
            -- At most one matrix has fewer than 64 columns: a row has room for at least 64.
            LOOP
                SELECT * INTO last FROM @skip@ WHERE capacity = size ORDER BY number DESC LIMIT 1;
                EXIT WHEN NOT FOUND OR cardinality(last.seals) + cardinality(added.seals) > room
                    OR cardinality(last.seals) >= 64 AND cardinality(added.seals) < 64;
                added.matrix := @bloom@.bloom_matrix_merge(last.matrix, added.matrix);
                added.seals := last.seals || added.seals;
                DELETE FROM @skip@ WHERE number = last.number;
            END LOOP;
            INSERT INTO @skip@ (capacity, seals, matrix) VALUES (size, added.seals, added.matrix);
        END LOOP;
        counts := ARRAY(SELECT CASE WHEN c > size / 4 OR size <= 4000 THEN NULL ELSE c END
            FROM unnest(counts) WITH ORDINALITY AS u (c, n) ORDER BY n);
    END LOOP;
    -- Removes marks of seals that are in no matrix.
    DELETE FROM @skip_stale@ AS t WHERE NOT EXISTS (SELECT FROM @skip@ AS s WHERE t.seal = ANY (s.seals));
    RETURN cardinality(to_seal);
END $$;
COMMENT ON FUNCTION @skip_seal@(regclass[], boolean) IS 'skipping by bloom_skip_create: seals partitions, by default all local ones that are unsealed or stale; returns how many';

CREATE FUNCTION @skip_info@(OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates float8)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    marker CONSTANT regproc := @marker@::regprocedure::oid;
    all_seals bigint[] := ARRAY(SELECT unnest(s.seals) FROM @skip@ AS s);
    marked bigint[] := ARRAY(SELECT DISTINCT s.seal FROM @skip_stale@ AS s);
BEGIN
    SELECT count(*), count(*) FILTER (WHERE u IS NULL), count(*) FILTER (WHERE u IS NOT NULL AND n IS NULL)
        INTO partitions, sealed, stale
        FROM @bloom@.bloom_skip_candidates(@'parent'@, marker, '{}', '{}') AS a
        LEFT JOIN @bloom@.bloom_skip_candidates(@'parent'@, marker, all_seals, marked) AS u ON u = a
        LEFT JOIN @bloom@.bloom_skip_candidates(@'parent'@, marker, all_seals, '{}') AS n ON n = a;
    bytes := pg_total_relation_size(@'skip'@) + pg_total_relation_size(@'skip_stale'@);
    false_candidates := coalesce((SELECT sum(i.false_candidates) FROM @skip@ AS s, @bloom@.bloom_matrix_info(s.matrix) AS i), 0);
END $$;
COMMENT ON FUNCTION @skip_info@() IS 'skipping by bloom_skip_create: numbers of partitions, sealed and stale ones, bytes, and how many partitions a lookup reads by mistake';
