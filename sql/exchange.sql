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
