# shellcheck shell=bash
# Sourced: install_packages NAME..., those of Debian that are missing.
as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed* ]]; }

install_packages() {
    local missing=() package
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0

    command -v apt-get >/dev/null || die "install these Debian packages or their equivalents: ${missing[*]}"
    is_root || command -v sudo >/dev/null ||
        die "run as root: apt-get install ${missing[*]}"

    # A new postgresql package would create a cluster and start it.
    if [[ " ${missing[*]} " =~ \ postgresql-[0-9]+\  ]]; then
        local conf=/etc/postgresql-common/createcluster.d/bloom_rs.conf
        # shellcheck disable=SC2064 # expand now: conf is local
        trap "as_root rm -f $conf" EXIT
        as_root mkdir -p "${conf%/*}"
        as_root tee "$conf" <<<'create_main_cluster = false' >/dev/null
    fi
    update_lists
    apt-cache show "${missing[@]}" >/dev/null || die 'apt lacks a package; Debian 12 and 13 have them all'
    live "installing Debian packages: ${missing[*]} (a minute or two)" "$BUILD/packages.log" \
        as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
}

# lint_packages FILE.changes...: fails if lintian finds anything. There is no bug yet for the first upload to close.
lint_packages() {
    local options=(--suppress-tags initial-upload-closes-no-bugs) findings
    install_packages lintian
    if is_root; then options+=(--allow-root); fi
    if ! findings=$(lintian "${options[@]}" "$@") || [[ $findings ]]; then die "lintian: $findings"; fi
}

# unpack_package NAME DIRECTORY: without installing it.
unpack_package() {
    local dir
    dir=$(mktemp -d "$BUILD/package.XXXXXX")
    (cd "$dir" && apt-get download -qq -o "APT::Sandbox::User=$USER" "$1")
    dpkg -x "$dir/$1"_*.deb "$2"
    rm -r "$dir"
}

# update_lists: once a script.
update_lists() {
    [[ -z ${lists_are_new-} ]] || return 0
    as_root apt-get update -qq || say 'continuing with the existing package lists'
    lists_are_new=yes
}

