-- Rows whose keys cost much to test: a text of 192 or 1,900 bytes, and a number behind 20 or 98 texts.
CREATE SCHEMA costly;
SET search_path = costly;
CREATE TABLE long_192 AS SELECT i AS flag, repeat(md5(i::text), 6) AS k FROM generate_series(1, 500000) AS i;
CREATE TABLE long_1900 (flag integer, k text);
ALTER TABLE long_1900 ALTER k SET STORAGE PLAIN;
INSERT INTO long_1900 SELECT i, repeat(md5(i::text), 58) FROM generate_series(1, 100000) AS i;
DO $$ BEGIN
    EXECUTE (SELECT format('CREATE TABLE behind_20 AS SELECT i AS flag, %s, i AS k FROM generate_series(1, 500000) AS i', string_agg(format('%L::text AS c%s', 'x' || n, n), ', ')) FROM generate_series(1, 20) AS n);
    EXECUTE (SELECT format('CREATE TABLE behind_98 AS SELECT i AS flag, %s, i AS k FROM generate_series(1, 200000) AS i', string_agg(format('%L::text AS c%s', 'x' || n, n), ', ')) FROM generate_series(1, 98) AS n);
END $$;
CREATE TABLE few_192 AS SELECT k FROM long_192 WHERE flag % 500 = 0;
CREATE TABLE few_1900 AS SELECT k FROM long_1900 WHERE flag % 500 = 0;
CREATE TABLE few_20 AS SELECT k FROM behind_20 WHERE flag % 500 = 0;
CREATE TABLE few_98 AS SELECT k FROM behind_98 WHERE flag % 500 = 0;
CREATE TABLE half_192 AS SELECT k FROM long_192 WHERE flag % 2 = 0;
CREATE TABLE half_20 AS SELECT k FROM behind_20 WHERE flag % 2 = 0;
