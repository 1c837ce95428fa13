#!/usr/bin/env bash
# At random: four sessions write to partitions, one of which is unlogged, with rollbacks, subtransactions, HOT and key updates, ON CONFLICT, keys out
# of line, TRUNCATE and REINDEX; meanwhile VACUUM builds, freezes, is canceled, indexes are built again concurrently, rows are prepared and copied,
# also frozen, a partition is detached and attached, the server crashes, and its standby.
# After each step bloom_skip_candidates names each partition in which a plain scan finds a value, of the session's own snapshot, of new ones,
# and of old ones of another session, on the standby, too. STEPS=5000 for a long run; SEED repeats one as far as sessions allow.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

STEPS=${STEPS:-1200} SEED=${SEED:-$RANDOM}
RANDOM=$SEED
. tests/skip_index.bash

cluster_start index 'autovacuum_naptime = 1s' 'synchronous_commit = off' 'deadlock_timeout = 100ms' 'wal_consistency_checking = generic' \
    'max_prepared_transactions = 4' 'maintenance_work_mem = 1MB' 'wal_level = replica' 'wal_keep_size = 2GB'
run -f tests/e2e/files/skip_index.sql -f tests/e2e/files/skip_index_random.sql
say "seed $SEED"
cluster_copy standby index -R
# Not for ever: replay may wait for a snapshot whose query waits for a lock of replay, and the server does not notice.
cluster_set standby 'max_standby_streaming_delay = 5s' 'wal_retrieve_retry_interval = 100ms'
cluster_start standby

# Tells of missed values; other errors, such as deadlocks, end a series early. Each step is a notice.
touch "$CLUSTERS/errors"
write() { # SESSION
    run -c "CALL steps(100, 0.$(((SEED * 31 + $1 * 701) % 99991)))" 2>>"$CLUSTERS/errors" || true
}
steps() { grep -c 'NOTICE:  step' "$CLUSTERS/errors" || true; }
look_back() { # old snapshots
    export PGOPTIONS="-c search_path=${1-public}"
    while [[ -e $CLUSTERS/busy ]]; do
        run -At 2>>"$CLUSTERS/errors" <<'SQL' || true
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT format('looks at %s', count(*) * 0) FROM pg_class;
SELECT pg_sleep(random());
SELECT 'MISSED before: ' || m FROM missed() AS m LIMIT 3;
SELECT pg_sleep(random());
SELECT 'MISSED before: ' || m FROM missed() AS m LIMIT 3;
SELECT 'has looked';
COMMIT;
SQL
    done
}
maintain() {
    local part
    while [[ -e $CLUSTERS/busy ]]; do
        part=$((1 + RANDOM % 5))
        case $((RANDOM % 11)) in
        0) run -c "REINDEX INDEX CONCURRENTLY ev_${part}_k_idx" ;;
        1) run -c "SET statement_timeout = $((RANDOM % 40 + 1))" -c "VACUUM ev_$part" ;;
        2) run -c "ALTER TABLE ev DETACH PARTITION ev_$part" -c "INSERT INTO ev_$part VALUES ($part, $RANDOM)" \
            -c "ALTER TABLE ev ATTACH PARTITION ev_$part FOR VALUES IN ($part)" ;;
        3) run -c "BEGIN; INSERT INTO ev SELECT $part, $RANDOM % 3000 + i FROM generate_series(1, 5) AS i; PREPARE TRANSACTION 'p'" \
            -c "$( ((RANDOM % 2)) && echo COMMIT || echo ROLLBACK) PREPARED 'p'" ;;
        4) run -c "COPY ev (part, k) FROM PROGRAM 'seq 1 50 | sed s/^/$part,/' (FORMAT csv, DELIMITER ',')" ;;
        5) run -c "BEGIN; TRUNCATE ev_$part; COPY ev_$part (part, k) FROM PROGRAM 'seq 1 2 4000 | sed s/^/$part,/' (FORMAT csv, FREEZE); COMMIT" ;;
        6) run -c "SELECT bloom_skip_build('ev_k')" ;;
        7) run -c "VACUUM FULL ev_$part" ;;
        *) run -c "VACUUM $( ((RANDOM % 4)) || echo '(FREEZE)') ev_$part" ;;
        esac 2>>"$CLUSTERS/errors" || true
    done
}

# The first start may fail for an unlogged table, or any index of it: PostgreSQL's bug 17731 (15 to 19rc1). The file in the way is empty, and
# the next start removes it.
start_after_crash() {
    local file
    cluster_start index 2>"$CLUSTERS/start" && return
    file=$CLUSTERS/index/data/$(awk -F '"' '/LOG:  starting PostgreSQL/ { file = "none" }
        /FATAL:  could not create file ".*": File exists/ { file = $2 } END { print file }' "$CLUSTERS/start")
    if [[ ! -e $file || -s $file ]]; then cat "$CLUSTERS/start" >&2; return 1; fi
    cluster_start index
}

for ((round = 1; round <= 4 || $(steps) < STEPS; round++)); do
    touch "$CLUSTERS/busy"
    sessions=()
    for number in 1 2 3 4; do write $((round * 10 + number)) & sessions+=($!); done
    look_back >>"$CLUSTERS/looked" & others=($!)
    CLUSTER=standby look_back logged,public >>"$CLUSTERS/looked.standby" & others+=($!)
    maintain >/dev/null & others+=($!)
    if ((round % 2)); then
        wait "${sessions[@]}"
    else
        sleep "$((RANDOM % 4)).$((RANDOM % 10))"
        cluster_stop index immediate
        start_after_crash
        run -c "COMMIT PREPARED 'p'" 2>>"$CLUSTERS/errors" || true # or its locks stay
        if ((round % 4 == 0)); then
            cluster_stop standby immediate
            cluster_start standby
        fi
        wait "${sessions[@]}"
    fi
    rm "$CLUSTERS/busy"
    wait "${others[@]}"
    ! grep -E 'missed in|MISSED|missing chunk|invalid|XX000|internal' "$CLUSTERS"/{errors,looked,looked.standby} || die "seed $SEED"
    # All values at once, and the detached partition, if a deadlock or the crash left one.
    missed=$(run -Atc 'SELECT missed() LIMIT 5')
    [[ ! $missed ]] || die "missed: $missed"
    catch_up standby index
    missed=$(PGOPTIONS='-c search_path=logged,public' CLUSTER=standby run -Atc 'SELECT missed() LIMIT 5')
    [[ ! $missed ]] || die "missed on the standby: $missed"
    for part in 1 2 3 4 5; do
        run -c "ALTER TABLE ev ATTACH PARTITION ev_$part FOR VALUES IN ($part)" 2>/dev/null || true
    done
    run -Atc 'SELECT states()' | sed "s/^/round $round: /"
done
for looked in "$CLUSTERS"/looked*; do grep -q 'has looked' "$looked"; done
run -c 'VACUUM ev'
missed=$(run -Atc 'SELECT missed() LIMIT 5')
[[ ! $missed ]] || die "missed: $missed"
grep -oE 'ERROR: .*' "$CLUSTERS/errors" | sed 's/[0-9]\+/N/g; s/"[^"]*"/".."/g' | sort | uniq -c | sort -rn | head
say "$(steps) steps"
[[ $(run -Atc "SELECT count(*) FROM bloom_skip_info('ev_k') WHERE state = 'built'") == 5 ]]
