#!/usr/bin/env bash
# sqlsmith's queries, QUERIES of them from SEED on, over tables with every type of the extension: none crashes the
# server, ends with an internal error, or goes on for more than a second after it was to be canceled.
. "$(dirname "$0")/../../scripts/cluster.sh"
. scripts/packages.sh
queries=${QUERIES:-2000} seed=${SEED:-1}
each=5000 # queries of a session

install_packages sqlsmith
# LLVM, which nothing interrupts, takes seconds to compile the plan of many partitions.
cluster_start smith "${FORCED[@]}" 'jit = off' 'log_error_verbosity = verbose' "log_line_prefix = '%e '" 'track_functions = all'
cluster_psql smith -q -f tests/campaign/generator.sql -f tests/campaign/sqlsmith.sql
# Writes down what is late; in a database that has all operators.
cluster_run smith psql -X -At -d template1 >"$CLUSTERS/late" 2>/dev/null <<'END' &
SELECT 'looked' UNION ALL SELECT 'late: ' || query FROM pg_stat_activity
WHERE usename = 'smith' AND state = 'active' AND clock_timestamp() - query_start > interval '6 s' \watch 0.25
END
late() { grep -c '^late: ' "$CLUSTERS/late" || true; }
session() { # SEED QUERIES
    cluster_psql smith -q -c 'SET client_min_messages = error' -c 'CALL campaign.begin(0)'
    cluster_run smith sqlsmith --target="host=$CLUSTERS/smith user=smith dbname=postgres" --max-queries="$2" \
        --seed="$1" --exclude-catalog --verbose >"$CLUSTERS/said" 2>&1 || { tail -n 5 "$CLUSTERS/said"; failed=1; }
}
for ((begun = 0; begun < queries; begun += each, seed++)); do
    n=$((queries - begun < each ? queries - begun : each)) before=$(late)
    session "$seed" "$n"
    awk '/^queries: / { n = $2 } END { print n }' "$CLUSTERS/said" >>"$CLUSTERS/counts"
    # A machine that stands still does not do so each time; what ignores a cancel does.
    for round in 1 2 3; do
        after=$(late)
        if ((after == before)); then break; fi
        if ((round == 3)); then
            failed=1
            break
        fi
        before=$after
        session "$seed" "$n"
    done
done
awk -v wanted="$queries" '{ n += $1 } END { printf "%d queries in %d sessions\n", n, NR; exit n < wanted }' \
    "$CLUSTERS/counts" || failed=1
log=$CLUSTERS/smith/log
grep -oE '^[0-9A-Z]{5} ERROR' "$log" | sort | uniq -c | sort -rn
cluster_psql smith -At -f tests/campaign/reached.sql || failed=1
grep -q '^looked' "$CLUSTERS/late" || failed=1
grep '^late: ' "$CLUSTERS/late" || true
# PostgreSQL's own mistake: its estimate of a merge join of "char" asks for a collation.
if grep '^XX000 LOCATION' "$log" | grep -v 'LOCATION:  pg_newlocale_from_collation'; then failed=1; fi
[[ -z ${failed-} ]]
