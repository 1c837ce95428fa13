#!/usr/bin/env bash
# Sessions that wait for each other: the specs of tests/isolation, or those that are named, as in
# `tests/e2e/isolation.sh set_add`. PostgreSQL's src/test/isolation/README explains what a spec is.
. "$(dirname "$0")/../../scripts/cluster.sh"

names=("$@")
if ((!$#)); then
    for spec in tests/isolation/specs/*.spec; do names+=("$(basename "$spec" .spec)"); done
fi
cluster_start isolation 'deadlock_timeout = 50ms' 'autovacuum = off'
regress_isolation isolation "${names[@]}"
