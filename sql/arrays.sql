-- Arrays of values. NULL elements are skipped.

CREATE FUNCTION bloom_contains_any(filter bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_any_array_wrapper';
CREATE FUNCTION bloom_contains_all(filter bloom, "values" anyarray) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 SUPPORT bloom_contains_support
    AS 'MODULE_PATHNAME', 'bloom_contains_all_array_wrapper';
