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
-- The other types too, but not states, which are not made to be stored: a type that cannot be compared stops replication.
CREATE TABLE keyless_kinds (h bloom_hash_value, c counting_bloom, m bloom_matrix, note text);
ALTER TABLE keyless_kinds REPLICA IDENTITY FULL;
INSERT INTO keyless_kinds
    SELECT bloom_hash(v), counting_bloom_of(ARRAY[v, v, v + 1]), (SELECT bloom_matrix_agg(bloom_of(ARRAY[i]), i) FROM generate_series(v, v + 90) AS i), 'of ' || v FROM generate_series(1, 20) AS v
    UNION ALL SELECT bloom_hash('a'::text), NULL, NULL, 'a'
    UNION ALL SELECT NULL, counting_bloom_of(ARRAY['a']), NULL, 'b';
CREATE TABLE keyed (h bloom_hash_value PRIMARY KEY, note text);
INSERT INTO keyed SELECT bloom_hash('page ' || v), 'new' FROM generate_series(1, 100) AS v;
-- A set, which grows when it changes.
SELECT bloom_set_create('seen', 'integer', 500);
SELECT count(*) FROM bloom_set_add_all('seen', ARRAY(SELECT generate_series(1, 400)));
CREATE PUBLICATION filters FOR TABLE filters, keyless, keyless_kinds, keyed, seen, seen_layers;

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
    UPDATE keyless_kinds SET note = note || '!' WHERE note IN ('of 1', 'a', 'b');
    UPDATE keyless_kinds SET h = bloom_hash(1000), c = bloom_add(c, 1000), m = bloom_matrix_merge(m, m) WHERE note IN ('of 2', 'of 3');
    DELETE FROM keyless_kinds WHERE note = 'of 4';
    UPDATE keyed SET note = 'noted' WHERE h = bloom_hash('page 7'::text);
    UPDATE keyed SET h = bloom_hash('page 0'::text) WHERE h = bloom_hash('page 8'::text);
    DELETE FROM keyed WHERE h = bloom_hash('page 9'::text);
    SELECT count(*) FROM bloom_set_add_all('seen', ARRAY(SELECT generate_series(401, 12000)));
$$;

-- All that there is, and what the filters miss of it.
CREATE FUNCTION state() RETURNS TABLE (filters text, keyless text, kinds text, keyed text, seen text) LANGUAGE sql AS $$
    SELECT (SELECT count(*) || ' ' || md5(string_agg(id || note || small::text || large::text, ' ' ORDER BY id)) FROM filters),
           (SELECT count(*) || ' ' || md5(string_agg(f::text || note, ' ' ORDER BY f::text)) FROM keyless),
           (SELECT count(*) || ' ' || md5(string_agg(concat(h, ' ', c, ' ', m, ' ', note), ' ' ORDER BY note)) FROM keyless_kinds),
           (SELECT count(*) || ' ' || count(*) FILTER (WHERE note = 'noted') || ' ' || md5(string_agg(h || note, ' ' ORDER BY h::text)) FROM keyed),
           (SELECT md5(string_agg(s::text, ' ' ORDER BY layer, shard)) FROM seen AS s) || (SELECT count(*) FROM seen_layers)
$$;
CREATE FUNCTION missed() RETURNS bigint LANGUAGE sql AS $$
    SELECT (SELECT count(*) FROM filters, generate_series(1, 20000) AS v
            WHERE (v % 7 = id % 7 OR id = 8) AND (NOT large @> ('page ' || v) OR v <= 40 AND NOT small @> v))
         + (SELECT count(*) FROM generate_series(1, CASE WHEN EXISTS (SELECT FROM filters WHERE id = 8) THEN 12000 ELSE 400 END) AS v
            WHERE NOT bloom_set_contains('seen', v))
$$;
