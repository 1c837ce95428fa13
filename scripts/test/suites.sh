#!/usr/bin/env bash
# The tests of programs that others wrote, once without the library and once with every join screened and every partition
# skipped that may be, where each column of each partitioned table has an index bloom_skip: both runs end the same. PARTS are of
# Django, SQLAlchemy, asyncpg and pg_partman; postgres_fdw's are in postgres.sh. auto_explain's log says how many statements were
# screened or skipped. Needs Debian, for the sources of pg_partman and pgTAP.
. "$(dirname "$0")/../cluster.sh"
. scripts/python.sh
PARTS=${PARTS:-partman asyncpg sqlalchemy django}
PACKAGES=(django==5.2.19 sqlalchemy==2.1.9 asyncpg==0.32.0)
DRIVERS=('psycopg[binary]==3.3.9' pytest==9.2.0 distro==1.9.0 tblib==3.2.2)
EXPLAINED=(auto_explain.log_min_duration=0 auto_explain.log_nested_statements=on auto_explain.log_analyze=on
    auto_explain.log_timing=off "log_line_prefix=''")

VENV=$BUILD/suites/venv
sources=$BUILD/suites/sources
install_for_tests
cp -a "$PG_HOME" "$CLUSTERS/server"
PG_BIN=$CLUSTERS/server/bin
export DJANGO_SETTINGS_MODULE=server PYTHONPATH=$ROOT/tests/suites

# outcome_NAME reads what the tests print, and prints what must not change.
# Addresses differ, and one test measures time.
outcome_django() {
    grep -E '^(ERROR|FAIL): |^Ran |^(OK|FAILED) \(' "$1" | grep -v 'xml_performance' |
        sed -E 's/ in [0-9.]*s$//; s/0x[0-9a-f]+/0x/g; s/failures=[0-9]+, //' | sort
}
outcome_asyncpg() {
    sed -nE 's/^((FAILED|ERROR) .*) - .*/\1/p; t; /^(FAILED|ERROR) /p; s/^=*( ?[0-9]+ (passed|failed).*) in [0-9.]+.*/\1/p' "$1" |
        sed -E 's/, [0-9]+ warnings?//' | sort
}
outcome_sqlalchemy() { outcome_asyncpg "$1"; } # pytest, too
outcome_partman() { grep -E '^(not )?ok |^ERROR' "$1"; }

run_django() {
    cluster_psql "$1" -q -c 'CREATE DATABASE django' -c 'CREATE DATABASE other'
    cluster_run "$1" env -C "$sources/django/tests" "$VENV/bin/python" runtests.py --parallel=2 --noinput "${labels[@]}"
}
read -ra labels <<<"${LABELS-}" # of Django's tests; all if none is named

# Without tests that count calls, or list the indexes of partitioned tables.
run_sqlalchemy() {
    cluster_psql "$1" -q -c 'CREATE DATABASE test'
    cluster_psql "$1" -q -d test -c 'CREATE SCHEMA test_schema' -c 'CREATE SCHEMA test_schema_2' -c 'CREATE EXTENSION hstore' \
        -c 'CREATE EXTENSION citext'
    cluster_run "$1" env -C "$sources/sqlalchemy" "$VENV/bin/pytest" -p no:cacheprovider -q --tb=no -rfE --backend-only \
        --ignore=test/aaa_profiling -k 'not PartitionedReflectionTest and not InvalidIndexReflectionTest' \
        --dburi "postgresql+psycopg://postgres@/test?host=$CLUSTERS/$1"
}

run_asyncpg() {
    cluster_run "$1" env -C "$sources/asyncpg" PGDATABASE=postgres "$VENV/bin/pytest" -p no:cacheprovider -q --tb=no -rfE tests
}

run_partman() {
    local file
    for file in "$sources"/partman/test/*.sql; do
        cluster_psql "$1" -q -c 'DROP DATABASE IF EXISTS partman' -c 'CREATE DATABASE partman'
        cluster_psql "$1" -q -d partman -c 'CREATE SCHEMA partman' -c 'CREATE EXTENSION pg_partman SCHEMA partman' -c 'CREATE EXTENSION pgtap'
        echo "# ${file##*/}"
        cluster_run "$1" env PGOPTIONS='-c search_path=public,partman' psql -X -qAt -d partman -f "$file" 2>&1 || true
    done
}

get_python() {
    local package
    [[ -e $sources/$1 ]] && return
    mkdir -p "$sources"
    for package in "${PACKAGES[@]}"; do
        [[ $package == "$1"==* ]] || continue
        say "the sources of $package, and the drivers"
        pip_install "${DRIVERS[@]}" "$package"
        pip_run download --quiet --no-deps --no-binary :all: --dest "$CLUSTERS" "$package"
        mkdir "$CLUSTERS/unpacked"
        tar -xf "$CLUSTERS/${package/==/-}.tar.gz" -C "$CLUSTERS/unpacked" --strip-components=1
        if [[ $1 == asyncpg ]]; then rm -r "$CLUSTERS/unpacked/asyncpg"; fi # it was not compiled
        mv "$CLUSTERS/unpacked" "$sources/$1"
    done
}
get_django() { get_python django; }
get_sqlalchemy() { get_python sqlalchemy; }
get_asyncpg() { get_python asyncpg; }

# pg_partman, of Debian 13, which has one for all majors here.
get_partman() {
    [[ $is_debian && $PG_MAJOR == "$OWN_MAJOR" ]] || die "the part partman needs the server of this release of Debian: PG=$OWN_MAJOR"
    unpack_package "postgresql-$PG_MAJOR-pgtap" "$CLUSTERS/server"
    if [[ ! -e $sources/partman ]]; then
        mkdir -p "$CLUSTERS/unpacked" "$CLUSTERS/tar" "$sources"
        (
            # shellcheck disable=SC2030
            PG_MAJOR=17
            . scripts/build/suites.sh
            suites_open deb-src "$CLUSTERS/apt"
            cd "$CLUSTERS/tar" && apt-get "${APT_OPTIONS[@]}" source --tar-only pg-partman
        )
        tar -xf "$CLUSTERS"/tar/*.orig.tar.* -C "$CLUSTERS/unpacked" --strip-components=1
        mv "$CLUSTERS/unpacked" "$sources/partman"
    fi
    make -s -C "$sources/partman" install NO_BGW=1 PG_CONFIG="$PG_BIN/pg_config" >/dev/null
}

for part in $PARTS; do
    [[ $(type -t "run_$part") == function ]] || die "no such part: $part"
    "get_$part"
    for mode in off force; do
        # shellcheck disable=SC2031
        say "tests of $part, PostgreSQL $PG_MAJOR, $mode"
        cluster=$part.$mode settings=(max_prepared_transactions=10)
        if [[ $mode == force ]]; then
            settings+=("${FORCED[@]}" session_preload_libraries=auto_explain "${EXPLAINED[@]}")
        fi
        cluster_start "$cluster" "${settings[@]}"
        if [[ $mode == force ]]; then cluster_psql "$cluster" -q -d template1 -f scripts/test/index_columns.sql; fi
        "run_$part" "$cluster" >"$CLUSTERS/$cluster.out" 2>&1 || true # some fail also without the library
        "outcome_$part" "$CLUSTERS/$cluster.out" >"$CLUSTERS/$cluster.outcome" || true
        [[ -s $CLUSTERS/$cluster.outcome ]] || {
            tail -n 50 "$CLUSTERS/$cluster.out" >&2
            die "the tests of $part printed no result"
        }
        cluster_stop "$cluster"
    done
    diff "$CLUSTERS/$part.off.outcome" "$CLUSTERS/$part.force.outcome" || die "the tests of $part end otherwise with the library"
    log=$CLUSTERS/$part.force/log
    screens=$(grep -ac 'Custom Scan (Bloom Screen)' "$log" || true)
    ((screens > 0)) || die "no statement of $part was screened"
    say "the same; $(grep -ac '^LOG:  duration: .* plan:' "$log") plans, $screens screens," \
        "$(grep -ac 'Custom Scan (Bloom Skip)' "$log" || true) scans that skip"
    tail -n 3 "$CLUSTERS/$part.force.outcome"
done
