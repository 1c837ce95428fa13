//! Whole bitmaps: counting, combining, folding and unfolding.
//!
//! A filter of d*m bits folds to one of m by OR-ing its d parts, exactly, because
//! `(h mod dm) mod m = h mod m`. Unfolding repeats a bitmap d times: every value stays, at the same
//! share of set bits.

use crate::params::WORD_BITS;

/// Bytes of a word of the bitmap.
pub const WORD_LEN: usize = (WORD_BITS / 8) as usize;

/// Number of set bits.
#[must_use]
pub fn count_ones(bits: &[u8]) -> u64 {
    words(bits).map(|word| u64::from(word.count_ones())).sum()
}

/// Whether no bit is set.
#[must_use]
pub fn is_empty(bits: &[u8]) -> bool {
    words(bits).all(|word| word == 0)
}

/// Folds `from` into `into`, OR-ing it part by part: with equal lengths the union.
///
/// The length of `from` must be a whole multiple of that of `into`.
pub fn fold_into(into: &mut [u8], from: &[u8]) {
    for part in from.chunks_exact(into.len()) {
        or_words(into, part);
    }
}

/// ORs `from`, repeated, into the longer `into`, whose length must be a whole multiple.
pub fn unfold_into(into: &mut [u8], from: &[u8]) {
    for part in into.chunks_exact_mut(from.len()) {
        or_words(part, from);
    }
}

/// The share of set bits of `bits` folded to `len` bytes, looked at on at most `sample` of them.
///
/// Positions are uniform over the bitmap, so any stretch of it is a fair sample.
#[must_use]
pub fn folded_fill(bits: &[u8], len: usize, sample: usize) -> f64 {
    const STRETCH: usize = 512;
    let mut ones = 0;
    let sample = sample.min(len);
    let mut buffer = [0u8; STRETCH];
    for start in (0..sample).step_by(STRETCH) {
        let stretch = &mut buffer[..STRETCH.min(sample - start)];
        stretch.fill(0);
        for part in bits.chunks_exact(len) {
            or_words(stretch, &part[start..start + stretch.len()]);
        }
        ones += count_ones(stretch);
    }
    ones as f64 / (sample as f64 * 8.0)
}

fn words(bits: &[u8]) -> impl Iterator<Item = u64> {
    bits.as_chunks::<WORD_LEN>().0.iter().map(|word| u64::from_le_bytes(*word))
}

fn or_words(into: &mut [u8], from: &[u8]) {
    let (into, from) = (into.as_chunks_mut::<WORD_LEN>().0, from.as_chunks::<WORD_LEN>().0);
    for (into, from) in into.iter_mut().zip(from) {
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
            Prober::new(params).insert(&mut bitmap, Hash::of(&value.to_le_bytes(), 0));
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
            fold_into(&mut folded, &large);
            prop_assert_eq!(&folded, &filled(64 * words, k, &values));

            let fill = folded_fill(&large, folded.len(), usize::MAX);
            prop_assert_eq!(fill, count_ones(&folded) as f64 / (64 * words) as f64);

            let mut unfolded = vec![0; large.len()];
            unfold_into(&mut unfolded, &folded);
            prop_assert_eq!(count_ones(&unfolded), d * count_ones(&folded));
            for value in &values {
                let params = Params { bits: 64 * words * d, hashes: k };
                prop_assert!(Prober::new(params).contains(&unfolded, Hash::of(&value.to_le_bytes(), 0)));
            }
            prop_assert_eq!(is_empty(&folded), values.is_empty());
        }
    }
}
