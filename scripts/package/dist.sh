#!/usr/bin/env bash
# Makes target/bloom_rs-VERSION.tar.gz, and a .zip as PGXN wants it, of what is committed. `scripts/package/dist.sh test`
# then builds, installs, tests and uninstalls the extension out of them, with a copy of the private server.
. "$(dirname "$0")/../env.sh"

[[ $(git rev-parse --show-toplevel 2>/dev/null) == "$ROOT" ]] || die 'run it in a git checkout'
git diff --quiet HEAD || say 'uncommitted changes are left out'
scripts/package/meta.sh
for format in tar.gz zip; do
    git archive --prefix="bloom_rs-$VERSION/" --output="$BUILD/bloom_rs-$VERSION.$format" HEAD
    say "made ${BUILD#"$ROOT"/}/bloom_rs-$VERSION.$format"
done
[[ ${1-} == test ]] || exit 0

. scripts/cluster.sh
. scripts/packages.sh
install_packages unzip

# In a directory of its own, so that no git is around and nothing that was built before.
archive=$BUILD/bloom_rs-$VERSION
tar -xzf "$archive.tar.gz" -C "$CLUSTERS"
mkdir "$CLUSTERS/zip"
unzip -q "$archive.zip" -d "$CLUSTERS/zip"
diff -r "$CLUSTERS/bloom_rs-$VERSION" "$CLUSTERS/zip/bloom_rs-$VERSION"
copy_server "$CLUSTERS/server"

cd "$CLUSTERS/bloom_rs-$VERSION"
pgxn_meta META.json
# As a user would, in a shell that knows nothing of this one.
user() {
    env -u PG -u CARGO_TARGET_DIR -u MAKEFLAGS "$@" PG_CONFIG="$CLUSTERS/server/bin/pg_config"
}
user make
user make install
user make installcheck
user make uninstall
left=$(find "$CLUSTERS/server" -name 'bloom_rs*')
[[ ! $left ]] || die "left behind: $left"
say "the archive builds, installs and passes its tests, PostgreSQL $PG_MAJOR"
