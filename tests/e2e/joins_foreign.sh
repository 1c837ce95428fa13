#!/usr/bin/env bash
# Joins with remote tables that are screened by themselves: which are, which must not be, and that the rows are the same.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

PG_BIN=$(bin_of "$FAR") cluster_start far
cluster_psql far -q -c 'CREATE EXTENSION bloom_rs' -f tests/e2e/files/joins_foreign_far.sql \
    -c 'CREATE EXTENSION citext' -c 'CREATE SCHEMA typed' -c 'CREATE DOMAIN typed.label AS text' \
    -c 'CREATE TABLE typed.typed AS SELECT id, t::citext AS ci, t::typed.label AS label, v, c FROM facts'
cluster_start near 'shared_preload_libraries=bloom_rs'
files=tests/e2e/files
cluster_psql near -q -v far="$CLUSTERS/far" -f $files/joins_foreign.sql -f $files/joins_foreign_errors.sql \
    -f $files/joins_foreign_rights.sql -f $files/joins_foreign_work.sql >/dev/null

# A person sees why a join is not screened.
reason() { # reason QUERY TEXT [ROLE [MODE]]
    { cluster_psql near -q -c "SET ROLE ${3-postgres}" -c 'SET client_min_messages = debug1' \
        -c "SET bloom_rs.screen_foreign_joins = ${4-on}" -c "EXPLAIN $1" 2>&1 || true; } |
        grep -F "$2" >/dev/null || die "no reason $2 for $1"
}
reason 'SELECT FROM far0.large AS f JOIN keys AS s ON f.k = s.k' 'foreign join on f.k is not screened: most of the remote rows are expected to pass'
reason 'SELECT FROM far0.facts AS f JOIN small AS s USING (i4)' 'is not screened: few remote rows are expected'
reason 'SELECT FROM far0.large AS f JOIN keys AS s ON f.k + 1 = s.k' 'foreign join on f.k is not screened: the remote key is computed'
reason 'SELECT FROM far0.large AS f JOIN keys AS s ON f.k = s.k + 1' 'foreign join on f.k is not screened: the other key is computed'
reason 'SELECT FROM far0.large AS f JOIN owned AS s ON f.k = s.i4' 'a row-level security policy of the other side may fail' reader
reason 'SELECT FROM far0.large AS f JOIN keys AS s USING (k) FOR UPDATE OF s' 'no foreign join of the statement is screened: it locks rows'
reason 'SELECT FROM far0.large AS f LEFT JOIN keys AS s USING (k)' 'foreign join on f.k is not screened: the outer join keeps remote rows without a partner'
reason 'SELECT FROM keys AS s FULL JOIN far0.large AS f USING (k)' 'foreign join on f.k is not screened: the outer join keeps remote rows without a partner'
reason 'SELECT * FROM told' 'the other side is read with the rights of another role' spy force
reason 'SELECT FROM spied_facts AS f JOIN known AS s USING (i4)' 'the server belongs to another role, which would see the keys' keeper force
reason 'SELECT FROM (SELECT f.k FROM far0.large AS f JOIN parts AS s ON f.k = s.i8 LIMIT 5) AS q WHERE false' 'this part of the statement may not be planned'
reason 'SELECT FROM far0.large AS f JOIN file AS s ON f.k = s.i4' 'foreign join on f.k is not screened: the other side has a foreign table that is not one of postgres_fdw'
reason 'SELECT FROM file AS f JOIN keys AS s ON f.i4 = s.k' 'foreign join on f.i4 is not screened: the foreign table is not one of postgres_fdw'
# It tells nothing of what the role must not read.
cluster_psql near -q -c 'CREATE VIEW keys_invoked WITH (security_invoker) AS TABLE keys' -c 'GRANT SELECT ON keys_invoked TO spy' \
    -c 'CREATE TABLE columns AS TABLE keys' -c 'GRANT SELECT (k) ON columns TO spy' -c 'ANALYZE columns'
for table in keys keys_invoked; do
    reason "SELECT FROM far0.large AS f JOIN $table AS s ON f.k = s.k" 'foreign join on f.k is not screened: the role must not read a table of the join' spy
done
reason 'SELECT FROM far0.large AS f JOIN columns AS s ON f.k = s.k' 'foreign join on f.k is not screened: most of the remote rows are expected to pass' spy
reason 'SELECT FROM far0.large AS f JOIN columns AS s ON f.k = s.k WHERE s.w = 1' 'foreign join on f.k is not screened: the role must not read a table of the join' spy
# The planner is asked for a few joins, and each has one reason, however often it is written.
reasons() { # reasons QUERY
    cluster_psql near -q -c 'SET client_min_messages = debug1' -c 'SET bloom_rs.screen_foreign_joins = on' -c "EXPLAIN $1" 2>&1 |
        grep -cF 'is not screened'
}
again=$(printf ' AND f.k = s.k%.0s' {1..1999})
[[ $(reasons "SELECT FROM far0.large AS f JOIN keys AS s ON f.k = s.k$again") == 1 ]]

# So the memory of a session grows no faster than without.
peak() { # peak MODE QUERY: in kB
    printf '%s;\n' "SET bloom_rs.screen_foreign_joins = $1" "EXPLAIN $2" \
        "SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB')" | cluster_psql near -qAt | tail -n 1
}
list=$(seq -s , 100000) joins=
for n in {1..7}; do joins+=" JOIN keys AS s$n ON f.k = s$n.k"; done
for query in "SELECT FROM far0.large AS f JOIN keys AS s ON f.k = s.k$again" "SELECT FROM far0.large AS f$joins WHERE s1.w IN ($list)" \
    "SELECT FROM far0.large AS f$joins WHERE f.id IN ($list)"; do
    for mode in on force; do
        (($(peak $mode "$query") < 2 * $(peak off "$query"))) || die "$mode takes $(peak $mode "$query") kB for ${query:0:100}"
    done
done

# An error while the query is looked at, here a timeout while another session has locked pg_class, is an error.
cluster_psql near -q -c 'CREATE MATERIALIZED VIEW kept AS SELECT 1 AS i'
{
    printf '%s\n' 'SET bloom_rs.screen_foreign_joins = on;' 'PREPARE q AS SELECT i FROM kept;' '\! touch '"$CLUSTERS/prepared"
    while [[ ! -e $CLUSTERS/locked ]]; do sleep 0.1; done
    printf '%s\n' "SET statement_timeout = '300ms';" 'EXECUTE q;' '\! touch '"$CLUSTERS/ended" '\echo :LAST_ERROR_SQLSTATE' 'RESET statement_timeout;' 'SELECT 1;'
} | cluster_psql near -qAt -v ON_ERROR_STOP=0 >"$CLUSTERS/looked" 2>&1 &
while [[ ! -e $CLUSTERS/prepared ]]; do sleep 0.1; done
cluster_psql near -q -c BEGIN -c 'LOCK TABLE pg_class IN ACCESS EXCLUSIVE MODE' -c '\! touch '"$CLUSTERS/locked; timeout 600 sh -c 'until [ -e $CLUSTERS/ended ]; do sleep 0.1; done'" -c ROLLBACK >/dev/null
wait $!
[[ $(tail -n 2 "$CLUSTERS/looked" | paste -sd ' ') == '57014 1' ]] || die "$(<"$CLUSTERS/looked")"

# In another encoding than UTF-8, texts are not sent: the other server may not have them, or others.
cluster_run near createdb -T template0 -E LATIN1 --locale=C latin
cluster_psql near -d latin -q -v far="$CLUSTERS/far" -f tests/e2e/files/joins_foreign_near.sql \
    -c "CALL screens('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (i4)')" \
    -c "CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (t)')" \
    -c "CALL refuses('SELECT f.id FROM far0.facts AS f JOIN small AS s USING (c)')"

# Texts that the other server's encoding does not have are not sent to it.
cluster_run far createdb -T template0 -E LATIN1 --locale=C latin
cluster_psql far -d latin -q -c 'CREATE EXTENSION bloom_rs' \
    -c "CREATE TABLE texts AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 500) AS i"
cluster_psql near -q -v far="$CLUSTERS/far" <<'EOF'
CREATE SERVER latin FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'far', dbname 'latin', extensions 'bloom_rs');
CREATE USER MAPPING FOR PUBLIC SERVER latin OPTIONS (user 'postgres', password_required 'false');
CREATE FOREIGN TABLE texts (id integer, t text) SERVER latin;
CREATE TABLE texts_here AS SELECT 'text ' || i AS t FROM generate_series(1, 100) AS i UNION ALL SELECT '日本';
CALL screens('SELECT f.id FROM texts AS f JOIN texts_here AS s USING (t)');
EOF

# Without the library the setting does nothing; the function loads it.
cluster_stop near
sed -i '/^shared_preload_libraries/d' "$CLUSTERS/near/data/postgresql.conf"
cluster_start near
screened() { grep -c InitPlan || true; }
plan="EXPLAIN SELECT FROM far0.large AS f JOIN wanted AS s USING (k)"
[[ $(cluster_psql near -q -c 'SET bloom_rs.screen_foreign_joins = on' -c "$plan" | screened) == 0 ]]
[[ $(cluster_psql near -q -c 'SELECT bloom_screen_foreign_joins(true)' -c "$plan" | screened) == 2 ]]
