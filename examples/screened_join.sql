-- A join with a large table on another server, of which few rows match:
--   psql -h far -f screened_join_far.sql
--   psql -v far_host=far -f screened_join.sql
-- Without the filter all rows of the large table travel, to be thrown away here.

\set ON_ERROR_STOP on
\if :{?far_user}
\else
\set far_user :USER
\endif

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
-- The option `extensions` says that the other server has bloom_rs too, so that its functions may run there.
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw
    OPTIONS (host :'far_host', dbname :'DBNAME', extensions 'bloom_rs', fetch_size '10000');
CREATE USER MAPPING FOR CURRENT_USER SERVER far OPTIONS (user :'far_user');
CREATE FOREIGN TABLE far_pages (url text, words text) SERVER far OPTIONS (table_name 'pages');

-- What is looked for, here: 10,000 URLs.
CREATE TABLE wanted AS SELECT 'https://example.org/' || i * 100 AS url FROM generate_series(1, 10000) AS i;
ANALYZE wanted;

-- The condition that makes the difference. The subquery builds a filter of the wanted URLs, once; it is sent along
-- with the query (12 kB), and the other server asks it about each row. The join stays as it was: it removes the
-- one row in a hundred that the filter lets pass by mistake.
PREPARE plain AS
    SELECT count(*) AS rows, md5(string_agg(url, ' ' ORDER BY url)) AS sum FROM far_pages JOIN wanted USING (url);
PREPARE screened AS
    SELECT count(*) AS rows, md5(string_agg(url, ' ' ORDER BY url)) AS sum FROM far_pages JOIN wanted USING (url)
    WHERE bloom_contains((SELECT bloom_agg(url) FROM wanted), far_pages.url);

EXPLAIN (VERBOSE, COSTS OFF) EXECUTE screened;

-- Or unchanged: the planner adds such a condition by itself where it pays. It must know how many rows there are.
ANALYZE far_pages;
SELECT bloom_screen_foreign_joins(true);
PREPARE by_itself AS
    SELECT count(*) AS rows, md5(string_agg(url, ' ' ORDER BY url)) AS sum FROM far_pages JOIN wanted USING (url);
EXPLAIN (VERBOSE, COSTS OFF) EXECUTE by_itself;

SELECT FROM far_pages LIMIT 1; -- connects
\timing on
SELECT bloom_screen_foreign_joins(false);
\echo 'Without a filter:'
EXECUTE plain;
\echo 'With a filter:'
EXECUTE screened;
SELECT bloom_screen_foreign_joins(true);
\echo 'By itself:'
EXECUTE by_itself;
