#!/usr/bin/env bash
# Installs what is missing, each with what stands before it:
#   compilers  for the extension; the server that it is built for is there already
#   server     Debian's PostgreSQL, and a private copy of it
#   pgrx       cargo-pgrx, which runs the #[pg_test]s
. "$(dirname "$0")/env.sh"

as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

# install_packages NAME...
install_packages() {
    local missing=() package
    for package in "$@"; do
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
    # It must be the very version of the pgrx crate.
    version=$(awk '/^name = "pgrx"$/ { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock)
    if [[ $(cargo pgrx --version 2>/dev/null) != "cargo-pgrx $version" ]]; then
        say "building cargo-pgrx $version into ${BUILD#"$ROOT"/}/tools (some minutes, once)"
        env -u CARGO_TARGET_DIR \
            cargo install --quiet --locked --root "$BUILD/tools" cargo-pgrx --version "=$version"
    fi
}

copy_server() {
    local lib=usr/lib/postgresql/$PG_MAJOR share=usr/share/postgresql/$PG_MAJOR
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
}

command -v cargo >/dev/null || die 'needs Rust: see https://rustup.rs'
packages=(ca-certificates clang gcc libc6-dev libclang-dev make)
server=("postgresql-$PG_MAJOR" "postgresql-server-dev-$PG_MAJOR")
pgrx=(libssl-dev pkg-config)
if is_root; then pgrx+=(sudo); fi # `cargo pgrx test --runas` calls it
case ${1-} in
compilers)
    # Elsewhere the build says what it lacks.
    if command -v apt-get >/dev/null; then install_packages "${packages[@]}"; fi
    ;;
server)
    install_packages "${packages[@]}" "${server[@]}"
    copy_server
    ;;
pgrx)
    install_packages "${packages[@]}" "${server[@]}" "${pgrx[@]}"
    copy_server
    install_cargo_pgrx
    ;;
*) die "usage: $0 compilers|server|pgrx" ;;
esac
