#!/usr/bin/env bash
# The key of a keyed filter that nobody types is in no message, plan or log, whatever is done with the filter: neither its
# hexadecimal digits nor their base64. A parameter is no secret: PostgreSQL shows those of custom plans.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start keys 'log_min_messages = debug1' 'log_error_verbosity = verbose' "session_preload_libraries = 'auto_explain,bloom_rs'" \
    'auto_explain.log_min_duration = 0' 'auto_explain.log_verbose = on' 'auto_explain.log_nested_statements = on' \
    'auto_explain.log_analyze = on' 'bloom_rs.screen_joins = force' 'client_min_messages = debug1'
cluster_psql keys -q -c 'CREATE EXTENSION bloom_rs' -c 'CREATE TABLE keys AS SELECT bloom_keyed_scheme() AS scheme' >/dev/null 2>&1
printed=$CLUSTERS/printed
cluster_psql keys -v ON_ERROR_STOP=0 -v VERBOSITY=verbose >"$printed" 2>&1 <<'SQL'
CREATE TABLE numbers AS SELECT i FROM generate_series(1, 1000) AS i;
CREATE TABLE filters AS
    SELECT bloom_agg(i, 1000, 0.01, (SELECT scheme FROM keys)) AS f, bloom_agg(i, NULL, 0.01, (SELECT scheme FROM keys)) AS g FROM numbers;
CREATE TABLE others AS SELECT bloom_agg(i, 1000, 0.01, bloom_keyed_scheme()) AS o, bloom_agg(i, 1000) AS plain FROM numbers;
SELECT bloom_show(f) FROM filters;
SELECT i.* FROM filters, bloom_info(f) AS i;
SELECT h.* FROM filters, bloom_header(f) AS h;
SELECT count(*) FROM numbers WHERE bloom_contains((SELECT f FROM filters), i);
EXPLAIN (ANALYZE, VERBOSE, FORMAT JSON) SELECT * FROM numbers WHERE bloom_contains((SELECT f FROM filters), i);
EXPLAIN (ANALYZE, VERBOSE) SELECT bloom_agg(i, 1000, 0.01, (SELECT scheme FROM keys)) FROM numbers JOIN filters ON f @> i;
UPDATE filters SET f = f || 5000;
CREATE TABLE other_rows AS SELECT f FROM filters JOIN numbers ON f @> i JOIN numbers AS n USING (i);
-- Errors, of every group of functions.
SELECT bloom_contains(f, 'text') FROM filters;
SELECT bloom_add(f, 'text') FROM filters;
SELECT bloom_union(f, o), bloom_intersection(f, o) FROM filters, others;
SELECT bloom_union(f, plain) FROM filters, others;
SELECT bloom_union_agg(x) FROM (SELECT f FROM filters UNION ALL SELECT plain FROM others) AS s (x);
SELECT bloom_union_agg(f, 0.0000001) FROM filters;
SELECT bloom_fold(f, 2) FROM filters;
SELECT bloom_jaccard(f, o), bloom_is_subset(f, o) FROM filters, others;
SELECT bloom_matrix_agg(x, i) FROM (SELECT f, 1 FROM filters UNION ALL SELECT o, 2 FROM others) AS s (x, i);
SELECT bloom_to_guava(f) FROM filters;
SELECT bloom_to_spark(f) FROM filters;
SELECT bloom_to_parquet(f) FROM filters;
SELECT bloom_to_datasketches(f) FROM filters;
SELECT counting_bloom_agg(i, 10, 0.01, (SELECT scheme FROM keys)) FROM numbers;
SELECT bloom_agg(i, 10, 0.01, (SELECT scheme || ' int4' FROM keys)) FROM numbers;
SELECT bloom_agg(i, 10, 0.01, (SELECT left(scheme, 30) FROM keys)) FROM numbers;
SELECT bloom_agg(i, 10, 0.01, (SELECT substr(scheme, 7) FROM keys)) FROM numbers;
SELECT bloom_sized(100, 7, scheme), bloom_empty(-1, 0.01, scheme) FROM keys;
-- Damaged at each byte of the header but those of the key.
DO $$
DECLARE
    damaged bytea;
    answer boolean;
BEGIN
    FOR byte IN 0..47 LOOP
        CONTINUE WHEN byte BETWEEN 8 AND 11;
        damaged := (SELECT set_byte(f::bytea, byte, get_byte(f::bytea, byte) # 255) FROM filters);
        BEGIN
            answer := damaged::bloom @> 1; -- an expression, which is no statement with a parameter
        EXCEPTION WHEN OTHERS THEN
            RAISE NOTICE '%', SQLERRM;
        END;
    END LOOP;
END $$;
SQL
(($(grep -c '^ERROR: ' "$printed") > 15)) || die 'there are too few errors'
for seen in 'Query Text' 'Custom Scan (Bloom Screen)'; do
    grep -qF "$seen" "$CLUSTERS/keys/log" || die "not in the log: $seen"
done

# Of bytes 48 to 59, which are of the key.
secrets=$(cluster_psql keys -qAt -c 'SET client_min_messages = warning' -c "SELECT substr(scheme, 7) FROM keys
    UNION ALL SELECT encode(substr(f::bytea, 49, 12), 'hex') FROM filters UNION ALL SELECT substr(f::text, 65, 16) FROM filters")
[[ $(wc -w <<<"$secrets") == 3 ]] || die "$secrets"
grep -qF "$(tail -n 1 <<<"$secrets")" < <(cluster_psql keys -qAt -c 'SELECT f FROM filters' 2>/dev/null) || die 'not even in the filter'
if grep -iF "$secrets" "$printed" "$CLUSTERS/keys/log" | cut -c 1-300; then die 'a key is told'; fi
