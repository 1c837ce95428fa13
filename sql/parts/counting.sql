-- Counting filters: built, asked, added to, removed from, merged.

CREATE FUNCTION counting_bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_empty';
COMMENT ON FUNCTION counting_bloom_empty(bigint, double precision)
    IS 'counting filter without values, sized for a capacity and a false-positive rate';
CREATE FUNCTION counting_bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_of';
COMMENT ON FUNCTION counting_bloom_of(anyarray, double precision) IS 'counting filter of the values of an array';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value anycompatible) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add';
COMMENT ON FUNCTION counting_bloom_add(counting_bloom, anycompatible) IS 'the counting filter with one more value';
CREATE FUNCTION counting_bloom_add_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_all';
COMMENT ON FUNCTION counting_bloom_add_all(counting_bloom, anyarray)
    IS 'the counting filter with all values of an array';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value anycompatible) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_remove';
COMMENT ON FUNCTION counting_bloom_remove(counting_bloom, anycompatible)
    IS 'the counting filter without one value; a notice if it certainly was not there';
CREATE FUNCTION counting_bloom_remove_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_all';
COMMENT ON FUNCTION counting_bloom_remove_all(counting_bloom, anyarray)
    IS 'the counting filter without the values of an array; a notice if some certainly were not there';

CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value anycompatible) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains';
COMMENT ON FUNCTION counting_bloom_contains(counting_bloom, anycompatible)
    IS 'whether the filter may hold the value; false is certain';
CREATE FUNCTION counting_bloom_contained_by(value anycompatible, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by';
COMMENT ON FUNCTION counting_bloom_contained_by(anycompatible, counting_bloom) IS 'implementation of <@ operator';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value anycompatible) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of';
COMMENT ON FUNCTION counting_bloom_count_of(counting_bloom, anycompatible)
    IS 'upper bound of how often a value was added; 15 is 15 or more';
CREATE FUNCTION counting_bloom_contains_any(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_any';
COMMENT ON FUNCTION counting_bloom_contains_any(counting_bloom, anyarray)
    IS 'whether the filter may hold some value of an array';
CREATE FUNCTION counting_bloom_contains_all(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_all';
COMMENT ON FUNCTION counting_bloom_contains_all(counting_bloom, anyarray)
    IS 'whether the filter may hold all values of an array';

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = anycompatible, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
COMMENT ON OPERATOR @>(counting_bloom, anycompatible) IS 'whether the filter may hold the value; false is certain';
CREATE OPERATOR <@ (
    LEFTARG = anycompatible, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
COMMENT ON OPERATOR <@(anycompatible, counting_bloom) IS 'whether the filter may hold the value; false is certain';

CREATE FUNCTION counting_bloom_union(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union';
COMMENT ON FUNCTION counting_bloom_union(counting_bloom, counting_bloom) IS 'all values of both, counted together';
CREATE FUNCTION counting_bloom_subtract(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_subtract';
COMMENT ON FUNCTION counting_bloom_subtract(counting_bloom, counting_bloom)
    IS 'the first without the values of the second, all of which must be in it';

CREATE OPERATOR | (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_union, COMMUTATOR = |
);
COMMENT ON OPERATOR |(counting_bloom, counting_bloom) IS 'all values of both, counted together';
CREATE OPERATOR - (LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_subtract);
COMMENT ON OPERATOR -(counting_bloom, counting_bloom) IS 'the first without the values of the second';

CREATE FUNCTION counting_bloom_info(
    filter counting_bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT counters bigint, OUT hashes integer, OUT counters_set bigint, OUT saturated bigint,
    OUT fill double precision, OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_info';
COMMENT ON FUNCTION counting_bloom_info(counting_bloom)
    IS 'what a counting filter is and how well it is filled, as one row';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_show(filter counting_bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_show';
COMMENT ON FUNCTION counting_bloom_show(counting_bloom)
    IS 'how full a counting filter is and what it holds, as one line for people';
