#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): on a standby, a REPEATABLE READ transaction counts a row by a sequential scan, and not by an index
# that the primary built after the snapshot was taken.
# Usual guess: replay cancels a query whose rows are cleaned up, so all plans of a snapshot see the same rows.
# Behavior: a build leaves out rows that no snapshot of the primary sees, nothing waits for those of a standby without
# hot_standby_feedback, and the planner there uses the index at once.
. "$(dirname "$0")/finding.bash"
pgserver_with 0.1.4
cluster primary 5001
server pg_basebackup -h "$WORK" -p 5001 -U postgres -R -D "$WORK/standby"
start standby 5002
on 5001 <<'SQL'
CREATE TABLE numbers AS SELECT n FROM generate_series(1, 1000) AS n;
SQL
# replayed: waits until the standby has all that the primary did.
replayed() {
    local where
    where=$(on 5001 <<<'SELECT pg_current_wal_insert_lsn()')
    until [[ $(on 5002 <<<"SELECT pg_last_wal_replay_lsn() >= '$where'") == t ]]; do sleep 0.1; done
}
replayed
on 5002 >"$WORK/printed" <<SQL &
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT 'a snapshot';
\! touch $WORK/taken; until [ -e $WORK/built ]; do sleep 0.1; done
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT count(*) FROM numbers WHERE n = 500;
SELECT count(*) FROM numbers WHERE n = 500;
RESET enable_seqscan;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SELECT count(*) FROM numbers WHERE n = 500;
COMMIT;
SQL
until [[ -e $WORK/taken ]]; do sleep 0.1; done
on 5001 <<'SQL'
DELETE FROM numbers WHERE n = 500;
CREATE INDEX ON numbers (n);
SQL
replayed
touch "$WORK/built"
wait
seen <<'SEEN'
a snapshot
Aggregate
  ->  Bitmap Heap Scan on numbers
        Recheck Cond: (n = 500)
        ->  Bitmap Index Scan on numbers_n_idx
              Index Cond: (n = 500)
0
1
SEEN
