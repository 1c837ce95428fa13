#!/usr/bin/env bash
# Installs the extension into the server that PG_CONFIG names, below DESTDIR.
. "$(dirname "$0")/env.sh"

version=$("$PG_CONFIG" --version) || die "no such server: $PG_CONFIG"
# In `make && sudo make install` root builds nothing: its Rust may be another, or none.
if ! is_root || [[ -O $LIBRARY || ! -e $LIBRARY || $(built_for) != "$version" ]]; then
    scripts/build.sh
fi
say "copying it into the directories of $version"
install_into "$PG_CONFIG"
