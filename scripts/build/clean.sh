#!/usr/bin/env bash
# Removes all that the other scripts made. Debian packages stay: others may use them by now.
. "$(dirname "$0")/../env.sh"

if command -v cargo >/dev/null; then cargo clean --quiet; fi # also a CARGO_TARGET_DIR elsewhere
rm -rf "$BUILD"
if is_root; then rm -rf "$CACHE"; fi
