#!/usr/bin/env bash
# pg_upgrade takes the files of a cluster over into a new one: the filters there are the same, byte for byte, and miss
# nothing. From each of MAJORS to the next; else from the one that is tested to itself.
. "$(dirname "$0")/../../scripts/cluster.sh"
read -ra majors <<<"${MAJORS:-$PG_MAJOR $PG_MAJOR}"

# sql CLUSTER QUERY [DATABASE]: its bare result.
sql() { cluster_psql "$1" -d "${3-source}" -qAtc "$2"; }

start() { PG_BIN=$(bin_of "$2") cluster_start "$1"; } # start CLUSTER MAJOR

# Minor releases of November 2026 keep a version of each column, and of each row of a composite type; older ones know
# neither. 15.20 to 16.14 thus loses the versions of columns, and rows written before are then refused by 17.12 (22P07).
knows_versions() { grep -q pg_attver "$(bin_of "$1")/postgres"; } # knows_versions MAJOR

say "on PostgreSQL ${majors[0]}"
start 0 "${majors[0]}"
cluster_run 0 createdb source
cluster_psql 0 -d source -q -f tests/e2e/files/dump.sql -f tests/e2e/files/made.sql >/dev/null # filters of every family, and what is made of them
cluster_psql 0 -d source -q -c "CREATE TABLE large AS
    SELECT bloom_agg(i, 2000000) AS f FROM generate_series(1, 100000) AS i" # out of line
cluster_psql 0 -d source -q -f tests/e2e/files/skip_index.sql -c "INSERT INTO ev SELECT 1 + i % 4, i, 0, 'x' || i
    FROM generate_series(1, 20000) AS i" -c 'VACUUM ev'
EXPECTED=$(sql 0 'TABLE state')
[[ $EXPECTED == *integers0,*'|t|'* ]] || { echo "wrong before: $EXPECTED" >&2; exit 1; }
# A database with the SQL of 0.3.0, and views that use its names.
cluster_run 0 createdb released
cluster_psql 0 -d released -q -c "CREATE EXTENSION bloom_rs VERSION '0.3.0'" -c "CREATE TABLE filters AS
    SELECT name, bloom_of(ARRAY[1]) AS f, counting_bloom_of(ARRAY[42, 43]) AS c FROM unnest(ARRAY['integers']) AS name
    UNION ALL SELECT 'texts', bloom_of(ARRAY['a']), counting_bloom_of(ARRAY['a'])
    UNION ALL SELECT 'chars1', bloom_of('{a}'::\"char\"[]), counting_bloom_of('{a}'::\"char\"[])" \
    -c "CREATE TABLE counted AS SELECT c AS d FROM filters WHERE name = 'texts'" -f tests/e2e/files/renamed.sql
ANSWERS=$(sql 0 'SELECT answers, u, limited FROM renamed, renamed_aggregates' released)
[[ $ANSWERS ]]
as_postgres mkdir "$CLUSTERS/work"

for ((i = 1; i < ${#majors[@]}; i++)); do
    say "to PostgreSQL ${majors[i]}"
    loses_versions=
    if knows_versions "${majors[i - 1]}" && ! knows_versions "${majors[i]}"; then
        loses_versions=yes
        for database in source released; do
            sql "$((i - 1))" "UPDATE pg_attribute SET attoptions = NULL
                WHERE array_to_string(attoptions, ' ') ~ '^pg_attver=[0-9]+\$'" "$database"
        done
    fi
    cluster_stop "$((i - 1))"
    start "$i" "${majors[i]}" # for its settings; pg_upgrade starts it itself
    cluster_stop "$i"
    new=$(bin_of "${majors[i]}")
    mode=link
    [[ ${majors[i]} -lt 18 ]] || mode=swap
    as_postgres env -C "$CLUSTERS/work" "$new/pg_upgrade" -U postgres -b "$(bin_of "${majors[i - 1]}")" -B "$new" \
        -d "$CLUSTERS/$((i - 1))/data" -D "$CLUSTERS/$i/data" -s "$CLUSTERS/work" "--$mode" || {
        tail -n 20 "$CLUSTERS/$i"/data/pg_upgrade_output.d/*/log/pg_upgrade_dump_*.log >&2
        exit 1
    }
    cluster_start "$i"
    if [[ $loses_versions ]]; then sql "$i" 'UPDATE data SET composites = ROW((composites).*)::pair' >/dev/null; fi

    GOT=$(sql "$i" 'TABLE state')
    [[ $GOT == "$EXPECTED" ]] || { printf 'expected: %s\ngot: %s\n' "$EXPECTED" "$GOT" >&2; exit 1; }
    [[ $(sql "$i" 'SELECT count(*) FILTER (WHERE NOT f @> i) FROM large, generate_series(1, 100000) AS i') -eq 0 ]]
    # Of an index, a view and a generated column, and by each the right rows.
    [[ $(PGOPTIONS='-c enable_seqscan=off' sql "$i" 'SELECT count(*) FROM generated, screen
        WHERE bloom_contains(generated.f, 42) AND has_42 AND screen.f @> id AND seen(7)') -eq 1 ]]
    [[ $(sql "$i" 'SELECT check_made()') == t ]]
    # The files of indexes are those of the old server.
    [[ $(sql "$i" "SELECT states(), count(m) FROM missed() AS m") == '5 built|0' ]]
    [[ ! $(sql "$i" "SELECT bloom_skip_candidates('ev_k', -1)") ]]
    # And what is made now is what was made then.
    [[ $(sql "$i" "SELECT f = (SELECT bloom_agg(enums) FROM data) FROM filters WHERE name = 'enums'") == t ]]
    [[ $(sql "$i" 'SELECT answers, u, limited FROM renamed, renamed_aggregates' released) == "$ANSWERS" ]]
done
# Its SQL is updated only now.
sql "$((i - 1))" 'ALTER EXTENSION bloom_rs UPDATE' released
[[ $(sql "$((i - 1))" 'SELECT answers, u, limited FROM renamed, renamed_aggregates' released) == "$ANSWERS" ]]
