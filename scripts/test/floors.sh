#!/usr/bin/env bash
# Fails if modules import each other in a circle: the files and folders of a crate, or of any folder in it. Tests do
# not count, nor does what a module takes from a folder that it is in.
# With a word after it, prints the imports.
. "$(dirname "$0")/../env.sh"

# imports DIRECTORY: pairs of a module and one beside it that it, or a file below it, uses.
imports() {
    find "$1" -name '*.rs' -not -path '*/tests/*' -not -name 'tests.rs' | awk -v crate="$1" '
        {
            path = substr($0, length(crate) + 2)
            sub(/\.rs$/, "", path); sub(/(^|\/)(mod|lib)$/, "", path)
            module_of[$0] = path
            for (; path != ""; path = folder_of(path)) is_module[path]
        }
        END { for (name in module_of) read(name, module_of[name]) }

        function folder_of(path) { sub(/\/?[^\/]*$/, "", path); return path }

        function read(name, module,    line, text, from, start) {
            while ((getline line <name) > 0 && line !~ /^#\[cfg\(test\)\]/) {
                sub(/(^|[^:])\/\/.*/, "", line) # comments
                text = text " " line
            }
            while (match(text, /(crate|super)::(super::)*/)) {
                start = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                for (from = start ~ /^crate/ ? "" : module; sub(/super::/, "", start); ) from = folder_of(from)
                uses(module, from, text)
            }
        }

        # uses MODULE, FOLDER, TEXT: what stands behind `FOLDER::`, one path or several in braces.
        function uses(module, folder, text,    name, begin, depth, n, c) {
            sub(/^ */, "", text)
            if (text ~ /^\{/) {
                for (n = begin = 2; n <= length(text); n++) {
                    c = substr(text, n, 1)
                    if (depth == 0 && (c == "," || c == "}")) {
                        uses(module, folder, substr(text, begin, n - begin))
                        begin = n + 1
                        if (c == "}") return
                    }
                    depth += (c == "{") - (c == "}")
                }
                return
            }
            match(text, /^[a-z_0-9]*/)
            name = (folder == "" ? "" : folder "/") substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
            if (!(name in is_module)) pair(module, folder) # an item of the folder
            else if (sub(/^ *::/, "", text)) uses(module, name, text)
            else pair(module, name)
        }

        # pair MODULE, USED: prints them as modules of the folder in which their paths part.
        function pair(module, used,    own, other, n, owns, others, folder) {
            owns = split(module, own, "/"); others = split(used, other, "/")
            for (n = 1; n <= owns && n <= others && own[n] == other[n]; n++) folder = folder "/" own[n]
            if (n <= owns && n <= others) print crate folder "/" own[n], crate folder "/" other[n]
        }' | sort -u
}

# has_circle DIRECTORY: says which modules it is of.
has_circle() { ! imports "$1" | tsort >/dev/null; }

# A circle in a folder of a folder is found.
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
mkdir -p "$planted/outer/inner/first"
echo 'use crate::outer::{Other, inner::{second::{Second}, Third}};' >"$planted/outer/inner/first/mod.rs"
echo 'use super::first::First;' >"$planted/outer/inner/second.rs"
has_circle "$planted" 2>/dev/null || die 'a circle that was planted is not found'

for crate in core/src src; do
    [[ ${1-} ]] && imports "$crate"
    ! has_circle "$crate" || die "modules of $crate import each other in a circle"
done
