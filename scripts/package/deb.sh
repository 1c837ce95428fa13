#!/usr/bin/env bash
# Builds the Debian packages of debian/ for the server of major PG, and their source package, in target/deb:
#   deb.sh          all of it, with the toolchain at hand; the .deb is then in target/ as well
#   deb.sh source   the source package alone
#   deb.sh test     all of it; then it is checked with lintian, and a copy of the private server runs the demo's SQL with its
#                   files. scripts/package/fresh.sh installs it with apt
# Where Debian has no such server, the private one stands in for it.
. "$(dirname "$0")/../env.sh"
. scripts/packages.sh

[[ ${1-} == source ]] || scripts/build/prepare.sh server
install_packages build-essential debhelper dpkg-dev postgresql-server-dev-all xz-utils

dir=$BUILD/deb tree=$BUILD/deb/bloom-rs-$VERSION
package=postgresql-$PG_MAJOR-bloom-rs_$(dpkg-parsechangelog -S Version)_$(dpkg --print-architecture).deb
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -S Timestamp)
export SOURCE_DATE_EPOCH

# pack FILE DIRECTORY OPTION...: the same bytes each time.
pack() {
    tar --create --auto-compress --file "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=u+rwX,go+rX,go-w "${@:3}" --directory "${2%/*}" "${2##*/}"
}

# The files of the checkout or the archive, as they are now.
sources() {
    if [[ $(git rev-parse --show-toplevel 2>/dev/null) == "$ROOT" ]]; then
        git ls-files -z
    else
        find . \( -path ./target -o -path ./vendor \) -prune -o \( -type f -o -type l \) -printf '%P\0'
    fi
}

say 'the sources of the package, and of its crates (a minute)'
rm -rf "$dir"
mkdir -p "$tree"
sources | tar --create --null --files-from=- | tar --extract --directory "$tree"
pack "$dir/bloom-rs_$VERSION.orig.tar.gz" "$tree" --exclude="${tree##*/}/debian"
scripts/package/vendor.sh "$tree/vendor"
scripts/package/copyright.sh >"$tree/debian/copyright"
pack "$dir/bloom-rs_$VERSION.orig-vendor.tar.xz" "$tree/vendor"
if [[ ${1-} == source ]]; then
    (cd "$tree" && dpkg-source --build . >"$dir/build.log" 2>&1) || { cat "$dir/build.log" >&2; exit 1; }
    say "made $(cd "$dir" && echo bloom-rs_*.dsc), in ${dir#"$ROOT"/}"
    exit
fi

options=(--build=full --unsigned-source --unsigned-changes)
if ! is_installed cargo-web; then options+=(--build-profiles=pkg.bloom-rs.rustup); fi
if [[ $is_debian ]]; then config=$PG_BIN/pg_config; else config=$PG_CONFIG; fi
# rustup's cargo is a proxy that looks for toolchains in the home directory; the build has another one.
live "compiling it for PostgreSQL $PG_MAJOR, with dpkg-buildpackage (two to five minutes)" "$dir/build.log" \
    env -C "$tree" -u CARGO_TARGET_DIR -u PG_CONFIG -u MAKEFLAGS RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" \
    PG_SUPPORTED_VERSIONS="$PG_MAJOR" PG_UPDATECONTROL=yes "PG_CONFIG_$PG_MAJOR=$config" dpkg-buildpackage "${options[@]}"
cp "$dir/$package" "$BUILD"
say "made ${BUILD#"$ROOT"/}/$package; the source package is in ${dir#"$ROOT"/}"
if [[ ${1-} != test ]]; then
    if ! apt-cache show "postgresql-$PG_MAJOR" >/dev/null 2>&1; then
        say "apt has no PostgreSQL $PG_MAJOR here: install it where apt has one, as apt.postgresql.org does"
        exit
    fi
    say "next: sudo apt install ./${BUILD#"$ROOT"/}/$package"
    if ! pg_lsclusters -h | grep -q .; then # as the server was installed for the build
        say "there is no cluster yet: sudo pg_createcluster $PG_MAJOR main --start"
    fi
    say 'then, in each database: CREATE EXTENSION bloom_rs;'
    exit
fi

. scripts/cluster.sh

deb=$BUILD/$package
say "lintian, ${deb##*/} and its sources"
lint_packages "$dir"/bloom-rs_*.changes
! dpkg-deb --ctrl-tarfile "$deb" | tar -t | grep -E '(pre|post)(inst|rm)$' || die 'what these scripts do is not tested'

copy_server "$CLUSTERS/server"
PG_BIN=$CLUSTERS/server/bin
say "scripts/build/demo.sql, with the files of ${deb##*/}"
dpkg-deb -x "$deb" "$CLUSTERS/files"
cp "$CLUSTERS/files/usr/lib/postgresql/$PG_MAJOR/lib/bloom_rs.so" "$("$PG_BIN/pg_config" --pkglibdir)"
cp "$CLUSTERS/files/usr/share/postgresql/$PG_MAJOR"/extension/* "$("$PG_BIN/pg_config" --sharedir)/extension"
cluster_start demo
cluster_psql demo -q -f scripts/build/demo.sql >/dev/null
installed=$(cluster_psql demo -Atc "SELECT extversion FROM pg_extension WHERE extname = 'bloom_rs'")
[[ $installed == "$VERSION" ]] || die "version $installed is installed, not $VERSION"
say "the files of ${deb##*/} work"
