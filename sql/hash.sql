-- Hash once, probe many filters.

CREATE TYPE bloom_hash_value;

CREATE FUNCTION bloom_hash_value_in(cstring) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_in_wrapper';
CREATE FUNCTION bloom_hash_value_out(bloom_hash_value) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_out_wrapper';
CREATE FUNCTION bloom_hash_value_recv(internal) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_recv_wrapper';
CREATE FUNCTION bloom_hash_value_send(bloom_hash_value) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_hash_value_send_wrapper';

CREATE TYPE bloom_hash_value (
    INPUT = bloom_hash_value_in, OUTPUT = bloom_hash_value_out,
    RECEIVE = bloom_hash_value_recv, SEND = bloom_hash_value_send,
    INTERNALLENGTH = 28, ALIGNMENT = char
);

CREATE FUNCTION bloom_hash(value int2) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_int2_wrapper';
CREATE FUNCTION bloom_hash(value int4) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_int4_wrapper';
CREATE FUNCTION bloom_hash(value int8) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_int8_wrapper';
CREATE FUNCTION bloom_hash(value "char") RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_char_wrapper';
CREATE FUNCTION bloom_hash(value text) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_text_wrapper';
CREATE FUNCTION bloom_hash(value bytea) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_bytea_wrapper';
CREATE FUNCTION bloom_hash(value uuid) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_uuid_wrapper';
CREATE FUNCTION bloom_hash(value anyelement) RETURNS bloom_hash_value
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_hash_any_wrapper';

CREATE FUNCTION bloom_contains_hash(filter bloom, hash bloom_hash_value) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_hash_wrapper';
CREATE FUNCTION bloom_add_hash(filter bloom, hash bloom_hash_value) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_add_hash_wrapper';
