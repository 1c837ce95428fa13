#!/usr/bin/env bash
# Plays the newcomer: in a bare Debian with Rust, each command of README.md's Installation and tour exactly as it is printed,
# once by root and once by a user with sudo. As root, for the chroot. What is committed is tested.
#   SUITE=trixie     another one than bookworm
#   USERS=root       one of the two
. "$(dirname "$0")/../env.sh"
. scripts/package/chroot.sh

suite=${SUITE:-bookworm}
git diff --quiet HEAD || say 'uncommitted changes are left out'
awk -f tests/fresh.awk README.md >"$BUILD/fresh.sh"
repository=$(sed -n 's/^git clone \(https:[^ ]*\) .*/\1/p' README.md)
[[ $repository ]] || die 'README.md does not say where the repository is'

# What rustup would have put there; and sudo, which the page asks for.
install_rust() {
    local home=$1 rustup_home=${RUSTUP_HOME:-$HOME/.rustup} cargo_home=${CARGO_HOME:-$HOME/.cargo} file
    mkdir -p "$root$home/.cargo/bin" "$root$home/.rustup/toolchains"
    cp -a "$(command -v rustup)" "$root$home/.cargo/bin"
    for file in cargo rustc rustdoc rustfmt; do ln -s rustup "$root$home/.cargo/bin/$file"; done
    cp -a "$rustup_home/settings.toml" "$root$home/.rustup"
    # shellcheck disable=SC2016 # for the shell that reads it
    echo 'export PATH=$HOME/.cargo/bin:$PATH' >>"$root$home/.profile"
    # Crates that were downloaded before, and where this machine gets them from.
    for file in config.toml registry/cache registry/index; do
        [[ -e $cargo_home/$file ]] || continue
        mkdir -p "$root$home/.cargo/registry"
        cp -a "$cargo_home/$file" "$root$home/.cargo/$file"
    done
    for file in .npmrc .config/pip; do
        [[ -e $HOME/$file ]] || continue
        mkdir -p "$(dirname "$root$home/$file")"
        cp -a "$HOME/$file" "$root$home/$file"
    done
    mounts=("mount --bind ${rustup_home@Q}/toolchains ${root@Q}${home@Q}/.rustup/toolchains")
}

fresh() {
    local user=$1 home=/home/$1
    bare_debian "$suite"
    if [[ $user == root ]]; then home=/root; else inside useradd --create-home --shell /bin/bash "$user"; fi
    apt_inside install --no-install-recommends sudo
    printf '%s\n' "$user ALL=(ALL) NOPASSWD: ALL" 'Defaults env_keep += "http_proxy https_proxy no_proxy"' >"$root/etc/sudoers.d/fresh"
    install_rust "$home"
    inside chown -R "$user:" "$home"

    # Servers start, as on a machine that has booted, but without ports, which are this machine's.
    printf '#!/bin/sh\nexit 0\n' >"$root/usr/sbin/policy-rc.d"
    chmod +x "$root/usr/sbin/policy-rc.d"
    mkdir -p "$root/etc/postgresql-common/createcluster.d"
    echo "listen_addresses = ''" >"$root/etc/postgresql-common/createcluster.d/fresh.conf"
    # The address leads to this checkout; the newcomer says yes; psql stops at an error.
    git clone --quiet --bare "file://$ROOT" "$root/srv/bloom_rs.git"
    printf '[url "file:///srv/bloom_rs.git"]\n\tinsteadOf = %s\n[safe]\n\tdirectory = *\n' "$repository" >"$root/etc/gitconfig"
    echo 'APT::Get::Assume-Yes "true";' >"$root/etc/apt/apt.conf.d/yes"
    printf '\\set ON_ERROR_STOP on\n' >"$root$home/.psqlrc"
    {
        # Bash says what it runs, after how many seconds.
        # shellcheck disable=SC2016 # for the shell that reads it
        printf '%s\n' 'set -euo pipefail' \
            "trap 'printf \"[%4d s] %s\\n\" \"\$SECONDS\" \"\${BASH_COMMAND%%\$'\\''\\n'\\''*}\"' DEBUG"
        cat "$BUILD/fresh.sh"
    } >"$root/srv/fresh.sh"

    say "$suite, as $user: the commands of README.md; log: target/fresh-$suite-$user.log"
    inside runuser -l "$user" -c 'bash /srv/fresh.sh' >"$BUILD/fresh-$suite-$user.log" 2>&1 || {
        tail -n 40 "$BUILD/fresh-$suite-$user.log" >&2
        die "$suite, as $user"
    }
    grep -a '^\[ *[0-9]* s\] ' "$BUILD/fresh-$suite-$user.log"
    chroot_remove
}

for user in ${USERS:-root newcomer}; do fresh "$user"; done
say "README.md's commands work on a fresh Debian, $suite"
