#!/usr/bin/env bash
# The Rust crate datasketches 0.6.0: a filter of texts does not hold their bytes, nor one of `u32` the same numbers as `u64`.
# Usual guess: as in DataSketches for Java and C++, which read the same images, a text is hashed as its bytes and an integer
# of any width as 64 bits.
# Behavior: values are hashed by Rust's `Hash`, which ends a text with the byte ff and writes integers in their own width. So
# other languages answer no for what Rust has added.
. "$(dirname "$0")/finding.bash"
cargo_with 'datasketches = { version = "=0.6.0", default-features = false, features = ["bloom"] }' <<'RUST'
use datasketches::bloom::BloomFilterBuilder;
use std::hash::{Hash, Hasher};

/// Bytes and nothing else, as Java's `update(String)` hashes them.
struct Bytes(&'static [u8]);

impl Hash for Bytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.0);
    }
}

fn main() {
    let mut filter = BloomFilterBuilder::with_accuracy(1000, 0.0001).build().unwrap();
    filter.insert("customer");
    filter.insert(42u32);
    println!("as inserted: {} {}", filter.contains(&"customer"), filter.contains(&42u32));
    println!("bytes of the text: {}", filter.contains(&Bytes(b"customer")));
    println!("bytes and ff: {}", filter.contains(&Bytes(b"customer\xff")));
    println!("42 as u64: {}", filter.contains(&42u64));
}
RUST
"$WORK/target/debug/finding" >"$WORK/printed"
seen <<'SEEN'
as inserted: true true
bytes of the text: false
bytes and ff: true
42 as u64: false
SEEN
