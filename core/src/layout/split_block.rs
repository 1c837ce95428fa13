//! Split-block layout, that of Parquet: a value's bits lie in one block of 32 bytes, one in each of 8 words.
//!
//! A probe reads one cache line, where a classic filter larger than the caches waits for several. But blocks
//! fill unevenly, so the same rate takes more bits (10.5 per value instead of 9.6 at 1 %, 16.9 instead of
//! 14.4 at 0.1 %), and the classic formulas do not apply.
//!
//! Sources: parquet-format's `BloomFilter.md`; Putze, Sanders and Singler, "Cache-, Hash- and Space-Efficient
//! Bloom Filters" (2007); Apple, "Split block Bloom filters" (2021).

use crate::hash::Hash;

/// Bits of a block.
pub const BLOCK_BITS: u64 = 256;

/// Bytes of a block.
pub const BLOCK_LEN: usize = 32;

/// Bits per value: one in each word of its block.
pub const WORDS: u8 = 8;

/// Bits per word of a block.
pub(crate) const WORD: f64 = 32.0;

/// Chance that two values of one block share all bits: these follow from 32 bits of the hash.
pub(crate) const SAME_BITS: f64 = 1.0 / (1u64 << 32) as f64;

/// The specification's salts.
const SALT: [u32; WORDS as usize] =
    [0x47b6_137b, 0x4497_4d91, 0x8824_ad5b, 0xa2b7_289d, 0x7054_95c7, 0x2df1_424b, 0x9efc_4947, 0x5c6b_fb31];

/// Returns the block of a hash, one of `blocks`.
#[inline]
pub fn of(hash: Hash, blocks: u64) -> u64 {
    ((hash.h1 >> 32) * blocks) >> 32
}

/// Returns the bit of a hash in each word of its block.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn bits_of(hash: Hash) -> [u32; WORDS as usize] {
    let low = hash.h1 as u32;
    SALT.map(|salt| low.wrapping_mul(salt) >> 27)
}

/// Returns the i-th position of a hash in an array of `blocks` blocks.
#[inline]
pub fn position(hash: Hash, blocks: u64, i: u8) -> u64 {
    of(hash, blocks) * BLOCK_BITS + u64::from(i) * 32 + u64::from(bits_of(hash)[usize::from(i)])
}

/// Returns the byte offset of a hash's block.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub fn start(hash: Hash, blocks: u64) -> usize {
    of(hash, blocks) as usize * BLOCK_LEN
}

/// Returns the hash of the value's twin, if it has one: only the value is added, but both are probed for.
#[inline]
pub fn twin(hash: Hash) -> Option<Hash> {
    (hash.h2 != 0).then_some(Hash { h1: hash.h2, h2: 0 })
}

type Block = [[u8; 4]; WORDS as usize];

/// Returns whether all bits of a hash are set in a block. Reads all words, as they share a cache line.
#[inline]
pub fn contains(block: &[u8], hash: Hash) -> bool {
    let Some(words) = block.as_chunks::<4>().0.first_chunk::<{ WORDS as usize }>() else { return false };
    let mut missing = 0;
    for (word, bit) in words.iter().zip(bits_of(hash)) {
        missing |= !u32::from_le_bytes(*word) & (1 << bit);
    }
    missing == 0
}

/// Sets all bits of a hash in its block; returns how many were zero.
#[inline]
pub fn insert(block: &mut [u8], hash: Hash) -> u32 {
    let Some(words) = block.as_chunks_mut::<4>().0.first_chunk_mut() else { return 0 };
    let words: &mut Block = words;
    let mut fresh = 0;
    for (word, bit) in words.iter_mut().zip(bits_of(hash)) {
        let old = u32::from_le_bytes(*word);
        fresh += (!old >> bit) & 1;
        *word = (old | 1 << bit).to_le_bytes();
    }
    fresh
}

/// Returns the expected rate of `blocks` blocks that hold `count` values.
///
/// With j values in a block, a given bit of a word is zero with probability `(31/32)^j`; j has a binomial
/// distribution, so the rate is the mean of `(1 - (31/32)^j)^8` over it. All eight bits follow from 32 bits
/// of the hash, so two values of one block share all of them in one of 2^32 cases, not of 2^40.
#[must_use]
pub fn expected_rate(blocks: u64, count: f64) -> f64 {
    let load = count / blocks as f64;
    if count <= 0.0 {
        return 0.0;
    }
    // If all blocks are nearly full, the distribution makes no difference.
    if load > 600.0 || blocks == 1 {
        return misses(load);
    }
    let odds = 1.0 / (blocks as f64 - 1.0);
    // With less than one value per block the sum has few terms, and a dozen deviations cover all that matter.
    let last = (load + 12.0 * load.sqrt() + 40.0).min(count) as u64;
    let mut chance = (count * (-1.0 / blocks as f64).ln_1p()).exp();
    let mut sum = 0.0;
    for j in 0..=last {
        sum += chance * misses(j as f64);
        chance *= (count - j as f64).max(0.0) / (j as f64 + 1.0) * odds;
    }
    (sum + load * SAME_BITS).min(1.0)
}

/// Returns the rate of a block that holds `values` values.
fn misses(values: f64) -> f64 {
    (-(values * (-1.0 / WORD).ln_1p()).exp_m1()).powi(WORDS.into())
}

/// Returns how many values this many blocks can hold at a rate.
#[must_use]
pub fn most_values(blocks: u64, fpp: f64) -> f64 {
    let (mut low, mut high) = (0.0, 64.0 * WORD * blocks as f64);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if expected_rate(blocks, middle) <= fpp { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fold_fit::rate_of_blocks;
    use proptest::prelude::*;

    fn hash(value: u64) -> Hash {
        Hash { h1: crate::hash::xxh64::hash(&value.to_le_bytes(), 0), h2: 0 }
    }

    fn filled(blocks: u64, values: impl Iterator<Item = u64>) -> Vec<u8> {
        let mut array = vec![0; blocks as usize * BLOCK_LEN];
        for value in values {
            insert(&mut array[start(hash(value), blocks)..], hash(value));
        }
        array
    }

    /// If all blocks were equally full, 9.7 bits per value would give 1 %; unequal blocks give 1.5 %.
    #[test]
    fn rates_are_those_of_blocks_that_are_not_equally_full() {
        let bits = |fpp: f64| BLOCK_BITS as f64 * 1e6 / most_values(1_000_000, fpp);
        for (fpp, expected) in [(0.1, 5.96), (0.01, 10.52), (0.001, 16.88), (0.0001, 26.35)] {
            assert!((bits(fpp) / expected - 1.0).abs() < 0.005, "{fpp}: {}", bits(fpp));
        }
    }

    #[test]
    fn measured_rates_are_the_expected_ones() {
        for (blocks, count) in [(1, 20), (3, 70), (100, 2400), (4000, 60_000), (4000, 200_000)] {
            let (mut passed, mut by_bits) = (0, 0.0);
            let sets = 200_000 / count + 1;
            for set in 0..sets {
                let base = set * 1_000_000_000;
                let array = filled(blocks, base..base + count);
                by_bits += rate_of_blocks(&array) / sets as f64;
                for value in base + count..base + count + 1_000_000 / sets {
                    passed += u64::from(contains(&array[start(hash(value), blocks)..], hash(value)));
                }
            }
            let measured = passed as f64 / (1_000_000 / sets * sets) as f64;
            let expected = expected_rate(blocks, count as f64);
            let error = 5.0 * (expected / 1e6).sqrt() + 0.03 * expected;
            assert!((measured - expected).abs() < error, "{blocks} {count}: {measured} for {expected}");
            assert!((by_bits - expected).abs() < error, "{blocks} {count}: {by_bits} for {expected}");
        }
    }

    proptest! {
        #[test]
        fn rates_grow_with_the_values(blocks in 1u64..100_000, load in 0.01f64..100.0) {
            let count = (load * blocks as f64).ceil();
            let rate = expected_rate(blocks, count);
            prop_assert!((0.0..=1.0).contains(&rate) && rate <= expected_rate(blocks, count + 1.0));
            let most = most_values(blocks, 0.01);
            prop_assert!(expected_rate(blocks, most) <= 0.01);
            prop_assert!(expected_rate(blocks, most * 1.01 + 1e-3) > 0.0099);
        }
    }
}
