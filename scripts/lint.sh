#!/usr/bin/env bash
# Checks format and style of all Rust code; of the scripts, the Dockerfile and META.json where shellcheck, hadolint and
# pgxn_meta are at hand.
. "$(dirname "$0")/env.sh"

# rustup's minimal profile lacks these two.
if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
    say 'adding rustfmt and clippy to the toolchain'
    rustup component add rustfmt clippy
fi

say 'cargo fmt'
cargo fmt --all --check
cargo fmt --manifest-path fuzz/Cargo.toml --check
say 'imports'
scripts/floors.sh
say 'cargo clippy'
cargo clippy --ignore-rust-version --workspace --all-targets "${FEATURES[@]}" -- -D warnings
say 'cargo doc'
RUSTDOCFLAGS='-D warnings' cargo doc --ignore-rust-version --workspace --no-deps --document-private-items "${FEATURES[@]}"
say 'cargo package'
cargo package --quiet --allow-dirty -p bloom_core # builds it from its own archive
if command -v shellcheck >/dev/null; then
    say 'shellcheck'
    shellcheck scripts/*.sh .ci/run
fi
if command -v hadolint >/dev/null; then
    say 'hadolint'
    hadolint Dockerfile
fi
say 'META.json'
scripts/meta.sh
