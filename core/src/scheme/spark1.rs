//! `BloomFilterImpl` of Spark's `org.apache.spark.util.sketch`: version 1, the only one before Spark 4.1.

use super::addressing::{Addressing, Reduction, flipped32};
use super::info::SchemeInfo;
use crate::hash::{Hash, Seed, murmur32};

pub(super) const INFO: SchemeInfo = SchemeInfo::new("spark1", Addressing::Sums(Reduction::Flip32));

#[inline]
pub(super) fn hash(canonical: &[u8], seed: Seed) -> Hash {
    let (first, step) = pair(canonical, seed);
    flipped32(first.into(), step.into())
}

/// Returns Spark's two hashes; the first one is the seed of the second.
#[inline]
pub(super) fn pair(canonical: &[u8], seed: Seed) -> (u32, u32) {
    let first = murmur32::spark(canonical, seed.low32());
    (first, murmur32::spark(canonical, first))
}

/// Spark's own loop.
#[cfg(test)]
pub(super) fn positions(canonical: &[u8], seed: Seed, params: crate::layout::Params) -> Vec<u64> {
    let (first, second) = pair(canonical, seed);
    flipped(first.cast_signed(), second.cast_signed(), params)
}

/// The loop of Spark and of old versions of Guava, with two hashes of 32 bits.
#[cfg(test)]
pub(super) fn flipped(first: i32, second: i32, params: crate::layout::Params) -> Vec<u64> {
    let flip = |sum: i32| if sum < 0 { !sum } else { sum };
    let sums = (1..=i32::from(params.hashes)).map(|i| first.wrapping_add(i.wrapping_mul(second)));
    sums.map(|sum| i64::from(flip(sum)).cast_unsigned() % params.bits).collect()
}
