#!/usr/bin/env bash
# A live set (docs/LIVE_SETS.md) on a server that is killed, KILLS times, by signal 9, while four writers add to it: a
# backend or an auxiliary process, the postmaster, all processes at once, and some of them again in recovery. After each
# time every addition that was acknowledged is found, and is in a plain table that was written by the same transaction;
# nobody was told that a value is new which somebody else added; heap and index pass amcheck, and pages their checksums.
# SETTING='synchronous_commit = off' loses some, and so shows that this can fail.
# The same with every server major: it rests on nothing that differs.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

KILLS=${KILLS:-20}
CLIENTS=4
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
NAME=kill KILLED=writer
. tests/killing.bash

run() { cluster_psql kill -q "$@"; }

client() { writer "$1" $((ROUND * 500)); }

beside() {
    ((ROUND % (KILLS / 10 + 1))) || run -c "SELECT bloom_set_grow('seen', 100000)" >"$FILES/grown" 2>&1 &
    pids+=($!)
}

# One writer: values of which most are new, some known, and some added by the others at the same moment. What it was
# told goes into a plain table in the same transaction, and to the client; there it counts once it is committed.
writer() {
    awk -v seed="$RANDOM$1" -v from="$2" '
        function value() { return "k" int(from + rand() * 1500) }
        function one() {
            print "INSERT INTO told SELECT v, bloom_set_add(\047seen\047, v) FROM (VALUES (\047" value() "\047)) AS s (v) RETURNING *;"
        }
        function batch(   list) {
            for (n = int(rand() * 100); n >= 0; n--) list = list "," value()
            print "INSERT INTO told SELECT v, true FROM bloom_set_add_all(\047seen\047, \047{" substr(list, 2) "}\047) AS v RETURNING *;"
        }
        BEGIN {
            srand(seed)
            for (;;) {
                kind = rand()
                if (kind < 0.8) one()
                else if (kind < 0.9) batch()
                else {
                    print "\\echo BEGIN\nBEGIN;"
                    if (kind < 0.94) { print "SAVEPOINT s;\n\\echo SAVEPOINT"; batch(); print "ROLLBACK TO s;\n\\echo ROLLBACK TO" }
                    batch()
                    if (kind < 0.97) print "COMMIT;\n\\echo COMMIT"; else print "ROLLBACK;\n\\echo ROLLBACK"
                }
            }
        }' 2>"$FILES/awk" | PGAPPNAME=writer run -At >"$FILES/writer.$1" 2>"$FILES/errors.$1"
}

# acknowledged FILE...: what was committed, as "writer said so": a last line without its end does not count.
acknowledged() {
    cat "$@" | awk '
        $0 == "BEGIN" { open = 1; n = 0; next }
        $0 == "SAVEPOINT" { kept = n; next }
        $0 == "ROLLBACK TO" { n = kept; next }
        $0 == "ROLLBACK" { open = 0; next }
        $0 == "COMMIT" { for (i = 0; i < n; i++) print said[i]; open = 0; next }
        open { said[n++] = $0; next }
        { print }'
}

# check: of what was acknowledged since the last crash, and now and then of all.
check() {
    local result
    acknowledged "$FILES"/writer.* >"$FILES/acknowledged"
    result=$(run -At -c 'CREATE TEMP TABLE acknowledged (v text, new boolean)' \
        -c "\\copy acknowledged FROM '$FILES/acknowledged' (DELIMITER '|')" -c 'SELECT * FROM check_acknowledged()')
    echo "$result" >>"$FILES/checked"
    if ((ROUND % 50 == 0 || ROUND >= KILLS)); then run -c 'SELECT check_all()' >"$FILES/answer"; fi
}

cluster_start kill 'fsync = on' 'full_page_writes = on' 'synchronous_commit = on' 'shared_buffers = 4MB' \
    'max_wal_size = 32MB' 'autovacuum_naptime = 1s' 'log_checkpoints = off' "${SETTING:-}"
run -c 'CREATE EXTENSION bloom_rs' -c 'CREATE EXTENSION amcheck'
run -c "SELECT bloom_set_create('seen', capacity => 100000)" >"$FILES/answer"
run -f tests/e2e/files/kill.sql

kills
awk -F '|' '{ acknowledged += $1; new += $2 } END { print acknowledged " acknowledged, " new " of them new; all are there" }' \
    "$FILES/checked"
run -Atc "SELECT count(*) || ' rows in the plain table, ' || (SELECT count(*) FROM seen_layers) || ' layers' FROM told"
