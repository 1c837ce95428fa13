\echo Use "CREATE EXTENSION bloom_rs" to load this file. \quit

-- The types, all flat: PostgreSQL stores, copies and ships their values as they are. Half-full bits do not compress, and
-- only what is not compressed can be read in slices; so the storage of filters is external.

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
COMMENT ON TYPE bloom IS 'Bloom filter: a set that answers "have I seen this?", never wrongly with no';

CREATE FUNCTION bloom(bytea) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_bytea';
COMMENT ON FUNCTION bloom(bytea) IS 'filter from its bytes, all of which are checked';
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
COMMENT ON TYPE counting_bloom IS 'counting Bloom filter: one that values can be removed from';

CREATE FUNCTION counting_bloom(bytea) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_from_bytea';
COMMENT ON FUNCTION counting_bloom(bytea) IS 'counting filter from its bytes, all of which are checked';
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
COMMENT ON TYPE bloom_state IS 'a Bloom filter being built; the state of bloom_agg';

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
COMMENT ON TYPE bloom_hash_value IS 'what a filter needs to know of a value: its kind and its hash';

-- Equality of the types, byte for byte, with hashes for DISTINCT, GROUP BY and joins. Logical replication of a table
-- without a key needs it of every column. Hashes of values have an order too, for indexes and sorts.

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
COMMENT ON OPERATOR =(bloom, bloom) IS 'same parameters, same bits';
CREATE OPERATOR <> (
    LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom, bloom) IS 'other parameters or other bits';
CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_hash_filter(bloom),
    FUNCTION 2 bloom_hash_filter_extended(bloom, bigint);
COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS 'equality of filters';
COMMENT ON OPERATOR CLASS bloom_ops USING hash IS 'equality of filters';

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
COMMENT ON OPERATOR <>(counting_bloom, counting_bloom) IS 'not the same counting filter';
CREATE OPERATOR CLASS counting_bloom_ops DEFAULT FOR TYPE counting_bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 counting_bloom_hash_filter(counting_bloom),
    FUNCTION 2 counting_bloom_hash_filter_extended(counting_bloom, bigint);
COMMENT ON OPERATOR FAMILY counting_bloom_ops USING hash IS 'equality of counting filters';
COMMENT ON OPERATOR CLASS counting_bloom_ops USING hash IS 'equality of counting filters';

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
COMMENT ON OPERATOR <>(bloom_state, bloom_state) IS 'not the same state';
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
COMMENT ON OPERATOR =(bloom_hash_value, bloom_hash_value) IS 'same kind of value, same hash';
CREATE OPERATOR <> (
    LEFTARG = bloom_hash_value, RIGHTARG = bloom_hash_value, FUNCTION = bloom_hash_value_ne,
    COMMUTATOR = <>, NEGATOR = =, RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom_hash_value, bloom_hash_value) IS 'other kinds of value or other hashes';
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

-- What the planner asks. The estimators are those of operators that ask a filter of a value, in either order.

CREATE FUNCTION bloom_contains_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_support';
COMMENT ON FUNCTION bloom_contains_support(internal) IS 'planner support for bloom_contains';
CREATE FUNCTION bloom_add_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_add_support';
COMMENT ON FUNCTION bloom_add_support(internal) IS 'tells PL/pgSQL that a variable may be changed in place';
CREATE FUNCTION bloom_contains_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_sel';
COMMENT ON FUNCTION bloom_contains_sel(internal, oid, internal, integer) IS 'restriction selectivity of @> and <@';
CREATE FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_joinsel';
COMMENT ON FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal)
    IS 'join selectivity of @> and <@';

-- A filter from its size, and with more values.
--
-- A value is anycompatible, never an overload for each type: a literal is taken for text, any other value comes in its own
-- type, and no implicit cast of a type makes the call ambiguous.

CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty';
COMMENT ON FUNCTION bloom_empty(bigint, double precision)
    IS 'filter without values, sized for a capacity and a false-positive rate';
CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty_of_scheme';
COMMENT ON FUNCTION bloom_empty(bigint, double precision, text)
    IS 'filter without values that hashes like another library';
CREATE FUNCTION bloom_sized(bits bigint, hashes integer) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized';
COMMENT ON FUNCTION bloom_sized(bigint, integer) IS 'filter without values, of so many bits and hashes';
CREATE FUNCTION bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_of';
COMMENT ON FUNCTION bloom_of(anyarray, double precision)
    IS 'filter of the elements of an array; NULL elements are skipped';

CREATE FUNCTION bloom_add(filter bloom, value anycompatible) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add';
COMMENT ON FUNCTION bloom_add(bloom, anycompatible) IS 'the filter with one more value';
CREATE FUNCTION bloom_add_all(filter bloom, "values" anyarray) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_add_all';
COMMENT ON FUNCTION bloom_add_all(bloom, anyarray) IS 'the filter with all elements; NULL elements are skipped';

-- PostgreSQL's own anynonarray || text would be as good a match for a text; and with one for text, "char" needs its own. None
-- for any other type: 'text' || 5 must not be taken for a filter.
CREATE FUNCTION bloom_add_text(filter bloom, value text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_text';
COMMENT ON FUNCTION bloom_add_text(bloom, text) IS 'the filter with one more text: what || calls';

CREATE FUNCTION bloom_add_char(filter bloom, value "char") RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_char';
COMMENT ON FUNCTION bloom_add_char(bloom, "char") IS 'the filter with one more "char": what || calls';

CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = "char", FUNCTION = bloom_add_char);
COMMENT ON OPERATOR ||(bloom, "char") IS 'the filter with one more "char"';
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = text, FUNCTION = bloom_add_text);
COMMENT ON OPERATOR ||(bloom, text) IS 'the filter with one more text';
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = anycompatible, FUNCTION = bloom_add);
COMMENT ON OPERATOR ||(bloom, anycompatible) IS 'the filter with one more value';

-- Whether a filter may hold a value, or the elements of an array.

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
    IS 'whether the filter may hold some element; NULL elements are skipped';
CREATE FUNCTION bloom_contains_all(filter bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_all';
COMMENT ON FUNCTION bloom_contains_all(bloom, anyarray)
    IS 'whether the filter may hold every element; NULL elements are skipped';
CREATE FUNCTION bloom_contains_each(filter bloom, "values" anyarray) RETURNS boolean[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_contains_each';
COMMENT ON FUNCTION bloom_contains_each(bloom, anyarray)
    IS 'for each element, whether the filter may hold it; NULL for NULL';

-- Hash once, probe many filters; and spread a set over several.

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
COMMENT ON FUNCTION bloom_add_hash(bloom, bloom_hash_value) IS 'the filter with the value with this hash';

-- Not of an enum: it hashes by its label, which a rename changes, and what this returns is kept for good in tables,
-- indexes and partitions.
CREATE FUNCTION bloom_shard(value anycompatible, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard';
COMMENT ON FUNCTION bloom_shard(anycompatible, integer)
    IS 'which of so many filters a value belongs to, from 0; independent of the bits it sets; not of enums';

-- Two filters: what they hold together and what they share. And one made smaller.

CREATE FUNCTION bloom_union(a bloom, b bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union';
COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'filter of all values of both';
CREATE FUNCTION bloom_intersection(a bloom, b bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection';
COMMENT ON FUNCTION bloom_intersection(bloom, bloom) IS 'filter that holds at least the values in both';
CREATE FUNCTION bloom_compatible(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_compatible';
COMMENT ON FUNCTION bloom_compatible(bloom, bloom) IS 'whether two filters combine';
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
COMMENT ON FUNCTION bloom_jaccard(bloom, bloom) IS 'estimated share of the values of two filters that both have';
CREATE FUNCTION bloom_is_subset(a bloom, b bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_is_subset';
COMMENT ON FUNCTION bloom_is_subset(bloom, bloom)
    IS 'whether all values of the first filter may be in the second; false is certain';

CREATE OPERATOR | (LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_union, COMMUTATOR = |);
COMMENT ON OPERATOR |(bloom, bloom) IS 'filter of all values of both';
CREATE OPERATOR & (LEFTARG = bloom, RIGHTARG = bloom, FUNCTION = bloom_intersection, COMMUTATOR = &);
COMMENT ON OPERATOR &(bloom, bloom) IS 'filter that holds at least the values in both';

CREATE FUNCTION bloom_fold(filter bloom, fpp double precision) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_fold';
COMMENT ON FUNCTION bloom_fold(bloom, double precision) IS 'smallest fold of a filter at a false-positive rate';

-- What a filter is and how full; and which size a filter needs.

CREATE FUNCTION bloom_info(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bits_set bigint, OUT fill double precision,
    OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_info';
COMMENT ON FUNCTION bloom_info(bloom) IS 'what a filter is and how well it is filled, as one row';
CREATE FUNCTION bloom_header(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_header';
COMMENT ON FUNCTION bloom_header(bloom) IS 'the columns of bloom_info that do not need the bits';
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
    IS 'size of a filter for a column''s values, from the planner''s statistics, as one row';

-- Filters of other libraries.

CREATE FUNCTION bloom_to_guava(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_guava';
COMMENT ON FUNCTION bloom_to_guava(bloom) IS 'the stream of the same filter in Guava (BloomFilter.writeTo)';
CREATE FUNCTION bloom_from_guava(stream bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_guava';
COMMENT ON FUNCTION bloom_from_guava(bytea, regtype) IS 'filter from a stream of Guava, holding values of a type';
CREATE FUNCTION bloom_to_spark(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_spark';
COMMENT ON FUNCTION bloom_to_spark(bloom) IS 'the stream of the same filter in Spark (BloomFilter.writeTo)';
CREATE FUNCTION bloom_from_spark(stream bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_spark';
COMMENT ON FUNCTION bloom_from_spark(bytea, regtype) IS 'filter from a stream of Spark, holding values of a type';

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

-- What all aggregates of values share, and the aggregates of filters.

CREATE FUNCTION bloom_agg_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_combine';
COMMENT ON FUNCTION bloom_agg_combine(bloom_state, bloom_state) IS 'aggregate combine function';
CREATE FUNCTION bloom_agg_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_final(bloom_state) IS 'aggregate final function';
CREATE FUNCTION counting_bloom_agg_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final';
COMMENT ON FUNCTION counting_bloom_agg_final(bloom_state) IS 'aggregate final function';

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
CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'filter of all values of all filters';
CREATE AGGREGATE bloom_union_agg(filter bloom, max_fpp double precision) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom, double precision)
    IS 'filter of all values of all filters, if its false-positive rate stays within a limit';

CREATE FUNCTION bloom_intersection_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_step';
COMMENT ON FUNCTION bloom_intersection_step(bloom_state, bloom) IS 'aggregate transition function';
CREATE FUNCTION bloom_intersection_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_final';
COMMENT ON FUNCTION bloom_intersection_final(bloom_state) IS 'aggregate final function';
CREATE AGGREGATE bloom_intersection_agg(filter bloom) (
    SFUNC = bloom_intersection_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_intersection_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS 'filter that holds at least the values in all filters';

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
CREATE AGGREGATE counting_bloom_union_agg(filter counting_bloom) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_union_agg(counting_bloom)
    IS 'all values of many counting filters, counted together';
CREATE AGGREGATE counting_bloom_union_agg(filter counting_bloom, max_fpp double precision) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_union_agg(counting_bloom, double precision)
    IS 'all values of many counting filters; an error if its rate exceeds a limit';


CREATE FUNCTION bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int2) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int2, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int4) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int4, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int8) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int8, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char") IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value "char") (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char") IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value "char", capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value text, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bpchar) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bpchar, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bpchar';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bpchar, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bytea) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bytea, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value uuid) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value uuid, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';


CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int2) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int2) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int2) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int2, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int4) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int4) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int4) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int4, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int8) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int8) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int8) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int8, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, "char") IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, "char") IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value "char") (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char") IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value "char", capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char", bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char", bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, text) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, text) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value text) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, text, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value text, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, text, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bpchar) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bpchar) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bpchar) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value bpchar) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value bpchar, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bpchar, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bpchar';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bpchar, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bytea) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bytea) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value bytea) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value bytea, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, uuid) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, uuid) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value uuid) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value uuid, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, anyelement) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, anyelement) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';
