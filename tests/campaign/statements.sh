#!/usr/bin/env bash
# Random statements (generator.sql), STATEMENTS of them from SEED on: none crashes the server, ends with an internal
# error, goes on for more than a second after it was to be cancelled, or leaves memory with the session.
. "$(dirname "$0")/../../scripts/cluster.sh"
statements=${STATEMENTS:-10000} seed=${SEED:-1}
each=1000 timeout=250 # statements of a session; milliseconds

parallel=debug_parallel_query
if [[ $PG_MAJOR -eq 15 ]]; then parallel=force_parallel_mode; fi
# What the sessions take turns with.
modes=("work_mem=4MB" "$parallel=on" "plan_cache_mode=force_generic_plan work_mem=64kB" jit_above_cost=0
    "enable_hashagg=off enable_hashjoin=off enable_seqscan=off"
    "parallel_setup_cost=0 parallel_tuple_cost=0 min_parallel_table_scan_size=0 max_parallel_workers_per_gather=2")

cluster_start campaign 'track_functions = all' 'shared_buffers = 64MB' 'max_locks_per_transaction = 256'
cluster_psql campaign -q -f tests/campaign/generator.sql
log=${LOG:-/dev/null} # of psql
session() { # SEED STATEMENTS SETTING...
    local setting
    for setting in "${@:3}"; do echo "SET ${setting/=*/} = '${setting#*=}';"; done
    cat <<END
CALL campaign.begin(0.$(printf %06d $(($1 % 1000000))));
SELECT 'SET statement_timeout = $timeout' UNION ALL SELECT campaign.statement() FROM generate_series(1, $2) \gexec
RESET statement_timeout;
\set ECHO none
\timing off
SELECT 'Memory: ' || sum(total_bytes) FROM pg_backend_memory_contexts WHERE name = 'bloom_rs';
END
}
for ((begun = 0; begun < statements; begun += each, seed++)); do
    n=$((statements - begun < each ? statements - begun : each))
    echo "Session: $seed"
    # shellcheck disable=SC2086 # words
    session "$seed" "$n" ${modes[seed % ${#modes[@]}]} |
        cluster_run campaign psql -X -qAt -v VERBOSITY=verbose -v ECHO=queries \
            -c 'SET client_min_messages = error' -c '\timing on' -f - 2>&1 || echo "Lost: session $seed"
done | tee "$log" | awk -v wanted="$statements" -v limit=$((timeout + 1000)) -f tests/campaign/summary.awk || failed=1
cluster_psql campaign -At -f tests/campaign/reached.sql || failed=1
if grep -E 'PANIC|terminated by|panicked|TRAP' "$CLUSTERS/campaign/log" >&2; then failed=1; fi
[[ -z ${failed-} ]]
