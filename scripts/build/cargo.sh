#!/usr/bin/env bash
# What cargo-pgrx calls as cargo, and the #[pg_test]s as cargo-pgrx: pgrx declares a newer Rust than it needs, and neither
# can be told to overlook it. With Rust 1.95: scripts/build/cargo.sh pgrx run pg17
set -euo pipefail
self=$(realpath "${BASH_SOURCE[0]}")
case ${1-} in
pgrx) CARGO=$self CARGO_PGRX=$self exec cargo-pgrx "$@" ;;
rustc)
    if [[ " $* " != *' pg_test '* ]]; then exec cargo rustc --ignore-rust-version "${@:2}"; fi
    # The library of the tests: with `--tests` its dependencies have the features that `cargo test` has just built them with.
    # Of the two artifacts cargo-pgrx is to see the library, and not the program of the tests.
    cargo build --tests --ignore-rust-version "${@:2}" | grep -v '"executable":"'
    ;;
build | test) exec cargo "$1" --ignore-rust-version "${@:2}" ;;
*) exec cargo "$@" ;;
esac
