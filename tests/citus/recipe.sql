-- The filter follows its table where it is a reference table, too.
UPDATE pages SET note = 'the same';
UPDATE pages SET url = url || '/' WHERE id % 1000 = 0;
DELETE FROM pages WHERE id % 500 = 1;
INSERT INTO pages (url) SELECT 'https://example.org/more/' || i FROM generate_series(1, 100) AS i;
DELETE FROM pages WHERE false;
DO $$
BEGIN
    ASSERT (SELECT count(*) > 49000 FROM pages), 'few rows';
    ASSERT (SELECT f FROM page_filter) = (SELECT counting_bloom_agg(url, 100000) FROM pages), 'not the filter of the table';
END $$;
TRUNCATE pages;
DO $$
BEGIN
    ASSERT (SELECT f = counting_bloom_empty(100000) FROM page_filter), 'not empty';
    ASSERT (SELECT count(*) = 3 AND bool_and(success AND result = 't') FROM run_command_on_all_nodes(
        'SELECT f = counting_bloom_empty(100000) FROM page_filter')), 'not on every server';
END $$;
