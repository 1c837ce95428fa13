#!/usr/bin/env bash
# pg_upgrade takes the files of a cluster over into a new one: the filters there are the same, byte for byte, and miss
# nothing. From 15 to 15, as Debian 12 has no other major version, and the extension is for 15.
. "$(dirname "$0")/../../scripts/cluster.sh"

# sql CLUSTER QUERY: its bare result.
sql() { cluster_psql "$1" -d source -Atc "$2"; }

STATE="SELECT md5(string_agg(name || f::text, ',' ORDER BY name COLLATE \"C\")),
    (SELECT string_agg(name || outcome, ',' ORDER BY name COLLATE \"C\") FROM check_filters()),
    check_operators(), (SELECT md5(string_agg(s::text, ',')) FROM states) FROM filters"

cluster_start old
cluster_run old createdb source
cluster_psql old -d source -q -f tests/e2e/dump.sql # filters of every family, and what is made of them
cluster_psql old -d source -q -c "CREATE TABLE large AS
    SELECT bloom_agg(i, 2000000) AS f FROM generate_series(1, 100000) AS i" # out of line
EXPECTED=$(sql old "$STATE")
[[ $EXPECTED == *integers0,*'|t|'* ]] || { echo "wrong before: $EXPECTED" >&2; exit 1; }
cluster_stop old

cluster_start new # for its settings; pg_upgrade starts it itself
cluster_stop new
as_postgres mkdir "$CLUSTERS/work"
as_postgres env -C "$CLUSTERS/work" "$PG_BIN/pg_upgrade" -U postgres -b "$PG_BIN" -B "$PG_BIN" \
    -d "$CLUSTERS/old/data" -D "$CLUSTERS/new/data" -s "$CLUSTERS/work" --link
cluster_start new

GOT=$(sql new "$STATE")
[[ $GOT == "$EXPECTED" ]] || { printf 'expected: %s\ngot: %s\n' "$EXPECTED" "$GOT" >&2; exit 1; }
[[ $(sql new 'SELECT count(*) FILTER (WHERE NOT f @> i) FROM large, generate_series(1, 100000) AS i') -eq 0 ]]
# And what is made now is what was made then.
[[ $(sql new "SELECT f = (SELECT bloom_agg(enums) FROM data) FROM filters WHERE name = 'enums'") == t ]]
