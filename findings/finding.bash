# shellcheck shell=bash
# Sourced by each finding: packages in a temporary folder, and a comparison of what they print with what was seen.
set -euo pipefail
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# pip_with PACKAGE==VERSION...: a virtual environment with these packages.
pip_with() {
    python3 -m venv "$WORK/venv"
    "$WORK/venv/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# npm_with PACKAGE@VERSION...: the packages, for `import` in a module below $WORK.
npm_with() { npm install --silent --no-save --no-package-lock --prefix "$WORK" "$@" >/dev/null; }

# cargo_with DEPENDENCY...: builds the program of standard input with these lines of Cargo.toml, as $WORK/target/debug/finding.
cargo_with() {
    mkdir "$WORK/src"
    cat >"$WORK/src/main.rs"
    printf '%s\n' '[package]' 'name = "finding"' 'version = "0.0.0"' 'edition = "2024"' '[dependencies]' "$@" >"$WORK/Cargo.toml"
    (cd "$WORK" && cargo build --quiet)
}

# pgserver_with VERSION: the server of this package, for the functions below. It refuses root, so it runs as nobody then.
pgserver_with() {
    pip_with "pgserver==$1"
    BIN=$(echo "$WORK"/venv/lib/python3*/site-packages/pgserver/pginstall/bin)
    as=()
    if [[ $EUID -eq 0 ]]; then
        chown -R nobody "$WORK"
        as=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups)
    fi
    trap stop EXIT
    cd "$WORK"
}
# server PROGRAM ARGUMENT...: one of its programs.
server() { "${as[@]}" "$BIN/$1" "${@:2}" >>"$WORK/log"; }
# start NAME PORT: the cluster in $WORK/NAME.
start() {
    server pg_ctl start -s -w -D "$WORK/$1" -l "$WORK/$1.log" -o "-p $2 -k $WORK -c listen_addresses=''"
}
# cluster NAME PORT: makes one, and starts it.
cluster() {
    server initdb -U postgres -A trust -D "$WORK/$1"
    start "$@"
}
# on PORT: runs statements of standard input there.
on() { "${as[@]}" "$BIN/psql" -XqAt -v ON_ERROR_STOP=1 -h "$WORK" -p "$1" -U postgres postgres; }
stop() {
    local pidfile
    for pidfile in "$WORK"/*/postmaster.pid; do
        if [[ -e $pidfile ]]; then server pg_ctl stop -s -m immediate -D "${pidfile%/*}" || true; fi
    done
    rm -rf "$WORK"
}

# python_prints: runs a program of standard input, in $WORK.
python_prints() { (cd "$WORK" && "$WORK/venv/bin/python" -) >"$WORK/printed"; }
# node_prints: the same for a module of JavaScript.
node_prints() { (cd "$WORK" && node --input-type=module -) >"$WORK/printed"; }

# seen: standard input is what was printed when the finding was made.
seen() {
    if diff - "$WORK/printed"; then
        echo "$(basename "$0" .sh): as it was"
    else
        echo "$(basename "$0" .sh): this changed (< seen, > now)"
        exit 1
    fi
}
