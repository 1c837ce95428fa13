#!/usr/bin/env bash
# Filters on replicas. A physical standby has them as they are; a logical subscriber gets them as text or in binary,
# large ones too, and keeps those that an update leaves alone. Nothing that they hold is missing there.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

# sql CLUSTER DATABASE QUERY: its bare result.
sql() { cluster_psql "$1" -d "$2" -Atc "$3"; }

# expect OUTPUT CLUSTER DATABASE QUERY
expect() {
    local output
    output=$(sql "${@:2}")
    [[ $output == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$output" "${*:2}" >&2; return 1; }
}

cluster_start primary 'wal_level = logical' 'max_wal_size = 2GB'

say 'a physical standby'
cluster_copy standby primary -R
cluster_start standby
cluster_run primary createdb families
# Filters of every family, and what is made of them.
cluster_psql primary -d families -q -f tests/e2e/files/dump.sql -f tests/e2e/files/dump_matrix.sql -f tests/e2e/files/made.sql >/dev/null
BYTES="SELECT md5(string_agg(name || f::text, ',' ORDER BY name COLLATE \"C\")) FROM filters"
OUTCOMES="SELECT count(*), count(*) FILTER (WHERE outcome = '0') FROM check_filters()"
catch_up standby primary
expect t standby families 'SELECT pg_is_in_recovery()'
expect "$(sql primary families "$BYTES")" standby families "$BYTES"
FAMILIES=$(sql primary families 'SELECT count(*) FROM filters')
expect "$FAMILIES|$FAMILIES" standby families "$OUTCOMES"
expect t standby families 'SELECT check_operators() AND check_matrices() AND check_made()'
# An index of filters is read there too.
PGOPTIONS='-c enable_seqscan=off' expect 1 standby families \
    'SELECT count(*) FROM operated WHERE f = bloom_empty(10) || 43'

say 'logical subscribers, by text and in binary'
PG_BIN=$(bin_of "$FAR") cluster_start subscriber 'wal_receiver_status_interval = 1s' 'wal_retrieve_retry_interval = 100ms' # no long waits
cluster_psql primary -q -f tests/e2e/files/replication.sql >/dev/null
for binary in false true; do
    cluster_run subscriber createdb "binary_$binary"
    cluster_run primary pg_dump --schema-only --no-publications postgres |
        cluster_psql subscriber -d "binary_$binary" -q >/dev/null
    cluster_psql subscriber -d "binary_$binary" -q -c "CREATE SUBSCRIPTION binary_$binary
        CONNECTION 'host=$CLUSTERS/primary user=postgres dbname=postgres' PUBLICATION filters
        WITH (binary = $binary)"
    wait_until subscriber -d "binary_$binary" "bool_and(srsubstate = 'r') FROM pg_subscription_rel"
done

# Both have what the primary has, and no filter misses a value.
check_subscribers() {
    local state='SELECT * FROM state()' binary
    wait_until primary \
        "bool_and(confirmed_flush_lsn >= '$(sql primary postgres 'SELECT pg_current_wal_lsn()')') FROM pg_replication_slots"
    for binary in false true; do
        expect "$(sql primary postgres "$state")" subscriber "binary_$binary" "$state"
        expect 0 subscriber "binary_$binary" 'SELECT missed()'
    done
}
check_subscribers
cluster_psql primary -q -c 'CALL change()'
check_subscribers

say 'a live set of 0.3.0, to which the subscriber gives the settings first'
SET='old."My seen"'
for cluster in primary subscriber; do cluster_run "$cluster" createdb sets3; done
cluster_psql primary -d sets3 -q -c "CREATE EXTENSION bloom_rs VERSION '0.3.0'" -f tests/e2e/files/set_0.3.0.sql \
    -c "SELECT ${SET%\"}_clear\"(1000)" -c 'CREATE PUBLICATION sets FOR ALL TABLES' >/dev/null
cluster_run primary pg_dump --schema-only --no-publications sets3 | cluster_psql subscriber -d sets3 -q >/dev/null
cluster_psql subscriber -d sets3 -q -c "CREATE SUBSCRIPTION sets
    CONNECTION 'host=$CLUSTERS/primary user=postgres dbname=sets3' PUBLICATION sets"
wait_until subscriber -d sets3 "bool_and(srsubstate = 'r') FROM pg_subscription_rel"
ADOPT="SELECT bloom_set_create('$SET', 'integer', 1000, fpp => 0.001)"
sql subscriber sets3 "$ADOPT"
# Until the publisher does so too, it sends layers without settings.
sql primary sets3 "SELECT ${SET%\"}_add\"(1), ${SET%\"}_grow\"(1000)"
sql primary sets3 'ALTER EXTENSION bloom_rs UPDATE'
expect t primary sets3 "SELECT count(*) > 89000 FROM bloom_set_add_all('$SET', ARRAY(SELECT generate_series(2, 90000)))"
sql primary sets3 "$ADOPT"
sql primary sets3 "SELECT bloom_set_grow('$SET', 1), bloom_set_add('$SET', 90001)"
wait_until subscriber -d sets3 "bloom_set_contains('$SET', 90001)"
expect t subscriber sets3 "SELECT bool_and(bloom_set_contains('$SET', i)) FROM generate_series(1, 90001) AS i"
expect 't|0.001' subscriber sets3 "SELECT layers > 3, (SELECT DISTINCT set_fpp FROM ${SET%\"}_layers\") FROM bloom_set_info('$SET')"
