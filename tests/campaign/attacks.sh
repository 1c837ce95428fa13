#!/usr/bin/env bash
# Random programs, ATTACKS rounds of each from SEED on: what call sites remember (call_sites.sql), filters that are changed
# in variables (variables.sql), and aggregates that users make (aggregates.sql). For each 100 rounds one run, with another
# seed, of damaged bytes (mutate.sql) and moving windows (windows.sql) of tests/e2e, and one of growth.sh; of that at least
# one.
. "$(dirname "$0")/../../scripts/cluster.sh"
attacks=${ATTACKS:-1000} seed=${SEED:-1}

cluster_start attacks
for name in call_sites variables aggregates; do
    say "$name, $attacks rounds"
    cluster_run attacks createdb "$name"
    cluster_psql attacks -d "$name" -q -v rounds="$attacks" -v seed="$seed" -f "tests/campaign/$name.sql"
done
cluster_check attacks
for ((i = seed; i < seed + attacks / 100; i++)); do
    for name in mutate windows; do
        say "$name, seed $i"
        SEED=$i tests/run_sql.sh "tests/e2e/$name.sql"
    done
done
GROWTH=$((attacks / 100 + 1)) tests/campaign/growth.sh
