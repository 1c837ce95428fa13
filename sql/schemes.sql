-- More ways to hash: Parquet's and DataSketches', to which filters travel, and one with a key.

CREATE FUNCTION bloom_sized(bits bigint, hashes integer, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized_of_scheme';
COMMENT ON FUNCTION bloom_sized(bigint, integer, text)
    IS 'filter without values, of so many bits and hashes, that hashes like another library or by a key';
CREATE FUNCTION bloom_new_key() RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_new_key';
COMMENT ON FUNCTION bloom_new_key() IS 'hash scheme with a new random key';

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
