-- bloom_shard(value, shards) for every kind of value.

CREATE FUNCTION bloom_shard(value int2, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_int2_wrapper';
CREATE FUNCTION bloom_shard(value int4, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_int4_wrapper';
CREATE FUNCTION bloom_shard(value int8, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_int8_wrapper';
CREATE FUNCTION bloom_shard(value "char", shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_char_wrapper';
CREATE FUNCTION bloom_shard(value text, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_text_wrapper';
CREATE FUNCTION bloom_shard(value bytea, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_bytea_wrapper';
CREATE FUNCTION bloom_shard(value uuid, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_uuid_wrapper';
CREATE FUNCTION bloom_shard(value anyelement, shards integer) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_shard_any_wrapper';
