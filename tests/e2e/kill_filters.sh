#!/usr/bin/env bash
# Filters in rows on a server that is killed, KILLS times, by signal 9, while four clients build, unite and count, put
# filters into matrices, write partitions and build their indexes, and screen joins: a backend, a worker or an auxiliary
# process, the postmaster, all processes at once, and some of them again in recovery. After each time all that was
# acknowledged is there, nothing that was rolled back is, all filters are byte by byte what the plain rows of the same transactions make,
# queries that skip partitions find all rows, and heaps, indexes, TOAST and pages are undamaged.
# SETTING='synchronous_commit = off' loses some, and so shows that this can fail. tests/e2e/kill.sh has the live set.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

KILLS=${KILLS:-6}
CLIENTS=4
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
NAME=kill KILLED=actor
. tests/killing.bash
. tests/acts.bash

run() { cluster_psql kill -q "$@"; }

client() { actor "$1" $((ROUND * 10000 + $1)); }

check() {
    local missing
    acknowledged
    wc -l <"$FILES/acknowledged" >>"$FILES/counts"
    missing=$(lost)
    [[ ! $missing ]] || die "lost: $missing"
    run -Atc 'SELECT * FROM check_filters()' >>"$FILES/checked"
    ((ROUND % 25 || ROUND >= KILLS)) || run -c 'SELECT empty()' >"$FILES/emptied"
}

cluster_start kill 'fsync = on' 'full_page_writes = on' 'synchronous_commit = on' 'shared_buffers = 4MB' \
    'max_wal_size = 32MB' 'autovacuum_naptime = 1s' 'log_checkpoints = off' "${SETTING:-}"
run -f tests/e2e/files/kill_filters.sql >"$FILES/created"

kills
awk '{ n += $1 } END { if (n == 0) exit 1; print n " acts acknowledged; all are there" }' "$FILES/counts"
awk -F '|' '{ filters += $2; plain += $3 } END { print filters " filters compared with rebuilt ones, of " plain " plain rows" }' "$FILES/checked"
run -Atc "SELECT format('%s of %s partitions are built', count(*) FILTER (WHERE state = 'built'), count(*)) FROM bloom_skip_info('visits_v')"
run -Atc "SELECT string_agg(n || ' ' || what, ', ' ORDER BY what) FROM (SELECT what, count(*) AS n FROM acts GROUP BY what) AS s"
cluster_stop kill
as_postgres "$PG_BIN/pg_checksums" --check -D "$CLUSTERS/kill/data"
