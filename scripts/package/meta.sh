#!/usr/bin/env bash
# Checks that all files of packages have the version of Cargo.toml.
. "$(dirname "$0")/../env.sh"

# That of the specification does not begin a line.
versions=$(sed -n 's/^ *"version": "\([^"]*\)".*/\1/p' META.json | sort -u)
[[ $versions == "$VERSION" ]] || die "META.json is of version ${versions//$'\n'/, }, Cargo.toml of $VERSION"
grep -qx "version = \"$VERSION\"" clients/python/pyproject.toml || die "clients/python is not of version $VERSION"
head -n 1 debian/changelog | grep -q "^bloom-rs ($VERSION-" || die "debian/changelog does not begin with version $VERSION"
for lock in Cargo.lock fuzz/Cargo.lock; do
    grep -A 1 -x 'name = "bloom_rs_core"' "$lock" | grep -qx "version = \"$VERSION\"" || die "$lock is not of version $VERSION"
done
