#!/usr/bin/env bash
# Measures on a throwaway cluster: target/bench/report.md has the tables, and docs the plots.
# Variables: ROWS, ROUNDS, CRAWLER (numbers of URLs), MATRIX (numbers of filters and of values in each), LIVE (numbers of
# values), JOINS (work_mem and workers, as in 4MB:2); and PARTS or PHASES, to run only some of them, whose results are in
# target/bench-parts, without a report. A whole run that was interrupted goes on with the phases that did not end, on the same
# commit with the same variables.
. "$(dirname "$0")/../cluster.sh"
. scripts/python.sh

export ROWS=${ROWS:-10000000} ROUNDS=${ROUNDS:-5} CRAWLER=${CRAWLER:-} MATRIX=${MATRIX:-} JOINS=${JOINS:-}
export OUT=$BUILD/bench DOCS=$ROOT/docs
PHASES=${PHASES:-${PARTS:-}}
if [[ $PHASES ]]; then
    OUT=$BUILD/bench-parts DOCS=$OUT # a whole run that was interrupted stays
fi
read -ra phases <<<"${PHASES:-ratios curves core crawler matrix skip live memory sizes joins}"

run="$(git rev-parse HEAD 2>/dev/null || echo "$VERSION") $ROWS $ROUNDS $CRAWLER $MATRIX $JOINS ${LIVE-}" ended=$OUT/ended
if [[ $PHASES || $(head -n 1 "$ended" 2>/dev/null) != "$run" ]]; then
    rm -rf "$OUT"
    mkdir -p "$OUT"
    echo "$run" >"$ended"
fi
mapfile -t phases < <(printf '%s\n' "${phases[@]}" | grep -vxFf "$ended")

# hll is a baseline, and nothing else needs it: without it one row of the table is left out.
install_hll() {
    local share=usr/share/postgresql/$PG_MAJOR/extension lib=usr/lib/postgresql/$PG_MAJOR/lib
    if [[ ! -e /$share/hll.control ]] && command -v apt-get >/dev/null; then
        say "installing Debian package: postgresql-$PG_MAJOR-hll"
        local sudo=()
        is_root || sudo=(sudo -n)
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends \
            -o DPkg::Lock::Timeout=300 "postgresql-$PG_MAJOR-hll" || true
    fi
    if [[ ! -e /$share/hll.control ]]; then
        say 'hll is not available: comparisons with it are skipped'
    elif [[ ! -e $SERVERS/$PG_MAJOR/$share/hll.control ]]; then # installed after the server was copied
        cp -L "/$lib/hll.so" "$SERVERS/$PG_MAJOR/$lib/"
        cp -L "/$share/"hll[.-]* "$SERVERS/$PG_MAJOR/$share/"
    fi
}

megabytes() { awk -v field="$1:" '$1 == field { print int($2 / 1024) }' /proc/meminfo; }

check_room() {
    local needed=$((ROWS * 3 / 2000)) free
    if [[ " ${phases[*]} " == *' joins '* ]]; then needed=$((needed + 8000)); fi
    free=$(df --output=avail -BM "$CLUSTERS" | tail -n 1 | tr -dc 0-9)
    ((free >= needed)) || die "needs about $needed MB in ${CLUSTERS%/*}, where $free MB are free"
}

# The last wheel of duckdb with the generator of TPC-DS. Without it these queries are left out.
generate_tpcds() {
    say 'generating the tables of TPC-DS'
    if pip_install --target "$BUILD/tpcds" --upgrade duckdb==1.1.3; then
        PYTHONPATH=$BUILD/tpcds "$VENV/bin/python" bench/src/joins/tpcds.py "$OUT/tpcds"
    fi
}

phase() {
    say "$1"
    cluster_run bench "$CARGO_TARGET_DIR/release/bloom_bench" "$1"
}

check_room
install_hll
install_for_tests
say 'building the benchmark'
cargo build --quiet --release -p bloom_bench
"$CARGO_TARGET_DIR/release/bloom_bench" theory # needs no server

buffers=$(($(megabytes MemTotal) / 4))
if ((buffers > 4096)); then buffers=4096; fi
cluster_start bench \
    "shared_buffers = ${buffers}MB" \
    'huge_pages = off' 'work_mem = 4MB' 'hash_mem_multiplier = 2' 'maintenance_work_mem = 1GB' \
    'jit = off' 'max_parallel_workers_per_gather = 0' 'max_parallel_maintenance_workers = 0' \
    'max_locks_per_transaction = 256' 'synchronize_seqscans = off' 'autovacuum = off' 'wal_level = minimal' 'max_wal_senders = 0' \
    'max_wal_size = 32GB' 'checkpoint_timeout = 1h' 'full_page_writes = off'
# What starts it anew, with options of the server as one more word.
export RESTART="$CLUSTERS/bench/bin/pg_ctl restart -s -D $CLUSTERS/bench/data -l $CLUSTERS/bench/log -o"
if is_root; then RESTART="runuser -u postgres -- $RESTART"; fi
# The others make their own tables.
if [[ " ${phases[*]} " =~ \ (ratios|curves|core|crawler|matrix|memory|sizes)\  ]]; then phase data; fi
. scripts/test/bench_live.sh
for phase in "${phases[@]}"; do
    if [[ $phase == core ]]; then
        say 'cargo bench -p bloom_bench'
        CRITERION_HOME=$OUT/criterion cargo bench --quiet -p bloom_bench -- --quiet
    elif [[ $phase == memory || $phase == sizes ]]; then
        # VmHWM counts shared buffers, so there must be few.
        cluster_psql bench -q -c "ALTER SYSTEM SET shared_buffers = '16MB'"
        cluster_stop bench
        cluster_start bench
    elif [[ $phase == joins ]]; then # after those for which there were few
        generate_tpcds
        cluster_psql bench -q -c 'ALTER SYSTEM RESET shared_buffers'
        cluster_stop bench
        cluster_start bench
    fi
    if [[ $phase == live ]]; then
        say "$phase"
        live "$buffers"
    else
        phase "$phase"
    fi
    echo "$phase" >>"$ended"
done
if [[ ! $PHASES ]]; then phase report; fi
rm "$ended"
