-- The type counting_bloom: a filter that can forget.

CREATE TYPE counting_bloom;

CREATE FUNCTION counting_bloom_in(cstring) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_in_wrapper';
CREATE FUNCTION counting_bloom_out(counting_bloom) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_out_wrapper';
CREATE FUNCTION counting_bloom_recv(internal) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_recv_wrapper';
CREATE FUNCTION counting_bloom_send(counting_bloom) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'counting_bloom_send_wrapper';

CREATE TYPE counting_bloom (
    INPUT = counting_bloom_in, OUTPUT = counting_bloom_out,
    RECEIVE = counting_bloom_recv, SEND = counting_bloom_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);

CREATE FUNCTION counting_bloom(bytea) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_from_bytea_wrapper';
CREATE CAST (bytea AS counting_bloom) WITH FUNCTION counting_bloom(bytea);
CREATE CAST (counting_bloom AS bytea) WITHOUT FUNCTION;
CREATE FUNCTION bloom(counting_bloom) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_from_counting_wrapper';
CREATE CAST (counting_bloom AS bloom) WITH FUNCTION bloom(counting_bloom) AS ASSIGNMENT;

-- Building.

CREATE FUNCTION counting_bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_empty_wrapper';
CREATE FUNCTION counting_bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_of_wrapper';
CREATE FUNCTION counting_bloom_agg_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_agg_final_wrapper';

-- The state of a moving window is the same: in a window the transition keeps it ready to be finished after every row.

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int2) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int2, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int2_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int2, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int2_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int2, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int4) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int4, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int4_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int4, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int4_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int4, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int8) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int8, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_int8_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, int8, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_int8_wrapper';
CREATE AGGREGATE counting_bloom_agg(value int8, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char") RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char_wrapper';
CREATE AGGREGATE counting_bloom_agg(value "char") (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char_wrapper';
CREATE AGGREGATE counting_bloom_agg(value "char", capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_char_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, "char", bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_char_wrapper';
CREATE AGGREGATE counting_bloom_agg(value "char", capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text_wrapper';
CREATE AGGREGATE counting_bloom_agg(value text) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text_wrapper';
CREATE AGGREGATE counting_bloom_agg(value text, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_text_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, text, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_text_wrapper';
CREATE AGGREGATE counting_bloom_agg(value text, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea_wrapper';
CREATE AGGREGATE counting_bloom_agg(value bytea) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea_wrapper';
CREATE AGGREGATE counting_bloom_agg(value bytea, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_bytea_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, bytea, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_bytea_wrapper';
CREATE AGGREGATE counting_bloom_agg(value bytea, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid_wrapper';
CREATE AGGREGATE counting_bloom_agg(value uuid) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid_wrapper';
CREATE AGGREGATE counting_bloom_agg(value uuid, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_uuid_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, uuid, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_uuid_wrapper';
CREATE AGGREGATE counting_bloom_agg(value uuid, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any_wrapper';
CREATE AGGREGATE counting_bloom_agg(value anyelement) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any_wrapper';
CREATE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_agg_step(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_step_any_wrapper';
CREATE FUNCTION counting_bloom_agg_forget(bloom_state, anyelement, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'counting_bloom_agg_forget_any_wrapper';
CREATE AGGREGATE counting_bloom_agg(value anyelement, capacity bigint, fpp double precision) (
    SFUNC = counting_bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine,
    MSFUNC = counting_bloom_agg_step, MINVFUNC = counting_bloom_agg_forget, MSTYPE = bloom_state, MSSPACE = 4096,
    MFINALFUNC = counting_bloom_agg_final, MFINALFUNC_MODIFY = read_only, PARALLEL = safe
);

-- Values.

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value int2) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_int2_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value int2) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_int2_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value int2) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_int2_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value int2, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_int2_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value int2) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_int2_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value int4) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_int4_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value int4) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_int4_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value int4) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_int4_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value int4, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_int4_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value int4) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_int4_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value int8) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_int8_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value int8) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_int8_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value int8) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_int8_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value int8, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_int8_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value int8) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_int8_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value "char") RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_char_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value "char") RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_char_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value "char") RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_char_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value "char", filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_char_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value "char") RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_char_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value text) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_text_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value text) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_text_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value text) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_text_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value text, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_text_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value text) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_text_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value bytea) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_bytea_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value bytea) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_bytea_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value bytea) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_bytea_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value bytea, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_bytea_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value bytea) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_bytea_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value uuid) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_uuid_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value uuid) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_uuid_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_uuid_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value uuid, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_uuid_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value uuid) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_uuid_wrapper';

CREATE FUNCTION counting_bloom_add(filter counting_bloom, value anyelement) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_any_wrapper';
CREATE FUNCTION counting_bloom_remove(filter counting_bloom, value anyelement) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_any_wrapper';
CREATE FUNCTION counting_bloom_contains(filter counting_bloom, value anyelement) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_any_wrapper';
CREATE FUNCTION counting_bloom_contained_by(value anyelement, filter counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contained_by_any_wrapper';
CREATE FUNCTION counting_bloom_count_of(filter counting_bloom, value anyelement) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'counting_bloom_count_of_any_wrapper';

CREATE FUNCTION counting_bloom_contains_any(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_any_array_wrapper';
CREATE FUNCTION counting_bloom_contains_all(filter counting_bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'counting_bloom_contains_all_array_wrapper';
CREATE FUNCTION counting_bloom_add_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_add_all_wrapper';
CREATE FUNCTION counting_bloom_remove_all(filter counting_bloom, "values" anyarray) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_remove_all_wrapper';

-- Two filters, and many.

CREATE FUNCTION counting_bloom_union(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_wrapper';
CREATE FUNCTION counting_bloom_subtract(a counting_bloom, b counting_bloom) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_subtract_wrapper';
CREATE FUNCTION counting_bloom_eq(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq_wrapper';
CREATE FUNCTION counting_bloom_ne(a counting_bloom, b counting_bloom) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne_wrapper';
CREATE FUNCTION counting_bloom_hash_filter(filter counting_bloom) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_wrapper';
CREATE FUNCTION counting_bloom_hash_filter_extended(filter counting_bloom, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended_wrapper';
CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step_wrapper';
CREATE FUNCTION counting_bloom_union_step(bloom_state, counting_bloom, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_step_wrapper';
CREATE FUNCTION counting_bloom_union_final(bloom_state) RETURNS counting_bloom
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_union_final_wrapper';
CREATE AGGREGATE counting_bloom_union_agg(filter counting_bloom) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);
CREATE AGGREGATE counting_bloom_union_agg(filter counting_bloom, max_fpp double precision) (
    SFUNC = counting_bloom_union_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = counting_bloom_union_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_merge_combine, PARALLEL = safe
);

CREATE FUNCTION counting_bloom_info(
    filter counting_bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT counters bigint, OUT hashes integer, OUT counters_set bigint, OUT saturated bigint,
    OUT fill double precision, OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'counting_bloom_info_wrapper';

-- Operators.

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = int2, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = int2, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = int4, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = int4, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = int8, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = int8, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = "char", FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = "char", RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = text, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = text, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = bytea, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = bytea, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = uuid, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = uuid, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR @> (
    LEFTARG = counting_bloom, RIGHTARG = anyelement, FUNCTION = counting_bloom_contains, COMMUTATOR = <@,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);
CREATE OPERATOR <@ (
    LEFTARG = anyelement, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_contained_by, COMMUTATOR = @>,
    RESTRICT = bloom_contains_sel, JOIN = bloom_contains_joinsel
);

CREATE OPERATOR | (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_union, COMMUTATOR = |
);
CREATE OPERATOR - (LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_subtract);

CREATE OPERATOR = (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
CREATE OPERATOR <> (
    LEFTARG = counting_bloom, RIGHTARG = counting_bloom, FUNCTION = counting_bloom_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
CREATE OPERATOR CLASS counting_bloom_ops DEFAULT FOR TYPE counting_bloom USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 counting_bloom_hash_filter(counting_bloom),
    FUNCTION 2 counting_bloom_hash_filter_extended(counting_bloom, bigint);
