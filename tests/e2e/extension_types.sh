#!/usr/bin/env bash
# Filters of types that are not PostgreSQL's own depend on the locale of the database, which has to be found out where
# nothing may be written: in parallel workers, in read-only transactions, on a standby and in the planner.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start primary 'max_parallel_workers = 8' 'max_worker_processes = 16'
cluster_psql primary -q -f tests/e2e/files/extension_types.sql || failed=1

say 'on a standby'
cluster_copy standby primary -R
cluster_start standby
[[ $(cluster_psql standby -Atc 'SELECT pg_is_in_recovery()') == t ]]
[[ $(cluster_psql primary -Atc 'SELECT count(*) > 7 FROM kinds') == t ]]
outcomes=$(cluster_psql standby -Atc 'SELECT outcomes()')
[[ -z $outcomes ]] || { printf '%s\n' "$outcomes" >&2; failed=1; }
[[ -z ${failed-} ]]
