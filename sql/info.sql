-- One-row functions about filters and their sizes.

CREATE FUNCTION bloom_params(
    capacity bigint, fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT expected_fpp double precision
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_params_wrapper';

CREATE FUNCTION bloom_header(
    filter bloom,
    OUT version integer, OUT element text, OUT capacity bigint, OUT fpp double precision,
    OUT bits bigint, OUT hashes integer, OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME', 'bloom_header_wrapper';

CREATE FUNCTION bloom_bits_set(filter bloom) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_bits_set_wrapper';

CREATE FUNCTION bloom_fill(filter bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_fill_wrapper';

CREATE FUNCTION bloom_current_fpp(filter bloom) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_current_fpp_wrapper';

-- In SQL, so that it is inlined: a query that does not use the counts does not fetch the bits. Without operators, as
-- somebody else's could be found instead of PostgreSQL's.
CREATE FUNCTION bloom_info(filter bloom) RETURNS TABLE (
    version integer, element text, capacity bigint, fpp double precision, bits bigint, hashes integer,
    bits_set bigint, fill double precision, estimated_count bigint, current_fpp double precision, bytes bigint,
    portable boolean, scheme text
)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1 COST 10
BEGIN ATOMIC
    SELECT h.version, h.element, h.capacity, h.fpp, h.bits, h.hashes,
           bloom_bits_set(filter), bloom_fill(filter), bloom_count(filter), bloom_current_fpp(filter),
           h.bytes, h.portable, h.scheme
      FROM bloom_header(filter) AS h;
END;
