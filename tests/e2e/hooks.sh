#!/usr/bin/env bash
# Beside extensions that set a setting for one query, and that log the tables whose rights are checked.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start hooks
gcc -shared -fPIC -I "$("$PG_BIN/pg_config" --includedir-server)" -o "$CLUSTERS/hooks.so" tests/e2e/files/hooks.c
cluster_psql hooks -q -v hooks="$CLUSTERS/hooks.so" -f tests/e2e/files/hooks.sql
