-- The other server of screened_join.sql: a million pages.

CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE TABLE pages AS
    SELECT 'https://example.org/' || i AS url, repeat('words ', 10) AS words FROM generate_series(1, 1000000) AS i;
ANALYZE pages;
