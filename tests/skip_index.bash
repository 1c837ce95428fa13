# shellcheck shell=bash
# Sourced by tests of indexes of access method bloom_skip:
#   run OPTION...               psql, in DATABASE of CLUSTER, by default the database postgres of the cluster `index`
#   expect OUTPUT QUERY         its lines in one
#   eventually OUTPUT QUERY     within a minute
#   cluster_copy NAME OPTION... a cluster of a base backup of `index`, which is not started yet; a standby unless there are OPTIONs
#   catch_up NAME               until a standby has replayed all
# And what tests/sessions.bash has.
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
run() { cluster_psql "${CLUSTER:-index}" -d "${DATABASE:-postgres}" -q "$@"; }
. tests/sessions.bash

expect() {
    local output
    output=$(run -Atc "$2" | paste -sd ' ')
    [[ $output == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$output" "$2" >&2; return 1; }
}
eventually() {
    for _ in {1..600}; do
        [[ $(run -Atc "$2") == "$1" ]] && return
        sleep 0.1
    done
    expect "$1" "$2"
}
cluster_copy() {
    local options=("${@:2}")
    (($# > 1)) || options=(--write-recovery-conf)
    cluster_directory "$1"
    as_postgres "$CLUSTERS/$1/bin/pg_basebackup" -h "$CLUSTERS/index" -U postgres -D "$CLUSTERS/$1/data" -c fast "${options[@]}"
    echo "unix_socket_directories = '$CLUSTERS/$1'" >>"$CLUSTERS/$1/data/postgresql.conf"
}
catch_up() {
    local where
    where=$(run -Atc 'SELECT pg_current_wal_insert_lsn()')
    CLUSTER=$1 eventually t "SELECT pg_last_wal_replay_lsn() >= '$where'"
}
