#!/usr/bin/env bash
# Filters and foreign servers: with the option extensions 'bloom_rs', postgres_fdw has the remote servers screen and
# build, and the answers are those of local tables.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start near
for shard in 0 1; do
    PG_BIN=$(bin_of "$FAR") cluster_start "far$shard"
    cluster_psql "far$shard" -q -v shard="$shard" -f tests/e2e/files/foreign_far.sql
done
cluster_psql near -q -v far0="$CLUSTERS/far0" -v far1="$CLUSTERS/far1" -f tests/e2e/files/foreign.sql

if ((PG_MAJOR >= 19)); then
    say 'estimates with statistics that were imported from the other server'
    cluster_psql near -q -v host="$CLUSTERS/near" <<'SQL'
CREATE TABLE counted AS SELECT CASE WHEN i % 2 = 0 THEN 7 ELSE i END AS k FROM generate_series(1, 100000) AS i;
ANALYZE counted;
CREATE SERVER here FOREIGN DATA WRAPPER postgres_fdw
    OPTIONS (host :'host', dbname 'postgres', extensions 'bloom_rs', import_stats 'true');
CREATE USER MAPPING FOR CURRENT_USER SERVER here;
CREATE FOREIGN TABLE counted_there (k integer) SERVER here OPTIONS (table_name 'counted');
ANALYZE counted_there;
CREATE FUNCTION expected(of text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE bloom_contains(%L::bloom, k)', of,
        (SELECT bloom_agg(v) FROM generate_series(1, 10) AS v)) INTO plan;
    RETURN plan->0->'Plan'->>'Plan Rows';
END $$;
DO $$
BEGIN
    ASSERT expected('counted_there') BETWEEN 45000 AND 55000, expected('counted_there');
    ASSERT expected('counted_there') = expected('counted');
END $$;
SQL
fi
