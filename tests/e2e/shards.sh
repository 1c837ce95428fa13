#!/usr/bin/env bash
# A set in many filters, one a row, as docs/SHARDING.md tells: nothing is missed, the rate is that of one filter, and
# one lookup reads a few pages. Also with the rows and their filters on other servers. The SQL of this page and
# live sets, with values of every type that PostgreSQL compares with the column's, never says a silent no.
# The same with every server major: it rests on nothing that differs.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

for cluster in shards far0 far1; do cluster_start "$cluster"; done
for far in far0 far1; do
    cluster_psql "$far" -q -c 'CREATE EXTENSION bloom_rs' \
        -c 'CREATE TABLE seen (shard integer PRIMARY KEY, f bloom NOT NULL)'
done
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")
PAGE=docs/SHARDING.md
. tests/page.bash
cluster_psql shards -q -c 'CREATE DATABASE types'
cluster_psql shards -q -d types -v function="$(part function sql)" -v look_up="$(part look_up sql)" -v many="$(part many sql)" \
    -v add="$(part add sql)" -v far="$(part far sql)" \
    -f tests/e2e/files/shards_types.sql
cluster_psql shards -q -v far0="$CLUSTERS/far0" -v far1="$CLUSTERS/far1" -f tests/e2e/files/shards.sql
