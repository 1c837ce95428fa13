#!/usr/bin/env bash
# Checks versions, and all of META.json where pgxn_meta is at hand.
. "$(dirname "$0")/env.sh"

# That of the specification does not begin a line.
versions=$(sed -n 's/^ *"version": "\([^"]*\)".*/\1/p' META.json | sort -u)
[[ $versions == "$VERSION" ]] || die "META.json is of version ${versions//$'\n'/, }, Cargo.toml of $VERSION"
grep -qx "version = \"$VERSION\"" clients/python/pyproject.toml || die "clients/python is not of version $VERSION"
if command -v pgxn_meta >/dev/null; then pgxn_meta META.json; fi
