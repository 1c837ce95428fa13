#!/usr/bin/env bash
# What the server's commands and tools do with an index of access method bloom_skip: it names each partition that has a value after all of
# them, and none fails because of it.
. "$(dirname "$0")/../../scripts/cluster.sh"
. tests/skip_index.bash

cluster_start index 'autovacuum = off' 'autovacuum_freeze_max_age = 100000' 'max_prepared_transactions = 1' 'allow_in_place_tablespaces = on' \
    'min_parallel_index_scan_size = 0'
run -f tests/e2e/files/skip_index.sql -c 'INSERT INTO ev SELECT i % 3 + 1, i, 0, i::text FROM generate_series(1, 20000) AS i' \
    -c 'CREATE INDEX ev_n ON ev (n)' -c 'CREATE INDEX ev_part ON ev (part)' -c 'VACUUM ev'
# holds: after each of these.
holds() {
    expect '' 'SELECT missed()'
    expect '' "SELECT bloom_skip_candidates('ev_k', -1)"
    expect '5 built' 'SELECT states()'
}
holds

say 'amcheck'
run -c 'CREATE EXTENSION amcheck'
expect 0 "SELECT count(*) FROM pg_partition_tree('ev') AS t, verify_heapam(t.relid, check_toast := true) WHERE isleaf"
# It checks indexes of btree, and passes over others if nobody names them.
run -v VERBOSITY=terse -c "SELECT bt_index_check('ev_1_k_idx')" >"$FILES/amcheck" 2>&1 && die 'bt_index_check accepts it'
grep -qiE 'b-?tree' "$FILES/amcheck"
cluster_run index pg_amcheck -d postgres --heapallindexed >"$FILES/amcheck"
[[ ! -s $FILES/amcheck ]] || die "$(cat "$FILES/amcheck")"

say 'VACUUM in parallel, and as a failsafe'
run -c 'INSERT INTO ev SELECT 1, i FROM generate_series(100001, 120000) AS i' -c 'DELETE FROM ev WHERE part = 1 AND k < 1000'
run -c 'VACUUM (PARALLEL 2, VERBOSE) ev_1' >"$FILES/vacuum" 2>&1
grep -q 'parallel vacuum worker' "$FILES/vacuum" || die "$(cat "$FILES/vacuum")" # for the other indexes
holds
# A filter is built no more when transaction numbers run out; rows are frozen all the same.
run -c 'INSERT INTO ev SELECT 1, i FROM generate_series(200001, 300000) AS i' \
    -c 'DO $$ BEGIN FOR i IN 1..106000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$'
age="SELECT age(relfrozenxid) FROM pg_class WHERE oid = 'ev_1'::regclass"
capacity="SELECT capacity FROM bloom_skip_info('ev_k') WHERE partition = 'ev_1'::regclass"
before=$(run -Atc "$capacity")
expect t "SELECT ($age) > 105000"
run -c 'SET vacuum_failsafe_age = 0' -c 'VACUUM (FREEZE) ev_1' >"$FILES/vacuum" 2>&1
grep -q 'as a failsafe' "$FILES/vacuum" || die "$(cat "$FILES/vacuum")"
expect t "SELECT ($age) < 100"
expect "$before" "$capacity"
holds
run -c 'VACUUM ev'
expect t "SELECT ($capacity) > $before"
holds

say 'CLUSTER, VACUUM FULL, tablespaces'
run -c 'UPDATE ev SET n = k WHERE k % 7 = 0' -c 'CLUSTER ev_1 USING ev_1_n_idx' -c 'VACUUM FULL ev_2' -c "CREATE TABLESPACE other LOCATION ''" \
    -c 'ALTER TABLE ev_3 SET TABLESPACE other' -c 'ALTER INDEX ev_3_k_idx SET TABLESPACE other' -c 'ALTER INDEX ev_k SET TABLESPACE other' \
    -c 'CREATE TABLE ev_6 PARTITION OF ev FOR VALUES IN (6)' -c 'INSERT INTO ev VALUES (6, 5)' -c 'REINDEX (TABLESPACE other) INDEX ev_2_k_idx'
expect 'ev_2_k_idx ev_3_k_idx ev_6_k_idx' "SELECT relname FROM pg_class WHERE relkind = 'i' AND relname LIKE 'ev%k_idx'
    AND reltablespace = (SELECT oid FROM pg_tablespace WHERE spcname = 'other') ORDER BY relname"
expect '6 built' 'SELECT states()'
run -c 'DROP TABLE ev_6' -c 'CREATE INDEX ev_there ON ev USING bloom_skip (k) TABLESPACE other' -c 'INSERT INTO ev VALUES (3, 300001), (4, 300002)'
expect 'ev_1 ev_3' "SELECT bloom_skip_candidates('ev_there', 300000) UNION ALL SELECT bloom_skip_candidates('ev_there', 300001)"
run -c 'DROP INDEX ev_there'
holds

say 'transactions that are rolled back, in whole and in part'
missed=$(run -At <<'SQL'
BEGIN;
CREATE INDEX ev_back ON ev USING bloom_skip (n);
INSERT INTO ev VALUES (5, 300003, 77);
SELECT 'missed' WHERE NOT EXISTS (SELECT bloom_skip_candidates('ev_back', 77));
ROLLBACK;
BEGIN;
INSERT INTO ev VALUES (2, 300004);
SAVEPOINT a;
TRUNCATE ev_2;
INSERT INTO ev VALUES (2, 300005);
REINDEX INDEX ev_2_k_idx;
ROLLBACK TO a;
INSERT INTO ev VALUES (2, 300006);
SAVEPOINT b;
TRUNCATE ev_3;
COPY ev_3 (part, k) FROM STDIN (FREEZE);
3	300007
\.
INSERT INTO ev VALUES (3, 300008);
RELEASE b;
PREPARE TRANSACTION 'p';
SQL
)
[[ ! $missed ]] || die "$missed"
expect '' "SELECT relname FROM pg_class WHERE relname = 'ev_back' OR relname LIKE 'ev%n_idx1'"
run -c "COMMIT PREPARED 'p'"
expect 'ev_2 ev_2 ev_3 ev_3' "SELECT c FROM unnest(ARRAY[300004, 300006, 300007, 300008]) AS k, bloom_skip_candidates('ev_k', k) AS c"
expect 2 'SELECT count(*) FROM ev_3'
holds
# COPY FREEZE into a table of its own transaction.
run <<'SQL'
BEGIN;
TRUNCATE ev_5;
COPY ev_5 (part, k) FROM PROGRAM 'seq -f "5,%.0f" 400001 410000' (FORMAT csv, FREEZE);
COMMIT;
SQL
expect 'open' "SELECT state FROM bloom_skip_info('ev_k') WHERE partition = 'ev_5'::regclass"
run -c 'VACUUM ev_5'
holds

say 'text becomes varchar: the index stays as it is'
run -c 'CREATE TABLE texts (t text)' -c 'CREATE INDEX texts_t ON texts USING bloom_skip (t)' -c "INSERT INTO texts VALUES ('a')"
before=$(run -Atc "SELECT pg_relation_filenode('texts_t')")
run -c 'ALTER TABLE texts ALTER t TYPE varchar' -c "INSERT INTO texts VALUES ('b')"
expect "$before texts texts" "SELECT pg_relation_filenode('texts_t')::text UNION ALL SELECT c::text FROM unnest(ARRAY['a', 'b', 'c']) AS v, bloom_skip_candidates('texts_t', v) AS c"

say 'temporary tables of another session'
session other
tell other 'CREATE TEMP TABLE temporary (i integer); CREATE INDEX temporary_i ON temporary USING bloom_skip (i); INSERT INTO temporary VALUES (1);'
says other ''
name=$(run -Atc "SELECT oid::regclass FROM pg_class WHERE relname = 'temporary_i'")
expect 'none 0' "SELECT state FROM bloom_skip_info('$name') UNION ALL SELECT bloom_skip_build('$name')::text"
refuses 0A000 "SELECT bloom_skip_candidates('$name', 2)"
tell other "SELECT state FROM bloom_skip_info('temporary_i'); SELECT bloom_skip_candidates('temporary_i', 2);"
says other built
sessions_end

if ((PG_MAJOR < 17)); then
    say 'old_snapshot_threshold: rows may be removed that a snapshot sees'
    cluster_set index 'old_snapshot_threshold = 1min'
    cluster_stop index
    cluster_start index
    expect 5 "SELECT count(*) FROM bloom_skip_candidates('ev_k', -1)"
fi
