#!/usr/bin/env bash
# What cargo-pgrx calls as cargo, and the #[pg_test]s as cargo-pgrx: pgrx declares a newer Rust than it needs, and neither
# can be told to overlook it.
set -euo pipefail
self=$(realpath "${BASH_SOURCE[0]}")
case ${1-} in
pgrx) CARGO=$self CARGO_PGRX=$self exec cargo-pgrx "$@" ;;
# The library of the tests: with `--tests` its dependencies have the features that `cargo test` has just built them with.
# Of the two artifacts cargo-pgrx is to see the library, and not the program of the tests.
rustc) cargo build --tests --ignore-rust-version "${@:2}" | grep -v '"executable":"' ;;
build | test) exec cargo "$1" --ignore-rust-version "${@:2}" ;;
*) exec cargo "$@" ;;
esac
