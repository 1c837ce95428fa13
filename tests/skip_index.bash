# shellcheck shell=bash
# Sourced by tests of indexes of access method bloom_skip:
#   run OPTION...               psql, in DATABASE of CLUSTER, by default the database postgres of the cluster `index`
#   expect OUTPUT QUERY         its lines in one
# And what tests/sessions.bash has.
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
run() { cluster_psql "${CLUSTER:-index}" -d "${DATABASE:-postgres}" -q "$@"; }
. tests/sessions.bash

expect() {
    local output
    output=$(run -Atc "$2" | paste -sd ' ')
    [[ $output == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$output" "$2" >&2; return 1; }
}
