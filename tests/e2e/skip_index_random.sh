#!/usr/bin/env bash
# At random: four sessions write to partitions, with rollbacks, subtransactions, HOT and key updates, keys out of line, TRUNCATE and REINDEX; meanwhile
# VACUUM builds, is canceled, indexes are built again concurrently, a partition is detached and attached, the server crashes.
# After each step bloom_skip_candidates names each partition in which a plain scan finds a value, of the session's own snapshot, of new ones,
# and of old ones of another session. STEPS=5000 for a long run; SEED repeats one as far as sessions allow.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

STEPS=${STEPS:-1200} SEED=${SEED:-$RANDOM}
run() { cluster_psql index -q "$@"; }

cluster_start index 'autovacuum_naptime = 1s' 'synchronous_commit = off' 'deadlock_timeout = 100ms' 'wal_consistency_checking = generic' \
    'max_prepared_transactions = 4' 'maintenance_work_mem = 1MB' 'wal_keep_size = 0'
run -f tests/e2e/files/skip_index.sql -f tests/e2e/files/skip_index_random.sql
say "seed $SEED"

# Tells of missed values; other errors, such as deadlocks and serialization failures, end a series of steps early.
write() { # SESSION STEPS
    local left=$2 seed
    for ((series = 0; left > 0; series++, left -= 100)); do
        seed=0.$(((SEED * 31 + $1 * 701 + series * 1303) % 99991))
        run -c "CALL steps(100, $seed)" 2>>"$CLUSTERS/errors" || true
    done
}
look_back() { # old snapshots
    while [[ -e $CLUSTERS/busy ]]; do
        run -At 2>>"$CLUSTERS/errors" <<'SQL' || true
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) * 0 FROM pg_class;
SELECT pg_sleep(random());
SELECT 'MISSED before: ' || m FROM missed() AS m LIMIT 3;
SELECT pg_sleep(random());
SELECT 'MISSED before: ' || m FROM missed() AS m LIMIT 3;
COMMIT;
SQL
    done
}
maintain() {
    local part
    while [[ -e $CLUSTERS/busy ]]; do
        part=$((1 + RANDOM % 5))
        case $((RANDOM % 8)) in
        0) run -c "REINDEX INDEX CONCURRENTLY ev_${part}_k_idx" ;;
        1) run -c "SET statement_timeout = $((RANDOM % 40 + 1))" -c "VACUUM ev_$part" ;;
        2) run -c "ALTER TABLE ev DETACH PARTITION ev_$part" -c "INSERT INTO ev_$part VALUES ($part, $RANDOM)" \
            -c "ALTER TABLE ev ATTACH PARTITION ev_$part FOR VALUES IN ($part)" ;;
        3) run -c "BEGIN; INSERT INTO ev SELECT $part, $RANDOM % 3000 + i FROM generate_series(1, 5) AS i; PREPARE TRANSACTION 'p'" \
            -c "$( ((RANDOM % 2)) && echo COMMIT || echo ROLLBACK) PREPARED 'p'" ;;
        4) run -c "COPY ev (part, k) FROM PROGRAM 'seq 1 50 | sed s/^/$part,/' (FORMAT csv, DELIMITER ',')" ;;
        *) run -c "VACUUM $( ((RANDOM % 4)) || echo '(FREEZE)') ev_$part" ;;
        esac 2>>"$CLUSTERS/errors" || true
    done
}

for round in 1 2 3 4; do
    touch "$CLUSTERS/busy"
    sessions=()
    for number in 1 2 3 4; do write $((round * 10 + number)) $((STEPS / 16)) & sessions+=($!); done
    look_back >>"$CLUSTERS/looked" & others=($!)
    maintain >/dev/null & others+=($!)
    if ((round % 2)); then
        wait "${sessions[@]}"
    else
        sleep 4
        cluster_stop index immediate
        cluster_start index
        wait "${sessions[@]}"
    fi
    rm "$CLUSTERS/busy"
    wait "${others[@]}"
    # All values at once, and the detached partition, if a deadlock or the crash left one.
    missed=$(run -Atc 'SELECT missed() LIMIT 5')
    [[ ! $missed ]] || die "missed: $missed"
    for part in 1 2 3 4 5; do
        run -c "ALTER TABLE ev ATTACH PARTITION ev_$part FOR VALUES IN ($part)" 2>/dev/null || true
    done
    run -Atc 'SELECT states()' | sed "s/^/round $round: /"
done
! grep -E 'missed in|MISSED|missing chunk|invalid|XX000|internal' "$CLUSTERS/errors" "$CLUSTERS/looked" || die "seed $SEED"
run -c 'VACUUM ev'
missed=$(run -Atc 'SELECT missed() LIMIT 5')
[[ ! $missed ]] || die "missed: $missed"
grep -oE 'ERROR: .*' "$CLUSTERS/errors" | sed 's/[0-9]\+/N/g; s/"[^"]*"/".."/g' | sort | uniq -c | sort -rn | head
say "$(run -Atc 'SELECT last_value FROM done') steps"
[[ $(run -Atc "SELECT last_value > $STEPS / 3 FROM done") == t ]]
[[ $(run -Atc "SELECT count(*) FROM bloom_skip_info('ev_k') WHERE state = 'built'") == 5 ]]
