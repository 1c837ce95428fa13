-- Live sets. bloom_set_create runs sql/templates/set.sql, and the objects belong to the caller.

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
CREATE FUNCTION bloom_set_contains("set" regclass, layers regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible)
    IS 'internal: whether a live set may contain the value';
CREATE FUNCTION bloom_set_probe(
    "set" regclass, layers regclass, value anycompatible,
    OUT layer integer, OUT shards integer, OUT grows boolean, OUT place tid, OUT unclosed boolean
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_probe';
COMMENT ON FUNCTION bloom_set_probe(regclass, regclass, anycompatible)
    IS 'internal: row of a live set to which a value must be added; NULL if it may contain the value';

CREATE FUNCTION bloom_set_upgrade("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_upgrade';
COMMENT ON FUNCTION bloom_set_upgrade(regclass)
    IS 'replaces the functions of a live set by those of this version, and adds to its tables what they lack';

-- The functions of a set call these.
CREATE FUNCTION bloom_set_newest(
    "set" regclass, layers regclass, OUT layer integer, OUT shards integer, OUT fpp double precision, OUT grows boolean
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_newest';
COMMENT ON FUNCTION bloom_set_newest(regclass, regclass)
    IS 'internal: the newest layer of a live set; an error if a layer is missing';
CREATE FUNCTION bloom_set_next(
    "set" regclass, layers regclass, set_fpp double precision, capacity bigint, layer_fpp double precision,
    OUT layer integer, OUT shards integer, OUT fpp double precision, OUT grows boolean
) LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_next';
COMMENT ON FUNCTION bloom_set_next(regclass, regclass, double precision, bigint, double precision)
    IS 'internal: what a new layer of a live set will be; without fpp it takes a part of the rate left';
CREATE FUNCTION bloom_set_query(query text) RETURNS text
    LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_set_query';
COMMENT ON FUNCTION bloom_set_query(text)
    IS 'internal: the query without its last semicolon; an error unless it is a SELECT of one column';
CREATE FUNCTION bloom_progress(work text, total bigint DEFAULT NULL, seconds double precision DEFAULT 5) RETURNS boolean
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bloom_progress';
COMMENT ON FUNCTION bloom_progress(text, bigint, double precision)
    IS 'internal: always true; counts the rows of a long statement, and sends a NOTICE now and then';
