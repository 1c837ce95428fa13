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

# Everything runs on a private copy of Debian's server, so that the system's is never touched. It
# stays at one path, as pgrx builds anew when pg_config moves.
mkdir -p "$BUILD"
if is_root && ! runuser -u nobody -- test -x "$BUILD"; then
    SERVER=$CACHE/server # the checkout is closed to other users, such as postgres
else
    SERVER=$BUILD/server
fi
# shellcheck disable=SC2034 # read by the scripts that source this one
PG_BIN=$SERVER/usr/lib/postgresql/$PG_MAJOR/bin

export PGRX_HOME=$BUILD/pgrx # leaves ~/.pgrx alone
export PATH=$BUILD/tools/bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
cd "$ROOT"

# A release build in the private server, for whatever runs SQL against it.
install_privately() {
    say 'installing a release build into the private server'
    cargo pgrx install --release --pg-config "$PG_BIN/pg_config"
}
