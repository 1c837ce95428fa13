-- Filters of other libraries, and filters that hash like theirs.

CREATE FUNCTION bloom_to_guava(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_guava_wrapper';
CREATE FUNCTION bloom_from_guava(stream bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_guava_wrapper';
CREATE FUNCTION bloom_to_spark(filter bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_to_spark_wrapper';
CREATE FUNCTION bloom_from_spark(stream bytea, element regtype) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_spark_wrapper';

CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty_of_scheme_wrapper';

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2_wrapper';
CREATE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4_wrapper';
CREATE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8_wrapper';
CREATE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char_wrapper';
CREATE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text_wrapper';
CREATE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea_wrapper';
CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid_wrapper';
CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any_wrapper';
CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
