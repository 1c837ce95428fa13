#!/usr/bin/env bash
# Checks the format and style of code and pages, and the files that packages are made of. Skips the checks of tools that
# are not installed and that pip does not have, unless LINT_REQUIRED=1.
. "$(dirname "$0")/../env.sh"
. scripts/python.sh

# rustup's minimal profile lacks these two.
if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
    say 'adding rustfmt and clippy to the toolchain'
    rustup component add rustfmt clippy
fi
if pip_install -r "$PINNED" -r scripts/test/requirements-lint.txt; then PATH=$VENV/bin:$PATH; fi

# with PROGRAM COMMAND...: runs the command if there is that program.
with() {
    if command -v "$1" >/dev/null; then
        say "$1"
        "${@:2}"
    elif [[ ${LINT_REQUIRED-} ]]; then
        die "$1 is not installed"
    else
        say "skipped: $1 is not installed"
    fi
}

say 'cargo fmt'
cargo fmt --all --check
cargo fmt --manifest-path fuzz/Cargo.toml --check
say 'comments of at most 120 columns'
wide=$(LC_ALL=C.UTF-8 git grep -nE '^.{121,}$' -- '*.rs' | grep -E '^[^:]+:[0-9]+: *//[/!]? *[^|/! ]' || true)
if [[ $wide ]]; then die "$wide"; fi
say 'imports'
scripts/test/floors.sh
say 'cargo clippy'
cargo clippy --ignore-rust-version --workspace --all-targets "${FEATURES[@]}" -- -D warnings
say 'cargo doc'
RUSTDOCFLAGS='-D warnings' cargo doc --ignore-rust-version --workspace --no-deps --document-private-items "${FEATURES[@]}"
say 'cargo package'
cargo package --quiet --allow-dirty -p bloom_rs_core # builds it from its own archive
with cargo-public-api scripts/test/public_api.sh
say 'the licenses of crates'
scripts/package/copyright.sh >"$BUILD/copyright"
say 'pages'
scripts/pages/check.sh
# Words that are right here, such as names of PostgreSQL's fields, are in scripts/pages/vocabulary.txt.
check_spelling() { git ls-files -z | xargs -0 codespell; }
with codespell check_spelling
with shellcheck shellcheck scripts/*.sh scripts/*/*.sh findings/*.sh .ci/run debian/tests/installcheck
with hadolint hadolint Dockerfile
with actionlint actionlint
with mypy env -C clients/python mypy --cache-dir "$BUILD/mypy"
check_wheel() {
    scripts/package/wheel.sh
    twine check --strict "$BUILD"/wheel/*
}
with twine check_wheel
say 'the address of the repository, while it is a placeholder, in README.md alone'
address=https://example.org # apart, or this file would name it
named=$(git grep -lF "$address/bloom_rs" -- ':!README.md' || true)
[[ ! $named ]] || die "these name it: $named"
say 'META.json, and the same versions everywhere'
scripts/package/meta.sh
with pgxn_meta pgxn_meta META.json
