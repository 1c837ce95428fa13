#!/usr/bin/env bash
# Makes target/bloom_rs-VERSION.tar.gz, and a .zip as PGXN wants it, of what is committed.
. "$(dirname "$0")/env.sh"

[[ $(git rev-parse --show-toplevel 2>/dev/null) == "$ROOT" ]] || die 'run it in a git checkout'
git diff --quiet HEAD || say 'uncommitted changes are left out'
scripts/meta.sh
for format in tar.gz zip; do
    git archive --prefix="bloom_rs-$VERSION/" --output="$BUILD/bloom_rs-$VERSION.$format" HEAD
    say "made ${BUILD#"$ROOT"/}/bloom_rs-$VERSION.$format"
done
