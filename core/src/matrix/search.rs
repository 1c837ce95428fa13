//! Searches for the columns that may hold a value, by ANDing rows.

use super::view::full_row;
use crate::cells::bits::{WORD_LEN, or_words, words, words_mut};
use std::ops::Range;

/// Columns that may hold a value, a bit for each; each row removes some.
#[derive(Debug)]
pub struct Candidates<'b> {
    bits: &'b mut [u8],
    /// The range of bytes that still has candidates.
    within: Range<usize>,
}

impl<'b> Candidates<'b> {
    /// Makes all columns candidates, in `bits` of the length of a row.
    pub fn all(columns: u64, bits: &'b mut [u8]) -> Self {
        full_row(columns, bits);
        Self { within: 0..bits.len(), bits }
    }

    /// Returns the range of bytes to AND with the next row; empty if no candidates are left.
    #[must_use]
    pub fn within(&self) -> Range<usize> {
        self.within.clone()
    }

    /// Keeps the candidates whose bits are set in `row`, the [`Candidates::within`] range of a row.
    pub fn keep(&mut self, row: &[u8]) {
        let here = &mut self.bits[self.within.clone()];
        for (candidates, row) in words_mut(here).iter_mut().zip(row.as_chunks().0) {
            *candidates = (u64::from_le_bytes(*candidates) & u64::from_le_bytes(*row)).to_le_bytes();
        }
        let words = here.as_chunks::<WORD_LEN>().0;
        let (start, is_set) = (self.within.start, |word: &[u8; WORD_LEN]| *word != [0; WORD_LEN]);
        let first = words.iter().position(is_set).unwrap_or(0);
        let end = words.iter().rposition(is_set).map_or(first, |last| last + 1);
        self.within = start + first * WORD_LEN..start + end * WORD_LEN;
    }

    /// Removes all candidates.
    pub fn none(&mut self) {
        self.bits[self.within.clone()].fill(0);
        self.within = self.within.start..self.within.start;
    }

    /// Adds the candidates of another search of the same matrix.
    pub fn add(&mut self, other: &Candidates<'_>) {
        or_words(self.bits, other.bits);
        let both = [&self.within, &other.within].into_iter().filter(|within| !within.is_empty());
        let ends = both.map(|within| (within.start, within.end));
        let hull = ends.reduce(|(a, b), (start, end)| (a.min(start), b.max(end)));
        self.within = hull.map_or(self.within.clone(), |(start, end)| start..end);
    }

    /// Copies the candidates to the bytes of another row.
    pub fn copy<'c>(&self, bits: &'c mut [u8]) -> Candidates<'c> {
        bits.copy_from_slice(self.bits);
        Candidates { bits, within: self.within.clone() }
    }

    /// Adds the candidates to `found`, the result of another search of the same matrix.
    pub fn join(&self, found: &mut [u8]) {
        or_words(found, self.bits);
    }
}

/// Returns the columns whose bits are set in the bytes of a row.
pub fn columns(row: &[u8]) -> impl Iterator<Item = u64> {
    words(row).zip(0..).flat_map(|(mut word, i)| {
        std::iter::from_fn(move || {
            let lowest = (word != 0).then(|| u64::from(word.trailing_zeros()));
            word &= word.wrapping_sub(1);
            lowest.map(|lane| i * 64 + lane)
        })
    })
}
