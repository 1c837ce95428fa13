#!/usr/bin/env bash
# Random statements (generator.sql), STATEMENTS of them from SEED on: none crashes the server, ends with an internal
# error, goes on for more than a second after it was to be canceled, or leaves memory with the session.
. "$(dirname "$0")/../../scripts/cluster.sh"
statements=${STATEMENTS:-10000} seed=${SEED:-1}
each=1000 timeout=250 # statements of a session; milliseconds

parallel=debug_parallel_query
if [[ $PG_MAJOR -eq 15 ]]; then parallel=force_parallel_mode; fi
# What the sessions take turns with.
modes=("work_mem=4MB" "$parallel=on" "plan_cache_mode=force_generic_plan work_mem=64kB"
    "jit=on jit_above_cost=0"
    "enable_hashagg=off enable_hashjoin=off enable_seqscan=off"
    "parallel_setup_cost=0 parallel_tuple_cost=0 min_parallel_table_scan_size=0 max_parallel_workers_per_gather=2")

# LLVM, which nothing interrupts, takes seconds to optimize the plan of many partitions, as it does for high costs.
cluster_start campaign "${FORCED[@]}" 'jit = off' 'track_functions = all' 'shared_buffers = 64MB' 'max_locks_per_transaction = 256'
# A server with assertions fills what is allocated byte by byte, which nothing interrupts.
sizes=()
if [[ $SERVER ]]; then sizes=(-v largest=1000000); fi
cluster_psql campaign -q "${sizes[@]}" -f tests/campaign/generator.sql
log=${LOG:-/dev/null} # of psql
: >"$log"
session() { # SEED STATEMENTS SETTING...
    local setting begin="SET statement_timeout = $timeout; " statement='campaign.statement()'
    # The server writes a plan for workers as text, with constants of 75 MB if a statement has them, and nothing interrupts that.
    if [[ ${*:3} == *parallel* ]]; then statement="replace($statement, '600000000', '6000000')"; fi
    # The statements are made before that is set, as those that make them would take minutes with it.
    for setting in "${@:3}"; do begin+="SET ${setting/=*/} = '${setting#*=}'; "; done
    cat <<END
CALL campaign.begin(0.$(printf %06d $(($1 % 1000000))));
SELECT \$\$$begin\$\$ UNION ALL SELECT $statement FROM generate_series(1, $2) \gexec
RESET statement_timeout;
\set ECHO none
\timing off
SELECT 'Memory: ' || sum(total_bytes) FROM pg_backend_memory_contexts WHERE name = 'bloom_rs';
END
}
# sessions FIRST STATEMENTS VARIABLE=VALUE...: runs them, and counts; the variables are those of summary.awk.
sessions() {
    local at=$1 begun n variables=()
    for n in "${@:3}"; do variables+=(-v "$n"); done
    for ((begun = 0; begun < $2; begun += each, at++)); do
        n=$(($2 - begun < each ? $2 - begun : each))
        echo "Session: $at"
        # shellcheck disable=SC2086 # words
        session "$at" "$n" ${modes[at % ${#modes[@]}]} |
            cluster_run campaign psql -X -qAt -v VERBOSITY=verbose -v ECHO=queries \
                -c 'SET client_min_messages = error' -c '\timing on' -f - 2>&1 || echo "Lost: session $at"
    done | tee -a "$log" |
        awk -v wanted="$2" -v limit=$((timeout + 1000)) "${variables[@]}" -f tests/campaign/summary.awk
}
sessions "$seed" "$statements" late="$CLUSTERS/late" || failed=1
# A machine that stands still does not do so at the same statement again and again; what ignores a cancel does.
for round in 1 2 3; do
    if [[ ! -s $CLUSTERS/late ]]; then break; fi
    say "late ones again, round $round"
    sort -u "$CLUSTERS/late" >"$CLUSTERS/before"
    : >"$CLUSTERS/late"
    while read -r late; do
        sessions "$late" "$each" late="$CLUSTERS/late" </dev/null >/dev/null || failed=1
    done < <(cut -f 1 "$CLUSTERS/before" | uniq)
    sort -u "$CLUSTERS/late" | comm -12 "$CLUSTERS/before" - >"$CLUSTERS/still"
    mv "$CLUSTERS/still" "$CLUSTERS/late"
done
if [[ -s $CLUSTERS/late ]]; then
    cat "$CLUSTERS/late"
    failed=1
fi
cluster_psql campaign -At -f tests/campaign/reached.sql || failed=1
[[ -z ${failed-} ]]
