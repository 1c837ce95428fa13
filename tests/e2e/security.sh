#!/usr/bin/env bash
# A user without privileges plants functions, operators, types and casts where the extension will be, and in the
# search_path of those who use it: nothing of it is called by the extension, and nobody gains a privilege.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start security

# refused DATABASE PATTERN SQL...: CREATE EXTENSION fails after the attacker's SQL, with a message like that.
refused() {
    local output
    cluster_run security createdb -O owner "$1"
    cluster_psql security -d "$1" -q -c 'GRANT ALL ON SCHEMA public TO PUBLIC' -c 'SET ROLE attacker' \
        -c "$3"
    output=$(cluster_psql security -d "$1" -q -c 'SET ROLE owner' -c 'CREATE EXTENSION bloom_rs' 2>&1) &&
        { echo "not refused: $3" >&2; return 1; }
    grep -E "$2" <<<"$output" || { printf 'another error: %s\n' "$output" >&2; return 1; }
    [[ -z $(cluster_psql security -d "$1" -Atc "SELECT 1 FROM pg_extension WHERE extname = 'bloom_rs'") ]]
}

cluster_psql security -q -c 'CREATE ROLE attacker' -c 'CREATE ROLE owner' -c 'CREATE ROLE victim SUPERUSER LOGIN'

say 'planted before CREATE EXTENSION and in the search_path afterwards'
cluster_run security createdb -O owner trapped
cluster_psql security -d trapped -q -f tests/e2e/security.sql

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
