#!/usr/bin/env bash
# ALTER EXTENSION … UPDATE from each release: afterwards there is what a new installation has, no more, no less and not
# otherwise; the filters that were stored before are the same, and answer. And a live set and lookups of 0.2.0, upgraded by one call
# each.
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

say 'a live set of 0.2.0'
cluster_run update createdb sets
cluster_psql update -d sets -q -c "CREATE EXTENSION bloom_rs VERSION '0.2.0'" -f tests/e2e/files/set_0.2.0.sql
expect() { [[ $(sql sets "$2") == "$1" ]] || die "not $1: $2"; }
SET='old."My seen'
expect '1|1000|2|t' "SELECT $SET""_grow\"(1000), (SELECT count(*) FROM $SET""_add_all\"(ARRAY(SELECT generate_series(1, 1000)))),
    $SET""_grow\"(1000), $SET""_add\"(1001)"
expect 3 "SELECT $SET""_load\"('SELECT generate_series(2001, 3000)')"
sql sets "UPDATE $SET""_layers\" SET since = '2000-01-01' WHERE layer < 3"
expect 1 "SELECT $SET""_forget\"('1 year', '1 month')"
kept="SELECT $SET""_contains\"(1), bool_and($SET""_contains\"(i)) FROM generate_series(2001, 3000) AS i"
# The library is newer than the SQL, as after an upgrade of the package.
if cluster_psql update -d sets -c "SELECT bloom_set_create('early')" >"$CLUSTERS/early" 2>&1; then die 'created too early'; fi
grep -q 'ALTER EXTENSION bloom_rs UPDATE' "$CLUSTERS/early"
expect 'f|t' "$kept"
sql sets 'ALTER EXTENSION bloom_rs UPDATE'
expect 'f|t' "$kept"
expect t "SELECT $SET""_add\"(1)"
sql sets "SELECT bloom_set_upgrade('$SET\"')"
expect 't|t' "$kept"
expect '2|f|t 3|t|f' "SELECT string_agg(concat_ws('|', layer, older, newer), ' ' ORDER BY layer) FROM $SET""_layers\""
expect 'f|t|4' "SELECT $SET""_add\"(1001), $SET""_add\"(2), $SET""_grow\"(1)"
if sql sets "BEGIN; DELETE FROM $SET""_layers\" WHERE layer = 2; SELECT $SET""_contains\"(7)" >"$CLUSTERS/lost" 2>&1; then die 'lost'; fi
grep -q 'a layer is missing' "$CLUSTERS/lost"
# Afterwards it is as a new one.
sql fresh "CREATE SCHEMA old; SELECT bloom_set_create('$SET\"', 'integer', 1000, fpp => 0.001)"
for database in fresh sets; do
    cluster_run update pg_dump --schema=old --schema-only "$database" | grep -vE '^\\(un)?restrict ' >"$CLUSTERS/set_of_$database.sql"
done
diff "$CLUSTERS/set_of_fresh.sql" "$CLUSTERS/set_of_sets.sql"
expect 5 "SELECT $SET""_clear\"()"
sql sets "SELECT bloom_set_drop('$SET\"'); DROP EXTENSION bloom_rs"

say 'lookups of 0.2.0, which others may abuse, and whose seals come with a dump'
cluster_run update createdb skipping
cluster_psql update -d skipping -q -c "CREATE EXTENSION bloom_rs VERSION '0.2.0'" -f tests/e2e/files/skip_0.2.0.sql
expect() { [[ $(sql skipping "$2" | paste -sd ' ') == "$1" ]] || die "not $1: $2"; }
# Marks are lost, as in a dump whose keys were masked: only a lookup that reads every partition finds the row.
expect '40 2' "SELECT old.ev_uid_skip_seal() UNION ALL SELECT count(*) FROM old.ev_by_uid_any('{7, 8}')"
sql skipping 'INSERT INTO old.ev VALUES (3, 7777); TRUNCATE old.ev_uid_skip_stale'
expect 1 'SELECT count(*) FROM old.ev_by_uid(7777)'
sql skipping 'ALTER EXTENSION bloom_rs UPDATE' 2>"$CLUSTERS/warned"
grep -q 'function old.ev_uid_skip_mark runs with the rights of its owner' "$CLUSTERS/warned"
expect '1 1 0' 'SELECT count(*) FROM old.ev_by_uid(7777) UNION ALL SELECT count(*) FROM old.ev_by_uid(7) UNION ALL SELECT count(*) FROM old.ev_by_uid(999)'
sql skipping "SELECT bloom_skip_upgrade('old.ev', 'uid', 0.001)" >"$CLUSTERS/upgraded"
expect '0 0 1' "SELECT count(*) FROM pg_proc WHERE prosecdef UNION ALL SELECT count(*) FROM pg_trigger WHERE tgrelid = 'old.ev_3'::regclass
    UNION ALL SELECT count(*) FROM old.ev_by_uid(7777)"
expect 40 'SELECT old.ev_uid_skip_seal()'
expect '1 ev_4' "SELECT count(*)::text FROM old.ev_by_uid(7777) UNION ALL (SELECT relname FROM old.ev_by_uid_partitions(3) AS p
    JOIN pg_class ON oid = p)"
sql fresh "CREATE TABLE old.ev (day integer, uid integer) PARTITION BY LIST (day)"
sql fresh "SELECT bloom_skip_create('old.ev', 'uid', 0.001)" >"$CLUSTERS/upgraded"
for database in fresh skipping; do
    cluster_run update pg_dump --schema=old --schema-only --exclude-table='old.*seen*' --exclude-table='old.ev_[0-9]*' "$database" |
        sed '/My seen/,/^$/d' | grep -E '^(CREATE|    |COMMENT|END|BEGIN)' | grep -vE 'ATTACH PARTITION|FOR VALUES|TRIGGER|seen' >"$CLUSTERS/skip_of_$database.sql"
done
diff "$CLUSTERS/skip_of_fresh.sql" "$CLUSTERS/skip_of_skipping.sql"
sql skipping "SELECT bloom_skip_drop('old.ev', 'uid'); DROP EXTENSION bloom_rs"
