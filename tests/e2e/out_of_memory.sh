#!/usr/bin/env bash
# Memory runs out at every stage of every function that needs much of it: the query fails with 53200, the session goes on,
# and the server never notices.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start memory 'shared_buffers = 16MB' 'work_mem = 1GB' 'max_parallel_workers_per_gather = 0' 'autovacuum = off' 'jit = off'
cluster_psql memory -q -c 'CREATE EXTENSION bloom_rs' -c 'CREATE TABLE kept AS SELECT array_agg(i) AS a, bloom_agg(i, 8000000) AS f, counting_bloom_agg(i, 1000000) AS c,
    bloom_agg_step(bloom_agg_step(NULL, 7, 5000000), 8, 5000000) AS s FROM generate_series(1, 700000) AS i' \
    -c 'CREATE TABLE wide AS SELECT bloom_matrix_agg(bloom_add(bloom_empty(20000), i), i) AS m, array_agg(bloom_add(bloom_empty(20000), i)) AS filters FROM generate_series(1, 600) AS i' -c 'CREATE TABLE texts AS SELECT f::text AS f, c::text AS c FROM kept'
postmaster=$(head -n 1 "$CLUSTERS/memory/data/postmaster.pid")

STATEMENTS=(
    'SELECT bloom_of(a) IS NULL FROM kept'
    'SELECT counting_bloom_of(a) IS NULL FROM kept'
    'SELECT bloom_add_all(f, a) IS NULL FROM kept'
    'SELECT bloom_contains_all(f, a) FROM kept'
    'SELECT bloom_agg(i) IS NULL FROM generate_series(1, 700000) AS i'
    'SELECT bloom_agg(i, 40000000) IS NULL FROM generate_series(1, 1000) AS i'
    'SELECT counting_bloom_agg(i) IS NULL FROM generate_series(1, 700000) AS i'
    'SELECT bloom_union_agg(f) IS NULL FROM kept, generate_series(1, 2)'
    'SELECT length(f::text) FROM kept'
    'SELECT f::bloom IS NULL FROM texts'
    'SELECT c::counting_bloom IS NULL FROM texts'
    'SELECT (f | bloom_add(f, 1)) IS NULL FROM kept'
    'SELECT (c - c) IS NULL FROM kept'
    'SELECT c::bloom IS NULL FROM kept'
    'SELECT bloom_fold(f, 0.5) IS NULL FROM kept'
    'SELECT length(s::text) FROM kept'
    'SELECT bloom_agg_final(s) IS NULL FROM kept'
    'SELECT bloom_agg_combine(s, s) IS NULL FROM kept'
    'SELECT bloom_matrix_agg(bloom_add(f, 1), 1) IS NULL FROM unnest((SELECT filters FROM wide)) AS f'
    'SELECT bloom_matrix_merge(m, m) IS NULL FROM wide'
    'SELECT length(m::text) FROM wide'
    'SELECT bloom_matrix_info(m) IS NULL FROM wide'
    'SELECT count(*) FROM wide, generate_series(1, 3) AS v, bloom_matrix_search(m, v)'
    'SELECT bloom_from_guava(bloom_to_guava(f), $$integer$$) IS NULL FROM kept'
)
{
    for i in "${!STATEMENTS[@]}"; do
        printf '\\echo statement %s\n%s;\n' "$i" "${STATEMENTS[i]}"
    done
    echo '\echo alive'
} >"$CLUSTERS/statements"
# outcomes: of all statements in one session.
outcomes() { cluster_run memory psql -X -At -v VERBOSITY=sqlstate -f "$CLUSTERS/statements" 2>&1 || true; }

declare -A exhausted
say 'without a limit'
all=$(outcomes)
[[ $all == *alive && $all != *ERROR* ]] || { printf '%s\n' "$all" >&2; die 'a statement is wrong'; }

# What a session takes anyhow, and some megabytes more each time.
size=$(cluster_psql memory -Atc "SELECT bloom_empty(1) IS NULL" -c "SELECT substring(pg_read_file('/proc/self/status') FROM 'VmSize:\s*(\d+) kB')" | tail -n 1)
for megabytes in 4 8 12 16 20 24 32 40 48 64 80; do
    as_postgres prlimit --pid "$postmaster" --as="$(((size + megabytes * 1024) * 1024)):"
    all=$(outcomes)
    while read -r line; do
        case $line in
        statement*) statement=${line#statement } ;;
        *'ERROR:  53200') exhausted[$statement]=1 ;;
        *ERROR* | *FATAL* | *lost* | *closed* | *terminated*) printf '%s MB: %s: %s\n' "$megabytes" "${STATEMENTS[statement]}" "$line" >&2; failed=1 ;;
        esac
    done <<<"$all"
    [[ $all == *alive* ]] || failed=1
    if grep -qaE "$CRASH" "$CLUSTERS/memory/log"; then die "the server crashed with $megabytes MB"; fi
done
for i in "${!STATEMENTS[@]}"; do
    [[ ${exhausted[$i]-} ]] || { printf 'there was always memory for: %s\n' "${STATEMENTS[i]}" >&2; failed=1; }
done
say "${#exhausted[@]} statements ran out of memory"
[[ -z ${failed-} ]]
