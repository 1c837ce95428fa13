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
