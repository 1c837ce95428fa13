#!/usr/bin/env bash
# Installs the extension into the server that the given pg_config belongs to, below DESTDIR.
. "$(dirname "$0")/env.sh"

# In `make && sudo make install` root builds nothing: its Rust may be another, or none.
if ! is_root || [[ -O $LIBRARY || ! -e $LIBRARY || $(built_for) != "$("$1" --version)" ]]; then
    scripts/build.sh "$1"
fi
say "copying it into the directories of $("$1" --version)"
install_into "$1"
