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
