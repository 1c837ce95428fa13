#!/usr/bin/env bash
# Checks the package of scripts/deb.sh with lintian, installs it with apt, runs the demo's SQL on a throwaway cluster of
# the system's server, and removes it again. Where apt has no such server, an empty package takes its place for apt, and
# a copy of the private server runs what was installed.
. "$(dirname "$0")/cluster.sh"
. scripts/packages.sh
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
