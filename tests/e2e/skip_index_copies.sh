#!/usr/bin/env bash
# An index of access method bloom_skip in copies of a server: restored to a point in time or from an incremental backup, taken back by pg_rewind
# behind a server that was promoted, filled by logical replication. It names each partition that has a value there.
. "$(dirname "$0")/../../scripts/cluster.sh"
. tests/skip_index.bash

as_postgres mkdir "$CLUSTERS/archive"
increments=()
if ((PG_MAJOR >= 17)); then increments=('summarize_wal = on'); fi
cluster_start index "${increments[@]}" 'wal_level = logical' 'autovacuum = off' 'archive_mode = on' "archive_command = 'cp %p $CLUSTERS/archive/%f'" \
    'wal_log_hints = on' 'wal_consistency_checking = generic' 'wal_keep_size = 1GB'
run -f tests/e2e/files/skip_index.sql -c 'INSERT INTO ev SELECT i % 3 + 1, i FROM generate_series(1, 15000) AS i' -c 'VACUUM ev'
expect '5 built' 'SELECT states()'

cluster_copy restored index
# Additions to filters in the metapage and on pages, a filter that is opened and built again, one that is replaced, a new partition.
run -c 'INSERT INTO ev SELECT i % 5 + 1, i FROM generate_series(20001, 24000) AS i' -c 'INSERT INTO ev SELECT 4, i FROM generate_series(30001, 35000) AS i' \
    -c 'VACUUM ev' -c 'REINDEX INDEX ev_2_k_idx' -c 'TRUNCATE ev_3' -c 'CREATE TABLE ev_6 PARTITION OF ev FOR VALUES IN (6)' -c 'INSERT INTO ev VALUES (6, 36001), (3, 36002)'
before=$(run -Atc "SELECT partition, state, \"values\", capacity FROM bloom_skip_info('ev_k')")
run -c "SELECT pg_create_restore_point('here')" -c 'INSERT INTO ev SELECT i % 6 + 1, i FROM generate_series(40001, 45000) AS i' -c 'TRUNCATE ev_1' >"$FILES/point"
wal=$(run -Atc 'SELECT pg_walfile_name(pg_switch_wal())')
wait_until index "last_archived_wal >= '$wal' FROM pg_stat_archiver"
if [[ ${increments[*]} ]]; then
    say 'an incremental backup'
    cluster_copy increment index --incremental="$CLUSTERS/restored/data/backup_manifest"
    cluster_directory combined
    as_postgres "$PG_BIN/pg_combinebackup" --no-sync -o "$CLUSTERS"/{combined,restored,increment}/data
    cluster_set combined "unix_socket_directories = '$CLUSTERS/combined'" 'archive_mode = off'
    cluster_start combined
    CLUSTER=combined expect '' 'SELECT missed()'
    CLUSTER=combined expect "$(run -Atc 'SELECT states()')" 'SELECT states()'
    CLUSTER=combined expect 'ev_6' "SELECT bloom_skip_candidates('ev_k', 36001)"
    cluster_stop combined
    as_postgres "$PG_BIN/pg_checksums" --check -D "$CLUSTERS/combined/data" >"$FILES/checksums"
fi

say 'a point in time'
cluster_set restored 'archive_mode = off' "restore_command = 'cp $CLUSTERS/archive/%f %p'" "recovery_target_name = 'here'" "recovery_target_action = 'promote'"
as_postgres touch "$CLUSTERS/restored/data/recovery.signal"
cluster_start restored
wait_until restored 'NOT pg_is_in_recovery()'
CLUSTER=restored expect '' 'SELECT missed()'
CLUSTER=restored expect "$(paste -sd ' ' <<<"$before")" "SELECT partition, state, \"values\", capacity FROM bloom_skip_info('ev_k')"
CLUSTER=restored expect 'ev_6 ev_3' "SELECT c FROM unnest(ARRAY[36001, 36002, 40001]) AS k, bloom_skip_candidates('ev_k', k) AS c"
CLUSTER=restored run -c 'INSERT INTO ev SELECT 1, i FROM generate_series(50001, 90000) AS i' -c 'VACUUM ev'
CLUSTER=restored expect '' 'SELECT missed()'
cluster_stop restored

say 'logical replication'
cluster_start subscriber 'wal_receiver_status_interval = 1s' 'wal_retrieve_retry_interval = 100ms' # no long waits
cluster_run index pg_dump -d postgres --schema-only | CLUSTER=subscriber run >/dev/null
# A row is found there by all its columns; the server must not try to do so by this index.
for part in {1..6}; do run -c "ALTER TABLE ev_$part REPLICA IDENTITY FULL"; done
run -c 'CREATE PUBLICATION rows FOR TABLE ev'
CLUSTER=subscriber run -c "CREATE SUBSCRIPTION rows CONNECTION 'host=$CLUSTERS/index user=postgres dbname=postgres' PUBLICATION rows" 2>"$FILES/subscribed"
wait_until subscriber "bool_and(srsubstate = 'r') FROM pg_subscription_rel"
sums='SELECT count(*), sum(k) FROM ev'
replicated() {
    wait_until index "bool_and(confirmed_flush_lsn >= '$(run -Atc 'SELECT pg_current_wal_lsn()')') FROM pg_replication_slots"
    CLUSTER=subscriber expect "$(run -Atc "$sums")" "$sums"
    CLUSTER=subscriber expect '' 'SELECT missed()'
}
replicated
run -c 'INSERT INTO ev SELECT i % 5 + 1, i FROM generate_series(60001, 62000) AS i' -c 'UPDATE ev SET k = k + 500000 WHERE part = 6' \
    -c 'UPDATE ev SET part = 4 WHERE k = 36002' -c 'DELETE FROM ev WHERE k = 60002'
replicated
CLUSTER=subscriber run -c 'VACUUM ev'
CLUSTER=subscriber expect '6 built' 'SELECT states()'
run -c 'INSERT INTO ev VALUES (5, -1)'
replicated
CLUSTER=subscriber expect ev_5 "SELECT bloom_skip_candidates('ev_k', -1)"
CLUSTER=subscriber run -c 'DROP SUBSCRIPTION rows' 2>>"$FILES/subscribed"
cluster_stop subscriber

say 'pg_rewind'
cluster_copy standby index -R
cluster_set standby 'archive_mode = off'
cluster_start standby
run -c 'INSERT INTO ev VALUES (1, 100001)'
catch_up standby index
as_postgres "$CLUSTERS/standby/bin/pg_ctl" promote -s -D "$CLUSTERS/standby/data"
# Both go on: the same pages of filters have other bits on each, one of the two is built again.
CLUSTER=standby run -c 'INSERT INTO ev SELECT i % 5 + 1, i FROM generate_series(100002, 103000) AS i' -c 'CHECKPOINT'
run -c 'INSERT INTO ev SELECT i % 5 + 1, i FROM generate_series(200002, 210000) AS i' -c 'VACUUM ev' -c 'REINDEX INDEX CONCURRENTLY ev_2_k_idx'
expect '' 'SELECT missed()'
cluster_stop index
as_postgres env -C "$CLUSTERS" "$CLUSTERS/index/bin/pg_rewind" -D "$CLUSTERS/index/data" --source-server="host=$CLUSTERS/standby user=postgres dbname=postgres" \
    --write-recovery-conf 2>"$FILES/rewind" || die "$(cat "$FILES/rewind")"
grep -q 'Done!' "$FILES/rewind"
cluster_set index "unix_socket_directories = '$CLUSTERS/index'" 'archive_mode = off'
cluster_start index
for CLUSTER in index standby; do
    catch_up index standby
    expect '' 'SELECT missed()'
    expect 0 'SELECT count(*) FROM ev WHERE k BETWEEN 200002 AND 210000'
    CLUSTER=standby run -c 'INSERT INTO ev SELECT i % 5 + 1, i FROM generate_series(300001, 340000) AS i' -c 'VACUUM ev'
done
