# shellcheck shell=bash
# Sourced by the other scripts: paths, environment and helpers that they share.
set -euo pipefail
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    echo "error: needs bash 4.4 or later first in PATH, and this is $BASH_VERSION" >&2
    exit 1
fi
umask 022 # what is installed must be readable by the server's user

say() { printf '==> %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
is_root() { [[ $EUID -eq 0 ]]; }

# The server that is built for and tested with: PG is a major version, PG_CONFIG names one that is there.
SUPPORTED=(15 16 17 18 19)
# By default it is the newest one that this machine's own release has, else whatever is on the PATH; where there is nothing,
# scripts/build/server.sh says so. Ubuntu's are from its lists of packages; these and Debian's testing were not tried.
OWN_MAJOR=
case $(. /etc/os-release 2>/dev/null && echo "${ID-} ${VERSION_CODENAME-}") in
'debian bookworm') OWN_MAJOR=15 ;;
'debian trixie') OWN_MAJOR=17 ;;
'debian forky') OWN_MAJOR=18 ;;
'ubuntu noble') OWN_MAJOR=16 ;;
'ubuntu resolute') OWN_MAJOR=18 ;;
esac
if [[ ! ${PG-}${PG_CONFIG-}$OWN_MAJOR ]]; then PG_CONFIG=$(command -v pg_config) || PG=17; fi
PG_CONFIG=${PG_CONFIG:-/usr/lib/postgresql/${PG:-$OWN_MAJOR}/bin/pg_config}
# PREPARE=no installs nothing and copies no server: package builds take what is there.
PREPARE=${PREPARE:-yes}
if [[ $PREPARE != no && $PG_CONFIG =~ ^/usr/lib/postgresql/([0-9]+)/bin/pg_config$ ]]; then
    major=${BASH_REMATCH[1]} is_debian=yes # which may not be there yet
else
    PG_CONFIG=$(command -v "$PG_CONFIG") || die 'PG_CONFIG is not a program'
    major=$("$PG_CONFIG" --version | grep -oE '[0-9]+' | head -n 1) || die "$PG_CONFIG fails"
    is_debian=
fi
[[ " ${SUPPORTED[*]} " == *" $major "* ]] ||
    die "PostgreSQL $major is not supported, only ${SUPPORTED[*]}: PG=17 or PG_CONFIG=/path/to/pg_config names another one"
pg_config=$PG_CONFIG pg_source=${PG_SOURCE:+$(cd "$PG_SOURCE" && pwd -P)}
# Another build of that server, which checks itself (scripts/build/server.sh): `assert` or `valgrind`.
SERVER=${SERVER:-}
[[ " assert valgrind " == *" ${SERVER:-assert} "* ]] || die "no such SERVER: $SERVER"
SETTINGS=${SETTINGS:-} # of every cluster
[[ ! $SERVER || $is_debian ]] || die 'SERVER needs PG, not PG_CONFIG'

# The caller's servers and settings are none of our business.
unset "${!PG@}" "${!CARGO_PGRX_@}" RUST_BACKTRACE
export PG_CONFIG=$pg_config PG_SOURCE=$pg_source # for scripts that this one calls
PG_MAJOR=$major
export LC_ALL=C.UTF-8
USER=$(id -un) # the #[pg_test]s connect by this name; CI may leave it unset
export USER

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
BUILD=$ROOT/target
CACHE=/var/cache/bloom_rs.$(cksum <<<"$ROOT" | cut -d' ' -f1)

# PostgreSQL refuses to run as root.
as_postgres() {
    if is_root; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

# Tests, the demo and benchmarks run on servers of their own, so that the system's are never touched: a copy of
# Debian's, or one that scripts/build/server.sh makes. A server elsewhere, which PG_CONFIG names, is used as it is.
mkdir -p "$BUILD"
if is_root && ! runuser -u nobody -- test -x "$BUILD"; then
    SERVERS=$CACHE/server # the checkout is closed to other users, such as postgres
else
    SERVERS=$BUILD/server
fi
PG_HOME=$SERVERS/$PG_MAJOR${SERVER:+-$SERVER}
if [[ $is_debian ]]; then PG_BIN=$PG_HOME/bin; else PG_BIN=$("$PG_CONFIG" --bindir); fi
# bin_of MAJOR: the programs of another server.
bin_of() { if [[ $1 == "$PG_MAJOR" ]]; then echo "$PG_BIN"; else echo "$SERVERS/$1/bin"; fi; }
# test_program NAME: one of the server's programs for tests, as regress/pg_regress.
test_program() { echo "$(dirname "$("$PG_BIN/pg_config" --pgxs)")/../test/$1"; }
FAR=${FAR:-$PG_MAJOR} # the major of the other cluster, in tests that have two

# The server whose headers pgrx reads. One path for all that cargo builds, as another one has it build anew.
export PGRX_PG_CONFIG_PATH=$PG_BIN/pg_config
export PGRX_HOME=$BUILD/pgrx # leaves ~/.pgrx alone
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$BUILD}
CHECKS=${SERVER:-${CHECKS:-}} # of the library itself: on such a server, or as CHECKS=assert says
if [[ $CHECKS ]]; then
    [[ $CARGO_TARGET_DIR == */"$CHECKS" ]] || CARGO_TARGET_DIR+=/$CHECKS # a script calls another
    export CARGO_PROFILE_RELEASE_DEBUG=line-tables-only CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true \
        CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true
fi
export PATH=$BUILD/tools/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
FEATURES=(--no-default-features --features "pg$PG_MAJOR")
cd "$ROOT"
. scripts/live.sh
VERSION=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
LIBRARY=$CARGO_TARGET_DIR/release/libbloom_rs.so

# releases: the versions before this one, the oldest first.
releases() {
    printf '%s\n' sql/released/*.sql | sed -nE 's|.*/bloom_rs--([0-9.]+)\.sql|\1|p' | grep -vxF "$VERSION" | sort -V
}

# build: a release build for that server, and the SQL that goes with it.
build() {
    scripts/build/sql.sh
    command -v cargo >/dev/null || die 'needs Rust: see https://rustup.rs'
    forget_other_majors release
    # pgrx formats the bindings that it generates, and fails without a formatter.
    command -v rustfmt >/dev/null || export RUSTFMT=true
    live "compiling bloom_rs for PostgreSQL $PG_MAJOR (two to five minutes the first time)" "$BUILD/build.log" \
        cargo build --ignore-rust-version --release -p bloom_rs "${FEATURES[@]}" # see Cargo.toml
    "$PGRX_PG_CONFIG_PATH" --version >"$LIBRARY.built_for"
}
# forget_other_majors PROFILE: the library has one name, and cargo would take that of another major for its own.
forget_other_majors() {
    local profile=$CARGO_TARGET_DIR/$1
    mkdir -p "$profile"
    [[ $(cat "$profile/major" 2>/dev/null) == "$PG_MAJOR" ]] || rm -f "$profile"/{,deps/}libbloom_rs.so
    echo "$PG_MAJOR" >"$profile/major"
}
built_for() { cat "$LIBRARY.built_for" 2>/dev/null || true; } # the version of the server

# install_into PG_CONFIG: copies what was built into the directories of a server, below DESTDIR.
install_into() {
    local lib share
    lib=$("$1" --pkglibdir)
    share=$("$1" --sharedir)
    install_files "${DESTDIR-}$lib" "${DESTDIR-}$share/extension"
}

# install_files LIBRARIES EXTENSIONS: into these directories.
install_files() {
    local lib=$1 share=$2 sudo=()
    if [[ -z ${DESTDIR-} && ! (-w $lib && -w $share) ]]; then sudo=(sudo); fi
    # A running server may have the old library mapped, and new sessions load it at any time: it is replaced at once.
    "${sudo[@]}" install -D -m 755 "$LIBRARY" "$lib/bloom_rs.so.new"
    "${sudo[@]}" mv "$lib/bloom_rs.so.new" "$lib/bloom_rs.so"
    "${sudo[@]}" install -D -m 644 -t "$share" sql/released/*.sql
    "${sudo[@]}" install -m 644 -t "$share" "$BUILD/sql/bloom_rs.control" "$BUILD"/sql/bloom_rs--*--"$VERSION.sql"
    "${sudo[@]}" install -m 644 "$BUILD/sql/bloom_rs.sql" "$share/bloom_rs--$VERSION.sql"
}

# install_for_tests: for whatever runs SQL. With SKIP_INSTALL, the library that is to be tested was installed before.
install_for_tests() {
    if [[ ${SKIP_INSTALL-} ]]; then return; fi
    say "installing a release build into the server of the tests, PostgreSQL $PG_MAJOR"
    build
    install_into "$PGRX_PG_CONFIG_PATH"
}
