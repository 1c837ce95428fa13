#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): an index BRIN `numeric_minmax_multi_ops` refuses rows that the table and other indexes take.
# Usual guess: an index says where values are, and has no opinion on them, as with minmax and a Bloom filter.
# Behavior: it joins the closest of its intervals, and computes their distances in double precision. Once a range of pages has many
# values, one that is beyond that type ends the INSERT with 22003.
. "$(dirname "$0")/finding.bash"
pgserver_with 0.1.4
cluster data 5001
for class in numeric_minmax_ops numeric_bloom_ops numeric_minmax_multi_ops; do
    echo "$class:"
    on 5001 <<SQL
\set ON_ERROR_STOP off
\set VERBOSITY sqlstate
CREATE TABLE numbers (n numeric);
CREATE INDEX ON numbers USING brin (n $class);
INSERT INTO numbers SELECT i FROM generate_series(1, 1000) AS i;
INSERT INTO numbers VALUES (1e400);
SELECT count(*) || ' rows' FROM numbers;
DROP TABLE numbers;
SQL
done >"$WORK/printed" 2>&1
seen <<'SEEN'
numeric_minmax_ops:
1001 rows
numeric_bloom_ops:
1001 rows
numeric_minmax_multi_ops:
ERROR:  22003
1000 rows
SEEN
