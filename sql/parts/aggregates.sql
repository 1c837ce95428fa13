-- Functions that all aggregates of values share, and the aggregates of filters.

CREATE FUNCTION bloom_agg_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_combine';
COMMENT ON FUNCTION bloom_agg_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
CREATE FUNCTION bloom_agg_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_final(bloom_state) IS 'internal: aggregate final function';

-- Aggregates of values of any other type. Their state is `internal`, a pointer to a bloom_state. Citus does not tell the
-- functions of an ordinary aggregate the type of an anyelement, so they would fail when they run. If the state is a
-- pseudo-type, Citus leaves the aggregate to PostgreSQL, on the coordinator. Parallel plans send the state as bytea.
CREATE FUNCTION bloom_agg_any_combine(internal, internal) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_combine';
COMMENT ON FUNCTION bloom_agg_any_combine(internal, internal) IS 'internal: aggregate combine function';
CREATE FUNCTION bloom_agg_any_serialize(internal) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_serialize';
COMMENT ON FUNCTION bloom_agg_any_serialize(internal) IS 'internal: aggregate serialization function';
CREATE FUNCTION bloom_agg_any_deserialize(bytea, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_any_deserialize';
COMMENT ON FUNCTION bloom_agg_any_deserialize(bytea, internal) IS 'internal: aggregate deserialization function';
CREATE FUNCTION bloom_agg_any_final(internal) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final';
COMMENT ON FUNCTION bloom_agg_any_final(internal) IS 'internal: aggregate final function';
CREATE FUNCTION counting_bloom_agg_any_final(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final';
COMMENT ON FUNCTION counting_bloom_agg_any_final(internal) IS 'internal: aggregate final function';

CREATE FUNCTION bloom_merge_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_merge_combine';
COMMENT ON FUNCTION bloom_merge_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';

CREATE FUNCTION bloom_union_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_union_step(bloom_state, bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step';
COMMENT ON FUNCTION bloom_union_step(bloom_state, bloom, double precision) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_union_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_final';
COMMENT ON FUNCTION bloom_union_final(bloom_state) IS 'internal: aggregate final function';

CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom) IS 'union of all filters';

CREATE AGGREGATE bloom_union_agg(filter bloom, max_fpp double precision) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(bloom, double precision)
    IS 'union of all filters; an error if its false-positive rate exceeds a limit';

CREATE FUNCTION bloom_intersection_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_step';
COMMENT ON FUNCTION bloom_intersection_step(bloom_state, bloom) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_intersection_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_final';
COMMENT ON FUNCTION bloom_intersection_final(bloom_state) IS 'internal: aggregate final function';

CREATE AGGREGATE bloom_intersection_agg(filter bloom) (
    SFUNC = bloom_intersection_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_intersection_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS 'intersection of all filters; holds at least the values in all of them';

CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step';
COMMENT ON FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision)
    IS 'internal: aggregate transition function';
CREATE FUNCTION counting_bloom_union_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_final';
COMMENT ON FUNCTION counting_bloom_union_final(bloom_state) IS 'internal: aggregate final function';

-- Altered in 0.4.0.
CREATE AGGREGATE bloom_union_agg(filter counting_bloom) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(counting_bloom) IS 'union of all counting filters; counts are added up';

-- Altered in 0.4.0.
CREATE AGGREGATE bloom_union_agg(filter counting_bloom, max_fpp double precision) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_union_agg(counting_bloom, double precision)
    IS 'union of all counting filters; an error if its false-positive rate exceeds a limit';
