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
