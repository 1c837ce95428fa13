#!/usr/bin/env bash
# Joins that are screened while other sessions change the rows: the same rows and errors as without screens. A query
# that screens all rows out hears a cancel, and long keys take little memory.
. "$(dirname "$0")/../../scripts/cluster.sh"
. tests/sessions.bash

FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
run() { cluster_run joins psql -X -q "$@"; }
cluster_start joins shared_preload_libraries=bloom_rs jit=off
run -v ON_ERROR_STOP=1 <<'EOF'
CREATE EXTENSION bloom_rs;
CREATE TABLE keys AS SELECT i * 100 AS k, i AS w FROM generate_series(1, 20) AS i;
CREATE TABLE facts AS SELECT i AS id, i AS k, 0 AS x FROM generate_series(1, 3000) AS i;
CREATE TABLE parts (LIKE facts) PARTITION BY RANGE (id);
CREATE TABLE parts0 PARTITION OF parts FOR VALUES FROM (0) TO (650);
CREATE TABLE parts1 PARTITION OF parts DEFAULT;
INSERT INTO parts TABLE facts;
ANALYZE;
EOF
settings="SET bloom_rs.screen_joins = MODE; SET enable_nestloop = off; SET enable_mergejoin = off; SET max_parallel_workers_per_gather = 0;"

# Another session moves rows of the outer side away from a partner, to another one, and to a partner that they lacked, and
# changes a row of the inner side. This one has seen the old rows, waits, and then checks the new ones.
changes="UPDATE TABLE SET k = 5 WHERE id = 100; UPDATE TABLE SET k = 300 WHERE id = 200; UPDATE TABLE SET k = 400 WHERE id = 7; UPDATE TABLE SET x = 1 WHERE id IN (300, 9); DELETE FROM TABLE WHERE id = 500; UPDATE keys SET k = 7 WHERE k = 600; UPDATE keys SET w = 0 WHERE k = 700;"
rechecked() { # rechecked TABLE STATEMENT
    local mode answers=() answer
    for mode in off force; do
        session changing; session reading
        tell reading "${settings/MODE/$mode}"
        says reading ''
        tell changing "BEGIN; ${changes//TABLE/$1}"
        says changing ''
        if [[ $mode == force ]]; then
            run -Atc "${settings/MODE/$mode} EXPLAIN ${2//TABLE/$1}" | grep -q 'Bloom Screen' || die "no screen: $2"
        fi
        tell reading "BEGIN; WITH q AS MATERIALIZED (${2//TABLE/$1}) SELECT count(*), md5(string_agg(q::text, ' ' ORDER BY q::text)), string_agg(q::text, ' ' ORDER BY q::text) FROM q; ROLLBACK;"
        waits reading
        tell changing 'COMMIT;'
        says changing ''
        tell reading '\echo done 2' # what `says` looks for
        for _ in {1..600}; do
            grep -q '^done 2$' "$FILES/reading.out" && break
            sleep 0.05
        done
        answer=$(sed -n '/^done 1$/,/^done 2$/p' "$FILES/reading.out")
        answers+=("$answer")
        sessions_end
        run -c 'TRUNCATE facts, parts, keys' -c 'INSERT INTO keys SELECT i * 100, i FROM generate_series(1, 20) AS i' \
            -c 'INSERT INTO facts SELECT i, i, 0 FROM generate_series(1, 3000) AS i' -c 'INSERT INTO parts TABLE facts' -c ANALYZE
    done
    [[ ${answers[0]} == "${answers[1]}" && ${answers[0]} == *'('* ]] ||
        die "$2: ${answers[*]}"
}
for table in facts parts; do
    rechecked $table 'UPDATE TABLE AS f SET x = f.x + s.w FROM keys AS s WHERE f.k = s.k RETURNING f.id, f.k, f.x, s.w'
    rechecked $table 'DELETE FROM TABLE AS f USING keys AS s WHERE f.k = s.k AND f.x < 1 RETURNING f.id, f.k, s.w'
    rechecked $table 'SELECT f.id, f.k, f.x, s.w FROM TABLE AS f JOIN keys AS s USING (k) FOR UPDATE OF f'
    rechecked $table 'SELECT f.id, f.k, f.x, s.w FROM TABLE AS f JOIN keys AS s USING (k) FOR UPDATE'
done
rechecked facts 'SELECT f.id, f.k, f.x, s.w FROM TABLE AS f JOIN keys AS s USING (k) FOR UPDATE OF s'

# SERIALIZABLE: two sessions each read what the other one writes, and one of them fails.
for mode in off force; do
    session first; session second
    for name in first second; do
        tell $name "${settings/MODE/$mode} BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM facts AS f JOIN keys AS s USING (k);"
        says $name 20
    done
    tell first 'UPDATE facts SET k = 5000 WHERE id = 800;'
    says first ''
    tell second 'UPDATE facts SET k = 5000 WHERE id = 900;'
    says second ''
    tell first 'COMMIT;'
    says first ''
    tell second 'COMMIT;'
    says second 'ERROR:  40001'
    sessions_end
    run -c 'UPDATE facts SET k = 800 WHERE id = 800'
done

# A scan that returns no row, and the build of a filter, are canceled; the session goes on.
run -v ON_ERROR_STOP=1 -c 'CREATE TABLE large AS SELECT 2 * i AS k FROM generate_series(1, 300000) AS i' -c 'ANALYZE large'
for query in 'SELECT count(*) FROM generate_series(1, 1000000) AS g, LATERAL (SELECT l.k FROM large AS l JOIN keys AS s ON l.k = 2 * s.k + 1 WHERE s.w > g % 2 OFFSET 0) AS q' \
    'SELECT count(*) FROM generate_series(1, 1000000) AS g, LATERAL (SELECT l.k FROM keys AS s JOIN large AS l USING (k) WHERE l.k > g % 2 OFFSET 0) AS q'; do
    output=$(run -At -v VERBOSITY=sqlstate -c "${settings/MODE/force}" -c "SET statement_timeout = '500ms'" -c "$query" -c 'SELECT 1' 2>&1 || true)
    [[ $output == *'ERROR:  57014'*1 ]] || die "$query: $output"
done

# Keys of 4 MB, whose hash function leaves a copy of each, take no more memory than that of a few of them.
run -v ON_ERROR_STOP=1 -c 'CREATE TYPE text_range AS RANGE (subtype = text)' \
    -c "CREATE TABLE long_ranges AS SELECT text_range(repeat('a', 4000000) || i, NULL) AS k FROM generate_series(1, 63) AS i" \
    -c 'CREATE TABLE ranges AS SELECT text_range(i::text, NULL) AS k FROM generate_series(1, 1000) AS i' -c 'ANALYZE long_ranges, ranges'
peaks=()
for mode in off force; do
    peaks+=("$(run -At -v ON_ERROR_STOP=1 -c "${settings/MODE/$mode}" -c 'SELECT FROM ranges JOIN long_ranges USING (k)' \
        -c "SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmHWM:\s*(\d+)'))[1]")")
done
((peaks[1] < peaks[0] + 50000)) || die "peak memory in kB without and with a filter: ${peaks[*]}"

if ((PG_MAJOR < 17)); then # old_snapshot_threshold: VACUUM may remove rows that a snapshot sees, so no index names blocks
    run -v ON_ERROR_STOP=1 -c 'CREATE INDEX large_k ON large (k)' -c 'VACUUM ANALYZE large'
    query="${settings/MODE/force} EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT FROM large JOIN keys USING (k)"
    run -Atc "$query" | grep -q 'Blocks Skipped: [1-9]' || die 'no blocks are skipped'
    cluster_set joins 'old_snapshot_threshold = 1min'
    cluster_stop joins
    cluster_start joins
    run -Atc "$query" | grep -q 'Blocks Skipped: 0' || die 'blocks are skipped'
fi
