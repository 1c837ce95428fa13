-- bloom_agg(value [, capacity [, fpp [, scheme]]]) for sixteen types: scripts/build/sql.sh fills in the lists of arguments.
-- These are overloads, not one polymorphic aggregate, because engines that distribute a query over servers compare
-- declared types exactly. The overloads of one element type share a transition function in C, which looks at the number of its
-- arguments.
-- SSPACE = -1: a state has no bound. With one, PostgreSQL 19 makes partial states below a join, where large ones do not fit in
-- memory.
CREATE FUNCTION bloom_agg_step(bloom_state, @types@) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_step_@element@';
COMMENT ON FUNCTION bloom_agg_step(bloom_state, @types@) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(@parameters@) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, SSPACE = -1,
    FINALFUNC = bloom_agg_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(@types@) IS 'filter of all values@description@';
