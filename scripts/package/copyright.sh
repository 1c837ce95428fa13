#!/usr/bin/env bash
# Prints debian/copyright, of Cargo.lock and the licenses of its crates, which vendor/ has or cargo downloads.
. "$(dirname "$0")/../env.sh"
. scripts/package/crates.sh

[[ -e vendor ]] || cargo fetch --locked --quiet

# sources NAME-VERSION: the directory of that crate.
sources() {
    local found
    found=$(compgen -G "vendor/$1" || compgen -G "${CARGO_HOME:-$HOME/.cargo}/registry/src/*/$1") || die "no sources of $1"
    head -n 1 <<<"$found"
}

# license EXPRESSION: as Debian writes it. SPDX calls MIT what Debian calls Expat.
license() {
    sed -E 's/^\((.*)\) AND /\1, and /; s, AND , and ,g; s,/| OR , or ,g; s/\<MIT\>/Expat/g' <<<"$1"
}

# holders DIRECTORY NAME: whoever its license files name; else its authors.
holders() {
    local found
    found=$(find "$1" -maxdepth 3 -type f \( -iname '*licen[cs]e*' -o -iname 'copyright*' -o -path '*/LICENSES/*' \) \
        -exec grep -hE '^ *(Copyright|©) ' {} + 2>/dev/null |
        grep -viE 'copyright (license|owner|notice|and perm)|yyyy' |
        sed -E "s/^ *//; s/^Copyright //; s/^(\([cC]\)|©) //; s/ All rights reserved\.?//; s/[.,]\$//
            s/^([0-9][0-9 -]*)\$/\1, the developers of $2/" | sort -u)
    if [[ ! $found ]]; then
        found=$(awk '/^authors = / { on = 1 } on { print } on && /\]$/ { exit }' "$1/Cargo.toml" |
            grep -oE '"[^"]+"' | tr -d '"')
    fi
    awk '{ print " " $0 }' <<<"${found:-the developers of $2}"
}

# text NAME FILE PATTERN: a license, from the line that matches.
text() {
    printf '\nLicense: %s\n' "$1"
    sed -n "/$3/,\$p" "$2" | sed -E 's/[[:space:]]+$//; s/^[[:space:]]+//; s/^$/./; s/^/ /' | sed -e :a -e '/^\( \.\n\?\)*$/{$d;N;ba' -e '}'
}

cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: bloom_rs
Upstream-Contact: $(sed -n 's/^Maintainer: //p' debian/control.in)
Comment:
 scripts/package/copyright.sh writes this file. The library holds Rust's standard
 library, of the same two licenses as bloom_rs, and crates of vendor/.

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE-MIT)
License: Expat or Apache-2.0

Files: vendor/*
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE-MIT)
License: Expat or Apache-2.0
Comment:
 Empty crates, written by scripts/package/vendor.sh, in place of those that Cargo.lock
 names and the build does not need. The others follow.
END

# Crates of the same holders and license are one paragraph.
crates | while read -r crate; do
    dir=$(sources "$crate")
    terms=$(sed -n 's/^license = "\(.*\)"/\1/p' "$dir/Cargo.toml")
    [[ $terms ]] || die "$crate names no license"
    name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$dir/Cargo.toml" | head -n 1)
    printf 'Copyright:\n%s\nLicense: %s\t%s\n' "$(holders "$dir" "$name")" "$(license "$terms")" "vendor/$crate/*" |
        awk 'NR > 1 { printf "\001" } { printf "%s", $0 } END { print "" }'
done | sort -s | awk -F'\t' '
    $1 != last && NR > 1 { print files "\t" last; files = "" }
    { files = files "\001 " $2; last = $1 }
    END { print files "\t" last }' | sort -f | while IFS=$'\t' read -r files rest; do
        printf '\nFiles:%s\n%s\n' "$(tr '\001' '\n' <<<"$files")" "$(tr '\001' '\n' <<<"$rest")"
    done

cat <<'END'

License: Apache-2.0
 On Debian systems, the text of this license is in
 /usr/share/common-licenses/Apache-2.0.
END
of() { sources "$(crates | grep -E "^$1-[0-9]" | head -n 1)"; }
text BSD-3-Clause "$(of bindgen)/LICENSE" 'Redistribution and use'
text Expat LICENSE-MIT 'Permission is hereby'
text ISC "$(of libloading)/LICENSE" 'Permission to use'
text Unicode-3.0 "$(of icu_provider)/LICENSE" 'Permission is hereby'
text Unlicense "$(of memchr)/UNLICENSE" 'This is free'
text Zlib "$(of foldhash)/LICENSE" 'This software is provided'
