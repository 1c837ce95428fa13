#!/usr/bin/env bash
# Installs a release build into the server that the given pg_config belongs to.
. "$(dirname "$0")/env.sh"

pg_config=$(command -v "$1") || die "no such pg_config: $1"
version=$("$pg_config" --version) || die "$pg_config fails"
[[ $version == "PostgreSQL $PG_MAJOR"[.\ ]* ]] || die "needs PostgreSQL $PG_MAJOR; this is $version"

# The bindings must come from the headers of that very server.
[[ $version == "$("$PG_BIN/pg_config" --version)" ]] || export PGRX_PG_CONFIG_PATH=$pg_config

files=$BUILD/install
rm -rf "$files"
cargo pgrx package --pg-config "$pg_config" --out-dir "$files"

sudo=()
[[ -w $("$pg_config" --pkglibdir) && -w $("$pg_config" --sharedir)/extension ]] || sudo=(sudo)
say "copying it into the directories of $version"
# A running server may have the old library mapped: replace the file, do not write into it.
"${sudo[@]}" cp -r --remove-destination "$files/." /
