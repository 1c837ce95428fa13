-- The tables of the recipe, on the cluster alone: a distributed one, and a local one that is not joined by its distribution column.
CREATE TABLE ev (id bigint, uid integer);
SELECT create_distributed_table('ev', 'id');
INSERT INTO ev SELECT i, i % 10000 FROM generate_series(1, 40000) AS i;
CREATE TABLE chosen (uid integer, note text);
INSERT INTO chosen SELECT i * 50, 'note ' || i FROM generate_series(0, 249) AS i;
ANALYZE ev, chosen;
