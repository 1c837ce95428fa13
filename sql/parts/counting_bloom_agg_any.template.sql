-- counting_bloom_agg of anyelement, as bloom_agg of it.
-- Added in 0.2.0.
CREATE FUNCTION counting_bloom_agg_any_step(internal, @types@) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_step';
COMMENT ON FUNCTION counting_bloom_agg_any_step(internal, @types@) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_any_forget(internal, @types@) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_any_forget';
COMMENT ON FUNCTION counting_bloom_agg_any_forget(internal, @types@) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(@parameters@) (
    SFUNC = counting_bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize,
    MSFUNC = counting_bloom_agg_any_step, MINVFUNC = counting_bloom_agg_any_forget, MSTYPE = internal, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_any_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
