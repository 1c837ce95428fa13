-- Live sets and an index of partitions, and whether they still answer as they must.

CREATE SCHEMA "My sets";
SELECT bloom_set_create('"My sets"."Seen before"', 'text', 500);
SELECT count(*) FROM bloom_set_add_all('"My sets"."Seen before"', ARRAY(SELECT 'page ' || i FROM generate_series(1, 6000) AS i));
SELECT bloom_set_grow('"My sets"."Seen before"', 10000);
SELECT count(*) FROM bloom_set_add_all('"My sets"."Seen before"', ARRAY(SELECT 'page ' || i FROM generate_series(6001, 12000) AS i));
CREATE VIEW seen_before AS SELECT bloom_set_contains('"My sets"."Seen before"', 'page 1') AS has;
-- Of a domain that lets no NULL in.
CREATE DOMAIN "My sets".word AS text NOT NULL CHECK (VALUE <> '');
SELECT bloom_set_create('"My sets".words', '"My sets".word');
SELECT bloom_set_add('"My sets".words', 'a'::"My sets".word);

CREATE TABLE "Visits" ("Day" integer, "Who" text) PARTITION BY LIST ("Day");
CREATE TABLE visits_1 PARTITION OF "Visits" FOR VALUES IN (1);
CREATE TABLE visits_2 ("Who" text, "Day" integer);
ALTER TABLE "Visits" ATTACH PARTITION visits_2 FOR VALUES IN (2);
INSERT INTO "Visits" SELECT i % 2 + 1, 'user ' || i FROM generate_series(1, 1000) AS i;
CREATE INDEX "Visits by" ON "Visits" USING bloom_skip ("Who");
INSERT INTO visits_1 VALUES (1, 'came later');

CREATE FUNCTION check_made() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT (SELECT bool_and(bloom_set_contains('"My sets"."Seen before"', 'page ' || i)) FROM generate_series(1, 12000) AS i)
       AND (SELECT count(*) < 150 FROM generate_series(1, 12000) AS i WHERE bloom_set_contains('"My sets"."Seen before"', 'absent ' || i))
       AND (SELECT layers > 1 AND "values" BETWEEN 11600 AND 12400 FROM bloom_set_info('"My sets"."Seen before"'))
       AND (SELECT element = '"My sets".word'::regtype AND bloom_set_contains('"My sets".words', 'a') FROM bloom_set_info('"My sets".words'))
       AND (SELECT has FROM seen_before)
       AND (SELECT count(*) = 1001 FROM "Visits" AS v WHERE v.tableoid IN (SELECT bloom_skip_candidates('"Visits by"', v."Who")))
       AND (SELECT count(*) = 2 FROM bloom_skip_info('"Visits by"') WHERE state = 'built')
$$;
