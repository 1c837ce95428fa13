#!/usr/bin/env bash
# Builds the extension for the server that the given pg_config belongs to.
. "$(dirname "$0")/env.sh"

if [[ $1 == "/usr/lib/postgresql/$PG_MAJOR/bin/pg_config" ]]; then
    scripts/prepare.sh server
else
    scripts/prepare.sh compilers
fi
pg_config=$(command -v "$1") || die "no such pg_config: $1"
version=$("$pg_config" --version) || die "$pg_config fails"
[[ $version == "PostgreSQL $PG_MAJOR"[.\ ]* ]] || die "needs PostgreSQL $PG_MAJOR; this is $version"

# The headers must be those of that very server. A private copy has the same.
[[ $version == "$("$PG_BIN/pg_config" --version 2>/dev/null)" ]] || export PGRX_PG_CONFIG_PATH=$pg_config
build
say "built for $version"
