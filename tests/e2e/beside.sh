#!/usr/bin/env bash
# Loaded before and behind other libraries that hook the planner and the executor: joins are screened and partitions skipped
# as without them, and they see it.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

others=pg_stat_statements,auto_explain,postgres_fdw
if [[ -e $("$PG_BIN/pg_config" --pkglibdir)/pg_hint_plan.so ]]; then others+=,pg_hint_plan; fi

# beside NAME LIBRARIES FILE TEXT...: what the file tests holds, and auto_explain logs the texts.
beside() {
    local text
    cluster_start "$1" "shared_preload_libraries = '$2'" 'jit = off' 'autovacuum = off' 'pg_stat_statements.track = all' \
        'pg_stat_statements.track_planning = on' 'auto_explain.log_min_duration = 0' 'auto_explain.log_analyze = on' \
        'auto_explain.log_nested_statements = on'
    cluster_psql "$1" -q -c 'CREATE EXTENSION pg_stat_statements' -f "tests/e2e/$3" >/dev/null
    for text in "${@:4}"; do
        grep -aqF -- "$text" "$CLUSTERS/$1/log" || die "auto_explain, loaded as $2, does not log: $text"
    done
    cluster_psql "$1" -q -c "DO \$\$ BEGIN ASSERT (SELECT sum(plans) > 100 AND sum(calls) > 100 FROM pg_stat_statements); END \$\$"
    cluster_stop "$1"
}
for order in "bloom_rs,$others" "$others,bloom_rs"; do
    beside "joins-${order%%_*}" "$order" joins_local.sql 'Custom Scan (Bloom Screen)' 'Rows Screened Out: '
    beside "skip-${order%%_*}" "$order" skip_scan.sql 'Custom Scan (Bloom Skip)' 'Partitions Read: '
done
if [[ -e $("$PG_BIN/pg_config" --pkglibdir)/timescaledb.so ]]; then
    for order in timescaledb,bloom_rs bloom_rs,timescaledb; do
        cluster_start "chunks-${order%%[,_]*}" "shared_preload_libraries = '$order'" 'jit = off' 'timescaledb.telemetry_level = off'
        cluster_psql "chunks-${order%%[,_]*}" -q -f tests/e2e/files/chunk_append.sql >/dev/null
        cluster_stop "chunks-${order%%[,_]*}"
    done
fi
