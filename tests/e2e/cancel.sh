#!/usr/bin/env bash
# Whatever works on hundreds of megabytes hears a cancel within a second. One session does it over and over, another one
# cancels it a while after each beginning. Both are processor time, of which a busy machine needs little more.
# The same with every server major: it rests on nothing that differs.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

most=2 # a second, and as much again for a busy machine's caches
if [[ $SERVER ]]; then most=20; fi # what is allocated and freed is filled byte by byte, deaf

cluster_start cancel 'shared_buffers = 64MB' 'max_wal_size = 1GB'
cluster_psql cancel -q -f tests/e2e/files/processor_time.sql -f tests/e2e/files/cancel.sql
cluster_psql cancel -q -c 'CALL work()' >"$CLUSTERS/worker" 2>&1 &
# The limit is for a worker that waits for ever.
cluster_psql cancel -q -c "SET statement_timeout = '1h'" -c 'CALL watch()' || { cat "$CLUSTERS/worker" >&2; exit 1; }
wait $! || { cat "$CLUSTERS/worker" >&2; exit 1; }
cluster_psql cancel -q -c 'SELECT what, delay, round(seconds::numeric, 2) AS seconds, error FROM latencies ORDER BY n' \
    -c "SELECT check_latencies($most)"
