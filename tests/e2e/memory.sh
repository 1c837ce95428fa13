#!/usr/bin/env bash
# A session's memory is what it was after thousands of calls (CALLS) of each function, also of calls that fail. What describes
# a large filter does not copy it, what builds or changes one makes no copy but those of the server.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start memory 'shared_buffers = 16MB' 'max_parallel_workers_per_gather = 0' 'jit = off'
cluster_psql memory -q -v calls="${CALLS:-2000}" -f tests/e2e/files/memory.sql || failed=1
say 'a large filter in a variable, in a constant and in a table'
cluster_psql memory -q -c 'CREATE TABLE kept AS SELECT bloom_add(bloom_empty(40000000), 1) AS f, bloom_add(counting_bloom_empty(10000000), 1) AS c'
# info TYPE BUILD STATEMENT: the statement, in a session of its own, needs less than the filter f once more.
info() {
    local output
    # psql sets no variables within quotes.
    output=$(sed "s/:type/$1/; s/:build/$2/; s/:call/$3/" tests/e2e/files/memory_info.sql | cluster_psql memory -q 2>&1) ||
        { printf '%s\n%s\n' "$3" "$output" >&2; failed=1; }
}
for call in 'SELECT * FROM bloom_info(f) INTO r' 'r := bloom_info(f)' 'EXECUTE $q$ SELECT (i).* FROM (SELECT bloom_info($1) AS i OFFSET 0) AS s $q$ INTO r USING f' \
    'EXECUTE $q$ SELECT i.* FROM (VALUES ($1)) AS v(f), bloom_info(v.f) AS i $q$ INTO r USING f'; do
    info bloom 'bloom_add(bloom_empty(40000000), 1)' "$call"
    info counting_bloom 'bloom_add(counting_bloom_empty(10000000), 1)' "$call"
done
# Out of line, it is fetched once.
info bloom 'bloom_add(bloom_empty(40000000), 1)' 'SELECT i.* FROM kept AS k, bloom_info(k.f) AS i INTO r'
info counting_bloom 'bloom_add(counting_bloom_empty(10000000), 1)' 'SELECT i.* FROM kept AS k, bloom_info(k.c) AS i INTO r'
say 'copies of a large filter'
cluster_psql memory -q -c 'CREATE TABLE huge AS SELECT bloom_empty(200000000) AS f; CREATE TABLE built (f bloom)'
# copies MOST STATEMENT: in a session of its own, it needs less than so many times the memory of the filter.
copies() {
    local output
    output=$(sed "s/:most/$1/; s/:statement/$2/" tests/e2e/files/memory_copies.sql | cluster_psql memory -q 2>&1) ||
        { printf '%s\n%s\n' "$2" "$output" >&2; failed=1; }
}
build='bloom_agg(i, 200000000) FROM generate_series(1, 1000) AS i'
copies 1.2 "PERFORM bloom_count(f) FROM (SELECT ${build/ FROM/ AS f FROM}) AS s"
copies 1.2 "PERFORM bloom_count(f) FROM (SELECT ${build/(i/(ARRAY[i]} GROUP BY i < 0) AS s (f)"
copies 1.2 "PERFORM bloom_info(f) FROM (SELECT counting_bloom_agg(i, 50000000) FROM generate_series(1, 1000) AS i) AS s (f)"
copies 2.2 "INSERT INTO built SELECT $build"
copies 3.2 "CREATE TABLE made AS SELECT $build"
copies 1.2 'PERFORM bloom_count(f || 1) FROM huge'
copies 1.2 'PERFORM bloom_count(bloom_add_all(f, ARRAY[1])) FROM huge'
copies 2.2 'UPDATE huge SET f = f || 1'
[[ -z ${failed-} ]]
