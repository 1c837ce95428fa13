#!/usr/bin/env bash
# The SQL of docs/RECIPES.md gives what the page says; and the filter that follows its table does so while
# sessions change the table at once, by every kind of statement, with rollbacks and retries.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

SESSIONS=5
TRANSACTIONS=40 # of each session, in each round
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
PAGE=docs/RECIPES.md
. tests/page.bash

run() { cluster_psql recipes -q "$@"; }

# A random statement on rows that other sessions change too.
statement() {
    local from=$((RANDOM % 300)) n=$((RANDOM % 12)) urls
    urls="SELECT 'k' || i AS url, i FROM generate_series($from, $from + $n) AS i"
    case $((RANDOM % 16)) in
    0) echo "INSERT INTO pages (url) VALUES ('k$from');" ;; # fails if it is there
    1) echo "INSERT INTO pages (url, note) SELECT url, i FROM ($urls) AS s ON CONFLICT DO NOTHING;" ;;
    2) echo "INSERT INTO pages (url) SELECT url FROM ($urls) AS s ON CONFLICT (url) DO UPDATE SET note = 'again';" ;;
    3) echo "INSERT INTO pages (url) SELECT url FROM ($urls) AS s
                 ON CONFLICT (url) DO UPDATE SET url = 'k$RANDOM-' || pages.id;" ;;
    4) echo "INSERT INTO pages (note) SELECT url FROM ($urls) AS s;" ;; # NULLs
    5) echo "INSERT INTO pages (url) SELECT url FROM ($urls) AS s WHERE false;" ;;
    6) echo "UPDATE pages SET note = 'k$from' WHERE id % 11 = $n;" ;;
    7) echo "UPDATE pages SET url = 'k$RANDOM-' || id WHERE url IN (SELECT url FROM ($urls) AS s);" ;;
    8) echo "UPDATE pages SET url = CASE WHEN id % 2 = 0 THEN 'k$RANDOM-' || id END WHERE url LIKE 'k%$n' OR id % 1000 = 0;" ;;
    9) echo "UPDATE pages SET url = 'k0' WHERE url = 'absent';" ;;
    10) echo "DELETE FROM pages WHERE url IN (SELECT url FROM ($urls) AS s) OR id % 1000 = $from;" ;;
    11) echo "DELETE FROM pages WHERE url IS NULL OR url = 'absent';" ;;
    12) echo "MERGE INTO pages USING ($urls) AS s ON pages.url = s.url
                  WHEN MATCHED AND i % 3 = 0 THEN DELETE
                  WHEN MATCHED AND i % 3 = 1 THEN UPDATE SET url = 'k$RANDOM-' || pages.id
                  WHEN MATCHED THEN UPDATE SET note = 'merged'
                  WHEN NOT MATCHED THEN INSERT (url) VALUES (s.url);" ;;
    13) echo "WITH gone AS (DELETE FROM pages WHERE url IN (SELECT url FROM ($urls) AS s) RETURNING id)
              INSERT INTO pages (url) SELECT 'k$RANDOM-' || id FROM gone;" ;;
    14) printf '%s\n' 'COPY pages (url) FROM STDIN;' "k$RANDOM-c" '\N' "k$RANDOM-d" '\.' ;;
    *) printf '%s\n' 'SAVEPOINT s;' "$(statement)" 'ROLLBACK TO s;' ;;
    esac
}

# transaction LOCK: some statements, of which a quarter are rolled back; LOCK comes first.
transaction() {
    local i level='READ COMMITTED' last=COMMIT
    ((RANDOM % 6)) || level='REPEATABLE READ'
    ((RANDOM % 4)) || last=ROLLBACK
    echo "BEGIN ISOLATION LEVEL $level; $1"
    for ((i = RANDOM % 4; i >= 0; i--)); do statement; done
    echo "$last;"
}

# session NUMBER LOCK: transactions one after another, each again until it succeeds or fails for a reason of its own.
session() {
    local file=$FILES/session.$1 i
    RANDOM=$1 # a fixed seed
    for ((i = 1; i <= TRANSACTIONS; i++)); do
        if (($1 == 1 && i == TRANSACTIONS / 2)); then
            printf '%s\n' "BEGIN; $2 TRUNCATE pages; ROLLBACK;" "BEGIN; $2 TRUNCATE pages; COMMIT;"
        else
            transaction "$2"
        fi >"$file"
        until cluster_psql recipes -q -v VERBOSITY=sqlstate -f "$file" >"$file.out" 2>&1; do
            grep -Eo '(ERROR|FATAL|PANIC): .*' "$file.out" | tee -a "$FILES/errors" >"$file.error"
            grep -Eq ' (40001|40P01)$' "$file.error" && continue # a deadlock, or another transaction was first
            grep -q ' 23505$' "$file.error" && break             # the key is there
            cat "$file" "$file.out" >&2
            return 1
        done
    done
}

# sessions LOCK: all sessions at once, while another one reads: no page may ever be missing.
sessions() {
    local number pids=() pid reader
    : >"$FILES/errors"
    rm -f "$FILES/done"
    while [[ ! -e $FILES/done ]]; do run -c 'SELECT check_screen()' >"$FILES/reads"; done &
    reader=$!
    for ((number = 1; number <= SESSIONS; number++)); do
        session "$number" "$1" &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do wait "$pid"; done
    touch "$FILES/done"
    wait "$reader"
    sort "$FILES/errors" | uniq -c
    run -c 'SELECT check_filter()' >"$FILES/reads"
}

cluster_start recipes 'deadlock_timeout = 20ms' 'autovacuum_naptime = 1s'

say 'the stream'
run -c 'CREATE EXTENSION bloom_rs'
as_written stream -1 # in one transaction, so that the day does not change

say 'the table, as it is written'
as_written follow
run -f tests/e2e/files/recipes.sql

say 'concurrent sessions'
sessions ''

say 'concurrent sessions that lock the filter first'
sessions "$(part lock sql)"
if grep 40P01 "$FILES/errors"; then die 'a deadlock in spite of the lock'; fi

say 'who waits for whom'
holder() { run -c "INSERT INTO pages (url) VALUES ('held'); SELECT pg_sleep(600)" >"$FILES/holder" 2>&1; }
holder &
wait_until recipes "count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
run -c "SET lock_timeout = '2min'" -c "UPDATE pages SET note = 'does not wait' WHERE url IS DISTINCT FROM 'held'" \
    -c 'SELECT check_screen()' >"$FILES/reads"
run -v VERBOSITY=sqlstate -c "SET lock_timeout = '100ms'" -c "INSERT INTO pages (url) VALUES ('waits')" \
    >"$FILES/waits" 2>&1 && die 'an insertion did not wait'
grep -q 55P03 "$FILES/waits"
run -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'" >"$FILES/reads"
wait
run -c 'SELECT check_filter()' >"$FILES/reads"

say 'past the triggers, and built anew'
run -c 'SET session_replication_role = replica' -c "INSERT INTO pages (url) SELECT 'past ' || i FROM generate_series(1, 9) AS i"
run -c 'SELECT check_filter()' >"$FILES/reads" 2>&1 && die 'check_filter notices nothing'
part rebuild sql >"$FILES/sql"
run -f "$FILES/sql" -c 'SELECT check_filter()' >"$FILES/reads"

say 'a key that repeats'
run -c 'SELECT check_repeats()' >"$FILES/reads"
