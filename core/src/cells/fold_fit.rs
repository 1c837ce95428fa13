//! Computes how far a bitmap folds without exceeding its false-positive rate.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::cells::fold_fit::{self, Wanted};
//! use bloom_core::filter::Prober;
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::layout::{BitLayout, Params};
//!
//! // Sized for a million values at 1 %, but holds a thousand.
//! let size = Params { bits: 9_594_880, hashes: 7 };
//! let mut bitmap = vec![0; size.bitmap_len()];
//! for value in 0..1000u64 {
//!     Prober::new(size).insert::<Bits>(&mut bitmap, Hash::of(&value.to_le_bytes(), SEED));
//! }
//! let layout = BitLayout::Classic { wraps: true };
//! let wanted = Wanted { layout, pow2: false, hashes: 7, fpp: 0.01, distinct: 1000.0, more: 0 };
//! let bits = fold_fit::smallest(&bitmap, wanted).unwrap();
//! assert!(bits < 12_000 && size.bits.is_multiple_of(bits));
//! ```

use super::bits::{count_ones, or_words};
use super::fold::{Folded, STRETCH};
use crate::interrupt::{Meter, STEP};
use crate::layout::split_block::{self, BLOCK_LEN, SAME_BITS, WORD};
use crate::layout::{BitLayout, Params, params};

/// Bytes of a bitmap that are read to estimate how dense its fold would be.
const SAMPLE: usize = 1 << 13;

/// Requirements of a folded filter.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Layout of the bits.
    pub layout: BitLayout,
    /// Whether the number of bits must be a power of two.
    pub pow2: bool,
    /// Probes per value.
    pub hashes: u8,
    /// Highest false-positive rate.
    pub fpp: f64,
    /// Approximate number of distinct values in the bitmap: folds too small for them are not tried.
    pub distinct: f64,
    /// Values that will be added to the result.
    pub more: u64,
}

/// Returns the smallest number of bits to which `bitmap` folds at the rate; `None` if even its own is too
/// small.
///
/// Tries all divisors, from the smallest up, as the fill does not always grow with the fold factor.
#[must_use]
pub fn smallest(bitmap: &[u8], wanted: Wanted) -> Option<u64> {
    let Wanted { layout, hashes, fpp, distinct, more, .. } = wanted;
    let units = (bitmap.len() / layout.unit_len()) as u64;
    let load = layout.allowed_load(fpp, hashes);
    let least = distinct * f64::from(hashes) / load / layout.unit() as f64;
    let most_parts = units as f64 / (0.9 * least).max(1.0);
    let keeps = |parts: u64, sampled: bool| {
        let len = (units / parts) as usize * layout.unit_len();
        fpp_of_fold(layout, bitmap, len, hashes, more, sampled) <= fpp
    };
    let fits = |parts: &u64| {
        *parts as f64 <= most_parts
            && (!wanted.pow2 || (units / parts).is_power_of_two())
            && keeps(*parts, true)
            && keeps(*parts, false)
    };
    let parts = divisors(units).into_iter().rev().find(fits)?;
    Some(units / parts * layout.unit())
}

/// Returns the false-positive rate of an array with `bits_set` bits set.
#[must_use]
pub fn rate_of(layout: BitLayout, params: Params, array: &[u8], bits_set: u64) -> f64 {
    match layout {
        BitLayout::Classic { .. } => layout.fpp_of_set(params, bits_set),
        BitLayout::SplitBlock => rate_of_blocks(array),
    }
}

/// Returns the false-positive rate of an array of blocks.
pub(crate) fn rate_of_blocks(array: &[u8]) -> f64 {
    folded_rate(array, array.len(), array.len(), 0.0)
}

/// Returns the rate of an array that is folded to `len` bytes and gets `more` values. If `sampled`, reads only a sample
/// of those bytes and allows for samples that are worse than the whole.
fn fpp_of_fold(layout: BitLayout, array: &[u8], len: usize, hashes: u8, more: u64, sampled: bool) -> f64 {
    let bits = len as u64 * 8;
    let more = more as f64 * f64::from(hashes) / bits as f64;
    let sample = if sampled { SAMPLE } else { usize::MAX };
    match layout {
        BitLayout::Classic { wraps } => {
            let slack = if sampled { 1.05 } else { 1.0 };
            params::fpp_of_fill(bits, hashes, (folded_fill(array, len, sample) + more) / slack, wraps)
        }
        BitLayout::SplitBlock => {
            let slack = if sampled { 2.0 } else { 1.0 };
            folded_rate(array, len, sample, more.min(1.0)) / slack
        }
    }
}

/// Returns the share of set bits of a classic filter folded to `len` bytes; reads at most `sample` of them:
/// positions are uniform over the bitmap, so any stretch is a fair sample.
#[must_use]
pub fn folded_fill(bits: &[u8], len: usize, sample: usize) -> f64 {
    let mut ones = 0;
    let sample = sample.min(len);
    let mut folded = Folded::new(BitLayout::Classic { wraps: true }, bits, len);
    for start in (0..sample).step_by(STRETCH) {
        ones += count_ones(folded.stretch(start..sample.min(start + STRETCH)));
    }
    ones as f64 / (sample as f64 * 8.0)
}

/// Returns the rate of an array of blocks that is folded to `len` bytes and gets `more` of each word's clear
/// bits set: the mean over the blocks, from at most `sample` bytes of the folded array, and the chance that
/// two values of a block share all bits (see [`split_block::expected_rate`]).
#[must_use]
pub(super) fn folded_rate(array: &[u8], len: usize, sample: usize, more: f64) -> f64 {
    let mut meter = Meter::new(STEP);
    let together = array.len() / len;
    let sample = sample.min(len) / BLOCK_LEN;
    let (mut sum, mut filled) = (0.0, 0.0);
    for from in array.chunks_exact(together * BLOCK_LEN).take(sample) {
        let mut block = [0; BLOCK_LEN];
        for part in from.chunks(BLOCK_LEN) {
            or_words(&mut block, part);
        }
        let share = |word: &[u8; 4]| f64::from(u32::from_le_bytes(*word).count_ones()) / WORD;
        let shares = block.as_chunks().0.iter().map(|word| share(word) + (1.0 - share(word)) * more);
        filled += shares.clone().sum::<f64>();
        sum += shares.product::<f64>();
        meter.done(from.len());
    }
    let words = sample as f64 * f64::from(split_block::WORDS);
    let load = -WORD * (-filled / words).ln_1p();
    (sum / sample as f64 + load * SAME_BITS).min(1.0)
}

/// Returns all divisors of a number, ascending.
fn divisors(number: u64) -> Vec<u64> {
    let small: Vec<u64> =
        (1..).take_while(|d| d * d <= number).filter(|d| number.is_multiple_of(*d)).collect();
    let large = small.iter().rev().map(|d| number / d).collect::<Vec<_>>();
    let mut all = [small, large].concat();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_all_and_ascending() {
        for number in [1, 2, 36, 97, 20160] {
            let expected: Vec<u64> = (1..=number).filter(|d| number % d == 0).collect();
            assert_eq!(divisors(number), expected);
        }
    }
}
