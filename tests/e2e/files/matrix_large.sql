-- A matrix of 16,384 filters of 24 kB, of few values, so that they are quickly made.
SET client_min_messages = warning;
CREATE TABLE many AS SELECT id, bloom_add_all(bloom_empty(10000, 0.0001), ARRAY[id, id + 1, -id]) AS f FROM generate_series(1::bigint, 16384) AS id;
CREATE TABLE large AS SELECT bloom_matrix_agg(f, id) AS matrix FROM many;
VACUUM large; -- so that reading sets no hint bits
DO $$
DECLARE
    size bigint := pg_column_size(matrix) FROM large;
    filters bigint := sum(pg_column_size(f)) FROM many;
    found bigint[];
BEGIN
    ASSERT size BETWEEN 390e6 AND 400e6 AND size <= 1.02 * filters, format('%s bytes, the filters have %s', size, filters);
    found := ARRAY(SELECT k FROM large, bloom_matrix_search(matrix, 77) AS k ORDER BY k);
    ASSERT found = ARRAY[76::bigint, 77], found::text;
END $$;
CREATE FUNCTION pages_read(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || query INTO plan;
    RETURN (plan->0->'Plan'->>'Shared Hit Blocks')::integer + (plan->0->'Plan'->>'Shared Read Blocks')::integer;
END $$;
DO $$
DECLARE
    -- k is 13, a row has up to three pieces, each with some pages of the index.
    whole integer := pg_relation_size(reltoastrelid) / 8192 FROM pg_class WHERE oid = 'large'::regclass;
    pages integer;
BEGIN
    ASSERT whole > 40000, whole;
    FOR pages IN SELECT pages_read(query) FROM unnest(ARRAY[
        'SELECT k FROM large, bloom_matrix_search(matrix, 77) AS k', 'SELECT k FROM large, bloom_matrix_search(matrix, -7777777) AS k', 'SELECT bloom_matrix_search(matrix, 5::smallint) FROM large',
        'SELECT k FROM large, bloom_matrix_search_all(matrix, ARRAY[77, -7777777]) AS k']) AS query
    LOOP
        ASSERT pages < 200, format('%s of %s pages were read', pages, whole);
    END LOOP;
    pages := pages_read('SELECT bloom_matrix_keys(matrix) FROM large');
    ASSERT pages < 500, format('%s pages were read for the keys', pages);
    -- Met again it is not fetched whole, as it does not fit into work_mem; where it does, it is, once.
    pages := pages_read('SELECT k FROM large, generate_series(1, 20) AS v, bloom_matrix_search(matrix, v) AS k');
    ASSERT pages < 20 * 200, format('%s pages were read for 20 lookups', pages);
    SET LOCAL work_mem = '1GB';
    pages := pages_read('SELECT k FROM large, generate_series(1, 1000) AS v, bloom_matrix_search(matrix, v) AS k');
    ASSERT pages BETWEEN whole AND 2 * whole, format('%s of %s pages were read for 1,000 lookups', pages, whole);
END $$;
