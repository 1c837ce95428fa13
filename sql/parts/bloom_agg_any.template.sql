-- bloom_agg for all other types: its state is `internal`, see aggregates.sql.
CREATE FUNCTION bloom_agg_any_step(internal, @types@) RETURNS internal
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME', 'bloom_agg_any_step';
COMMENT ON FUNCTION bloom_agg_any_step(internal, @types@) IS 'internal: aggregate transition function';

CREATE AGGREGATE bloom_agg(@parameters@) (
    SFUNC = bloom_agg_any_step, STYPE = internal, SSPACE = -1,
    FINALFUNC = bloom_agg_any_final, FINALFUNC_MODIFY = read_only, COMBINEFUNC = bloom_agg_any_combine,
    SERIALFUNC = bloom_agg_any_serialize, DESERIALFUNC = bloom_agg_any_deserialize, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_agg(@types@) IS 'filter of all values@description@';
