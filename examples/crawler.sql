-- The tables of crawler.py.

CREATE EXTENSION IF NOT EXISTS bloom_rs;

-- All URLs that were ever put into the queue, spread over 64 filters. Each is small enough to stay inside its row
-- (below 2 kB), since every new URL writes one of them anew; and half of each page is left free, so that the new
-- version finds room beside the old one and no index has to know of it.
--
-- A filter for 350 URLs at 0.00001 has 1.7 kB; the 64 are good for 20,000 URLs. For 20 million take 64,000.
CREATE TABLE seen (shard integer PRIMARY KEY, f bloom NOT NULL) WITH (fillfactor = 50);
INSERT INTO seen SELECT shard, bloom_empty(350, 0.00001) FROM generate_series(0, 63) AS shard;

-- What is still to be visited, and what was.
CREATE TABLE frontier (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, url text NOT NULL);
CREATE TABLE pages (url text NOT NULL, visited timestamptz NOT NULL DEFAULT clock_timestamp());

-- Puts a URL into the queue unless it was there before; says whether it was new.
--
-- Test and addition are one UPDATE: of two workers that find a URL at the same time, the second waits for the row
-- and then sees what the first has done. That a filter takes a new URL for a known one, and so the crawler never
-- sees it, happens once in 100,000 times or less.
CREATE FUNCTION discover(url text) RETURNS boolean LANGUAGE sql AS $$
    WITH added AS (
        UPDATE seen SET f = f || url
        WHERE shard = bloom_shard(url, 64) AND NOT bloom_contains(f, url)
        RETURNING url
    ), queued AS (
        INSERT INTO frontier (url) SELECT added.url FROM added
    )
    SELECT count(*) > 0 FROM added
$$;
