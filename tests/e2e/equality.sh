#!/usr/bin/env bash
# Whatever `=` finds equal, a filter finds: every pair of types that PostgreSQL compares, citext in every form of a call,
# and enums whose labels are renamed. A value may be refused with an error, but never be lost.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start equality
for database in equality citext enums; do
    say "$database"
    cluster_run equality createdb "$database"
    cluster_psql equality -d "$database" -q -f "tests/e2e/$database.sql" || failed+=" $database"
done
[[ -z ${failed-} ]] || die "failed:$failed"
