-- Views and aggregates that use those of the release.
CREATE TABLE measured AS
    SELECT i, date '2000-01-01' + i AS d, i / 4.0 AS n, i * interval '1 s' AS v, ARRAY[i] AS a FROM generate_series(1, 5000) AS i;
ALTER TABLE measured SET (parallel_workers = 2);
CREATE AGGREGATE own_agg(integer, bigint) (
    SFUNC = bloom_agg_step, STYPE = bloom_state, FINALFUNC = bloom_agg_final, COMBINEFUNC = bloom_agg_combine, PARALLEL = safe
);
CREATE VIEW uses AS
    SELECT md5(string_agg(f::text, ',')) AS filters
    FROM (SELECT bloom_agg(d)::bytea FROM measured UNION ALL
          SELECT bloom_agg(n, 5000, 0.1)::bytea FROM measured UNION ALL
          SELECT bloom_agg(v)::bytea FROM measured UNION ALL
          SELECT bloom_agg(a, 5000)::bytea FROM measured UNION ALL
          SELECT counting_bloom_agg(v, 5000)::bytea FROM measured UNION ALL
          SELECT own_agg(i, 5000)::bytea FROM measured UNION ALL
          (SELECT counting_bloom_agg(a, 9) OVER (ORDER BY i ROWS 5 PRECEDING)::bytea FROM measured ORDER BY i DESC LIMIT 1)) AS s(f);
