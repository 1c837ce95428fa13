-- 1. A log of visits: the real home pages of 22,482 Debian packages. Many URLs occur more than once.

CREATE TABLE visits (package text, url text, section text);
\copy visits FROM examples/data/visits.csv (FORMAT csv, HEADER)
SELECT count(*) AS visits, count(DISTINCT url) AS urls FROM visits;

-- 2. All of these URLs in one value: a Bloom filter.

CREATE EXTENSION bloom_rs;
SELECT length(f::text) AS characters, left(f::text, 50) || '...' AS text
FROM (SELECT bloom_agg(url) AS f FROM visits) AS one;

-- bloom_info describes a filter, here one for 20,000 values with 1 false positive in 100 probes of absent values:
SELECT i.*
FROM (SELECT bloom_agg(url, 20000, 0.01) AS f FROM visits) AS one, bloom_info(f) AS i \gx

-- 3. A filter is a value, so a table can hold many: one for each section.

CREATE TABLE filters AS
    SELECT section, count(DISTINCT url) AS urls, bloom_agg(url, 5000) AS f
    FROM visits
    GROUP BY section;

SELECT section, urls, round(estimated_count::numeric) AS estimated, bytes
FROM filters, bloom_info(f)
ORDER BY section;

-- Which sections may hold this URL? The answer includes every section that does.
SELECT section FROM filters WHERE bloom_contains(f, 'https://www.samba.org') ORDER BY section;

-- The same as a prepared statement; the type of its parameter need not be declared.
PREPARE may_hold AS SELECT section FROM filters WHERE bloom_contains(f, $1) ORDER BY section;
EXECUTE may_hold('https://www.sqlite.org/');
EXECUTE may_hold('https://example.org/never-visited');

-- 4. A join with a filter, which discards most rows before they reach the join.
-- Table seen: 20 made-up pages under each real URL. Table candidates: 2,000,000 links, fewer than 1 in 100 of them seen.

CREATE TABLE seen AS
    SELECT url || '#' || page AS url, page
    FROM (SELECT DISTINCT url FROM visits) AS v, generate_series(1, 20) AS page;
CREATE TABLE candidates AS
    SELECT url, repeat(md5(url), 8) AS context
    FROM seen
    WHERE page = 1
    UNION ALL
    SELECT 'https://example.org/unseen/' || i, repeat(md5(i::text), 8)
    FROM generate_series(1, 2000000 - (SELECT count(*) FROM seen WHERE page = 1)) AS i;
VACUUM ANALYZE seen, candidates;

-- One process and the default work_mem, for plans that are easy to read.
SET work_mem = '4MB';
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- The plain join: "Batches" shows that it writes most candidates to disk and reads them again.
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)
SELECT count(*), max(context) FROM candidates JOIN seen USING (url);

-- With one setting, PostgreSQL builds a filter while it fills the hash table, and tests it in the scan: see "Rows Screened Out".
SELECT bloom_screen_joins(true);
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)
SELECT count(*), max(context) FROM candidates JOIN seen USING (url);

-- Both return the same:
\timing on
SELECT count(*), left(max(context), 32) FROM candidates JOIN seen USING (url);
SET bloom_rs.screen_joins = off;
SELECT count(*), left(max(context), 32) FROM candidates JOIN seen USING (url);
\timing off

-- 5. How often is an absent value taken for a present one? Requested: 1 in 100. Probed: 1,000,000 absent URLs.

CREATE TABLE one AS
    SELECT bloom_agg(url, (SELECT count(DISTINCT url) FROM visits), 0.01) AS f FROM visits;
SELECT fpp AS requested, round(current_fpp::numeric, 5) AS predicted, measured
FROM one, bloom_info(f), (
    SELECT round(count(*) / 1000000.0, 5) AS measured
    FROM one, generate_series(1, 1000000) AS i
    WHERE bloom_contains(f, 'https://example.org/absent/' || i)
) AS probes;

-- 6. A star join: 3 million sales, of which those of one city and one brand are wanted. Without the setting, then with it.

CREATE TABLE shops AS SELECT i AS shop, 'city ' || i % 100 AS city FROM generate_series(1, 20000) AS i;
CREATE TABLE goods AS SELECT i AS item, 'brand ' || i % 50 AS brand FROM generate_series(1, 100000) AS i;
CREATE TABLE sales AS
    SELECT 1 + (hashint4(i) & 1048575) % 20000 AS shop, 1 + (hashint4(-i) & 1048575) % 100000 AS item, i % 500 AS amount
    FROM generate_series(1, 3000000) AS i;
VACUUM ANALYZE shops, goods, sales;

\timing on
SELECT count(*), sum(amount) FROM sales JOIN shops USING (shop) JOIN goods USING (item)
WHERE city = 'city 7' AND brand = 'brand 7';
SET bloom_rs.screen_joins = on;
SELECT count(*), sum(amount) FROM sales JOIN shops USING (shop) JOIN goods USING (item)
WHERE city = 'city 7' AND brand = 'brand 7';
\timing off
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)
SELECT count(*), sum(amount) FROM sales JOIN shops USING (shop) JOIN goods USING (item)
WHERE city = 'city 7' AND brand = 'brand 7';
