-- Live sets: tables that belong to the caller.

CREATE FUNCTION bloom_set_create(
    name text, element regtype DEFAULT 'pg_catalog.text', capacity bigint DEFAULT 100000,
    fpp double precision DEFAULT 0.01, grows boolean DEFAULT true
) RETURNS regclass
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_create';
COMMENT ON FUNCTION bloom_set_create(text, regtype, bigint, double precision, boolean)
    IS 'creates a live set: two tables to which many sessions add values; adopts those of an older version';
CREATE FUNCTION bloom_set_drop("set" regclass) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'bloom_set_drop';
COMMENT ON FUNCTION bloom_set_drop(regclass) IS 'drops a live set';

-- Added in 0.4.0.
CREATE FUNCTION bloom_set_contains("set" regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains_value';
COMMENT ON FUNCTION bloom_set_contains(regclass, anycompatible)
    IS 'whether a live set may contain the value; false is certain';
CREATE FUNCTION bloom_set_add("set" regclass, value anycompatible) RETURNS boolean
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 2000 AS 'MODULE_PATHNAME', 'bloom_set_add';
COMMENT ON FUNCTION bloom_set_add(regclass, anycompatible) IS 'adds a value to a live set; returns whether it was new';
CREATE FUNCTION bloom_set_add_all("set" regclass, "values" anycompatiblearray) RETURNS SETOF anycompatible
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100 AS 'MODULE_PATHNAME', 'bloom_set_add_all';
COMMENT ON FUNCTION bloom_set_add_all(regclass, anycompatiblearray)
    IS 'adds the elements of an array to a live set; returns those that were new';
CREATE FUNCTION bloom_set_grow(
    "set" regclass, capacity bigint DEFAULT NULL, fpp double precision DEFAULT NULL
) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_grow';
COMMENT ON FUNCTION bloom_set_grow(regclass, bigint, double precision)
    IS 'gives a live set room for more values, by default if it is full; returns the number of the new layer';
CREATE FUNCTION bloom_set_load("set" regclass, query text, capacity bigint DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_load';
COMMENT ON FUNCTION bloom_set_load(regclass, text, bigint)
    IS 'adds the values that a query returns to a live set; returns the number of their layer';
CREATE FUNCTION bloom_set_expire("set" regclass, older_than interval, every interval DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_expire';
COMMENT ON FUNCTION bloom_set_expire(regclass, interval, interval)
    IS 'deletes the layers of a live set that have only older values; returns how many it deleted';
CREATE FUNCTION bloom_set_clear("set" regclass, capacity bigint DEFAULT NULL) RETURNS integer
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_clear';
COMMENT ON FUNCTION bloom_set_clear(regclass, bigint)
    IS 'empties a live set, and repairs one that has lost rows; returns the number of the new layer';
CREATE FUNCTION bloom_set_info(
    "set" regclass,
    OUT element regtype, OUT layers integer, OUT "values" bigint, OUT capacity bigint, OUT fpp double precision,
    OUT current_fpp double precision, OUT grows boolean, OUT bytes bigint
)
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100000 AS 'MODULE_PATHNAME', 'bloom_set_info';
COMMENT ON FUNCTION bloom_set_info(regclass)
    IS 'type, number of layers and values, capacity, false-positive rates and bytes of a live set';

CREATE FUNCTION bloom_set_contains("set" regclass, layers regclass, value anycompatible) RETURNS boolean
    LANGUAGE c STABLE STRICT PARALLEL SAFE COST 400 AS 'MODULE_PATHNAME', 'bloom_set_contains';
COMMENT ON FUNCTION bloom_set_contains(regclass, regclass, anycompatible)
    IS 'internal: whether a live set may contain the value, for functions that 0.3.0 made';

CREATE FUNCTION bloom_progress(work text, total bigint DEFAULT NULL, seconds double precision DEFAULT 5) RETURNS boolean
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1 AS 'MODULE_PATHNAME', 'bloom_progress';
COMMENT ON FUNCTION bloom_progress(text, bigint, double precision)
    IS 'internal: always true; counts the rows of a long statement, and sends a NOTICE now and then';
