# shellcheck shell=bash
# Sourced by what needs a throwaway cluster, or some of them. On exit all of them are gone, and the script fails if the
# log of one tells of a CRASH:
#   cluster_start NAME [SETTING=VALUE...]   create it, or start it again after a stop
#   cluster_run NAME COMMAND...             run a client (psql, pg_dump...) against it
#   cluster_psql NAME [OPTION...]           run psql, which stops at the first error
#   cluster_stop NAME [fast|immediate]
#   cluster_set NAME SETTING=VALUE...       more settings, from its next start or reload on
#   cluster_copy NAME OF [OPTION...]        a base backup of another one, which is not started yet; with -R a standby
#   wait_until NAME [OPTION...] CONDITION   until it is true there, ten minutes at most; the options are psql's
#   catch_up NAME OF                        until a standby has replayed what OF has done
#   regress NAME [OPTION...] TEST...        run tests of tests/sql, by pg_regress
#   regress_isolation NAME TEST...          run specs of tests/isolation, by pg_isolation_regress
# A cluster is of the server whose programs are in PG_BIN when it is created.
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

CLUSTERS=$(mktemp -d /tmp/bloom_rs.XXXXXX) # short, as the path of a socket has a limit
# Settings with which every join is screened and every partition skipped that may be.
# shellcheck disable=SC2034 # of scripts that source this
FORCED=(shared_preload_libraries=bloom_rs bloom_rs.screen_foreign_joins=force bloom_rs.screen_joins=force
    bloom_rs.skip_partitions=force)
CRASH='PANIC:|panicked at|was terminated by|TRAP:'
clusters_remove() {
    local pidfile bin crashed=
    for pidfile in "$CLUSTERS"/*/*/postmaster.pid; do
        [[ -e $pidfile ]] || continue
        bin=${pidfile%/*/*}/bin
        [[ -e $bin ]] || bin=$PG_BIN # pgrx's
        as_postgres "$bin/pg_ctl" stop -s -D "${pidfile%/*}" -m immediate || true
    done
    if grep -asE "$CRASH" "$CLUSTERS"/*/log >&2; then crashed=yes; fi
    rm -rf "$CLUSTERS"
    if [[ $crashed ]]; then exit 1; fi
}
trap clusters_remove EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if is_root; then chown postgres: "$CLUSTERS"; fi

# cluster_directory NAME: where the cluster will be, with the programs of its server.
cluster_directory() {
    as_postgres mkdir "$CLUSTERS/$1"
    as_postgres ln -s "$PG_BIN" "$CLUSTERS/$1/bin"
}

cluster_start() {
    local dir=$CLUSTERS/$1
    if [[ ! -d $dir ]]; then
        cluster_directory "$1"
        as_postgres "$dir/bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 -k \
            --locale=C.UTF-8 --no-sync --no-instructions >/dev/null
        # shellcheck disable=SC2086 # words
        cluster_set "$1" "listen_addresses = ''" "unix_socket_directories = '$dir'" 'fsync = off' $SETTINGS "${@:2}"
    fi
    local options=()
    if [[ $SERVER == valgrind ]]; then # which takes its time, as at the start of each process
        as_postgres mkdir -p "$dir/valgrind"
        options=(-t 600 -p "$dir/bin/postgres-valgrind")
    fi
    VALGRIND_LOGS=$dir/valgrind \
        as_postgres "$dir/bin/pg_ctl" start -s -D "$dir/data" -l "$dir/log" "${options[@]}" || {
        cat "$dir/log" >&2
        return 1
    }
}

cluster_run() {
    PGHOST=$CLUSTERS/$1 PGUSER=postgres PATH=$CLUSTERS/$1/bin:$PATH "${@:2}"
}

cluster_psql() {
    cluster_run "$1" psql -X -v ON_ERROR_STOP=1 -P pager=off "${@:2}"
}

cluster_stop() {
    as_postgres "$CLUSTERS/$1/bin/pg_ctl" stop -s -D "$CLUSTERS/$1/data" -m "${2:-fast}"
}

cluster_set() { printf '%s\n' "${@:2}" >>"$CLUSTERS/$1/data/postgresql.conf"; }

cluster_copy() {
    cluster_directory "$1"
    as_postgres "$CLUSTERS/$1/bin/pg_basebackup" -h "$CLUSTERS/$2" -U postgres -D "$CLUSTERS/$1/data" \
        --checkpoint=fast --no-sync "${@:3}"
    cluster_set "$1" "unix_socket_directories = '$CLUSTERS/$1'"
}

wait_until() {
    for _ in {1..6000}; do
        [[ $(cluster_psql "${@:1:$#-1}" -Atc "SELECT ${!#}") == t ]] && return
        sleep 0.1
    done
    die "$1 never has: ${!#}"
}

catch_up() {
    local where
    where=$(cluster_psql "$2" -Atc 'SELECT pg_current_wal_insert_lsn()')
    wait_until "$1" "pg_last_wal_replay_lsn() >= '$where'"
}

# cluster_check NAME: fails if Valgrind found something, and says what.
cluster_check() {
    [[ $SERVER == valgrind ]] || return 0
    cluster_stop "$1"
    local findings
    findings=$(cat "$CLUSTERS/$1/valgrind/"*)
    [[ ! $findings ]] || { printf '%s\n' "$findings" >&2; return 1; }
}

# regress NAME [OPTION...] TEST...: runs tests of tests/sql in that cluster.
regress() { run_regress regress/pg_regress tests "$@"; }
# regress_isolation NAME TEST...: runs specs of tests/isolation, in a database with the extension.
regress_isolation() { run_regress isolation/pg_isolation_regress tests/isolation "$1" --load-extension=bloom_rs "${@:2}"; }
# run_regress PROGRAM DIRECTORY NAME [OPTION...] TEST...: the results are kept in target/regress/NAME.
run_regress() {
    local output=$BUILD/regress/$3
    rm -rf "$output"
    mkdir -p "$output"
    "$(test_program "$1")" \
        --bindir="$PG_BIN" --host="$CLUSTERS/$3" --user=postgres --dbname=bloom_rs_regress \
        --inputdir="$2" --outputdir="$output" "${@:4}" || {
        cat "$output/regression.diffs" >&2
        cluster_check "$3"
        return 1
    }
    cluster_check "$3"
}

# copy_server DIRECTORY: the private server, without the extension.
copy_server() {
    [[ $is_debian ]] || die 'needs PG, not PG_CONFIG'
    say "copying the private server, PostgreSQL $PG_MAJOR"
    cp -a "$PG_HOME" "$1"
    rm -f "$("$1/bin/pg_config" --pkglibdir)/bloom_rs.so" "$("$1/bin/pg_config" --sharedir)"/extension/bloom_rs[.-]*
}
