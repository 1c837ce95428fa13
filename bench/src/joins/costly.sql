-- Joins whose keys cost much to test: after a condition that keeps one row in a thousand, after one that keeps all, and where half of
-- the rows pass.
--query 192-few
SELECT count(*) FROM long_192 JOIN few_192 USING (k) WHERE flag % 1000 < 1
--query 192-all
SELECT count(*) FROM long_192 JOIN few_192 USING (k) WHERE flag % 1000 < 1000
--query 192-half
SELECT count(*) FROM long_192 JOIN half_192 USING (k)
--query 1900-few
SELECT count(*) FROM long_1900 JOIN few_1900 USING (k) WHERE flag % 1000 < 1
--query 1900-all
SELECT count(*) FROM long_1900 JOIN few_1900 USING (k) WHERE flag % 1000 < 1000
--query 20-few
SELECT count(*) FROM behind_20 JOIN few_20 USING (k) WHERE flag % 1000 < 1
--query 20-all
SELECT count(*) FROM behind_20 JOIN few_20 USING (k) WHERE flag % 1000 < 1000
--query 20-half
SELECT count(*) FROM behind_20 JOIN half_20 USING (k)
--query 98-few
SELECT count(*) FROM behind_98 JOIN few_98 USING (k) WHERE flag % 1000 < 1
--query 98-all
SELECT count(*) FROM behind_98 JOIN few_98 USING (k) WHERE flag % 1000 < 1000
