#!/usr/bin/env bash
# Errors of PostgreSQL that are raised in a call of ours reach the client as if it had called what failed itself: every
# field, in each encoding. No error has a backtrace, also where RUST_BACKTRACE is set for the server.
. "$(dirname "$0")/../../scripts/cluster.sh"

failed=
fail() {
    printf '%s\n' "$*" >&2
    failed=1
}
# told DATABASE SQL...: all that one session is told of each goes into the array `told`.
told() {
    local options=() sql
    for sql in "${@:2}"; do options+=(-c "$sql" -c '\warn '$'\x1e'); done
    mapfile -d $'\x1e' -t told < <(PGCLIENTENCODING=UTF8 cluster_psql errors -d "$1" -q -At -v ON_ERROR_STOP=0 \
        -v VERBOSITY=verbose -v SHOW_CONTEXT=always "${options[@]}" 2>&1)
    told=("${told[@]:0:$#-1}") # behind the last separator is a line break
    told=("${told[@]#$'\n'}")
}
# same EXPECTED OUTPUT FROM
same() { [[ $2 == "$1" ]] || fail "expected: $1"$'\n'"got: $2"$'\n'"from: $3"; }
# without_trace WHAT OUTPUT
without_trace() {
    if grep -qE '^ +[0-9]+: |backtrace|panicking|rust_|pgrx' <<<"$2"; then
        fail "a backtrace: $1: $2"
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
own=(
    "SELECT ''::bloom"
    'SELECT bloom_empty(0)'
    'SELECT bloom_agg(v, v) FROM generate_series(1::bigint, 2) AS v'
    "SELECT bloom_empty(10, 0.01, '0011-2233')"
    "SELECT bloom_hash(1) = '\\x'::bloom_hash_value"
    'SELECT bloom_agg(1) | bloom_agg(2::text)'
    "EXPLAIN SELECT FROM texts WHERE '\\x00'::bloom @> a"
    "SELECT bloom_suggest('texts', 'none')"
    'SELECT bloom_add(bloom_agg(1), now())'
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
            # The last is in a function of the caller, whose context comes once.
            told "$database" 'SELECT hash(v, 0) FROM things' "${calls[@]}" "DO \$\$ BEGIN PERFORM hash(v, 0) FROM things; END \$\$" \
                "DO \$\$ BEGIN PERFORM bloom_hash(v) FROM things; END \$\$"
            [[ ${told[0]} == *ERROR:* ]] || fail "no error: $how"
            for i in "${!calls[@]}"; do same "${told[0]}" "${told[i + 1]}" "$database: ${calls[i]}"; done
            same "${told[-2]}" "${told[-1]//bloom_hash(v)/hash(v, 0)}" "$database: PL/pgSQL"
        done
        # The inner call is a line of the context.
        cluster_psql errors -d "$database" -q -c "DELETE FROM things; INSERT INTO things VALUES ('nested')"
        told "$database" 'SELECT hash(v, 0) FROM things' 'SELECT bloom_agg(v) FROM things'
        [[ $(grep -c 'PL/pgSQL function' <<<"${told[0]}") == 2 && ${told[0]} == *'ERROR:  42703'*'QUERY:  SELECT no_column'* ]] ||
            fail "got: ${told[0]}"
        same "${told[@]}" nested

        # PostgreSQL's own functions, and what ends a query.
        told "$database" 'SELECT hash_record_extended(ROW(a || b), 0) FROM texts' 'SELECT bloom_hash(ROW(a || b)) FROM texts' \
            'SELECT bloom_agg(ROW(a || b)) FROM texts'
        [[ ${told[0]} == *'ERROR:  42P22'* ]] || fail "got: ${told[0]}"
        same "${told[@]:0:2}" bloom_hash
        same "${told[0]}" "${told[2]}" bloom_agg
        told "$database" 'SET statement_timeout = 200' 'SELECT bloom_of(array_agg(v)) FROM generate_series(1, 1000000000) AS v' \
            'SELECT bloom_contains_any(bloom_empty(10), (SELECT array_agg(v) FROM generate_series(1, 1000) AS v)) FROM generate_series(1, 1000000000)'
        for got in "${told[@]:1}"; do
            [[ $got == *'ERROR:  57014'* ]] || fail "got: $got"
            without_trace timeout "$got"
        done

        # Errors of our own, of each boundary.
        told "$database" "${own[@]}"
        for i in "${!own[@]}"; do
            [[ ${told[i]} == *ERROR:* && ${told[i]} != *0011-2233* ]] || fail "got: ${told[i]}, from: ${own[i]}"
            without_trace "${own[i]}" "${told[i]}"
        done
    done
done
without_trace 'the log' "$(grep -a DETAIL -A 3 "$CLUSTERS/errors/log")"
[[ -z $failed ]]
