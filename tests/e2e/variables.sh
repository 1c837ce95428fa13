#!/usr/bin/env bash
# Filters in variables of PL/pgSQL, which PostgreSQL 18 lets functions change in place: whatever shares them, keeps them,
# fails or rolls back, the results are those of copies.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start variables
cluster_psql variables -q -v in_place="$((PG_MAJOR >= 18))" -f tests/e2e/variables.sql
