-- counting_bloom_agg(value [, capacity [, fpp]]) for each element type, as bloom_agg. The state of a moving window is the
-- same: in a window the transition keeps it ready to be finished after every row.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, @types@) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_@element@';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, @types@) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, @types@) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_@element@';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, @types@) IS 'aggregate inverse transition function';

-- Changed in 0.2.0.
CREATE OR REPLACE AGGREGATE counting_bloom_agg(@parameters@) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = -1,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(@types@) IS 'counting filter of all values@description@';
