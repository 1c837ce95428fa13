#!/usr/bin/env bash
# Runs one part of the tests: core, pg, sql or e2e.
. "$(dirname "$0")/cluster.sh"

test_core() {
    say 'tests of the pure crate'
    cargo test -p bloom_core
}

test_pg() {
    scripts/sql.sh # src/lib.rs includes it, as cargo-pgrx writes the SQL of the tests
    say 'tests inside a server (#[pg_test])'
    local options=(--pgdata "$CLUSTERS/pgrx")
    if is_root; then options+=(--runas postgres); fi
    # A linker flag of pgrx's, needless here, would have every dependency built twice.
    if [[ $(uname -m) == x86_64 ]]; then export CARGO_PGRX_DISABLE_GC_SECTIONS_WORKAROUND=1; fi
    cargo pgrx test "pg$PG_MAJOR" "${options[@]}"
}

test_sql() {
    install_privately
    say 'SQL tests (pg_regress)'
    local files=(tests/sql/*.sql) names=() file
    [[ -e ${files[0]} ]] || die 'tests/sql is empty'
    for file in "${files[@]}"; do names+=("$(basename "$file" .sql)"); done

    cluster_start sql
    mkdir "$CLUSTERS/regress"
    "$SERVER/usr/lib/postgresql/$PG_MAJOR/lib/pgxs/src/test/regress/pg_regress" \
        --bindir="$PG_BIN" --host="$CLUSTERS/sql" --user=postgres --dbname=bloom_rs_regress \
        --inputdir=tests --outputdir="$CLUSTERS/regress" "${names[@]}" || {
        cat "$CLUSTERS/regress/regression.diffs" >&2
        return 1
    }
}

test_e2e() {
    install_privately
    say 'end-to-end tests'
    local passed=0 failed=0 file log=$CLUSTERS/log
    for file in tests/e2e/*.sh; do
        [[ -x $file ]] || die "$file is not executable, and would be skipped"
    done
    for file in tests/e2e/*.sh; do
        if "$file" >"$log" 2>&1; then
            printf 'ok      %s\n' "$file"
            passed=$((passed + 1))
        else
            printf 'FAILED  %s\n' "$file"
            sed 's/^/        /' "$log"
            failed=$((failed + 1))
        fi
    done
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [[ $failed -eq 0 ]]
}

case ${1-} in
core | pg | sql | e2e) "test_$1" ;;
*) die "usage: $0 core|pg|sql|e2e" ;;
esac
