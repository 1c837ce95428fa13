-- A lookup that skips partitions, for one value or an array of values; see skip.sql.

CREATE FUNCTION @look_up@(@parameter@ @element@@brackets@) RETURNS SETOF @parent@
LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10
BEGIN ATOMIC
    SELECT @bloom@.@function@(NULL::@parent@, @column_name@::name, @'skip'@::regclass, @'skip_stale'@::regclass, @parameter@);
END;
COMMENT ON FUNCTION @look_up@(@element@@brackets@) IS 'skipping by bloom_skip_create: rows with @found@, read from the partitions that may have it';
