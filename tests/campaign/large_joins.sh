#!/usr/bin/env bash
# Random joins of tables that are large enough for `on`, with keys that are long or far behind in the row, and conditions that
# cost little: LARGE_JOINS of them, from SEED on, each with the same rows by off, on and force. The ten that lose most time are
# shown, with the ten that need most memory; one that takes more than twice the time or memory is a failure.
. "$(dirname "$0")/../../scripts/cluster.sh"
. tests/campaign/losers.bash
joins=${LARGE_JOINS:-300} seed=${SEED:-1}

cluster_start large_joins shared_preload_libraries=bloom_rs jit=off autovacuum=off shared_buffers=512MB enable_nestloop=off \
    enable_mergejoin=off max_parallel_workers_per_gather=0
run() { cluster_psql large_joins -qAt -v seed="$seed" -v setting=bloom_rs.screen_joins "$@"; }
run -f tests/campaign/large_joins.sql
# Each in a session of its own, as the peak of its memory is that of a process.
for ((i = 0; i < joins; i++)); do
    printf "SELECT query(%d) AS query \\\\gset\n" "$i"
    for mode in off on force; do printf '\\c\n%s\n' "CALL run($i, '$mode', :'query');"; done
done | run -f - >/dev/null
report_losers large_joins
