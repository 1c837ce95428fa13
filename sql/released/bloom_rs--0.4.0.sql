\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit

-- The types. Their values are flat: PostgreSQL stores, copies and sends them as they are. The storage of filters is external
-- because half-full bits do not compress, and only uncompressed values can be read in slices.

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_in';
COMMENT ON FUNCTION bloom_in(cstring) IS 'internal: I/O';
CREATE FUNCTION bloom_out(bloom) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out';
COMMENT ON FUNCTION bloom_out(bloom) IS 'internal: I/O';
CREATE FUNCTION bloom_recv(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_recv';
COMMENT ON FUNCTION bloom_recv(internal) IS 'internal: I/O';
CREATE FUNCTION bloom_send(bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send';
COMMENT ON FUNCTION bloom_send(bloom) IS 'internal: I/O';

-- Functions of filters are overloaded for both types of filters. Given a literal or a parameter without a type, PostgreSQL takes the
-- preferred type of their category.
-- Altered in 0.4.0.
CREATE TYPE bloom (
    INPUT = bloom_in, OUTPUT = bloom_out, RECEIVE = bloom_recv, SEND = bloom_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b', PREFERRED = true
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
COMMENT ON FUNCTION counting_bloom_in(cstring) IS 'internal: I/O';
CREATE FUNCTION counting_bloom_out(counting_bloom) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_out';
COMMENT ON FUNCTION counting_bloom_out(counting_bloom) IS 'internal: I/O';
CREATE FUNCTION counting_bloom_recv(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_recv';
COMMENT ON FUNCTION counting_bloom_recv(internal) IS 'internal: I/O';
CREATE FUNCTION counting_bloom_send(counting_bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_send';
COMMENT ON FUNCTION counting_bloom_send(counting_bloom) IS 'internal: I/O';

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
COMMENT ON FUNCTION bloom_state_in(cstring) IS 'internal: I/O';
CREATE FUNCTION bloom_state_out(bloom_state) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_out';
COMMENT ON FUNCTION bloom_state_out(bloom_state) IS 'internal: I/O';
CREATE FUNCTION bloom_state_recv(internal) RETURNS bloom_state
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_recv';
COMMENT ON FUNCTION bloom_state_recv(internal) IS 'internal: I/O';
CREATE FUNCTION bloom_state_send(bloom_state) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_send';
COMMENT ON FUNCTION bloom_state_send(bloom_state) IS 'internal: I/O';

CREATE TYPE bloom_state (
    INPUT = bloom_state_in, OUTPUT = bloom_state_out, RECEIVE = bloom_state_recv, SEND = bloom_state_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external
);
COMMENT ON TYPE bloom_state IS 'transition state of bloom_agg and other aggregates';

CREATE TYPE bloom_hash_value;

CREATE FUNCTION bloom_hash_value_in(cstring) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_in';
COMMENT ON FUNCTION bloom_hash_value_in(cstring) IS 'internal: I/O';
CREATE FUNCTION bloom_hash_value_out(bloom_hash_value) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_out';
COMMENT ON FUNCTION bloom_hash_value_out(bloom_hash_value) IS 'internal: I/O';
CREATE FUNCTION bloom_hash_value_recv(internal) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_recv';
COMMENT ON FUNCTION bloom_hash_value_recv(internal) IS 'internal: I/O';
CREATE FUNCTION bloom_hash_value_send(bloom_hash_value) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_send';
COMMENT ON FUNCTION bloom_hash_value_send(bloom_hash_value) IS 'internal: I/O';

CREATE TYPE bloom_hash_value (
    INPUT = bloom_hash_value_in, OUTPUT = bloom_hash_value_out,
    RECEIVE = bloom_hash_value_recv, SEND = bloom_hash_value_send,
    INTERNALLENGTH = 32, ALIGNMENT = char
);
COMMENT ON TYPE bloom_hash_value IS 'element type and hash of a value, to probe many filters with';

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

-- Functions for the planner. The selectivity estimators belong to the operators @> and <@ of a filter and a value.

CREATE FUNCTION bloom_contains_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_support';
COMMENT ON FUNCTION bloom_contains_support(internal) IS 'internal: planner support for bloom_contains';
CREATE FUNCTION bloom_add_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_add_support';
COMMENT ON FUNCTION bloom_add_support(internal) IS 'internal: planner support for bloom_add; lets PL/pgSQL change a variable in place';
CREATE FUNCTION bloom_contains_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_sel';
COMMENT ON FUNCTION bloom_contains_sel(internal, oid, internal, integer) IS 'internal: restriction selectivity of @> and <@';
CREATE FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_joinsel';
COMMENT ON FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal)
    IS 'internal: join selectivity of @> and <@';

-- Joins with foreign tables.
CREATE FUNCTION bloom_screen_foreign_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_foreign_joins';
COMMENT ON FUNCTION bloom_screen_foreign_joins(boolean)
    IS 'sets bloom_rs.screen_foreign_joins for the session; on lets keys travel to the remote servers';

-- Joins of local tables.
CREATE FUNCTION bloom_screen_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_joins';
COMMENT ON FUNCTION bloom_screen_joins(boolean) IS 'sets bloom_rs.screen_joins for the session';

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

CREATE FUNCTION bloom_sized(bits bigint, hashes integer, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized_of_scheme';
COMMENT ON FUNCTION bloom_sized(bigint, integer, text)
    IS 'empty filter with the given numbers of bits and hashes that uses the named hash scheme';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_keyed_scheme() RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_new_key';
COMMENT ON FUNCTION bloom_keyed_scheme() IS 'hash scheme with a new random key';

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
COMMENT ON FUNCTION bloom_add_text(bloom, text) IS 'internal: implementation of || operator';

CREATE FUNCTION bloom_add_char(filter bloom, value "char") RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_char';
COMMENT ON FUNCTION bloom_add_char(bloom, "char") IS 'internal: implementation of || operator';

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
CREATE FUNCTION bloom_current_fpp(filter bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_current_fpp';
COMMENT ON FUNCTION bloom_current_fpp(bloom) IS 'false-positive rate now: fill^hashes';
CREATE FUNCTION bloom_count(filter bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_count';
COMMENT ON FUNCTION bloom_count(bloom) IS 'estimated number of distinct values';

-- A one-line summary for psql, because the text form of a filter fills the screen.
CREATE FUNCTION bloom_show(filter bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_show';
COMMENT ON FUNCTION bloom_show(bloom) IS 'one-line summary of a filter for people to read';

-- Changed in 0.4.0.
CREATE OR REPLACE FUNCTION bloom_params(
    capacity bigint, fpp double precision DEFAULT 0.01,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT expected_fpp double precision
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_params';
COMMENT ON FUNCTION bloom_params(bigint, double precision)
    IS 'size and rate of a filter for a capacity and a false-positive rate, as one row';

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

-- Functions that all aggregates of values share, and the aggregates of filters.

CREATE FUNCTION bloom_agg_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_combine';
COMMENT ON FUNCTION bloom_agg_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
CREATE FUNCTION bloom_agg_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_final(bloom_state) IS 'internal: aggregate final function';

-- Aggregates of values of any other type. Their state is `internal`, a pointer to a bloom_state. Citus does not tell the
-- functions of an ordinary aggregate the type of an anyelement, so they would fail when they run. If the state is a
-- pseudo-type, Citus leaves the aggregate to PostgreSQL, on the coordinator. Parallel plans send the state as bytea.
CREATE FUNCTION bloom_agg_any_combine(internal, internal) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_combine';
COMMENT ON FUNCTION bloom_agg_any_combine(internal, internal) IS 'internal: aggregate combine function';
CREATE FUNCTION bloom_agg_any_serialize(internal) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_serialize';
COMMENT ON FUNCTION bloom_agg_any_serialize(internal) IS 'internal: aggregate serialization function';
CREATE FUNCTION bloom_agg_any_deserialize(bytea, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_deserialize';
COMMENT ON FUNCTION bloom_agg_any_deserialize(bytea, internal) IS 'internal: aggregate deserialization function';
CREATE FUNCTION bloom_agg_any_final(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_any_final(internal) IS 'internal: aggregate final function';
CREATE FUNCTION counting_bloom_agg_any_final(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final';
COMMENT ON FUNCTION counting_bloom_agg_any_final(internal) IS 'internal: aggregate final function';

CREATE FUNCTION bloom_merge_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_merge_combine';
COMMENT ON FUNCTION bloom_merge_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';

CREATE FUNCTION bloom_union_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_union_step(bloom_state, bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom, double precision) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_union_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_final';
COMMENT ON FUNCTION bloom_union_final(bloom_state) IS 'internal: aggregate final function';

CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'union of all filters';

CREATE AGGREGATE bloom_union_agg(filter bloom, max_fpp double precision) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom, double precision)
    IS 'union of all filters; an error if its false-positive rate exceeds a limit';

CREATE FUNCTION bloom_intersection_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_step';
COMMENT ON FUNCTION bloom_intersection_step(bloom_state, bloom) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_intersection_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_final';
COMMENT ON FUNCTION bloom_intersection_final(bloom_state) IS 'internal: aggregate final function';

CREATE AGGREGATE bloom_intersection_agg(filter bloom) (
    SFUNC = bloom_intersection_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_intersection_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS 'intersection of all filters; holds at least the values in all of them';

CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision)
    IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_union_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_final';
COMMENT ON FUNCTION counting_bloom_union_final(bloom_state) IS 'internal: aggregate final function';

-- Altered in 0.4.0.
CREATE AGGREGATE bloom_union_agg(filter counting_bloom) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(counting_bloom) IS 'union of all counting filters; counts are added up';

-- Altered in 0.4.0.
CREATE AGGREGATE bloom_union_agg(filter counting_bloom, max_fpp double precision) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(counting_bloom, double precision)
    IS 'union of all counting filters; an error if its false-positive rate exceeds a limit';

CREATE FUNCTION bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int2) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int2, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int4) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int4, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int8) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int8, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char") IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value "char") (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char") IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value "char", capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value text, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bpchar) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bpchar, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bytea) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bytea, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value uuid) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value uuid, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value boolean) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value boolean, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value boolean, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value boolean, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value date) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value date, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value date, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value date, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamp) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamp, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamp, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamp, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamptz) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamptz, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamptz, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value timestamptz, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value real) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value real, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value real, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value real, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value double precision, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value double precision, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value double precision, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value numeric) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value numeric, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value numeric, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value numeric, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_step(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value inet) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value inet, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value inet, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value inet, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision) IS 'filter of all values, with a rate, as bloom_agg(x, NULL, 0.001)';

CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement) IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement) IS 'internal: aggregate inverse transition function';

CREATE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) IS 'internal: aggregate inverse transition function';

CREATE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) IS 'internal: aggregate inverse transition function';

CREATE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint, double precision) IS 'counting filter of all values, with a rate, as counting_bloom_agg(x, NULL, 0.001)';

-- Matrices search many filters of one size at once. Row i holds bit i of every filter.

CREATE TYPE bloom_matrix;

CREATE FUNCTION bloom_matrix_in(cstring) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_in';
COMMENT ON FUNCTION bloom_matrix_in(cstring) IS 'internal: I/O';
CREATE FUNCTION bloom_matrix_out(bloom_matrix) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out';
COMMENT ON FUNCTION bloom_matrix_out(bloom_matrix) IS 'internal: I/O';
CREATE FUNCTION bloom_matrix_recv(internal) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_recv';
COMMENT ON FUNCTION bloom_matrix_recv(internal) IS 'internal: I/O';
CREATE FUNCTION bloom_matrix_send(bloom_matrix) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send';
COMMENT ON FUNCTION bloom_matrix_send(bloom_matrix) IS 'internal: I/O';

CREATE TYPE bloom_matrix (
    INPUT = bloom_matrix_in, OUTPUT = bloom_matrix_out, RECEIVE = bloom_matrix_recv, SEND = bloom_matrix_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);
COMMENT ON TYPE bloom_matrix IS 'many Bloom filters of one size that one search probes together';

CREATE FUNCTION bloom_matrix(bytea) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_from_bytea';
COMMENT ON FUNCTION bloom_matrix(bytea) IS 'matrix from its bytes, which are checked';
CREATE CAST (bytea AS bloom_matrix) WITH FUNCTION bloom_matrix(bytea);
COMMENT ON CAST (bytea AS bloom_matrix) IS 'checks the bytes of a matrix';
CREATE CAST (bloom_matrix AS bytea) WITHOUT FUNCTION;
COMMENT ON CAST (bloom_matrix AS bytea) IS 'the bytes of a matrix, as docs/FORMAT.md specifies them';

CREATE FUNCTION bloom_matrix_eq(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION bloom_matrix_eq(bloom_matrix, bloom_matrix) IS 'internal: implementation of = operator';
CREATE FUNCTION bloom_matrix_ne(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION bloom_matrix_ne(bloom_matrix, bloom_matrix) IS 'internal: implementation of <> operator';
CREATE FUNCTION bloom_matrix_hash(matrix bloom_matrix) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION bloom_matrix_hash(bloom_matrix) IS 'internal: hash of a matrix itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_matrix_hash_extended(matrix bloom_matrix, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION bloom_matrix_hash_extended(bloom_matrix, bigint) IS 'internal: hash of a matrix itself, with a seed';
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

CREATE FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_step';
COMMENT ON FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_matrix_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_combine';
COMMENT ON FUNCTION bloom_matrix_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
CREATE FUNCTION bloom_matrix_final(bloom_state) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_final';
COMMENT ON FUNCTION bloom_matrix_final(bloom_state) IS 'internal: aggregate final function';
-- A state is about as large as its matrix, so the planner should not keep one for each of many groups.
CREATE AGGREGATE bloom_matrix_agg(filter bloom, key bigint) (
    SFUNC = bloom_matrix_step, STYPE = bloom_state, SSPACE = 67108864,
    FINALFUNC = bloom_matrix_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_matrix_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_matrix_agg(bloom, bigint)
    IS 'matrix of many filters; a search returns the keys of those that match';

CREATE FUNCTION bloom_matrix_merge(a bloom_matrix, b bloom_matrix) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_merge';
COMMENT ON FUNCTION bloom_matrix_merge(bloom_matrix, bloom_matrix) IS 'matrix of the filters of two matrices';

CREATE FUNCTION bloom_matrix_search_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_search_support';
COMMENT ON FUNCTION bloom_matrix_search_support(internal) IS 'internal: planner support for bloom_matrix_search';
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

-- Live sets: tables that belong to the caller.

CREATE FUNCTION bloom_set_create(
    name text, element regtype DEFAULT 'pg_catalog.text', capacity bigint DEFAULT 100000,
    fpp double precision DEFAULT 0.01, grows boolean DEFAULT true
) RETURNS regclass
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_create';
COMMENT ON FUNCTION bloom_set_create(text, regtype, bigint, double precision, boolean)
    IS 'creates a live set: two tables to which many sessions add values; adopts those of an older version';
CREATE FUNCTION bloom_set_drop("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_drop';
COMMENT ON FUNCTION bloom_set_drop(regclass) IS 'drops a live set';

-- Added in 0.4.0.
CREATE FUNCTION bloom_set_contains("set" regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains_value';
COMMENT ON FUNCTION bloom_set_contains(regclass, anycompatible)
    IS 'whether a live set may contain the value; false is certain';
CREATE FUNCTION bloom_set_add("set" regclass, value anycompatible) RETURNS boolean
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 2000 AS 'MODULE_PATHNAME', 'bloom_set_add';
COMMENT ON FUNCTION bloom_set_add(regclass, anycompatible) IS 'adds a value to a live set; returns whether it was new';
CREATE FUNCTION bloom_set_add_all("set" regclass, "values" anycompatiblearray) RETURNS SETOF anycompatible
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_set_add_all';
COMMENT ON FUNCTION bloom_set_add_all(regclass, anycompatiblearray)
    IS 'adds the elements of an array to a live set; returns those that were new';
CREATE FUNCTION bloom_set_grow(
    "set" regclass, capacity bigint DEFAULT NULL, fpp double precision DEFAULT NULL
) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_grow';
COMMENT ON FUNCTION bloom_set_grow(regclass, bigint, double precision)
    IS 'gives a live set room for more values, by default if it is full; returns the number of the new layer';
CREATE FUNCTION bloom_set_load("set" regclass, query text, capacity bigint DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_load';
COMMENT ON FUNCTION bloom_set_load(regclass, text, bigint)
    IS 'adds the values that a query returns to a live set; returns the number of their layer';
CREATE FUNCTION bloom_set_expire("set" regclass, older_than interval, every interval DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_expire';
COMMENT ON FUNCTION bloom_set_expire(regclass, interval, interval)
    IS 'deletes the layers of a live set that have only older values; returns how many it deleted';
CREATE FUNCTION bloom_set_clear("set" regclass, capacity bigint DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_clear';
COMMENT ON FUNCTION bloom_set_clear(regclass, bigint)
    IS 'empties a live set, and repairs one that has lost rows; returns the number of the new layer';
CREATE FUNCTION bloom_set_info(
    "set" regclass,
    OUT element regtype, OUT layers integer, OUT "values" bigint, OUT capacity bigint, OUT fpp double precision,
    OUT current_fpp double precision, OUT grows boolean, OUT bytes bigint
)
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_info';
COMMENT ON FUNCTION bloom_set_info(regclass)
    IS 'type, number of layers and values, capacity, false-positive rates and bytes of a live set';

CREATE FUNCTION bloom_set_contains("set" regclass, layers regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible)
    IS 'internal: whether a live set may contain the value, for functions that 0.3.0 made';

CREATE FUNCTION bloom_progress(work text, total bigint DEFAULT NULL, seconds double precision DEFAULT 5) RETURNS boolean
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bloom_progress';
COMMENT ON FUNCTION bloom_progress(text, bigint, double precision)
    IS 'internal: always true; counts the rows of a long statement, and sends a NOTICE now and then';

-- An index that says which partitions may have a value: the access method bloom_skip, and its operator classes for the types
-- whose values have a stable extended hash function. Rows have none, as theirs changes with their type.

-- Added in 0.4.0.
CREATE FUNCTION bloom_skip_handler(internal) RETURNS index_am_handler
    LANGUAGE c STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_skip_handler';
COMMENT ON FUNCTION bloom_skip_handler(internal) IS 'internal: handler of the access method bloom_skip';
CREATE ACCESS METHOD bloom_skip TYPE INDEX HANDLER bloom_skip_handler;
COMMENT ON ACCESS METHOD bloom_skip IS 'says which partitions may have a value';

-- Added in 0.4.0.
CREATE FUNCTION bloom_skip_candidates(index regclass, value anycompatible) RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_index_candidates';
COMMENT ON FUNCTION bloom_skip_candidates(regclass, anycompatible)
    IS 'partitions that may have this value in the column of an index, for the snapshot of the statement';
CREATE FUNCTION bloom_skip_info(
    index regclass, OUT partition regclass, OUT state text, OUT "values" bigint, OUT capacity bigint,
    OUT fpp double precision, OUT bytes bigint
) RETURNS SETOF record
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_skip_index_info';
COMMENT ON FUNCTION bloom_skip_info(regclass)
    IS 'each partition of an index: its state, number of values, capacity, false-positive rate and bytes';
CREATE FUNCTION bloom_skip_build(index regclass) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 AS 'MODULE_PATHNAME', 'bloom_skip_build';
COMMENT ON FUNCTION bloom_skip_build(regclass)
    IS 'builds the filters that partitions lack or have outgrown; returns how many';

-- Added in 0.4.0.
CREATE OPERATOR FAMILY integer_ops USING bloom_skip;
COMMENT ON OPERATOR FAMILY integer_ops USING bloom_skip IS 'equal values of smallint, integer and bigint';
CREATE OPERATOR CLASS int2_ops DEFAULT FOR TYPE smallint USING bloom_skip FAMILY integer_ops AS
    OPERATOR 1 =, FUNCTION 1 hashint2extended(smallint, bigint);
COMMENT ON OPERATOR CLASS int2_ops USING bloom_skip IS 'values of smallint';
CREATE OPERATOR CLASS int4_ops DEFAULT FOR TYPE integer USING bloom_skip FAMILY integer_ops AS
    OPERATOR 1 =, FUNCTION 1 hashint4extended(integer, bigint);
COMMENT ON OPERATOR CLASS int4_ops USING bloom_skip IS 'values of integer';
CREATE OPERATOR CLASS int8_ops DEFAULT FOR TYPE bigint USING bloom_skip FAMILY integer_ops AS
    OPERATOR 1 =, FUNCTION 1 hashint8extended(bigint, bigint);
COMMENT ON OPERATOR CLASS int8_ops USING bloom_skip IS 'values of bigint';
ALTER OPERATOR FAMILY integer_ops USING bloom_skip ADD
    OPERATOR 1 = (smallint, integer),
    OPERATOR 1 = (smallint, bigint),
    OPERATOR 1 = (integer, smallint),
    OPERATOR 1 = (integer, bigint),
    OPERATOR 1 = (bigint, smallint),
    OPERATOR 1 = (bigint, integer);

-- Added in 0.4.0.
CREATE OPERATOR FAMILY float_ops USING bloom_skip;
COMMENT ON OPERATOR FAMILY float_ops USING bloom_skip IS 'equal values of real and double precision';
CREATE OPERATOR CLASS float4_ops DEFAULT FOR TYPE real USING bloom_skip FAMILY float_ops AS
    OPERATOR 1 =, FUNCTION 1 hashfloat4extended(real, bigint);
COMMENT ON OPERATOR CLASS float4_ops USING bloom_skip IS 'values of real';
CREATE OPERATOR CLASS float8_ops DEFAULT FOR TYPE double precision USING bloom_skip FAMILY float_ops AS
    OPERATOR 1 =, FUNCTION 1 hashfloat8extended(double precision, bigint);
COMMENT ON OPERATOR CLASS float8_ops USING bloom_skip IS 'values of double precision';
ALTER OPERATOR FAMILY float_ops USING bloom_skip ADD
    OPERATOR 1 = (real, double precision),
    OPERATOR 1 = (double precision, real);

-- Added in 0.4.0.
CREATE OPERATOR FAMILY text_ops USING bloom_skip;
COMMENT ON OPERATOR FAMILY text_ops USING bloom_skip IS 'equal values of text and name';
CREATE OPERATOR CLASS text_ops DEFAULT FOR TYPE text USING bloom_skip FAMILY text_ops AS
    OPERATOR 1 =, FUNCTION 1 hashtextextended(text, bigint);
COMMENT ON OPERATOR CLASS text_ops USING bloom_skip IS 'values of text';
CREATE OPERATOR CLASS name_ops DEFAULT FOR TYPE name USING bloom_skip FAMILY text_ops AS
    OPERATOR 1 =, FUNCTION 1 hashnameextended(name, bigint);
COMMENT ON OPERATOR CLASS name_ops USING bloom_skip IS 'values of name';
ALTER OPERATOR FAMILY text_ops USING bloom_skip ADD
    OPERATOR 1 = (text, name),
    OPERATOR 1 = (name, text);

-- Added in 0.4.0.
CREATE OPERATOR CLASS bpchar_ops DEFAULT FOR TYPE character USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashbpcharextended(character, bigint);
COMMENT ON OPERATOR CLASS bpchar_ops USING bloom_skip IS 'values of character';
COMMENT ON OPERATOR FAMILY bpchar_ops USING bloom_skip IS 'equal values of character';
CREATE OPERATOR CLASS bytea_ops DEFAULT FOR TYPE bytea USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashvarlenaextended(internal, bigint);
COMMENT ON OPERATOR CLASS bytea_ops USING bloom_skip IS 'values of bytea';
COMMENT ON OPERATOR FAMILY bytea_ops USING bloom_skip IS 'equal values of bytea';
CREATE OPERATOR CLASS bool_ops DEFAULT FOR TYPE boolean USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashcharextended("char", bigint);
COMMENT ON OPERATOR CLASS bool_ops USING bloom_skip IS 'values of boolean';
COMMENT ON OPERATOR FAMILY bool_ops USING bloom_skip IS 'equal values of boolean';
CREATE OPERATOR CLASS char_ops DEFAULT FOR TYPE "char" USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashcharextended("char", bigint);
COMMENT ON OPERATOR CLASS char_ops USING bloom_skip IS 'values of "char"';
COMMENT ON OPERATOR FAMILY char_ops USING bloom_skip IS 'equal values of "char"';
CREATE OPERATOR CLASS date_ops DEFAULT FOR TYPE date USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashint4extended(integer, bigint);
COMMENT ON OPERATOR CLASS date_ops USING bloom_skip IS 'values of date';
COMMENT ON OPERATOR FAMILY date_ops USING bloom_skip IS 'equal values of date';
CREATE OPERATOR CLASS time_ops DEFAULT FOR TYPE time USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 time_hash_extended(time, bigint);
COMMENT ON OPERATOR CLASS time_ops USING bloom_skip IS 'values of time';
COMMENT ON OPERATOR FAMILY time_ops USING bloom_skip IS 'equal values of time';
CREATE OPERATOR CLASS timetz_ops DEFAULT FOR TYPE timetz USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 timetz_hash_extended(timetz, bigint);
COMMENT ON OPERATOR CLASS timetz_ops USING bloom_skip IS 'values of timetz';
COMMENT ON OPERATOR FAMILY timetz_ops USING bloom_skip IS 'equal values of timetz';
CREATE OPERATOR CLASS timestamp_ops DEFAULT FOR TYPE timestamp USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 timestamp_hash_extended(timestamp, bigint);
COMMENT ON OPERATOR CLASS timestamp_ops USING bloom_skip IS 'values of timestamp';
COMMENT ON OPERATOR FAMILY timestamp_ops USING bloom_skip IS 'equal values of timestamp';
CREATE OPERATOR CLASS timestamptz_ops DEFAULT FOR TYPE timestamptz USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 timestamp_hash_extended(timestamp, bigint);
COMMENT ON OPERATOR CLASS timestamptz_ops USING bloom_skip IS 'values of timestamptz';
COMMENT ON OPERATOR FAMILY timestamptz_ops USING bloom_skip IS 'equal values of timestamptz';
CREATE OPERATOR CLASS interval_ops DEFAULT FOR TYPE interval USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 interval_hash_extended(interval, bigint);
COMMENT ON OPERATOR CLASS interval_ops USING bloom_skip IS 'values of interval';
COMMENT ON OPERATOR FAMILY interval_ops USING bloom_skip IS 'equal values of interval';
CREATE OPERATOR CLASS numeric_ops DEFAULT FOR TYPE numeric USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_numeric_extended(numeric, bigint);
COMMENT ON OPERATOR CLASS numeric_ops USING bloom_skip IS 'values of numeric';
COMMENT ON OPERATOR FAMILY numeric_ops USING bloom_skip IS 'equal values of numeric';
CREATE OPERATOR CLASS uuid_ops DEFAULT FOR TYPE uuid USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 uuid_hash_extended(uuid, bigint);
COMMENT ON OPERATOR CLASS uuid_ops USING bloom_skip IS 'values of uuid';
COMMENT ON OPERATOR FAMILY uuid_ops USING bloom_skip IS 'equal values of uuid';
CREATE OPERATOR CLASS inet_ops DEFAULT FOR TYPE inet USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashinetextended(inet, bigint);
COMMENT ON OPERATOR CLASS inet_ops USING bloom_skip IS 'values of inet';
COMMENT ON OPERATOR FAMILY inet_ops USING bloom_skip IS 'equal values of inet';
CREATE OPERATOR CLASS macaddr_ops DEFAULT FOR TYPE macaddr USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashmacaddrextended(macaddr, bigint);
COMMENT ON OPERATOR CLASS macaddr_ops USING bloom_skip IS 'values of macaddr';
COMMENT ON OPERATOR FAMILY macaddr_ops USING bloom_skip IS 'equal values of macaddr';
CREATE OPERATOR CLASS macaddr8_ops DEFAULT FOR TYPE macaddr8 USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashmacaddr8extended(macaddr8, bigint);
COMMENT ON OPERATOR CLASS macaddr8_ops USING bloom_skip IS 'values of macaddr8';
COMMENT ON OPERATOR FAMILY macaddr8_ops USING bloom_skip IS 'equal values of macaddr8';
CREATE OPERATOR CLASS oid_ops DEFAULT FOR TYPE oid USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashoidextended(oid, bigint);
COMMENT ON OPERATOR CLASS oid_ops USING bloom_skip IS 'values of oid';
COMMENT ON OPERATOR FAMILY oid_ops USING bloom_skip IS 'equal values of oid';
CREATE OPERATOR CLASS xid8_ops DEFAULT FOR TYPE xid8 USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashint8extended(bigint, bigint);
COMMENT ON OPERATOR CLASS xid8_ops USING bloom_skip IS 'values of xid8';
COMMENT ON OPERATOR FAMILY xid8_ops USING bloom_skip IS 'equal values of xid8';
CREATE OPERATOR CLASS pg_lsn_ops DEFAULT FOR TYPE pg_lsn USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 pg_lsn_hash_extended(pg_lsn, bigint);
COMMENT ON OPERATOR CLASS pg_lsn_ops USING bloom_skip IS 'values of pg_lsn';
COMMENT ON OPERATOR FAMILY pg_lsn_ops USING bloom_skip IS 'equal values of pg_lsn';
CREATE OPERATOR CLASS jsonb_ops DEFAULT FOR TYPE jsonb USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 jsonb_hash_extended(jsonb, bigint);
COMMENT ON OPERATOR CLASS jsonb_ops USING bloom_skip IS 'values of jsonb';
COMMENT ON OPERATOR FAMILY jsonb_ops USING bloom_skip IS 'equal values of jsonb';
CREATE OPERATOR CLASS enum_ops DEFAULT FOR TYPE anyenum USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hashenumextended(anyenum, bigint);
COMMENT ON OPERATOR CLASS enum_ops USING bloom_skip IS 'values of anyenum';
COMMENT ON OPERATOR FAMILY enum_ops USING bloom_skip IS 'equal values of anyenum';
CREATE OPERATOR CLASS array_ops DEFAULT FOR TYPE anyarray USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_array_extended(anyarray, bigint);
COMMENT ON OPERATOR CLASS array_ops USING bloom_skip IS 'values of anyarray';
COMMENT ON OPERATOR FAMILY array_ops USING bloom_skip IS 'equal values of anyarray';
CREATE OPERATOR CLASS range_ops DEFAULT FOR TYPE anyrange USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_range_extended(anyrange, bigint);
COMMENT ON OPERATOR CLASS range_ops USING bloom_skip IS 'values of anyrange';
COMMENT ON OPERATOR FAMILY range_ops USING bloom_skip IS 'equal values of anyrange';
CREATE OPERATOR CLASS multirange_ops DEFAULT FOR TYPE anymultirange USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 hash_multirange_extended(anymultirange, bigint);
COMMENT ON OPERATOR CLASS multirange_ops USING bloom_skip IS 'values of anymultirange';
COMMENT ON OPERATOR FAMILY multirange_ops USING bloom_skip IS 'equal values of anymultirange';
