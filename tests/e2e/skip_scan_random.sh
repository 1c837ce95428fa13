#!/usr/bin/env bash
# Random queries, with the scan that skips partitions as without: COMPARED of them, from SEED on. The first third under READ
# COMMITTED with nothing beside them; the others under each isolation level, both answers in one snapshot, beside sessions that
# insert, update, move, reload, rewrite, attach, detach and drop at random, and VACUUM that builds. FOREIGN=yes: with a foreign
# partition.
. "$(dirname "$0")/../../scripts/cluster.sh"
compared=${COMPARED:-300} seed=${SEED:-1}
run() { cluster_psql skip_scan -qAt "$@"; }

cluster_start skip_scan session_preload_libraries=bloom_rs jit=off 'deadlock_timeout = 50ms' 'autovacuum_naptime = 1s' 'synchronous_commit = off' \
    'max_connections = 30' 'statement_timeout = 120s' 'maintenance_work_mem = 1MB'
run -f tests/e2e/files/skip_scan_random.sql
if [[ ${FOREIGN:-} == yes ]]; then run -f tests/e2e/files/skip_scan_random_foreign.sql; fi
found=$CLUSTERS/found
third=$((seed + compared / 3)) # in pieces, as there is a timeout
for ((at = seed; at < third; at += 300)); do
    run -c "CALL compare_some($at, $((third - at < 300 ? third - at : 300)))" 2>>"$found" || die "$(tail -n 5 "$found")"
done
! grep WRONG "$found" || die "other rows, seed $seed"

# look FIRST LAST LEVEL: an error, such as a deadlock or a serialization failure, ends a series.
look() {
    local at
    for ((at = $1; at < $2; at += 10)); do run -c "SET default_transaction_isolation = '$3'" -c "CALL compare_some($at, $(($2 - at < 10 ? $2 - at : 10)))" 2>>"$found" || true; done
}
detach() { # commits in between, so no function can do it
    local part
    while [[ -e $CLUSTERS/busy ]]; do
        part=$((RANDOM % 10))
        cluster_psql skip_scan -q -v ON_ERROR_STOP=0 -c 'SET statement_timeout = 2000' -c "ALTER TABLE ev DETACH PARTITION ev_$part CONCURRENTLY" \
            -c "ALTER TABLE ev DETACH PARTITION ev_$part FINALIZE" -c "INSERT INTO ev_$part VALUES ($part, $part, 1, 'n$part')" \
            -c "ALTER TABLE ev ATTACH PARTITION ev_$part FOR VALUES FROM ($part) TO ($part + 1)" || true
        run -c "VACUUM ev_$((RANDOM % 10))" -c "REINDEX INDEX CONCURRENTLY ev_$((RANDOM % 10))_uid_idx1" || true
        sleep 0.2
    done
}
write() {
    while [[ -e $CLUSTERS/busy ]]; do run -c "SET statement_timeout = 0" -c 'CALL write_on()' || true; done
}
touch "$CLUSTERS/busy"
detach >/dev/null 2>&1 & others=($!)
for _ in 1 2; do write >>"$CLUSTERS/written" 2>&1 & others+=($!); done
sixth=$(((compared - compared / 3) / 4 + 1))
look $third $((third + sixth)) 'read committed' & looks=($!)
look $((third + sixth)) $((third + 3 * sixth)) 'repeatable read' & looks+=($!)
wait "${looks[@]}"
look $((third + 3 * sixth)) $((third + 4 * sixth)) serializable
rm "$CLUSTERS/busy"
run -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%write_on%' AND pid <> pg_backend_pid()" >/dev/null
wait "${others[@]}"
! grep -E 'WRONG|internal|XX000' "$found" || die "other rows, seed $seed"
# What may happen beside other sessions.
expected='deadlock detected|could not serialize|already moved to another partition|statement timeout|administrator command'
! grep -hE '(ERROR|FATAL):' "$found" "$CLUSTERS/written" | grep -vE "$expected" || die "other errors, seed $seed"
grep 'after two minutes' "$found" || true
grep -ohE '(ERROR|FATAL):  .*' "$found" "$CLUSTERS/written" | sed 's/[0-9]\+/N/g; s/"[^"]*"/".."/g' | sort | uniq -c | sort -rn | head -n 12
say "$(run -c "SELECT format('%s queries, of which %s skip, %s fail, and %s were asked again', c.last_value, s.last_value, e.last_value, a.last_value) FROM compared AS c, skipped AS s, errors AS e, asked_again AS a") (seed $seed)"
[[ $(run -c "SELECT c.last_value > $compared * 2 / 3 AND s.last_value > c.last_value / 3 AND e.last_value < c.last_value / 20 FROM compared AS c, skipped AS s, errors AS e") == t ]]
cluster_check skip_scan
