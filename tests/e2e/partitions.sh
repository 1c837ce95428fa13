#!/usr/bin/env bash
# However many partial states there are (one a partition, one a worker, one a server) and whatever the settings said when
# they were made, bloom_agg merges them, and the filter keeps its rate and misses nothing.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start partitions 'max_worker_processes = 12' 'max_parallel_workers = 8' 'shared_buffers = 256MB'
cluster_psql partitions -q -f tests/e2e/partitions.sql
