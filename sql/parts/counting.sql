-- Counting filters: creates, changes, probes and merges them.

CREATE FUNCTION counting_bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_empty';
COMMENT ON FUNCTION counting_bloom_empty(bigint, double precision)
    IS 'empty counting filter, sized for a capacity and a false-positive rate';
CREATE FUNCTION counting_bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_of';
COMMENT ON FUNCTION counting_bloom_of(anyarray, double precision)
    IS 'counting filter of the elements of an array; NULL elements are skipped';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_add(filter counting_bloom, value anycompatible) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add';
COMMENT ON FUNCTION bloom_add(counting_bloom, anycompatible) IS 'adds a value to a counting filter';
CREATE FUNCTION bloom_add_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_all';
COMMENT ON FUNCTION bloom_add_all(counting_bloom, anyarray)
    IS 'adds all elements of an array to a counting filter; NULL elements are skipped';
CREATE FUNCTION bloom_remove(filter counting_bloom, value anycompatible) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_remove';
COMMENT ON FUNCTION bloom_remove(counting_bloom, anycompatible)
    IS 'removes a value from a counting filter; a notice if it is certainly absent';
CREATE FUNCTION bloom_remove_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_all';
COMMENT ON FUNCTION bloom_remove_all(counting_bloom, anyarray)
    IS 'removes all elements of an array from a counting filter; a notice if some are certainly absent';

-- Without them, PostgreSQL's own anynonarray || text would concatenate two texts. See build.sql for text and "char".
-- Altered in 0.4.0.
CREATE FUNCTION bloom_add_text(filter counting_bloom, value text) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add_text';
COMMENT ON FUNCTION bloom_add_text(counting_bloom, text) IS 'internal: implementation of || operator';
CREATE FUNCTION bloom_add_char(filter counting_bloom, value "char") RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add_char';
COMMENT ON FUNCTION bloom_add_char(counting_bloom, "char") IS 'internal: implementation of || operator';
CREATE OPERATOR || (LEFTARG = counting_bloom, RIGHTARG = "char", FUNCTION = bloom_add_char);
COMMENT ON OPERATOR ||(counting_bloom, "char") IS 'adds a "char" to a counting filter';
CREATE OPERATOR || (LEFTARG = counting_bloom, RIGHTARG = text, FUNCTION = bloom_add_text);
COMMENT ON OPERATOR ||(counting_bloom, text) IS 'adds a text to a counting filter';
CREATE OPERATOR || (LEFTARG = counting_bloom, RIGHTARG = anycompatible, FUNCTION = bloom_add);
COMMENT ON OPERATOR ||(counting_bloom, anycompatible) IS 'adds a value to a counting filter';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_contains(filter counting_bloom, value anycompatible) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains';
COMMENT ON FUNCTION bloom_contains(counting_bloom, anycompatible)
    IS 'whether the filter may hold the value; false is certain';
CREATE FUNCTION bloom_contained_by(value anycompatible, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by';
COMMENT ON FUNCTION bloom_contained_by(anycompatible, counting_bloom) IS 'internal: implementation of <@ operator';
CREATE FUNCTION bloom_occurrences(filter counting_bloom, value anycompatible) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of';
COMMENT ON FUNCTION bloom_occurrences(counting_bloom, anycompatible)
    IS 'upper bound of how often the value was added; 15 means 15 or more';
CREATE FUNCTION bloom_contains_any(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_any';
COMMENT ON FUNCTION bloom_contains_any(counting_bloom, anyarray)
    IS 'whether the filter may hold at least one element; NULL elements are skipped';
CREATE FUNCTION bloom_contains_all(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_all';
COMMENT ON FUNCTION bloom_contains_all(counting_bloom, anyarray)
    IS 'whether the filter may hold every element; NULL elements are skipped';

-- Altered in 0.4.0.
CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = anycompatible, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
COMMENT ON OPERATOR @>(counting_bloom, anycompatible) IS 'whether the filter may hold the value; false is certain';
CREATE OPERATOR <@ (
    LEFTARG = anycompatible, RIGHTARG = counting_bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
COMMENT ON OPERATOR <@(anycompatible, counting_bloom) IS 'whether the filter may hold the value; false is certain';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_union(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union';
COMMENT ON FUNCTION bloom_union(counting_bloom, counting_bloom)
    IS 'union of two counting filters; counts are added up';
CREATE FUNCTION bloom_subtract(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_subtract';
COMMENT ON FUNCTION bloom_subtract(counting_bloom, counting_bloom)
    IS 'removes the values of the second filter from the first, which must contain them all';

-- Altered in 0.4.0.
CREATE OPERATOR | (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = bloom_union, COMMUTATOR = |
);
COMMENT ON OPERATOR |(counting_bloom, counting_bloom) IS 'union of two counting filters; counts are added up';
CREATE OPERATOR - (LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = bloom_subtract);
COMMENT ON OPERATOR -(counting_bloom, counting_bloom) IS 'removes the values of the second filter from the first';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_info(
    filter counting_bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT counters bigint, OUT hashes integer, OUT counters_set bigint, OUT saturated bigint,
    OUT fill double precision, OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_info';
COMMENT ON FUNCTION bloom_info(counting_bloom) IS 'parameters and fill of a counting filter, as one row';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_show(filter counting_bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_show';
COMMENT ON FUNCTION bloom_show(counting_bloom) IS 'one-line summary of a counting filter for people to read';
