#!/usr/bin/env bash
# Runs one end-to-end test that is a file of SQL, in a cluster of its own: tests/run_sql.sh tests/e2e/windows.sql
# The comment at the head of the file may set up the cluster, one setting a line:
#   -- setting: work_mem = 64kB
. "$(dirname "$0")/../scripts/cluster.sh"

file=$1 name=$(basename "$1" .sql)
[[ -r $file ]] || die "there is no file $file"
head=$(sed '/^--/!Q' "$file")
mapfile -t settings < <(sed -n 's/^-- setting: //p' <<<"$head")
if grep -E '^-- *[A-Za-z]*: ' <<<"$head" | grep -v '^-- setting: .* = ' >&2; then die "$file: that is no setting"; fi

cluster_start "$name" "${settings[@]}"
seed=() # of what is random, if not the file's own
if [[ ${SEED-} ]]; then seed=(-v "seed=$SEED"); fi
cluster_psql "$name" -q "${seed[@]}" -f "$file"
cluster_check "$name"
