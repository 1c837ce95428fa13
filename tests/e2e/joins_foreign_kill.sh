#!/usr/bin/env bash
# Screened joins while the other server's sessions end, that server is killed or restarted, and statements are canceled
# here and there, KILLS times: each query returns the right rows or an error about that, and the session goes on.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

KILLS=${KILLS:-20}
# shellcheck disable=SC2034 # of tests/killing.bash
FILES=$CLUSTERS NAME=far KILLED=postgres_fdw
. tests/killing.bash
run() { cluster_psql far -q "$@"; }

PG_BIN=$(bin_of "$FAR") cluster_start far
cluster_psql far -q -c 'CREATE EXTENSION bloom_rs' -f tests/e2e/files/joins_foreign_far.sql
cluster_start near shared_preload_libraries=bloom_rs
cluster_psql near -q -v far="$CLUSTERS/far" -f tests/e2e/files/joins_foreign_near.sql

# By a filter, by an array, by both; the keys from here, and from there.
queries=(
    'SELECT count(*), sum(f.id), sum(s.w) FROM far0.large AS f JOIN keys AS s USING (k) WHERE s.w < 300'
    'SELECT count(*), sum(f.id), sum(s.w) FROM far1.large AS f JOIN wanted AS s USING (t)'
    'SELECT count(*), sum(f.id), sum(s.id) FROM far0.facts AS f JOIN far1.small AS s USING (i4)'
    'SELECT count(*), sum(s.id) FROM small AS s LEFT JOIN far0.large AS f ON f.k = s.i4'
)
for query in "${queries[@]}"; do
    expected+=("$(cluster_psql near -Atc "$query")")
    cluster_psql near -Atc 'SET bloom_rs.screen_foreign_joins = force' -c "EXPLAIN (COSTS OFF) $query" >"$CLUSTERS/plan"
    grep -q InitPlan "$CLUSTERS/plan" || die "not screened: $query"
done

# Each answer follows the number of its query.
reader() {
    echo 'SET bloom_rs.screen_foreign_joins = force; SET client_min_messages = error;'
    while :; do for n in "${!queries[@]}"; do printf '\\echo query %s\n%s;\n' "$n" "${queries[n]}"; done; done
}
reader 2>/dev/null | PGAPPNAME=reader cluster_psql near -qAt -v ON_ERROR_STOP=0 -v VERBOSITY=sqlstate >"$CLUSTERS/read" 2>&1 &
reader=$!

there="FROM pg_stat_activity WHERE application_name = '$KILLED'"
attack() {
    case $1 in
    end) run -c "SELECT pg_terminate_backend(pid) $there" ;;
    cancel_there) run -c "SELECT pg_cancel_backend(pid) $there" ;;
    cancel) cluster_psql near -qc "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'reader'" ;;
    kill) kill_one backend ;;
    restart) cluster_stop far immediate && cluster_start far ;;
    esac
}
# goes_on QUERIES: until the reader has begun so many more.
begun() { grep -c '^query ' "$CLUSTERS/read" || true; }
goes_on() {
    local goal=$(($(begun) + $1))
    until (($(begun) >= goal)); do
        kill -0 "$reader" 2>/dev/null || die 'the session is gone'
        sleep 0.05
    done
}
kinds=(end cancel_there cancel kill restart)
RANDOM=${SEED:-1}
for ((i = 0; i < KILLS; i++)); do
    answers
    goes_on $((RANDOM % 4 + 3))
    sleep "0.0$((RANDOM % 10))"
    attack "${kinds[i % 5]}" >"$CLUSTERS/attack" 2>&1 || { cat "$CLUSTERS/attack" >&2; exit 1; }
done
answers
goes_on 4
attack end >"$CLUSTERS/attack"
[[ $(cluster_psql near -Atc "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'reader'") == 1 ]] || die 'the session is gone'
cluster_psql near -qc "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reader'" >"$CLUSTERS/attack"
wait || true

printf '%s\n' "${expected[@]}" | awk '
    NR == FNR { expected[NR - 1] = $0; next }
    /^FATAL:  57P01$/ { exit } # the end of the reader
    /^query / { if (open) { print "no answer: query " number; bad = 1 } number = $2; open = 1; next }
    !open { print "unasked: " $0; bad = 1; next }
    { open = 0 }
    $0 == expected[number] { right++; next }
    /^ERROR:  (08...|57014|57P0.)$/ { errors[$2]++; failed++; next }
    { print "query " number ": " $0; bad = 1 }
    END {
        for (state in errors) list = list " " state ": " errors[state]
        printf "%d right answers, %d errors:%s\n", right, failed, list
        exit bad || right < 20 || failed < 5
    }' - "$CLUSTERS/read"
