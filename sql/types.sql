-- The plain filter and the state. Both are flat values: PostgreSQL stores, copies and ships them as they are.

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_in_wrapper';
CREATE FUNCTION bloom_out(bloom) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out_wrapper';
CREATE FUNCTION bloom_recv(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_recv_wrapper';
CREATE FUNCTION bloom_send(bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send_wrapper';

-- Half-full bits do not compress, and only uncompressed values can be read in slices. Preferred, so that a parameter of no
-- stated type beside @> is taken for a plain filter, not found ambiguous.
CREATE TYPE bloom (
    INPUT = bloom_in, OUTPUT = bloom_out, RECEIVE = bloom_recv, SEND = bloom_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b', PREFERRED = true
);

CREATE FUNCTION bloom(bytea) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_bytea_wrapper';
CREATE CAST (bytea AS bloom) WITH FUNCTION bloom(bytea);
CREATE CAST (bloom AS bytea) WITHOUT FUNCTION;

CREATE TYPE bloom_state;

CREATE FUNCTION bloom_state_in(cstring) RETURNS bloom_state
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_in_wrapper';
CREATE FUNCTION bloom_state_out(bloom_state) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_out_wrapper';
CREATE FUNCTION bloom_state_recv(internal) RETURNS bloom_state
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_recv_wrapper';
CREATE FUNCTION bloom_state_send(bloom_state) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_state_send_wrapper';

CREATE TYPE bloom_state (
    INPUT = bloom_state_in, OUTPUT = bloom_state_out, RECEIVE = bloom_state_recv, SEND = bloom_state_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external
);
