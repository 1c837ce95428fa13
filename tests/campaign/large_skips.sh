#!/usr/bin/env bash
# Random queries of tables in many partitions, small and large, with values that are in one of them and in all, with LIMIT,
# joined, with plans that are kept: LARGE_SKIPS of them, from SEED on, each with the same rows by off and on. The ten that lose
# most time are shown; one that takes more than twice the time is a failure.
. "$(dirname "$0")/../../scripts/cluster.sh"
. tests/campaign/losers.bash
queries=${LARGE_SKIPS:-300} seed=${SEED:-1}

cluster_start large_skips shared_preload_libraries=bloom_rs jit=off autovacuum=off shared_buffers=512MB max_parallel_workers_per_gather=0 \
    max_locks_per_transaction=256
run() { cluster_psql large_skips -qAt -v seed="$seed" -v setting=bloom_rs.skip_partitions "$@"; }
run -f tests/campaign/large_skips.sql
# Each in a session of its own, without what others have planned.
for ((i = 0; i < queries; i++)); do
    printf 'SELECT query, key FROM query(%d) \\gset\n' "$i"
    for mode in off on; do printf '\\c\n%s\n' "CALL run($i, '$mode', :'query', :key);"; done
done | run -f - >/dev/null
report_losers large_skips
