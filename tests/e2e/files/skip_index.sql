-- A table of partitions with an index of access method bloom_skip, and what compares the index with a plain scan.
CREATE EXTENSION IF NOT EXISTS bloom_rs;
CREATE TABLE ev (part integer NOT NULL, k integer, n integer DEFAULT 0, wide text) PARTITION BY LIST (part);
SELECT format('CREATE TABLE ev_%1$s PARTITION OF ev FOR VALUES IN (%1$s) WITH (fillfactor = 70, autovacuum_enabled = off)', i) FROM generate_series(1, 5) AS i
\gexec
CREATE TABLE ev_late (LIKE ev INCLUDING DEFAULTS);
ALTER TABLE ev ALTER wide SET STORAGE EXTERNAL;
CREATE INDEX ev_k ON ev USING bloom_skip (k);
CREATE INDEX ev_wide ON ev USING bloom_skip (wide) WITH (fpp = 0.01);

-- Partitions that have a value in the snapshot of the statement, and are not named, among the values from `low` to `high`.
CREATE FUNCTION missed(low integer DEFAULT -2147483648, high integer DEFAULT 2147483647) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT format('%s in %s', k, p::regclass) FROM (SELECT DISTINCT tableoid AS p, k FROM ev WHERE k BETWEEN low AND high) AS d
    WHERE NOT EXISTS (SELECT FROM bloom_skip_candidates('ev_k', k) AS c WHERE c = p)
    UNION ALL
    SELECT format('%s... in %s', left(wide, 9), p::regclass) FROM (SELECT DISTINCT tableoid AS p, wide FROM ev WHERE k BETWEEN low AND high AND wide IS NOT NULL) AS d
    WHERE NOT EXISTS (SELECT FROM bloom_skip_candidates('ev_wide', wide) AS c WHERE c = p)
$$;
CREATE FUNCTION states(index regclass DEFAULT 'ev_k') RETURNS text LANGUAGE sql STABLE AS $$
    SELECT string_agg(n || ' ' || state, ', ' ORDER BY state) FROM (SELECT state, count(*) AS n FROM bloom_skip_info(index) GROUP BY state) AS s
$$;
