#!/usr/bin/env bash
# What cargo-pgrx calls as cargo, and the #[pg_test]s as cargo-pgrx: pgrx declares a newer Rust than it needs, and neither
# can be told to overlook it.
set -euo pipefail
self=$(realpath "${BASH_SOURCE[0]}")
case ${1-} in
pgrx) CARGO=$self CARGO_PGRX=$self exec cargo-pgrx "$@" ;;
build | rustc | test) exec cargo "$1" --ignore-rust-version "${@:2}" ;;
*) exec cargo "$@" ;;
esac
