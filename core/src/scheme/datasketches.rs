//! `BloomFilter` of `org.apache.datasketches.filters.bloomfilter`: two XXH64.

use super::addressing::{Addressing, Reduction};
use super::info::SchemeInfo;
use crate::hash::{Hash, Seed, xxh64};

/// Default seed of DataSketches, the same as in its other sketches.
const SEED: u32 = 9001;

pub(super) const INFO: SchemeInfo = SchemeInfo {
    seed_bits: 64,
    default_seed: Some(Seed::of(SEED)),
    ..SchemeInfo::new("datasketches", Addressing::Sums(Reduction::Shift1))
};

#[inline]
pub(super) fn hash(canonical: &[u8], seed: Seed) -> Hash {
    let first = xxh64::hash(canonical, seed.low64());
    let step = xxh64::hash(canonical, first);
    Hash { h1: first.wrapping_add(step), h2: step }
}

/// Java's `updateInternal`.
#[cfg(test)]
pub(super) fn positions(canonical: &[u8], seed: Seed, params: crate::layout::Params) -> Vec<u64> {
    let h0 = twox_hash::XxHash64::oneshot(seed.low64(), canonical);
    let h1 = twox_hash::XxHash64::oneshot(h0, canonical);
    let sums = (1..=u64::from(params.hashes)).map(|i| h0.wrapping_add(i.wrapping_mul(h1)));
    sums.map(|sum| (sum >> 1) % params.bits).collect()
}
