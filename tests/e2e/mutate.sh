#!/usr/bin/env bash
# Thousands of damaged filters and states: each is refused with the right SQLSTATE or is a valid value.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start mutate 'log_min_messages = log' # no errors, but crashes
cluster_psql mutate -q -f tests/e2e/mutate.sql
cluster_psql mutate -Atc "SELECT 'the server is up'"
if grep -E 'PANIC|terminated by|panicked' "$CLUSTERS/mutate/log"; then exit 1; fi
