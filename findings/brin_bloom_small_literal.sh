#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): a BRIN index with Bloom filters on a bigint finds 3000000000 and 5::bigint, but not 5.
# Usual guess: an index on the column serves `id = 5`, as a B-tree and BRIN's minmax do.
# Behavior: 5 is an integer, so the operator is that of bigint with integer, and the operator families of Bloom filters have none
# between types. The whole table is read. 3000000000 is a bigint, and `id IN (5, 6)` casts both: these use the index.
. "$(dirname "$0")/finding.bash"
pgserver_with 0.1.4
cluster data 5001
on 5001 >"$WORK/printed" <<'SQL'
CREATE TABLE visits AS SELECT n AS id FROM generate_series(1, 30000::bigint) AS n;
SET enable_seqscan = off; -- wherever an index can be used
CREATE INDEX ON visits USING brin (id int8_bloom_ops);
SELECT 'Bloom filters';
EXPLAIN (COSTS off) SELECT FROM visits WHERE id = 5;
EXPLAIN (COSTS off) SELECT FROM visits WHERE id = 5::bigint;
EXPLAIN (COSTS off) SELECT FROM visits WHERE id = 3000000000;
EXPLAIN (COSTS off) SELECT FROM visits WHERE id IN (5, 6);
DROP INDEX visits_id_idx;
CREATE INDEX ON visits USING brin (id);
SELECT 'minmax';
EXPLAIN (COSTS off) SELECT FROM visits WHERE id = 5;
SQL
seen <<'SEEN'
Bloom filters
Seq Scan on visits
  Filter: (id = 5)
Bitmap Heap Scan on visits
  Recheck Cond: (id = '5'::bigint)
  ->  Bitmap Index Scan on visits_id_idx
        Index Cond: (id = '5'::bigint)
Bitmap Heap Scan on visits
  Recheck Cond: (id = '3000000000'::bigint)
  ->  Bitmap Index Scan on visits_id_idx
        Index Cond: (id = '3000000000'::bigint)
Bitmap Heap Scan on visits
  Recheck Cond: (id = ANY ('{5,6}'::bigint[]))
  ->  Bitmap Index Scan on visits_id_idx
        Index Cond: (id = ANY ('{5,6}'::bigint[]))
minmax
Bitmap Heap Scan on visits
  Recheck Cond: (id = 5)
  ->  Bitmap Index Scan on visits_id_idx
        Index Cond: (id = 5)
SEEN
