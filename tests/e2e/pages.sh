#!/usr/bin/env bash
# Every block of SQL on every page runs, and prints what the page says; tests/pages.awk tells how a page says that one
# does not. Each page has a database of its own. And links between the pages lead somewhere.
. "$(dirname "$0")/../../scripts/cluster.sh"

FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
cluster_start pages 'max_parallel_workers_per_gather = 0' 'jit = off'

# printed: what psql prints, without what depends on the place: blank lines, and where in the statement an error is.
# Of blocks that nothing is compared of, only errors are left; of a function that PostgreSQL does not find, not what it
# adds, which 19 says otherwise.
printed() {
    sed 's/ *$//; /^$/d; /^LINE [0-9]*: /{N;d}' |
        awk 'missing && /^(DETAIL|HINT): / { next }
            { missing = /^ERROR:  function .* (does not exist|is not unique)$/ }
            /^@@ / { compared = $3 == "compare" } /^@@ / || compared || /^(ERROR|FATAL|PANIC):|^invalid command|^\\/'
}

prose() { sed "/^\`\`\`/,/^\`\`\`/d" "$1"; }
# anchors PAGE: as GitHub makes them of headings.
anchors() {
    prose "$1" | sed -n 's/^##* //p' | sed 's/\[\([^]]*\)\]([^)]*)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed 's/[^[:alnum:]_ -]//g; s/ /-/g'
}
# links PAGE: those that lead nowhere.
links() {
    local target file
    while read -r target; do
        file=$1
        if [[ ${target%%#*} ]]; then file=$(dirname "$1")/${target%%#*}; fi
        if [[ ! -e $file ]] || { [[ $target == *#* ]] && ! anchors "$file" | grep -qx -- "${target#*#}"; }; then
            echo "$1: a link to $target"
        fi
    done < <(prose "$1" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' | grep -v '^https\?:')
}

pages=(README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/releases/*.md core/README.md examples/README.md clients/python/README.md)
if (($#)); then pages=("$@"); fi
failed=0
for page in "${pages[@]}"; do
    : >"$FILES/expected"
    awk -v major="$PG_MAJOR" -v expected="$FILES/expected" -f tests/pages.awk "$page" >"$FILES/script" || failed=1
    blocks=$(grep -c '^@@' "$FILES/expected" || true)
    compared=$(grep -c '^@@ .* compare$' "$FILES/expected" || true)
    links "$page" >"$FILES/links"
    if [[ -s $FILES/links ]]; then cat "$FILES/links"; failed=1; fi
    if ((!blocks)); then continue; fi
    database=page_${page//[^a-zA-Z]/_}
    cluster_psql pages -q -c "CREATE DATABASE \"$database\""
    cluster_psql pages -q -d "$database" -v ON_ERROR_STOP=0 -v SHOW_CONTEXT=never -v host="$CLUSTERS/pages" \
        <"$FILES/script" 2>&1 | printed >"$FILES/printed"
    if diff "$FILES/expected" "$FILES/printed" >"$FILES/diff"; then
        echo "$page: $blocks blocks run, $compared of them compared"
    else
        echo "$page:"
        sed 's/^/    /' "$FILES/diff"
        failed=1
    fi
done
exit "$failed"
