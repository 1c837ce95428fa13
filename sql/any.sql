-- The aggregates of values of any other type. Their state is `internal`: a pointer to what bloom_state is elsewhere.
-- Citus hands no function of an ordinary aggregate the type of an anyelement, and finds that out when it runs; an
-- aggregate whose state is a pseudo-type it leaves to PostgreSQL, on the coordinator. Parallel plans send the state as
-- bytea. The functions of the templates remain, for states that others keep.

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

CREATE FUNCTION bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement) IS 'aggregate transition function';
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint) IS 'aggregate transition function';
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision)
    IS 'aggregate transition function';
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, anyelement, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE OR REPLACE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement) IS 'aggregate inverse transition function';
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint)
    IS 'aggregate inverse transition function';
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, anyelement, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, anyelement, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE OR REPLACE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
