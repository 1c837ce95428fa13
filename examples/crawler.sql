-- The tables of crawler.py, in a schema of their own: DROP SCHEMA crawler CASCADE removes them.

\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE SCHEMA crawler;
SET search_path = crawler, public;

-- All URLs that were ever put into the queue: bloom_set_add_all adds some and returns those that are new. At most
-- once in 100,000 times, a new URL is taken for a known one and never visited. The rate holds however many URLs there are.
SELECT bloom_set_create('seen', capacity => 20000, fpp => 0.00001);

-- The URLs to visit, and the pages that were visited.
CREATE TABLE frontier (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, url text NOT NULL);
CREATE TABLE pages (url text NOT NULL, visited timestamptz NOT NULL DEFAULT clock_timestamp());
