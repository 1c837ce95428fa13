-- The remote server of screened_join.sql: a million pages. DROP SCHEMA screened_join CASCADE removes them.

\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE SCHEMA screened_join;
SET search_path = screened_join, public;

CREATE TABLE pages AS
    SELECT 'https://example.org/' || i AS url, repeat('words ', 10) AS words FROM generate_series(1, 1000000) AS i;
ANALYZE pages;
