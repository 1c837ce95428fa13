#!/usr/bin/env bash
# Random queries of a role that does not see all rows: HIDDEN of them, from SEED on. A value that only a hidden row has looks
# like one that no row has, in all that the role can read.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start hidden_rows shared_preload_libraries=bloom_rs jit=off autovacuum=off
cluster_psql hidden_rows -qAt -v queries="${HIDDEN:-300}" -v seed="${SEED:-1}" -f tests/campaign/hidden_rows.sql
