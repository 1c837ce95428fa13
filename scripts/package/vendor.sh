#!/usr/bin/env bash
# scripts/package/vendor.sh DIRECTORY: puts there the sources of the crates that the extension is built of, for a build without a
# network. cargo wants to find all crates of Cargo.lock, also those of tests, benchmarks and other systems: these become
# empty crates with the same name, version, features and dependencies.
. "$(dirname "$0")/../env.sh"
. scripts/package/crates.sh

vendor=${1:?usage: scripts/package/vendor.sh DIRECTORY}
rm -rf "$vendor"
cargo vendor --locked --quiet --versioned-dirs "$vendor" >/dev/null

declare -A used
while read -r crate; do
    [[ -d $vendor/$crate ]] || die "cargo vendor has no $crate"
    used[$crate]=yes
done < <(crates)

# stub DIRECTORY
stub() {
    local manifest checksum
    manifest=$(awk '
        /^\[/ {
            package = $0 == "[package]"
            on = package || /^\[features\]|^\[(target\..*\.)?((build|dev)-)?dependencies/
        }
        on && (!package || /^(\[|name|version|edition)/)' "$1/Cargo.toml")
    checksum=$(sed -nE 's/.*"package":"([0-9a-f]+)".*/\1/p' "$1/.cargo-checksum.json")
    rm -r "$1"
    mkdir -p "$1/src"
    printf '%s\n' "$manifest" >"$1/Cargo.toml"
    : >"$1/src/lib.rs"
    printf '{"files":{},"package":"%s"}\n' "$checksum" >"$1/.cargo-checksum.json"
}
# Test data of one crate are programs without their sources, which no package of Debian may have.
for file in "$vendor"/*/tests/*.dll; do
    dir=${file%/tests/*}
    sed -i "s|\"${file#"$dir/"}\":\"[0-9a-f]*\",||" "$dir/.cargo-checksum.json"
    rm "$file"
done
for dir in "$vendor"/*; do
    [[ ${used[${dir##*/}]-} ]] || stub "$dir"
done
