#!/usr/bin/env bash
# A live set grows, by itself and by hand, while sessions add values at all isolation levels, alone, in batches and in
# subtransactions; GROWTH rounds from SEED on. Transactions that fail are tried again. Of each value exactly one
# committed transaction is told that it is new.
. "$(dirname "$0")/../../scripts/cluster.sh"
rounds=${GROWTH:-20} seed=${SEED:-1}

cluster_start growth 'max_locks_per_transaction = 256'
begin="\\set level random(1, 3)
\\if :level = 1
BEGIN ISOLATION LEVEL READ COMMITTED;
\\elif :level = 2
BEGIN ISOLATION LEVEL REPEATABLE READ;
\\else
BEGIN ISOLATION LEVEL SERIALIZABLE;
\\endif"
# script NAME: of standard input, as a transaction that commits, most often.
script() {
    { echo "$begin"; cat; printf '%s\n' '\set end random(1, 5)' '\if :end = 1' 'ROLLBACK;' '\else' 'COMMIT;' '\endif'; } >"$CLUSTERS/$1"
}
script one <<'SQL'
\set x random(1, :values)
INSERT INTO told SELECT x FROM (SELECT 'u' || :x AS x) AS s WHERE bloom_set_add('seen', x);
\set x random(1, :values)
INSERT INTO told SELECT x FROM (SELECT 'u' || :x AS x) AS s WHERE bloom_set_add('seen', x);
SQL
script batch <<'SQL'
\set x random(1, :values)
\set last :x + random(1, 300)
INSERT INTO told SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT 'u' || i FROM generate_series(:x::integer, :last) AS i));
SQL
script savepoint <<'SQL'
\set x random(1, :values)
SAVEPOINT s;
INSERT INTO told SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT 'u' || i FROM generate_series(:x::integer, :x::integer + 20) AS i));
ROLLBACK TO s;
INSERT INTO told SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT 'u' || i FROM generate_series(:x::integer + 20, :x, -1) AS i));
SQL
script grow <<'SQL'
\set x random(1, :values)
SELECT bloom_set_grow('seen', 1000);
INSERT INTO told SELECT x FROM (SELECT 'u' || :x AS x) AS s WHERE bloom_set_add('seen', x);
SQL

for ((round = seed; round < seed + rounds; round++)); do
    values=$((round * 7919 % 20000 + 1000))
    cluster_run growth createdb "round$round"
    cluster_psql growth -d "round$round" -q -c 'CREATE EXTENSION bloom_rs' -c 'CREATE TABLE told (v text)' \
        -c "SELECT bloom_set_create('seen', capacity => 1)" >/dev/null
    cluster_run growth pgbench -n -M prepared -c 8 -j 2 -t 200 --random-seed="$round" --max-tries=10000 -D values="$values" \
        -f "$CLUSTERS/one@20" -f "$CLUSTERS/batch@4" -f "$CLUSTERS/savepoint@4" -f "$CLUSTERS/grow@1" "round$round" >"$CLUSTERS/writes.$round" 2>&1 || {
        cat "$CLUSTERS/writes.$round" >&2
        exit 1
    }
    cluster_psql growth -d "round$round" -At >"$CLUSTERS/found" <<'SQL'
SELECT 'told again: ' || v FROM told GROUP BY v HAVING count(*) > 1;
SELECT 'lost: ' || v FROM told WHERE NOT bloom_set_contains('seen', v);
SELECT 'not found by a scan: ' || v FROM told WHERE NOT EXISTS (SELECT FROM seen WHERE f @> v);
SELECT 'too many absent values: ' || n FROM (SELECT count(*) FILTER (WHERE bloom_set_contains('seen', 'absent ' || i)) AS n FROM generate_series(1, 10000) AS i) AS s WHERE n > 160;
SELECT 'one layer only' WHERE (SELECT count(*) FROM seen_layers) < 2;
SQL
    if [[ -s $CLUSTERS/found ]]; then
        cat "$CLUSTERS/found" >&2
        die "round $round"
    fi
    cluster_run growth dropdb "round$round"
done
awk -F ': ' '/^number of transactions actually/ { done += $2 } /^number of transactions retried/ { retried += $2 } /^number of failed/ { failed += $2 }
    END { printf "%d transactions, %d tried again, %d given up\n", done, retried, failed; exit !(done && retried) }' "$CLUSTERS"/writes.*
