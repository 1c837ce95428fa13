-- The tables of blocklist.py.

CREATE EXTENSION IF NOT EXISTS bloom_rs;

-- The exact list, and a filter of it. Look-ups read the filter, some 1.8 bytes a URL that stay in memory, and the
-- large index on the list only for what the filter lets pass.
CREATE TABLE blocked (url text PRIMARY KEY);
CREATE TABLE blocked_filter (f bloom NOT NULL);
INSERT INTO blocked_filter VALUES (bloom_empty(1));

-- CASE, as AND may be evaluated in any order. A filter is never wrong when it says no.
CREATE FUNCTION is_blocked(url text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN bloom_contains(f, url) THEN EXISTS (SELECT FROM blocked AS b WHERE b.url = is_blocked.url)
                ELSE false END
    FROM blocked_filter
$$;
