-- bloom_contains(filter, value) and bloom_contained_by(value, filter) for every kind of value.

CREATE FUNCTION bloom_contains(filter bloom, value int2) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_int2_wrapper';
CREATE FUNCTION bloom_contained_by(value int2, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_int2_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value int4) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_int4_wrapper';
CREATE FUNCTION bloom_contained_by(value int4, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_int4_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value int8) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_int8_wrapper';
CREATE FUNCTION bloom_contained_by(value int8, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_int8_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value "char") RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_char_wrapper';
CREATE FUNCTION bloom_contained_by(value "char", filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_char_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value text) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_text_wrapper';
CREATE FUNCTION bloom_contained_by(value text, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_text_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value bytea) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_bytea_wrapper';
CREATE FUNCTION bloom_contained_by(value bytea, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_bytea_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_uuid_wrapper';
CREATE FUNCTION bloom_contained_by(value uuid, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_uuid_wrapper';
CREATE FUNCTION bloom_contains(filter bloom, value anyelement) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_any_wrapper';
CREATE FUNCTION bloom_contained_by(value anyelement, filter bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contained_by_any_wrapper';
