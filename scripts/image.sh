#!/usr/bin/env bash
# Lays out an extension image for CloudNativePG in target/image/PG: lib, share/extension, licenses. From PostgreSQL 18 on a
# server finds it by extension_control_path and dynamic_library_path. The Dockerfile builds the same (--target extension).
. "$(dirname "$0")/env.sh"

((PG_MAJOR >= 18)) || die "PostgreSQL $PG_MAJOR has no extension_control_path: an image takes 18 or later"
scripts/build.sh
dir=$BUILD/image/$PG_MAJOR
rm -rf "$dir"
DESTDIR=$dir install_files "$dir/lib" "$dir/share/extension"
install -D -m 644 -t "$dir/licenses/bloom_rs" debian/copyright LICENSE-APACHE LICENSE-MIT
say "made ${dir#"$ROOT"/}"
