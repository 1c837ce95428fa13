#!/usr/bin/env bash
# Builds, installs, tests and uninstalls the extension out of the archive of `make dist`, with a copy of the private server.
. "$(dirname "$0")/cluster.sh"
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
