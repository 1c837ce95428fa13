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
