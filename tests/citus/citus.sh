#!/usr/bin/env bash
# A cluster of Citus, of three servers on this machine: every answer is that of one plain server.
. "$(dirname "$0")/../../scripts/cluster.sh"

nodes=(coordinator worker joins_later)
for node in "${nodes[@]}"; do
    # Servers call each other, and themselves, by the directories of their sockets.
    cluster_start "$node" "shared_preload_libraries = 'citus, bloom_rs'" "citus.local_hostname = '$CLUSTERS/$node'" \
        'wal_level = logical' 'max_worker_processes = 24' 'max_connections = 200'
    cluster_psql "$node" -q -c 'CREATE EXTENSION citus'
done
sql() { cluster_psql coordinator -q -o /dev/null "$@"; }
cluster_run coordinator createdb plain 2>/dev/null # without Citus, which says that it does not create it elsewhere
plain() { sql -d plain "$@"; }
say "$(cluster_psql coordinator -Atc 'SELECT citus_version()')"

sql -c "SELECT citus_set_coordinator_host('$CLUSTERS/coordinator', 5432)" \
    -c "SELECT citus_set_node_property('$CLUSTERS/coordinator', 5432, 'shouldhaveshards', true)" \
    -c "SELECT citus_add_node('$CLUSTERS/worker', 5432)"
sql -f tests/citus/tables.sql -f tests/citus/distribute.sql -f tests/citus/rows.sql
plain -f tests/citus/tables.sql -f tests/citus/rows.sql

# same WHEN: the answers of both are the same.
same() {
    local at lines
    say "every answer, $1"
    for at in postgres plain; do
        cluster_psql coordinator -q -d "$at" -f tests/citus/answers.sql >"$CLUSTERS/$at.out" 2>&1 ||
            say "$at ends early" >>"$CLUSTERS/$at.out"
    done
    ! grep 'plain ends early' "$CLUSTERS/plain.out" || die "$(tail "$CLUSTERS/plain.out")"
    diff "$CLUSTERS/plain.out" "$CLUSTERS/postgres.out" || die 'the cluster answers otherwise'
    lines=$(wc -l <"$CLUSTERS/plain.out")
    say "$lines answers are the same"
    ((lines > 500)) || die 'so few?'
}
same 'on two servers'
say 'what is done on the servers, and bloom_suggest'
sql -f tests/citus/where.sql
say 'shards move, and a third server joins'
sql -v third="$CLUSTERS/joins_later" -f tests/citus/moves.sql
same 'on three servers'
# A setting of the session stays on the coordinator. So it is the database's, on each server; that of the plain one is off.
sql -c "SELECT run_command_on_all_nodes('ALTER DATABASE postgres SET bloom_rs.screen_joins = force')" \
    -c "SELECT run_command_on_all_nodes('ALTER DATABASE postgres SET bloom_rs.skip_partitions = force')"
plain -c 'ALTER DATABASE plain SET bloom_rs.skip_partitions = off'
same 'screened and skipping'
say 'what is screened and skipped on the servers'
sql -f tests/citus/screened.sql

say 'the recipe of a filter before the pull'
awk '/^#/ { here = $0 == "### A filter before the pull" } /^```/ { inside = !inside && here && $0 == "```sql"; next } inside' \
    docs/SERVERS.md >"$CLUSTERS/pull.sql"
sed -n '/^SELECT note/,$p' "$CLUSTERS/pull.sql" >"$CLUSTERS/query.sql"
grep -q bloom_contains "$CLUSTERS/query.sql" || die 'docs/SERVERS.md has changed'
sql -f tests/citus/pull.sql -f "$CLUSTERS/pull.sql"
answer() { cluster_psql coordinator -qAt "$@" | sort; }
diff <(answer -c 'SELECT note, count(id) FROM chosen LEFT JOIN ev USING (uid) GROUP BY note') <(answer -f "$CLUSTERS/query.sql") ||
    die 'the recipe answers otherwise'
# 800 rows have a partner, and about 1 % of 39,200 pass by mistake.
pulled=$(answer -c "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) $(cat "$CLUSTERS/query.sql")" |
    sed -nE 's/.*read_intermediate_result.*rows=([0-9]+).*/\1/p' | sort -n | tail -n 1)
((pulled >= 800 && pulled < 2000)) || die "$pulled of 40,000 rows are pulled"
say 'the recipe of a filter that follows its table, as a reference table'
awk '/^<!-- part: / { here = $3 == "follow" || $3 == "rebuild" } /^```/ { inside = !inside && here && $0 == "```sql"; next } inside' \
    docs/RECIPES.md | sed '/^CREATE TABLE page_filter/a SELECT create_reference_table('"'page_filter'"');' >"$CLUSTERS/recipe.sql"
grep -q create_reference_table "$CLUSTERS/recipe.sql" || die 'docs/RECIPES.md has changed'
sql -f "$CLUSTERS/recipe.sql" -f tests/citus/recipe.sql
