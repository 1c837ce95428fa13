#!/usr/bin/env bash
# Installs what is missing, or with PREPARE=no says what is, each with what stands before it:
#   compilers  for the extension; the server that it is built for is there already
#   server     a private server of the major version PG, or the one that PG_CONFIG names
#   pgrx       cargo-pgrx, which runs the #[pg_test]s
#   pgxn       pgxn_meta, which checks META.json
#   lint       what `make lint` runs and pip does not have: that, and cargo-public-api
#   fuzz       a compiler of C++, for libFuzzer
. "$(dirname "$0")/../env.sh"
. scripts/packages.sh

# What is missing beside an installed server, which PG_CONFIG names, is better said here than in the middle of a build or a
# test. bindgen looks for libclang in many places, so not to find it is only a warning.
check_compilers() {
    local headers
    headers=$("$PG_CONFIG" --includedir-server)
    [[ -e $headers/postgres.h ]] ||
        die "PostgreSQL $PG_MAJOR has no headers in $headers: install its development package (postgresql-server-dev-$PG_MAJOR)"
    [[ ${LIBCLANG_PATH-} ]] || command -v llvm-config >/dev/null || compgen -G '/usr/lib*/libclang*' >/dev/null ||
        compgen -G '/usr/lib*/*/libclang*' >/dev/null || compgen -G '/usr/lib*/llvm*/lib*/libclang*' >/dev/null ||
        say 'warning: found no libclang, which bindgen needs: install it (libclang-dev, clang-devel) or set LIBCLANG_PATH'
}
check_server() {
    local file
    check_compilers
    install --version >/dev/null 2>&1 || die 'needs the GNU coreutils first in PATH'
    [[ -x $PG_BIN/initdb ]] || die "there is no $PG_BIN/initdb: install the server, not only its client"
    for file in regress/pg_regress isolation/pg_isolation_regress; do
        [[ -x $(test_program "$file") ]] ||
            die "there is no $(test_program "$file"): install the server's development package"
    done
    for file in postgres_fdw amcheck; do
        [[ -e $("$PG_CONFIG" --sharedir)/extension/$file.control ]] || die "the server has no $file: install its contrib modules"
    done
    locale -a | grep -ix 'C\.utf-\?8' >/dev/null || die 'tests need the locale C.UTF-8'
}
check_cargo_pgrx() {
    local version
    version=$(pgrx_version)
    [[ $(cargo pgrx --version 2>/dev/null) == "cargo-pgrx $version" ]] ||
        die "needs cargo-pgrx $version: cargo install --locked --ignore-rust-version --root target/tools cargo-pgrx --version =$version"
}
# It must be the very version of the pgrx crate.
pgrx_version() { awk '/^name = "pgrx"$/ { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock; }

install_compilers() {
    # Elsewhere the build says what it lacks.
    if command -v apt-get >/dev/null; then
        install_packages ca-certificates clang gcc libc6-dev libclang-dev libicu-dev make # ICU's headers for the server's
    fi
}

# First the server, which cannot be had everywhere.
install_server() {
    if [[ $is_debian ]]; then scripts/build/server.sh || exit; fi
    install_compilers
    if [[ ! $is_debian ]]; then check_server; fi
}

# One at a time: `make test` builds it beside the tests before those that need it.
install_cargo_pgrx() (
    flock 9
    local packages=(libssl-dev pkg-config) version
    if is_root; then packages+=(sudo); fi # `cargo pgrx test --runas` calls it
    if command -v apt-get >/dev/null; then install_packages "${packages[@]}"; fi
    version=$(pgrx_version)
    if [[ $(cargo pgrx --version 2>/dev/null) != "cargo-pgrx $version" ]]; then
        say "building cargo-pgrx $version into ${BUILD#"$ROOT"/}/tools (some minutes, once)"
        # Not optimized: it has little to do, and takes half the time to build.
        env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0 \
            cargo install --quiet --debug --locked --ignore-rust-version --root "$BUILD/tools" cargo-pgrx --version "=$version"
    fi
) 9>"$BUILD/pgrx.lock"

install_pgxn_meta() {
    local version=0.7.0
    if [[ $(pgxn_meta --version 2>/dev/null) != "pgxn_meta $version" ]]; then
        say "building pgxn_meta $version into ${BUILD#"$ROOT"/}/tools (two minutes, once)"
        env -u CARGO_TARGET_DIR \
            cargo install --quiet --locked --root "$BUILD/tools" pgxn_meta --version "=$version"
    fi
}

install_public_api() {
    local version=0.52.0
    if [[ $(cargo public-api --version 2>/dev/null) != "cargo-public-api $version" ]]; then
        say "building cargo-public-api $version into ${BUILD#"$ROOT"/}/tools (two minutes, once)"
        env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0 \
            cargo install --quiet --debug --locked --root "$BUILD/tools" cargo-public-api --version "=$version"
    fi
}

install_fuzz() {
    if command -v apt-get >/dev/null; then install_packages g++; fi
}

command -v cargo >/dev/null || die 'needs Rust: see https://rustup.rs'
needed=$(sed -nE 's/^rust-version = "([0-9.]+)".*/\1/p' Cargo.toml) rust=$(rustc --version | cut -d ' ' -f 2)
printf '%s\n' "$needed" "$rust" | sort -VC || die "needs Rust $needed or later, and this is $rust: see https://rustup.rs"
if [[ $PREPARE == no ]]; then
    case ${1-} in
    compilers | fuzz) check_compilers ;;
    server) check_server ;;
    pgrx) check_server && check_cargo_pgrx ;;
    esac
    exit
fi
case ${1-} in
compilers) install_compilers ;;
server) install_server ;;
pgrx) install_server && install_cargo_pgrx ;;
pgxn) install_server && install_pgxn_meta ;;
lint) install_server && install_pgxn_meta && install_public_api ;;
fuzz) install_compilers && install_fuzz ;;
*) die "usage: $0 compilers|server|pgrx|pgxn|lint|fuzz" ;;
esac
