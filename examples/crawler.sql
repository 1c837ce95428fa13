-- The tables of crawler.py.

CREATE EXTENSION IF NOT EXISTS bloom_rs;

-- All URLs that were ever put into the queue: seen_add_all adds some and returns those that are new. A new URL is taken
-- for a known one, so that the crawler never visits it, once in 100,000 times or less, however many there are.
SELECT bloom_set_create('seen', capacity => 20000, fpp => 0.00001);

-- What is still to be visited, and what was.
CREATE TABLE frontier (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, url text NOT NULL);
CREATE TABLE pages (url text NOT NULL, visited timestamptz NOT NULL DEFAULT clock_timestamp());
