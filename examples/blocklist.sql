-- The tables of blocklist.py.

CREATE EXTENSION IF NOT EXISTS bloom_rs;

-- The exact list, and a set of all that was ever on it. Look-ups read the set, some 2.5 bytes a URL that stay in memory,
-- and the large index on the list only for what the set may contain.
CREATE TABLE blocked (url text PRIMARY KEY);
SELECT bloom_set_create('listed', capacity => 10000, fpp => 0.001);

-- CASE, as AND may be evaluated in any order. A set is never wrong when it says no.
CREATE FUNCTION is_blocked(url text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN listed_contains(url) THEN EXISTS (SELECT FROM blocked AS b WHERE b.url = is_blocked.url)
                ELSE false END
$$;
