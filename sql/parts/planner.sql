-- Functions for the planner. The selectivity estimators belong to the operators @> and <@ of a filter and a value.

CREATE FUNCTION bloom_contains_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_support';
COMMENT ON FUNCTION bloom_contains_support(internal) IS 'internal: planner support for bloom_contains';
CREATE FUNCTION bloom_add_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_add_support';
COMMENT ON FUNCTION bloom_add_support(internal) IS 'internal: planner support for bloom_add; lets PL/pgSQL change a variable in place';
CREATE FUNCTION bloom_contains_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_sel';
COMMENT ON FUNCTION bloom_contains_sel(internal, oid, internal, integer) IS 'internal: restriction selectivity of @> and <@';
CREATE FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_contains_joinsel';
COMMENT ON FUNCTION bloom_contains_joinsel(internal, oid, internal, smallint, internal)
    IS 'internal: join selectivity of @> and <@';

-- Joins with foreign tables.
CREATE FUNCTION bloom_screen_foreign_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_foreign_joins';
COMMENT ON FUNCTION bloom_screen_foreign_joins(boolean)
    IS 'sets bloom_rs.screen_foreign_joins for the session; on lets keys travel to the remote servers';

-- Joins of local tables.
CREATE FUNCTION bloom_screen_joins(screen boolean) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_screen_joins';
COMMENT ON FUNCTION bloom_screen_joins(boolean) IS 'sets bloom_rs.screen_joins for the session';
