-- Matrices search many filters of one size at once. Row i holds bit i of every filter.

CREATE TYPE bloom_matrix;

CREATE FUNCTION bloom_matrix_in(cstring) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_in';
COMMENT ON FUNCTION bloom_matrix_in(cstring) IS 'internal: I/O';
CREATE FUNCTION bloom_matrix_out(bloom_matrix) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_out';
COMMENT ON FUNCTION bloom_matrix_out(bloom_matrix) IS 'internal: I/O';
CREATE FUNCTION bloom_matrix_recv(internal) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_recv';
COMMENT ON FUNCTION bloom_matrix_recv(internal) IS 'internal: I/O';
CREATE FUNCTION bloom_matrix_send(bloom_matrix) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_send';
COMMENT ON FUNCTION bloom_matrix_send(bloom_matrix) IS 'internal: I/O';

CREATE TYPE bloom_matrix (
    INPUT = bloom_matrix_in, OUTPUT = bloom_matrix_out, RECEIVE = bloom_matrix_recv, SEND = bloom_matrix_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = external, CATEGORY = 'b'
);
COMMENT ON TYPE bloom_matrix IS 'many Bloom filters of one size that one search probes together';

CREATE FUNCTION bloom_matrix(bytea) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_from_bytea';
COMMENT ON FUNCTION bloom_matrix(bytea) IS 'matrix from its bytes, which are checked';
CREATE CAST (bytea AS bloom_matrix) WITH FUNCTION bloom_matrix(bytea);
COMMENT ON CAST (bytea AS bloom_matrix) IS 'checks the bytes of a matrix';
CREATE CAST (bloom_matrix AS bytea) WITHOUT FUNCTION;
COMMENT ON CAST (bloom_matrix AS bytea) IS 'the bytes of a matrix, as docs/FORMAT.md specifies them';

CREATE FUNCTION bloom_matrix_eq(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_eq';
COMMENT ON FUNCTION bloom_matrix_eq(bloom_matrix, bloom_matrix) IS 'internal: implementation of = operator';
CREATE FUNCTION bloom_matrix_ne(a bloom_matrix, b bloom_matrix) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_ne';
COMMENT ON FUNCTION bloom_matrix_ne(bloom_matrix, bloom_matrix) IS 'internal: implementation of <> operator';
CREATE FUNCTION bloom_matrix_hash(matrix bloom_matrix) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter';
COMMENT ON FUNCTION bloom_matrix_hash(bloom_matrix) IS 'internal: hash of a matrix itself, for DISTINCT and GROUP BY';
CREATE FUNCTION bloom_matrix_hash_extended(matrix bloom_matrix, seed bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_hash_filter_extended';
COMMENT ON FUNCTION bloom_matrix_hash_extended(bloom_matrix, bigint) IS 'internal: hash of a matrix itself, with a seed';
CREATE OPERATOR = (
    LEFTARG = bloom_matrix, RIGHTARG = bloom_matrix, FUNCTION = bloom_matrix_eq, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES
);
COMMENT ON OPERATOR =(bloom_matrix, bloom_matrix) IS 'equal, byte for byte';
CREATE OPERATOR <> (
    LEFTARG = bloom_matrix, RIGHTARG = bloom_matrix, FUNCTION = bloom_matrix_ne, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <>(bloom_matrix, bloom_matrix) IS 'not equal';
CREATE OPERATOR CLASS bloom_matrix_ops DEFAULT FOR TYPE bloom_matrix USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 bloom_matrix_hash(bloom_matrix),
    FUNCTION 2 bloom_matrix_hash_extended(bloom_matrix, bigint);
COMMENT ON OPERATOR FAMILY bloom_matrix_ops USING hash IS 'equality of matrices';
COMMENT ON OPERATOR CLASS bloom_matrix_ops USING hash IS 'equality of matrices';

CREATE FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_step';
COMMENT ON FUNCTION bloom_matrix_step(bloom_state, bloom, bigint) IS 'internal: aggregate transition function';
CREATE FUNCTION bloom_matrix_combine(bloom_state, bloom_state) RETURNS bloom_state
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_combine';
COMMENT ON FUNCTION bloom_matrix_combine(bloom_state, bloom_state) IS 'internal: aggregate combine function';
CREATE FUNCTION bloom_matrix_final(bloom_state) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_final';
COMMENT ON FUNCTION bloom_matrix_final(bloom_state) IS 'internal: aggregate final function';
-- A state is about as large as its matrix, so the planner should not keep one for each of many groups.
CREATE AGGREGATE bloom_matrix_agg(filter bloom, key bigint) (
    SFUNC = bloom_matrix_step, STYPE = bloom_state, SSPACE = 67108864,
    FINALFUNC = bloom_matrix_final, FINALFUNC_MODIFY = read_only,
    COMBINEFUNC = bloom_matrix_combine, PARALLEL = safe
);
COMMENT ON AGGREGATE bloom_matrix_agg(bloom, bigint)
    IS 'matrix of many filters; a search returns the keys of those that match';

CREATE FUNCTION bloom_matrix_merge(a bloom_matrix, b bloom_matrix) RETURNS bloom_matrix
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_merge';
COMMENT ON FUNCTION bloom_matrix_merge(bloom_matrix, bloom_matrix) IS 'matrix of the filters of two matrices';

CREATE FUNCTION bloom_matrix_search_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'bloom_matrix_search_support';
COMMENT ON FUNCTION bloom_matrix_search_support(internal) IS 'internal: planner support for bloom_matrix_search';
CREATE FUNCTION bloom_matrix_search(matrix bloom_matrix, value anycompatible) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search';
COMMENT ON FUNCTION bloom_matrix_search(bloom_matrix, anycompatible) IS 'keys of the filters that may hold the value';
CREATE FUNCTION bloom_matrix_search_hash(matrix bloom_matrix, hash bloom_hash_value) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_hash';
COMMENT ON FUNCTION bloom_matrix_search_hash(bloom_matrix, bloom_hash_value)
    IS 'keys of the filters that may hold the value with this hash';
CREATE FUNCTION bloom_matrix_search_all(matrix bloom_matrix, "values" anyarray) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 4000 ROWS 10 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_all';
COMMENT ON FUNCTION bloom_matrix_search_all(bloom_matrix, anyarray)
    IS 'keys of the filters that may hold every element; NULL elements are skipped';
CREATE FUNCTION bloom_matrix_search_any(matrix bloom_matrix, "values" anyarray) RETURNS SETOF bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 20 SUPPORT bloom_matrix_search_support
    AS 'MODULE_PATHNAME', 'bloom_matrix_search_any';
COMMENT ON FUNCTION bloom_matrix_search_any(bloom_matrix, anyarray)
    IS 'keys of the filters that may hold at least one element; NULL elements are skipped';

CREATE FUNCTION bloom_matrix_filter(matrix bloom_matrix, key bigint) RETURNS bloom
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_filter';
COMMENT ON FUNCTION bloom_matrix_filter(bloom_matrix, bigint)
    IS 'filter with this key, or the union of several; NULL if there is none';
CREATE FUNCTION bloom_matrix_keys(matrix bloom_matrix) RETURNS bigint[]
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 AS 'MODULE_PATHNAME', 'bloom_matrix_keys';
COMMENT ON FUNCTION bloom_matrix_keys(bloom_matrix) IS 'keys of all columns';
CREATE FUNCTION bloom_matrix_info(
    matrix bloom_matrix,
    OUT version integer, OUT element text, OUT columns bigint, OUT rows bigint, OUT hashes integer,
    OUT fill double precision, OUT column_fpp double precision, OUT false_candidates double precision,
    OUT bytes bigint, OUT portable boolean, OUT scheme text
) LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME', 'bloom_matrix_info';
COMMENT ON FUNCTION bloom_matrix_info(bloom_matrix)
    IS 'parameters and fill of a matrix, and how many wrong keys a search returns, as one row';
