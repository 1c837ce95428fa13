#!/usr/bin/env bash
# ALTER EXTENSION … UPDATE from each release: afterwards there is what a new installation has, no more, no less and not
# otherwise; the filters that were stored before are the same, and answer. And live sets of 0.3.0, which one call upgrades.
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

SET='old."My seen'
SQL_OF_NEW="CREATE SCHEMA old; SELECT bloom_set_create('$SET\"', 'integer', 1000, fpp => 0.001)"
sql fresh "$SQL_OF_NEW"
# as_new DATABASE: whether the set there has what a new one has, no more, no less and not otherwise.
as_new() {
    local database
    for database in fresh "$1"; do
        cluster_run update pg_dump --schema=old --schema-only "$database" | grep -vE '^\\(un)?restrict ' >"$CLUSTERS/set_of_$database.sql"
    done
    diff "$CLUSTERS/set_of_fresh.sql" "$CLUSTERS/set_of_$1.sql"
}
# refused DATABASE WORDS QUERY: an error whose texts have these words.
refused() {
    if cluster_psql update -d "$1" -v VERBOSITY=verbose -c "$3" >"$CLUSTERS/refused" 2>&1; then die "accepted: $3"; fi
    grep -q "$2" "$CLUSTERS/refused" || { cat "$CLUSTERS/refused" >&2; return 1; }
}

# expects DATABASE RESULT QUERY
expects() { [[ $(sql "$1" "$3") == "$2" ]] || die "$1: not $2: $3"; }

say 'a live set of 0.3.0'
cluster_run update createdb sets3
cluster_psql update -d sets3 -q -c "CREATE EXTENSION bloom_rs VERSION '0.3.0'" -f tests/e2e/files/set_0.3.0.sql
expects sets3 '1|1000|2|t' "SELECT $SET""_clear\"(1000), (SELECT count(*) FROM $SET""_add_all\"(ARRAY(SELECT generate_series(1, 1000)))),
    $SET""_grow\"(1000), $SET""_add\"(1001)"
expects sets3 3 "SELECT $SET""_load\"('SELECT generate_series(2001, 3000)', 5000)"
refused sets3 'ALTER EXTENSION bloom_rs UPDATE' "SELECT bloom_set_create('early')"
cluster_run update pg_dump sets3 >"$CLUSTERS/dump_of_sets3"
all="SELECT bool_and(bloom_set_contains(s, i)) FROM CAST('$SET\"' AS regclass) AS s,
    (SELECT generate_series(1, 1001) UNION ALL SELECT generate_series(2001, 3000)) AS v (i)"
# in_use DATABASE: what the functions find before they are told its settings, and after that.
in_use() {
    local all=$all
    expects "$1" 't' "$all"
    expects "$1" 't|f|3' "SELECT $SET""_contains\"(1), bloom_set_contains('$SET\"', 0), layers FROM bloom_set_info('$SET\"')"
    expects "$1" 'f|t|1' "SELECT bloom_set_add('$SET\"', 1), bloom_set_add('$SET\"', 0), (SELECT count(*) FROM bloom_set_add_all('$SET\"', ARRAY[1, 2001, 4000]))"
    expects "$1" 't' "SELECT $SET""_contains\"(4000)"
    # It is filled, and grows.
    expects "$1" t "SELECT count(*) > 190000 FROM bloom_set_add_all('$SET\"', ARRAY(SELECT generate_series(10001, 210000)))"
    expects "$1" t "SELECT count(*) > 3 FROM $SET""_layers\""
    for call in "clear('$SET\"')" "expire('$SET\"', '1 day')" "grow('$SET\"', 1)"; do refused "$1" 'Call bloom_set_create' "SELECT bloom_set_$call"; done
    refused "$1" 'element type mismatch' "SELECT bloom_set_create('$SET\"', 'text', fpp => 0.001)"
    # Tables that were swapped are no pair.
    refused "$1" 'are not the layers of' "BEGIN; SELECT bloom_set_create('old.other', 'integer', 1000000); DROP FUNCTION $SET""_contains\"(integer);
        ALTER TABLE old.other_layers DROP set_fpp, DROP CONSTRAINT layers_of; ALTER TABLE $SET""_layers\" RENAME TO away; ALTER TABLE old.other_layers RENAME TO \"My seen_layers\";
        SELECT bloom_set_create('$SET\"', 'integer', fpp => 0.001)"
    # What another role makes of both tables ties nothing.
    refused "$1" 'Call bloom_set_create' "BEGIN; CREATE ROLE mallory; CREATE SCHEMA evil AUTHORIZATION mallory; GRANT USAGE ON SCHEMA old TO mallory; SET ROLE mallory;
        CREATE FUNCTION evil.a_contains(value text) RETURNS boolean LANGUAGE sql STABLE RETURN public.bloom_set_contains('$SET\"'::regclass, '$SET""_layers\"'::regclass, value);
        RESET ROLE; DROP FUNCTION $SET""_contains\"(integer); SELECT bloom_set_contains('$SET\"', 1)"
    # What depends on the old functions is named.
    refused "$1" 'view old.uses' "BEGIN; CREATE VIEW old.uses AS SELECT $SET""_contains\"(1); SELECT bloom_set_create('$SET\"', 'integer', fpp => 0.001)"
    sql "$1" "SELECT bloom_set_create('$SET\"', 'integer', fpp => 0.001)"
    expects "$1" 't' "$all"
    as_new "$1"
    expects "$1" '0|t|t' "SELECT bloom_set_expire('$SET\"', '1 day'), bloom_set_grow('$SET\"', 1) > 3, bloom_set_load('$SET\"', 'SELECT 5000') > 3"
    expects "$1" t "SELECT bloom_set_clear('$SET\"') > 4"
    expects "$1" 'f|0.0005' "SELECT bloom_set_contains('$SET\"', 1), fpp FROM bloom_set_info('$SET\"')"
}
sql sets3 'ALTER EXTENSION bloom_rs UPDATE'
# Also under other names.
sql sets3 "BEGIN; ALTER TABLE $SET\" RENAME TO renamed; ALTER TABLE $SET""_layers\" SET SCHEMA public;
    ${all//\"My seen\"/renamed}; ROLLBACK" | grep -x t
in_use sets3
say 'restored from a dump of 0.3.0'
cluster_run update createdb restored_set
cluster_psql update -d restored_set -q -f "$CLUSTERS/dump_of_sets3" >"$CLUSTERS/restored"
in_use restored_set
# What DROP EXTENSION CASCADE leaves of it is dropped by one call.
cluster_run update createdb left
cluster_psql update -d left -q -f "$CLUSTERS/dump_of_sets3" >"$CLUSTERS/restored"
sql left 'DROP EXTENSION bloom_rs CASCADE; CREATE EXTENSION bloom_rs' 2>"$CLUSTERS/restored"
refused left "SELECT bloom_set_drop('old" "SELECT bloom_set_create('$SET\"')"
refused left "SELECT bloom_set_drop('old" "SELECT bloom_set_add('$SET\"', 1)"
sql left "SELECT bloom_set_drop('$SET\"'); DROP SCHEMA old"

say 'lookups of 0.3.0 that skip partitions'
cluster_run update createdb skips
cluster_psql update -d skips -q -c "CREATE EXTENSION bloom_rs VERSION '0.3.0'" -f tests/e2e/files/skip_0.3.0.sql
# Until they are dropped, the new library changes and finds nothing. Triggers of a detached partition name the table of marks by its OID.
sql skips "ALTER TABLE \"old ones\".\"My events\" DETACH PARTITION \"old ones\".e_2; DO \$\$ BEGIN EXECUTE format(
    'CREATE OR REPLACE TRIGGER detached AFTER INSERT ON \"old ones\".e_2 FOR EACH ROW EXECUTE FUNCTION bloom_skip_mark(1, %s)',
    '\"old ones\".\"My events_user''s id_skip_stale\"'::regclass::oid); END \$\$; DROP TRIGGER \"My events_user's id_skip_insert\" ON \"old ones\".e_2;
    DROP TRIGGER \"My events_user's id_skip_update\" ON \"old ones\".e_2; DROP TRIGGER \"My events_user's id_what_skip_insert\" ON \"old ones\".e_2;
    DROP TRIGGER \"My events_user's id_what_skip_update\" ON \"old ones\".e_2; ALTER TABLE \"old ones\".\"My events\" RENAME TO renamed"
refused skips 'function bloom_skip_mark was removed in version 0.4.0' "INSERT INTO \"old ones\".renamed VALUES (1, 1, 'one')"
refused skips 'function bloom_skip_look_up was removed in version 0.4.0' "SELECT * FROM \"old ones\".\"My events_by_user's id\"(1)"
refused skips 'Call bloom_skip_drop' "SELECT bloom_skip_create('\"old ones\".renamed', 'what')"
refused skips 'ERROR:  42704: there are no lookups of "old ones".renamed by {what}' "SELECT bloom_skip_drop('\"old ones\".renamed', 'what')"
for sets in 2 1; do
    refused skips 'ERROR:  2BP01: cannot update bloom_rs, because bloom_skip_create made lookups' 'ALTER EXTENSION bloom_rs UPDATE'
    [[ $(sed -n '/^HINT:/p' "$CLUSTERS/refused" | grep -o 'SELECT bloom_skip_drop([^;]*;' | tee "$CLUSTERS/drops" | wc -l) == "$sets" ]]
    expects skips 0.3.0 "SELECT extversion FROM pg_extension WHERE extname = 'bloom_rs'"
    head -n 1 "$CLUSTERS/drops" | cluster_psql update -d skips -q >"$CLUSTERS/restored"
done
expects skips 0 "SELECT (SELECT count(*) FROM pg_trigger) + (SELECT count(*) FROM pg_proc WHERE pronamespace = '\"old ones\"'::regnamespace)"
sql skips "ALTER EXTENSION bloom_rs UPDATE; CREATE INDEX events ON \"old ones\".renamed USING bloom_skip (\"user's id\"); INSERT INTO \"old ones\".renamed VALUES (1, 1, 'one')"
expects skips '"old ones".e_1' "SELECT bloom_skip_candidates('\"old ones\".events', 1)"
expects skips '' "SELECT bloom_skip_candidates('\"old ones\".events', 2)"
expects skips 'e_1 e_2 renamed' "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relnamespace = '\"old ones\"'::regnamespace AND relkind IN ('r', 'p')"
