#!/usr/bin/env bash
# Plays an engine that spreads aggregates over servers, such as Citus: it calls the functions of each aggregate by
# hand, and sends the states from one call to the next. The results are those of the plain aggregates.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start engine
gcc -shared -fPIC -I "$("$PG_BIN/pg_config" --includedir-server)" -o "$CLUSTERS/engine.so" tests/e2e/files/engine.c
cluster_psql engine -q -v engine="$CLUSTERS/engine.so" -f tests/e2e/files/engine.sql
