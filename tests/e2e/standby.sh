#!/usr/bin/env bash
# Screened joins, and partitions and blocks that they skip, on a standby and in read-only transactions: the same rows as on
# the primary, and no transaction ID is assigned.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start primary 'wal_level = replica' shared_preload_libraries=bloom_rs
cluster_psql primary -q <<'EOF'
CREATE EXTENSION bloom_rs;
CREATE TABLE keys AS SELECT i * 100 AS k, i AS w FROM generate_series(1, 300) AS i;
CREATE TABLE facts AS SELECT i AS k, i % 7 AS x FROM generate_series(1, 100000) AS i;
\i tests/e2e/files/events.sql
INSERT INTO events VALUES (3, 9999);
CREATE INDEX facts_k ON facts (k);
CREATE INDEX facts_brin ON facts USING brin (k) WITH (pages_per_range = 16);
CREATE TABLE old WITH (autovacuum_enabled = off) AS SELECT i AS k, i AS j FROM generate_series(1, 50000) AS i;
CREATE INDEX old_k ON old (k);
VACUUM ANALYZE;
EOF
cluster_copy standby primary -R
cluster_start standby
[[ $(cluster_psql standby -Atc 'SELECT pg_is_in_recovery()') == t ]]

# replayed COMMAND...: runs these on the primary, until the standby has what they did.
replayed() {
    local where commands=()
    for command in "$@" 'SELECT pg_current_wal_insert_lsn()'; do commands+=(-c "$command"); done
    where=$(cluster_psql primary -qAt "${commands[@]}")
    wait_until standby "pg_last_wal_replay_lsn() >= '$where'"
}

# answers CLUSTER MODE: of queries in every kind of plan, each in a read-only transaction.
answers() {
    cluster_psql "$1" -qAt <<EOF
SET bloom_rs.screen_joins = $2;
SET bloom_rs.skip_partitions = $2;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET default_transaction_read_only = on;
SELECT count(*), sum(w) FROM facts JOIN keys USING (k);
SET min_parallel_table_scan_size = 0;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SELECT count(*), sum(w) FROM facts JOIN keys USING (k);
PREPARE lookup AS SELECT count(*), min(day) FROM events WHERE uid = \$1;
SET plan_cache_mode = force_generic_plan;
EXECUTE lookup(42);
EXECUTE lookup(9999);
EXECUTE lookup(123456);
SELECT count(*) FROM bloom_skip_info('events_skip') WHERE state = 'built';
BEGIN;
SELECT count(*) FROM facts JOIN keys USING (k) WHERE x = 1;
SELECT count(*) FROM events WHERE uid = 42;
SELECT pg_is_in_recovery() OR pg_current_xact_id_if_assigned() IS NULL;
COMMIT;
EOF
}
expected=$(answers primary off)
[[ $expected == *$'\n20\n'* && $expected == *t ]]
for cluster in primary standby; do
    [[ $(answers $cluster force) == "$expected" ]] || die "other rows on the $cluster"
    plans=$(cluster_psql $cluster -qAtc 'SET bloom_rs.screen_joins = force; SET bloom_rs.skip_partitions = force; SET enable_nestloop = off;
        SET enable_mergejoin = off; EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT FROM facts JOIN keys USING (k);
        EXPLAIN SELECT FROM events WHERE uid = 42')
    [[ $plans == *'Bloom Screen'*'Blocks Skipped: 3'*'Block Indexes: facts_brin, facts_k'*'Bloom Skip'* ]] || die "$plans"
done

say 'a key that the primary adds is found on the standby'
replayed 'INSERT INTO events VALUES (7, 123456)'
found=$(cluster_psql standby -qAtc 'SET bloom_rs.skip_partitions = force; SELECT day FROM events WHERE uid = 123456')
[[ $found == 7 ]] || die "found: $found"

say 'an index that is built later lacks rows that a snapshot of the standby sees'
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
run() { cluster_psql standby -q "$@"; }
. tests/sessions.bash
counts='SELECT count(*) FROM old JOIN keys USING (k) WHERE w % 50 = 0; SELECT count(*) FROM old JOIN keys ON j = keys.k WHERE w % 50 = 0;'
session old
for setting in nestloop mergejoin indexscan bitmapscan; do tell old "SET enable_$setting = off;"; done
tell old "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 'begun';"
says old begun
# In one transaction: a later one might prune the catalog, which has to wait for the snapshot on the standby.
replayed 'DELETE FROM old WHERE k = 5000' 'BEGIN; REINDEX INDEX old_k; CREATE INDEX old_j ON old (j); COMMIT'
tell old "SET bloom_rs.screen_joins = force; $counts COMMIT; $counts"
says old '6 6 5 5'
sessions_end
