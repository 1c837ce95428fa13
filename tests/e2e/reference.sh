#!/usr/bin/env bash
# docs/REFERENCE.md has every object of the extension as the catalog has it, and nothing else.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start reference
cluster_psql reference -q -f tests/e2e/reference.sql
