-- The functions of counting_bloom_agg as 0.3.0 declared them: its states of type internal cannot be stored, merged or forged by hand.
CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE AS '$libdir/bloom_rs', 'counting_bloom_agg_step_any';
CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE AS '$libdir/bloom_rs', 'counting_bloom_agg_step_any';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE AS '$libdir/bloom_rs', 'counting_bloom_agg_forget_any';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE AS '$libdir/bloom_rs', 'counting_bloom_agg_forget_any';
CREATE FUNCTION counting_bloom_agg_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE AS '$libdir/bloom_rs', 'counting_bloom_agg_final';
