-- The tables of blocklist.py, in a schema of their own: DROP SCHEMA blocklist CASCADE removes them.

\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE SCHEMA blocklist;
SET search_path = blocklist, public;

-- The exact list, and a live set of all URLs that were ever on it. A lookup reads the set, which takes about 2.5 bytes a
-- URL and stays in memory. It reads the large index of the list only for URLs that the set may contain.
CREATE TABLE blocked (url text PRIMARY KEY);
SELECT bloom_set_create('listed', capacity => 10000, fpp => 0.001);

-- CASE tests the set first: the operands of AND may be evaluated in any order. If the set says no, that is certain.
CREATE FUNCTION is_blocked(url text) RETURNS boolean LANGUAGE sql STABLE
    RETURN CASE WHEN bloom_set_contains('listed', url) THEN EXISTS (SELECT FROM blocked AS b WHERE b.url = is_blocked.url) ELSE false END;
