#!/usr/bin/env bash
# Values that nobody built: states with one field changed, states of one kind given to functions of another, and stored
# filters that were damaged. What the input lets in gives values that the input lets in; all else is an error that names
# the culprit: 22P02 for bad input, XX001 for damage that is stored.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start forged 'log_min_messages = log'
cluster_psql forged -q -f tests/e2e/forged.sql
if grep -E 'PANIC|terminated by|panicked' "$CLUSTERS/forged/log" >&2; then exit 1; fi
