//! Whole bitmaps: counting set bits, access by words.

use crate::bytes::is_blank_at_once;
use crate::interrupt::{Meter, STEP, steps};
use crate::layout::params::WORD_BITS;

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
    steps(bits).all(is_blank_at_once)
}

/// Folds `from`, whose length must be a whole multiple, into `into`: `add` combines parts of one length.
pub(super) fn fold_by(into: &mut [u8], from: &[u8], add: impl Fn(&mut [u8], &[u8])) {
    let mut meter = Meter::new(STEP);
    for part in from.chunks_exact(into.len()) {
        for (into, part) in into.chunks_mut(STEP).zip(part.chunks(STEP)) {
            add(into, part);
            meter.done(part.len());
        }
    }
}

/// Unfolds `from` into the longer `into`, whose length must be a whole multiple: `add` combines parts of one length.
pub(super) fn unfold_by(into: &mut [u8], from: &[u8], add: impl Fn(&mut [u8], &[u8])) {
    let mut meter = Meter::new(STEP);
    for part in into.chunks_exact_mut(from.len()) {
        for (part, from) in part.chunks_mut(STEP).zip(from.chunks(STEP)) {
            add(part, from);
            meter.done(from.len());
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
