#!/usr/bin/env bash
# Filters survive pg_dump and pg_restore, into the same and another cluster and into another encoding,
# and COPY in both formats, and pgcopydb if it is there: nothing that they held is missing afterwards.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start one
PG_BIN=$(bin_of "$FAR") cluster_start two
FILES=$(mktemp -d "$CLUSTERS/files.XXXXXX")

# expect OUTPUT COMMAND...
expect() {
    local output
    output=$("${@:2}")
    [[ $output == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$output" "${*:2}" >&2; return 1; }
}

# sql CLUSTER DATABASE QUERY: its bare result.
sql() { cluster_psql "$1" -d "$2" -Atc "$3"; }

# refusing CLUSTER DATABASE: the filters that refuse to answer there, for their encoding; all others
# must be there and miss no row.
refusing() {
    local report
    report=$(sql "$1" "$2" "SELECT name || ' ' || outcome FROM check_filters() ORDER BY name COLLATE \"C\"")
    [[ $(grep -c . <<<"$report") -eq $FAMILIES ]] || { echo "$1 $2: filters are gone" >&2; return 1; }
    if grep -Ev ' (0|42804)$' <<<"$report" >&2; then
        echo "$1 $2: rows are missed" >&2
        return 1
    fi
    sed -n 's/ 42804$//p' <<<"$report" | paste -sd ' '
}

BYTES="SELECT md5(string_agg(name || f::text || c::text, ',' ORDER BY name COLLATE \"C\")) FROM filters"

# restored CLUSTER DATABASE: fails if something is not as in the database `source`.
restored() {
    expect '' refusing "$1" "$2"
    expect "$EXPECTED" sql "$1" "$2" "$BYTES"
    expect t sql "$1" "$2" 'SELECT bloom_contains(screen.f, 1) AND has_42 AND seen(7) FROM screen, generated WHERE id = 42'
    expect t sql "$1" "$2" 'SELECT check_operators() AND check_matrices() AND check_made()'
}

say 'a database with filters of every family'
cluster_run one createdb source
cluster_psql one -d source -q -f tests/e2e/files/dump.sql -f tests/e2e/files/dump_matrix.sql -f tests/e2e/files/dump_order.sql -f tests/e2e/files/made.sql >/dev/null
FAMILIES=$(sql one source 'SELECT count(*) FROM filters')
EXPECTED=$(sql one source "$BYTES")
expect '' refusing one source

say 'plain and custom dumps'
cluster_run one pg_dump source >"$FILES/plain.sql"
cluster_run one pg_dump -Fc -f "$FILES/custom" source
for cluster in one two; do
    cluster_run "$cluster" createdb plain
    cluster_psql "$cluster" -d plain -q -f "$FILES/plain.sql" >/dev/null
    cluster_run "$cluster" createdb custom
    cluster_run "$cluster" pg_restore --exit-on-error -d custom "$FILES/custom"
    for database in plain custom; do restored "$cluster" "$database"; done
done
expect t sql two custom 'SELECT check_order()'

if command -v pgcopydb >/dev/null; then
    say 'pgcopydb'
    cluster_run two createdb copied
    cluster_run one pgcopydb clone --dir "$FILES/clone" --source 'dbname=source' --target "host=$CLUSTERS/two dbname=copied" \
        >"$FILES/pgcopydb" 2>&1 || die "$(tail -n 30 "$FILES/pgcopydb")"
    restored two copied
fi

say 'dumps of the restored databases are the same again'
# A server of another major is dumped in other words, and by no older pg_dump.
again=two
[[ $FAR == "$PG_MAJOR" ]] || again=one
cluster_run "$again" pg_dump plain >"$FILES/again.sql"
# Newer releases of pg_dump guard the text with a random key.
diff <(grep -v '^\\\(un\)\?restrict ' "$FILES/plain.sql") <(grep -v '^\\\(un\)\?restrict ' "$FILES/again.sql")

say 'into another encoding'
cluster_run two createdb -T template0 -E LATIN1 --locale=C latin1
cluster_psql two -d latin1 -q -f "$FILES/plain.sql" >/dev/null
# Text, names and labels answer as before. What the server hashes in its own encoding says so.
expect 'composites jsonbs texts_array' refusing two latin1
expect "$EXPECTED" sql two latin1 "$BYTES"
expect t sql two latin1 'SELECT check_operators() AND check_matrices() AND check_made()'
sql two latin1 'CREATE TABLE here AS SELECT bloom_agg(texts) AS f, bloom_agg(enums) AS e FROM data' >/dev/null
expect t sql two latin1 "SELECT here.f::text = filters.f::text FROM here, filters WHERE name = 'texts'"
# And back again; a newer major's dump does not go into an older one.
back=one
[[ $FAR == "$PG_MAJOR" ]] || back=two
cluster_run two pg_dump latin1 >"$FILES/latin1.sql"
cluster_run "$back" createdb back
cluster_psql "$back" -d back -q -f "$FILES/latin1.sql" >/dev/null
expect '' refusing "$back" back
expect 0 sql "$back" back \
    'SELECT count(*) FROM data, here WHERE NOT bloom_contains(f, texts) OR NOT bloom_contains(e, enums)'

say 'the same text in databases of different encodings'
# From a client of UTF-8, which an SQL_ASCII database takes as bytes; Latin-1 bytes in it are other text.
CANONICAL="SELECT bloom_agg(t || i, 2000, 1e-6) AS f
    FROM unnest(ARRAY['plain ', 'café ', 'ñandú ', '÷±ÿ ']) AS t, generate_series(1, 500) AS i"
for encoding in UTF8 LATIN1 SQL_ASCII; do
    database=canonical_${encoding,,}
    cluster_run two createdb -T template0 -E "$encoding" --locale=C "$database"
    PGCLIENTENCODING=UTF8 cluster_psql two -d "$database" -q -c 'CREATE EXTENSION bloom_rs' \
        -c "CREATE TABLE canonical AS $CANONICAL" \
        -c "CREATE TYPE mood AS ENUM ('très bien', 'fâché')"
    expect t sql two "$database" "SELECT f @> 'plain 500' AND NOT f @> 'plain 501' FROM canonical"
    PGCLIENTENCODING=UTF8 expect t sql two "$database" \
        "SELECT f @> 'café 500' AND f @> 'ñandú 1'::varchar(20) AND f @> '÷±ÿ 7'::name AND NOT f @> 'cafe 500' FROM canonical"
    sql two "$database" 'SELECT f::text FROM canonical' >"$FILES/$database"
    PGCLIENTENCODING=UTF8 sql two "$database" "SELECT bloom_agg('fâché'::mood)::text" >>"$FILES/$database"
    PGCLIENTENCODING=UTF8 sql two "$database" "SELECT bloom_hash('ÿ'::text), bloom_of(ARRAY['ÿ']), bloom_of(ARRAY['ÿ'::name])" \
        >>"$FILES/$database"
    cmp "$FILES/canonical_utf8" "$FILES/$database"
done
PGCLIENTENCODING=LATIN1 expect t sql two canonical_latin1 "SELECT f @> E'caf\\xe9 500' FROM canonical"
expect t sql two canonical_utf8 "SELECT f @> convert_from('\\x636166e920353030', 'LATIN1') FROM canonical"
PGCLIENTENCODING=SQL_ASCII expect f sql two canonical_sql_ascii "SELECT f @> E'caf\\xe9 500' FROM canonical"

say 'citext under another locale'
# How citext folds case depends on the locale, so its arrays are refused there.
for locale in C C.UTF-8; do
    cluster_run two createdb -T template0 -E UTF8 --locale="$locale" "locale_$locale"
    cluster_psql two -d "locale_$locale" -q -c 'CREATE EXTENSION bloom_rs; CREATE EXTENSION citext'
done
CITEXTS=$(sql two locale_C "SELECT bloom_add(bloom_empty(1), ARRAY['A'::citext])")
expect t sql two locale_C "SELECT '$CITEXTS'::bloom @> ARRAY['a'::citext]"
OUTCOME=$(cluster_psql two -d locale_C.UTF-8 -v VERBOSITY=verbose \
    -Atc "SELECT '$CITEXTS'::bloom @> ARRAY['a'::citext]" 2>&1) && { echo "not refused: $OUTCOME" >&2; exit 1; }
grep -F 'ERROR:  42804: element type mismatch' <<<"$OUTCOME"
# Arrays of text do not depend on it.
TEXTS=$(sql two locale_C "SELECT bloom_add(bloom_empty(1), ARRAY['Ä'])")
expect t sql two locale_C.UTF-8 "SELECT '$TEXTS'::bloom @> ARRAY['Ä']"

say 'COPY, text and binary'
for format in text binary; do
    cluster_psql one -d source -q -c "\\copy filters TO '$FILES/copy' (FORMAT $format)"
    cluster_psql two -d plain -q -c 'TRUNCATE filters' -c "\\copy filters FROM '$FILES/copy' (FORMAT $format)"
    expect '' refusing two plain
    expect "$EXPECTED" sql two plain "$BYTES"
    cluster_psql one -d source -q -c "\\copy hashes TO '$FILES/copy' (FORMAT $format)"
    cluster_psql two -d plain -q -c 'TRUNCATE hashes' -c "\\copy hashes FROM '$FILES/copy' (FORMAT $format)"
    cluster_psql one -d source -q -c "\\copy (SELECT * FROM parted) TO '$FILES/copy' (FORMAT $format)"
    cluster_psql two -d plain -q -c 'TRUNCATE parted' -c "\\copy parted FROM '$FILES/copy' (FORMAT $format)"
    expect t sql two plain 'SELECT check_operators()'
done
