-- counting_bloom_agg(value [, capacity [, fpp]]), once for each kind of value, as bloom_agg.
--
-- The state of a moving window is the same: in a window the transition keeps it ready to be finished after every row.

CREATE FUNCTION counting_bloom_agg_step(bloom_state, @type@) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_@kind@';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, @type@) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, @type@) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_@kind@';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, @type@) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value @type@) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(@type@) IS 'counting filter of all values, sized for the distinct values seen';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, @type@, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_@kind@';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, @type@, bigint) IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, @type@, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_@kind@';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, @type@, bigint) IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value @type@, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(@type@, bigint) IS 'counting filter of all values, sized for a capacity';

CREATE FUNCTION counting_bloom_agg_step(bloom_state, @type@, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_@kind@';
COMMENT ON FUNCTION counting_bloom_agg_step(bloom_state, @type@, bigint, double precision)
    IS 'aggregate transition function';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, @type@, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_@kind@';
COMMENT ON FUNCTION counting_bloom_agg_forget(bloom_state, @type@, bigint, double precision)
    IS 'aggregate inverse transition function';
CREATE AGGREGATE counting_bloom_agg(value @type@, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);
COMMENT ON AGGREGATE counting_bloom_agg(@type@, bigint, double precision)
    IS 'counting filter of all values, sized for a capacity and a false-positive rate';
