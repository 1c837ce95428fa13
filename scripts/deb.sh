#!/usr/bin/env bash
# Makes target/postgresql-N-bloom-rs_VERSION_ARCH.deb, for the server of major N that Debian or apt.postgresql.org has.
. "$(dirname "$0")/env.sh"
. scripts/packages.sh

install_packages binutils dpkg-dev
scripts/build.sh

package=$(deb_name)
root=$BUILD/deb/$package doc=$BUILD/deb/$package/usr/share/doc/$package
library=usr/lib/postgresql/$PG_MAJOR/lib/bloom_rs.so
# Whoever passes the package on maintains it, named as by Debian's tools; the project has no address.
maintainer="${DEBFULLNAME:-the bloom_rs developers} <${DEBEMAIL:-bloom_rs@example.org}>"
# All times in the package are that of the commit, which the files of a source archive have too.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)}
export SOURCE_DATE_EPOCH

stage_extension() {
    DESTDIR=$root install_files "$root/${library%/*}" "$root/usr/share/postgresql/$PG_MAJOR/extension"
    chmod 644 "$root/$library"
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/$library"
}

stage_docs() {
    install -d "$doc/docs"
    install -m 644 -t "$doc" README.md
    install -m 644 -t "$doc/docs" docs/*
    changelog >"$doc/changelog"
    install -m 644 CHANGELOG.md "$doc/CHANGELOG.md"
    third_party >"$doc/third-party.txt"
    copyright >"$doc/copyright"
    gzip -9n "$doc/changelog" "$doc/third-party.txt"
}

changelog() {
    printf '%s\n' "bloom-rs ($VERSION) unstable; urgency=medium" '' \
        "  * Version $VERSION. CHANGELOG.md beside this file says what is new." '' \
        " -- $maintainer  $(date -uRd "@$SOURCE_DATE_EPOCH")"
}

copyright() {
    printf '%s\n' 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/' \
        'Upstream-Name: bloom_rs' \
        'Comment:' \
        " The library also holds Rust's standard library, of the same two licenses, and" \
        ' the crates that third-party.txt.gz lists, each with its own.' '' \
        'Files: *' \
        "Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE-MIT)" \
        'License: MIT or Apache-2.0' '' \
        'License: MIT'
    sed '1,4d; s/^$/./; s/^/ /' LICENSE-MIT
    printf '%s\n' '' 'License: Apache-2.0' \
        ' On Debian systems, the text of this license is in' \
        ' /usr/share/common-licenses/Apache-2.0.'
}

# The crates that are compiled in, each with its licenses; Apache's is among Debian's common ones.
third_party() {
    local crate file sources
    cargo tree -p bloom_rs "${FEATURES[@]}" --edges normal,no-proc-macro --prefix none --no-dedupe \
        --format '{p}: {l}' | grep -v ' (/' | sort -u |
        while read -r crate; do
            printf '%s\n\n' "== $crate"
            [[ $crate =~ ^([^ ]+)\ v([^ :]+) ]]
            sources=("${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"${BASH_REMATCH[1]}-${BASH_REMATCH[2]}")
            awk '/^authors = / { on = 1 } on { print } on && /\]$/ { print ""; exit }' "${sources[0]}/Cargo.toml"
            find "${sources[0]}" -maxdepth 2 -type f \( -iname '*licen[cs]e*' -o -path '*/LICENSES/*' \) \
                ! -iname '*apache*' | sort |
                while read -r file; do cat "$file" && echo; done
        done
}

stage_control() {
    local depends
    mkdir -p "$root/DEBIAN" "$BUILD/deb/shlibdeps/debian"
    printf 'Source: bloom-rs\n\nPackage: %s\nArchitecture: any\n' "$package" >"$BUILD/deb/shlibdeps/debian/control"
    # The server's own functions, which the library calls, are in no library: the warnings are about those.
    depends=$(cd "$BUILD/deb/shlibdeps" && dpkg-shlibdeps --warnings=0 -O "$root/$library")
    cat >"$root/DEBIAN/control" <<END
Package: $package
Source: bloom-rs
Version: $VERSION
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: postgresql-$PG_MAJOR, ${depends#shlibs:Depends=}
Section: database
Priority: optional
Description: Bloom filters as values of SQL, for PostgreSQL $PG_MAJOR
 Type bloom holds a Bloom filter, which answers whether a value is in a set
 with "certainly not" or "probably", from about 1.2 bytes a value at a
 false-positive rate of 1 %. Filters are built from any query by an aggregate,
 stored in columns, combined, and asked by a function or an operator.
 .
 Type counting_bloom holds one that can forget. Filters of Guava and Spark can
 be read and written.
END
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
}

rm -rf "$BUILD/deb"
stage_extension
stage_docs
stage_control
deb=$BUILD/$(deb_file)
dpkg-deb --root-owner-group --build "$root" "$deb" >/dev/null
say "made ${deb#"$ROOT"/}"
