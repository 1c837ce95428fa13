#!/usr/bin/env bash
# Compares the public API of bloom_core with core/tests/public_api.txt: what differs is a decision, for the next version by
# the rules of core/README.md. scripts/test/public_api.sh --accept writes the file.
. "$(dirname "$0")/../env.sh"

listed=core/tests/public_api.txt
# rustdoc's JSON is not stable yet: this has the stable compiler write it. Blanket and auto traits are left out.
RUSTC_BOOTSTRAP=1 cargo public-api -sss -p bloom_rs_core >"$BUILD/public_api.txt" 2>"$BUILD/public_api.log" ||
    { cat "$BUILD/public_api.log" >&2; die 'cargo public-api fails'; }
if [[ ${1-} == --accept ]]; then
    cp "$BUILD/public_api.txt" "$listed"
else
    diff "$listed" "$BUILD/public_api.txt" || die "the public API of bloom_core changed: $0 --accept"
fi
