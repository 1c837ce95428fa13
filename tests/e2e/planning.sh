#!/usr/bin/env bash
# Planning never fails where the query would not, reads a constant filter once and not for each partition, and never
# mistakes a filter for another one that was at the same address.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start planning
cluster_psql planning -q -f tests/e2e/planning.sql || failed=1

say 'most common values that no UTF-8 has, and text that PostgreSQL cannot convert'
cluster_run planning createdb -T template0 -E WIN1252 --locale=C win1252
cluster_run planning createdb -T template0 -E MULE_INTERNAL --locale=C mule
for database in win1252 mule; do
    cluster_psql planning -d "$database" -q -v database="$database" -f tests/e2e/planning_text.sql || failed+=" $database"
done
[[ -z ${failed-} ]]
