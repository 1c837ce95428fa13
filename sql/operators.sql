-- Operators: filter @> value, value <@ filter, filter || value, filter | filter, filter & filter, = and <>.

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = int2, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = int2, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = int4, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = int4, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = int8, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = int8, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = "char", FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = "char", RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = text, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = text, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
-- Only these three: with one for integer, 'text' || 5 would be taken for a filter.
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = text, FUNCTION = bloom_add);
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = "char", FUNCTION = bloom_add);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = bytea, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = bytea, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = uuid, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = uuid, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = bloom, RIGHTARG = anyelement, FUNCTION = bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = anyelement, RIGHTARG = bloom, FUNCTION = bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = anyelement, FUNCTION = bloom_add);

CREATE OPERATOR | (LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_union, COMMUTATOR = |);
CREATE OPERATOR & (LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_intersection, COMMUTATOR = &);

-- Equal filters have the same bytes, so hashing serves DISTINCT, GROUP BY and joins.
CREATE OPERATOR = (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
CREATE OPERATOR <> (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash_filter(bloom),
    FUNCTION 2 bloom_hash_filter_extended(bloom, bigint);
