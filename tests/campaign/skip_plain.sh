#!/usr/bin/env bash
# Plain queries that skip partitions, against plain queries that cannot, under each isolation level: LOOKUPS of them, beside
# sessions that insert, update, move, truncate, detach, attach and seal at random.
. "$(dirname "$0")/../../scripts/cluster.sh"
lookups=${LOOKUPS:-100000} seed=${SEED:-1} keys=20

cluster_start skip_plain 'deadlock_timeout = 20ms' 'max_connections = 30' 'session_preload_libraries = bloom_rs' \
    'bloom_rs.skip_partitions = force' 'autovacuum_naptime = 1s'
cluster_psql skip_plain -q -f tests/campaign/skip_plain.sql
files=$(mktemp -d "$CLUSTERS/files.XXXXXX")
for part in {0..19}; do printf '%s\t%s\tfrozen\t%s\n' "$part" "$((part * 37))" 7 "$part" "$((part * 41 + 5))" 8 >"$files/$part"; done
chmod -R a+rX "$files"

cat >"$files/look.pgbench" <<'EOF'
\set level random(0, 2)
\set key random(0, 1000)
\set late random(0, 3)
\if :level = 0
BEGIN ISOLATION LEVEL READ COMMITTED;
\elif :level = 1
BEGIN ISOLATION LEVEL REPEATABLE READ;
\else
BEGIN ISOLATION LEVEL SERIALIZABLE;
\endif
\if :late = 0
CALL write(0, :key % 20, :key, '');
SELECT compare(:key, 1);
SELECT pg_sleep(0.02);
\endif
SELECT compare(:key, :keys);
COMMIT;
EOF
cat >"$files/write.pgbench" <<'EOF'
\set way random(0, 99)
\set part random(0, 19)
\set key random(0, 1000)
CALL write(:way, :part, :key, 'FILES');
EOF
sed -i "s|FILES|$files/|" "$files/write.pgbench"
# bench CLIENTS TRANSACTIONS SCRIPT: errors of concurrency are tried again.
bench() {
    cluster_run skip_plain pgbench -n -c "$1" -j 1 -t "$2" --max-tries=100 -D keys="$keys" \
        --random-seed="$seed" -f "$files/$3.pgbench"
}
say "$lookups lookups beside writes, seed $seed"
clients=4
bench 3 1000000 write >"$files/writes" 2>&1 & writes=$!
detach() { # commits in between, so no function can do it
    local part
    while :; do
        part=$((RANDOM % 20))
        cluster_psql skip_plain -q -v ON_ERROR_STOP=0 -c "ALTER TABLE ev DETACH PARTITION ev_$part CONCURRENTLY" \
            -c "INSERT INTO ev_$part VALUES ($part, $part, 'alone', 1)" \
            -c "ALTER TABLE ev ATTACH PARTITION ev_$part FOR VALUES FROM ($part) TO ($part + 1)" || true
        sleep 0.3
    done
}
detach >/dev/null 2>&1 & detaches=$!
status=0
bench $clients $((lookups / keys / clients + 1)) look >"$files/looks" 2>&1 || status=$?
# Without writes until the end, the lookups would prove nothing.
ended=
kill "$writes" 2>/dev/null || ended=writes
kill "$detaches" 2>/dev/null || ended="$ended detaches"
wait "$writes" "$detaches" 2>/dev/null || true
grep -E 'ERROR|aborted|skipping finds' "$files/looks" "$files/writes" | head -n 20 || true
((status == 0)) || { tail -n 20 "$files/looks" >&2; die 'a lookup failed'; }
[[ ! $ended ]] || { tail -n 20 "$files/writes" >&2; die "ended before the lookups: $ended"; }
cluster_psql skip_plain -c "SELECT level, sum(look_ups) AS lookups FROM checked GROUP BY level ORDER BY level" \
    -c "SELECT partitions, sealed, stale FROM ev_uid_skip_info() UNION ALL SELECT partitions, sealed, stale FROM ev_uid_dev_skip_info()"
cluster_check skip_plain
