#!/usr/bin/env bash
# Begins the next version, once one is released: scripts/package/begin_version.sh 0.5.0. Sets it in every file that names it,
# and begins its entries in both changelogs.
. "$(dirname "$0")/../env.sh"

next=${1-}
[[ $next =~ ^[0-9]+\.[0-9]+\.[0-9]+$ && $(printf '%s\n' "$VERSION" "$next" | sort -V | tail -n 1) == "$next" && $next != "$VERSION" ]] ||
    die "name the version after $VERSION, as in VERSION=0.5.0"
[[ -e sql/released/bloom_rs--$VERSION.sql ]] || die "$VERSION is not released: see docs/RELEASING.md"

sed -i "0,/^version = \"$VERSION\"$/s//version = \"$next\"/" Cargo.toml clients/python/pyproject.toml
sed -i "s/\"version\": \"$VERSION\"/\"version\": \"$next\"/" META.json
sed -i "/^name = \"bloom_/{n;s/^version = \"$VERSION\"$/version = \"$next\"/}" Cargo.lock fuzz/Cargo.lock
sed -i "0,/^## \[$VERSION\]/s//## [Unreleased]\n\n&/" CHANGELOG.md
sed -i '/^$/,$d' sql/parts/upgrade.sql # its head stays
maintainer=$(sed -n 's/^ -- \(.*>\)  .*/\1/p' debian/changelog | head -n 1)
printf '%s\n' "bloom-rs ($next-1) unstable; urgency=medium" '' \
    '  * New version. CHANGELOG.md of the sources says what is new.' '' " -- $maintainer  $(date -u -R)" '' |
    cat - debian/changelog >"$BUILD/changelog"
mv "$BUILD/changelog" debian/changelog

scripts/package/meta.sh
scripts/build/sql.sh
say "begun $next; commit it"
