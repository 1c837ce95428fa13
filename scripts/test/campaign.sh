#!/usr/bin/env bash
# The trust campaign inside a server, see docs/TRUST.md. Each part has a variable that says how many; 0 leaves it out. SEED is
# where random ones begin. Long parts run in pieces. Each piece that ended is a line of target/campaign.md, with the last commit
# that changed what is tested; those that passed on it are not run again, so an interrupted campaign goes on. What they print
# is added to target/campaign.log.
. "$(dirname "$0")/../cluster.sh"
export SEED
first=${SEED:-1}
results=$BUILD/campaign.md

# part VARIABLE DEFAULT PIECE WHAT SCRIPT
part() {
    local all=${!1-$2} piece=$3 what=$4 script=$5 seconds result line begun
    local -n number=$1
    export "${1?}"
    for ((begun = 0; begun < all; begun += piece)); do
        number=$((all - begun < piece ? all - begun : piece)) SEED=$((first + begun))
        printf -v line '| %s | %s | %d | %d |' "$what" "$server" "$number" "$SEED"
        if grep -F "$line pass" "$results" | grep -qF "| $sources |"; then continue; fi
        say "$script, PostgreSQL $PG_MAJOR${SERVER:+ ($SERVER)}: $number from $SEED on"
        seconds=$SECONDS result=pass
        "$script" 2>&1 | tee -a "$BUILD/campaign.log" || result=FAILED failed=yes
        say "$((SECONDS - seconds)) s"
        printf '%s %s, %d s | %s |\n' "$line" $result $((SECONDS - seconds)) "$sources" >>"$results"
    done
    number=$all
}

install_for_tests
server=$("$PG_BIN/postgres" --version | awk '{ print $3 }')${SERVER:+, $SERVER}
tested=(src core/src sql/parts build.rs Cargo.toml Cargo.lock)
if ! sources=$(git log -1 --format=%h -- "${tested[@]}" 2>/dev/null); then
    sources=$VERSION
elif ! git diff --quiet HEAD -- "${tested[@]}"; then
    sources+=-dirty
fi
[[ -e $results ]] || printf '%s\n' '| what | PostgreSQL | number | seed | result | commit |' '|---|---|---:|---:|---|---|' >"$results"
part STATEMENTS 250000 50000 'generated statements' tests/campaign/statements.sh
part QUERIES 150000 50000 'sqlsmith' tests/campaign/sqlsmith.sh
part CALLS 100000 100000 'calls of each function' tests/e2e/memory.sh
part CALLS 100000 100000 'executions of screened joins' tests/e2e/executions.sh
part PROBES 250000000 250000000 'probes' tests/e2e/probes.sh
part KILLS 250 250 'kills under the live set' tests/e2e/kill.sh
part KILLS 250 250 'kills under other filters' tests/e2e/kill_filters.sh
part SCREENED 100000 20000 'random joins with remote tables' tests/e2e/joins_foreign_random.sh
part JOINED 100000 20000 'random joins of local tables' tests/e2e/joins_local_random.sh
part LARGE_JOINS 1000 1000 'joins of large tables, for those that lose most' tests/campaign/large_joins.sh
part LARGE_SKIPS 1000 1000 'queries of many partitions, for those that lose most' tests/campaign/large_skips.sh
part HIDDEN 2000 2000 'queries of a role that does not see all rows' tests/campaign/hidden_rows.sh
part QUESTIONS 1000 1000 'questions asked in several ways' tests/campaign/questions.sh
part ATTACKS 1000 1000 'random programs' tests/campaign/attacks.sh
part STEPS 100000 20000 'random steps beside indexes of bloom_skip' tests/e2e/skip_index_random.sh
part COMPARED 100000 2000 'random queries that skip partitions' tests/e2e/skip_scan_random.sh
part FAILOVERS 5 5 'failovers to a standby and to points in time' tests/e2e/failover.sh
say "the results are in ${results#"$ROOT"/}"
[[ ! ${failed-} ]]
