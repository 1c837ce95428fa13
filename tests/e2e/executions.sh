#!/usr/bin/env bash
# A session's memory is what it was after thousands of executions (CALLS) of a screened join and of a query that skips
# partitions, prepared and planned anew; and a query fails as without screens if one of its workers is terminated.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start executions shared_preload_libraries=bloom_rs jit=off
cluster_psql executions -q -v calls="${CALLS:-3000}" -f tests/e2e/files/executions.sql

say 'a worker is terminated'
cluster_psql executions -q -c 'CREATE TABLE large AS SELECT i AS k FROM generate_series(1, 200000) AS i' -c 'ANALYZE large'
cluster_run executions psql -XqAt -v VERBOSITY=sqlstate -d postgres >"$CLUSTERS/died" 2>&1 <<'EOF' &
SET application_name = 'dies';
SET bloom_rs.screen_joins = force;
SET enable_nestloop = off;
SET enable_mergejoin = off;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(*) FROM large AS a JOIN (SELECT k % 1000 AS k, pg_sleep(0.001) FROM large) AS b USING (k);
SELECT count(*) FROM large AS a JOIN large AS b USING (k);
EOF
for _ in {1..600}; do
    killed=$(cluster_psql executions -Atc "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE backend_type = 'parallel worker' AND state = 'active' AND query LIKE '%pg_sleep%'")
    [[ $killed != 0 ]] && break
    sleep 0.1
done
wait $!
[[ $(<"$CLUSTERS/died") == *'ERROR:  57P01'*200000 ]] || die "$(<"$CLUSTERS/died")"
