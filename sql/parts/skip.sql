-- Skips partitions that cannot have a value. bloom_skip_create runs sql/templates/skip.sql, and the objects belong to the
-- caller.

CREATE FUNCTION bloom_skip_create(parent regclass, "column" name, fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_create';
COMMENT ON FUNCTION bloom_skip_create(regclass, name, double precision)
    IS 'creates functions that look up rows by a column and skip partitions that cannot have the value';
CREATE FUNCTION bloom_skip_drop(parent regclass, "column" name) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_drop';
COMMENT ON FUNCTION bloom_skip_drop(regclass, name)
    IS 'drops what bloom_skip_create made, including the triggers on partitions';

CREATE FUNCTION bloom_skip_upgrade(parent regclass, "column" name, fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_upgrade';
COMMENT ON FUNCTION bloom_skip_upgrade(regclass, name, double precision)
    IS 'replaces what bloom_skip_create of an older release made; the partitions must be sealed again';

CREATE FUNCTION bloom_skip_create(parent regclass, columns name[], fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_create_columns';
COMMENT ON FUNCTION bloom_skip_create(regclass, name[], double precision)
    IS 'creates functions that look up rows by several columns together';
CREATE FUNCTION bloom_skip_drop(parent regclass, columns name[]) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_drop_columns';
COMMENT ON FUNCTION bloom_skip_drop(regclass, name[])
    IS 'drops what bloom_skip_create made for several columns';
CREATE FUNCTION bloom_skip_upgrade(parent regclass, columns name[], fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_upgrade_columns';
COMMENT ON FUNCTION bloom_skip_upgrade(regclass, name[], double precision)
    IS 'replaces what bloom_skip_create of an older release made for several columns';

CREATE FUNCTION bloom_skip_plain_queries(skip boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_plain_queries';
COMMENT ON FUNCTION bloom_skip_plain_queries(boolean)
    IS 'turns on or off that plain queries of this session skip partitions';

-- The functions of a table call these.
CREATE FUNCTION bloom_skip_mark() RETURNS trigger
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_mark';
COMMENT ON FUNCTION bloom_skip_mark()
    IS 'internal: trigger function that marks a sealed partition as stale when a row is added';
CREATE FUNCTION bloom_skip_seal(
    parent regclass, columns name[], matrices regclass, marks regclass, declared regtype[], fpp double precision,
    partitions regclass[] DEFAULT NULL, unchanging boolean DEFAULT false
) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_skip_seal';
COMMENT ON FUNCTION bloom_skip_seal(regclass, name[], regclass, regclass, regtype[], double precision, regclass[], boolean)
    IS 'internal: seals partitions: gives them triggers, and filters of their values; returns how many';
CREATE FUNCTION bloom_skip_info(
    parent regclass, columns name[], matrices regclass, marks regclass,
    OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates double precision
)
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100000 AS 'MODULE_PATHNAME', 'bloom_skip_info';
COMMENT ON FUNCTION bloom_skip_info(regclass, name[], regclass, regclass)
    IS 'internal: numbers of partitions, sealed and stale ones, bytes, and partitions read by mistake';
CREATE FUNCTION bloom_skip_partitions(
    parent regclass, columns name[], matrices regclass, marks regclass,
    OUT partition regclass, OUT sealed boolean, OUT stale boolean, OUT "values" bigint
) RETURNS SETOF record
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_skip_partitions';
COMMENT ON FUNCTION bloom_skip_partitions(regclass, name[], regclass, regclass)
    IS 'internal: each partition: whether it is sealed, or stale, and its number of values when sealed';
CREATE FUNCTION bloom_skip_look_up(
    "rows" anyelement, columns name[], matrices regclass, marks regclass, value anycompatible
) RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_look_up';
COMMENT ON FUNCTION bloom_skip_look_up(anyelement, name[], regclass, regclass, anycompatible)
    IS 'internal: rows of a table with this value in the column, read from partitions that may have it';
CREATE FUNCTION bloom_skip_look_up_any(
    "rows" anyelement, columns name[], matrices regclass, marks regclass, "values" anycompatiblearray
) RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_look_up_any';
COMMENT ON FUNCTION bloom_skip_look_up_any(anyelement, name[], regclass, regclass, anycompatiblearray)
    IS 'internal: rows of a table with one of these values, read from partitions that may have one';
CREATE FUNCTION bloom_skip_look_up_partitions(
    parent regclass, columns name[], matrices regclass, marks regclass, value anycompatible
) RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_look_up_partitions';
COMMENT ON FUNCTION bloom_skip_look_up_partitions(regclass, name[], regclass, regclass, anycompatible)
    IS 'internal: partitions that may have this value in the columns';

-- Plain queries call it, if bloom_rs.skip_partitions is on. For each set, it takes columns, matrices, marks, whether the value is
-- an array of values, and the value. The planner multiplies ROWS by 1/200 for each condition that the rows meet, as it has no
-- statistics of them.
CREATE FUNCTION bloom_skip_scan_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_skip_scan_support';
COMMENT ON FUNCTION bloom_skip_scan_support(internal) IS 'internal: planner support for bloom_skip_scan';
CREATE FUNCTION bloom_skip_scan("rows" anyelement, partitions regclass[], VARIADIC sets "any") RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 10000 ROWS 2000 SUPPORT bloom_skip_scan_support
    AS 'MODULE_PATHNAME', 'bloom_skip_scan';
COMMENT ON FUNCTION bloom_skip_scan(anyelement, regclass[], VARIADIC "any")
    IS 'internal: rows of a table''s partitions that meet the conditions of all these sets';

-- Lookups that an older release made call these two.
CREATE FUNCTION bloom_skip_candidates(parent regclass, marker regproc, sealed bigint[], named bigint[])
    RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_candidates';
COMMENT ON FUNCTION bloom_skip_candidates(regclass, regproc, bigint[], bigint[])
    IS 'internal: all partitions, for lookups that an older release made';

CREATE FUNCTION bloom_skip_rows("rows" anyelement, partitions regclass[], "column" name, value anycompatible)
    RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_rows';
COMMENT ON FUNCTION bloom_skip_rows(anyelement, regclass[], name, anycompatible)
    IS 'internal: rows of partitions with this value, for lookups that an older release made';
