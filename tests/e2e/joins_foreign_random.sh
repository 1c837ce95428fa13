#!/usr/bin/env bash
# Random joins with remote tables have the same rows with screens as without. SCREENED is how many, SEED where to begin.
. "$(dirname "$0")/../../scripts/cluster.sh"

PG_BIN=$(bin_of "$FAR") cluster_start far max_connections=50
cluster_psql far -q -c 'CREATE EXTENSION bloom_rs' -f tests/e2e/files/joins_foreign_far.sql
cluster_start near shared_preload_libraries=bloom_rs
cluster_psql near -q -v far="$CLUSTERS/far" -v queries="${SCREENED:-300}" -v seed="${SEED:-1}" -v tables=1 \
    -f tests/e2e/files/joins_foreign_random.sql
