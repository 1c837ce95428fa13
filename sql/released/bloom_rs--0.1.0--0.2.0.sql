\echo Use "ALTER EXTENSION bloom_rs UPDATE TO '0.2.0'" to load this file. \quit

-- Joins with foreign tables.
-- Added in 0.2.0.
CREATE FUNCTION bloom_screen_foreign_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_foreign_joins';
COMMENT ON FUNCTION bloom_screen_foreign_joins(boolean)
    IS 'sets bloom_rs.screen_foreign_joins to on or off for the session';

-- Added in 0.2.0.
CREATE FUNCTION bloom_sized(bits bigint, hashes integer, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized_of_scheme';
COMMENT ON FUNCTION bloom_sized(bigint, integer, text)
    IS 'empty filter with the given numbers of bits and hashes that uses the named hash scheme';
CREATE FUNCTION bloom_new_key() RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_new_key';
COMMENT ON FUNCTION bloom_new_key() IS 'hash scheme with a new random key';

-- A one-line summary for psql, because the text form of a filter fills the screen.
-- Added in 0.2.0.
CREATE FUNCTION bloom_show(filter bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_show';
COMMENT ON FUNCTION bloom_show(bloom) IS 'one-line summary of a filter for people to read';

-- Added in 0.2.0.
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

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_show(filter counting_bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_show';
COMMENT ON FUNCTION counting_bloom_show(counting_bloom) IS 'one-line summary of a counting filter for people to read';

-- Aggregates of values of any other type. Their state is `internal`, a pointer to a bloom_state. Citus does not tell the
-- functions of an ordinary aggregate the type of an anyelement, so they would fail when they run. If the state is a
-- pseudo-type, Citus leaves the aggregate to PostgreSQL, on the coordinator. Parallel plans send the state as bytea.
-- The functions of the templates stay for states that users have stored.
-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_combine(internal, internal) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_combine';
COMMENT ON FUNCTION bloom_agg_any_combine(internal, internal) IS 'aggregate combine function';
CREATE FUNCTION bloom_agg_any_serialize(internal) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_serialize';
COMMENT ON FUNCTION bloom_agg_any_serialize(internal) IS 'aggregate serialization function';
CREATE FUNCTION bloom_agg_any_deserialize(bytea, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_deserialize';
COMMENT ON FUNCTION bloom_agg_any_deserialize(bytea, internal) IS 'aggregate deserialization function';
CREATE FUNCTION bloom_agg_any_final(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_any_final(internal) IS 'aggregate final function';
CREATE FUNCTION counting_bloom_agg_any_final(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final';
COMMENT ON FUNCTION counting_bloom_agg_any_final(internal) IS 'aggregate final function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'union of all filters';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_union_agg(filter bloom, max_fpp double precision) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom, double precision)
    IS 'union of all filters; an error if its false-positive rate exceeds a limit';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_intersection_agg(filter bloom) (
    SFUNC = bloom_intersection_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_intersection_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS 'intersection of all filters; holds at least the values in all of them';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_union_agg(filter counting_bloom) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_union_agg(counting_bloom) IS 'union of all counting filters; counts are added up';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_union_agg(filter counting_bloom, max_fpp double precision) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_union_agg(counting_bloom, double precision)
    IS 'union of all counting filters; an error if its false-positive rate exceeds a limit';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int2, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int4, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(int8, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char") (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char") IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char", capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg("char", bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(text, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bpchar, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bpchar, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(bytea, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(uuid, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement) IS 'filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint) IS 'filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(anyelement, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bool';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, boolean, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value boolean, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(boolean, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_date';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, date, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value date, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(date, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamp';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamp, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamp, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamp, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_timestamptz';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, timestamptz, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value timestamptz, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(timestamptz, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float4';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, real, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value real, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(real, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_float8';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, double precision, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value double precision, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(double precision, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_numeric';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, numeric, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value numeric, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(numeric, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet) IS 'filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint) IS 'filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision) IS 'filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_inet';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, inet, bigint, double precision, text) IS 'aggregate transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value inet, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(inet, bigint, double precision, text) IS 'filter of all values, with the named hash scheme';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int2) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int2, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int2, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int4) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int4, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int4, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int8) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int8, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(int8, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value "char") (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char") IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value "char", capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char", bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg("char", bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value text) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value text, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(text, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bpchar) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bpchar, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bpchar, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bpchar, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bytea) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bytea, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(bytea, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value uuid) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value uuid, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(uuid, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement) IS 'counting filter of all values, sized for the distinct values seen';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint) IS 'counting filter of all values, sized for a capacity';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(anyelement, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bool';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, boolean) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, boolean) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bool';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, boolean) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value boolean) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(boolean) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bool';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bool';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value boolean, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(boolean, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bool';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, boolean, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bool';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, boolean, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value boolean, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(boolean, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_date';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, date) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, date) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_date';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, date) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value date) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(date) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_date';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, date, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_date';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value date, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(date, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_date';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, date, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_date';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, date, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value date, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(date, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamp) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamp) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamp) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamp) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamp) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamp, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamp, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamp, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamp';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamp, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamp, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamp, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamptz) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamptz) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamptz) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamptz, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamptz, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, timestamptz, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_timestamptz';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, timestamptz, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value timestamptz, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(timestamptz, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, real) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, real) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, real) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value real) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(real) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, real, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value real, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(real, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float4';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, real, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float4';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, real, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value real, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(real, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(double precision) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value double precision, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(double precision, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_float8';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, double precision, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_float8';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, double precision, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value double precision, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(double precision, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_numeric';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, numeric) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, numeric) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_numeric';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, numeric) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value numeric) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(numeric) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_numeric';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_numeric';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value numeric, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(numeric, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_numeric';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, numeric, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_numeric';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, numeric, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value numeric, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(numeric, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_inet';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, inet) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, inet) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_inet';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, inet) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value inet) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(inet) IS 'counting filter of all values, sized for the distinct values seen';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_inet';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_inet';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value inet, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(inet, bigint) IS 'counting filter of all values, sized for a capacity';

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_inet';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, inet, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_inet';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, inet, bigint, double precision) IS 'aggregate inverse transition function';

-- Added in 0.2.0.
-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value inet, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(inet, bigint, double precision) IS 'counting filter of all values, sized for a capacity and a false-positive rate';

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) IS 'aggregate transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Added in 0.2.0.
CREATE TYPE bloom_matrix;

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_in(cstring) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_in';
COMMENT ON FUNCTION bloom_matrix_in(cstring) IS 'I/O';
CREATE FUNCTION bloom_matrix_out(bloom_matrix) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out';
COMMENT ON FUNCTION bloom_matrix_out(bloom_matrix) IS 'I/O';
CREATE FUNCTION bloom_matrix_recv(internal) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_recv';
COMMENT ON FUNCTION bloom_matrix_recv(internal) IS 'I/O';
CREATE FUNCTION bloom_matrix_send(bloom_matrix) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send';
COMMENT ON FUNCTION bloom_matrix_send(bloom_matrix) IS 'I/O';

-- Added in 0.2.0.
CREATE TYPE bloom_matrix (
    INPUT = bloom_matrix_in, OUTPUT = bloom_matrix_out, RECEIVE = bloom_matrix_recv, SEND = bloom_matrix_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);
COMMENT ON TYPE bloom_matrix IS 'many Bloom filters of one size that one search probes together';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix(bytea) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_from_bytea';
COMMENT ON FUNCTION bloom_matrix(bytea) IS 'matrix from its bytes, which are checked';
CREATE CAST (bytea AS bloom_matrix) WITH FUNCTION bloom_matrix(bytea);
COMMENT ON CAST (bytea AS bloom_matrix) IS 'checks the bytes of a matrix';
CREATE CAST (bloom_matrix AS bytea) WITHOUT FUNCTION;
COMMENT ON CAST (bloom_matrix AS bytea) IS 'the bytes of a matrix, as docs/FORMAT.md specifies them';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_eq(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION bloom_matrix_eq(bloom_matrix, bloom_matrix) IS 'implementation of = operator';
CREATE FUNCTION bloom_matrix_ne(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION bloom_matrix_ne(bloom_matrix, bloom_matrix) IS 'implementation of <> operator';
CREATE FUNCTION bloom_matrix_hash(matrix bloom_matrix) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION bloom_matrix_hash(bloom_matrix) IS 'hash of a matrix itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_matrix_hash_extended(matrix bloom_matrix, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION bloom_matrix_hash_extended(bloom_matrix, bigint) IS 'hash of a matrix itself, with a seed';
CREATE OPERATOR = (
    LEFTARG = bloom_matrix, RIGHTARG = bloom_matrix, FUNCTION = bloom_matrix_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(bloom_matrix, bloom_matrix) IS 'equal, byte for byte';
CREATE OPERATOR <> (
    LEFTARG = bloom_matrix, RIGHTARG = bloom_matrix, FUNCTION = bloom_matrix_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom_matrix, bloom_matrix) IS 'not equal';
CREATE OPERATOR CLASS bloom_matrix_ops DEFAULT FOR TYPE bloom_matrix USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_matrix_hash(bloom_matrix),
    FUNCTION 2 bloom_matrix_hash_extended(bloom_matrix, bigint);
COMMENT ON OPERATOR FAMILY bloom_matrix_ops USING hash IS 'equality of matrices';
COMMENT ON OPERATOR CLASS bloom_matrix_ops USING hash IS 'equality of matrices';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_step';
COMMENT ON FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) IS 'aggregate transition function';
CREATE FUNCTION bloom_matrix_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_combine';
COMMENT ON FUNCTION bloom_matrix_combine(bloom_state, bloom_state) IS 'aggregate combine function';
CREATE FUNCTION bloom_matrix_final(bloom_state) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_final';
COMMENT ON FUNCTION bloom_matrix_final(bloom_state) IS 'aggregate final function';
-- A state is about as large as its matrix, so the planner should not keep one for each of many groups.
CREATE AGGREGATE bloom_matrix_agg(filter bloom, key bigint) (
    SFUNC = bloom_matrix_step, STYPE = bloom_state, SSPACE = 67108864,
    FINALFUNC = bloom_matrix_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_matrix_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_matrix_agg(bloom, bigint)
    IS 'matrix of many filters; a search returns the keys of those that match';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_merge(a bloom_matrix, b bloom_matrix) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_merge';
COMMENT ON FUNCTION bloom_matrix_merge(bloom_matrix, bloom_matrix) IS 'matrix of the filters of two matrices';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_search_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_search_support';
COMMENT ON FUNCTION bloom_matrix_search_support(internal) IS 'planner support for bloom_matrix_search';
CREATE FUNCTION bloom_matrix_search(matrix bloom_matrix, value anycompatible) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search';
COMMENT ON FUNCTION bloom_matrix_search(bloom_matrix, anycompatible) IS 'keys of the filters that may hold the value';
CREATE FUNCTION bloom_matrix_search_hash(matrix bloom_matrix, hash bloom_hash_value) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_hash';
COMMENT ON FUNCTION bloom_matrix_search_hash(bloom_matrix, bloom_hash_value)
    IS 'keys of the filters that may hold the value with this hash';
CREATE FUNCTION bloom_matrix_search_all(matrix bloom_matrix, "values" anyarray) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 4000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_all';
COMMENT ON FUNCTION bloom_matrix_search_all(bloom_matrix, anyarray)
    IS 'keys of the filters that may hold every element; NULL elements are skipped';
CREATE FUNCTION bloom_matrix_search_any(matrix bloom_matrix, "values" anyarray) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 20 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_any';
COMMENT ON FUNCTION bloom_matrix_search_any(bloom_matrix, anyarray)
    IS 'keys of the filters that may hold at least one element; NULL elements are skipped';

-- Added in 0.2.0.
CREATE FUNCTION bloom_matrix_filter(matrix bloom_matrix, key bigint) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_filter';
COMMENT ON FUNCTION bloom_matrix_filter(bloom_matrix, bigint)
    IS 'filter with this key, or the union of several; NULL if there is none';
CREATE FUNCTION bloom_matrix_keys(matrix bloom_matrix) RETURNS bigint[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_keys';
COMMENT ON FUNCTION bloom_matrix_keys(bloom_matrix) IS 'keys of all columns';
CREATE FUNCTION bloom_matrix_info(
    matrix bloom_matrix,
    OUT version integer, OUT element text, OUT columns bigint, OUT rows bigint, OUT hashes integer,
    OUT fill double precision, OUT column_fpp double precision, OUT false_candidates double precision,
    OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_info';
COMMENT ON FUNCTION bloom_matrix_info(bloom_matrix)
    IS 'parameters and fill of a matrix, and how many wrong keys a search returns, as one row';

-- Added in 0.2.0.
CREATE FUNCTION bloom_set_create(
    name text, element regtype DEFAULT 'pg_catalog.text', capacity bigint DEFAULT 100000,
    fpp double precision DEFAULT 0.01, grows boolean DEFAULT true
) RETURNS regclass
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_create';
COMMENT ON FUNCTION bloom_set_create(text, regtype, bigint, double precision, boolean)
    IS 'creates a live set: two tables, and functions to add values and to test for them';
CREATE FUNCTION bloom_set_drop("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_drop';
COMMENT ON FUNCTION bloom_set_drop(regclass) IS 'drops a live set';

-- The functions of a set call these two, which read the set without a query.
-- Added in 0.2.0.
CREATE FUNCTION bloom_set_contains("set" regclass, layers regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible)
    IS 'whether a live set may contain the value';
CREATE FUNCTION bloom_set_probe(
    "set" regclass, layers regclass, value anycompatible,
    OUT layer integer, OUT shards integer, OUT grows boolean, OUT place tid, OUT unclosed boolean
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_probe';
COMMENT ON FUNCTION bloom_set_probe(regclass, regclass, anycompatible)
    IS 'the row of a live set to which a value must be added; NULL if the set may contain the value';

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_create(parent regclass, "column" name, fpp double precision DEFAULT NULL) RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_create';
COMMENT ON FUNCTION bloom_skip_create(regclass, name, double precision)
    IS 'creates functions that look up rows by a column and skip partitions that cannot have the value';
CREATE FUNCTION bloom_skip_drop(parent regclass, "column" name) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_skip_drop';
COMMENT ON FUNCTION bloom_skip_drop(regclass, name)
    IS 'drops what bloom_skip_create made, including the triggers on partitions';

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_candidates(parent regclass, marker regproc, sealed bigint[], named bigint[])
    RETURNS SETOF regclass
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_candidates';
COMMENT ON FUNCTION bloom_skip_candidates(regclass, regproc, bigint[], bigint[])
    IS 'partitions that a lookup must read: all except those with a seal in "sealed" and not in "named"';

-- Added in 0.2.0.
CREATE FUNCTION bloom_skip_rows("rows" anyelement, partitions regclass[], "column" name, value anycompatible)
    RETURNS SETOF anyelement
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 1000 ROWS 10 AS 'MODULE_PATHNAME', 'bloom_skip_rows';
COMMENT ON FUNCTION bloom_skip_rows(anyelement, regclass[], name, anycompatible)
    IS 'rows of partitions with this value, or one of an array, in the column; keeps its plans';

-- Comments.
COMMENT ON FUNCTION bloom(bytea) IS 'filter from its bytes, which are checked';
COMMENT ON FUNCTION bloom_add(bloom, anycompatible) IS 'adds a value to a filter';
COMMENT ON FUNCTION bloom_add_all(bloom, anyarray) IS 'adds all elements of an array to a filter; NULL elements are skipped';
COMMENT ON FUNCTION bloom_add_char(bloom, "char") IS 'implementation of || operator';
COMMENT ON FUNCTION bloom_add_hash(bloom, bloom_hash_value) IS 'adds the value with this hash to a filter';
COMMENT ON FUNCTION bloom_add_support(internal) IS 'planner support for bloom_add; lets PL/pgSQL change a variable in place';
COMMENT ON FUNCTION bloom_add_text(bloom, text) IS 'implementation of || operator';
COMMENT ON FUNCTION bloom_compatible(bloom, bloom) IS 'whether two filters can be combined';
COMMENT ON FUNCTION bloom_contains_any(bloom, anyarray) IS 'whether the filter may hold at least one element; NULL elements are skipped';
COMMENT ON FUNCTION bloom_empty(bigint, double precision) IS 'empty filter, sized for a capacity and a false-positive rate';
COMMENT ON FUNCTION bloom_empty(bigint, double precision, text) IS 'empty filter that uses the named hash scheme';
COMMENT ON FUNCTION bloom_fold(bloom, double precision) IS 'folds a filter to the smallest size that keeps a false-positive rate';
COMMENT ON FUNCTION bloom_from_guava(bytea, regtype) IS 'imports a filter from a Guava stream; its values are of the given type';
COMMENT ON FUNCTION bloom_from_spark(bytea, regtype) IS 'imports a filter from a Spark stream; its values are of the given type';
COMMENT ON FUNCTION bloom_header(bloom) IS 'parameters of a filter, as one row; does not read the bits';
COMMENT ON FUNCTION bloom_info(bloom) IS 'parameters and fill of a filter, as one row';
COMMENT ON FUNCTION bloom_intersection(bloom, bloom) IS 'intersection of two filters; holds at least the values in both';
COMMENT ON FUNCTION bloom_jaccard(bloom, bloom) IS 'estimated Jaccard index: number of values in both filters, divided by the number in at least one';
COMMENT ON FUNCTION bloom_shard(anycompatible, integer) IS 'number of the shard that a value belongs to, counted from 0; not for enums';
COMMENT ON FUNCTION bloom_sized(bigint, integer) IS 'empty filter with the given numbers of bits and hashes';
COMMENT ON FUNCTION bloom_suggest(regclass, name, double precision) IS 'size of a filter for the values of a column, estimated from the planner''s statistics, as one row';
COMMENT ON FUNCTION bloom_to_guava(bloom) IS 'exports a filter to the stream format of Guava (BloomFilter.writeTo)';
COMMENT ON FUNCTION bloom_to_spark(bloom) IS 'exports a filter to the stream format of Spark (BloomFilter.writeTo)';
COMMENT ON FUNCTION bloom_union(bloom, bloom) IS 'union of two filters';
COMMENT ON FUNCTION counting_bloom(bytea) IS 'counting filter from its bytes, which are checked';
COMMENT ON FUNCTION counting_bloom_add(counting_bloom, anycompatible) IS 'adds a value to a counting filter';
COMMENT ON FUNCTION counting_bloom_add_all(counting_bloom, anyarray) IS 'adds all elements of an array to a counting filter';
COMMENT ON FUNCTION counting_bloom_contains_all(counting_bloom, anyarray) IS 'whether the filter may hold every element of an array';
COMMENT ON FUNCTION counting_bloom_contains_any(counting_bloom, anyarray) IS 'whether the filter may hold at least one element of an array';
COMMENT ON FUNCTION counting_bloom_count_of(counting_bloom, anycompatible) IS 'upper bound of how often the value was added; 15 means 15 or more';
COMMENT ON FUNCTION counting_bloom_empty(bigint, double precision) IS 'empty counting filter, sized for a capacity and a false-positive rate';
COMMENT ON FUNCTION counting_bloom_info(counting_bloom) IS 'parameters and fill of a counting filter, as one row';
COMMENT ON FUNCTION counting_bloom_of(anyarray, double precision) IS 'counting filter of the elements of an array';
COMMENT ON FUNCTION counting_bloom_remove(counting_bloom, anycompatible) IS 'removes a value from a counting filter; a notice if it is certainly absent';
COMMENT ON FUNCTION counting_bloom_remove_all(counting_bloom, anyarray) IS 'removes all elements of an array from a counting filter; a notice if some are certainly absent';
COMMENT ON FUNCTION counting_bloom_subtract(counting_bloom, counting_bloom) IS 'removes the values of the second filter from the first, which must contain them all';
COMMENT ON FUNCTION counting_bloom_union(counting_bloom, counting_bloom) IS 'union of two counting filters; counts are added up';
COMMENT ON OPERATOR &(bloom, bloom) IS 'intersection of two filters; holds at least the values in both';
COMMENT ON OPERATOR -(counting_bloom, counting_bloom) IS 'removes the values of the second filter from the first';
COMMENT ON OPERATOR <>(bloom, bloom) IS 'different parameters or different bits';
COMMENT ON OPERATOR <>(bloom_hash_value, bloom_hash_value) IS 'different element types or different hashes';
COMMENT ON OPERATOR <>(bloom_state, bloom_state) IS 'not equal';
COMMENT ON OPERATOR <>(counting_bloom, counting_bloom) IS 'not equal';
COMMENT ON OPERATOR =(bloom, bloom) IS 'same parameters and same bits';
COMMENT ON OPERATOR =(bloom_hash_value, bloom_hash_value) IS 'same element type and same hash';
COMMENT ON OPERATOR |(bloom, bloom) IS 'union of two filters';
COMMENT ON OPERATOR |(counting_bloom, counting_bloom) IS 'union of two counting filters; counts are added up';
COMMENT ON OPERATOR ||(bloom, "char") IS 'adds a "char" to a filter';
COMMENT ON OPERATOR ||(bloom, anycompatible) IS 'adds a value to a filter';
COMMENT ON OPERATOR ||(bloom, text) IS 'adds a text to a filter';
COMMENT ON TYPE bloom IS 'Bloom filter: compact set of values, tested with false positives but no false negatives';
COMMENT ON TYPE bloom_hash_value IS 'element type and hash of a value, to probe many filters with';
COMMENT ON TYPE bloom_state IS 'transition state of bloom_agg and other aggregates';
COMMENT ON TYPE counting_bloom IS 'counting Bloom filter: values can be removed';
