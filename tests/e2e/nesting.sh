#!/usr/bin/env bash
# Types nested thousands deep, which any user can create, end in an error and not the server; a type that has its parts
# over and over is looked through once.
. "$(dirname "$0")/../../scripts/cluster.sh"

# An eighth of the usual stack and limit, so that an eighth of the types overflows them.
cluster_start nesting 'max_stack_depth = 256kB'
as_postgres prlimit --pid "$(head -n 1 "$CLUSTERS/nesting/data/postmaster.pid")" --stack=1048576:
LEVELS=1000
cluster_psql nesting -q -c 'CREATE EXTENSION bloom_rs' -c "DO \$\$ BEGIN
    CREATE TYPE row_0 AS (a integer);
    CREATE TYPE list_0 AS (a integer);
    CREATE TYPE span_0 AS RANGE (subtype = integer);
    CREATE TYPE twice_0 AS (a integer);
    CREATE DOMAIN limited_0 AS integer;
    FOR i IN 1..$LEVELS LOOP
        EXECUTE format('CREATE TYPE row_%s AS (a row_%s)', i, i - 1);
        EXECUTE format('CREATE TYPE list_%s AS (a list_%s[])', i, i - 1);
        CONTINUE WHEN i % 2 = 0;
        EXECUTE format('CREATE TYPE span_%s AS RANGE (subtype = span_%s)', (i + 1) / 2, i / 2);
        EXECUTE format('CREATE DOMAIN limited_%s AS limited_%s', (i + 1) / 2, i / 2);
    END LOOP;
    FOR i IN 1..20 LOOP
        EXECUTE format('CREATE TYPE twice_%s AS (a twice_%s, b twice_%s)', i, i - 1, i - 1);
    END LOOP; -- PostgreSQL itself looks through each part again
    CREATE TABLE deep (r row_$LEVELS, l list_$LEVELS, s span_$((LEVELS / 2)));
    INSERT INTO deep VALUES (ROW(NULL), ROW(NULL), 'empty');
    CREATE TABLE filters AS SELECT bloom_empty(10) AS f, counting_bloom_empty(10) AS c;
END \$\$"

# outcome QUERY: its result or its SQLSTATE; ten minutes at most, as a backend may be deaf.
outcome() {
    local output
    output=$(timeout 600 "$PG_BIN/psql" -X -h "$CLUSTERS/nesting" -U postgres -d postgres -At -v VERBOSITY=sqlstate \
        -c "SET statement_timeout = '5min'; $1" 2>&1) || true
    tail -n 1 <<<"${output#SET}" | sed 's/.*ERROR: *//'
}
# expect OUTCOME QUERY
expect() {
    local got
    got=$(outcome "$2")
    [[ $got =~ ^($1)$ ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$got" "$2" >&2; failed=1; }
}

say "$LEVELS deep"
for column in r l s; do
    # Ranges take less of the stack: an answer is as good, but no crash.
    wanted=54001
    [[ $column != s ]] || wanted='54001|.*[=f]|[0-9]'
    for call in "bloom_hash($column)" "bloom_shard($column, 10)" "bloom_add(f, $column)" "f @> $column" \
        "bloom_of(ARRAY[$column])" "bloom_contains_any(f, ARRAY[$column])" "bloom_add(c, $column)"; do
        expect "$wanted" "SELECT $call FROM deep, filters"
    done
    expect "$wanted" "SELECT bloom_agg($column) FROM deep"
done

say 'not too deep'
expect t "SELECT bloom_agg(v) @> ROW(NULL)::row_30 FROM (SELECT ROW(NULL)::row_30 AS v) AS s"
expect t "SELECT bloom_of(ARRAY[v]) @> v FROM (SELECT ROW('{}')::list_30 AS v) AS s"
expect t "SELECT bloom_of(ARRAY[v]) @> v FROM (SELECT 'empty'::span_20 AS v) AS s"
expect t "SELECT bloom_of(ARRAY[v]) @> 7 FROM (SELECT 7::limited_$((LEVELS / 2)) AS v) AS s"

say 'each part twice, and each of these twice, and so on: a million visits, or twenty'
# soon(QUERY): its result, unless it took half a second of processor time.
cluster_psql nesting -q -f tests/e2e/files/processor_time.sql -c 'CREATE FUNCTION soon(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    started float8 := processor_seconds();
    answer boolean;
BEGIN
    EXECUTE query INTO answer;
    RETURN answer AND processor_seconds() - started < 0.5;
END $$'
expect t "SELECT soon('SELECT bloom_of(ARRAY[v]) @> v FROM (SELECT ROW(NULL, NULL)::twice_20 AS v) AS s')"
expect t "SELECT soon('SELECT bloom_agg(v) @> ROW(NULL, NULL)::twice_20 FROM (SELECT ROW(NULL, NULL)::twice_20 AS v) AS s')"

[[ -z ${failed-} ]]
