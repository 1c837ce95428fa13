#!/usr/bin/env bash
# Installs what the build needs and is missing: Debian packages, cargo-pgrx, a private server.
. "$(dirname "$0")/env.sh"

as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

install_packages() {
    local wanted=(ca-certificates clang gcc libc6-dev libclang-dev libssl-dev make pkg-config
        "postgresql-$PG_MAJOR" "postgresql-server-dev-$PG_MAJOR")
    local missing=() package
    if is_root; then wanted+=(sudo); fi # `cargo pgrx test --runas` calls it

    for package in "${wanted[@]}"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed* ]] ||
            missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0

    command -v apt-get >/dev/null || die "needs Debian packages, or the like: ${missing[*]}"
    is_root || command -v sudo >/dev/null ||
        die "run as root: apt-get install ${missing[*]}"
    say "installing Debian packages: ${missing[*]}"

    # A new postgresql package would create a cluster and start it.
    if [[ " ${missing[*]} " == *" postgresql-$PG_MAJOR "* ]]; then
        local conf=/etc/postgresql-common/createcluster.d/bloom_rs.conf
        # shellcheck disable=SC2064 # expand now: conf is local
        trap "as_root rm -f $conf" EXIT
        as_root mkdir -p "${conf%/*}"
        as_root tee "$conf" <<<'create_main_cluster = false' >/dev/null
    fi
    as_root apt-get update -qq || say 'going on with the package lists at hand'
    apt-cache show "${missing[@]}" >/dev/null ||
        die "apt lacks a package; Debian 12 has them all, https://apt.postgresql.org has PostgreSQL"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qqy --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
}

install_cargo_pgrx() {
    local version
    command -v cargo >/dev/null || die 'needs Rust: see https://rustup.rs'
    # It must be the very version of the pgrx crate.
    version=$(awk '/^name = "pgrx"$/ { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock)
    if [[ $(cargo pgrx --version 2>/dev/null) != "cargo-pgrx $version" ]]; then
        say "building cargo-pgrx $version into ${BUILD#"$ROOT"/}/tools (some minutes, once)"
        env -u CARGO_TARGET_DIR \
            cargo install --quiet --locked --root "$BUILD/tools" cargo-pgrx --version "=$version"
    fi
}

copy_server() {
    local lib=usr/lib/postgresql/$PG_MAJOR share=usr/share/postgresql/$PG_MAJOR config
    # The text of --version holds Debian's revision, so an upgrade makes a new copy.
    if [[ $("$PG_BIN/postgres" --version 2>/dev/null) != $("/$lib/bin/postgres" --version) ]]; then
        say "copying PostgreSQL $PG_MAJOR to $SERVER"
        rm -rf "$SERVER" "$SERVER.new"
        mkdir -p "$SERVER.new/$lib" "$SERVER.new/$share"
        cp -a "/$lib/." "$SERVER.new/$lib"
        cp -aL "/$share/." "$SERVER.new/$share"
        rm -f "$SERVER.new/$share"/extension/bloom_rs[.-]* "$SERVER.new/$lib/lib/bloom_rs.so"
        ln -s /usr/include "$SERVER.new/usr/include"
        mv "$SERVER.new" "$SERVER" # whole or not at all
    fi

    config=$(printf '[configs]\npg%s = "%s"' "$PG_MAJOR" "$PG_BIN/pg_config")
    # A newer config.toml would make cargo build the bindings again.
    if [[ $(cat "$PGRX_HOME/config.toml" 2>/dev/null) != "$config" ]]; then
        mkdir -p "$PGRX_HOME"
        printf '%s\n' "$config" >"$PGRX_HOME/config.toml"
    fi
}

install_packages
install_cargo_pgrx
copy_server
