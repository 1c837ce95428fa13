//! Folds and unfolds whole bitmaps.
//!
//! A classic filter of d*m bits folds to m by OR-ing its d parts: exactly, as `(h mod dm) mod m = h mod m`. A
//! split-block filter folds by OR-ing neighboring blocks: exactly, as `floor(floor(x) / d) = floor(x / d)`.
//! Unfolding repeats a bitmap, or each block, d times: all values stay, at the same share of set bits.
//!
//! ```
//! use bloom_core::cells::{bits, fold};
//! use bloom_core::layout::BitLayout;
//!
//! let large = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]; // bits 8 and 81 of 128
//! let mut small = [0; 8];
//! fold::fold_into(BitLayout::Classic { wraps: true }, &mut small, &large); // bits 8 and 81 mod 64 = 17
//! assert_eq!(small, [0, 1, 2, 0, 0, 0, 0, 0]);
//! assert_eq!(bits::count_ones(&small), 2);
//! ```

use super::bits::{fold_by, or_words, unfold_by, words, words_mut};
use crate::interrupt::{Meter, POSITIONS, STEP};
use crate::layout::BitLayout;
use crate::layout::split_block::BLOCK_LEN;
use std::ops::Range;

/// Folds `from`, whose length must be a whole multiple, into `into` by OR-ing part by part.
pub fn fold_into(layout: BitLayout, into: &mut [u8], from: &[u8]) {
    if layout == BitLayout::SplitBlock && from.len() > into.len() {
        return fold_blocks_into(into, from);
    }
    fold_by(into, from, or_words);
}

/// ORs `from`, repeated, into the longer `into`, whose length must be a whole multiple.
pub fn unfold_into(layout: BitLayout, into: &mut [u8], from: &[u8]) {
    if layout == BitLayout::SplitBlock && from.len() < into.len() {
        return unfold_blocks_into(into, from);
    }
    unfold_by(into, from, or_words);
}

/// Folds blocks: the number of blocks of `into` divides that of `from`.
fn fold_blocks_into(into: &mut [u8], from: &[u8]) {
    let mut meter = Meter::new(STEP);
    let together = (from.len() / into.len().max(1)).max(1);
    if from.is_empty() {
        return;
    }
    for (block, from) in into.chunks_exact_mut(BLOCK_LEN).zip(from.chunks_exact(together * BLOCK_LEN)) {
        for part in from.chunks(BLOCK_LEN) {
            or_words(block, part);
        }
        meter.done(from.len());
    }
}

/// ORs each block of `from`, repeated, into the longer `into`, whose length must be a whole multiple.
fn unfold_blocks_into(into: &mut [u8], from: &[u8]) {
    let mut meter = Meter::new(STEP);
    let times = into.len() / from.len();
    for (into, block) in into.chunks_exact_mut(times * BLOCK_LEN).zip(from.chunks_exact(BLOCK_LEN)) {
        into.chunks_mut(BLOCK_LEN).for_each(|into| or_words(into, block));
        meter.done(into.len());
    }
}

/// Folds `from`, whose length must be a whole multiple, and ANDs it into `into`.
pub fn fold_and_into(layout: BitLayout, into: &mut [u8], from: &[u8]) {
    let mut folded = Folded::new(layout, from, into.len());
    for start in (0..into.len()).step_by(STRETCH) {
        let end = into.len().min(start + STRETCH);
        let into = &mut into[start..end];
        let folded = folded.stretch(start..end);
        for (into, from) in words_mut(into).iter_mut().zip(folded.as_chunks().0) {
            *into = (u64::from_le_bytes(*into) & u64::from_le_bytes(*from)).to_le_bytes();
        }
    }
}

/// Returns whether a bit is set after `bits`, whose length must be a whole multiple, are folded to `len`.
pub(crate) fn is_set_folded(layout: BitLayout, len: usize, bits: &[u8], position: u64) -> bool {
    let (byte, parts) = ((position / 8) as usize, bits.len() / len);
    let (first, stride) = match layout {
        BitLayout::Classic { .. } => (byte, len),
        BitLayout::SplitBlock => (byte / BLOCK_LEN * BLOCK_LEN * parts + byte % BLOCK_LEN, BLOCK_LEN),
    };
    let mut meter = Meter::new(POSITIONS);
    (0..parts).any(|part| {
        meter.done(1);
        bits[first + part * stride] >> (position % 8) & 1 == 1
    })
}

/// Set bits of two bitmaps that were folded to one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetBits {
    /// Set bits of the first bitmap.
    pub first: u64,
    /// Set bits of the second bitmap.
    pub second: u64,
    /// Set bits of their union.
    pub either: u64,
}

/// Counts the set bits of two bitmaps folded to `len` bytes, without writing a third; empty ones have none.
#[must_use]
pub fn compare_folded(layout: BitLayout, len: usize, first: &[u8], second: &[u8]) -> SetBits {
    let [mut a, mut b] = [first, second].map(|bits| Folded::new(layout, bits, len));
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

/// Bytes that are folded at a time, in a buffer on the stack.
pub(super) const STRETCH: usize = 512;

/// Folds a bitmap one stretch at a time.
pub(super) struct Folded<'a> {
    layout: BitLayout,
    bits: &'a [u8],
    len: usize,
    buffer: [u8; STRETCH],
    meter: Meter,
}

impl<'a> Folded<'a> {
    pub fn new(layout: BitLayout, bits: &'a [u8], len: usize) -> Self {
        Self { layout, bits, len, buffer: [0; STRETCH], meter: Meter::new(STEP) }
    }

    /// Returns the folded bytes of a range that begins at a multiple of [`STRETCH`].
    pub fn stretch(&mut self, range: Range<usize>) -> &[u8] {
        let buffer = &mut self.buffer[..range.len()];
        buffer.fill(0);
        self.meter.done(range.len());
        match self.layout {
            BitLayout::Classic { .. } => {
                for part in self.bits.chunks_exact(self.len) {
                    or_words(buffer, &part[range.clone()]);
                    self.meter.done(range.len());
                }
            }
            BitLayout::SplitBlock => {
                let times = self.bits.len() / self.len;
                fold_blocks_into(buffer, &self.bits[range.start * times..range.end * times]);
                self.meter.done(range.len() * times);
            }
        }
        buffer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Bits;
    use crate::cells::bits::{count_ones, is_empty};
    use crate::cells::fold_fit::{folded_fill, folded_rate, rate_of_blocks};
    use crate::filter::Prober;
    use crate::hash::{Hash, Seed};
    use crate::layout::Params;
    use crate::scheme::Scheme;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn folding_equals_building_smaller(
            values in prop::collection::vec(any::<u64>(), 0..200),
            units in 1u64..9, d in 1u64..7, k in 1u8..12, blocks: bool
        ) {
            let scheme = if blocks { Scheme::Parquet } else { Scheme::Mitz64 };
            let layout = scheme.layout();
            let hashes: Vec<Hash> =
                values.iter().map(|value| scheme.hash(&value.to_le_bytes(), Seed::ZERO)).collect();
            let filled = |units: u64| {
                let params = Params { bits: units * layout.unit(), hashes: layout.fixed_hashes().unwrap_or(k) };
                let (prober, mut bitmap) = (Prober::of(scheme, params), vec![0; params.bitmap_len()]);
                prober.insert_all::<Bits>(&mut bitmap, &hashes);
                (prober, bitmap)
            };
            let ((_, small), (prober, large)) = (filled(units), filled(units * d));
            let mut folded = vec![0; small.len()];
            fold_into(layout, &mut folded, &large);
            prop_assert_eq!(&folded, &small);
            prop_assert_eq!(is_empty(&folded), values.is_empty());
            if blocks {
                prop_assert_eq!(folded_rate(&large, small.len(), usize::MAX, 0.0), rate_of_blocks(&small));
                prop_assert_eq!(folded_rate(&large, small.len(), usize::MAX, 1.0), 1.0);
            } else {
                let fill = count_ones(&small) as f64 / (64 * units) as f64;
                prop_assert_eq!(folded_fill(&large, small.len(), usize::MAX), fill);
            }

            let mut unfolded = vec![0; large.len()];
            unfold_into(layout, &mut unfolded, &small);
            prop_assert_eq!(count_ones(&unfolded), d * count_ones(&small));
            prop_assert!(hashes.iter().all(|hash| prober.contains::<Bits>(&unfolded, *hash)));
            folded.fill(0);
            fold_into(layout, &mut folded, &unfolded);
            prop_assert_eq!(folded, small);
        }
    }
}
