-- Skips partitions that cannot have a value. bloom_skip_create runs sql/templates/skip.sql, and the objects belong to the
-- caller.

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_create(parent regclass, "column" name, fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_create';
COMMENT ON FUNCTION bloom_skip_create(regclass, name, double precision)
    IS 'creates functions that look up rows by a column and skip partitions that cannot have the value';
CREATE FUNCTION bloom_skip_drop(parent regclass, "column" name) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_drop';
COMMENT ON FUNCTION bloom_skip_drop(regclass, name)
    IS 'drops what bloom_skip_create made, including the triggers on partitions';

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_candidates(parent regclass, marker regproc, sealed bigint[], named bigint[])
    RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_candidates';
COMMENT ON FUNCTION bloom_skip_candidates(regclass, regproc, bigint[], bigint[])
    IS 'partitions that a lookup must read: all except those with a seal in "sealed" and not in "named"';

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_rows("rows" anyelement, partitions regclass[], "column" name, value anycompatible)
    RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_rows';
COMMENT ON FUNCTION bloom_skip_rows(anyelement, regclass[], name, anycompatible)
    IS 'rows of partitions with this value, or one of an array, in the column; keeps its plans';
