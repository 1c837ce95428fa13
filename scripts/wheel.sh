#!/usr/bin/env bash
# Builds the package of clients/python, wheel and source archive, into target/wheel.
. "$(dirname "$0")/env.sh"
. scripts/python.sh

pip_install -r "$PINNED"
rm -rf "$BUILD/wheel"
# Its time is that of the commit, so that the same sources make the same files.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y clients/python/pyproject.toml)
export SOURCE_DATE_EPOCH
# Links to the licenses lead out of it, and would lead nowhere in the archive.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -rL clients/python/. "$copy"
(cd "$copy" && "$VENV/bin/hatchling" build --directory "$BUILD/wheel" >"$BUILD/wheel.log" 2>&1) || { cat "$BUILD/wheel.log" >&2; exit 1; }
say "made $(cd "$BUILD" && echo wheel/*), in target"
