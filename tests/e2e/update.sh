#!/usr/bin/env bash
# ALTER EXTENSION … UPDATE from each release: afterwards there is what a new installation has, no more, no less and not
# otherwise; the filters that were stored before are the same, and answer.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start update
cluster_run update createdb fresh
cluster_psql update -d fresh -q -c 'CREATE EXTENSION bloom_rs'

# All that the extension consists of, with its comments, costs and privileges; without the OIDs that differ.
definition() {
    cluster_run update pg_dump --schema-only --binary-upgrade "$1" |
        grep -vE 'binary_upgrade|^\\(un)?restrict |^--|^$|ALTER EXTENSION bloom_rs ADD' >"$CLUSTERS/$1.sql"
    [[ $(grep -c '^CREATE FUNCTION' "$CLUSTERS/$1.sql") -gt 100 ]]
}
definition fresh

sql() { cluster_psql update -d "$1" -Atc "$2"; } # sql DATABASE QUERY: its bare result

for version in $(releases); do
    say "from $version"
    cluster_run update createdb "$version"
    cluster_psql update -d "$version" -q -c "CREATE EXTENSION bloom_rs VERSION '$version'" -f tests/e2e/files/dump.sql
    expected=$(sql "$version" 'TABLE state')
    [[ $expected == *integers0,*'|t|'* ]] || die "wrong before: $expected"
    # What others made of the aggregates goes on, though their states are others now.
    cluster_psql update -d "$version" -q -f tests/e2e/files/update.sql
    uses=$(sql "$version" 'TABLE uses')
    cluster_psql update -d "$version" -q -c 'ALTER EXTENSION bloom_rs UPDATE'
    got=$(sql "$version" 'TABLE state')
    [[ $got == "$expected" ]] || die "expected: $expected, got: $got"
    for workers in 0 2; do
        got=$(sql "$version" "SET max_parallel_workers_per_gather = $workers; TABLE uses" | tail -n 1)
        [[ $got == "$uses" ]] || die "expected: $uses, got: $got"
    done
    for mode in force_generic_plan force_custom_plan; do
        cluster_run update createdb "$mode"
        cluster_psql update -d "$mode" -q -c "CREATE EXTENSION bloom_rs VERSION '$version'" -f tests/e2e/files/dump.sql \
            -v mode="$mode" -f tests/e2e/files/update_session.sql
        cluster_run update dropdb "$mode"
    done
    # What uses the extension is not part of it.
    cluster_run update createdb "updated_$version"
    cluster_psql update -d "updated_$version" -q -c "CREATE EXTENSION bloom_rs VERSION '$version'" \
        -c 'ALTER EXTENSION bloom_rs UPDATE'
    definition "updated_$version"
    diff "$CLUSTERS/fresh.sql" "$CLUSTERS/updated_$version.sql"
done
[[ -n ${version-} ]] || die 'there is no release before this version'
