-- bloom_agg(value [, capacity [, fpp]]) for every kind of value.
--
-- The overloads of one kind share a transition function in C, which looks at the number of its arguments.

CREATE FUNCTION bloom_agg_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_combine_wrapper';
CREATE FUNCTION bloom_agg_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_agg_final_wrapper';

CREATE FUNCTION bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2_wrapper';
CREATE AGGREGATE bloom_agg(value int2) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2_wrapper';
CREATE AGGREGATE bloom_agg(value int2, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int2_wrapper';
CREATE AGGREGATE bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4_wrapper';
CREATE AGGREGATE bloom_agg(value int4) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4_wrapper';
CREATE AGGREGATE bloom_agg(value int4, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int4_wrapper';
CREATE AGGREGATE bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8_wrapper';
CREATE AGGREGATE bloom_agg(value int8) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8_wrapper';
CREATE AGGREGATE bloom_agg(value int8, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_int8_wrapper';
CREATE AGGREGATE bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char_wrapper';
CREATE AGGREGATE bloom_agg(value "char") (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char_wrapper';
CREATE AGGREGATE bloom_agg(value "char", capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_char_wrapper';
CREATE AGGREGATE bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text_wrapper';
CREATE AGGREGATE bloom_agg(value text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text_wrapper';
CREATE AGGREGATE bloom_agg(value text, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_text_wrapper';
CREATE AGGREGATE bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea_wrapper';
CREATE AGGREGATE bloom_agg(value bytea) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea_wrapper';
CREATE AGGREGATE bloom_agg(value bytea, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_bytea_wrapper';
CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid_wrapper';
CREATE AGGREGATE bloom_agg(value uuid) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid_wrapper';
CREATE AGGREGATE bloom_agg(value uuid, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_uuid_wrapper';
CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any_wrapper';
CREATE AGGREGATE bloom_agg(value anyelement) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any_wrapper';
CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

CREATE FUNCTION bloom_agg_step(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_any_wrapper';
CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);

-- Many filters become one.

CREATE FUNCTION bloom_union_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step_wrapper';
CREATE FUNCTION bloom_union_step(bloom_state, bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_step_wrapper';
CREATE FUNCTION bloom_intersection_step(bloom_state, bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_step_wrapper';
CREATE FUNCTION bloom_merge_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_merge_combine_wrapper';
CREATE FUNCTION bloom_union_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_union_final_wrapper';
CREATE FUNCTION bloom_intersection_final(bloom_state) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_intersection_final_wrapper';

CREATE AGGREGATE bloom_union_agg(filter bloom) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
CREATE AGGREGATE bloom_union_agg(filter bloom, max_fpp double precision) (
    SFUNC = bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
CREATE AGGREGATE bloom_intersection_agg(filter bloom) (
    SFUNC = bloom_intersection_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_intersection_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
