#!/usr/bin/env bash
# Whatever `=` finds equal, a filter finds: every pair of types that PostgreSQL compares, citext in every form of a call,
# enums whose labels are renamed, and the hashes of values. A value may be refused with an error, but never be lost.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start equality
for database in equality citext enums hash_values; do
    say "$database"
    cluster_run equality createdb "$database"
    cluster_psql equality -d "$database" -q -f "tests/e2e/$database.sql" || failed+=" $database"
done
[[ -z ${failed-} ]] || die "failed:$failed"
