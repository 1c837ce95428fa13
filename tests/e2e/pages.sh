#!/usr/bin/env bash
# Every block of SQL on every page runs, and prints what the page says; tests/pages.awk tells how a page says that one
# does not. Each page has a database of its own, and then all run in one, as of a reader who follows them in the order
# in which README.md links to them. scripts/pages/check.sh checks their links.
. "$(dirname "$0")/../../scripts/cluster.sh"
. scripts/pages/list.bash

FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")

# printed: what psql prints, without what depends on the place: blank lines, and where in the statement an error is.
# Of blocks that nothing is compared of, only errors are left; of a function that PostgreSQL does not find, not what it
# adds, which 19 says otherwise.
printed() {
    sed 's/ *$//; /^$/d; /^LINE [0-9]*: /{N;d}' |
        awk 'missing && /^(DETAIL|HINT): / { next }
            { missing = /^ERROR:  function .* (does not exist|is not unique)$/ }
            /^@@ / { compared = $3 == "compare" } /^@@ / || compared || /^(ERROR|FATAL|PANIC):|^invalid command|^\\/'
}

# database CLUSTER NAME: one with the extension.
database() { cluster_psql "$1" -q -c "CREATE DATABASE $2" -c "\\c $2" -c 'CREATE EXTENSION bloom_rs'; }

# check CLUSTER DATABASE PAGE
check() {
    local blocks compared
    : >"$FILES/expected"
    awk -v major="$PG_MAJOR" -v expected="$FILES/expected" -f tests/pages.awk "$3" >"$FILES/script" || failed=1
    blocks=$(grep -c '^@@' "$FILES/expected" || true)
    compared=$(grep -c '^@@ .* compare$' "$FILES/expected" || true)
    if ((!blocks)); then return; fi
    if [[ $1 == alone ]]; then database alone "$2"; fi
    cluster_psql "$1" -q -d "$2" -v ON_ERROR_STOP=0 -v SHOW_CONTEXT=never -v host="$CLUSTERS/$1" \
        <"$FILES/script" 2>&1 | printed >"$FILES/printed"
    if diff "$FILES/expected" "$FILES/printed" >"$FILES/diff"; then
        echo "$3: $blocks blocks run, $compared of them compared"
    else
        echo "$3:"
        sed 's/^/    /' "$FILES/diff"
        failed=1
    fi
}

if (($#)); then
    PAGES=("$@")
else
    mapfile -t PAGES < <({
        echo README.md
        grep -oE '\]\([a-zA-Z_/]+\.md' README.md | cut -c 3-
        printf '%s\n' "${PAGES[@]}"
    } | awk '!listed[$0]++')
fi
failed=0
# Pages create databases of their own too, so there are two clusters.
for cluster in alone together; do cluster_start $cluster 'max_parallel_workers_per_gather = 0' 'jit = off'; done
say 'each page in a database of its own'
for page in "${PAGES[@]}"; do
    name=page_${page//[^a-zA-Z]/_}
    check alone "${name,,}" "$page"
done
say 'one page after another in one database'
database together reader
for page in "${PAGES[@]}"; do check together reader "$page"; done
exit "$failed"
