-- Creates empty filters, and adds values to filters.
--
-- The value is declared anycompatible instead of overloaded by type: a literal becomes text, any other value keeps its own
-- type, and implicit casts cannot make the call ambiguous.

CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision DEFAULT 0.01) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty';
COMMENT ON FUNCTION bloom_empty(bigint, double precision) IS 'empty filter, sized for a capacity and a false-positive rate';
CREATE FUNCTION bloom_empty(capacity bigint, fpp double precision, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_empty_of_scheme';
COMMENT ON FUNCTION bloom_empty(bigint, double precision, text) IS 'empty filter that uses the named hash scheme';
CREATE FUNCTION bloom_sized(bits bigint, hashes integer) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized';
COMMENT ON FUNCTION bloom_sized(bigint, integer) IS 'empty filter with the given numbers of bits and hashes';

CREATE FUNCTION bloom_sized(bits bigint, hashes integer, scheme text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_sized_of_scheme';
COMMENT ON FUNCTION bloom_sized(bigint, integer, text)
    IS 'empty filter with the given numbers of bits and hashes that uses the named hash scheme';

-- Altered in 0.4.0.
CREATE FUNCTION bloom_keyed_scheme() RETURNS text
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_new_key';
COMMENT ON FUNCTION bloom_keyed_scheme() IS 'hash scheme with a new random key';

CREATE FUNCTION bloom_of("values" anyarray, fpp double precision DEFAULT 0.01) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_of';
COMMENT ON FUNCTION bloom_of(anyarray, double precision)
    IS 'filter of the elements of an array; NULL elements are skipped';

CREATE FUNCTION bloom_add(filter bloom, value anycompatible) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add';
COMMENT ON FUNCTION bloom_add(bloom, anycompatible) IS 'adds a value to a filter';
CREATE FUNCTION bloom_add_all(filter bloom, "values" anyarray) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_add_all';
COMMENT ON FUNCTION bloom_add_all(bloom, anyarray) IS 'adds all elements of an array to a filter; NULL elements are skipped';

-- For a text, PostgreSQL's own anynonarray || text would match equally well, so text needs its own function; then "char"
-- needs one, too. Other types have none: 'text' || 5 must not become an operation on filters.
CREATE FUNCTION bloom_add_text(filter bloom, value text) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_text';
COMMENT ON FUNCTION bloom_add_text(bloom, text) IS 'internal: implementation of || operator';

CREATE FUNCTION bloom_add_char(filter bloom, value "char") RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 SUPPORT bloom_add_support
    AS 'MODULE_PATHNAME', 'bloom_add_char';
COMMENT ON FUNCTION bloom_add_char(bloom, "char") IS 'internal: implementation of || operator';

CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = "char", FUNCTION = bloom_add_char);
COMMENT ON OPERATOR ||(bloom, "char") IS 'adds a "char" to a filter';
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = text, FUNCTION = bloom_add_text);
COMMENT ON OPERATOR ||(bloom, text) IS 'adds a text to a filter';
CREATE OPERATOR || (LEFTARG = bloom, RIGHTARG = anycompatible, FUNCTION = bloom_add);
COMMENT ON OPERATOR ||(bloom, anycompatible) IS 'adds a value to a filter';
