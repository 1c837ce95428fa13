-- A lookup that skips partitions, for one value or an array of values; see skip.sql.

CREATE FUNCTION @look_up@(@parameter@ @element@@brackets@) RETURNS SETOF @parent@
LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    sealed bigint[] := '{}';
    named bigint[] := ARRAY(SELECT s.seal FROM @skip_stale@ AS s);
    candidates regclass[];
    m record;
BEGIN -- STABLE: everything below uses the snapshot of the caller's query
    FOR m IN SELECT s.seals, ARRAY(SELECT @bloom@.@search@(s.matrix, $1)) AS found FROM @skip@ AS s LOOP
        sealed := sealed || m.seals;
        named := named || m.found;
    END LOOP;
    candidates := ARRAY(SELECT @bloom@.bloom_skip_candidates(@'parent'@, @marker@::regprocedure::oid::regproc, sealed, named));
    IF cardinality(candidates) * 8 > greatest(cardinality(sealed), 24) -- one plan is cheaper than many
        OR row_security_active(@'parent'@) -- policies and privileges of the table, not of its partitions
        OR EXISTS (SELECT FROM unnest(candidates) AS c JOIN pg_class AS t ON t.oid = c WHERE row_security_active(c)
            OR NOT has_table_privilege(c, 'SELECT') OR NOT has_schema_privilege(t.relnamespace, 'USAGE'))
        OR EXISTS (SELECT FROM pg_class AS t WHERE t.oid = @'skip_stale'@::regclass
            AND (row_security_active(t.oid) OR t.relpersistence = 'u')) -- a policy may hide marks, and a crash may have removed them
        OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = @'parent'@::regclass AND attgenerated = 'v') -- a partition's may differ
    THEN
        RETURN QUERY SELECT * FROM @parent@ AS p WHERE p.@column@@cast@ OPERATOR(@equality@.=) @compared@;
        RETURN;
    END IF;
    RETURN QUERY SELECT * FROM @bloom@.bloom_skip_rows(NULL::@parent@, candidates, @column_name@, $1)
        WHERE true OR EXISTS (SELECT FROM @parent@); -- never run: the plan then follows changes of the columns
END $$;
COMMENT ON FUNCTION @look_up@(@element@@brackets@) IS 'skipping by bloom_skip_create: rows with @found@, read from the partitions that may have it';
