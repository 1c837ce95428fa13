#!/usr/bin/env bash
# With so much work_mem that the table of distinct values would pass a gigabyte, which no value of PostgreSQL may, bloom_agg
# goes on in a bitmap: while it counts, and while states are merged. Takes 2 GB of memory.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start tables 'max_parallel_workers_per_gather = 0' 'jit = off'
cluster_psql tables -q -f tests/e2e/large_tables.sql
