#!/usr/bin/env bash
# Tests the layout of scripts/image.sh: a server without the extension finds it there by two settings.
. "$(dirname "$0")/cluster.sh"

copy_server "$CLUSTERS/server"
PG_BIN=$CLUSTERS/server/bin
image=$CLUSTERS/extensions/bloom_rs
mkdir -p "${image%/*}"
cp -a "$BUILD/image/$PG_MAJOR" "$image"
cluster_start image "extension_control_path = '\$system:$image/share'" "dynamic_library_path = '\$libdir:$image/lib'"

say "the tour, PostgreSQL $PG_MAJOR"
regress image 01_tour
cluster_psql image -q -f scripts/demo.sql >/dev/null
say 'the first release, updated'
cluster_psql image -q -c 'CREATE DATABASE old'
cluster_psql image -q -d old -c "CREATE EXTENSION bloom_rs VERSION '$(releases | head -n 1)'" -c 'ALTER EXTENSION bloom_rs UPDATE' \
    -c "SELECT bloom_agg(i) @> 1 FROM generate_series(1, 10) AS i" >/dev/null
say "the image's layout works with PostgreSQL $PG_MAJOR"
