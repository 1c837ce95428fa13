//! Guava's `MURMUR128_MITZ_32`, its only strategy before version 17.

use super::addressing::{Addressing, Reduction, flipped32};
use super::info::SchemeInfo;
use crate::hash::{Hash, Seed};

pub(super) const INFO: SchemeInfo =
    SchemeInfo { has_int4: true, ..SchemeInfo::new("mitz32", Addressing::Sums(Reduction::Flip32)) };

#[inline]
pub(super) fn hash(canonical: &[u8], seed: Seed) -> Hash {
    let both = Hash::of(canonical, seed.low32()).h1;
    flipped32(both, both >> 32)
}

/// Guava's own loop.
#[cfg(test)]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn positions(canonical: &[u8], seed: Seed, params: crate::layout::Params) -> Vec<u64> {
    let both = Hash::of(canonical, seed.low32()).h1;
    let (hash1, hash2) = (both as i32, (both >> 32) as i32);
    super::spark1::flipped(hash1, hash2, params)
}
