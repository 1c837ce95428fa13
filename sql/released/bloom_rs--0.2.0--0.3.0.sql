\echo Use "ALTER EXTENSION bloom_rs UPDATE TO '0.3.0'" to load this file. \quit

-- An order, so that count(DISTINCT f), array_agg(DISTINCT f) and ORDER BY work. It says nothing about the values. The
-- operator = does not have MERGES, as a hash join is always faster.
-- Added in 0.3.0.
CREATE FUNCTION bloom_lt(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_lt';
COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS 'implementation of < operator';
CREATE FUNCTION bloom_le(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_le';
COMMENT ON FUNCTION bloom_le(bloom, bloom) IS 'implementation of <= operator';
CREATE FUNCTION bloom_gt(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_gt';
COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS 'implementation of > operator';
CREATE FUNCTION bloom_ge(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ge';
COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS 'implementation of >= operator';
CREATE FUNCTION bloom_cmp(a bloom, b bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_cmp';
COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS 'less-equal-greater';
CREATE OPERATOR < (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR <(bloom, bloom) IS 'less than, as bytes';
CREATE OPERATOR <= (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <=(bloom, bloom) IS 'less than or equal, as bytes';
CREATE OPERATOR > (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR >(bloom, bloom) IS 'greater than, as bytes';
CREATE OPERATOR >= (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >=(bloom, bloom) IS 'greater than or equal, as bytes';
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 bloom_cmp(bloom, bloom),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY bloom_ops USING btree IS 'order of filters';
COMMENT ON OPERATOR CLASS bloom_ops USING btree IS 'order of filters';

-- Added in 0.3.0.
CREATE FUNCTION counting_bloom_lt(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_lt';
COMMENT ON FUNCTION counting_bloom_lt(counting_bloom, counting_bloom) IS 'implementation of < operator';
CREATE FUNCTION counting_bloom_le(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_le';
COMMENT ON FUNCTION counting_bloom_le(counting_bloom, counting_bloom) IS 'implementation of <= operator';
CREATE FUNCTION counting_bloom_gt(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_gt';
COMMENT ON FUNCTION counting_bloom_gt(counting_bloom, counting_bloom) IS 'implementation of > operator';
CREATE FUNCTION counting_bloom_ge(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ge';
COMMENT ON FUNCTION counting_bloom_ge(counting_bloom, counting_bloom) IS 'implementation of >= operator';
CREATE FUNCTION counting_bloom_cmp(a counting_bloom, b counting_bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_cmp';
COMMENT ON FUNCTION counting_bloom_cmp(counting_bloom, counting_bloom) IS 'less-equal-greater';
CREATE OPERATOR < (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_lt, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR <(counting_bloom, counting_bloom) IS 'less than, as bytes';
CREATE OPERATOR <= (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_le, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <=(counting_bloom, counting_bloom) IS 'less than or equal, as bytes';
CREATE OPERATOR > (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_gt, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR >(counting_bloom, counting_bloom) IS 'greater than, as bytes';
CREATE OPERATOR >= (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_ge, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >=(counting_bloom, counting_bloom) IS 'greater than or equal, as bytes';
CREATE OPERATOR CLASS counting_bloom_ops DEFAULT FOR TYPE counting_bloom USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 counting_bloom_cmp(counting_bloom, counting_bloom),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY counting_bloom_ops USING btree IS 'order of counting filters';
COMMENT ON OPERATOR CLASS counting_bloom_ops USING btree IS 'order of counting filters';

-- Joins of any tables.
-- Added in 0.3.0.
CREATE FUNCTION bloom_screen_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_joins';
COMMENT ON FUNCTION bloom_screen_joins(boolean)
    IS 'sets bloom_rs.screen_joins and bloom_rs.screen_foreign_joins to on or off for the session';

-- Without them, PostgreSQL's own anynonarray || text would concatenate two texts. See build.sql for text and "char".
-- Added in 0.3.0.
CREATE FUNCTION counting_bloom_add_text(filter counting_bloom, value text) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add_text';
COMMENT ON FUNCTION counting_bloom_add_text(counting_bloom, text) IS 'implementation of || operator';
CREATE FUNCTION counting_bloom_add_char(filter counting_bloom, value "char") RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add_char';
COMMENT ON FUNCTION counting_bloom_add_char(counting_bloom, "char") IS 'implementation of || operator';
CREATE OPERATOR || (LEFTARG = counting_bloom, RIGHTARG = "char", FUNCTION = counting_bloom_add_char);
COMMENT ON OPERATOR ||(counting_bloom, "char") IS 'adds a "char" to a counting filter';
CREATE OPERATOR || (LEFTARG = counting_bloom, RIGHTARG = text, FUNCTION = counting_bloom_add_text);
COMMENT ON OPERATOR ||(counting_bloom, text) IS 'adds a text to a counting filter';
CREATE OPERATOR || (LEFTARG = counting_bloom, RIGHTARG = anycompatible, FUNCTION = counting_bloom_add);
COMMENT ON OPERATOR ||(counting_bloom, anycompatible) IS 'adds a value to a counting filter';

-- Added in 0.3.0.
CREATE FUNCTION bloom_set_upgrade("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_upgrade';
COMMENT ON FUNCTION bloom_set_upgrade(regclass)
    IS 'replaces the functions of a live set by those of this version, and adds to its tables what they lack';

-- The functions of a set call these.
-- Added in 0.3.0.
CREATE FUNCTION bloom_set_newest(
    "set" regclass, layers regclass, OUT layer integer, OUT shards integer, OUT fpp double precision, OUT grows boolean
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_newest';
COMMENT ON FUNCTION bloom_set_newest(regclass, regclass) IS 'the newest layer of a live set; an error if a layer is missing';
CREATE FUNCTION bloom_set_next(
    "set" regclass, layers regclass, set_fpp double precision, capacity bigint, layer_fpp double precision,
    OUT layer integer, OUT shards integer, OUT fpp double precision, OUT grows boolean
) LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_next';
COMMENT ON FUNCTION bloom_set_next(regclass, regclass, double precision, bigint, double precision)
    IS 'what a new layer of a live set will be; without fpp it takes a part of the rate that is left';
CREATE FUNCTION bloom_set_query(query text) RETURNS text
    LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_set_query';
COMMENT ON FUNCTION bloom_set_query(text)
    IS 'the query without a semicolon at its end; an error unless it is one SELECT of one column';
CREATE FUNCTION bloom_progress(work text, total bigint DEFAULT NULL, seconds double precision DEFAULT 5) RETURNS boolean
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bloom_progress';
COMMENT ON FUNCTION bloom_progress(text, bigint, double precision)
    IS 'always true; counts the rows of a long statement, and sends a NOTICE every so many seconds';

-- Added in 0.3.0.
CREATE FUNCTION bloom_skip_upgrade(parent regclass, "column" name, fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_upgrade';
COMMENT ON FUNCTION bloom_skip_upgrade(regclass, name, double precision)
    IS 'replaces what bloom_skip_create of an older release made; the partitions must be sealed again';

-- Added in 0.3.0.
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

-- Added in 0.3.0.
CREATE FUNCTION bloom_skip_plain_queries(skip boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_plain_queries';
COMMENT ON FUNCTION bloom_skip_plain_queries(boolean)
    IS 'turns on or off that plain queries of this session skip partitions';

-- The functions of a table call these.
-- Added in 0.3.0.
CREATE FUNCTION bloom_skip_mark() RETURNS trigger
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_mark';
COMMENT ON FUNCTION bloom_skip_mark() IS 'trigger function that marks a sealed partition as stale when a row is added';
CREATE FUNCTION bloom_skip_seal(
    parent regclass, columns name[], matrices regclass, marks regclass, declared regtype[], fpp double precision,
    partitions regclass[] DEFAULT NULL, unchanging boolean DEFAULT false
) RETURNS bigint
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_skip_seal';
COMMENT ON FUNCTION bloom_skip_seal(regclass, name[], regclass, regclass, regtype[], double precision, regclass[], boolean)
    IS 'seals partitions: gives them triggers, and filters of their values; returns how many';
CREATE FUNCTION bloom_skip_info(
    parent regclass, columns name[], matrices regclass, marks regclass,
    OUT partitions bigint, OUT sealed bigint, OUT stale bigint, OUT bytes bigint, OUT false_candidates double precision
)
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100000 AS 'MODULE_PATHNAME', 'bloom_skip_info';
COMMENT ON FUNCTION bloom_skip_info(regclass, name[], regclass, regclass)
    IS 'numbers of partitions, sealed and stale ones, bytes, and partitions that are read by mistake';
CREATE FUNCTION bloom_skip_partitions(
    parent regclass, columns name[], matrices regclass, marks regclass,
    OUT partition regclass, OUT sealed boolean, OUT stale boolean, OUT "values" bigint
) RETURNS SETOF record
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_skip_partitions';
COMMENT ON FUNCTION bloom_skip_partitions(regclass, name[], regclass, regclass)
    IS 'each partition: whether it is sealed, whether it is stale, its number of values when sealed';
CREATE FUNCTION bloom_skip_look_up(
    "rows" anyelement, columns name[], matrices regclass, marks regclass, value anycompatible
) RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_look_up';
COMMENT ON FUNCTION bloom_skip_look_up(anyelement, name[], regclass, regclass, anycompatible)
    IS 'rows of a partitioned table with this value in the column, read from the partitions that may have it';
CREATE FUNCTION bloom_skip_look_up_any(
    "rows" anyelement, columns name[], matrices regclass, marks regclass, "values" anycompatiblearray
) RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_look_up_any';
COMMENT ON FUNCTION bloom_skip_look_up_any(anyelement, name[], regclass, regclass, anycompatiblearray)
    IS 'rows of a partitioned table with one of these values, read from the partitions that may have one';
CREATE FUNCTION bloom_skip_look_up_partitions(
    parent regclass, columns name[], matrices regclass, marks regclass, value anycompatible
) RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 10000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_look_up_partitions';
COMMENT ON FUNCTION bloom_skip_look_up_partitions(regclass, name[], regclass, regclass, anycompatible)
    IS 'partitions that may have this value in the columns';

-- Plain queries call it, if bloom_rs.skip_partitions is on. For each set, it takes columns, matrices, marks, whether the value is
-- an array of values, and the value. The planner multiplies ROWS by 1/200 for each condition that the rows meet, as it has no
-- statistics of them.
-- Added in 0.3.0.
CREATE FUNCTION bloom_skip_scan_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_skip_scan_support';
COMMENT ON FUNCTION bloom_skip_scan_support(internal) IS 'planner support for bloom_skip_scan';
CREATE FUNCTION bloom_skip_scan("rows" anyelement, partitions regclass[], VARIADIC sets "any") RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 10000 ROWS 2000 SUPPORT bloom_skip_scan_support
    AS 'MODULE_PATHNAME', 'bloom_skip_scan';
COMMENT ON FUNCTION bloom_skip_scan(anyelement, regclass[], VARIADIC "any")
    IS 'for plain queries: rows of a table''s partitions that meet the conditions of all these sets';

-- What release 0.2.0 made writes marks with the rights of its owner. It is replaced by its owner, not here: this script
-- runs with the rights of another role.
-- Added in 0.3.0.
DO $$
DECLARE
    mark regproc;
BEGIN
    FOR mark IN
        SELECT oid FROM pg_catalog.pg_proc WHERE prosecdef AND prorettype = 'pg_catalog.trigger'::regtype
            AND proname LIKE '%\_skip\_mark' AND prosrc LIKE '%Called for each row, so names are qualified%'
    LOOP
        RAISE WARNING 'function % runs with the rights of its owner', mark
            USING DETAIL = 'Release 0.2.0 made it. A role with a privilege on the table of stale seals may abuse it.',
                HINT = 'As its owner, call bloom_skip_upgrade(parent, "column"), then seal the partitions again.';
    END LOOP;
END $$;

-- Comments.
COMMENT ON FUNCTION bloom_skip_candidates(regclass, regproc, bigint[], bigint[]) IS 'for lookups of release 0.2.0: all partitions; bloom_skip_upgrade replaces these lookups';
COMMENT ON FUNCTION bloom_skip_rows(anyelement, regclass[], name, anycompatible) IS 'for lookups of release 0.2.0: rows of partitions with this value, or one of an array, in the column';
