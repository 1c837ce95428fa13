#!/usr/bin/env bash
# A user without privileges plants functions, operators, types and casts where the extension will be, and in the
# search_path of those who use it: nothing of it is called by the extension, neither when it is installed nor when it is
# updated nor when it is used, and nobody gains a privilege.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start security

# refused DATABASE PATTERN SQL [VERSION]: CREATE EXTENSION, or the update from that version, fails after the attacker's
# SQL, with a message like that, and changes nothing.
refused() {
    local output install='CREATE EXTENSION bloom_rs'
    cluster_run security createdb -O owner "$1"
    if [[ ${4-} ]]; then
        cluster_psql security -d "$1" -q -c 'SET ROLE owner' -c "$install VERSION '$4'"
        install='ALTER EXTENSION bloom_rs UPDATE'
    fi
    cluster_psql security -d "$1" -q -c 'GRANT ALL ON SCHEMA public TO PUBLIC' -c 'SET ROLE attacker' \
        -c "$3"
    output=$(cluster_psql security -d "$1" -q -c 'SET ROLE owner' -c "$install" 2>&1) &&
        { echo "not refused: $3" >&2; return 1; }
    grep -E "$2" <<<"$output" || { printf 'another error: %s\n' "$output" >&2; return 1; }
    [[ $(cluster_psql security -d "$1" -Atc "SELECT extversion FROM pg_extension WHERE extname = 'bloom_rs'") == "${4-}" ]]
}

cluster_psql security -q -c 'CREATE ROLE attacker' -c 'CREATE ROLE owner' -c 'CREATE ROLE victim SUPERUSER LOGIN'

say 'planted before CREATE EXTENSION and in the search_path afterwards'
cluster_run security createdb -O owner trapped
cluster_psql security -d trapped -q -v version= -f tests/e2e/files/security.sql
oldest=0.3.0
say "and before an update from $oldest"
cluster_run security createdb -O owner trapped_before
cluster_psql security -d trapped_before -q -v version="VERSION '$oldest'" -f tests/e2e/files/security.sql

say 'what the extension would have to adopt makes CREATE EXTENSION fail'
refused composite 'type "bloom" already exists' 'CREATE TYPE bloom AS (a integer)'
refused relation 'type "bloom" already exists' 'CREATE TABLE bloom (a integer)'
refused domain 'type "bloom_state" already exists' 'CREATE DOMAIN bloom_state AS text'
refused counting 'type "counting_bloom" already exists' 'CREATE DOMAIN counting_bloom AS bytea'
refused enum 'type "bloom_hash_value" already exists' "CREATE TYPE bloom_hash_value AS ENUM ('a')"
refused cast_function 'function "bloom" already exists' \
    'CREATE FUNCTION bloom(bytea) RETURNS text LANGUAGE sql AS $$ SELECT NULL $$'
refused polymorphic 'function "bloom_hash" already exists' \
    'CREATE FUNCTION bloom_hash(anycompatible) RETURNS text LANGUAGE sql AS $$ SELECT NULL $$'
refused with_default 'function "bloom_empty" already exists' \
    'CREATE FUNCTION bloom_empty(bigint, float8 DEFAULT 1) RETURNS text LANGUAGE sql AS $$ SELECT NULL $$'
say 'and so does the update'
refused updated_function 'function bloom_keyed_scheme\(\) already exists' \
    'CREATE FUNCTION bloom_keyed_scheme() RETURNS text LANGUAGE sql AS $$ SELECT NULL $$' "$oldest"
refused updated_aggregate 'function bloom_union_agg\(counting_bloom\) already exists' \
    'CREATE FUNCTION bloom_union_agg(counting_bloom) RETURNS text LANGUAGE sql AS $$ SELECT NULL $$' "$oldest"
