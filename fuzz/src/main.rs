//! Fuzz targets of `bloom_core`; `scripts/test/fuzz.sh` runs them.
//!
//! All targets are one program, because linking each takes as long as building it. The environment variable `FUZZ`
//! names the target; without it the program prints the names.

// To add a target: write a function that panics on every fault, and add its line below. Scripts of operations are read
// by `script.rs` and compared with `model.rs`. Run it with `make fuzz TIME=600 TARGETS=name`. Then `TARGETS=name
// MINIMIZE=yes scripts/test/fuzz.sh` writes the corpus, one input a line in base64. A finding becomes a test in `core/`
// before it is fixed: the input is in `target/fuzz/artifacts/name/`, and `FUZZ=name target/fuzz/*/release/bloom_fuzz
// FILE` runs it.

#![no_main]

mod decode;
mod model;
mod operations;
mod script;

use bloom_core::exchange::{Guava, Parquet, Spark};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// A fuzz target, which panics if something is wrong with the fuzzer's bytes.
type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("decode_filter", decode::filter),
    ("decode_state", decode::state),
    ("decode_matrix", decode::matrix),
    ("decode_hash", decode::hash),
    ("decode_scheme", decode::scheme),
    ("decode_guava", decode::stream::<Guava>),
    ("decode_spark", decode::stream::<Spark>),
    ("decode_parquet", decode::stream::<Parquet>),
    ("decode_datasketches", decode::datasketches),
    ("filters", operations::filters::run),
    ("counting", operations::counting::run),
    ("builds", operations::builds::run),
    ("states", operations::states::run),
    ("merging", operations::merging::run),
    ("matrices", operations::matrices::run),
    ("exchange", operations::exchange::run),
    ("hashing", operations::hashing::run),
    ("sizes", operations::sizes::run),
];

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ").unwrap_or_else(|_| {
        TARGETS.iter().for_each(|(name, _)| println!("{name}"));
        std::process::exit(0);
    });
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no target {name}")).1
});

fuzz_target!(init: { LazyLock::force(&TARGET); }, |bytes: &[u8]| TARGET(bytes));
