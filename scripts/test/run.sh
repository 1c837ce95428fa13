#!/usr/bin/env bash
# Runs one part of the tests: core, pg, sql, e2e, citus, majors or installed; of sql and e2e all, or those that are named:
# scripts/test/run.sh e2e windows.sql kill.sh
if [[ ${1-} == core ]]; then
    . "$(dirname "$0")/../env.sh" # no server is needed, nor its user
else
    . "$(dirname "$0")/../cluster.sh"
fi

test_core() {
    say 'tests of the pure crate'
    local options=()
    if [[ ${LONG-} ]]; then
        options=(-- --include-ignored)
    else
        export PROPTEST_CASES=${PROPTEST_CASES:-64} # also of tests that say how many
    fi
    cargo test -p bloom_rs_core "${options[@]}"
}

test_pg() {
    say "tests inside a server (#[pg_test]), PostgreSQL $PG_MAJOR"
    local options=(--pgdata "$CLUSTERS/pgrx")
    if is_root; then options+=(--runas postgres); fi
    # A linker flag of pgrx's, needless here, would have every dependency built twice.
    if [[ $(uname -m) == x86_64 ]]; then export CARGO_PGRX_DISABLE_GC_SECTIONS_WORKAROUND=1; fi
    # Unoptimized, the extension is built in a third of the time; the core, which has the work to do, is as Cargo.toml says.
    export CARGO_PROFILE_DEV_OPT_LEVEL=0
    forget_other_majors debug
    scripts/build/cargo.sh pgrx test "pg$PG_MAJOR" "${options[@]}"
}

test_sql() {
    install_for_tests
    if [[ ${ACCEPT-} ]]; then
        accept "$@"
    elif [[ " $SETTINGS " == *" debug_discard_caches=1 "* ]]; then # in pieces
        SETTINGS=${SETTINGS/debug_discard_caches=1/} tests/campaign/discard_caches.sh "$@"
    else
        regress_all "$@"
    fi
}

# accept [FILE...]: what they print is what is expected of them from now on.
accept() {
    local file
    for file in tests/sql/*.sql; do touch -a "tests/expected/$(basename "$file" .sql).out"; done
    rm -rf "$BUILD/regress"
    (regress_all "$@" >"$BUILD/regress.log" 2>&1) || true
    cp "$BUILD"/regress/sql/results/*.out tests/expected
    git add --intent-to-add tests/expected
    git diff --stat tests/expected
}

# What was installed before, wherever PG_CONFIG says, by whoever may.
test_installed() {
    PG_BIN=$("$PG_CONFIG" --bindir) || die "no such server: $PG_CONFIG"
    regress_all
}

regress_all() {
    say "SQL tests (pg_regress), PostgreSQL $PG_MAJOR"
    local files=(tests/sql/*.sql) names=() file
    if (($#)); then files=("${@/#/tests/sql/}"); fi
    [[ -e ${files[0]} ]] || die "there is no ${files[0]}"
    for file in "${files[@]}"; do names+=("$(basename "$file" .sql)"); done
    cluster_start sql 'autovacuum = off' # its snapshot would keep rows that tests expect to be gone
    regress sql "${names[@]}"
}

test_e2e() {
    local files file
    mapfile -t files < <(find tests/e2e -maxdepth 1 -type f | sort)
    if (($#)); then files=("${@/#/tests/e2e/}"); fi
    for file in "${files[@]}"; do
        [[ -r $file && ($file == *.sql || ($file == *.sh && -x $file)) ]] ||
            die "$file is neither SQL nor an executable script, and would be skipped"
    done
    install_for_tests
    say "end-to-end tests, PostgreSQL $PG_MAJOR"
    for file in "${files[@]}"; do
        if (($# == 0)) && is_left_out "$file"; then
            printf 'skipped %s\n' "$file"
        else
            run_e2e "$file"
        fi
    done
    summary
}

# A file that takes long says so at its head, and if it rests on nothing that differs from one server to the next.
is_left_out() {
    [[ ${LONG-} ]] || ! grep -qE '^(#|--) Takes long' "$1" || return 0
    [[ ! ${SKIP_SAME-} ]] || ! grep -qE '^(#|--) The same with every server major' "$1" || return 0
    return 1
}

# On a server that has Citus, if PG_CONFIG names one.
test_citus() {
    if [[ ! -e $("$PG_BIN/pg_config" --sharedir)/extension/citus.control ]]; then
        say "skipped: $("$PG_BIN/pg_config" --version) in $PG_BIN has no Citus; PG_CONFIG=... names one that has"
        return
    fi
    install_for_tests
    tests/citus/citus.sh
}

# From one of MAJORS to the next, by default of all. FAR is the major of the other cluster in a script that has two.
test_majors() {
    local major majors
    read -ra majors <<<"${MAJORS:-${SUPPORTED[*]}}"
    for major in "${majors[@]}"; do
        if [[ ${SKIP_INSTALL-} ]]; then break; fi # it has just been installed into all of them
        env PG="$major" PG_CONFIG= scripts/build/prepare.sh server
        env PG="$major" PG_CONFIG= scripts/test/run.sh install
    done
    say 'from one major to the next'
    local oldest=${majors[0]} newest=${majors[-1]}
    run_e2e tests/e2e/upgrade.sh MAJORS="${majors[*]}"
    run_e2e tests/e2e/upgrade.sh MAJORS="$oldest $newest"
    for major in "${majors[@]}"; do run_e2e tests/e2e/hashes.sql PG_CONFIG= PG="$major"; done
    run_e2e tests/e2e/dump.sh PG_CONFIG= PG="$oldest" FAR="$newest"
    run_e2e tests/e2e/replication.sh PG_CONFIG= PG="$oldest" FAR="$newest"
    run_e2e tests/e2e/foreign.sh PG_CONFIG= PG="$oldest" FAR="$newest"
    run_e2e tests/e2e/foreign.sh PG_CONFIG= PG="$newest" FAR="$oldest"
    summary
}

test_install() { install_for_tests; }

# Most of the scripts wait for half of the time.
JOBS=${JOBS:-4} started=0
# run_e2e FILE [VARIABLE=VALUE...]: while others run.
run_e2e() {
    started=$((started + 1))
    while (($(jobs -rp | wc -l) >= JOBS)); do wait -n || true; done
    run_one "$@" &
}
run_one() {
    local log seconds=$SECONDS command=("$1")
    if [[ $1 == *.sql ]]; then command=(tests/run_sql.sh "$1"); fi
    log=$(mktemp "$CLUSTERS/log.XXXXXX")
    if env "${@:2}" "${command[@]}" >"$log" 2>&1; then
        printf 'ok      %s (%d s)\n' "$*" $((SECONDS - seconds)) | tee -a "$CLUSTERS/passed"
    else
        { printf 'FAILED  %s\n' "$*" && awk -f tests/assertions.awk "$log" | sed 's/^/        /'; } >"$log.failed"
        cat "$log.failed"
    fi
}

summary() {
    wait
    local passed failed
    touch "$CLUSTERS/passed"
    passed=$(wc -l <"$CLUSTERS/passed")
    failed=$(find "$CLUSTERS" -maxdepth 1 -name '*.failed' | wc -l)
    printf '%d passed, %d failed\n' "$passed" "$failed"
    ((failed == 0 && passed == started))
}

case ${1-} in
core | pg | sql | e2e | citus | majors | installed | install) "test_$1" "${@:2}" ;;
*) die "usage: $0 core|pg|sql|e2e|citus|majors|installed|install" ;;
esac
