#!/usr/bin/env bash
# Fails if modules import each other in a circle: folders of a crate, or files of a folder. Tests do not count.
# With a word after it, prints the imports.
. "$(dirname "$0")/../env.sh"

# imports DIRECTORY: pairs of a module and one that it uses, folders below a crate and files within a folder.
imports() {
    find "$1" -name '*.rs' -not -path '*/tests/*' -not -name 'tests.rs' | while read -r file; do
        awk -v crate="$1" '
            FNR == 1 {
                path = substr(FILENAME, length(crate) + 2); sub(/\.rs$/, "", path)
                slash = index(path, "/"); folder = slash ? substr(path, 1, slash - 1) : path
            }
            /^#\[cfg\(test\)\]/ { exit }
            path ~ /(^lib|\/mod)$/ && /^(pub )?(\(crate\) )?use (self::)?[a-z_]+::/ { next } # re-exports
            !/^ *\/\// {
                line = $0
                while (match(line, /(crate|super)::[a-z_0-9]+/)) {
                    target = substr(line, RSTART + 7, RLENGTH - 7)
                    if (substr(line, RSTART, 1) == "c") print crate "/" folder, crate "/" target
                    else if (slash) print crate "/" path, crate "/" folder "/" target
                    line = substr(line, RSTART + RLENGTH)
                }
            }' "$file"
    done | awk '$1 != $2' | sort -u
}

for crate in core/src src; do
    [[ ${1-} ]] && imports "$crate"
    imports "$crate" | tsort >/dev/null || die "modules of $crate import each other in a circle"
done
