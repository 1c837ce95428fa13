#!/usr/bin/env bash
# Lays out an extension image for CloudNativePG in target/image/PG: lib, share/extension, licenses. From PostgreSQL 18 on a
# server finds it by extension_control_path and dynamic_library_path. The Dockerfile builds the same (--target extension).
# `scripts/package/image.sh test` then runs the tour on a server that finds it by these settings alone.
. "$(dirname "$0")/../env.sh"

((PG_MAJOR >= 18)) || die "PostgreSQL $PG_MAJOR has no extension_control_path: an image takes 18 or later"
scripts/build/build.sh
dir=$BUILD/image/$PG_MAJOR
rm -rf "$dir"
DESTDIR=$dir install_files "$dir/lib" "$dir/share/extension"
install -D -m 644 -t "$dir/licenses/bloom_rs" LICENSE-APACHE LICENSE-MIT
scripts/package/copyright.sh >"$dir/licenses/bloom_rs/copyright"
say "made ${dir#"$ROOT"/}"
[[ ${1-} == test ]] || exit 0

. scripts/cluster.sh
copy_server "$CLUSTERS/server"
PG_BIN=$CLUSTERS/server/bin
image=$CLUSTERS/extensions/bloom_rs
mkdir -p "${image%/*}"
cp -a "$BUILD/image/$PG_MAJOR" "$image"
cluster_start image "extension_control_path = '\$system:$image/share'" "dynamic_library_path = '\$libdir:$image/lib'"

say "the tour, PostgreSQL $PG_MAJOR"
regress image 01_tour
cluster_psql image -q -f scripts/build/demo.sql >/dev/null
say 'the first release, updated'
cluster_psql image -q -c 'CREATE DATABASE old'
cluster_psql image -q -d old -c "CREATE EXTENSION bloom_rs VERSION '$(releases | head -n 1)'" -c 'ALTER EXTENSION bloom_rs UPDATE' \
    -c "SELECT bloom_agg(i) @> 1 FROM generate_series(1, 10) AS i" >/dev/null
say "the image's layout works with PostgreSQL $PG_MAJOR"
