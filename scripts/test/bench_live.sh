# shellcheck shell=bash
# Sourced by scripts/test/bench.sh, the phase `live`: for each of LIVE numbers of values a cluster with the settings of a
# server in use but for fsync. It is measured with all in memory, and then, for the largest, with 20 bytes a value for
# the server and what the kernel caches of its files: a ninth of a B-tree of URLs. That takes root, and cgroups.
LIVE=${LIVE:-$ROWS}

# limited COMMAND...: in a cgroup of its own with so much MEMORY, of either version.
limited() {
    local groups=/sys/fs/cgroup file=memory.max group
    if [[ -e $groups/memory ]]; then groups+=/memory file=memory.limit_in_bytes; fi
    group=$groups/bloom_rs.$$
    mkdir -p "$group"
    echo "$MEMORY" >"$group/$file"
    (
        echo "$BASHPID" >"$group/cgroup.procs"
        "$@"
    )
}

# live BUFFERS: how many MB, where all is in memory.
live() {
    local number file
    rm -f "$OUT"/live.* # of a run that was interrupted: each number adds to them
    for number in $LIVE; do
        MEMORY=$((number * 20 + 64 * 1024 * 1024))
        cluster_start live "shared_buffers = $1MB" 'huge_pages = off' 'jit = off' 'maintenance_work_mem = 1GB' \
            'max_parallel_maintenance_workers = 0' 'max_parallel_workers_per_gather = 0'
        LIVE_VALUES=$number cluster_run live "$CARGO_TARGET_DIR/release/bloom_bench" live
        if [[ $number == "${LIVE##* }" ]] && is_root; then
            cluster_psql live -q -c "ALTER SYSTEM SET shared_buffers = '$((MEMORY / 4194304))MB'"
            cluster_stop live
            sync
            while read -r file; do # what was cached before would not count
                dd of="$file" oflag=nocache conv=notrunc,fdatasync count=0 status=none
            done < <(find "$CLUSTERS/live/data/base" -type f)
            limited cluster_start live
            LIVE_VALUES=$number LIVE_MEMORY=$MEMORY cluster_run live "$CARGO_TARGET_DIR/release/bloom_bench" live
        fi
        cluster_stop live immediate
        rm -rf "${CLUSTERS:?}/live"
    done
    rmdir /sys/fs/cgroup/{,memory/}bloom_rs.$$ 2>/dev/null || true
}
