#!/usr/bin/env bash
# PostgreSQL 16.2 (pgserver 0.1.4): on a standby, a REPEATABLE READ transaction counts a row by a sequential scan, and not by an index
# that the primary built after the snapshot was taken.
# Usual guess: replay cancels a query whose rows are cleaned up, so all plans of a snapshot see the same rows.
# Behavior: a build leaves out rows that no snapshot of the primary sees, nothing waits for those of a standby without
# hot_standby_feedback, and the planner there uses the index at once.
. "$(dirname "$0")/finding.bash"
pip_with pgserver==0.1.4
BIN=$(echo "$WORK"/venv/lib/python3*/site-packages/pgserver/pginstall/bin)
as=()
if [[ $EUID -eq 0 ]]; then # whom the server refuses
    chown -R nobody "$WORK"
    as=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups)
fi
server() { "${as[@]}" "$BIN/$1" "${@:2}" >>"$WORK/log"; }
# on PORT: runs statements of standard input there.
on() { "${as[@]}" "$BIN/psql" -XqAt -v ON_ERROR_STOP=1 -h "$WORK" -p "$1" -U postgres postgres; }
stop() {
    local data
    for data in primary standby; do server pg_ctl stop -s -m immediate -D "$WORK/$data" || true; done
    rm -rf "$WORK"
}
trap stop EXIT
start() { server pg_ctl start -s -w -D "$WORK/$1" -l "$WORK/$1.log" -o "-p $2 -k $WORK -c listen_addresses=''"; }

cd "$WORK"
server initdb -U postgres -A trust -D "$WORK/primary"
start primary 5001
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
