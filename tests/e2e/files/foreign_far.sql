-- A remote server: the rows of one of two shards, and a filter for each day.

CREATE EXTENSION bloom_rs;
CREATE TABLE items AS
    SELECT i AS id, i::integer AS number, (i % 30000)::smallint AS small, 'https://example.org/' || i AS url, md5(i::text)::uuid AS digest,
           int8send(i) AS bytes, i / 8.0 AS share, (i % 7)::integer AS day, :shard::integer AS shard
    FROM generate_series(1, 40000::bigint) AS i WHERE bloom_shard('https://example.org/' || i, 2) = :shard;
CREATE TABLE days AS SELECT day, bloom_agg(id, 40000) AS ids, bloom_agg(url, 40000) AS urls FROM items GROUP BY day;
ANALYZE;
