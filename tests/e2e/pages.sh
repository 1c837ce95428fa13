#!/usr/bin/env bash
# Every block of SQL on every page runs, and prints what the page says; tests/pages.awk tells how a page says that one
# does not. Each page has a database of its own. scripts/pages.sh checks their links.
. "$(dirname "$0")/../../scripts/cluster.sh"
. scripts/pages.bash

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

if (($#)); then PAGES=("$@"); fi
failed=0
for page in "${PAGES[@]}"; do
    : >"$FILES/expected"
    awk -v major="$PG_MAJOR" -v expected="$FILES/expected" -f tests/pages.awk "$page" >"$FILES/script" || failed=1
    blocks=$(grep -c '^@@' "$FILES/expected" || true)
    compared=$(grep -c '^@@ .* compare$' "$FILES/expected" || true)
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
