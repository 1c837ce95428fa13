#!/usr/bin/env bash
# Checks the pages: links between them lead somewhere, and a link to a source file has the name of an item of it; README.md has at most MOST_LINES lines, and every page outside the
# reference at most MOST_WORDS words; and neither they nor the SQL that users see use a phrase of scripts/pages/phrases.txt.
# tests/e2e/pages.sh runs the SQL of the pages.
. "$(dirname "$0")/../env.sh"
. scripts/pages/list.bash

MOST_LINES=200
MOST_WORDS=2800

failed=
report() { printf '%s\n' "$*"; failed=yes; }

prose() { sed "/^\`\`\`/,/^\`\`\`/d" "$1"; }

# anchors PAGE: as GitHub makes them of headings.
anchors() {
    prose "$1" | sed -n 's/^##* //p' | sed 's/\[\([^]]*\)\]([^)]*)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed 's/[^[:alnum:]_ -]//g; s/ /-/g'
}

# check_links PAGE: reports links and pictures that lead nowhere.
check_links() {
    local target item file
    while read -r target; do
        file=$1
        if [[ ${target%%#*} ]]; then file=$(dirname "$1")/${target%%#*}; fi
        if [[ ! -e $file ]] || { [[ $target == *#* ]] && ! anchors "$file" | grep -qx -- "${target#*#}"; }; then
            report "$1: a link to $target leads nowhere"
        fi
    done < <(prose "$1" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' | grep -v '^\(https\?\|mailto\):')
    # shellcheck disable=SC2016 # backquotes of Markdown
    while IFS='|' read -r item target; do
        file=$(dirname "$1")/$target
        if [[ -e $file ]] && ! grep -qE "(fn|struct|enum|trait|type|const|static|macro_rules!) $item\b" "$file"; then
            report "$1: $target has no $item"
        fi
    done < <(prose "$1" | tr '\n' ' ' | grep -oE '\[`\w+`\]\([^)]+\.rs\)' | sed -E 's/.*`(.*)`\]\((.*)\)/\1|\2/')
}

grep -v '^#' scripts/pages/phrases.txt | sed 's/.*/\\b(&)\\b/' >"$BUILD/phrases"
# check_phrases FILE: reports phrases in the text that standard input has of it; a phrase may go on in the next line.
check_phrases() {
    local found
    while read -r found; do report "$1: \"$found\" is hard to read: see scripts/pages/phrases.txt"; done < <(
        tr -s '\n ' ' ' | grep -oiEf "$BUILD/phrases"
    )
}

for page in "${PAGES[@]}"; do
    check_links "$page"
    check_phrases "$page" < <(prose "$page")
    words=$(wc -w <"$page")
    if [[ $page != docs/reference/* ]] && ((words > MOST_WORDS)); then
        report "$page has $words words, more than $MOST_WORDS"
    fi
done
for file in sql/parts/*.sql examples/*.sql; do check_phrases "$file" < <(cat "$file"); done

lines=$(wc -l <README.md)
if ((lines > MOST_LINES)); then report "README.md has $lines lines, more than $MOST_LINES"; fi
[[ ! $failed ]] || exit 1
