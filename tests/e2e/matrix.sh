#!/usr/bin/env bash
# Matrices: a search answers as the filters do, for thousands of random values, serial, parallel, in cursors, loops and
# windows; a stored matrix of 400 MB is searched without being read whole; building takes no more than two and a half
# times the result; on a standby and under row security. tests/e2e/pages.sh has docs/MATRIX.md.
# The same with every server major: what differs are the calls of sets, which tests/sql has.
# Takes long, so only with LONG=yes, as in CI.
. "$(dirname "$0")/../../scripts/cluster.sh"

run() { cluster_psql matrix -q "$@"; }

cluster_start matrix 'shared_buffers = 64MB' 'max_wal_size = 4GB' 'autovacuum = off' 'jit = off'

say 'answers'
run -c 'CREATE EXTENSION bloom_rs' -f tests/e2e/files/matrix.sql

say 'a stored matrix of 400 MB'
run -f tests/e2e/files/matrix_large.sql

# What the largest session took at its peak, in MB; shared buffers count as far as they were touched.
peak() { cluster_psql matrix -q -At -c "SELECT NULL::bloom" -c "$1" -c "SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s*(\d+) kB')::int / 1024" | tail -n 1; }
before=$(peak 'SELECT sum(bloom_count(f)) FROM many')
after=$(peak 'SELECT length(bloom_matrix_agg(f, id)::bytea) FROM many')
size=$(run -At -c 'SELECT pg_column_size(matrix) / 1048576 FROM large')
say "a matrix of $size MB took $((after - before)) MB"
((after - before <= size * 5 / 2)) || die 'that is more than two and a half times its size'
