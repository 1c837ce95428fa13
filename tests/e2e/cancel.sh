#!/usr/bin/env bash
# Whatever works on hundreds of megabytes hears a cancel within a second. One session does it over and over, another one
# cancels it a while after each beginning, and the time until the first one notices is what counts.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

most=2 # a second, and as much again for a busy machine
if [[ $SERVER ]]; then most=20; fi # what is allocated and freed is filled byte by byte, deaf

cluster_start cancel 'shared_buffers = 64MB' 'max_wal_size = 1GB'
cluster_psql cancel -q -f tests/e2e/files/cancel.sql
# A busy machine is late, too, but not with the same operation three times.
for round in 1 2 3; do
    cluster_psql cancel -q -c 'TRUNCATE heard, canceled'
    cluster_psql cancel -q -c 'CALL work()' >"$CLUSTERS/worker" 2>&1 &
    worker=$!
    cluster_psql cancel -q -c 'CALL watch()'
    wait "$worker" || { cat "$CLUSTERS/worker" >&2; exit 1; }
    cluster_psql cancel -q -c 'SELECT what, delay, round(seconds, 2) AS seconds, error FROM latencies ORDER BY n' \
        -c "SELECT check_latencies($most, $round)"
    [[ $(cluster_psql cancel -Atc 'SELECT count(*) FROM late') != 0 ]] || break
done
