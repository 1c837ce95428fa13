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

-- Added in 0.2.0.
CREATE FUNCTION bloom_to_parquet(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_parquet';
COMMENT ON FUNCTION bloom_to_parquet(bloom) IS 'the filter as the bitset of a Bloom filter in a Parquet file';
CREATE FUNCTION bloom_from_parquet(bitset bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_parquet';
COMMENT ON FUNCTION bloom_from_parquet(bytea, regtype)
    IS 'the filter of a bitset of a Bloom filter in a Parquet file, for the values of a column of a type';
CREATE FUNCTION bloom_to_datasketches(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_datasketches';
COMMENT ON FUNCTION bloom_to_datasketches(bloom) IS 'the filter as a serialized image of DataSketches'' BloomFilter';
CREATE FUNCTION bloom_from_datasketches(image bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_datasketches';
COMMENT ON FUNCTION bloom_from_datasketches(bytea, regtype)
    IS 'the filter of a serialized image of DataSketches'' BloomFilter, for values of a type';
