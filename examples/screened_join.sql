-- A join with a large table on a remote server. Few of its rows match:
--   psql -h far -f screened_join_far.sql
--   psql -v far_host=far -f screened_join.sql
-- Without a filter, every row of the large table is sent, and the join discards nearly all of them.
-- DROP SERVER screened_join_far CASCADE and DROP SCHEMA screened_join CASCADE remove the example.

\set ON_ERROR_STOP on
\if :{?far_user}
\else
\set far_user :USER
\endif

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE SCHEMA screened_join;
SET search_path = screened_join, public;

-- The option `extensions` says that the remote server has bloom_rs too, so its functions may run there.
CREATE SERVER screened_join_far FOREIGN DATA WRAPPER postgres_fdw
    OPTIONS (host :'far_host', dbname :'DBNAME', extensions 'bloom_rs', fetch_size '10000');
CREATE USER MAPPING FOR CURRENT_USER SERVER screened_join_far OPTIONS (user :'far_user');
CREATE FOREIGN TABLE far_pages (url text, words text) SERVER screened_join_far
    OPTIONS (schema_name 'screened_join', table_name 'pages');

-- The pages that are wanted: 10,000 URLs.
CREATE TABLE wanted AS SELECT 'https://example.org/' || i * 100 AS url FROM generate_series(1, 10000) AS i;
ANALYZE wanted;

-- The last condition of `screened` makes the difference. Its subquery builds a filter of the wanted URLs, once. The
-- filter (12 kB) is sent with the query, and the remote server probes it for each row. The join stays as it was: it
-- removes the one row in a hundred that passes the filter by mistake.
PREPARE plain AS
    SELECT count(*) AS rows, md5(string_agg(url, ' ' ORDER BY url)) AS sum FROM far_pages JOIN wanted USING (url);
PREPARE screened AS
    SELECT count(*) AS rows, md5(string_agg(url, ' ' ORDER BY url)) AS sum FROM far_pages JOIN wanted USING (url)
    WHERE bloom_contains((SELECT bloom_agg(url) FROM wanted), far_pages.url);

EXPLAIN (VERBOSE, COSTS OFF) EXECUTE screened;

-- Or leave the query unchanged: with this setting, the planner adds such a condition where it expects to save time. For
-- that it must know the number of remote rows.
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
\echo 'With a filter that the planner added:'
EXECUTE by_itself;
