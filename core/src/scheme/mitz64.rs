//! Guava's `MURMUR128_MITZ_64`, the default.

use super::addressing::{Addressing, Reduction};
use super::info::SchemeInfo;
use crate::hash::{Hash, Seed};

pub(super) const INFO: SchemeInfo =
    SchemeInfo { has_int4: true, ..SchemeInfo::new("mitz64", Addressing::Sums(Reduction::Mask63)) };

#[inline]
pub(super) fn hash(canonical: &[u8], seed: Seed) -> Hash {
    Hash::of(canonical, seed.low32())
}

/// Guava's own loop.
#[cfg(test)]
pub(super) fn positions(hash: Hash, params: crate::layout::Params) -> Vec<u64> {
    let mut combined = hash.h1.cast_signed();
    (0..params.hashes)
        .map(|_| {
            let position = (combined & i64::MAX) % params.bits.cast_signed();
            combined = combined.wrapping_add(hash.h2.cast_signed());
            position.cast_unsigned()
        })
        .collect()
}
