# shellcheck shell=bash
# Sourced by large_joins.sh and large_skips.sh.
# report_losers NAME: measures six times more what has lost in that cluster, and reports it. Each time the server starts anew, with
# other addresses: where two branches share a place in the processor's predictor, a row takes up to 25 ns more.
report_losers() {
    for _ in {1..6}; do
        cluster_stop "$1"
        cluster_start "$1"
        cluster_psql "$1" -qAt -f tests/campaign/losers_again.sql >/dev/null
    done
    cluster_psql "$1" -f tests/campaign/losers_report.sql
}
