#!/usr/bin/env bash
# Removes what scripts/build/install.sh installed into the server that PG_CONFIG names, below DESTDIR. Files of a package stay.
. "$(dirname "$0")/../env.sh"

[[ -x $PG_CONFIG ]] || die "there is no $PG_CONFIG: PG=17 or PG_CONFIG=/path/to/pg_config names another server"
lib=${DESTDIR-}${PKGLIBDIR:-$("$PG_CONFIG" --pkglibdir)}
share=${DESTDIR-}${SHAREDIR:-$("$PG_CONFIG" --sharedir)}/extension
files=()
for file in "$lib/bloom_rs.so" "$share/bloom_rs.control" "$share"/bloom_rs--*.sql; do
    if [[ -e $file ]]; then files+=("$file"); fi
done
if ((!${#files[@]})); then
    say "bloom_rs is not installed in $lib"
    exit
fi
package=$(dpkg-query -S "${files[@]}" 2>/dev/null | head -n 1) || true # of some of them
[[ ! $package ]] || die "these files are of a package: sudo apt remove ${package%%:*}"
sudo=()
if [[ ! (-w $lib && -w $share) ]]; then sudo=(sudo); fi
"${sudo[@]}" rm "${files[@]}"
say "removed from $lib and $share; databases that still have the extension need it again, or DROP EXTENSION bloom_rs"
