//! Parquet's split blocks, parquet-format's `BloomFilter.md`: XXH64 of the value's plain encoding. One word and blocks,
//! see [`crate::layout::split_block`].

use super::addressing::Addressing;
use super::info::SchemeInfo;
use crate::hash::{Hash, xxh64};

pub(super) const INFO: SchemeInfo =
    SchemeInfo { has_int4: true, ..SchemeInfo::new("parquet", Addressing::SplitBlock) };

#[inline]
pub(super) fn hash(plain: &[u8]) -> Hash {
    Hash { h1: xxh64::hash(plain, 0), h2: 0 }
}

/// The format's own loop.
#[cfg(test)]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn positions(plain: &[u8], params: crate::layout::Params) -> Vec<u64> {
    const SALTS: [u32; 8] =
        [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31];
    let hash = twox_hash::XxHash64::oneshot(0, plain);
    let block = ((hash >> 32) * (params.bits / 256)) >> 32;
    let bits = SALTS.map(|salt| u64::from((hash as u32).wrapping_mul(salt) >> 27));
    (0..8).map(|i| block * 256 + i * 32 + bits[i as usize]).collect()
}
