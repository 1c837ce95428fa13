#!/usr/bin/env bash
# Builds the packages of debian/ as Debian does: in a bare Debian, with Debian's own Rust, by a user who is not root, and
# without a network; for the PostgreSQL that it has, and for 19, whose private server stands in for a package. Then
# lintian, and autopkgtest with what was built. As root, for the chroot.
#   SUITE=trixie   another one than bookworm
#   MAJORS="15"    for some servers
. "$(dirname "$0")/../env.sh"
. scripts/package/chroot.sh

suite=${SUITE:-bookworm}
own=$(for major in "${SUPPORTED[@]}"; do if [[ $(suites_of "$major") == "$suite" ]]; then echo "$major"; fi; done)
[[ $own ]] || die "no such SUITE: $suite"
read -ra majors <<<"${MAJORS:-$own 19}"
install_packages xz-utils
scripts/package/deb.sh source

bare_debian "$suite"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # starts no server
chmod +x "$root/usr/sbin/policy-rc.d"
mkdir -p "$root/etc/postgresql-common/createcluster.d"
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.d/none.conf"

say 'what debian/control says the build needs'
inside useradd --create-home builder
cp "$BUILD"/deb/bloom-rs_* "$root/home/builder"
apt_inside install --no-install-recommends build-essential
apt_inside build-dep --no-install-recommends "/home/builder/$(cd "$BUILD/deb" && echo bloom-rs_*.dsc)"
inside cargo --version
build_env=(PG_SUPPORTED_VERSIONS="${majors[*]}" PG_UPDATECONTROL=yes)
for major in "${majors[@]}"; do
    if [[ ! -e $root/usr/lib/postgresql/$major/bin/pg_config ]]; then
        mkdir -p "$root$SERVERS"
        cp -a "$SERVERS/$major" "$root$SERVERS"
        build_env+=("PG_CONFIG_$major=$SERVERS/$major/bin/pg_config")
    fi
done

say "dpkg-buildpackage without a network, PostgreSQL ${majors[*]}"
inside chown -R builder: /home/builder
for dir in source pristine; do
    inside runuser -u builder -- sh -c "cd /home/builder && dpkg-source -q -x bloom-rs_*.dsc $dir >/dev/null"
done
cat >"$root/build.sh" <<'END'
set -e
if [ "$(tail -n +3 /proc/self/net/route | wc -l)" != 0 ] || [ "$(sed -n 's/^ *\(.*\):.*/\1/p' /proc/self/net/dev)" != lo ]; then
    echo 'there is a network'
    exit 1
fi
cd /home/builder/source
dpkg-buildpackage --unsigned-source --unsigned-changes
END
inside --net env HOME=/home/builder "${build_env[@]}" runuser -u builder -- sh /build.sh >"$BUILD/debian.log" 2>&1 ||
    { tail -n 50 "$BUILD/debian.log" >&2; die "dpkg-buildpackage: $BUILD/debian.log"; }
rm -rf "$BUILD/debian"
mkdir "$BUILD/debian"
cp "$root"/home/builder/bloom-rs_* "$root"/home/builder/*.deb "$BUILD/debian"
for major in "${majors[@]}"; do
    [[ -e $(echo "$BUILD/debian/postgresql-$major-bloom-rs_"*.deb) ]] || die "no package for PostgreSQL $major"
done

say 'lintian'
lint_packages "$BUILD"/debian/*.changes

# The package for a server that is no package cannot be installed.
for major in "${majors[@]}"; do
    [[ -e $root/usr/lib/postgresql/$major/bin/pg_config ]] || continue
    say "autopkgtest, PostgreSQL $major"
    # debian/control, whose packages it installs, is that of Debian 12.
    inside env -C /home/builder/pristine PG_SUPPORTED_VERSIONS="$major" pg_buildext updatecontrol
    apt_inside install --no-install-recommends autopkgtest
    inside autopkgtest --no-built-binaries "/home/builder/$(cd "$BUILD/debian" && echo "postgresql-$major-bloom-rs_"*.deb)" \
        /home/builder/pristine -- null >"$BUILD/autopkgtest.log" 2>&1 || {
        tail -n 50 "$BUILD/autopkgtest.log" >&2
        die "autopkgtest: $BUILD/autopkgtest.log"
    }
    grep -m 1 PASS "$BUILD/autopkgtest.log"
done
say "the packages for PostgreSQL ${majors[*]} build without a network, in target/debian"
