--
-- The main job in a few steps: build a filter from a query, keep it, screen rows with it.
--
CREATE EXTENSION bloom_rs;

CREATE TABLE visits (url text, site integer);
INSERT INTO visits
    SELECT 'https://example.org/page/' || i % 2000, i % 4 FROM generate_series(0, 7999) AS i;

-- 1. An aggregate makes a filter of all values. It needs no size: it counts the distinct values itself.
SELECT element, capacity, fpp, estimated_count BETWEEN 1960 AND 2040 AS about_2000
FROM (SELECT bloom_agg(url) AS f FROM visits) AS one, bloom_info(f);

-- 2. "Have I seen this?" A value that is in the filter is always found ...
SELECT count(*) AS found
FROM (SELECT DISTINCT url FROM visits) AS v, (SELECT bloom_agg(url) AS f FROM visits) AS one
WHERE bloom_contains(f, url);

-- ... and one that is not is taken for one that is about once in a hundred times.
SELECT count(*) BETWEEN 50 AND 150 AS about_one_in_a_hundred
FROM generate_series(1, 10000) AS i, (SELECT bloom_agg(url) AS f FROM visits) AS one
WHERE bloom_contains(f, 'https://example.org/absent/' || i);

-- A rate of your choice: so few false answers need more room.
SELECT fpp, bytes FROM (SELECT bloom_agg(url, 2000, 0.0001) AS f FROM visits) AS one, bloom_info(f);

-- 3. A filter is a value. Keep it in a table, one for each group.
CREATE TABLE filters AS SELECT site, bloom_agg(url) AS f FROM visits GROUP BY site;
\d filters

-- Which site may hold this page? Page 42 is at site 42 % 4 = 2.
SELECT site FROM filters WHERE bloom_contains(f, 'https://example.org/page/42');

-- The same, prepared: the parameter needs no type.
PREPARE which_site AS SELECT site FROM filters WHERE bloom_contains(f, $1) ORDER BY site;
EXECUTE which_site('https://example.org/page/43');
EXECUTE which_site('https://example.org/page/1999');
EXECUTE which_site('https://example.org/nowhere');
DEALLOCATE which_site;

-- 4. Screen before a join. The filter only discards rows that the join would discard too, so the
-- answer is the same; a row too many that it lets pass is discarded by the join.
CREATE TABLE links AS
    SELECT 'https://example.org/page/' || i * 10 AS url, i AS rank FROM generate_series(0, 9999) AS i;
CREATE TABLE seen AS SELECT DISTINCT url FROM visits;

SELECT count(*), sum(rank) FROM links JOIN seen USING (url);
SELECT count(*), sum(rank) FROM links JOIN seen USING (url)
WHERE bloom_contains((SELECT bloom_agg(url) FROM seen), links.url);

-- NOT bloom_contains is certain: these rows are not in the table. At most one in a hundred is missed.
SELECT count(*) AS wrong FROM links
WHERE NOT bloom_contains((SELECT bloom_agg(url) FROM seen), url) AND url IN (SELECT url FROM seen);
SELECT count(*) > 9600 AS most_of_9800 FROM links
WHERE NOT bloom_contains((SELECT bloom_agg(url) FROM seen), url);

-- 5. One more value, without building anew.
SELECT bloom_contains(f, 'https://example.org/new') AS before,
       bloom_contains(bloom_add(f, 'https://example.org/new'), 'https://example.org/new') AS after
FROM filters WHERE site = 0;
UPDATE filters SET f = bloom_add(f, 'https://example.org/new') WHERE site = 0;
SELECT site FROM filters WHERE bloom_contains(f, 'https://example.org/new') ORDER BY site;

-- 6. A filter of nothing is a filter, not NULL, so a screen needs no special case.
SELECT bloom_contains(bloom_agg(url), 'x') AS contains, NOT bloom_contains(bloom_agg(url), 'x') AS not_contains
FROM visits WHERE false;
SELECT bloom_contains(bloom_agg(url), NULL) IS NULL AS unknown FROM visits;

-- 7. Asking a filter of text for a number is a mistake, not "no".
SELECT bloom_contains(f, 42) FROM filters WHERE site = 0;

DROP TABLE visits, filters, links, seen;
DROP EXTENSION bloom_rs;
