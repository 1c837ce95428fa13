#!/usr/bin/env bash
# Lookups that skip partitions find what the plain query finds. What changes a partition without a lookup knowing is
# tried one by one: each kind of statement, each isolation level, snapshots older than a seal, privileges, row security,
# foreign partitions, logical replication, dumps. Then eight sessions insert, update, delete, seal, detach and attach at
# random, and compare each lookup with the plain query; LOOKUPS=100000 for a long run.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
LOOKUPS=${LOOKUPS:-6000}
DATABASE=postgres
run() { cluster_psql skip -d "$DATABASE" -q "$@"; }
. tests/sessions.bash

# expect OUTPUT QUERY
expect() {
    local output
    output=$(run -Atc "$2" | paste -sd ' ')
    [[ $output == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$output" "$2" >&2; return 1; }
}

cluster_start skip 'wal_level = logical' 'deadlock_timeout = 20ms' 'autovacuum_naptime = 1s' 'max_prepared_transactions = 4' \
    'synchronous_commit = off' 'max_locks_per_transaction = 200'

say 'one statement after the other'
run -f tests/e2e/files/skip.sql

# A table of 40 partitions, all sealed.
# create DATABASE
create() {
    DATABASE=$1
    cluster_run skip createdb "$1"
    run -f tests/e2e/files/skip_table.sql
}

say 'rows of the statement that is running, what others plant, and what hides marks'
create cases
run -f tests/e2e/files/skip_cases.sql

say 'step by step'
create steps
for name in w s r; do session "$name"; done
# `r` looks up under an older snapshot what was inserted or sealed since.
for level in 'READ COMMITTED' 'REPEATABLE READ' SERIALIZABLE; do
    old=$([[ $level == READ* ]] && echo 1 || echo 0) # rows that r sees after w has committed
    # A writer that began before the seal holds it up.
    tell w "BEGIN ISOLATION LEVEL $level; INSERT INTO ev VALUES (1, 5001, 'w');"
    says w ''
    tell r "BEGIN ISOLATION LEVEL $level; SELECT count(*) FROM ev_by_uid(5001);"
    says r 0
    tell s "SELECT ev_uid_skip_seal(ARRAY['ev_1']::regclass[]);"
    waits s
    tell w 'COMMIT;'
    says s 1
    tell r 'SELECT count(*) FROM ev_by_uid(5001); COMMIT; SELECT count(*) FROM ev_by_uid(5001);'
    says r "$old 1"
    expect '1' 'SELECT count(*) FROM ev_by_uid(5001)'
    expect '40' 'SELECT sealed FROM ev_uid_skip_info()'

    # One whose snapshot is older than the seal, but that writes after it. The old seal was stale in that snapshot.
    run -c "INSERT INTO ev VALUES (1, 5002, 'makes stale')"
    tell w "BEGIN ISOLATION LEVEL $level; SELECT count(*) FROM ev_by_uid(5002);"
    says w 1
    expect '1' "SELECT ev_uid_skip_seal(ARRAY['ev_1']::regclass[])"
    tell w "INSERT INTO ev VALUES (1, 5003, 'late'); SELECT count(*) FROM ev_by_uid(5003);"
    says w 1
    expect 0 'SELECT count(*) FROM ev_by_uid(5003)'
    tell w 'COMMIT;'
    says w ''
    expect '1 39' 'SELECT count(*) FROM ev_by_uid(5003) UNION ALL SELECT sealed FROM ev_uid_skip_info()'
    expect '1' "SELECT ev_uid_skip_seal()"

    # The seal waits to commit; a writer waits for it, and then finds the triggers.
    tell s "BEGIN; SELECT ev_uid_skip_seal(ARRAY['ev_1']::regclass[]);"
    says s 1
    tell w "BEGIN ISOLATION LEVEL $level; SELECT 1; INSERT INTO ev_1 VALUES (1, 5004, 'waits');"
    waits w
    tell s 'COMMIT;'
    says s ''
    says w 1
    tell w 'COMMIT;'
    says w ''
    expect '1 39' 'SELECT count(*) FROM ev_by_uid(5004) UNION ALL SELECT sealed FROM ev_uid_skip_info()'
    # A seal that is rolled back leaves nothing.
    tell s 'BEGIN; SELECT ev_uid_skip_seal(); ROLLBACK;'
    says s 1
    expect '1 39' 'SELECT count(*) FROM ev_by_uid(5004) UNION ALL SELECT sealed FROM ev_uid_skip_info()'
    expect '1' "SELECT ev_uid_skip_seal()"

    # Two writers of one sealed partition do not wait for each other, and if the one that marked first rolls back, the
    # other's mark stays. A mark goes with its savepoint.
    tell w "BEGIN ISOLATION LEVEL $level; INSERT INTO ev VALUES (2, 5005, 'first');"
    says w ''
    tell r "BEGIN ISOLATION LEVEL $level; SAVEPOINT a; INSERT INTO ev VALUES (2, 5006, 'undone'); ROLLBACK TO a;"
    says r ''
    tell r "INSERT INTO ev VALUES (2, 5007, 'second'); SELECT count(*) FROM ev_by_uid(5007);"
    says r 1
    tell w 'ROLLBACK;'
    says w ''
    tell r 'COMMIT;'
    says r ''
    expect '0 0 1' 'SELECT count(*) FROM ev_by_uid(5005) UNION ALL SELECT count(*) FROM ev_by_uid(5006) UNION ALL SELECT count(*) FROM ev_by_uid(5007)'
    expect '1' "SELECT ev_uid_skip_seal()"

    # A partition that is attached after the snapshot was taken: the plain query reads it, too.
    run -c 'CREATE TABLE late (LIKE ev)' -c "INSERT INTO late VALUES (99, 5008, 'attached')"
    tell r "BEGIN ISOLATION LEVEL $level; SELECT count(*) FROM ev_by_uid(5008);"
    says r 0
    run -c 'ALTER TABLE ev ATTACH PARTITION late FOR VALUES IN (99)'
    tell r 'SELECT (SELECT count(*) FROM ev_by_uid(5008)), (SELECT count(*) FROM ev WHERE uid = 5008);'
    says r '1|1'
    expect '1' "SELECT ev_uid_skip_seal()" # r still reads it
    tell r 'SELECT (SELECT count(*) FROM ev_by_uid(5008)), (SELECT count(*) FROM ev WHERE uid = 5008); COMMIT;'
    says r '1|1'
    run -c 'ALTER TABLE ev DETACH PARTITION late' -c 'DROP TABLE late' -c 'DELETE FROM ev WHERE uid BETWEEN 5001 AND 5009'
done
# A prepared transaction holds up the seal as any other.
run -c "BEGIN; INSERT INTO ev VALUES (3, 5010, 'prepared'); PREPARE TRANSACTION 'p'"
tell s "SELECT ev_uid_skip_seal(ARRAY['ev_3']::regclass[]);"
waits s
run -c "COMMIT PREPARED 'p'"
says s 1
expect '1' 'SELECT count(*) FROM ev_by_uid(5010)'
run -c "BEGIN; INSERT INTO ev VALUES (4, 5011, 'prepared'); PREPARE TRANSACTION 'p'" -c "COMMIT PREPARED 'p'"
expect '1' 'SELECT count(*) FROM ev_by_uid(5011)'
# A mark is seen under another session's cache of the triggers, and a trigger that is dropped or disabled ends the seal.
tell r "SELECT count(*) FROM ev_by_uid(5012);"
says r 0
run -c 'ALTER TABLE ev_5 DISABLE TRIGGER ALL' -c "INSERT INTO ev VALUES (5, 5012, 'no trigger')" -c 'ALTER TABLE ev_5 ENABLE TRIGGER ALL'
tell r "BEGIN; SELECT count(*) FROM ev_by_uid(5012);"
says r 1
run -c 'DROP TRIGGER ev_uid_skip_update ON ev_6' -c "UPDATE ev_6 SET uid = 5013 WHERE uid = (SELECT min(uid) FROM ev_6)"
tell r "SELECT count(*) > 0 FROM ev_by_uid(5013); COMMIT;"
says r t
sessions_end

say "eight sessions at random: $LOOKUPS lookups"
create random
cat >"$FILES/insert" <<'SQL'
\set day random(1, 40)
\set uid random(1, 4000)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
INSERT INTO ev SELECT :day, :uid, 'insert' WHERE ('ev_' || :day)::regclass IN (SELECT inhrelid FROM pg_inherits);
COMMIT;
SQL
cat >"$FILES/direct" <<'SQL'
\set uid random(1, 4000)
INSERT INTO ev_40 VALUES (40, :uid, 'direct');
SQL
cat >"$FILES/savepoint" <<'SQL'
\set day random(1, 39)
\set uid random(1, 4000)
\set end random(1, 3)
BEGIN;
INSERT INTO ev VALUES (:day, :uid, 'before');
SAVEPOINT a;
INSERT INTO ev VALUES (:day % 39 + 1, :uid, 'within');
ROLLBACK TO a;
INSERT INTO ev VALUES ((:day + 1) % 39 + 1, :uid, 'after');
\if :end = 1
ROLLBACK;
\else
COMMIT;
\endif
SQL
cat >"$FILES/update" <<'SQL'
\set day random(1, 39)
\set uid random(1, 4000)
\set to random(1, 4000)
UPDATE ev SET uid = :to WHERE uid = :uid AND day = :day;
UPDATE ev SET day = :day, payload = 'moved' WHERE uid = :to AND day < 40;
SQL
cat >"$FILES/delete" <<'SQL'
\set uid random(1, 4000)
DELETE FROM ev WHERE uid = :uid;
SQL
cat >"$FILES/seal" <<'SQL'
\set day random(1, 40)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT ev_uid_skip_seal(ARRAY(SELECT inhrelid FROM pg_inherits WHERE inhrelid = ('ev_' || :day)::regclass)::regclass[]);
COMMIT;
SQL
cat >"$FILES/seal_all" <<'SQL'
SELECT ev_uid_skip_seal() FROM pg_advisory_xact_lock_shared(1);
SQL
# ev_40 is detached and attached again. A query that was planned before ATTACH and runs after it does not read what a
# lookup in it reads, and rows for ev_40 have no partition meanwhile: so not at once.
cat >"$FILES/attach" <<'SQL'
\set uid random(1, 4000)
BEGIN;
SELECT pg_advisory_xact_lock(1);
ALTER TABLE ev DETACH PARTITION ev_40;
COMMIT;
INSERT INTO ev_40 VALUES (40, :uid, 'detached');
BEGIN;
SELECT pg_advisory_xact_lock(1);
ALTER TABLE ev ATTACH PARTITION ev_40 FOR VALUES IN (40);
COMMIT;
SQL
cat >"$FILES/look_up" <<'SQL'
\set level random(1, 3)
\if :level = 1
BEGIN;
\elif :level = 2
BEGIN ISOLATION LEVEL REPEATABLE READ;
\else
BEGIN ISOLATION LEVEL SERIALIZABLE;
\endif
SELECT pg_advisory_xact_lock_shared(1);
SELECT compare(20);
SELECT compare(20);
COMMIT;
SQL
mixed() { # CLIENTS SCRIPT...
    cluster_run skip pgbench -n -c "$1" -j 1 -T 3600 --max-tries=100 "${@:2}" random >"$FILES/$RANDOM.log" 2>&1 &
    PIDS+=($!)
}
PIDS=()
mixed 4 -f "$FILES/insert@4" -f "$FILES/direct@2" -f "$FILES/savepoint@2" -f "$FILES/update@2" -f "$FILES/delete@8" -f "$FILES/seal@2" -R 300
mixed 1 -f "$FILES/attach" -R 5
mixed 1 -f "$FILES/seal_all" -R 10
cluster_run skip pgbench -n -c 2 -j 1 -t $((LOOKUPS / 80 + 1)) --max-tries=100 -f "$FILES/look_up" random >"$FILES/look_ups" 2>&1 || {
    cat "$FILES/look_ups" >&2
    exit 1
}
for pid in "${PIDS[@]}"; do # none has ended before
    kill "$pid" || { cat "$FILES"/*.log >&2; die 'a session has failed'; }
done
wait "${PIDS[@]}" || true
grep -E 'aborted|ERROR' "$FILES/look_ups" && die 'lookups have failed'
# Skipping was at work: most partitions that a lookup could read were not read.
expect 't' 'SELECT sum(partitions) > 0 AND sum(candidates) < 0.6 * sum(partitions) FROM compared'
run -c 'SELECT count(*) * 20 AS look_ups, round(sum(candidates) / sum(partitions), 3) AS read FROM compared'

say 'without marks the comparison fails'
create broken
run -c "INSERT INTO ev SELECT 1, i, 'not marked' FROM generate_series(1, 4000) AS i" \
    -c 'DELETE FROM ev_uid_skip_stale WHERE seal <> 0'
refuses P0004 'SELECT compare(20)'

say 'dumped and restored: nothing is sealed, and all is found'
DATABASE=steps
found='SELECT count(*), sum((SELECT count(*) FROM ev_by_uid(uid))) FROM ev'
whole=$(run -Atc "$found")
cluster_run skip createdb restored
cluster_run skip pg_dump steps >"$FILES/dump"
cluster_psql skip -d restored -q -f "$FILES/dump" >"$FILES/restored"
DATABASE=restored
expect "$whole" "$found"
expect '40|0|0' 'SELECT partitions, sealed, stale FROM ev_uid_skip_info()'
expect 40 'SELECT ev_uid_skip_seal()'
expect "$whole" "$found"
expect '40|40|0' 'SELECT partitions, sealed, stale FROM ev_uid_skip_info()'

say 'restored into new clusters, whose OIDs are the same: nothing is sealed either'
# restored CLUSTER: with a row that is added while the triggers are not there yet
restored() {
    cluster_start "$1"
    cluster_run "$1" createdb restored
    cluster_run "$1" pg_restore -d restored --section=pre-data --section=data "$FILES/custom"
    cluster_psql "$1" -d restored -qc "INSERT INTO ev VALUES (1, $2, 'between')"
    cluster_run "$1" pg_restore -d restored --section=post-data "$FILES/custom"
    cluster_psql "$1" -d restored -Atc "SELECT 'ev_1'::regclass::oid, (SELECT sealed FROM ev_uid_skip_info()), count(*) FROM ev_by_uid($2)"
}
cluster_run skip pg_dump -Fc restored >"$FILES/custom"
first=$(restored first 7001)
[[ $first == *'|0|1' ]]
[[ $(cluster_psql first -d restored -Atc 'SELECT ev_uid_skip_seal()') == 40 ]]
cluster_run first pg_dump -Fc restored >"$FILES/custom"
[[ $(restored second 7002) == "$first" ]] || die 'a restored partition counts as sealed, or the OIDs are others than before'
cluster_stop first
cluster_stop second

say 'a partition that another table is renamed to while a lookup waits for it'
create renamed
run -c 'CREATE TABLE ev_17_new (LIKE ev)' -c "INSERT INTO ev_17_new VALUES (999, 17, 'no partition')"
run -c 'BEGIN' -c 'ALTER TABLE ev_17 RENAME TO ev_17_old' -c 'ALTER TABLE ev_17_new RENAME TO ev_17' -c "SET LOCAL statement_timeout = '10min'" \
    -c "DO \$\$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'ev_17_old'::regclass AND NOT granted) LOOP PERFORM pg_sleep(0.1); END LOOP; END \$\$" -c 'COMMIT' &
until [[ $(run -Atc "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'DO %' AND wait_event = 'PgSleep'") == 1 ]]; do sleep 0.1; done
expect 17 'SELECT day FROM ev_by_uid(17)'
wait $!

say 'marks in a table that a crash or TRUNCATE empties'
create unlogged
run -c 'ALTER TABLE ev_uid_skip_stale SET UNLOGGED' -c "INSERT INTO ev VALUES (1, 5014, 'marked')" \
    -c 'SET synchronous_commit = on' -c 'CREATE TABLE after_it ()'
cluster_stop skip immediate
cluster_start skip
expect '0 1 0' 'SELECT count(*) FROM ev_uid_skip_stale UNION ALL SELECT count(*) FROM ev_by_uid(5014) UNION ALL SELECT sealed FROM ev_uid_skip_info()'
expect '40 40' 'SELECT ev_uid_skip_seal() UNION ALL SELECT sealed FROM ev_uid_skip_info()'
run -c "INSERT INTO ev VALUES (1, 5015, 'marked')" -c 'TRUNCATE ev_uid_skip_stale'
expect '1 0' 'SELECT count(*) FROM ev_by_uid(5015) UNION ALL SELECT sealed FROM ev_uid_skip_info()'

say 'after a restart, a lookup reads the matrices and one partition'
create cold
run -c 'ALTER SYSTEM SET autovacuum = off' # it reads too
cluster_stop skip
cluster_start skip
read_from="SELECT relname FROM pg_statio_user_tables
    WHERE heap_blks_read + coalesce(idx_blks_read, 0) > 0 AND relname ~ '^ev_(uid_skip|[0-9]+)\$' ORDER BY relname"
for query in 'SELECT uid FROM ev_by_uid(17)' 'SELECT uid FROM ev WHERE uid = 17'; do
    run -c 'SELECT pg_stat_reset()' >"$FILES/restored"
    expect 17 "$query"
    if [[ $query == *by_uid* ]]; then expect 'ev_17 ev_uid_skip' "$read_from"; fi
done
expect 39 "SELECT count(*) FROM ($read_from) AS t" # by the plain query, but for what is in memory
run -c 'ALTER SYSTEM RESET autovacuum' -c 'SELECT pg_reload_conf()' >"$FILES/restored"
DATABASE=restored

say 'on a subscriber: rows that are applied make partitions stale'
cluster_start subscriber 'wal_retrieve_retry_interval = 100ms'
cluster_run skip pg_dump --schema-only restored | cluster_psql subscriber -q >"$FILES/restored"
run -c 'ALTER TABLE ev REPLICA IDENTITY FULL' -c 'CREATE PUBLICATION ev FOR TABLE ev'
far() { cluster_psql subscriber -qAtc "$1"; }
cluster_psql subscriber -q -c "CREATE SUBSCRIPTION ev CONNECTION 'host=$CLUSTERS/skip user=postgres dbname=restored'
    PUBLICATION ev" 2>"$FILES/restored"
eventually() { # QUERY
    for _ in {1..6000}; do
        [[ $(far "SELECT $1") == t ]] && return
        sleep 0.1
    done
    die "the subscriber never has: $1"
}
eventually "bool_and(srsubstate = 'r') FROM pg_subscription_rel"
[[ $(far "$found") == "$whole" ]]
[[ $(far 'SELECT ev_uid_skip_seal()') == 40 ]]
run -c "INSERT INTO ev VALUES (7, 6001, 'replicated')"
eventually 'EXISTS (SELECT FROM ev WHERE uid = 6001)'
[[ $(far 'SELECT count(*) FROM ev_by_uid(6001)') == 1 ]]
[[ $(far 'SELECT sealed, stale FROM ev_uid_skip_info()') == '39|1' ]]
