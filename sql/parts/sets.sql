-- Combines and compares two filters, and folds a filter to a smaller size.

-- Altered in 0.4.0.
CREATE FUNCTION bloom_is_compatible(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_compatible';
COMMENT ON FUNCTION bloom_is_compatible(bloom, bloom) IS 'whether two filters can be combined';

CREATE FUNCTION bloom_union(a bloom, b bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union';
COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'union of two filters';
CREATE FUNCTION bloom_intersection(a bloom, b bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection';
COMMENT ON FUNCTION bloom_intersection(bloom, bloom) IS 'intersection of two filters; holds at least the values in both';
CREATE FUNCTION bloom_intersection_count(a bloom, b bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_count';
COMMENT ON FUNCTION bloom_intersection_count(bloom, bloom)
    IS 'estimated number of distinct values in both of two filters';
CREATE FUNCTION bloom_jaccard(a bloom, b bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_jaccard';
COMMENT ON FUNCTION bloom_jaccard(bloom, bloom)
    IS 'estimated Jaccard index: number of values in both filters, divided by the number in at least one';
CREATE FUNCTION bloom_is_subset(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_is_subset';
COMMENT ON FUNCTION bloom_is_subset(bloom, bloom)
    IS 'whether all values of the first filter may be in the second; false is certain';

CREATE OPERATOR | (LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_union, COMMUTATOR = |);
COMMENT ON OPERATOR |(bloom, bloom) IS 'union of two filters';
CREATE OPERATOR & (LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_intersection, COMMUTATOR = &);
COMMENT ON OPERATOR &(bloom, bloom) IS 'intersection of two filters; holds at least the values in both';

CREATE FUNCTION bloom_fold(filter bloom, fpp double precision) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_fold';
COMMENT ON FUNCTION bloom_fold(bloom, double precision)
    IS 'folds a filter to the smallest size that keeps a false-positive rate';
