#!/usr/bin/env bash
# Errors of PostgreSQL that are raised in a call of ours reach the client as if it had called what failed itself: every
# field, in each encoding. No error has a backtrace, also where RUST_BACKTRACE is set for the server.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

failed=
# told DATABASE SQL: all that psql is told.
told() {
    PGCLIENTENCODING=UTF8 cluster_psql errors -d "$1" -q -At -v VERBOSITY=verbose -v SHOW_CONTEXT=always -c "$2" 2>&1 || true
}
# without_trace WHAT OUTPUT
without_trace() {
    if grep -qE '^ +[0-9]+: |backtrace|panicking|rust_|pgrx' <<<"$2"; then
        printf 'a backtrace: %s\n%s\n' "$1" "$2" >&2
        failed=1
    fi
}

calls=(
    'SELECT bloom_hash(v) FROM things'
    'SELECT bloom_agg(v) FROM things'
    'SELECT bloom_agg(v, 10, 0.01) FROM things'
    "SELECT bloom_agg(v, 10, 0.01, 'spark2') FROM things"
    'SELECT counting_bloom_agg(v, 10) FROM things'
    'SELECT bloom_add(bloom_empty(10), v) FROM things'
    'SELECT bloom_empty(10) || v FROM things'
    'SELECT bloom_contains(f, v) FROM things, filters'
    'SELECT f @> v FROM things, filters'
    'SELECT c @> v FROM things, filters'
    'SELECT bloom_contains_any(f, ARRAY[v]) FROM things, filters'
    'SELECT bloom_of(ARRAY[v]) FROM things'
    'SELECT bloom_shard(v, 4) FROM things'
    'SELECT * FROM things, filters, bloom_matrix_search(m, v)'
    'SELECT counting_bloom_agg(v, 10) OVER (ROWS CURRENT ROW) FROM things'
    'SELECT f || v FROM things, filters'
    'SELECT bloom_remove(c, v) FROM things, filters'
)

for backtrace in '' 1 full; do
    say "RUST_BACKTRACE=$backtrace"
    [[ -d $CLUSTERS/errors ]] && cluster_stop errors
    if [[ $backtrace ]]; then export RUST_BACKTRACE=$backtrace; fi
    cluster_start errors "log_error_verbosity = verbose"
    if [[ ! $backtrace ]]; then
        for encoding in UTF8 LATIN1; do
            cluster_run errors createdb -T template0 -E "$encoding" --locale=C "${encoding,,}"
            PGCLIENTENCODING=UTF8 cluster_psql errors -d "${encoding,,}" -q -c 'SET client_min_messages = warning' -f tests/e2e/files/errors.sql
        done
    elif [[ ! -r /proc/self/environ ]] || ! tr '\0' '\n' <"/proc/$(head -n 1 "$CLUSTERS/errors/data/postmaster.pid")/environ" | grep -qx "RUST_BACKTRACE=$backtrace"; then
        echo 'the server does not have RUST_BACKTRACE' >&2
        exit 1
    fi

    for database in utf8 latin1; do
        for how in 'all fields' 'message only' syntax inner caught again earlier domain notice; do
            cluster_psql errors -d "$database" -q -c "DELETE FROM things; INSERT INTO things VALUES ('$how')"
            expected=$(told "$database" 'SELECT hash(v, 0) FROM things')
            [[ $expected == *ERROR:* ]] || { printf 'no error: %s\n' "$how" >&2; failed=1; }
            for call in "${calls[@]}"; do
                got=$(told "$database" "$call")
                [[ $got == "$expected" ]] ||
                    { printf 'expected: %s\ngot: %s\nfrom: %s: %s\n' "$expected" "$got" "$database" "$call" >&2; failed=1; }
            done
            # In a function of the caller, whose context comes once.
            expected=$(told "$database" "DO \$\$ BEGIN PERFORM hash(v, 0) FROM things; END \$\$")
            got=$(told "$database" "DO \$\$ BEGIN PERFORM bloom_hash(v) FROM things; END \$\$")
            [[ ${got//bloom_hash(v)/hash(v, 0)} == "$expected" ]] ||
                { printf 'expected: %s\ngot: %s\n' "$expected" "$got" >&2; failed=1; }
        done
        # The inner call is a line of the context.
        cluster_psql errors -d "$database" -q -c "DELETE FROM things; INSERT INTO things VALUES ('nested')"
        expected=$(told "$database" 'SELECT hash(v, 0) FROM things')
        [[ $(grep -c 'PL/pgSQL function' <<<"$expected") == 2 && $expected == *'ERROR:  42703'*'QUERY:  SELECT no_column'* ]] ||
            { printf 'got: %s\n' "$expected" >&2; failed=1; }
        got=$(told "$database" 'SELECT bloom_agg(v) FROM things')
        [[ $got == "$expected" ]] || { printf 'expected: %s\ngot: %s\n' "$expected" "$got" >&2; failed=1; }

        # PostgreSQL's own functions, and what ends a query.
        expected=$(told "$database" 'SELECT hash_record_extended(ROW(a || b), 0) FROM texts')
        [[ $expected == *'ERROR:  42P22'* ]] || { printf 'got: %s\n' "$expected" >&2; failed=1; }
        for call in bloom_hash bloom_agg; do
            got=$(told "$database" "SELECT $call(ROW(a || b)) FROM texts")
            [[ $got == "$expected" ]] || { printf 'expected: %s\ngot: %s\n' "$expected" "$got" >&2; failed=1; }
        done
        got=$(told "$database" "SET statement_timeout = 200; SELECT bloom_of(array_agg(v)) FROM generate_series(1, 1000000000) AS v")
        [[ $got == *'ERROR:  57014'* ]] || { printf 'got: %s\n' "$got" >&2; failed=1; }
        without_trace timeout "$got"
        got=$(told "$database" "SET statement_timeout = 200; SELECT bloom_contains_any(bloom_empty(10), (SELECT array_agg(v) FROM generate_series(1, 1000) AS v)) FROM generate_series(1, 1000000000)")
        [[ $got == *'ERROR:  57014'* ]] || { printf 'got: %s\n' "$got" >&2; failed=1; }
        without_trace timeout "$got"

        # Errors of our own, of each boundary.
        for call in "SELECT ''::bloom" 'SELECT bloom_empty(0)' 'SELECT bloom_agg(v, v) FROM generate_series(1::bigint, 2) AS v' \
            "SELECT bloom_empty(10, 0.01, '0011-2233')" "SELECT bloom_hash(1) = '\\x'::bloom_hash_value" \
            'SELECT bloom_agg(1) | bloom_agg(2::text)' "EXPLAIN SELECT FROM texts WHERE '\\x00'::bloom @> a" \
            "SELECT bloom_suggest('texts', 'none')" 'SELECT bloom_add(bloom_agg(1), now())'; do
            got=$(told "$database" "$call")
            [[ $got == *ERROR:* && $got != *0011-2233* ]] || { printf 'got: %s\nfrom: %s\n' "$got" "$call" >&2; failed=1; }
            without_trace "$call" "$got"
        done
    done
done
without_trace 'the log' "$(grep -a DETAIL -A 3 "$CLUSTERS/errors/log")"
[[ -z $failed ]]
