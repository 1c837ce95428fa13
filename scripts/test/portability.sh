#!/usr/bin/env bash
# Tests the pure crate where nobody develops it. PARTS is some of
#   big-endian   its tests and golden vectors on s390x, which qemu emulates
#   32-bit       it is refused where addresses have 32 bits
#   minimal      it builds with the oldest versions of its dependencies that it says it takes
#   miri         golden vectors and streams in Miri, which finds what Rust leaves undefined; needs a nightly toolchain
. "$(dirname "$0")/../env.sh"
. scripts/packages.sh

big_endian() {
    local target=s390x-unknown-linux-gnu
    install_packages gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
    rustup target add "$target"
    # What takes minutes elsewhere, as rates and large merges do, takes hours here.
    CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc \
        CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER='qemu-s390x -L /usr/s390x-linux-gnu' \
        cargo test -p bloom_rs_core --target "$target" --lib --test format --test exchange --test schemes
}

refused() {
    rustup target add i686-unknown-linux-gnu
    if cargo check -p bloom_rs_core --target i686-unknown-linux-gnu 2>"$BUILD/32-bit.log"; then
        die 'it builds for 32 bits, which it must refuse'
    fi
    grep 'need a 64-bit address space' "$BUILD/32-bit.log" || die "see $BUILD/32-bit.log"
}

minimal() {
    local crate=$BUILD/minimal
    cargo package --quiet --allow-dirty --no-verify -p bloom_rs_core
    rm -rf "$crate" && mkdir "$crate"
    tar -xzf "$BUILD/package/bloom_rs_core-$VERSION.crate" -C "$crate" --strip-components 1
    # As a user of the crate has it: outside the workspace, without our lock file.
    printf '\n[workspace]\n' >>"$crate/Cargo.toml"
    rm -f "$crate/Cargo.lock"
    (cd "$crate" && RUSTC_BOOTSTRAP=1 cargo update --quiet -Z direct-minimal-versions)
    cargo test --locked --manifest-path "$crate/Cargo.toml" --target-dir "$BUILD/minimal-build" --test format
}

miri() {
    rustup toolchain install nightly --profile minimal --component miri,rust-src
    MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=1 \
        cargo +nightly miri test -p bloom_rs_core --target-dir "$BUILD/miri" --test format --test exchange
}

command -v rustup >/dev/null || die 'needs rustup: see https://rustup.rs'
read -ra parts <<<"${PARTS:-big-endian 32-bit minimal miri}"
for part in "${parts[@]}"; do
    say "$part"
    case $part in
    big-endian) big_endian ;;
    32-bit) refused ;;
    minimal | miri) "$part" ;;
    *) die "no such part: $part" ;;
    esac
done
