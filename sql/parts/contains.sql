-- Tests whether a filter may hold a value or the elements of an array.

CREATE FUNCTION bloom_contains(filter bloom, value anycompatible) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains';
COMMENT ON FUNCTION bloom_contains(bloom, anycompatible) IS 'whether the filter may hold the value; false is certain';
CREATE FUNCTION bloom_contained_by(value anycompatible, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by';
COMMENT ON FUNCTION bloom_contained_by(anycompatible, bloom) IS 'internal: implementation of <@ operator';

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = anycompatible, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
COMMENT ON OPERATOR @>(bloom, anycompatible) IS 'whether the filter may hold the value; false is certain';
CREATE OPERATOR <@ (
    LEFTARG = anycompatible, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
COMMENT ON OPERATOR <@(anycompatible, bloom) IS 'whether the filter may hold the value; false is certain';

CREATE FUNCTION bloom_contains_any(filter bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_any';
COMMENT ON FUNCTION bloom_contains_any(bloom, anyarray)
    IS 'whether the filter may hold at least one element; NULL elements are skipped';
CREATE FUNCTION bloom_contains_all(filter bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_all';
COMMENT ON FUNCTION bloom_contains_all(bloom, anyarray)
    IS 'whether the filter may hold every element; NULL elements are skipped';
CREATE FUNCTION bloom_contains_each(filter bloom, "values" anyarray) RETURNS boolean[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_contains_each';
COMMENT ON FUNCTION bloom_contains_each(bloom, anyarray)
    IS 'for each element, whether the filter may hold it; NULL for NULL';
