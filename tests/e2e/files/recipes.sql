-- What must hold of `page_filter`, whatever happens to `pages`.

-- In every snapshot: no page is missing.
CREATE FUNCTION check_screen() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    missed text := (SELECT string_agg(url, ', ') FROM pages, page_filter WHERE NOT f @> url);
BEGIN
    ASSERT missed IS NULL, 'missed: ' || missed;
END $$;

-- When nothing is under way: the filter is that of the table, bit for bit, and plain ones are as well.
CREATE FUNCTION check_filter() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    now counting_bloom := (SELECT f FROM page_filter);
    anew counting_bloom := (SELECT counting_bloom_agg(url, 100000) FROM pages);
BEGIN
    PERFORM check_screen();
    -- One session truncates the table in the midst of its work; how much is done after that depends on who was when.
    ASSERT (SELECT count(*) > 0 FROM pages), 'nothing was done';
    ASSERT (SELECT count(*) = 1 FROM page_filter), 'not one row';
    ASSERT now = anew, format('not that of the table: %s and %s', bloom_info(now), bloom_info(anew));
    ASSERT now::bloom = (SELECT bloom_agg(url, 100000) FROM pages), 'not the plain one';
    ASSERT (bloom_info(now)).saturated = 0, 'saturated counters';
END $$;

-- A key that repeats 15 times and more: its counters stick, and still nothing is missed.
CREATE FUNCTION check_repeats() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    ALTER TABLE pages DROP CONSTRAINT pages_url_key;
    INSERT INTO pages (url) SELECT CASE WHEN i <= 14 THEN 'fourteen' ELSE 'many' END FROM generate_series(1, 114) AS i;
    PERFORM check_screen();
    DELETE FROM pages WHERE id > (SELECT min(id) FROM pages WHERE url = 'many') AND url = 'many';
    DELETE FROM pages WHERE id > (SELECT min(id) FROM pages WHERE url = 'fourteen') AND url = 'fourteen';
    PERFORM check_screen();
    UPDATE pages SET note = 'all';
    UPDATE pages SET url = url || '!';
    UPDATE pages SET url = left(url, -1);
    PERFORM check_screen();
    DELETE FROM pages WHERE url IN ('many', 'fourteen');
    ASSERT (SELECT NOT f @> 'fourteen' FROM page_filter), 'fourteen can be forgotten';
    ASSERT (SELECT f @> 'many' AND (bloom_info(f)).saturated > 0 FROM page_filter), 'more cannot';
    ASSERT (SELECT f <> (SELECT counting_bloom_agg(url, 100000) FROM pages) FROM page_filter), 'which shows';
    TRUNCATE pages;
    ASSERT (SELECT f = counting_bloom_empty(100000) FROM page_filter), 'but ends with TRUNCATE';
END $$;
