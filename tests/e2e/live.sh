#!/usr/bin/env bash
# The SQL of docs/LIVE_SETS.md gives what the page says. Of writers that add the same values at once, one by one and in
# batches, with rollbacks and while the set grows, exactly one is told that a value is new, and what was committed is
# found. Who waits for whom, and sees what, step by step (more of it in tests/isolation). And dumped, on a subscriber, and
# on a standby.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
PAGE=docs/LIVE_SETS.md
. tests/page.bash

DATABASE=postgres
run() { cluster_psql live -d "$DATABASE" -q "$@"; }
. tests/sessions.bash

# expect OUTPUT QUERY
expect() {
    local output
    output=$(run -Atc "$2")
    [[ $output == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$output" "$2" >&2; return 1; }
}

# create DATABASE CAPACITY: one with an empty set.
create() {
    DATABASE=$1
    cluster_run live createdb "$1"
    run -c 'CREATE EXTENSION bloom_rs' -c "SELECT bloom_set_create('seen', capacity => $2)" >"$FILES/created"
}

cluster_start live 'wal_level = logical' 'deadlock_timeout = 20ms' 'autovacuum_naptime = 1s' 'synchronous_commit = off'

say 'the page'
run -c 'CREATE EXTENSION bloom_rs'
for part in set batch; do as_written "$part"; done

say 'what is wrong'
create wrong 4000
refuses 22023 "SELECT bloom_set_grow('seen', 0)"
refuses 42P07 "SELECT bloom_set_create('seen')"
refuses 42P07 'CREATE TABLE fresh_layers ()' "SELECT bloom_set_create('fresh')"
expect '|' "SELECT bloom_set_add('seen', NULL), bloom_set_contains('seen', NULL)"
expect 'a' "SELECT * FROM bloom_set_add_all('seen', '{NULL, a, a}')"
expect '' "SELECT * FROM bloom_set_add_all('seen', '{}')"
expect '' "SELECT * FROM bloom_set_add_all('seen', '{NULL}')"
# A batch is one UPDATE; what is known takes none, and no row lock, which would make a transaction id.
run -c 'CREATE TABLE updates (n bigint)' -c "CREATE FUNCTION count_updates() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO updates SELECT count(*) FROM changed; RETURN NULL; END'" -c 'CREATE TRIGGER updates AFTER UPDATE ON seen
    REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_updates()'
expect '2000' "SELECT count(*) FROM bloom_set_add_all('seen', ARRAY(SELECT 'one ' || i % 2000 FROM generate_series(1, 4000) AS i))"
expect '160' 'SELECT n FROM updates'
run -c 'DROP FUNCTION count_updates CASCADE'
expect $'0\nt' "BEGIN; SELECT count(*) FROM bloom_set_add_all('seen', '{one 1, one 2, a}'); SELECT pg_current_xact_id_if_assigned() IS NULL"
expect 't' "BEGIN READ ONLY; SELECT bloom_set_contains('seen', 'a')"
refuses 25006 'BEGIN READ ONLY' "SELECT bloom_set_add('seen', 'b')"
run -c "DELETE FROM seen WHERE shard = bloom_shard('b'::text, 160)"
refuses 55000 "SELECT bloom_set_add('seen', 'b')"
refuses 55000 "SELECT bloom_set_add_all('seen', '{b, c}')"
refuses 55000 "SELECT bloom_set_contains('seen', 'b')"
refuses 55000 'BEGIN' 'UPDATE seen SET open = false' "SELECT bloom_set_add('seen', 'd')"
refuses 55000 'BEGIN' 'UPDATE seen SET open = false' "SELECT bloom_set_add_all('seen', '{d}')"
refuses 55000 'BEGIN' 'UPDATE seen SET open = false' "SELECT bloom_set_contains('seen', 'd')"
refuses 55000 'BEGIN' "SELECT bloom_set_grow('seen', 1)" 'DELETE FROM seen WHERE layer = 2' "SELECT bloom_set_add('seen', 'd')"
refuses 55000 'BEGIN' "SELECT bloom_set_grow('seen', 1)" 'DELETE FROM seen WHERE layer = 2' "SELECT bloom_set_add_all('seen', '{d}')"
run -c "INSERT INTO seen SELECT 1, bloom_shard('b'::text, 160), bloom_empty(390)"
# Nothing for whom nothing was granted, and a writer needs no more than the page says.
run -c 'CREATE ROLE writer' -c 'GRANT SELECT, INSERT, UPDATE ON seen, seen_layers TO writer'
expect 't' "SET ROLE writer; SELECT bloom_set_add('seen', 'c')"
expect 'd' "SET ROLE writer; SELECT * FROM bloom_set_add_all('seen', '{c, d}')"
run -c 'REVOKE UPDATE ON seen FROM writer'
expect 't' "SET ROLE writer; SELECT bloom_set_contains('seen', 'd')"
refuses 42501 'SET ROLE writer' "SELECT bloom_set_add('seen', 'e')"
run -c 'GRANT UPDATE ON seen TO writer' -c 'REVOKE INSERT ON seen_layers FROM writer'
refuses 42501 'SET ROLE writer' "SELECT bloom_set_add_all('seen', ARRAY(SELECT 'more ' || i FROM generate_series(1, 100000) AS i))"
refuses 42501 'SET ROLE writer' "SELECT bloom_set_drop('seen')"
# A set that is dropped while a lookup waits for its lock is none.
create dropped 4000
for name in a b; do session "$name"; done
tell a "BEGIN; SELECT bloom_set_drop('seen');"
says a ''
tell b "SELECT bloom_set_contains('seen', 'a');"
waits b
tell a 'COMMIT;'
says b 'ERROR:  42P01'
sessions_end
DATABASE=wrong
# A policy that hides rows is an error.
run -c 'GRANT INSERT ON seen_layers TO writer' -c 'ALTER TABLE seen ENABLE ROW LEVEL SECURITY'
refuses 42501 'SET ROLE writer' "SELECT bloom_set_contains('seen', 'c')"
refuses 42501 'SET ROLE writer' "SELECT bloom_set_add('seen', 'c')"
refuses 42501 'SET ROLE writer' "SELECT bloom_set_add_all('seen', '{c}')"
run -c 'ALTER TABLE seen DISABLE ROW LEVEL SECURITY' -c 'ALTER TABLE seen_layers ENABLE ROW LEVEL SECURITY'
refuses 42501 'SET ROLE writer' "SELECT bloom_set_contains('seen', 'c')"
run -c 'ALTER TABLE seen_layers DISABLE ROW LEVEL SECURITY'
expect 't' "SET ROLE writer; SELECT bloom_set_contains('seen', 'c')"
# Whatever the search path is.
run -c 'CREATE SCHEMA other' -c 'CREATE FUNCTION other.bloom_contains(bloom, text) RETURNS boolean LANGUAGE sql RETURN true' \
    -c 'CREATE FUNCTION other.unnest(text[]) RETURNS SETOF text LANGUAGE sql BEGIN ATOMIC SELECT NULL::text; END' \
    -c 'CREATE TABLE other.seen_layers (layer integer)'
for path in "''" other 'other, public' 'pg_temp, other'; do
    expect 't|f' "SET search_path = $path; SELECT public.bloom_set_contains('public.seen', 'c'), public.bloom_set_contains('public.seen', 'absent')"
    expect 't|f|1' "SET search_path = $path; SELECT public.bloom_set_add('public.seen', \$\$in $path\$\$), public.bloom_set_add('public.seen', \$\$in $path\$\$),
        (SELECT count(*) FROM public.bloom_set_add_all('public.seen', ARRAY['c', \$\$all in $path\$\$]))"
done

say 'step by step'
create steps 1
# One row, so that all values meet in it.
run -c "SELECT bloom_set_clear('seen', 1)" -c 'UPDATE seen SET layer = 1' -c 'UPDATE seen_layers SET layer = 1' >"$FILES/reads"
for name in a b c grows; do session "$name"; done
tell c "SELECT bloom_set_add('seen', 'early');" # what it plans now, it uses later
says c t
for ((round = 1; round <= 2; round++)); do # the second time with plans that are there
    tell a "BEGIN; SELECT bloom_set_add('seen', 'committed $round'), count(*) FROM bloom_set_add_all('seen', '{batch $round}');"
    says a 't|1'
    tell b "SELECT bloom_set_add('seen', 'committed $round');"
    waits b
    tell c "SELECT count(*) FROM bloom_set_add_all('seen', '{batch $round, mine $round}');"
    tell a 'COMMIT;'
    says b f
    says c 1
    # Two batches of the same values and of their own, in the same row: the second waits, and adds to what it finds then.
    tell a "BEGIN; SELECT count(*) FROM bloom_set_add_all('seen', '{both $round, only a $round}');"
    says a 2
    tell b "SELECT * FROM bloom_set_add_all('seen', '{both $round, only b $round}');"
    waits b
    tell c "SELECT count(*) FROM bloom_set_add_all('seen', '{early, mine $round}');" # what is known waits for no row
    says c 0
    tell a 'COMMIT;'
    says b "only b $round"
    expect 't|t|t' "SELECT bloom_set_contains('seen', 'both $round'), bloom_set_contains('seen', 'only a $round'), bloom_set_contains('seen', 'only b $round')"
    tell a "BEGIN; SELECT bloom_set_add('seen', 'rolled back $round'), count(*) FROM bloom_set_add_all('seen', '{undone $round}');"
    says a 't|1'
    tell b "SELECT bloom_set_add('seen', 'rolled back $round'), count(*) FROM bloom_set_add_all('seen', '{undone $round}');"
    waits b
    expect f "SELECT bloom_set_contains('seen', 'rolled back $round')"
    tell a 'ROLLBACK;'
    says b 't|1'
    tell a "BEGIN; SAVEPOINT s; SELECT bloom_set_add('seen', 'kept $round'); ROLLBACK TO s; SELECT bloom_set_add('seen', 'kept $round');"
    says a 't t'
    tell b "SELECT bloom_set_add('seen', 'another $round');"
    waits b
    tell a 'COMMIT;'
    says b t
    expect 'f|t|t|t' "SELECT bloom_set_contains('seen', 'absent $round'), bloom_set_contains('seen', 'kept $round'), bloom_set_contains('seen', 'another $round'), bloom_set_contains('seen', 'mine $round')"

    # The set grows while others add: nobody waits, but who wants to change the same row.
    tell b "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT bloom_set_contains('seen', 'absent');" # will not know of the new layer
    says b f
    tell a "BEGIN; SELECT bloom_set_add('seen', 'before $round');"
    says a t
    tell grows "BEGIN; SELECT bloom_set_grow('seen', 1);"
    says grows $((round + 1))
    expect "f" "SELECT bloom_set_contains('seen', 'before $round')"
    tell a "COMMIT; SELECT bloom_set_add('seen', 'meanwhile $round');"
    says a t
    tell grows "SELECT bloom_set_add('seen', 'grown $round');" # closes the row of the layer before
    says grows t
    tell a "SELECT bloom_set_add('seen', 'grown $round');"
    waits a
    tell c "SELECT * FROM bloom_set_add_all('seen', '{before $round, grown $round, after $round}');"
    waits c
    expect 't|f' "SELECT bloom_set_contains('seen', 'meanwhile $round'), bloom_set_contains('seen', 'grown $round')"
    tell grows 'COMMIT;'
    says a f
    says c "after $round"
    expect t "SELECT f @> 'grown $round' AND f @> 'after $round' FROM seen WHERE layer = $round + 1"
    expect f "SELECT f @> 'grown $round' OR f @> 'after $round' OR open FROM seen WHERE layer = $round"
    tell b "SELECT bloom_set_add('seen', 'late $round'); ROLLBACK;" # its row has changed
    says b 'ERROR:  40001'
    # An addition to the layer before is waited for, and found.
    tell b "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT bloom_set_contains('seen', 'absent');"
    says b f
    tell grows "SELECT bloom_set_grow('seen', 1);"
    says grows $((round + 2))
    tell b "SELECT bloom_set_add('seen', 'both $round');"
    says b f
    tell b "SELECT bloom_set_add('seen', 'crossing $round');"
    says b t
    tell a "SELECT bloom_set_add('seen', 'crossing $round');"
    waits a
    tell c "SELECT * FROM bloom_set_add_all('seen', '{crossing $round, beyond $round}');"
    waits c
    tell b 'COMMIT;'
    says a f
    says c "beyond $round"
    expect "t|f" "SELECT f @> 'crossing $round', f @> 'beyond $round' FROM seen WHERE layer = $round + 1"
    expect "f|t" "SELECT f @> 'crossing $round', f @> 'beyond $round' FROM seen WHERE layer = $round + 2"
    # A layer that is rolled back was never there, and its row is open again.
    tell grows "BEGIN; SELECT bloom_set_grow('seen', 1); SELECT bloom_set_add('seen', 'never $round');"
    says grows "$((round + 3)) t"
    tell a "SELECT bloom_set_add('seen', 'never $round');"
    waits a
    tell grows 'ROLLBACK;'
    says a t
    run -c "UPDATE seen SET open = true" -c "DELETE FROM seen WHERE layer > $round + 1" \
        -c "DELETE FROM seen_layers WHERE layer > $round + 1" -c "UPDATE seen_layers SET newer = false WHERE layer = $round + 1"
done
sessions_end

say 'many writers'
create many 2000 # grows by itself
run -c 'CREATE TABLE told (v text)'
# What a transaction was told goes with it; an error, a deadlock too, ends the run.
cat >"$FILES/one" <<'SQL'
\set r random(1, 10000)
INSERT INTO told SELECT v FROM (SELECT 'u' || :r AS v) AS s WHERE bloom_set_add('seen', v);
SQL
cat >"$FILES/batch" <<'SQL'
\set end random(1, 4)
\set length random(1, 200)
BEGIN;
INSERT INTO told SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT 'u' || ceil(random() * 10000) FROM generate_series(1, :length)));
\if :end = 1
ROLLBACK;
\else
COMMIT;
\endif
SQL
cat >"$FILES/savepoint" <<'SQL'
\set from random(1, 10000)
BEGIN;
SAVEPOINT s;
INSERT INTO told SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT 'u' || i FROM generate_series(:from, :from + 20) AS i));
ROLLBACK TO s;
INSERT INTO told SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT 'u' || i FROM generate_series(:from + 20, :from, -1) AS i));
COMMIT;
SQL
cat >"$FILES/look_up" <<'SQL'
\set r random(1, 10000)
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT bloom_set_contains('seen', 'u' || :r), bloom_set_contains('seen', 'absent ' || :r);
SELECT bloom_set_contains('seen', 'u' || :r), bloom_set_contains('seen', 'absent ' || :r);
COMMIT;
SQL
echo "SELECT bloom_set_grow('seen', 1000);" >"$FILES/grow"
echo '\sleep 300 ms' >>"$FILES/grow"
cluster_run live pgbench -n -c 1 -t 4 -f "$FILES/grow" many >"$FILES/growth" 2>&1 &
cluster_run live pgbench -n -M prepared -c 6 -j 2 -t 730 --random-seed=1 \
    -f "$FILES/one@20" -f "$FILES/batch@2" -f "$FILES/savepoint@2" -f "$FILES/look_up@20" many >"$FILES/writes" 2>&1 || {
    cat "$FILES/writes" >&2
    exit 1
}
grep -q 'number of failed transactions: 0 ' "$FILES/writes" || { grep failed "$FILES/writes" >&2; die 'a deadlock'; }
wait $! || { cat "$FILES/growth" >&2; exit 1; }
expect t 'SELECT count(*) BETWEEN 6 AND 10 FROM seen_layers' # four by hand, the others by themselves
expect 't' 'SELECT count(*) > 8000 FROM told'
expect '' 'SELECT v, count(*) FROM told GROUP BY v HAVING count(*) > 1'
expect 0 "SELECT count(*) FROM told WHERE NOT bloom_set_contains('seen', v)"
expect t "SELECT count(*) FILTER (WHERE bloom_set_contains('seen', 'absent' || i)) < 2000 FROM generate_series(1, 10000) AS i"

# reads ANSWER ROWS QUERY: so many rows of the set at most.
reads() {
    expect "$1
t" "BEGIN; $3; SELECT seq_tup_read + idx_tup_fetch <= $2 FROM pg_stat_xact_user_tables WHERE relname = 'seen'"
}

say 'without statistics, with them, and with those of before the set has grown'
create statistics 10000000
run -c 'ALTER TABLE seen SET (autovacuum_enabled = false)'
for state in none now before; do
    if [[ $state == now ]]; then run -c 'ANALYZE'; fi
    if [[ $state == before ]]; then run -c "SELECT bloom_set_grow('seen', 10000000)" >"$FILES/reads"; fi
    # A row of each layer to see whether a value is known, again after rows were closed, and one to lock, and to change.
    reads 100 650 "SELECT count(*) FROM bloom_set_add_all('seen', ARRAY(SELECT '$state ' || i FROM generate_series(1, 100) AS i))"
    reads t 6 "SELECT bloom_set_add('seen', 'one $state')"
    reads f 2 "SELECT bloom_set_contains('seen', 'absent')"
done

say 'room'
create room 1000000
run -c 'CREATE TABLE size AS SELECT pg_relation_size('"'seen'"') AS before' >"$FILES/reads"
echo "SELECT bloom_set_add('seen', md5(random()::text));" >"$FILES/add"
cluster_run live pgbench -n -M prepared -c 2 -t 10000 -f "$FILES/add" room >"$FILES/writes" 2>&1
wait_until live "count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pgbench'" # with their counts
expect t "SELECT n_tup_hot_upd > 0.95 * n_tup_upd FROM pg_stat_user_tables WHERE relname = 'seen'"
expect t "SELECT pg_relation_size('seen') < 1.5 * before FROM size"

say 'dumped'
SET='SELECT count(*), md5(string_agg(f::text, $$,$$ ORDER BY layer, shard)) FROM seen'
DATABASE=many
whole=$(run -Atc "$SET")
cluster_run live createdb restored
cluster_run live pg_dump many | cluster_psql live -d restored -q >"$FILES/reads"
DATABASE=restored
expect "$whole" "$SET"
expect '0|t|f' "SELECT count(*) FILTER (WHERE NOT bloom_set_contains('seen', v)), bloom_set_add('seen', 'dumped'), bloom_set_add('seen', 'dumped') FROM told"

say 'one schema of two sets, dumped'
DATABASE=many
run -c 'CREATE SCHEMA app' -c "SELECT bloom_set_create('app.\"My seen\"', 'bigint')" \
    -c "SELECT bloom_set_add('app.\"My seen\"', 7)" >"$FILES/reads"
cluster_run live createdb schema
DATABASE=schema
run -c 'CREATE EXTENSION bloom_rs'
cluster_run live pg_dump --schema=app many | run >"$FILES/reads"
expect 't|f|t' "SELECT bloom_set_contains(s, 7), bloom_set_add(s, 7), bloom_set_add(s, 8) FROM CAST('app.\"My seen\"' AS regclass) AS s"
refuses 2BP01 'DROP EXTENSION bloom_rs'
run -c "SELECT bloom_set_drop('app.\"My seen\"')" -c 'DROP EXTENSION bloom_rs' -c 'DROP SCHEMA app' >"$FILES/reads"

say 'on a subscriber'
cluster_start subscriber 'wal_retrieve_retry_interval = 100ms'
cluster_run live pg_dump --schema-only many | cluster_psql subscriber -q >"$FILES/reads"
cluster_psql live -d many -q -c 'CREATE PUBLICATION seen FOR TABLE seen, seen_layers'
cluster_psql subscriber -q -c "CREATE SUBSCRIPTION seen CONNECTION 'host=$CLUSTERS/live user=postgres dbname=many'
    PUBLICATION seen WITH (binary)" 2>"$FILES/reads"
wait_until subscriber "bool_and(srsubstate = 'r') FROM pg_subscription_rel"
DATABASE=many
expect t "SELECT bloom_set_add('seen', 'replicated')"
wait_until subscriber "bloom_set_contains('seen', 'replicated')"
[[ $(cluster_psql subscriber -Atc "$SET") == $(run -Atc "$SET") ]]

say 'on a standby'
cluster_copy standby live -R
cluster_start standby
[[ $(cluster_psql standby -d many -Atc "SELECT bloom_set_contains('seen', 'replicated'), bloom_set_contains('seen', 'never')") == 't|f' ]]
if cluster_psql standby -d many -c "SELECT bloom_set_add('seen', 'never')" >"$FILES/reads" 2>&1; then die 'a standby adds'; fi
