-- The partitions that a lookup must read; see skip.sql.

CREATE FUNCTION @look_up@(@parameters@) RETURNS SETOF regclass
LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10
BEGIN ATOMIC
    SELECT @bloom@.bloom_skip_look_up_partitions(@'parent'@::regclass, @columns@::name[], @'skip'@::regclass, @'skip_stale'@::regclass, @value@);
END;
COMMENT ON FUNCTION @look_up@(@parameters@) IS 'skipping by bloom_skip_create: partitions that may have @found@';
