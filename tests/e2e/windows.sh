#!/usr/bin/env bash
# As a moving aggregate, which takes values away again, counting_bloom_agg gives in every frame of random windows
# the filter that is built from the rows of that frame alone.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start windows
cluster_psql windows -q -f tests/e2e/windows.sql
