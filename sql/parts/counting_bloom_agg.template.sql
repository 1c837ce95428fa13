-- counting_bloom_agg(value [, capacity [, fpp]]) for all types, as bloom_agg for those without an overload. In a window, the
-- transition keeps the state ready to be finished after every row.
CREATE FUNCTION counting_bloom_agg_any_step(internal, @types@) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, @types@) IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, @types@) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, @types@) IS 'internal: aggregate inverse transition function';

CREATE AGGREGATE counting_bloom_agg(@parameters@) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(@types@) IS 'counting filter of all values@description@';
