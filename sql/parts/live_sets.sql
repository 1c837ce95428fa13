-- Live sets. bloom_set_create runs sql/templates/set.sql, and the objects belong to the caller.

-- Added in 0.2.0.
CREATE FUNCTION bloom_set_create(
    name text, element regtype DEFAULT 'pg_catalog.text', capacity bigint DEFAULT 100000,
    fpp double precision DEFAULT 0.01, grows boolean DEFAULT true
) RETURNS regclass
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_create';
COMMENT ON FUNCTION bloom_set_create(text, regtype, bigint, double precision, boolean)
    IS 'creates a live set: two tables, and functions to add values and to test for them';
CREATE FUNCTION bloom_set_drop("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_drop';
COMMENT ON FUNCTION bloom_set_drop(regclass) IS 'drops a live set';

-- The functions of a set call these two, which read the set without a query.
-- Added in 0.2.0.
CREATE FUNCTION bloom_set_contains("set" regclass, layers regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible)
    IS 'whether a live set may contain the value';
CREATE FUNCTION bloom_set_probe(
    "set" regclass, layers regclass, value anycompatible,
    OUT layer integer, OUT shards integer, OUT grows boolean, OUT place tid, OUT unclosed boolean
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_probe';
COMMENT ON FUNCTION bloom_set_probe(regclass, regclass, anycompatible)
    IS 'the row of a live set to which a value must be added; NULL if the set may contain the value';
