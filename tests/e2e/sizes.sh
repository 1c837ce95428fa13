#!/usr/bin/env bash
# bloom_agg without a capacity, far beyond work_mem: whatever the planner expects, rightly or not, and in whatever plan, the
# rate is kept; and where the planner is right the size is that of the values, and so is the count.
. "$(dirname "$0")/../../scripts/cluster.sh"

cluster_start sizes 'shared_buffers = 128MB' 'jit = off' 'work_mem = 64kB' 'autovacuum = off' 'max_parallel_workers_per_gather = 0'
cluster_psql sizes -q -f tests/e2e/sizes.sql
