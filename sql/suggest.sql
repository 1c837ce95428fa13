-- How large a filter of a column should be.

CREATE FUNCTION bloom_suggest(
    relation regclass, column_name name, fpp double precision DEFAULT 0.01,
    OUT capacity bigint, OUT bits bigint, OUT hashes integer, OUT bytes bigint
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_suggest_wrapper';
