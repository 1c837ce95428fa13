#!/usr/bin/env bash
# PROBES probes of values that are in a filter, and as many of absent ones: every kind of value, scheme, storage form and
# plan, in rounds of other values, until the number is reached. None may be missed; the share of absent values that are
# found must be what the filter's bits tell, as far as a binomial distribution lets it be told.
#   PROBES=250000000 SEED=$RANDOM PG=18 tests/e2e/probes.sh
# SEED chooses the values of the first round, SIZE is the number of values of the cheapest kinds in a round.
# The same with every server major: it rests on nothing that differs.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

PROBES=${PROBES:-25000000}
SEED=${SEED:-1}
SIZE=${SIZE:-$((PROBES < 250000000 ? PROBES / 480 : 520000))} # a round is some 500 probes of each

cluster_start probes 'shared_buffers = 256MB' 'max_wal_size = 4GB' 'wal_level = minimal' 'max_wal_senders = 0' 'autovacuum = off'
run() { cluster_psql probes -q "$@"; }
run -f tests/e2e/files/probes_summary.sql
while :; do
    cluster_run probes createdb round
    run -d round -v seed="$SEED" -v size="$SIZE" -f tests/e2e/files/probes.sql
    run -d round -c 'COPY probed TO STDOUT' | run -c 'COPY probed FROM STDIN'
    cluster_run probes dropdb round
    printf 'seed %s: %s\n' "$SEED" "$(run -Atc 'SELECT * FROM so_far()')"
    (($(run -Atc 'SELECT least(sum(present), sum(absent)) FROM probed') < PROBES)) || break
    SEED=$((SEED + 1))
done
printf 'PostgreSQL %s\n' "$PG_MAJOR"
run -c 'TABLE by_plan' -c 'TABLE by_kind' -c 'TABLE by_form' -c 'TABLE rates' -c 'TABLE far' -c 'SELECT check_probes()'
