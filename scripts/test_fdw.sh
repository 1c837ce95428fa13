#!/usr/bin/env bash
# PostgreSQL's own tests of postgres_fdw, with every join screened that may be: the results are those without screens. Its
# sources are Debian's, or what PG_SOURCE names.
. "$(dirname "$0")/cluster.sh"

sources=${PG_SOURCE:-$BUILD/sources/$PG_MAJOR}
file=contrib/postgres_fdw/sql/postgres_fdw.sql
if [[ ! -e $sources/$file ]]; then
    . scripts/suites.sh
    mkdir -p "$sources"
    suites_open deb-src "$CLUSTERS/apt"
    suites_source "$sources"
fi
install_for_tests
say "tests of postgres_fdw, PostgreSQL $PG_MAJOR"

# Plans differ, so statements that show them are left out; they are counted apart.
awk '!skip && /^[ \t]*(EXPLAIN|explain)/ { skip = 1 }
    skip { if (/;[ \t]*(--.*)?$/) skip = 0; next }
    { print }' "$sources/$file" >"$CLUSTERS/results.sql"
cp "$sources/$file" "$CLUSTERS/plans.sql"
chmod a+r "$CLUSTERS"/*.sql

PGHOST=$CLUSTERS/loop cluster_start loop shared_preload_libraries=bloom_rs # where its foreign servers are, too
roles() { cluster_psql loop -qAt -c "SELECT format('DROP ROLE %I;', rolname) FROM pg_roles WHERE oid >= 16384" | cluster_psql loop -q; }
# run FILE MODE
run() {
    cluster_psql loop -q -c 'DROP DATABASE IF EXISTS contrib_regression' 2>/dev/null
    roles
    cluster_psql loop -q -c 'CREATE DATABASE contrib_regression' -c "ALTER DATABASE contrib_regression SET lc_messages = 'C'" \
        -c "ALTER DATABASE contrib_regression SET timezone = 'PST8PDT'" -c "ALTER DATABASE contrib_regression SET datestyle = 'Postgres, MDY'" \
        -c "ALTER DATABASE contrib_regression SET bloom_rs.screen_foreign_joins = $2"
    cluster_run loop psql -X -a -q -d contrib_regression <"$CLUSTERS/$1.sql" >"$CLUSTERS/$1.$2" 2>&1
}
for mode in off force; do
    run results "$mode"
    run plans "$mode"
done
diff "$CLUSTERS/results.off" "$CLUSTERS/results.force" || die 'results differ with screens'
screens=$(($(grep -c InitPlan "$CLUSTERS/plans.force") - $(grep -c InitPlan "$CLUSTERS/plans.off")))
((screens > 100)) || die "only $screens plans have another InitPlan"
say "the same results, $(wc -l <"$CLUSTERS/results.off") lines; $screens more InitPlans in the plans"
