#!/usr/bin/env bash
# PostgreSQL's own tests, once without the library and once with it preloaded and every join screened that may be: both
# runs print the same but for plans, and for the order of rows that a Sort below a join finds equal. PARTS are of
# postgres_fdw (fdw), of the server (regress), and of concurrent sessions (isolation); `partitions` are those of the server
# again, with an index bloom_skip on each column of each partitioned table, and partitions skipped or not.
# The sources are Debian's, or what PG_SOURCE names.
. "$(dirname "$0")/../cluster.sh"
PARTS=${PARTS:-fdw regress isolation partitions}

sources=${PG_SOURCE:-$BUILD/sources/$PG_MAJOR}
if [[ ! -e $sources/src/test/regress ]]; then
    . scripts/build/suites.sh
    mkdir -p "$sources"
    suites_open deb-src "$CLUSTERS/apt"
    suites_source "$sources"
fi
install_for_tests

# start NAME MODE [SETTING=VALUE...]: a cluster without the library (with the settings OFF), or with it if MODE is force.
# Foreign servers without a host are the cluster itself.
OFF=()
start() {
    local settings=("${OFF[@]}")
    if [[ $2 == force ]]; then settings=("${FORCED[@]}"); fi
    PGHOST=$CLUSTERS/$1 cluster_start "$1" "${settings[@]}" "${@:3}"
}

# Plans differ, so statements that show them are left out; they are counted apart.
test_fdw() {
    local mode screens file=$sources/contrib/postgres_fdw/sql/postgres_fdw.sql
    say "tests of postgres_fdw, PostgreSQL $PG_MAJOR"
    awk '!skip && /^[ \t]*(EXPLAIN|explain)/ { skip = 1 }
        skip { if (/;[ \t]*(--.*)?$/) skip = 0; next }
        { print }' "$file" >"$CLUSTERS/results.sql"
    cp "$file" "$CLUSTERS/plans.sql"
    chmod a+r "$CLUSTERS"/*.sql
    for mode in off force; do
        fdw results "$mode"
        fdw plans "$mode"
    done
    diff "$CLUSTERS/results.off" "$CLUSTERS/results.force" || die 'results differ with screens'
    screens=$(($(grep -c InitPlan "$CLUSTERS/plans.force") - $(grep -c InitPlan "$CLUSTERS/plans.off")))
    ((screens > 100)) || die "only $screens plans have another InitPlan"
    say "the same results, $(wc -l <"$CLUSTERS/results.off") lines; $screens more InitPlans in the plans"
}

# fdw FILE MODE: its output.
fdw() {
    start "fdw.$1.$2" "$2"
    cluster_psql "fdw.$1.$2" -q -c 'CREATE DATABASE contrib_regression' -c "ALTER DATABASE contrib_regression SET lc_messages = 'C'" \
        -c "ALTER DATABASE contrib_regression SET timezone = 'PST8PDT'" \
        -c "ALTER DATABASE contrib_regression SET datestyle = 'Postgres, MDY'"
    cluster_run "fdw.$1.$2" psql -X -a -q -d contrib_regression <"$CLUSTERS/$1.sql" >"$CLUSTERS/$1.$2" 2>&1
    cluster_stop "fdw.$1.$2"
}

test_regress() {
    regress_library
    compare regress regress/pg_regress parallel_schedule --dlpath="$CLUSTERS"
}

# The indexes change what psql shows of tables, so PostgreSQL expects another result of some tests.
test_partitions() {
    local skipped OFF=(shared_preload_libraries=bloom_rs bloom_rs.skip_partitions=off) MOST_OTHERS=60
    regress_library
    compare partitions regress/pg_regress parallel_schedule --dlpath="$CLUSTERS" --use-existing
    skipped=$(cat "$CLUSTERS"/partitions/force/results/*.out | grep -c 'Custom Scan (Bloom Skip)')
    ((skipped > 50)) || die "only $skipped plans skip partitions"
    say "$skipped scans in the plans skip partitions"
}

regress_library() {
    local server
    server=$("$PG_BIN/pg_config" --includedir-server)
    "${CC:-cc}" -O1 -fPIC -shared -w -I "$server" -o "$CLUSTERS/regress.so" "$sources/src/test/regress/regress.c"
    cp "$("$PG_BIN/pg_config" --pkglibdir)"/{autoinc,refint}.so "$CLUSTERS"
}

test_isolation() { compare isolation isolation/pg_isolation_regress isolation_schedule; }

MOST_OTHERS=10 # per cent
# compare TESTS PROGRAM SCHEDULE [OPTION...]: runs them without the library and with it. Where PostgreSQL expects another
# result, as it may of a server of another minor release or another build, both runs must have the same.
compare() {
    local tests=$1 dir=$CLUSTERS/$1 program mode result name ran=0 others=() reordered=()
    program=$(test_program "$2")
    say "$tests tests of PostgreSQL $PG_MAJOR"
    cp -r "$sources/src/test/${2%/*}" "$dir" # the server reads and writes there
    if is_root; then chown -R postgres: "$dir"; fi
    for mode in off force; do
        start "$tests.$mode" "$mode" max_prepared_transactions=10
        if [[ $tests == partitions ]]; then cluster_psql "$tests.$mode" -q -d template1 -f scripts/test/index_partitions.sql; fi
        as_postgres mkdir "$dir/$mode"
        as_postgres env -C "$dir" "PATH=$PG_BIN:$PATH" "$program" --bindir="$PG_BIN" --host="$CLUSTERS/$tests.$mode" \
            --user=postgres --inputdir="$dir" --outputdir="$dir/$mode" --schedule="$dir/$3" --max-concurrent-tests=20 \
            "${@:4}" >"$CLUSTERS/$tests.log" 2>&1 || (($? == 1)) || { # 1: a test fails
            tail -n 50 "$CLUSTERS/$tests.log" >&2
            die "the $tests tests stopped ($mode)"
        }
        cluster_stop "$tests.$mode"
    done
    for result in "$dir"/off/results/*.out; do
        name=${result##*/}
        ran=$((ran + 1))
        [[ -e $dir/force/results/$name ]] || die "$tests/$name has no result with the library"
        if fails off; then others+=("${name%.out}"); fi
        if fails force; then
            diff <(results "$result" | sort) <(results "$dir/force/results/$name" | sort) ||
                die "$tests/$name differs with the library"
            diff -q <(results "$result") <(results "$dir/force/results/$name") >/dev/null || reordered+=("${name%.out}")
        fi
    done
    ((ran > 50 && ${#others[@]} * 100 < ran * MOST_OTHERS)) || die "${#others[@]} of $ran $tests tests fail without it: ${others[*]}"
    ((${#reordered[@]} < 10)) || die "rows of ${#reordered[@]} $tests tests are in another order: ${reordered[*]}"
    say "the same results of $ran tests; PostgreSQL expects others of ${#others[@]}: ${others[*]}"
    say "rows of ${#reordered[@]} tests are in another order: ${reordered[*]}"
}

# results FILE: without the plans in it. Those of \gexec have no heading.
results() {
    awk '/^explain \(costs off\) select .*[^;]$/ { bare = 1 }
        bare { if (/^$/) bare = 0; next }
        /^ *(QUERY PLAN|explain_[a-z_]*) *$/ { plan = 1 }
        plan { if (/^\([0-9]+ rows?\)$/) plan = 0; next }
        { print }' "$1"
}

# fails MODE: whether the test that `compare` looks at is not as PostgreSQL expects it.
fails() { grep -qsF "/$name" "$dir/$1/regression.diffs"; }

for part in $PARTS; do
    [[ " fdw regress isolation partitions " == *" $part "* ]] || die "no such part: $part"
    "test_$part"
done
