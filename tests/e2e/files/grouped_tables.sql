-- Tables of joins that look at several rows: each of so many keys has eight rows in `facts`, far from each other, and in `parts`,
-- whose second partition begins at a row. Variables: keys, second.
CREATE TABLE facts AS SELECT i AS id, i % :keys AS k, (i % :keys)::bigint AS k8, CASE WHEN i % 2 = 0 THEN 'text ' ELSE 'TEXT ' END || i % :keys AS t, i % 10 AS x, i / (2 * :keys) AS y FROM generate_series(0, 8 * :keys - 1) AS i;
UPDATE facts SET k = NULL WHERE k = 1;
CREATE TABLE parts (LIKE facts) PARTITION BY RANGE (id);
CREATE TABLE parts0 PARTITION OF parts FOR VALUES FROM (0) TO (:second);
CREATE TABLE parts1 PARTITION OF parts DEFAULT;
INSERT INTO parts TABLE facts;
CREATE TABLE keys AS SELECT i * 20 AS k, (i * 20)::bigint AS k8, 'text ' || i * 20 AS t, i % 5 AS x FROM generate_series(1, 60) AS i;
INSERT INTO keys VALUES (NULL, NULL, NULL, 0);
