-- bloom_agg(value [, capacity [, fpp [, scheme]]]), once for each kind of value: scripts/sql.sh puts in @type@ and @kind@.
-- Overloads, not one polymorphic aggregate, as engines that spread a query over servers compare declared types exactly.
--
-- The overloads of one kind share a transition function in C, which looks at the number of its arguments.

CREATE FUNCTION bloom_agg_step(bloom_state, @type@) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_@kind@';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, @type@) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value @type@) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(@type@) IS 'filter of all values, sized for the distinct values seen';

CREATE FUNCTION bloom_agg_step(bloom_state, @type@, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_@kind@';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, @type@, bigint) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value @type@, capacity bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(@type@, bigint) IS 'filter of all values, sized for a capacity';

CREATE FUNCTION bloom_agg_step(bloom_state, @type@, bigint, double precision) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_@kind@';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, @type@, bigint, double precision) IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value @type@, capacity bigint, fpp double precision) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(@type@, bigint, double precision)
    IS 'filter of all values, sized for a capacity and a false-positive rate';

CREATE FUNCTION bloom_agg_step(bloom_state, @type@, bigint, double precision, text) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_@kind@';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, @type@, bigint, double precision, text)
    IS 'aggregate transition function';
CREATE AGGREGATE bloom_agg(value @type@, capacity bigint, fpp double precision, scheme text) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = 4096,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(@type@, bigint, double precision, text)
    IS 'filter of all values that hashes like another library';
