-- Describes a filter, and computes which size a filter needs.

CREATE FUNCTION bloom_info(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bits_set bigint, OUT fill double precision,
    OUT estimated_count bigint, OUT current_fpp double precision,
    OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_info';
COMMENT ON FUNCTION bloom_info(bloom) IS 'parameters and fill of a filter, as one row';
CREATE FUNCTION bloom_header(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_header';
COMMENT ON FUNCTION bloom_header(bloom) IS 'parameters of a filter, as one row; does not read the bits';
CREATE FUNCTION bloom_current_fpp(filter bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_current_fpp';
COMMENT ON FUNCTION bloom_current_fpp(bloom) IS 'false-positive rate now: fill^hashes';
CREATE FUNCTION bloom_count(filter bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_count';
COMMENT ON FUNCTION bloom_count(bloom) IS 'estimated number of distinct values';

-- A one-line summary for psql, because the text form of a filter fills the screen.
CREATE FUNCTION bloom_show(filter bloom) RETURNS text
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_show';
COMMENT ON FUNCTION bloom_show(bloom) IS 'one-line summary of a filter for people to read';

-- Changed in 0.4.0.
CREATE OR REPLACE FUNCTION bloom_params(
    capacity bigint, fpp double precision DEFAULT 0.01,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT expected_fpp double precision
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_params';
COMMENT ON FUNCTION bloom_params(bigint, double precision)
    IS 'size and rate of a filter for a capacity and a false-positive rate, as one row';

CREATE FUNCTION bloom_suggest(
    relation regclass, column_name name, fpp double precision DEFAULT 0.01,
    OUT capacity bigint, OUT bits bigint, OUT hashes integer, OUT bytes bigint
) LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_suggest';
COMMENT ON FUNCTION bloom_suggest(regclass, name, double precision)
    IS 'size of a filter for the values of a column, estimated from the planner''s statistics, as one row';
