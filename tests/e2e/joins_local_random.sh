#!/usr/bin/env bash
# Random joins of local tables have the same rows with screens as without, while another session moves rows from one
# partition to another, which it attaches and detaches. JOINED is how many, SEED where to begin.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start joins shared_preload_libraries=bloom_rs max_connections=50
move() {
    until [[ -e $CLUSTERS/done ]]; do
        cluster_psql joins -qAt -f tests/e2e/files/joins_local_moves.sql
        sleep 0.3
    done
}
move >"$CLUSTERS/moves" 2>&1 & moves=$!
cluster_psql joins -qAt -v queries="${JOINED:-150}" -v seed="${SEED:-1}" -v tables=1 \
    -f tests/e2e/files/joins_local_random.sql 2>"$CLUSTERS/errors" || { cat "$CLUSTERS/errors" >&2; exit 1; }
if grep ERROR: "$CLUSTERS/errors" | grep -v 'due to statement timeout'; then die 'errors outside of the joins'; fi
touch "$CLUSTERS/done"
wait "$moves" || { cat "$CLUSTERS/moves" >&2; exit 1; }
