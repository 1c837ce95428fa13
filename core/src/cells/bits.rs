//! Whole bitmaps: counting set bits, access by words.

use crate::bytes;
use crate::interrupt::{Meter, STEP, steps};
use crate::layout::params::WORD_BITS;
use std::ops::Range;

/// Bytes per word of a bitmap.
pub(crate) const WORD_LEN: usize = (WORD_BITS / 8) as usize;

/// Returns the number of set bits.
#[must_use]
pub fn count_ones(bits: &[u8]) -> u64 {
    steps(bits).map(|step| words(step).map(|word| u64::from(word.count_ones())).sum::<u64>()).sum()
}

/// Returns whether no bit is set.
#[must_use]
pub fn is_empty(bits: &[u8]) -> bool {
    bytes::is_blank(bits)
}

/// Passes on the parts of `from` of length `len`, at most a step at a time, each with its range in the part.
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

/// Returns the words of an array.
pub(crate) fn words(bits: &[u8]) -> impl Iterator<Item = u64> {
    bits.as_chunks::<WORD_LEN>().0.iter().map(|word| u64::from_le_bytes(*word))
}

/// Returns the words of an array as bytes.
pub(crate) fn words_mut(bits: &mut [u8]) -> &mut [[u8; WORD_LEN]] {
    bits.as_chunks_mut().0
}

/// ORs words into others, as many as both have.
pub(crate) fn or_words(into: &mut [u8], from: &[u8]) {
    for (into, from) in words_mut(into).iter_mut().zip(from.as_chunks().0) {
        *into = (u64::from_le_bytes(*into) | u64::from_le_bytes(*from)).to_le_bytes();
    }
}
