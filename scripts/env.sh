# shellcheck shell=bash
# Sourced by the other scripts: paths, environment and helpers that they share.
set -euo pipefail
umask 022 # what is installed must be readable by the server's user

# The caller's servers and settings are none of our business.
unset "${!PG@}" "${!CARGO_PGRX_@}" RUST_BACKTRACE
export LC_ALL=C.UTF-8
USER=$(id -un) # the #[pg_test]s connect by this name; CI may leave it unset
export USER

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
BUILD=$ROOT/target
PG_MAJOR=15
CACHE=/var/cache/bloom_rs.$(cksum <<<"$ROOT" | cut -d' ' -f1)

say() { printf '==> %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
is_root() { [[ $EUID -eq 0 ]]; }

# PostgreSQL refuses to run as root.
as_postgres() {
    if is_root; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

# Tests, the demo and benchmarks run on a private copy of Debian's server, so that the system's is never
# touched.
mkdir -p "$BUILD"
if is_root && ! runuser -u nobody -- test -x "$BUILD"; then
    SERVER=$CACHE/server # the checkout is closed to other users, such as postgres
else
    SERVER=$BUILD/server
fi
PG_BIN=$SERVER/usr/lib/postgresql/$PG_MAJOR/bin

# The server whose headers pgrx reads. One path for all that cargo builds, as another one has it build anew.
export PGRX_PG_CONFIG_PATH=$PG_BIN/pg_config
export PGRX_HOME=$BUILD/pgrx # leaves ~/.pgrx alone
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$BUILD}
export PATH=$BUILD/tools/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
cd "$ROOT"
VERSION=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
LIBRARY=$CARGO_TARGET_DIR/release/libbloom_rs.so

# build: a release build for that server, and the SQL that goes with it.
build() {
    scripts/sql.sh
    command -v cargo >/dev/null || die 'needs Rust: see https://rustup.rs'
    cargo build --release -p bloom_rs
    "$PGRX_PG_CONFIG_PATH" --version >"$LIBRARY.built_for"
}
built_for() { cat "$LIBRARY.built_for" 2>/dev/null || true; } # the version of the server

# install_into PG_CONFIG: copies what was built into the directories of a server, below DESTDIR.
install_into() {
    local lib share file sudo=()
    lib=${DESTDIR-}$("$1" --pkglibdir)
    share=${DESTDIR-}$("$1" --sharedir)/extension
    if [[ -z ${DESTDIR-} && ! (-w $lib && -w $share) ]]; then sudo=(sudo); fi
    # A running server may have the old library mapped: `install` replaces the file, and does not write into it.
    "${sudo[@]}" install -D -m 755 "$LIBRARY" "$lib/bloom_rs.so"
    "${sudo[@]}" install -D -m 644 "$BUILD/sql/bloom_rs.sql" "$share/bloom_rs--$VERSION.sql"
    "${sudo[@]}" install -D -m 644 -t "$share" "$BUILD/sql/bloom_rs.control"
    for file in sql/bloom_rs--*--*.sql; do # upgrades
        if [[ -e $file ]]; then "${sudo[@]}" install -m 644 -t "$share" "$file"; fi
    done
}

# install_privately: for whatever runs SQL against the private server.
install_privately() {
    say 'installing a release build into the private server'
    build
    install_into "$PG_BIN/pg_config"
}
