# shellcheck shell=bash
# Sourced by what needs a bare Debian; as root. On exit it is gone, with all that was started in it:
#   bare_debian SUITE     in the directory $root
#   inside [--net] COMMAND...    runs it there as root, with --net without a network
#   apt_inside ARGUMENT...
# mounts takes more commands that mount something there.
# It asks the mirrors, proxies and registries that this machine asks, in the same way: nothing about them is written here.
. scripts/packages.sh
. scripts/build/suites.sh # mirror

is_root || die 'run as root: it uses chroot'
install_packages debootstrap

root='' child='' machine=() mounts=()
chroot_remove() {
    if [[ $child ]]; then
        kill -KILL "$child" || true
        wait "$child" || true
    fi 2>/dev/null
    if [[ $root ]]; then rm -rf --one-file-system "$root"; fi
}
trap chroot_remove EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# start [--net] COMMAND...: with processes and mounts of its own, which are gone when it ends. A signal to this script need
# not wait for that.
start() {
    local status=0
    unshare --pid --mount-proc --fork --kill-child=KILL "$@" &
    child=$!
    wait "$child" || status=$?
    child=''
    return "$status"
}

bare_debian() {
    local suite=$1 file name value
    root=$(mktemp -d /var/tmp/bloom_rs.XXXXXX)
    chmod 755 "$root"
    say "a bare Debian, $suite"
    start debootstrap --variant=minbase "$suite" "$root" "$(mirror)" >"$BUILD/debootstrap.log" ||
        die "debootstrap: $BUILD/debootstrap.log"

    for file in /etc/resolv.conf /etc/hosts /etc/apt/apt.conf /etc/apt/apt.conf.d /etc/apt/auth.conf /etc/apt/auth.conf.d /etc/pip.conf; do
        if [[ -e $file ]]; then cp -aT "$file" "$root$file"; fi
    done
    apt_sources "$suite" >"$root/etc/apt/sources.list"
    # Proxies, registries, and certificates beside those of Debian.
    machine=() mounts=()
    while IFS='=' read -r name value; do
        if [[ -f $value ]]; then
            mkdir -p "$root/srv/machine"
            cp "$value" "$root/srv/machine/$name"
            value=/srv/machine/$name
        fi
        machine+=("$name=$value")
    done < <(env | grep -iE '^([a-z_]*(_proxy|cert|ca_?bundle|cainfo)[a-z_]*|(pip|npm_config|cargo_(http|net|registry|registries|source))_[a-z_]+)=')
    if ((${#machine[@]})); then
        printf 'export %q\n' "${machine[@]}" >"$root/etc/profile.d/machine.sh"
    fi
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io" # it need not outlive a power cut
    inside apt-get -qq update
}

# apt_sources SUITE: apt's of that suite, like those that this machine has of its own.
apt_sources() {
    local own
    own=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016 # apt's variables
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
        sed "s/ $own/ $1/" | sort -u
}

inside() {
    local net=()
    if [[ $1 == --net ]]; then net=(--net) && shift; fi
    # shellcheck disable=SC2016 # for the shell that it starts
    start "${net[@]}" sh -euc '
        mount -t proc proc "$0/proc"
        mount --rbind /dev "$0/dev"
        mount -t tmpfs -o mode=1777 shm "$0/dev/shm"
        '"$(printf '%s\n' "${mounts[@]}")"'
        exec chroot "$0" "$@"' "$root" \
        /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "${machine[@]}" "$@"
}
apt_inside() {
    inside apt-get -qqy -o APT::Sandbox::User=root "$@" >>"$root/apt.log" 2>&1 || {
        tail "$root/apt.log" >&2
        die "apt-get $*"
    }
}
