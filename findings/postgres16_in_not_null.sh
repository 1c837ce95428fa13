#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): a second condition that is true of every row makes a query lose a row of a default partition.
# Usual guess: a value that is in a list is not null, so `AND uid IS NOT NULL` changes nothing.
# Behavior: where a table is partitioned by range, pruning by IN or OR together with IS NOT NULL leaves the default partition out. A
# single value is found, and partitions by list are pruned right. Also seen in 15.18 and 16.14, not in 15.20, 17.12 and 18.6: the
# release notes of August 2026 (15.19, 18.6) say "the DEFAULT partition would be skipped when it should not be".
. "$(dirname "$0")/finding.bash"
pgserver_with 0.1.4
cluster data 5001
on 5001 >"$WORK/printed" <<'SQL'
CREATE TABLE visits (uid integer) PARTITION BY RANGE (uid);
CREATE TABLE visits_1 PARTITION OF visits FOR VALUES FROM (0) TO (100);
CREATE TABLE visits_rest PARTITION OF visits DEFAULT;
INSERT INTO visits VALUES (5), (200);
SELECT 'IN', array_agg(uid) FROM visits WHERE uid IN (5, 200);
SELECT 'IN and NOT NULL', array_agg(uid) FROM visits WHERE uid IN (5, 200) AND uid IS NOT NULL;
SELECT 'OR and NOT NULL', array_agg(uid) FROM visits WHERE (uid = 5 OR uid = 200) AND uid IS NOT NULL;
SELECT '= and NOT NULL', array_agg(uid) FROM visits WHERE uid = 200 AND uid IS NOT NULL;
SET enable_partition_pruning = off;
SELECT 'IN and NOT NULL, not pruned', array_agg(uid) FROM visits WHERE uid IN (5, 200) AND uid IS NOT NULL;
SQL
seen <<'SEEN'
IN|{5,200}
IN and NOT NULL|{5}
OR and NOT NULL|{5}
= and NOT NULL|{200}
IN and NOT NULL, not pruned|{5,200}
SEEN
