# shellcheck shell=bash
# Sourced: the crates that the extension is built of.

# For all majors, on the machines that Debian has packages for: debian/control.in.
TARGETS=(x86_64 aarch64 powerpc64le riscv64gc s390x)

# crates: each as NAME-VERSION, sorted. What tests and benchmarks need is left out.
crates() {
    local features targets=() target
    features=$(printf 'pg%s,' "${SUPPORTED[@]}")
    for target in "${TARGETS[@]}"; do targets+=(--target "$target-unknown-linux-gnu"); done
    cargo tree --locked -p bloom_rs --no-default-features --features "$features" --edges normal,build --prefix none --no-dedupe \
        --format '{p}' "${targets[@]}" | sed -nE '/ \(\//d; s/^([^ ]+) v([^ ]+).*/\1-\2/p' | sort -u
}
