#!/usr/bin/env bash
# Installs the extension into the server that PG_CONFIG names, below DESTDIR. PKGLIBDIR and SHAREDIR replace what pg_config
# says, for packages whose server will be in another place.
. "$(dirname "$0")/../env.sh"

[[ -x $PG_CONFIG ]] || die "there is no $PG_CONFIG: PG=17 or PG_CONFIG=/path/to/pg_config names another server"
version=$("$PG_CONFIG" --version)
# In `make && sudo make install` root builds nothing: its Rust may be another, or none.
if ! is_root || [[ -O $LIBRARY || ! -e $LIBRARY || $(built_for) != "$version" ]]; then
    scripts/build/build.sh
fi
say "installing into $version"
install_files "${DESTDIR-}${PKGLIBDIR:-$("$PG_CONFIG" --pkglibdir)}" \
    "${DESTDIR-}${SHAREDIR:-$("$PG_CONFIG" --sharedir)}/extension"
