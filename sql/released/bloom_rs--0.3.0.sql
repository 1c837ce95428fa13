\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit

-- The types. Their values are flat: PostgreSQL stores, copies and sends them as they are. The storage of filters is external
-- because half-full bits do not compress, and only uncompressed values can be read in slices.

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_in';
COMMENT ON FUNCTION bloom_in(cstring) IS 'I/O';
CREATE FUNCTION bloom_out(bloom) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out';
COMMENT ON FUNCTION bloom_out(bloom) IS 'I/O';
CREATE FUNCTION bloom_recv(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_recv';
COMMENT ON FUNCTION bloom_recv(internal) IS 'I/O';
CREATE FUNCTION bloom_send(bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send';
COMMENT ON FUNCTION bloom_send(bloom) IS 'I/O';

CREATE TYPE bloom (
    INPUT = bloom_in, OUTPUT = bloom_out, RECEIVE = bloom_recv, SEND = bloom_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);
COMMENT ON TYPE bloom IS 'Bloom filter: compact set of values, tested with false positives but no false negatives';

CREATE FUNCTION bloom(bytea) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_bytea';
COMMENT ON FUNCTION bloom(bytea) IS 'filter from its bytes, which are checked';
CREATE CAST (bytea AS bloom) WITH FUNCTION bloom(bytea);
COMMENT ON CAST (bytea AS bloom) IS 'checks the bytes of a filter';
CREATE CAST (bloom AS bytea) WITHOUT FUNCTION;
COMMENT ON CAST (bloom AS bytea) IS 'the bytes of a filter, as docs/FORMAT.md specifies them';

CREATE TYPE counting_bloom;

CREATE FUNCTION counting_bloom_in(cstring) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_in';
COMMENT ON FUNCTION counting_bloom_in(cstring) IS 'I/O';
CREATE FUNCTION counting_bloom_out(counting_bloom) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_out';
COMMENT ON FUNCTION counting_bloom_out(counting_bloom) IS 'I/O';
CREATE FUNCTION counting_bloom_recv(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_recv';
COMMENT ON FUNCTION counting_bloom_recv(internal) IS 'I/O';
CREATE FUNCTION counting_bloom_send(counting_bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_send';
COMMENT ON FUNCTION counting_bloom_send(counting_bloom) IS 'I/O';

CREATE TYPE counting_bloom (
    INPUT = counting_bloom_in, OUTPUT = counting_bloom_out,
    RECEIVE = counting_bloom_recv, SEND = counting_bloom_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);
COMMENT ON TYPE counting_bloom IS 'counting Bloom filter: values can be removed';

CREATE FUNCTION counting_bloom(bytea) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_from_bytea';
COMMENT ON FUNCTION counting_bloom(bytea) IS 'counting filter from its bytes, which are checked';
CREATE CAST (bytea AS counting_bloom) WITH FUNCTION counting_bloom(bytea);
COMMENT ON CAST (bytea AS counting_bloom) IS 'checks the bytes of a counting filter';
CREATE CAST (counting_bloom AS bytea) WITHOUT FUNCTION;
COMMENT ON CAST (counting_bloom AS bytea) IS 'the bytes of a counting filter, as docs/FORMAT.md specifies them';
CREATE FUNCTION bloom(counting_bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_counting';
COMMENT ON FUNCTION bloom(counting_bloom) IS 'plain filter of the same values';
CREATE CAST (counting_bloom AS bloom) WITH FUNCTION bloom(counting_bloom) AS ASSIGNMENT;
COMMENT ON CAST (counting_bloom AS bloom) IS 'the plain filter of the same values, bit for bit';

CREATE TYPE bloom_state;

CREATE FUNCTION bloom_state_in(cstring) RETURNS bloom_state
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_in';
COMMENT ON FUNCTION bloom_state_in(cstring) IS 'I/O';
CREATE FUNCTION bloom_state_out(bloom_state) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_out';
COMMENT ON FUNCTION bloom_state_out(bloom_state) IS 'I/O';
CREATE FUNCTION bloom_state_recv(internal) RETURNS bloom_state
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_recv';
COMMENT ON FUNCTION bloom_state_recv(internal) IS 'I/O';
CREATE FUNCTION bloom_state_send(bloom_state) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_send';
COMMENT ON FUNCTION bloom_state_send(bloom_state) IS 'I/O';

CREATE TYPE bloom_state (
    INPUT = bloom_state_in, OUTPUT = bloom_state_out, RECEIVE = bloom_state_recv, SEND = bloom_state_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external
);
COMMENT ON TYPE bloom_state IS 'transition state of bloom_agg and other aggregates';

CREATE TYPE bloom_hash_value;

CREATE FUNCTION bloom_hash_value_in(cstring) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_in';
COMMENT ON FUNCTION bloom_hash_value_in(cstring) IS 'I/O';
CREATE FUNCTION bloom_hash_value_out(bloom_hash_value) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_out';
COMMENT ON FUNCTION bloom_hash_value_out(bloom_hash_value) IS 'I/O';
CREATE FUNCTION bloom_hash_value_recv(internal) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_recv';
COMMENT ON FUNCTION bloom_hash_value_recv(internal) IS 'I/O';
CREATE FUNCTION bloom_hash_value_send(bloom_hash_value) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_send';
COMMENT ON FUNCTION bloom_hash_value_send(bloom_hash_value) IS 'I/O';

CREATE TYPE bloom_hash_value (
    INPUT = bloom_hash_value_in, OUTPUT = bloom_hash_value_out,
    RECEIVE = bloom_hash_value_recv, SEND = bloom_hash_value_send,
    INTERNALLENGTH = 32, ALIGNMENT = char
);
COMMENT ON TYPE bloom_hash_value IS 'element type and hash of a value, to probe many filters with';

-- Equality of all types, byte for byte, with hashes for DISTINCT, GROUP BY and joins. Logical replication of a table without
-- a key needs equality for every column. Filters and bloom_hash_value also have an order.

CREATE FUNCTION bloom_eq(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS 'implementation of = operator';
CREATE FUNCTION bloom_ne(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS 'implementation of <> operator';
CREATE FUNCTION bloom_hash_filter(filter bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION bloom_hash_filter(bloom) IS 'hash of a filter itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_hash_filter_extended(filter bloom, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION bloom_hash_filter_extended(bloom, bigint) IS 'hash of a filter itself, with a seed';

CREATE OPERATOR = (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(bloom, bloom) IS 'same parameters and same bits';
CREATE OPERATOR <> (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom, bloom) IS 'different parameters or different bits';
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash_filter(bloom),
    FUNCTION 2 bloom_hash_filter_extended(bloom, bigint);
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'equality of filters';
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'equality of filters';

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

CREATE FUNCTION counting_bloom_eq(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION counting_bloom_eq(counting_bloom, counting_bloom) IS 'implementation of = operator';
CREATE FUNCTION counting_bloom_ne(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION counting_bloom_ne(counting_bloom, counting_bloom) IS 'implementation of <> operator';
CREATE FUNCTION counting_bloom_hash_filter(filter counting_bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION counting_bloom_hash_filter(counting_bloom)
    IS 'hash of a counting filter itself, for DISTINCT and GROUP BY';
CREATE FUNCTION counting_bloom_hash_filter_extended(filter counting_bloom, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION counting_bloom_hash_filter_extended(counting_bloom, bigint)
    IS 'hash of a counting filter itself, with a seed';

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

CREATE FUNCTION bloom_state_eq(a bloom_state, b bloom_state) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_state_eq';
COMMENT ON FUNCTION bloom_state_eq(bloom_state, bloom_state) IS 'implementation of = operator';
CREATE FUNCTION bloom_state_ne(a bloom_state, b bloom_state) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_state_ne';
COMMENT ON FUNCTION bloom_state_ne(bloom_state, bloom_state) IS 'implementation of <> operator';
CREATE FUNCTION bloom_state_hash(state bloom_state) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_state_hash';
COMMENT ON FUNCTION bloom_state_hash(bloom_state) IS 'hash of a state itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_state_hash_extended(state bloom_state, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_state_hash_extended';
COMMENT ON FUNCTION bloom_state_hash_extended(bloom_state, bigint) IS 'hash of a state itself, with a seed';

CREATE OPERATOR = (
    LEFTARG = bloom_state, RIGHTARG = bloom_state, FUNCTION = bloom_state_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(bloom_state, bloom_state) IS 'equal, byte for byte';
CREATE OPERATOR <> (
    LEFTARG = bloom_state, RIGHTARG = bloom_state, FUNCTION = bloom_state_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom_state, bloom_state) IS 'not equal';
CREATE OPERATOR CLASS bloom_state_ops DEFAULT FOR TYPE bloom_state USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_state_hash(bloom_state),
    FUNCTION 2 bloom_state_hash_extended(bloom_state, bigint);
COMMENT ON OPERATOR FAMILY bloom_state_ops USING hash IS 'equality of states';
COMMENT ON OPERATOR CLASS bloom_state_ops USING hash IS 'equality of states';

CREATE FUNCTION bloom_hash_value_eq(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_eq';
COMMENT ON FUNCTION bloom_hash_value_eq(bloom_hash_value, bloom_hash_value) IS 'implementation of = operator';
CREATE FUNCTION bloom_hash_value_ne(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_ne';
COMMENT ON FUNCTION bloom_hash_value_ne(bloom_hash_value, bloom_hash_value) IS 'implementation of <> operator';
CREATE FUNCTION bloom_hash_value_lt(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_lt';
COMMENT ON FUNCTION bloom_hash_value_lt(bloom_hash_value, bloom_hash_value) IS 'implementation of < operator';
CREATE FUNCTION bloom_hash_value_le(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_le';
COMMENT ON FUNCTION bloom_hash_value_le(bloom_hash_value, bloom_hash_value) IS 'implementation of <= operator';
CREATE FUNCTION bloom_hash_value_gt(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_gt';
COMMENT ON FUNCTION bloom_hash_value_gt(bloom_hash_value, bloom_hash_value) IS 'implementation of > operator';
CREATE FUNCTION bloom_hash_value_ge(a bloom_hash_value, b bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_ge';
COMMENT ON FUNCTION bloom_hash_value_ge(bloom_hash_value, bloom_hash_value) IS 'implementation of >= operator';
CREATE FUNCTION bloom_hash_value_cmp(a bloom_hash_value, b bloom_hash_value) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_cmp';
COMMENT ON FUNCTION bloom_hash_value_cmp(bloom_hash_value, bloom_hash_value) IS 'less-equal-greater';
CREATE FUNCTION bloom_hash_value_hash(hash bloom_hash_value) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_hash';
COMMENT ON FUNCTION bloom_hash_value_hash(bloom_hash_value) IS 'hash';
CREATE FUNCTION bloom_hash_value_hash_extended(hash bloom_hash_value, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_hash_extended';
COMMENT ON FUNCTION bloom_hash_value_hash_extended(bloom_hash_value, bigint) IS 'hash, with a seed';

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

-- Functions for the planner. The selectivity estimators belong to the operators @> and <@ of a filter and a value.

CREATE FUNCTION bloom_contains_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_support';
COMMENT ON FUNCTION bloom_contains_support(internal) IS 'planner support for bloom_contains';
CREATE FUNCTION bloom_add_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_add_support';
COMMENT ON FUNCTION bloom_add_support(internal) IS 'planner support for bloom_add; lets PL/pgSQL change a variable in place';
CREATE FUNCTION bloom_contains_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_sel';
COMMENT ON FUNCTION bloom_contains_sel(internal, oid, internal, integer) IS 'restriction selectivity of @> and <@';
CREATE FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_joinsel';
COMMENT ON FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal)
    IS 'join selectivity of @> and <@';

-- Joins with foreign tables.
-- Added in 0.2.0.
CREATE FUNCTION bloom_screen_foreign_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_foreign_joins';
COMMENT ON FUNCTION bloom_screen_foreign_joins(boolean)
    IS 'sets bloom_rs.screen_foreign_joins to on or off for the session';

-- Joins of any tables.
-- Added in 0.3.0.
CREATE FUNCTION bloom_screen_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_joins';
COMMENT ON FUNCTION bloom_screen_joins(boolean)
    IS 'sets bloom_rs.screen_joins and bloom_rs.screen_foreign_joins to on or off for the session';

-- Creates empty filters, and adds values to filters.
--
-- The value is declared anycompatible instead of overloaded by type: a literal becomes text, any other value keeps its own
-- type, and implicit casts cannot make the call ambiguous.

CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty';
COMMENT ON FUNCTION bloom_empty(bigint, double precision) IS 'empty filter, sized for a capacity and a false-positive rate';
CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty_of_scheme';
COMMENT ON FUNCTION bloom_empty(bigint, double precision, text) IS 'empty filter that uses the named hash scheme';
CREATE FUNCTION bloom_sized(bits bigint, hashes integer) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized';
COMMENT ON FUNCTION bloom_sized(bigint, integer) IS 'empty filter with the given numbers of bits and hashes';

-- Added in 0.2.0.
CREATE FUNCTION bloom_sized(bits bigint, hashes integer, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized_of_scheme';
COMMENT ON FUNCTION bloom_sized(bigint, integer, text)
    IS 'empty filter with the given numbers of bits and hashes that uses the named hash scheme';
CREATE FUNCTION bloom_new_key() RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_new_key';
COMMENT ON FUNCTION bloom_new_key() IS 'hash scheme with a new random key';

CREATE FUNCTION bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_of';
COMMENT ON FUNCTION bloom_of(anyarray, double precision)
    IS 'filter of the elements of an array; NULL elements are skipped';

CREATE FUNCTION bloom_add(filter bloom, value anycompatible) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add';
COMMENT ON FUNCTION bloom_add(bloom, anycompatible) IS 'adds a value to a filter';
CREATE FUNCTION bloom_add_all(filter bloom, "values" anyarray) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_add_all';
COMMENT ON FUNCTION bloom_add_all(bloom, anyarray) IS 'adds all elements of an array to a filter; NULL elements are skipped';

-- For a text, PostgreSQL's own anynonarray || text would match equally well, so text needs its own function; then "char"
-- needs one, too. Other types have none: 'text' || 5 must not become an operation on filters.
CREATE FUNCTION bloom_add_text(filter bloom, value text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_text';
COMMENT ON FUNCTION bloom_add_text(bloom, text) IS 'implementation of || operator';

CREATE FUNCTION bloom_add_char(filter bloom, value "char") RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_char';
COMMENT ON FUNCTION bloom_add_char(bloom, "char") IS 'implementation of || operator';

CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = "char", FUNCTION = bloom_add_char);
COMMENT ON OPERATOR ||(bloom, "char") IS 'adds a "char" to a filter';
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = text, FUNCTION = bloom_add_text);
COMMENT ON OPERATOR ||(bloom, text) IS 'adds a text to a filter';
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = anycompatible, FUNCTION = bloom_add);
COMMENT ON OPERATOR ||(bloom, anycompatible) IS 'adds a value to a filter';

-- Tests whether a filter may hold a value or the elements of an array.

CREATE FUNCTION bloom_contains(filter bloom, value anycompatible) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains';
COMMENT ON FUNCTION bloom_contains(bloom, anycompatible) IS 'whether the filter may hold the value; false is certain';
CREATE FUNCTION bloom_contained_by(value anycompatible, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by';
COMMENT ON FUNCTION bloom_contained_by(anycompatible, bloom) IS 'implementation of <@ operator';

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

-- Hashes a value once to probe many filters, and distributes a set over several filters.

CREATE FUNCTION bloom_hash(value anycompatible) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash';
COMMENT ON FUNCTION bloom_hash(anycompatible) IS 'hash of a value, to probe many filters with';
CREATE FUNCTION bloom_contains_hash(filter bloom, hash bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_hash';
COMMENT ON FUNCTION bloom_contains_hash(bloom, bloom_hash_value)
    IS 'whether the filter may hold the value with this hash; false is certain';
CREATE FUNCTION bloom_add_hash(filter bloom, hash bloom_hash_value) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_add_hash';
COMMENT ON FUNCTION bloom_add_hash(bloom, bloom_hash_value) IS 'adds the value with this hash to a filter';

-- Not for enums: an enum value is hashed by its label, which a rename changes, but shard numbers are stored in tables,
-- indexes and partitions.
CREATE FUNCTION bloom_shard(value anycompatible, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard';
COMMENT ON FUNCTION bloom_shard(anycompatible, integer)
    IS 'number of the shard that a value belongs to, counted from 0; not for enums';

-- Combines and compares two filters, and folds a filter to a smaller size.

CREATE FUNCTION bloom_union(a bloom, b bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union';
COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'union of two filters';
CREATE FUNCTION bloom_intersection(a bloom, b bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection';
COMMENT ON FUNCTION bloom_intersection(bloom, bloom) IS 'intersection of two filters; holds at least the values in both';
CREATE FUNCTION bloom_compatible(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_compatible';
COMMENT ON FUNCTION bloom_compatible(bloom, bloom) IS 'whether two filters can be combined';
CREATE FUNCTION bloom_union_count(a bloom, b bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_count';
COMMENT ON FUNCTION bloom_union_count(bloom, bloom)
    IS 'estimated number of distinct values in at least one of two filters';
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

-- Describes a filter, and computes which size a filter needs.

CREATE FUNCTION bloom_info(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bits_set bigint, OUT fill double precision,
    OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_info';
COMMENT ON FUNCTION bloom_info(bloom) IS 'parameters and fill of a filter, as one row';
CREATE FUNCTION bloom_header(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_header';
COMMENT ON FUNCTION bloom_header(bloom) IS 'parameters of a filter, as one row; does not read the bits';
CREATE FUNCTION bloom_bits_set(filter bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_bits_set';
COMMENT ON FUNCTION bloom_bits_set(bloom) IS 'number of bits set';
CREATE FUNCTION bloom_fill(filter bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_fill';
COMMENT ON FUNCTION bloom_fill(bloom) IS 'share of bits set';
CREATE FUNCTION bloom_current_fpp(filter bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_current_fpp';
COMMENT ON FUNCTION bloom_current_fpp(bloom) IS 'false-positive rate now: fill^hashes';
CREATE FUNCTION bloom_count(filter bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_count';
COMMENT ON FUNCTION bloom_count(bloom) IS 'estimated number of distinct values';

-- A one-line summary for psql, because the text form of a filter fills the screen.
-- Added in 0.2.0.
CREATE FUNCTION bloom_show(filter bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_show';
COMMENT ON FUNCTION bloom_show(bloom) IS 'one-line summary of a filter for people to read';

CREATE FUNCTION bloom_params(
    capacity bigint, fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT expected_fpp double precision
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_params';
COMMENT ON FUNCTION bloom_params(bigint, double precision)
    IS 'size and rate of a filter for a capacity and a false-positive rate, as one row';
CREATE FUNCTION bloom_optimal_bits(n bigint, p double precision) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_optimal_bits';
COMMENT ON FUNCTION bloom_optimal_bits(bigint, double precision) IS 'bits for n values at rate p: -n ln p / (ln 2)^2';
CREATE FUNCTION bloom_optimal_hashes(bits bigint, n bigint) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_optimal_hashes';
COMMENT ON FUNCTION bloom_optimal_hashes(bigint, bigint) IS 'best number of hashes: (bits / n) ln 2';
CREATE FUNCTION bloom_expected_fpp(bits bigint, hashes integer, n bigint) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_expected_fpp';
COMMENT ON FUNCTION bloom_expected_fpp(bigint, integer, bigint)
    IS 'false-positive rate with n values: (1 - e^(-hashes n / bits))^hashes';
CREATE FUNCTION bloom_suggest(
    relation regclass, column_name name, fpp double precision DEFAULT 0.01,
    OUT capacity bigint, OUT bits bigint, OUT hashes integer, OUT bytes bigint
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_suggest';
COMMENT ON FUNCTION bloom_suggest(regclass, name, double precision)
    IS 'size of a filter for the values of a column, estimated from the planner''s statistics, as one row';

-- Imports and exports filters of other libraries.

CREATE FUNCTION bloom_to_guava(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_guava';
COMMENT ON FUNCTION bloom_to_guava(bloom) IS 'exports a filter to the stream format of Guava (BloomFilter.writeTo)';
CREATE FUNCTION bloom_from_guava(stream bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_guava';
COMMENT ON FUNCTION bloom_from_guava(bytea, regtype)
    IS 'imports a filter from a Guava stream; its values are of the given type';
CREATE FUNCTION bloom_to_spark(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_spark';
COMMENT ON FUNCTION bloom_to_spark(bloom) IS 'exports a filter to the stream format of Spark (BloomFilter.writeTo)';
CREATE FUNCTION bloom_from_spark(stream bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_spark';
COMMENT ON FUNCTION bloom_from_spark(bytea, regtype)
    IS 'imports a filter from a Spark stream; its values are of the given type';

-- Added in 0.2.0.
CREATE FUNCTION bloom_to_parquet(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_parquet';
COMMENT ON FUNCTION bloom_to_parquet(bloom) IS 'exports a filter as the bitset of a Parquet Bloom filter';
CREATE FUNCTION bloom_from_parquet(bitset bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_parquet';
COMMENT ON FUNCTION bloom_from_parquet(bytea, regtype)
    IS 'imports the bitset of a Parquet Bloom filter; the column is of the given type';
CREATE FUNCTION bloom_to_datasketches(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_datasketches';
COMMENT ON FUNCTION bloom_to_datasketches(bloom) IS 'exports a filter as a serialized BloomFilter of DataSketches';
CREATE FUNCTION bloom_from_datasketches(image bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_datasketches';
COMMENT ON FUNCTION bloom_from_datasketches(bytea, regtype)
    IS 'imports a serialized BloomFilter of DataSketches; its values are of the given type';

-- Counting filters: creates, changes, probes and merges them.

CREATE FUNCTION counting_bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_empty';
COMMENT ON FUNCTION counting_bloom_empty(bigint, double precision)
    IS 'empty counting filter, sized for a capacity and a false-positive rate';
CREATE FUNCTION counting_bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_of';
COMMENT ON FUNCTION counting_bloom_of(anyarray, double precision) IS 'counting filter of the elements of an array';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value anycompatible) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_add';
COMMENT ON FUNCTION counting_bloom_add(counting_bloom, anycompatible) IS 'adds a value to a counting filter';
CREATE FUNCTION counting_bloom_add_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_all';
COMMENT ON FUNCTION counting_bloom_add_all(counting_bloom, anyarray) IS 'adds all elements of an array to a counting filter';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value anycompatible) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'counting_bloom_remove';
COMMENT ON FUNCTION counting_bloom_remove(counting_bloom, anycompatible)
    IS 'removes a value from a counting filter; a notice if it is certainly absent';
CREATE FUNCTION counting_bloom_remove_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_all';
COMMENT ON FUNCTION counting_bloom_remove_all(counting_bloom, anyarray)
    IS 'removes all elements of an array from a counting filter; a notice if some are certainly absent';

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
    IS 'upper bound of how often the value was added; 15 means 15 or more';
CREATE FUNCTION counting_bloom_contains_any(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_any';
COMMENT ON FUNCTION counting_bloom_contains_any(counting_bloom, anyarray)
    IS 'whether the filter may hold at least one element of an array';
CREATE FUNCTION counting_bloom_contains_all(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_all';
COMMENT ON FUNCTION counting_bloom_contains_all(counting_bloom, anyarray)
    IS 'whether the filter may hold every element of an array';

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
COMMENT ON FUNCTION counting_bloom_union(counting_bloom, counting_bloom)
    IS 'union of two counting filters; counts are added up';
CREATE FUNCTION counting_bloom_subtract(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_subtract';
COMMENT ON FUNCTION counting_bloom_subtract(counting_bloom, counting_bloom)
    IS 'removes the values of the second filter from the first, which must contain them all';

CREATE OPERATOR | (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_union, COMMUTATOR = |
);
COMMENT ON OPERATOR |(counting_bloom, counting_bloom) IS 'union of two counting filters; counts are added up';
CREATE OPERATOR - (LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_subtract);
COMMENT ON OPERATOR -(counting_bloom, counting_bloom) IS 'removes the values of the second filter from the first';

CREATE FUNCTION counting_bloom_info(
    filter counting_bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT counters bigint, OUT hashes integer, OUT counters_set bigint, OUT saturated bigint,
    OUT fill double precision, OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_info';
COMMENT ON FUNCTION counting_bloom_info(counting_bloom) IS 'parameters and fill of a counting filter, as one row';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_show(filter counting_bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_show';
COMMENT ON FUNCTION counting_bloom_show(counting_bloom) IS 'one-line summary of a counting filter for people to read';

-- Functions that all aggregates of values share, and the aggregates of filters.

CREATE FUNCTION bloom_agg_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_combine';
COMMENT ON FUNCTION bloom_agg_combine(bloom_state, bloom_state) IS 'aggregate combine function';
CREATE FUNCTION bloom_agg_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_final(bloom_state) IS 'aggregate final function';
CREATE FUNCTION counting_bloom_agg_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final';
COMMENT ON FUNCTION counting_bloom_agg_final(bloom_state) IS 'aggregate final function';

-- Aggregates of values of any other type. Their state is `internal`, a pointer to a bloom_state. Citus does not tell the
-- functions of an ordinary aggregate the type of an anyelement, so they would fail when they run. If the state is a
-- pseudo-type, Citus leaves the aggregate to PostgreSQL, on the coordinator. Parallel plans send the state as bytea.
-- The functions of the templates stay for states that users have stored.
-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_combine(internal, internal) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_combine';
COMMENT ON FUNCTION bloom_agg_any_combine(internal, internal) IS 'aggregate combine function';
CREATE FUNCTION bloom_agg_any_serialize(internal) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_serialize';
COMMENT ON FUNCTION bloom_agg_any_serialize(internal) IS 'aggregate serialization function';
CREATE FUNCTION bloom_agg_any_deserialize(bytea, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_deserialize';
COMMENT ON FUNCTION bloom_agg_any_deserialize(bytea, internal) IS 'aggregate deserialization function';
CREATE FUNCTION bloom_agg_any_final(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_any_final(internal) IS 'aggregate final function';
CREATE FUNCTION counting_bloom_agg_any_final(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final';
COMMENT ON FUNCTION counting_bloom_agg_any_final(internal) IS 'aggregate final function';

CREATE FUNCTION bloom_merge_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_merge_combine';
COMMENT ON FUNCTION bloom_merge_combine(bloom_state, bloom_state) IS 'aggregate combine function';

CREATE FUNCTION bloom_union_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom) IS 'aggregate transition function';
CREATE FUNCTION bloom_union_step(bloom_state, bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom, double precision) IS 'aggregate transition function';
CREATE FUNCTION bloom_union_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_final';
COMMENT ON FUNCTION bloom_union_final(bloom_state) IS 'aggregate final function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'union of all filters';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_union_agg(filter bloom, max_fpp double precision) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom, double precision)
    IS 'union of all filters; an error if its false-positive rate exceeds a limit';

CREATE FUNCTION bloom_intersection_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_step';
COMMENT ON FUNCTION bloom_intersection_step(bloom_state, bloom) IS 'aggregate transition function';
CREATE FUNCTION bloom_intersection_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_final';
COMMENT ON FUNCTION bloom_intersection_final(bloom_state) IS 'aggregate final function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_intersection_agg(filter bloom) (
    SFUNC = bloom_intersection_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_intersection_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS 'intersection of all filters; holds at least the values in all of them';

CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_union_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_final';
COMMENT ON FUNCTION counting_bloom_union_final(bloom_state) IS 'aggregate final function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_union_agg(filter counting_bloom) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_union_agg(counting_bloom) IS 'union of all counting filters; counts are added up';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_union_agg(filter counting_bloom, max_fpp double precision) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_union_agg(counting_bloom, double precision)
    IS 'union of all counting filters; an error if its false-positive rate exceeds a limit';

CREATE FUNCTION bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char") IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char") (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char") IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char", capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int2) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int2) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int2) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int2, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int4) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int4) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int4) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int4, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int8) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int8) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int8) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int8, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, "char") IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, "char") IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value "char") (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char") IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value "char", capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char", bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char", bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, text) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, text) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value text) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, text, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value text, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, text, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bpchar) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bpchar) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bpchar) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bpchar, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bytea) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bytea) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bytea) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bytea, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, uuid) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, uuid) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value uuid) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value uuid, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, anyelement) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, anyelement) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bool';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, boolean) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bool';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, boolean) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value boolean) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(boolean) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bool';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bool';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value boolean, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(boolean, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bool';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bool';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value boolean, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(boolean, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_date';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, date) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_date';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, date) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value date) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(date) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_date';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, date, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_date';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value date, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(date, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_date';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, date, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_date';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value date, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(date, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamp) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamp) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamp) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamp) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamp, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamp, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamp, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamp, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamptz) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamptz) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamptz) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamptz, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamptz, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamptz, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamptz, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, real) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, real) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value real) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(real) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, real, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value real, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(real, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, real, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value real, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(real, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(double precision) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value double precision, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(double precision, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value double precision, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(double precision, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_numeric';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, numeric) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_numeric';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, numeric) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value numeric) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(numeric) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_numeric';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_numeric';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value numeric, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(numeric, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_numeric';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_numeric';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value numeric, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(numeric, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_inet';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, inet) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_inet';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, inet) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value inet) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(inet) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_inet';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_inet';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value inet, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(inet, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_inet';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_inet';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value inet, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(inet, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Matrices search many filters of one size at once. Row i holds bit i of every filter.

-- Added in 0.2.0.
CREATE TYPE bloom_matrix;

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_in(cstring) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_in';
COMMENT ON FUNCTION bloom_matrix_in(cstring) IS 'I/O';
CREATE FUNCTION bloom_matrix_out(bloom_matrix) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out';
COMMENT ON FUNCTION bloom_matrix_out(bloom_matrix) IS 'I/O';
CREATE FUNCTION bloom_matrix_recv(internal) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_recv';
COMMENT ON FUNCTION bloom_matrix_recv(internal) IS 'I/O';
CREATE FUNCTION bloom_matrix_send(bloom_matrix) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send';
COMMENT ON FUNCTION bloom_matrix_send(bloom_matrix) IS 'I/O';

-- Added in 0.2.0.
CREATE TYPE bloom_matrix (
    INPUT = bloom_matrix_in, OUTPUT = bloom_matrix_out, RECEIVE = bloom_matrix_recv, SEND = bloom_matrix_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);
COMMENT ON TYPE bloom_matrix IS 'many Bloom filters of one size that one search probes together';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix(bytea) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_from_bytea';
COMMENT ON FUNCTION bloom_matrix(bytea) IS 'matrix from its bytes, which are checked';
CREATE CAST (bytea AS bloom_matrix) WITH FUNCTION bloom_matrix(bytea);
COMMENT ON CAST (bytea AS bloom_matrix) IS 'checks the bytes of a matrix';
CREATE CAST (bloom_matrix AS bytea) WITHOUT FUNCTION;
COMMENT ON CAST (bloom_matrix AS bytea) IS 'the bytes of a matrix, as docs/FORMAT.md specifies them';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_eq(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION bloom_matrix_eq(bloom_matrix, bloom_matrix) IS 'implementation of = operator';
CREATE FUNCTION bloom_matrix_ne(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION bloom_matrix_ne(bloom_matrix, bloom_matrix) IS 'implementation of <> operator';
CREATE FUNCTION bloom_matrix_hash(matrix bloom_matrix) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION bloom_matrix_hash(bloom_matrix) IS 'hash of a matrix itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_matrix_hash_extended(matrix bloom_matrix, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION bloom_matrix_hash_extended(bloom_matrix, bigint) IS 'hash of a matrix itself, with a seed';
CREATE OPERATOR = (
    LEFTARG = bloom_matrix, RIGHTARG = bloom_matrix, FUNCTION = bloom_matrix_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(bloom_matrix, bloom_matrix) IS 'equal, byte for byte';
CREATE OPERATOR <> (
    LEFTARG = bloom_matrix, RIGHTARG = bloom_matrix, FUNCTION = bloom_matrix_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom_matrix, bloom_matrix) IS 'not equal';
CREATE OPERATOR CLASS bloom_matrix_ops DEFAULT FOR TYPE bloom_matrix USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_matrix_hash(bloom_matrix),
    FUNCTION 2 bloom_matrix_hash_extended(bloom_matrix, bigint);
COMMENT ON OPERATOR FAMILY bloom_matrix_ops USING hash IS 'equality of matrices';
COMMENT ON OPERATOR CLASS bloom_matrix_ops USING hash IS 'equality of matrices';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_step';
COMMENT ON FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) IS 'aggregate transition function';
CREATE FUNCTION bloom_matrix_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_combine';
COMMENT ON FUNCTION bloom_matrix_combine(bloom_state, bloom_state) IS 'aggregate combine function';
CREATE FUNCTION bloom_matrix_final(bloom_state) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_final';
COMMENT ON FUNCTION bloom_matrix_final(bloom_state) IS 'aggregate final function';
-- A state is about as large as its matrix, so the planner should not keep one for each of many groups.
CREATE AGGREGATE bloom_matrix_agg(filter bloom, key bigint) (
    SFUNC = bloom_matrix_step, STYPE = bloom_state, SSPACE = 67108864,
    FINALFUNC = bloom_matrix_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_matrix_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_matrix_agg(bloom, bigint)
    IS 'matrix of many filters; a search returns the keys of those that match';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_merge(a bloom_matrix, b bloom_matrix) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_merge';
COMMENT ON FUNCTION bloom_matrix_merge(bloom_matrix, bloom_matrix) IS 'matrix of the filters of two matrices';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_search_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_search_support';
COMMENT ON FUNCTION bloom_matrix_search_support(internal) IS 'planner support for bloom_matrix_search';
CREATE FUNCTION bloom_matrix_search(matrix bloom_matrix, value anycompatible) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search';
COMMENT ON FUNCTION bloom_matrix_search(bloom_matrix, anycompatible) IS 'keys of the filters that may hold the value';
CREATE FUNCTION bloom_matrix_search_hash(matrix bloom_matrix, hash bloom_hash_value) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_hash';
COMMENT ON FUNCTION bloom_matrix_search_hash(bloom_matrix, bloom_hash_value)
    IS 'keys of the filters that may hold the value with this hash';
CREATE FUNCTION bloom_matrix_search_all(matrix bloom_matrix, "values" anyarray) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 4000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_all';
COMMENT ON FUNCTION bloom_matrix_search_all(bloom_matrix, anyarray)
    IS 'keys of the filters that may hold every element; NULL elements are skipped';
CREATE FUNCTION bloom_matrix_search_any(matrix bloom_matrix, "values" anyarray) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 20 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_any';
COMMENT ON FUNCTION bloom_matrix_search_any(bloom_matrix, anyarray)
    IS 'keys of the filters that may hold at least one element; NULL elements are skipped';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_filter(matrix bloom_matrix, key bigint) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_filter';
COMMENT ON FUNCTION bloom_matrix_filter(bloom_matrix, bigint)
    IS 'filter with this key, or the union of several; NULL if there is none';
CREATE FUNCTION bloom_matrix_keys(matrix bloom_matrix) RETURNS bigint[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_keys';
COMMENT ON FUNCTION bloom_matrix_keys(bloom_matrix) IS 'keys of all columns';
CREATE FUNCTION bloom_matrix_info(
    matrix bloom_matrix,
    OUT version integer, OUT element text, OUT columns bigint, OUT rows bigint, OUT hashes integer,
    OUT fill double precision, OUT column_fpp double precision, OUT false_candidates double precision,
    OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_info';
COMMENT ON FUNCTION bloom_matrix_info(bloom_matrix)
    IS 'parameters and fill of a matrix, and how many wrong keys a search returns, as one row';

-- Live sets. bloom_set_create runs sql/templates/set.sql, and the objects belong to the caller.

-- Added in 0.2.0.
CREATE FUNCTION bloom_set_create(
    name text, element regtype DEFAULT 'pg_catalog.text', capacity bigint DEFAULT 100000,
    fpp double precision DEFAULT 0.01, grows boolean DEFAULT true
) RETURNS regclass
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_create';
COMMENT ON FUNCTION bloom_set_create(text, regtype, bigint, double precision, boolean)
    IS 'creates a live set: two tables, and functions to add values and to test for them';
CREATE FUNCTION bloom_set_drop("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_drop';
COMMENT ON FUNCTION bloom_set_drop(regclass) IS 'drops a live set';

-- The functions of a set call these two, which read the set without a query.
-- Added in 0.2.0.
CREATE FUNCTION bloom_set_contains("set" regclass, layers regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible)
    IS 'whether a live set may contain the value';
CREATE FUNCTION bloom_set_probe(
    "set" regclass, layers regclass, value anycompatible,
    OUT layer integer, OUT shards integer, OUT grows boolean, OUT place tid, OUT unclosed boolean
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_probe';
COMMENT ON FUNCTION bloom_set_probe(regclass, regclass, anycompatible)
    IS 'the row of a live set to which a value must be added; NULL if the set may contain the value';

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

-- The lookups of release 0.2.0 call these two.
-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_candidates(parent regclass, marker regproc, sealed bigint[], named bigint[])
    RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_candidates';
COMMENT ON FUNCTION bloom_skip_candidates(regclass, regproc, bigint[], bigint[])
    IS 'for lookups of release 0.2.0: all partitions; bloom_skip_upgrade replaces these lookups';

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_rows("rows" anyelement, partitions regclass[], "column" name, value anycompatible)
    RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_rows';
COMMENT ON FUNCTION bloom_skip_rows(anyelement, regclass[], name, anycompatible)
    IS 'for lookups of release 0.2.0: rows of partitions with this value, or one of an array, in the column';

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
