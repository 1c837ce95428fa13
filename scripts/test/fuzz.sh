#!/usr/bin/env bash
# Fuzzes the pure crate: TIME seconds in all, shared by the TARGETS, or RUNS executions of each, if that is less.
# Each begins with fuzz/corpus/TARGET, which has an input a line, in base64. What makes new paths is kept in
# target/fuzz/corpus, what fails in target/fuzz/artifacts; with MINIMIZE=yes the least that covers the same is written to
# fuzz/corpus, and nothing is fuzzed.
. "$(dirname "$0")/../env.sh"

TIME=${TIME:-60} RUNS=${RUNS:--1}
HOST=$(rustc -vV | sed -n 's/^host: //p')
FUZZ_DIR=$BUILD/fuzz
PROGRAM=$FUZZ_DIR/$HOST/release/bloom_fuzz

# What `cargo fuzz` has nightly do, stable does too. Comparisons are not traced, which halves the speed: the corpus
# has the magic numbers that are found by that. With a --target, build scripts and macros are left alone.
instrumented=(-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table)
say 'building the fuzz targets'
RUSTFLAGS="--cfg fuzzing ${instrumented[*]}" cargo build --quiet --release --locked \
    --manifest-path fuzz/Cargo.toml --target "$HOST" --target-dir "$FUZZ_DIR"

read -ra targets <<<"${TARGETS:-$("$PROGRAM" 2>/dev/null | xargs)}"
rm -rf "$FUZZ_DIR/seeds"
mkdir -p "$FUZZ_DIR"/{artifacts,logs}

# seed TARGET: its inputs, a file each, go into target/fuzz/seeds.
seed() {
    local line n=0 seeds=$FUZZ_DIR/seeds/$1
    mkdir -p "$seeds" "$FUZZ_DIR/corpus/$1"
    [[ -e fuzz/corpus/$1 ]] || return 0 # a new target
    while read -r line; do
        n=$((n + 1))
        base64 --decode <<<"$line" >"$seeds/$n"
    done <"fuzz/corpus/$1"
}

# run TARGET OPTION...: all that it prints goes into a log.
run() { FUZZ=$1 RUST_BACKTRACE=0 "$PROGRAM" "${@:2}" >"$FUZZ_DIR/logs/$1" 2>&1; }

if [[ ${MINIMIZE-} ]]; then
    for target in "${targets[@]}"; do
        new=$FUZZ_DIR/minimized/$target
        seed "$target"
        rm -rf "$new" && mkdir -p "$new"
        # By edges alone: how often each is passed would keep ten times as much.
        run "$target" -set_cover_merge=1 -use_counters=0 "$new" "$FUZZ_DIR/seeds/$target" "$FUZZ_DIR/corpus/$target"
        for input in "$new"/*; do base64 --wrap=0 "$input" && echo; done | sort >"fuzz/corpus/$target"
    done
    exit
fi

number() { sed -n "s/^stat::$1: *//p" "$FUZZ_DIR/logs/$2"; }

seconds=$((TIME / ${#targets[@]})) # of each; none would be no limit
if [[ $seconds -lt 1 ]]; then seconds=1; fi
say "fuzzing ${#targets[@]} targets, at most $seconds seconds each"
printf '%-20s %12s %10s %7s %9s %8s  %s\n' target executions 'a second' edges features corpus result
passed=0 failed=0
for target in "${targets[@]}"; do
    seed "$target"
    mkdir -p "$FUZZ_DIR/artifacts/$target"
    result=ok
    # Scripts end sooner than states with their buffer.
    case $target in *state*) longest=3000 ;; *) longest=300 ;; esac
    run "$target" -max_total_time="$seconds" -runs="$RUNS" -print_final_stats=1 -timeout=300 \
        -max_len=$longest -artifact_prefix="$FUZZ_DIR/artifacts/$target/" \
        "$FUZZ_DIR/corpus/$target" "$FUZZ_DIR/seeds/$target" || result=FAILED
    read -r edges features corpus < <(
        sed -nE 's/^#.* cov: ([0-9]+) ft: ([0-9]+) corp: ([0-9]+).*/\1 \2 \3/p' "$FUZZ_DIR/logs/$target" | tail -n 1
    ) || true
    printf '%-20s %12s %10s %7s %9s %8s  %s\n' "$target" "$(number number_of_executed_units "$target")" \
        "$(number average_exec_per_sec "$target")" "${edges-}" "${features-}" "${corpus-}" "$result"
    if [[ $result == ok ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        grep -aE 'panicked at|^SUMMARY|Test unit written' -A 1 "$FUZZ_DIR/logs/$target" | cut -c1-300 | sed 's/^/    /'
    fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[[ $failed -eq 0 ]]
