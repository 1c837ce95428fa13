#!/usr/bin/env bash
# Builds the packages of debian/ as Debian does: in a bare Debian 12, with Debian's own Rust, by a user who is not root, and
# without a network; for PostgreSQL 15, which Debian has, and for 19, whose private server stands in for a package. Then
# lintian, and autopkgtest with what was built. As root, for the chroot.
#   MAJORS="15"    for some of them
. "$(dirname "$0")/env.sh"
. scripts/packages.sh
. scripts/suites.sh # mirror

read -ra majors <<<"${MAJORS:-15 19}"
is_root || die 'run as root: it uses chroot'
install_packages debootstrap lintian xz-utils
scripts/deb.sh source

root=$(mktemp -d /var/tmp/bloom_rs.XXXXXX)
chmod 755 "$root"
cleanup() {
    mountpoint -q "$root/proc" && umount "$root/proc"
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT
inside() { chroot "$root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
apt_inside() { inside apt-get -qqy -o APT::Sandbox::User=root "$@" >>"$root/apt.log" 2>&1 || { tail "$root/apt.log" >&2; die "apt-get $*"; }; }

say 'a bare Debian 12'
debootstrap --variant=minbase bookworm "$root" "$(mirror)" >"$BUILD/debootstrap.log"
# It asks the mirror that this machine asks, in the same way.
rm -rf "$root/etc/apt"
cp -a /etc/apt "$root/etc/apt"
cp /etc/resolv.conf /etc/hosts "$root/etc"
mount -t proc proc "$root/proc"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # starts no server
chmod +x "$root/usr/sbin/policy-rc.d"
mkdir -p "$root/etc/postgresql-common/createcluster.d"
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.d/none.conf"

say 'what debian/control says the build needs'
inside useradd --create-home builder
cp "$BUILD"/deb/bloom-rs_* "$root/home/builder"
apt_inside update
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
unshare --net chroot "$root" /usr/bin/env -i HOME=/home/builder PATH=/usr/sbin:/usr/bin:/sbin:/bin "${build_env[@]}" \
    runuser -u builder -- sh /build.sh >"$BUILD/debian.log" 2>&1 || { tail -n 50 "$BUILD/debian.log" >&2; die "dpkg-buildpackage: $BUILD/debian.log"; }
rm -rf "$BUILD/debian"
mkdir "$BUILD/debian"
cp "$root"/home/builder/bloom-rs_* "$root"/home/builder/*.deb "$BUILD/debian"
for major in "${majors[@]}"; do
    [[ -e $(echo "$BUILD/debian/postgresql-$major-bloom-rs_"*.deb) ]] || die "no package for PostgreSQL $major"
done

say 'lintian'
lintian_output=$(lintian --allow-root "$BUILD"/debian/*.changes)
[[ ! $lintian_output ]] || die "lintian: $lintian_output"

# The package for a server that is no package cannot be installed.
for major in "${majors[@]}"; do
    [[ -e $root/usr/lib/postgresql/$major/bin/pg_config ]] || continue
    say "autopkgtest, PostgreSQL $major"
    apt_inside install --no-install-recommends autopkgtest
    install -d -m 1777 "$root/dev/shm"
    inside autopkgtest --no-built-binaries "/home/builder/$(cd "$BUILD/debian" && echo "postgresql-$major-bloom-rs_"*.deb)" \
        /home/builder/pristine -- null >"$BUILD/autopkgtest.log" 2>&1 || {
        tail -n 50 "$BUILD/autopkgtest.log" >&2
        die "autopkgtest: $BUILD/autopkgtest.log"
    }
    grep -m 1 PASS "$BUILD/autopkgtest.log"
done
say "the packages for PostgreSQL ${majors[*]} build without a network, in target/debian"
