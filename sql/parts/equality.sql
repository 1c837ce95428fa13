-- Equality of all types but bloom_state, byte for byte, with hashes for DISTINCT, GROUP BY and joins. Logical replication of a
-- table without a key needs equality for every column. Filters and bloom_hash_value also have an order.

CREATE FUNCTION bloom_eq(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'internal: implementation of = operator';
CREATE FUNCTION bloom_ne(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'internal: implementation of <> operator';
CREATE FUNCTION bloom_hash_filter(filter bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION bloom_hash_filter(bloom) IS 'internal: hash of a filter itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_hash_filter_extended(filter bloom, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION bloom_hash_filter_extended(bloom, bigint) IS 'internal: hash of a filter itself, with a seed';

CREATE OPERATOR = (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(bloom, bloom) IS 'equal, byte for byte';
CREATE OPERATOR <> (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom, bloom) IS 'not equal';
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash_filter(bloom),
    FUNCTION 2 bloom_hash_filter_extended(bloom, bigint);
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'equality of filters';
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'equality of filters';

-- An order, so that count(DISTINCT f), array_agg(DISTINCT f) and ORDER BY work. It says nothing about the values. The
-- operator = does not have MERGES, as a hash join is always faster.
CREATE FUNCTION bloom_lt(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_lt';
COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS 'internal: implementation of < operator';
CREATE FUNCTION bloom_le(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_le';
COMMENT ON FUNCTION bloom_le(bloom, bloom) IS 'internal: implementation of <= operator';
CREATE FUNCTION bloom_gt(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_gt';
COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS 'internal: implementation of > operator';
CREATE FUNCTION bloom_ge(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ge';
COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS 'internal: implementation of >= operator';
CREATE FUNCTION bloom_cmp(a bloom, b bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_cmp';
COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS 'internal: less-equal-greater';
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

CREATE FUNCTION counting_bloom_eq(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION counting_bloom_eq(counting_bloom, counting_bloom) IS 'internal: implementation of = operator';
CREATE FUNCTION counting_bloom_ne(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION counting_bloom_ne(counting_bloom, counting_bloom) IS 'internal: implementation of <> operator';
CREATE FUNCTION counting_bloom_hash_filter(filter counting_bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION counting_bloom_hash_filter(counting_bloom)
    IS 'internal: hash of a counting filter itself, for DISTINCT and GROUP BY';
CREATE FUNCTION counting_bloom_hash_filter_extended(filter counting_bloom, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION counting_bloom_hash_filter_extended(counting_bloom, bigint)
    IS 'internal: hash of a counting filter itself, with a seed';

CREATE OPERATOR = (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(counting_bloom, counting_bloom) IS 'equal, byte for byte';
CREATE OPERATOR <> (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(counting_bloom, counting_bloom) IS 'not equal';
CREATE OPERATOR CLASS counting_bloom_ops DEFAULT FOR TYPE counting_bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 counting_bloom_hash_filter(counting_bloom),
    FUNCTION 2 counting_bloom_hash_filter_extended(counting_bloom, bigint);
COMMENT ON OPERATOR FAMILY counting_bloom_ops USING hash IS 'equality of counting filters';
COMMENT ON OPERATOR CLASS counting_bloom_ops USING hash IS 'equality of counting filters';

CREATE FUNCTION counting_bloom_lt(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_lt';
COMMENT ON FUNCTION counting_bloom_lt(counting_bloom, counting_bloom) IS 'internal: implementation of < operator';
CREATE FUNCTION counting_bloom_le(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_le';
COMMENT ON FUNCTION counting_bloom_le(counting_bloom, counting_bloom) IS 'internal: implementation of <= operator';
CREATE FUNCTION counting_bloom_gt(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_gt';
COMMENT ON FUNCTION counting_bloom_gt(counting_bloom, counting_bloom) IS 'internal: implementation of > operator';
CREATE FUNCTION counting_bloom_ge(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ge';
COMMENT ON FUNCTION counting_bloom_ge(counting_bloom, counting_bloom) IS 'internal: implementation of >= operator';
CREATE FUNCTION counting_bloom_cmp(a counting_bloom, b counting_bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_cmp';
COMMENT ON FUNCTION counting_bloom_cmp(counting_bloom, counting_bloom) IS 'internal: less-equal-greater';
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

CREATE FUNCTION bloom_hash_value_eq(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_eq';
COMMENT ON FUNCTION bloom_hash_value_eq(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of = operator';
CREATE FUNCTION bloom_hash_value_ne(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_ne';
COMMENT ON FUNCTION bloom_hash_value_ne(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of <> operator';
CREATE FUNCTION bloom_hash_value_lt(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_lt';
COMMENT ON FUNCTION bloom_hash_value_lt(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of < operator';
CREATE FUNCTION bloom_hash_value_le(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_le';
COMMENT ON FUNCTION bloom_hash_value_le(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of <= operator';
CREATE FUNCTION bloom_hash_value_gt(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_gt';
COMMENT ON FUNCTION bloom_hash_value_gt(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of > operator';
CREATE FUNCTION bloom_hash_value_ge(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_ge';
COMMENT ON FUNCTION bloom_hash_value_ge(bloom_hash_value, bloom_hash_value) IS 'internal: implementation of >= operator';
CREATE FUNCTION bloom_hash_value_cmp(a bloom_hash_value, b bloom_hash_value) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_cmp';
COMMENT ON FUNCTION bloom_hash_value_cmp(bloom_hash_value, bloom_hash_value) IS 'internal: less-equal-greater';
CREATE FUNCTION bloom_hash_value_hash(hash bloom_hash_value) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_hash';
COMMENT ON FUNCTION bloom_hash_value_hash(bloom_hash_value) IS 'internal: hash';
CREATE FUNCTION bloom_hash_value_hash_extended(hash bloom_hash_value, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_hash_extended';
COMMENT ON FUNCTION bloom_hash_value_hash_extended(bloom_hash_value, bigint) IS 'internal: hash, with a seed';

CREATE OPERATOR = (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_eq,
    COMMUTATOR = =, NEGATOR = <>, RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR =(bloom_hash_value, bloom_hash_value) IS 'same element type and same hash';
CREATE OPERATOR <> (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_ne,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom_hash_value, bloom_hash_value) IS 'different element types or different hashes';
CREATE OPERATOR < (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_lt,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR <(bloom_hash_value, bloom_hash_value) IS 'less than, as bytes';
CREATE OPERATOR <= (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_le,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <=(bloom_hash_value, bloom_hash_value) IS 'less than or equal, as bytes';
CREATE OPERATOR > (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_gt,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR >(bloom_hash_value, bloom_hash_value) IS 'greater than, as bytes';
CREATE OPERATOR >= (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_ge,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >=(bloom_hash_value, bloom_hash_value) IS 'greater than or equal, as bytes';
CREATE OPERATOR CLASS bloom_hash_value_ops DEFAULT FOR TYPE bloom_hash_value USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 bloom_hash_value_cmp(bloom_hash_value, bloom_hash_value),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY bloom_hash_value_ops USING btree IS 'order of hashes of values';
COMMENT ON OPERATOR CLASS bloom_hash_value_ops USING btree IS 'order of hashes of values';
CREATE OPERATOR CLASS bloom_hash_value_ops DEFAULT FOR TYPE bloom_hash_value USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash_value_hash(bloom_hash_value),
    FUNCTION 2 bloom_hash_value_hash_extended(bloom_hash_value, bigint);
COMMENT ON OPERATOR FAMILY bloom_hash_value_ops USING hash IS 'equality of hashes of values';
COMMENT ON OPERATOR CLASS bloom_hash_value_ops USING hash IS 'equality of hashes of values';
