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

say 'what 0.3.0 called otherwise, or had more'
cluster_run update createdb names
cluster_psql update -d names -q -c "CREATE EXTENSION bloom_rs VERSION '0.3.0'" -f tests/e2e/files/dump.sql -f tests/e2e/files/renamed.sql
# The library is newer than the SQL, as after an upgrade of the package: a function works, or says what to do.
got=$(sql names "SELECT bloom_bits_set(f) > 0 AND bloom_fill(f) > 0 AND bloom_union_count(f, f) > 0 FROM filters WHERE name = 'integers'
    UNION ALL SELECT count(*) = 1 FROM (SELECT DISTINCT s FROM states) AS s UNION ALL
    SELECT counting_bloom_agg(integers) = (SELECT c FROM filters WHERE name = 'integers') FROM data")
[[ $got == $'t\nt\nt' ]] || die "before the update: $got"
if sql names 'SELECT bloom_optimal_bits(1000, 0.01)' 2>"$CLUSTERS/removed"; then die 'not removed'; fi
grep -q 'function bloom_optimal_bits was removed in version 0.4.0' "$CLUSTERS/removed" && grep -q 'ALTER EXTENSION bloom_rs UPDATE' "$CLUSTERS/removed"
answers="SELECT answers, key LIKE 'keyed:%' FROM renamed UNION ALL SELECT md5(u), u = limited FROM renamed_aggregates"
expected=$(sql names "$answers")
# A view of something that goes ends the update, and changes nothing.
for uses in 'bloom_fill(f) FROM filters' "counting_bloom_agg(integers, 1000) FROM data" 'DISTINCT s FROM states' "bloom_union_count(f, f) FROM filters"; do
    sql names "CREATE VIEW old AS SELECT $uses"
    if cluster_psql update -d names -v VERBOSITY=verbose -c 'ALTER EXTENSION bloom_rs UPDATE' 2>"$CLUSTERS/refused"; then die "dropped: $uses"; fi
    grep -q 'ERROR:  2BP01: cannot drop .* because other objects depend on' "$CLUSTERS/refused"
    grep -q 'view old depends on ' "$CLUSTERS/refused"
    got=$(sql names "SELECT extversion, typispreferred, (SELECT count(*) >= 0 FROM old) FROM pg_extension, pg_type WHERE extname = 'bloom_rs' AND typname = 'bloom'; $answers")
    [[ $got == "0.3.0|f|t"$'\n'"$expected" ]] || die "changed, although it failed: $got"
    sql names 'DROP VIEW old'
done
# A dump of 0.3.0 has its names: it is restored into 0.3.0.
cluster_run update pg_dump names >"$CLUSTERS/names.sql"
cluster_run update createdb restored
cluster_psql update -d restored -q -c "CREATE EXTENSION bloom_rs VERSION '0.3.0'" -f "$CLUSTERS/names.sql" >/dev/null
for database in names restored; do
    sql "$database" 'ALTER EXTENSION bloom_rs UPDATE'
    got=$(sql "$database" "$answers")
    [[ $got == "$expected" ]] || die "$database: expected: $expected, got: $got"
done
got=$(sql names "PREPARE untyped AS SELECT bloom_contains(\$1, 1), bloom_info(\$2), bloom_union(\$3, counting_bloom_empty(9));
    SELECT parameter_types FROM pg_prepared_statements" | tail -n 1)
[[ $got == '{bloom,bloom,counting_bloom}' ]] || die "parameters without a type: $got"
