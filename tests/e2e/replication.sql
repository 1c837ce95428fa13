-- What is published: filters within the row, and of more than 1 MB out of line.

CREATE EXTENSION bloom_rs;
CREATE TABLE filters (id integer PRIMARY KEY, note text, small bloom, large bloom);
INSERT INTO filters
    SELECT id, 'new', (SELECT bloom_agg(v) FROM generate_series(id, 40, 7) AS v),
           (SELECT bloom_agg('page ' || v, 1000000) FROM generate_series(id, 20000, 7) AS v)
    FROM generate_series(1, 7) AS id;
-- Without a key, rows are found by all of their columns, for which filters must be comparable.
CREATE TABLE keyless (f bloom, note text);
ALTER TABLE keyless REPLICA IDENTITY FULL;
INSERT INTO keyless SELECT bloom_agg(v), 'of ' || v % 10 FROM generate_series(1, 1000) AS v GROUP BY v % 10;
CREATE PUBLICATION filters FOR TABLE filters, keyless;

-- Changes of the notes alone, where large filters are not sent; of filters; of rows.
CREATE PROCEDURE change() LANGUAGE sql AS $$
    UPDATE filters SET note = 'noted' WHERE id <= 3;
    UPDATE filters SET small = small || 1000 WHERE id IN (2, 3, 4);
    UPDATE filters SET large = large || 'page 0'::text WHERE id IN (3, 5);
    INSERT INTO filters SELECT 8, 'united', bloom_union_agg(small, 1), bloom_union_agg(large) FROM filters;
    DELETE FROM filters WHERE id = 6;
    UPDATE keyless SET note = note || '!' WHERE f @> 3;
    UPDATE keyless SET f = f || 2000 WHERE f @> 5;
    DELETE FROM keyless WHERE f @> 7;
$$;

-- All that there is, and what the filters miss of it.
CREATE FUNCTION state() RETURNS TABLE (filters text, keyless text) LANGUAGE sql AS $$
    SELECT (SELECT count(*) || ' ' || md5(string_agg(id || note || small::text || large::text, ' ' ORDER BY id)) FROM filters),
           (SELECT count(*) || ' ' || md5(string_agg(f::text || note, ' ' ORDER BY f::text)) FROM keyless)
$$;
CREATE FUNCTION missed() RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FROM filters, generate_series(1, 20000) AS v
    WHERE (v % 7 = id % 7 OR id = 8) AND (NOT large @> ('page ' || v) OR v <= 40 AND NOT small @> v)
$$;
