#!/usr/bin/env bash
# An index of access method bloom_skip names each partition that has a value: after dumps, crashes, builds that were broken off, on a
# standby also for old snapshots, beside REINDEX CONCURRENTLY. VACUUM neither fails nor fills the disk because of it.
. "$(dirname "$0")/../../scripts/cluster.sh"

. tests/skip_index.bash

cluster_start index 'wal_level = logical' 'autovacuum = off' 'max_prepared_transactions = 2' 'wal_consistency_checking = generic' \
    'vacuum_cost_limit = 20' 'checkpoint_timeout = 1h'
run -f tests/e2e/files/skip_index.sql
run -c 'INSERT INTO ev SELECT i % 4 + 1, i, 0, CASE WHEN i % 100 = 0 THEN repeat(i::text, 3000) END FROM generate_series(1, 40000) AS i'
expect '1 built, 4 open' 'SELECT states()'
run -c 'VACUUM ev'
expect '5 built' 'SELECT states()'
expect '' 'SELECT missed()'

say 'a dump'
cluster_run index pg_dump -d postgres -Fc -f "$FILES/dump"
cluster_run index createdb restored
cluster_run index pg_restore -d restored "$FILES/dump"
DATABASE=restored
expect '5 built' 'SELECT states()'
expect '' 'SELECT missed()'
expect 'fpp=0.01' "SELECT array_to_string(reloptions, ',') FROM pg_class WHERE relname = 'ev_1_wide_idx'"
DATABASE=postgres
cluster_run index dropdb restored

say 'a crash: what was committed is found, what was not does no harm'
run -c 'CREATE UNLOGGED TABLE unlogged (i integer)' -c 'CREATE INDEX unlogged_i ON unlogged USING bloom_skip (i)' \
    -c 'INSERT INTO unlogged SELECT generate_series(1, 10000)' -c 'CHECKPOINT'
run -c "BEGIN; INSERT INTO ev VALUES (5, 50001); PREPARE TRANSACTION 'p'" -c 'INSERT INTO ev SELECT 1 + i % 5, i FROM generate_series(60000, 70000) AS i'
cluster_stop index immediate
cluster_start index
expect '' 'SELECT missed()'
run -c "COMMIT PREPARED 'p'"
expect 'ev_5' "SELECT bloom_skip_candidates('ev_k', 50001)"
expect 'built|0' "SELECT state, \"values\" FROM bloom_skip_info('unlogged_i')"
run -c 'INSERT INTO unlogged VALUES (7)'
expect 'unlogged' "SELECT bloom_skip_candidates('unlogged_i', 7)"
run -c 'VACUUM ev'
expect '5 built' 'SELECT states()'

say 'builds that are broken off, by a cancel and by a crash'
for round in 1 2 3 4; do
    run -c "INSERT INTO ev SELECT 2, i FROM generate_series($round * 100000, $round * 100000 + 40000) AS i"
    # It waits often, so that it is met while it builds.
    session v
    tell v 'SET vacuum_cost_delay = 20; VACUUM ev_2;'
    sleep "0.$((round - 1))" # later in each round
    wait_until index "state = 'building' FROM bloom_skip_info('ev_k') WHERE partition = 'ev_2'::regclass"
    run -c "INSERT INTO ev VALUES (2, -$round)"
    if ((round < 4)); then
        run -Atc "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'v'" >/dev/null
        sessions_end
    else
        cluster_stop index immediate
        sessions_end
        cluster_start index
    fi
    expect building "SELECT state FROM bloom_skip_info('ev_k') WHERE partition = 'ev_2'::regclass"
    expect '' "SELECT missed(-10, 0) UNION ALL SELECT missed($round * 100000, $round * 100000 + 40000)"
done
run -c 'VACUUM ev_2'
expect '5 built' 'SELECT states()'
expect '' 'SELECT missed()'
# The pages of the filter, of the one before, and the metapage: what was broken off left nothing behind.
expect t "SELECT bytes < 8192 * (capacity * 17 / 8 / 8160 + 10) FROM bloom_skip_info('ev_k') WHERE partition = 'ev_2'::regclass"

say 'VACUUM gives up where keys out of line may vanish, and goes on'
session r
tell r 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM ev WHERE part = 1 AND wide IS NOT NULL;'
says r 400
run -c "DELETE FROM ev WHERE part = 1 AND wide IS NOT NULL" \
    -c "INSERT INTO ev SELECT 1, 800000 + i, 0, 'narrow' || i FROM generate_series(1, 20000) AS i"
age="SELECT age(relfrozenxid) FROM pg_class WHERE oid = 'ev_1'::regclass"
before=$(run -Atc "$age")
run -c 'VACUUM (FREEZE) ev_1'
expect t "SELECT state <> 'built' FROM bloom_skip_info('ev_wide') WHERE partition = 'ev_1'::regclass"
expect t "SELECT ($age) < $before"
tell r "SELECT count(*) FROM (SELECT DISTINCT wide FROM ev WHERE part = 1 AND wide IS NOT NULL) AS d, bloom_skip_candidates('ev_wide', wide) AS c WHERE c = 'ev_1'::regclass; COMMIT;"
says r 400
sessions_end
run -c 'VACUUM ev_1'
expect '5 built' "SELECT states('ev_wide')"
expect '' 'SELECT missed()'

say 'a standby'
cluster_copy standby index -R
cluster_set standby 'max_standby_streaming_delay = -1'
cluster_start standby
run -c 'INSERT INTO ev SELECT 1 + i % 5, 900000 + i FROM generate_series(1, 9000) AS i' -c 'VACUUM ev'
catch_up standby index
CLUSTER=standby expect '' 'SELECT missed()'
CLUSTER=standby expect '5 built' 'SELECT states()'
CLUSTER=standby refuses 25006 "SELECT bloom_skip_build('ev_k')"
# There is nothing of unlogged tables.
CLUSTER=standby expect unlogged "SELECT bloom_skip_candidates('unlogged_i', -7)"
CLUSTER=standby expect none "SELECT state FROM bloom_skip_info('unlogged_i')"
# From 19 on a scan prunes such pages, and replay waits for the snapshot.
if ((PG_MAJOR < 19)); then
# An old snapshot there sees a row that is dead here, and that is in no filter. It does not use the filter; a new one does. The page of the
# row is nearly empty, so that nobody prunes it, as replay would wait for the snapshot then; a logical slot keeps those of the catalogs.
run -c "SELECT pg_create_logical_replication_slot('catalogs', 'pgoutput')" >"$FILES/slot"
run -c 'CREATE TABLE ev_6 PARTITION OF ev FOR VALUES IN (6) WITH (autovacuum_enabled = off)' \
    -c 'INSERT INTO ev VALUES (6, -77)' -f - <<'SQL'
CREATE TABLE late (k integer) WITH (autovacuum_enabled = off);
INSERT INTO late VALUES (0), (5);
CREATE TABLE later (k integer) WITH (autovacuum_enabled = off);
INSERT INTO later VALUES (1), (-77);
CREATE INDEX later_k ON later USING bloom_skip (k) WITH (autobuild = later);
DELETE FROM late WHERE k = 0;
VACUUM late;
CREATE FUNCTION pausing_hash(integer, bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF $1 = 5 THEN PERFORM pg_advisory_lock_shared(7), pg_advisory_unlock_shared(7); END IF;
    RETURN hashint4extended($1, $2);
END $$;
CREATE OPERATOR CLASS pausing_ops FOR TYPE integer USING bloom_skip AS OPERATOR 1 =, FUNCTION 1 pausing_hash(integer, bigint);
SQL
# CREATE INDEX CONCURRENTLY does not find a row that comes behind its first scan, and goes before its second one.
session p
tell p 'SELECT 1 FROM pg_advisory_lock(7);'
says p 1
session c
tell c 'CREATE INDEX CONCURRENTLY late_k ON late USING bloom_skip (k pausing_ops);'
waits c
run -c 'INSERT INTO late VALUES (-77)'
expect '(0,1)' 'SELECT ctid FROM late WHERE k = -77'
catch_up standby index
CLUSTER=standby session r
tell r 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;' # takes the snapshot, and locks nothing that REINDEX needs
says r 1
run -c 'DELETE FROM late WHERE k = -77' -c 'DELETE FROM ev_6' -c 'DELETE FROM later WHERE k = -77'
tell p 'SELECT pg_advisory_unlock(7);'
says p t
says c ''
# A build finds none that is dead.
run -c 'REINDEX INDEX ev_6_k_idx'
expect 1 "SELECT bloom_skip_build('later_k')"
for index in ev_k late_k later_k; do
    expect '' "SELECT bloom_skip_candidates('$index', -77)"
done
catch_up standby index
old="SELECT bloom_skip_candidates('ev_k', -77), count(*) FROM ev_6; SELECT bloom_skip_candidates('late_k', -77), count(*) FROM late WHERE k = -77;
    SELECT bloom_skip_candidates('later_k', -77), count(*) FROM later WHERE k = -77;"
for index in ev_k late_k later_k; do
    CLUSTER=standby expect '' "SELECT bloom_skip_candidates('$index', -77)"
done
tell r "$old"
says r 'ev_6|1 late|1 later|1'
fi
# The standby takes over, with its old snapshots.
catch_up standby index
as_postgres "$CLUSTERS/standby/bin/pg_ctl" promote -s -D "$CLUSTERS/standby/data"
if ((PG_MAJOR < 19)); then
tell r "$old COMMIT;"
says r 'ev_6|1 late|1 later|1'
sessions_end
run -c 'DROP TABLE ev_6, late, later' -c "SELECT pg_drop_replication_slot('catalogs')" >"$FILES/slot"
fi
CLUSTER=standby run -c 'INSERT INTO ev VALUES (5, -78)' -c 'VACUUM ev'
CLUSTER=standby expect '' 'SELECT missed()'
cluster_stop standby

say 'rebuilds beside writers, and partitions that come and go'
run -c "CREATE PROCEDURE write(sessions integer) LANGUAGE plpgsql AS \$\$
BEGIN
    FOR i IN 1..500 LOOP
        INSERT INTO ev VALUES (1 + i % 5, sessions * 1000000 + i);
        UPDATE ev SET n = n + 1 WHERE part = 1 + i % 5 AND k = sessions * 1000000 + i;
        COMMIT;
    END LOOP;
END \$\$"
writers=()
for number in 2 3; do
    run -c "CALL write($number)" &
    writers+=($!)
done
round=0
while kill -0 "${writers[@]}" 2>/dev/null; do
    ((round += 1))
    run -c "REINDEX INDEX CONCURRENTLY ev_$((1 + round % 5))_k_idx" -c "VACUUM ev_$((1 + round % 3))"
    expect '' 'SELECT missed(2000000, 4000000)'
done
wait "${writers[@]}"
expect '' 'SELECT missed()'
run -c "INSERT INTO ev_late SELECT 6, i FROM generate_series(1, 10) AS i" -c 'CREATE INDEX CONCURRENTLY late_k ON ev_late USING bloom_skip (k)' \
    -c 'ALTER TABLE ev ATTACH PARTITION ev_late FOR VALUES IN (6)' -c 'CREATE TABLE like_ev (LIKE ev INCLUDING INDEXES)'

expect ev_k "SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = 'late_k'::regclass"
expect '6 built' 'SELECT states()'
expect '' 'SELECT missed()'
expect built "SELECT state FROM bloom_skip_info('like_ev_k_idx')"
run -c 'ALTER TABLE ev DETACH PARTITION ev_1 CONCURRENTLY' -c 'DROP FUNCTION states' -c 'ALTER TABLE ev ALTER k TYPE bigint'
expect 5 "SELECT count(*) FROM bloom_skip_info('ev_k') WHERE state = 'built'"
expect '' "SELECT k FROM ev WHERE NOT EXISTS (SELECT bloom_skip_candidates('ev_k', k))"
