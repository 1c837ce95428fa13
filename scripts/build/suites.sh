# shellcheck shell=bash
# Sourced: Debian's other suites, from the mirror that the machine's own sources name; apt checks what comes from there.
. scripts/packages.sh

# suites_of MAJOR: those that have that server and the libraries that it needs.
suites_of() {
    case $1 in
    15) echo bookworm ;;
    17) echo trixie ;;
    18) echo forky ;;
    19) echo sid experimental ;; # sid alone has the libraries of what is in experimental
    esac
}

# unavailable REASON: what others have, and we can't change. .ci/run goes on without that server.
unavailable() {
    printf 'error: PostgreSQL %s%s cannot be had: %s.\n%s\n%s\n' "$PG_MAJOR" "${SERVER:+ ($SERVER)}" "$1" \
        'Set up apt.postgresql.org, or name a server that is installed, with its headers: PG_CONFIG=/path/to/pg_config.' \
        'See Installing in docs/SERVERS.md. PG_SOURCE=/path/to/directory names unpacked sources.' >&2
    exit 69 # EX_UNAVAILABLE
}

# The mirror, however it is written down; apt knows it by its lists.
# shellcheck disable=SC2016 # apt's variable
mirror() { apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1; }

# suites_check: fails if the major cannot come from another suite, before anything is installed for it.
suites_check() {
    local name
    command -v apt-get >/dev/null || unavailable 'this machine has no apt'
    name=$(. /etc/os-release && echo "${PRETTY_NAME-this system}")
    [[ $OWN_MAJOR ]] || unavailable "apt of $name has none, and those of Debian were tried on Debian 12 and 13 only"
    [[ $(suites_of "$PG_MAJOR") ]] || unavailable 'no suite of Debian has it'
    if [[ ! $(mirror) ]]; then update_lists; fi # there are no lists yet
    [[ $(mirror) ]] || unavailable "apt of $name has none, and names no mirror of Debian"
}

# suites_open TYPE DIRECTORY: reads the lists of the major's suites into a directory; TYPE is deb or deb-src.
suites_open() {
    local type=$1 dir=$2 suites suite uri key=/usr/share/keyrings/debian-archive-keyring.gpg
    suites_check
    read -ra suites < <(suites_of "$PG_MAJOR")
    uri=$(mirror)
    install_packages debian-archive-keyring
    mkdir -p "$dir/lists/partial" "$dir/archives/partial"
    for suite in "${suites[@]}"; do
        printf '%s [signed-by=%s] %s %s main\n' "$type" "$key" "$uri" "$suite"
    done >"$dir/sources.list"
    # The newest of them all, also out of experimental, which apt would not take by itself.
    printf '%s\n' 'Package: postgresql-* libpq*' 'Pin: version *' 'Pin-Priority: 990' >"$dir/preferences"
    APT_OPTIONS=(-qq -o "Dir::Etc::SourceList=$dir/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::Etc::Preferences=$dir/preferences" -o Dir::Etc::PreferencesParts=/dev/null
        -o "Dir::State::Lists=$dir/lists" -o "Dir::Cache=$dir" -o Dir::State::status=/dev/null
        -o "APT::Sandbox::User=$USER")
    say "reading the lists of Debian's ${suites[*]}"
    apt-get "${APT_OPTIONS[@]}" update || unavailable "the mirror of this machine has no lists of ${suites[*]}"
}

# suites_download DIRECTORY: the packages of the server, and of all libraries that it loads.
suites_download() {
    local own=("postgresql-$PG_MAJOR" "postgresql-client-$PG_MAJOR" "postgresql-server-dev-$PG_MAJOR" libpq5) names libs
    apt-cache "${APT_OPTIONS[@]}" show "${own[@]}" >/dev/null 2>&1 ||
        unavailable "no $(suites_of "$PG_MAJOR" | sed 's/ / and no /') of Debian has ${own[0]}: suites_of in scripts/build/suites.sh is the list"
    # libelogind0, of systems without systemd, has the same files as libsystemd0.
    mapfile -t names < <(apt-cache "${APT_OPTIONS[@]}" depends --recurse --no-recommends --no-suggests --no-conflicts \
        --no-breaks --no-replaces --no-enhances "${own[0]}" "${own[1]}" libpq5 |
        grep -E '^(lib[a-z0-9.+-]+|zlib1g)$' | grep -vE '^lib(pq5|elogind0|llvm.*|.*perl.*|python.*)$' | sort -u)
    # Virtual packages are not shown.
    mapfile -t libs < <(apt-cache "${APT_OPTIONS[@]}" show --no-all-versions "${names[@]}" 2>/dev/null |
        sed -n 's/^Package: //p' | sort -u)
    say "downloading $(apt-cache "${APT_OPTIONS[@]}" policy "${own[0]}" | sed -n "s/ *Candidate: /${own[0]} /p") and ${#libs[@]} libraries"
    (cd "$1" && apt-get "${APT_OPTIONS[@]}" download "${own[@]}" "${libs[@]}") || unavailable 'apt could not download it'
}

# suites_source DIRECTORY: the server's upstream sources.
suites_source() {
    (cd "$1" && apt-get "${APT_OPTIONS[@]}" source --download-only "postgresql-$PG_MAJOR") ||
        unavailable "apt could not download its sources, of Debian's $(suites_of "$PG_MAJOR")"
    tar -xf "$1"/*.orig.tar.* -C "$1" --strip-components=1
}
