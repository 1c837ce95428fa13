#!/usr/bin/env bash
# docs/REFERENCE.md has every object of the extension as the catalog has it, and nothing else; and the numbers on it and
# on other pages, as far as they can be computed, are what the server says.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start reference
cluster_psql reference -q -f tests/e2e/reference.sql
cluster_run reference createdb numbers
cluster_psql reference -d numbers -q -f tests/e2e/numbers.sql
