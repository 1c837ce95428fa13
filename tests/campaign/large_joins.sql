-- Tables and functions of large_joins.sh.
\ir losers.sql
CREATE TYPE text_range AS RANGE (subtype = text);
-- The same rows with the keys in front, and behind many columns; in partitions; and rows with long keys.
CREATE TABLE near AS SELECT i AS flag, i % 50000 AS k, (i % 50000)::bigint AS k8, 'key ' || i % 50000 AS t, md5((i % 50000)::text)::uuid AS u FROM generate_series(1, 120000) AS i;
DO $$ BEGIN
    EXECUTE (SELECT format('CREATE TABLE far AS SELECT flag, %s, k, k8, t, u FROM near WHERE flag <= 80000', string_agg(format('%L::text AS c%s', 'x' || n, n), ', ')) FROM generate_series(1, 60) AS n);
END $$;
CREATE TABLE parts (LIKE near) PARTITION BY HASH (k8);
SELECT format('CREATE TABLE parts_%s PARTITION OF parts FOR VALUES WITH (MODULUS 12, REMAINDER %s)', i, i) FROM generate_series(0, 11) AS i \gexec
INSERT INTO parts TABLE near;
CREATE TABLE long (flag integer, k integer, k8 bigint, t text, u uuid);
ALTER TABLE long ALTER t SET STORAGE PLAIN;
INSERT INTO long SELECT flag, k, k8, repeat(t, 40 + flag % 80), u FROM near WHERE flag <= 60000;
CREATE TABLE few AS SELECT k, k8, t, u FROM near WHERE flag <= 50000 AND k % 500 = 0;
CREATE TABLE half AS SELECT k, k8, t, u FROM near WHERE flag <= 50000 AND k % 2 = 0;
CREATE TABLE most AS SELECT k, k8, t, u FROM near WHERE flag <= 50000 AND k % 10 <> 0;
CREATE TABLE none AS SELECT -k AS k, -k8 AS k8, 'no ' || t AS t, md5(t)::uuid AS u FROM few;
CREATE TABLE long_few AS SELECT k, k8, t, u FROM long WHERE k % 500 = 0;
CREATE TABLE long_half AS SELECT k, k8, t, u FROM long WHERE k % 2 = 0;
-- Keys whose hash function leaves a copy of what was stored elsewhere.
CREATE TABLE ranges AS SELECT flag, text_range(t, NULL) AS t FROM near WHERE flag <= 50000;
CREATE TABLE long_ranges AS SELECT text_range(repeat('a', 1000000 + 50000 * i), NULL) AS t FROM generate_series(1, 63) AS i;
VACUUM ANALYZE;

CREATE FUNCTION query(number integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    outer_side text;
    key text;
    inner_side text;
BEGIN
    PERFORM setseed(hashint8extended(number, (SELECT seed FROM settings)) / 9223372036854775808.0);
    IF random() < 0.04 THEN
        RETURN 'SELECT count(*), sum(a.flag) FROM ranges AS a JOIN long_ranges AS b USING (t)';
    END IF;
    outer_side := pick('near', 'near', 'far', 'far', 'parts', 'long', 'long');
    inner_side := CASE WHEN outer_side = 'long' THEN pick('long_few', 'long_half', 'few', 'none') ELSE pick('few', 'few', 'half', 'most', 'none') END;
    key := pick('k', 'k', 'k8', 't', 't', 'u', 'k, t');
    RETURN format('SELECT count(*), sum(a.flag) FROM %s AS a JOIN %s AS b USING (%s)%s', outer_side, inner_side, key,
        pick('', '', ' WHERE a.flag % 1000 < 1', ' WHERE a.flag % 1000 < 30', ' WHERE a.flag % 1000 < 300', ' WHERE a.flag % 1000 < 900', ' WHERE a.flag % 1000 < 1 OR a.flag % 1000 = 7', ' WHERE a.flag > 0', ' WHERE a.k8 % 7 = a.k % 7 AND a.flag % 10 < 9'));
END $$;
