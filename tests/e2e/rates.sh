#!/usr/bin/env bash
# The false-positive rate asked for is the rate measured, and sizes and estimates are as promised.
# The same with every server major: it rests on nothing that differs.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start rates 'shared_buffers = 128MB'
cluster_psql rates -q -f tests/e2e/rates.sql
