//! Fits whole bitmaps to another size: folds or unfolds them.
//!
//! A classic filter of d*m bits folds to m by OR-ing its d parts: exactly, as `(h mod dm) mod m = h mod m`. A
//! split-block filter folds by OR-ing neighboring blocks: exactly, as `floor(floor(x) / d) = floor(x / d)`.
//! Unfolding repeats a bitmap, or each block, d times: all values stay, at the same share of set bits, and
//! folding the result gives the bitmap again. One size must be a whole multiple of the other.
//!
//! ```
//! use bloom_core::cells::{bits, fold};
//! use bloom_core::layout::BitLayout;
//!
//! let large = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]; // bits 8 and 81 of 128
//! let mut small = [0; 8];
//! fold::fit_into(BitLayout::Classic { wraps: true }, &mut small, &large); // bits 8 and 81 mod 64 = 17
//! assert_eq!(small, [0, 1, 2, 0, 0, 0, 0, 0]);
//! let mut unfolded = [0; 16];
//! fold::fit_into(BitLayout::Classic { wraps: true }, &mut unfolded, &small);
//! assert_eq!(bits::count_ones(&unfolded), 4); // bits 8, 17, 72 and 81
//! ```

use super::bits::{fold_by, or_words, unfold_by, words, words_mut};
use super::{Bits, Cells};
use crate::interrupt::{Meter, POSITIONS, STEP};
use crate::layout::BitLayout;
use crate::layout::split_block::BLOCK_LEN;
use std::ops::Range;

/// ORs `from`, fitted to the length of `into`, into it.
pub fn fit_into(layout: BitLayout, into: &mut [u8], from: &[u8]) {
    let is_classic = matches!(layout, BitLayout::Classic { .. });
    if from.len() == into.len() || is_classic && from.len().is_multiple_of(into.len()) {
        fold_by(into, from, or_words);
    } else if is_classic && into.len().is_multiple_of(from.len()) {
        unfold_by(into, from, or_words);
    } else {
        fit_by(layout, into, from, or_words);
    }
}

/// ANDs `from`, fitted to the length of `into`, into it.
pub fn fit_and_into(layout: BitLayout, into: &mut [u8], from: &[u8]) {
    fit_by(layout, into, from, |into, from| {
        for (into, from) in words_mut(into).iter_mut().zip(from.as_chunks().0) {
            *into = (u64::from_le_bytes(*into) & u64::from_le_bytes(*from)).to_le_bytes();
        }
    });
}

/// Fits `from` to the length of `into`: `apply` combines parts of one length.
fn fit_by(layout: BitLayout, into: &mut [u8], from: &[u8], apply: impl Fn(&mut [u8], &[u8])) {
    let len = if from.is_empty() { into.len() } else { into.len().min(from.len()) };
    let (mut folded, times, mut meter) = (Folded::new(layout, from, len), into.len() / len, Meter::new(STEP));
    for start in (0..len).step_by(STRETCH) {
        let end = len.min(start + STRETCH);
        let folded = folded.stretch(start..end);
        match layout {
            BitLayout::Classic { .. } => {
                for part in into.chunks_exact_mut(len) {
                    apply(&mut part[start..end], folded);
                    meter.done(folded.len());
                }
            }
            BitLayout::SplitBlock => {
                let repeated = into[start * times..end * times].chunks_exact_mut(times * BLOCK_LEN);
                for (into, block) in repeated.zip(folded.chunks_exact(BLOCK_LEN)) {
                    for into in into.chunks_mut(STEP) {
                        into.chunks_exact_mut(BLOCK_LEN).for_each(|into| apply(into, block));
                        meter.done(into.len());
                    }
                }
            }
        }
    }
}

/// Returns whether a bit is set after `bits` are fitted to `len` bytes.
pub(crate) fn is_set_fitted(layout: BitLayout, len: usize, bits: &[u8], position: u64) -> bool {
    let mut meter = Meter::new(POSITIONS);
    layout.fitted(position, len as u64 * 8, bits.len() as u64 * 8).any(|position| {
        meter.done(1);
        Bits::test(bits, position) & 1 == 1
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
                let bits = &self.bits[range.start * times..range.end * times];
                for (block, from) in
                    buffer.chunks_exact_mut(BLOCK_LEN).zip(bits.chunks_exact((times * BLOCK_LEN).max(1)))
                {
                    for from in from.chunks(STEP) {
                        from.chunks_exact(BLOCK_LEN).for_each(|from| or_words(block, from));
                        self.meter.done(from.len());
                    }
                }
            }
        }
        buffer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            fit_into(layout, &mut folded, &large);
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
            fit_into(layout, &mut unfolded, &small);
            prop_assert_eq!(count_ones(&unfolded), d * count_ones(&small));
            prop_assert!(hashes.iter().all(|hash| prober.contains::<Bits>(&unfolded, *hash)));
            folded.fill(0);
            fit_into(layout, &mut folded, &unfolded);
            prop_assert_eq!(folded, small);
        }

        #[test]
        fn fitting_goes_bit_by_bit(
            values in prop::collection::vec(any::<u64>(), 0..60), units in 1u64..6, times in 1u64..9, grows: bool, blocks: bool,
        ) {
            let scheme = if blocks { Scheme::Parquet } else { Scheme::Mitz64 };
            let layout = scheme.layout();
            let params = |units: u64| Params { bits: units * layout.unit(), hashes: layout.fixed_hashes().unwrap_or(4) };
            let (small, large) = (params(units), params(units * times));
            let (own, other) = if grows { (small, large) } else { (large, small) };
            let [mut bitmap, mut fitted] = [own, other].map(|params| vec![0; params.bitmap_len()]);
            let hashes: Vec<Hash> =
                values.iter().map(|value| scheme.hash(&value.to_le_bytes(), Seed::ZERO)).collect();
            Prober::of(scheme, own).insert_all::<Bits>(&mut bitmap, &hashes);
            fit_into(layout, &mut fitted, &bitmap);
            prop_assert!(hashes.iter().all(|hash| Prober::of(scheme, other).contains::<Bits>(&fitted, *hash)));
            let mut by_and = vec![0xff; fitted.len()];
            fit_and_into(layout, &mut by_and, &bitmap);
            prop_assert_eq!(&by_and, &fitted);
            let mut one_by_one = vec![0; fitted.len()];
            for position in (0..own.bits).filter(|position| Bits::test(&bitmap, *position) & 1 == 1) {
                layout.fitted(position, own.bits, other.bits).for_each(|at| { Bits::add(&mut one_by_one, at); });
            }
            prop_assert_eq!(&one_by_one, &fitted);
            for position in 0..other.bits {
                let is_set = Bits::test(&fitted, position) & 1 == 1;
                prop_assert_eq!(is_set_fitted(layout, fitted.len(), &bitmap, position), is_set);
            }
        }
    }
}
