-- A lookup that skips partitions, for one value, an array of values, or a value for each column; see skip.sql.

CREATE FUNCTION @look_up@(@parameters@) RETURNS SETOF @parent@
LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10
BEGIN ATOMIC
    SELECT @bloom@.@function@(NULL::@parent@, @columns@::name[], @'skip'@::regclass, @'skip_stale'@::regclass, @value@);
END;
COMMENT ON FUNCTION @look_up@(@parameters@) IS 'skipping by bloom_skip_create: rows with @found@, read from the partitions that may have it';
