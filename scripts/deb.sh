#!/usr/bin/env bash
# Builds the Debian packages of debian/ for the server of major PG, and their source package, in target/deb:
#   scripts/deb.sh          all of it, with the toolchain at hand; the .deb is then in target/ as well
#   scripts/deb.sh source   the source package alone
#   scripts/deb.sh test     all of it; then it is checked with lintian, installed with apt, runs the demo's SQL on a
#                           throwaway cluster of the system's server, and is removed again
# Where Debian has no such server, the private one stands in for it; and for apt, when it is tested, an empty package.
. "$(dirname "$0")/env.sh"
. scripts/packages.sh

[[ ${1-} == source ]] || scripts/prepare.sh server
install_packages build-essential debhelper dpkg-dev postgresql-server-dev-all xz-utils

dir=$BUILD/deb tree=$BUILD/deb/bloom-rs-$VERSION
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
scripts/vendor.sh "$tree/vendor"
scripts/copyright.sh >"$tree/debian/copyright"
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
cp "$dir/$(deb_file)" "$BUILD"
say "made ${BUILD#"$ROOT"/}/$(deb_file); the source package is in ${dir#"$ROOT"/}"
if [[ ${1-} != test ]]; then
    if ! apt-cache show "postgresql-$PG_MAJOR" >/dev/null 2>&1; then
        say "apt has no PostgreSQL $PG_MAJOR here: install it where apt has one, as apt.postgresql.org does"
        exit
    fi
    say "next: sudo apt install ./${BUILD#"$ROOT"/}/$(deb_file)"
    if ! pg_lsclusters -h | grep -q .; then # as the server was installed for the build
        say "there is no cluster yet: sudo pg_createcluster $PG_MAJOR main --start"
    fi
    say 'then, in each database: CREATE EXTENSION bloom_rs;'
    exit
fi

. scripts/cluster.sh
install_packages lintian

name=$(deb_name) deb=$BUILD/$(deb_file)
system=/usr/lib/postgresql/$PG_MAJOR
apt_get() {
    # As root, which alone may read the test's directory.
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qqy -o DPkg::Lock::Timeout=300 -o APT::Sandbox::User=root "$@" >/dev/null
}

say "lintian, ${deb##*/} and its sources"
lintian_options=()
if is_root; then lintian_options+=(--allow-root); fi
findings=$(lintian "${lintian_options[@]}" "$BUILD"/deb/bloom-rs_*.changes)
[[ ! $findings ]] || die "lintian: $findings"

# What is there is the user's, and removing the package would take it away.
mapfile -t files < <(dpkg-deb --fsys-tarfile "$deb" | tar -t | sed -n 's|^\./\(.*[^/]\)$|/\1|p')
mapfile -t directories < <(dpkg-deb --fsys-tarfile "$deb" | tar -t | sed -n 's|^\./\(.*\)/$|/\1|p')
for file in "${files[@]}"; do [[ ! -e $file ]] || die "$file already exists"; done
absent=("${files[@]}")
for file in "${directories[@]}"; do [[ -e $file ]] || absent+=("$file"); done

packages=("$deb") names=("$name")
if [[ ! -x $system/bin/postgres ]]; then
    server=postgresql-$PG_MAJOR
    ! is_installed "$server" || die "$server is installed, but its programs are missing"
    mkdir -p "$CLUSTERS/$server/DEBIAN"
    printf '%s\n' "Package: $server" "Version: $PG_MAJOR~none" 'Architecture: all' \
        'Maintainer: nobody <nobody@example.org>' 'Description: empty, for a test of bloom_rs' \
        >"$CLUSTERS/$server/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$CLUSTERS/$server" "$CLUSTERS/$server.deb" >/dev/null
    packages+=("$CLUSTERS/$server.deb") names+=("$server")
fi

is_in=
cleanup() {
    if [[ $is_in ]]; then as_root dpkg --purge "${names[@]}" || true; fi
    clusters_remove
}
trap cleanup EXIT
say "apt-get install ${packages[*]##*/}"
is_in=yes
apt_get install --no-install-recommends "${packages[@]}"

if [[ -x $system/bin/postgres ]]; then
    PG_BIN=$system/bin
    say "scripts/demo.sql, with the system's PostgreSQL $PG_MAJOR"
else
    copy_server "$CLUSTERS/server"
    PG_BIN=$CLUSTERS/server/bin
    cp "$system/lib/bloom_rs.so" "$("$PG_BIN/pg_config" --pkglibdir)"
    cp "/usr/share/postgresql/$PG_MAJOR"/extension/bloom_rs* "$("$PG_BIN/pg_config" --sharedir)/extension"
    say "apt has no PostgreSQL $PG_MAJOR: scripts/demo.sql, with a copy of the private server and the package's files"
fi
cluster_start demo
cluster_psql demo -q -f scripts/demo.sql >/dev/null
installed=$(cluster_psql demo -Atc "SELECT extversion FROM pg_extension WHERE extname = 'bloom_rs'")
[[ $installed == "$VERSION" ]] || die "version $installed is installed, not $VERSION"

say "apt-get purge ${names[*]}"
apt_get purge "${names[@]}"
is_in=
for file in "${absent[@]}"; do [[ ! -e $file ]] || die "left behind: $file"; done
for name in "${names[@]}"; do ! is_installed "$name" || die "still installed: $name"; done
say "${deb##*/} installs, works and leaves nothing behind"
