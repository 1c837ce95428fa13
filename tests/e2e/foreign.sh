#!/usr/bin/env bash
# Filters and foreign servers: with the option extensions 'bloom_rs', postgres_fdw has the remote servers screen and
# build, and the answers are those of local tables.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start near
for shard in 0 1; do
    PG_BIN=$(bin_of "$FAR") cluster_start "far$shard"
    cluster_psql "far$shard" -q -v shard="$shard" -f tests/e2e/files/foreign_far.sql
done
cluster_psql near -q -v far0="$CLUSTERS/far0" -v far1="$CLUSTERS/far1" -f tests/e2e/files/foreign.sql
