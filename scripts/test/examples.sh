#!/usr/bin/env bash
# Runs the programs of examples/ as their readers would, and checks what they did. Each has a database of its own, but all
# of them also fit into one, beside the tables of the README's tour.
. "$(dirname "$0")/../cluster.sh"
. scripts/python.sh

pip_install -r "$PINNED"
pip_install -r examples/requirements.txt
"$VENV/bin/ruff" check --no-cache --line-length 110 examples
"$VENV/bin/ruff" format --no-cache --check --line-length 110 examples

install_for_tests
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")

# crawl: leaves its process, which cluster_run would hide, in $crawler.
crawl() {
    PGHOST=$CLUSTERS/crawler PGUSER=postgres "$VENV/bin/python" examples/crawler.py examples/data/visits.csv \
        >>"$FILES/fetched" 2>>"$FILES/errors" &
    crawler=$!
}
crawled() { PGOPTIONS='-c search_path=crawler' cluster_psql crawler -Atc "$1"; }
wait_for_pages() { until (($(crawled 'SELECT count(*) FROM pages') >= $1)); do sleep 0.1; done; }
# gone PROCESS: waits for its end, and dies if it was a success.
gone() { if wait "$1" 2>>"$FILES/errors"; then die 'the crawler finished before it was killed'; fi; }

check_crawler() {
    local urls first
    urls=$(cut -d, -f2 examples/data/visits.csv | tail -n +2 | sort -u | tee "$FILES/urls" | wc -l)
    cluster_start crawler
    cluster_psql crawler -q -f examples/crawler.sql

    crawl
    wait_for_pages $((urls / 4))
    kill -KILL "$crawler"
    gone "$crawler"
    say "the crawler was killed after $(crawled 'SELECT count(*) FROM pages') of $urls pages"

    crawl
    first=$crawler
    crawl
    wait_for_pages $((urls / 2))
    cluster_stop crawler immediate
    gone "$first"
    gone "$crawler"
    cluster_start crawler
    say "the server of two crawlers was killed after $(crawled 'SELECT count(*) FROM pages')"

    crawl
    wait "$crawler" || { cat "$FILES/errors" >&2; return 1; }
    crawled 'SELECT url FROM pages' | sort | diff - "$FILES/urls" # each of them once
    [[ $(crawled 'SELECT count(*) FROM frontier') == 0 ]]
    # What was fetched again is what the two kills cut off: one page a worker.
    (($(wc -l <"$FILES/fetched") <= urls + 3 * 8))
    : >"$FILES/fetched"
    crawl
    wait "$crawler"
    [[ ! -s $FILES/fetched ]]
    say "it has visited $urls pages, each once"
    cluster_stop crawler
}

blocklist() { cluster_run blocklist "$VENV/bin/python" examples/blocklist.py "$@"; }
# section PATTERN: the URLs of sections.
section() { awk -F, -v pattern="^($1)\$" 'NR > 1 && $3 ~ pattern { print $2 }' examples/data/visits.csv | sort -u; }
# expect LIST: what the answers about all URLs must be.
expect() { awk 'NR == FNR { list[$0]; next } { print ($0 in list ? "blocked" : "clean"), $0 }' "$1" "$FILES/urls"; }
exact_look_ups() {
    cluster_psql blocklist -Atc "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'blocked_pkey'"
}

check_blocklist() {
    local before exact clean
    section 'net|games' >"$FILES/monday"
    section 'net|web' >"$FILES/tuesday"
    cluster_start blocklist
    cluster_psql blocklist -q -f examples/blocklist.sql

    blocklist load "$FILES/monday"
    before=$(exact_look_ups)
    blocklist check - <"$FILES/urls" >"$FILES/answers"
    expect "$FILES/monday" | diff -q - "$FILES/answers"
    exact=$(($(exact_look_ups) - before - $(wc -l <"$FILES/monday")))
    clean=$(($(wc -l <"$FILES/urls") - $(wc -l <"$FILES/monday")))
    say "the set let $exact of $clean clean URLs pass, which the exact table cleared"
    ((exact >= 0 && exact < clean / 200)) # 0.001 asked for

    # What both lists have is blocked and what none has is clean, also while the list is loaded.
    blocklist check - <"$FILES/urls" >"$FILES/answers" &
    local checking=$! loads=0
    while kill -0 "$checking" 2>/dev/null; do
        blocklist load "$FILES/tuesday"
        blocklist load "$FILES/monday"
        loads=$((loads + 2))
    done >"$FILES/loads"
    wait "$checking"
    say "lookups went on while the list was loaded $loads times"
    comm -12 "$FILES/monday" "$FILES/tuesday" >"$FILES/both"
    sort -u "$FILES/monday" "$FILES/tuesday" >"$FILES/either"
    awk -v either="$FILES/either" -v both="$FILES/both" '
        FILENAME == either { in_either[$0] }
        FILENAME == both { in_both[$0] }
        FILENAME == ARGV[3] && ($1 == "clean" ? $2 in in_both : !($2 in in_either)) { print "wrong: " $0; wrong = 1 }
        END { exit wrong }' "$FILES/either" "$FILES/both" "$FILES/answers"
    [[ $(wc -l <"$FILES/answers") == $(wc -l <"$FILES/urls") ]]

    blocklist load "$FILES/tuesday"
    blocklist check - <"$FILES/urls" >"$FILES/answers"
    expect "$FILES/tuesday" | diff -q - "$FILES/answers"
    [[ $(blocklist check https://example.org/) == 'clean https://example.org/' ]]
    cluster_stop blocklist
}

check_join() {
    cluster_start far
    cluster_psql far -q -f examples/screened_join_far.sql
    cluster_start near
    cluster_psql near -q -At -v far_host="$CLUSTERS/far" -f examples/screened_join.sql | tee "$FILES/join"
    [[ $(grep -c 'Remote SQL: .*bloom_contains' "$FILES/join") == 2 ]]
    [[ $(grep -c '^10000|' "$FILES/join") == 3 && $(grep '^10000|' "$FILES/join" | sort -u | wc -l) == 1 ]]
    [[ $(grep -c '^Time:' "$FILES/join") == 5 ]]
}

parquet() { cluster_run parquet "$VENV/bin/python" examples/parquet_files.py "$@"; }

check_parquet() {
    local opened visitors=(visitor-{17..1600000..80000}) missing=(no-visitor-{1..5})
    cluster_start parquet
    cluster_psql parquet -q -f examples/parquet_files.sql
    parquet write "$FILES/parquet"
    [[ $(parquet add "$FILES/parquet") == '1000 files have a filter now' ]]
    [[ $(parquet add "$FILES/parquet") == '0 files have a filter now' ]]

    parquet find "${visitors[@]}" "${missing[@]}" >"$FILES/named"
    parquet find --all "$FILES/parquet" "${visitors[@]}" "${missing[@]}" >"$FILES/all"
    diff <(head -n -1 "$FILES/named") <(head -n -1 "$FILES/all")
    say "named by the matrix: $(tail -n 1 "$FILES/named")"
    say "all of them: $(tail -n 1 "$FILES/all")"
    # A file for each visit, unless there are several in the same hour; and one wrong one for ten visitors.
    opened=$(tail -n 1 "$FILES/named" | cut -d ' ' -f 1)
    (($(wc -l <"$FILES/named") > ${#visitors[@]} && opened <= $(wc -l <"$FILES/named") + 15))
    [[ $(cluster_psql parquet -Atc "SELECT count(*) FROM parquet_files.filters") == 0 ]]
    cluster_stop parquet
}

# The example itself compares the rows.
check_skip() {
    cluster_start skip
    cluster_psql skip -q -f examples/skip_partitions.sql
    [[ $(cluster_psql skip -Atc "SELECT count(*) FROM bloom_skip_info('skip_partitions.visits_skip') WHERE state = 'built'") == 100 ]]
    cluster_stop skip
}

# interrupted PROGRAM ARGUMENT...: sends the SIGINT of Ctrl-C once the program has connected.
interrupted() {
    local process status=0
    # In a script, jobs in the background ignore SIGINT and have no standard input, unless told otherwise.
    PGHOST=$CLUSTERS/together PGUSER=postgres PGAPPNAME=interrupted \
        env --default-signal=INT "$VENV/bin/python" "$@" <&0 >/dev/null 2>"$FILES/errors" &
    process=$!
    until [[ $(cluster_psql together -Atc "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'interrupted'") == t ]]; do
        kill -0 "$process" || die "$1 ends by itself"
        sleep 0.1
    done
    sleep 0.5
    kill -INT "$process" || true
    wait "$process" || status=$?
    if [[ $status != 130 || -s $FILES/errors ]]; then
        cat "$FILES/errors" >&2
        die "$1 ends with status $status and the above when it is interrupted"
    fi
}

check_together() {
    cluster_start together
    cluster_psql together -q -c 'CREATE EXTENSION bloom_rs' \
        -c 'CREATE TABLE visits (); CREATE TABLE filters (); CREATE TABLE links (); CREATE TABLE visited_urls (); CREATE TABLE pages ()'
    for example in crawler blocklist parquet_files skip_partitions; do
        cluster_psql together -q -f "examples/$example.sql" >"$FILES/once" 2>&1
        # ON_ERROR_STOP: the second time, nothing is changed.
        if cluster_run together psql -X -q -f "examples/$example.sql" >"$FILES/twice" 2>&1; then die "$example.sql runs twice"; fi
        [[ $(grep -c ERROR "$FILES/twice") == 1 ]]
    done
    interrupted examples/crawler.py examples/data/visits.csv
    interrupted examples/blocklist.py check - < <(sleep 60)
    interrupted examples/parquet_files.py write "$FILES/many" --files 100000
    cluster_stop together
}

for example in ${EXAMPLES:-crawler blocklist join parquet skip together}; do
    say "$example"
    "check_$example"
done
