#!/usr/bin/env bash
# In databases of any encoding names and messages are what the user wrote, types whose names differ in one letter beyond
# ASCII are two types, and portable filters travel.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start encodings "log_error_verbosity = verbose"
export PGCLIENTENCODING=UTF8

failed=
# same EXPECTED GOT WHAT
same() {
    [[ $2 == "$1" ]] || { printf 'expected: %s\ngot: %s\nfrom: %s\n' "$1" "$2" "$3" >&2; failed=1; }
}
# sql DATABASE QUERY: its bare result, or SQLSTATE and message.
sql() {
    cluster_psql encodings -d "$1" -v VERBOSITY=verbose -Atc "$2" 2>&1 || true
}
# answers DATABASE EXPECTED QUERY
answers() { same "$2" "$(sql "$1" "$3")" "$1: $3"; }
# fails DATABASE SQLSTATE WORD QUERY: with that error, in which the word can be read.
fails() {
    local output
    output=$(sql "$1" "$4")
    [[ $output == *"ERROR:  $2: "*"$3"* && $output != *$'\ufffd'* && $output != *'ï¿½'* && $output != *backtrace* ]] ||
        { printf 'expected: %s with %s\ngot: %s\nfrom: %s: %s\n' "$2" "$3" "$output" "$1" "$4" >&2; failed=1; }
}

for encoding in UTF8 LATIN1 SQL_ASCII EUC_JP; do
    say "$encoding"
    database=d_${encoding,,}
    # One letter and another one that the encoding has.
    a=é b=è
    [[ $encoding != EUC_JP ]] || { a=あ b=い; }
    cluster_run encodings createdb -T template0 -E "$encoding" --locale=C "$database"
    cluster_psql encodings -d "$database" -q -c 'CREATE EXTENSION bloom_rs' \
        -c "CREATE TYPE \"m$a\" AS ENUM ('l$a', 'x')" -c "CREATE TYPE \"m$b\" AS ENUM ('l$a', 'x')" \
        -c "CREATE TYPE \"r$a\" AS RANGE (subtype = int4)" -c "CREATE TYPE \"r$b\" AS RANGE (subtype = int4)" \
        -c "CREATE TYPE \"c$a\" AS (e \"m$a\")" -c "CREATE TABLE \"t$a\" (\"v$a\" text)"

    # Names in messages.
    fails "$database" 22023 'unknown hash scheme' "SELECT bloom_empty(10, 0.01, '$a')" # which is not shown
    fails "$database" 22023 mitz64 "SELECT bloom_agg(1, 10, 0.01, 'mitz64 $a')"
    fails "$database" 0A000 "c$a" "SELECT bloom_hash(ROW('x')::\"c$a\")"
    fails "$database" 0A000 "m$a\"[]" "SELECT bloom_hash(ARRAY['x']::\"m$a\"[])"
    fails "$database" 42703 "w$a" "SELECT bloom_suggest('\"t$a\"', 'w$a')"
    fails "$database" 55000 "v$a" "SELECT bloom_suggest('\"t$a\"', 'v$a')"
    fails "$database" 22P02 '' "SELECT '$a'::bloom"
    fails "$database" 22P02 '' "SELECT '$a'::bloom_hash_value"
    fails "$database" 22P02 '' "SELECT '$a'::bloom_state"
    fails "$database" 22P02 '' "SELECT '$a'::counting_bloom"

    # Two types each.
    answers "$database" t "SELECT bloom_of(ARRAY['l$a'::\"m$a\"]) @> 'l$a'::\"m$a\""
    answers "$database" f "SELECT bloom_of(ARRAY['l$a'::\"m$a\"]) @> 'x'::\"m$a\""
    fails "$database" 42804 enum "SELECT bloom_of(ARRAY['l$a'::\"m$a\"]) @> 'l$a'::\"m$b\""
    answers "$database" t "SELECT bloom_of(ARRAY['[1,3)'::\"r$a\"]) @> '[1,3)'::\"r$a\""
    fails "$database" 42804 '' "SELECT bloom_of(ARRAY['[1,3)'::\"r$a\"]) @> '[1,3)'::\"r$b\""
    answers "$database" t "SELECT bloom_of(ARRAY['l$a', '']) @> 'l$a'::name AND NOT bloom_of(ARRAY['l$a']) @> 'l$b'::text"

    # To and from a database of UTF-8, whose names and labels are the same to the user. SQL_ASCII has the client's bytes.
    if [[ $encoding != UTF8 ]]; then
        sql d_utf8 "CREATE TYPE \"m$a\" AS ENUM ('l$a', 'x')" >/dev/null
        for pair in "d_utf8 $database" "$database d_utf8"; do
            read -r from to <<<"$pair"
            enums=$(sql "$from" "SELECT bloom_of(ARRAY['l$a'::\"m$a\"])")
            texts=$(sql "$from" "SELECT counting_bloom_of(ARRAY['l$a'])")
            hash=$(sql "$from" "SELECT bloom_hash('l$a'::\"m$a\")")
            same t "$(sql "$to" "SELECT '$enums'::bloom @> 'l$a'::\"m$a\" AND NOT '$enums'::bloom @> 'x'::\"m$a\"")" "$from to $to: a filter of enums"
            same t "$(sql "$to" "SELECT '$texts'::counting_bloom @> 'l$a'::text AND NOT '$texts'::counting_bloom @> 'x'::text")" "$from to $to: a filter of text"
            same t "$(sql "$to" "SELECT bloom_contains_hash(bloom_of(ARRAY['l$a'::\"m$a\"]), '$hash')")" "$from to $to: a hash"
            same t "$(sql "$to" "SELECT portable AND element = 'enum' FROM bloom_info('$enums')")" "$from to $to: portable"
        done
    fi
done

say 'a live set whose values hash otherwise after a dump'
cluster_psql encodings -d d_latin1 -q -c "SELECT bloom_set_create('seen', 'jsonb')" \
    -c "CREATE TABLE members AS SELECT to_jsonb('é' || i) AS v FROM generate_series(1, 30) AS i" \
    -c "SELECT bloom_set_add('seen', v) FROM members" >/dev/null
cluster_run encodings createdb -T template0 -E UTF8 --locale=C d_restored
cluster_run encodings pg_dump d_latin1 | cluster_psql encodings -d d_restored -q >/dev/null
sql d_restored "CREATE FUNCTION answer(v jsonb) RETURNS text LANGUAGE plpgsql AS \$\$
    BEGIN RETURN bloom_set_contains('seen', v); EXCEPTION WHEN datatype_mismatch THEN RETURN 'refused'; END \$\$" >/dev/null
answers d_restored refused 'SELECT DISTINCT answer(v) FROM members'

say 'bytes that are no text'
outcome=$(PGCLIENTENCODING=SQL_ASCII sql d_sql_ascii "SELECT bloom_empty(10, 0.01, E'\\xe9')")
[[ $outcome == *'ERROR:  22023: unknown hash scheme'* ]] || { printf 'got: %s\n' "$outcome" >&2; failed=1; }
outcome=$(PGCLIENTENCODING=SQL_ASCII sql d_sql_ascii "SELECT bloom_suggest('pg_class', E'\\xe9')")
[[ $outcome == *'ERROR:  42703'*xe9* ]] || { printf 'got: %s\n' "$outcome" >&2; failed=1; }
PGCLIENTENCODING=SQL_ASCII answers d_sql_ascii t "SELECT bloom_of(ARRAY[E'\\xe9']) @> E'\\xe9'::text AND NOT bloom_of(ARRAY[E'\\xe9']) @> E'\\xe8'::text"
# What cannot be sent to the client is PostgreSQL's error, and not a mistake of ours.
outcome=$(PGCLIENTENCODING=LATIN1 cluster_psql encodings -d d_utf8 -v VERBOSITY=verbose -Atc "SELECT bloom_suggest('pg_class', chr(12354)::name)" 2>&1) && failed=1
[[ $outcome == *'ERROR:  22'* ]] || { printf 'got: %s\n' "$outcome" >&2; failed=1; }

if grep -a XX000 "$CLUSTERS/encodings/log" >&2; then failed=1; fi
[[ -z $failed ]]
