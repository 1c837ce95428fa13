//! Whole bitmaps: counting, combining, folding and unfolding.
//!
//! A filter of d*m bits folds to one of m by OR-ing its d parts, exactly, because
//! `(h mod dm) mod m = h mod m`. Unfolding repeats a bitmap d times: every value stays, at the same
//! share of set bits. Of a filter of blocks it is neighbours that are OR-ed, see [`crate::block`].
//!
//! ```
//! use bloom_core::bits;
//! use bloom_core::pattern::Pattern;
//!
//! let large = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]; // bits 8 and 81 of 128
//! let mut small = [0; 8];
//! bits::fold_into(Pattern::Spread, &mut small, &large); // bits 8 and 81 mod 64 = 17
//! assert_eq!(small, [0, 1, 2, 0, 0, 0, 0, 0]);
//! assert_eq!(bits::count_ones(&small), 2);
//! ```

use crate::block::{self, BLOCK_LEN};
use crate::bytes;
use crate::cells::{Bits, Cells};
use crate::interrupt::{Meter, POSITIONS, STEP, steps};
use crate::params::WORD_BITS;
use crate::pattern::Pattern;
use std::ops::Range;

/// Bytes of a word of the bitmap.
pub(crate) const WORD_LEN: usize = (WORD_BITS / 8) as usize;

/// Number of set bits.
#[must_use]
pub fn count_ones(bits: &[u8]) -> u64 {
    steps(bits).map(|step| words(step).map(|word| u64::from(word.count_ones())).sum::<u64>()).sum()
}

/// Whether no bit is set.
#[must_use]
pub fn is_empty(bits: &[u8]) -> bool {
    bytes::is_blank(bits)
}

/// Folds `from` into `into`, OR-ing it part by part: with equal lengths the union.
///
/// The length of `from` must be a whole multiple of that of `into`.
pub fn fold_into(pattern: Pattern, into: &mut [u8], from: &[u8]) {
    if pattern == Pattern::Blocks && from.len() > into.len() {
        return block::fold_into(into, from);
    }
    for_parts(into.len(), from, |range, part| or_words(&mut into[range], part));
}

/// ORs `from`, repeated, into the longer `into`, whose length must be a whole multiple.
pub fn unfold_into(pattern: Pattern, into: &mut [u8], from: &[u8]) {
    if pattern == Pattern::Blocks && from.len() < into.len() {
        return block::unfold_into(into, from);
    }
    let mut meter = Meter::new(STEP);
    for part in into.chunks_exact_mut(from.len()) {
        for (part, from) in part.chunks_mut(STEP).zip(from.chunks(STEP)) {
            or_words(part, from);
            meter.done(from.len());
        }
    }
}

/// ANDs `from`, folded to its length, into `into`.
///
/// The length of `from` must be a whole multiple of that of `into`.
pub fn fold_and_into(pattern: Pattern, into: &mut [u8], from: &[u8]) {
    let mut folded = Folded::new(pattern, from, into.len());
    for start in (0..into.len()).step_by(STRETCH) {
        let end = into.len().min(start + STRETCH);
        let into = &mut into[start..end];
        let folded = folded.stretch(start..end);
        for (into, from) in words_mut(into).iter_mut().zip(folded.as_chunks().0) {
            *into = (u64::from_le_bytes(*into) & u64::from_le_bytes(*from)).to_le_bytes();
        }
    }
}

/// Whether a bit is set once `bits`, whose length must be a whole multiple, are folded to `len` bytes.
pub(crate) fn is_set_folded(pattern: Pattern, len: usize, bits: &[u8], position: u64) -> bool {
    let (byte, parts) = (Bits::byte(position), bits.len() / len);
    let (first, stride) = match pattern {
        Pattern::Spread => (byte, len),
        Pattern::Blocks => (byte / BLOCK_LEN * BLOCK_LEN * parts + byte % BLOCK_LEN, BLOCK_LEN),
    };
    let mut meter = Meter::new(POSITIONS);
    (0..parts).any(|part| {
        meter.done(1);
        bits[first + part * stride] >> (position % 8) & 1 == 1
    })
}

/// Set bits of two bitmaps folded to one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetBits {
    /// Of the first.
    pub first: u64,
    /// Of the second.
    pub second: u64,
    /// Of their union.
    pub either: u64,
}

/// Counts the set bits of two bitmaps, both folded to `len` bytes, without building anything; an empty slice
/// has none.
#[must_use]
pub fn compare_folded(pattern: Pattern, len: usize, first: &[u8], second: &[u8]) -> SetBits {
    let [mut a, mut b] = [first, second].map(|bits| Folded::new(pattern, bits, len));
    let mut counts = SetBits { first: 0, second: 0, either: 0 };
    for start in (0..len).step_by(STRETCH) {
        let stretch = start..len.min(start + STRETCH);
        let (a, b) = (a.stretch(stretch.clone()), b.stretch(stretch));
        for (a, b) in words(a).zip(words(b)) {
            counts.first += u64::from(a.count_ones());
            counts.second += u64::from(b.count_ones());
            counts.either += u64::from((a | b).count_ones());
        }
    }
    counts
}

/// Bytes that fit on the stack while they are folded.
const STRETCH: usize = 512;

/// A bitmap that is folded to some length, a stretch at a time.
struct Folded<'a> {
    pattern: Pattern,
    bits: &'a [u8],
    len: usize,
    buffer: [u8; STRETCH],
    meter: Meter,
}

impl<'a> Folded<'a> {
    fn new(pattern: Pattern, bits: &'a [u8], len: usize) -> Self {
        Self { pattern, bits, len, buffer: [0; STRETCH], meter: Meter::new(STEP) }
    }

    /// The bytes of a range, which begins at a multiple of [`STRETCH`].
    fn stretch(&mut self, range: Range<usize>) -> &[u8] {
        let buffer = &mut self.buffer[..range.len()];
        buffer.fill(0);
        self.meter.done(range.len());
        match self.pattern {
            Pattern::Spread => {
                for part in self.bits.chunks_exact(self.len) {
                    or_words(buffer, &part[range.clone()]);
                    self.meter.done(range.len());
                }
            }
            Pattern::Blocks => {
                let times = self.bits.len() / self.len;
                block::fold_into(buffer, &self.bits[range.start * times..range.end * times]);
                self.meter.done(range.len() * times);
            }
        }
        buffer
    }
}

/// The share of set bits of spread `bits` folded to `len` bytes, looked at on at most `sample` of them.
///
/// Positions are uniform over the bitmap, so any stretch of it is a fair sample.
#[must_use]
pub fn folded_fill(bits: &[u8], len: usize, sample: usize) -> f64 {
    let mut ones = 0;
    let sample = sample.min(len);
    let mut folded = Folded::new(Pattern::Spread, bits, len);
    for start in (0..sample).step_by(STRETCH) {
        ones += count_ones(folded.stretch(start..sample.min(start + STRETCH)));
    }
    ones as f64 / (sample as f64 * 8.0)
}

/// Hands in the parts of `from` of the length `len`, no more than a step at a time, with where in the part
/// that is.
pub(crate) fn for_parts(len: usize, from: &[u8], mut f: impl FnMut(Range<usize>, &[u8])) {
    let mut meter = Meter::new(STEP);
    for part in from.chunks_exact(len) {
        let mut start = 0;
        for step in part.chunks(STEP) {
            f(start..start + step.len(), step);
            start += step.len();
            meter.done(step.len());
        }
    }
}

/// The words of an array.
pub(crate) fn words(bits: &[u8]) -> impl Iterator<Item = u64> {
    bits.as_chunks::<WORD_LEN>().0.iter().map(|word| u64::from_le_bytes(*word))
}

/// The bytes of the words of an array.
pub(crate) fn words_mut(bits: &mut [u8]) -> &mut [[u8; WORD_LEN]] {
    bits.as_chunks_mut().0
}

/// ORs words into others, as many as there are of both.
pub(crate) fn or_words(into: &mut [u8], from: &[u8]) {
    for (into, from) in words_mut(into).iter_mut().zip(from.as_chunks().0) {
        *into = (u64::from_le_bytes(*into) | u64::from_le_bytes(*from)).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;
    use crate::params::Params;
    use crate::probe::Prober;
    use proptest::prelude::*;

    fn filled(bits: u64, hashes: u8, values: &[u64]) -> Vec<u8> {
        let params = Params { bits, hashes };
        let mut bitmap = vec![0; params.bitmap_len()];
        for value in values {
            Prober::new(params).insert::<Bits>(&mut bitmap, Hash::of(&value.to_le_bytes(), 0));
        }
        bitmap
    }

    proptest! {
        #[test]
        fn folding_equals_building_smaller(
            values in prop::collection::vec(any::<u64>(), 0..200), words in 1u64..9, d in 1u64..7, k in 1u8..12
        ) {
            let large = filled(64 * words * d, k, &values);
            let mut folded = vec![0; (8 * words) as usize];
            fold_into(Pattern::Spread, &mut folded, &large);
            prop_assert_eq!(&folded, &filled(64 * words, k, &values));

            let fill = folded_fill(&large, folded.len(), usize::MAX);
            prop_assert_eq!(fill, count_ones(&folded) as f64 / (64 * words) as f64);

            let mut unfolded = vec![0; large.len()];
            unfold_into(Pattern::Spread, &mut unfolded, &folded);
            prop_assert_eq!(count_ones(&unfolded), d * count_ones(&folded));
            for value in &values {
                let params = Params { bits: 64 * words * d, hashes: k };
                prop_assert!(Prober::new(params).contains::<Bits>(&unfolded, Hash::of(&value.to_le_bytes(), 0)));
            }
            prop_assert_eq!(is_empty(&folded), values.is_empty());
        }
    }
}
