//! Arrays of four-bit counters: the cells of a counting Bloom filter (Fan, Cao, Almeida and Broder 2000).
//!
//! A counter stays at 15 forever, as it no longer knows its count: so removing never causes a false negative.
//!
//! ```
//! use bloom_core::cells::counters;
//!
//! let mut all = [0; 32]; // 64 counters
//! counters::fold_into(&mut all, &[0x21; 32]); // 1 and 2 in turns
//! counters::fold_into(&mut all, &[0xf0; 32]); // 0 and 15: 2 + 15 is 15, for good
//! assert_eq!((counters::get(&all, 0), counters::get(&all, 1)), (1, 15));
//! assert_eq!((counters::count_set(&all), counters::count_saturated(&all)), (64, 32));
//! ```

use super::bits::{WORD_LEN, fold_by, unfold_by, words, words_mut};
use super::fold::STRETCH;
use crate::interrupt::{Meter, STEP, steps};

/// Value at which a counter stays forever.
pub(crate) const SATURATED: u8 = 15;

/// Lowest bit of each counter of a word.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// Low half of each byte.
const HALF: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

#[inline]
#[allow(clippy::cast_possible_truncation)]
fn locate(position: u64) -> (usize, u32) {
    ((position / 2) as usize, (position % 2 * 4) as u32)
}

/// Returns the counter at a position.
#[must_use]
#[inline]
pub fn get(counters: &[u8], position: u64) -> u8 {
    let (byte, shift) = locate(position);
    counters[byte] >> shift & 15
}

/// Increments a counter; returns whether it was zero.
#[inline]
pub(crate) fn increment(counters: &mut [u8], position: u64) -> bool {
    let (byte, shift) = locate(position);
    let counter = counters[byte] >> shift & 15;
    counters[byte] += u8::from(counter < SATURATED) << shift;
    counter == 0
}

/// Decrements a counter unless it is saturated; returns `false`, and changes nothing, if it is zero.
#[inline]
pub(crate) fn decrement(counters: &mut [u8], position: u64) -> bool {
    let (byte, shift) = locate(position);
    let counter = counters[byte] >> shift & 15;
    counters[byte] -= u8::from(0 < counter && counter < SATURATED) << shift;
    counter > 0
}

/// Returns the lowest bit of each counter that is not zero.
pub(super) fn set(word: u64) -> u64 {
    (word | word >> 1 | word >> 2 | word >> 3) & LOWEST
}

/// Returns the lowest bit of each saturated counter.
fn saturated(word: u64) -> u64 {
    word & word >> 1 & word >> 2 & word >> 3 & LOWEST
}

/// Returns the number of counters that are not zero.
#[must_use]
pub fn count_set(counters: &[u8]) -> u64 {
    steps(counters).map(|step| words(step).map(|word| u64::from(set(word).count_ones())).sum::<u64>()).sum()
}

/// Returns the number of saturated counters.
#[must_use]
pub fn count_saturated(counters: &[u8]) -> u64 {
    let of_step = |step| words(step).map(|word| u64::from(saturated(word).count_ones())).sum::<u64>();
    steps(counters).map(of_step).sum()
}

/// Returns the sum of all counters.
#[must_use]
pub fn sum(counters: &[u8]) -> u64 {
    // Two counters add up to at most 30 per byte, so the multiplication sums the bytes without overflow.
    let of_word = |word: u64| ((word & HALF) + (word >> 4 & HALF)).wrapping_mul(ONES) >> 56;
    steps(counters).map(|step| words(step).map(of_word).sum::<u64>()).sum()
}

/// Adds `from`, whose length must be a whole multiple, into `into` part by part; counters saturate.
pub fn fold_into(into: &mut [u8], from: &[u8]) {
    fold_by(into, from, add_words);
}

/// Adds `from`, repeated, into the longer `into`, whose length must be a whole multiple.
pub fn unfold_into(into: &mut [u8], from: &[u8]) {
    unfold_by(into, from, add_words);
}

/// Folds `from`, whose length must be a whole multiple or 0, and subtracts it from `into`; returns whether
/// each counter was large enough. Saturated counters stay saturated.
#[must_use]
pub fn fold_subtract(into: &mut [u8], from: &[u8]) -> bool {
    let len = into.len();
    let (mut contained, mut folded, mut meter) = (true, [0; STRETCH], Meter::new(STEP));
    for (number, into) in into.chunks_mut(STRETCH).enumerate() {
        let (start, folded) = (number * STRETCH, &mut folded[..into.len()]);
        folded.fill(0);
        for part in from.chunks_exact(len) {
            add_words(folded, &part[start..start + into.len()]);
            meter.done(into.len());
        }
        contained &= subtract(into, folded);
        meter.done(into.len());
    }
    contained
}

/// Subtracts `from` from `into`, which has the same length.
fn subtract(into: &mut [u8], from: &[u8]) -> bool {
    let mut contained = true;
    for (into, from) in words_mut(into).iter_mut().zip(from.as_chunks().0) {
        let (a, b) = (u64::from_le_bytes(*into), u64::from_le_bytes(*from));
        let (low, low_contained) = subtract_halves(a & HALF, b & HALF);
        let (high, high_contained) = subtract_halves(a >> 4 & HALF, b >> 4 & HALF);
        *into = (low | high << 4).to_le_bytes();
        contained &= low_contained & high_contained;
    }
    contained
}

/// Subtracts eight counters, one in the low half of each byte, from eight others.
fn subtract_halves(a: u64, b: u64) -> (u64, bool) {
    // Bit 4 of each byte is borrowed and stays set unless b is larger.
    let difference = (a | (ONES << 4)) - b;
    let enough = difference >> 4 & ONES;
    let stays = (a + ONES) >> 4 & ONES;
    ((difference & HALF) | (stays * 15), enough | stays == ONES)
}

fn add_words(into: &mut [u8], from: &[u8]) {
    for (into, from) in words_mut(into).iter_mut().zip(from.as_chunks::<WORD_LEN>().0) {
        let (a, b) = (u64::from_le_bytes(*into), u64::from_le_bytes(*from));
        let low = add_halves(a & HALF, b & HALF);
        let high = add_halves(a >> 4 & HALF, b >> 4 & HALF);
        *into = (low | high << 4).to_le_bytes();
    }
}

/// Adds eight counters each, one in the low half of each byte, saturating at 15.
fn add_halves(a: u64, b: u64) -> u64 {
    let sum = a + b;
    (sum | ((sum >> 4 & ONES) * 15)) & HALF
}

/// Writes one bit per counter, set if it is not zero. `bits` has a quarter of the length of `counters`.
pub fn to_bits(counters: &[u8], bits: &mut [u8]) {
    for (bits, counters) in bits.chunks_mut(STEP / 4).zip(steps(counters)) {
        gather(counters, bits);
    }
}

fn gather(counters: &[u8], bits: &mut [u8]) {
    for (half, word) in bits.as_chunks_mut::<2>().0.iter_mut().zip(words(counters)) {
        // Gather every fourth bit step by step.
        let mut gathered = set(word);
        gathered = (gathered | gathered >> 3) & 0x0303_0303_0303_0303;
        gathered = (gathered | gathered >> 6) & 0x000f_000f_000f_000f;
        gathered = (gathered | gathered >> 12) & 0x0000_00ff_0000_00ff;
        gathered |= gathered >> 24;
        let [first, second, ..] = gathered.to_le_bytes();
        *half = [first, second];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference form: one counter per byte.
    fn one_per_byte(counters: &[u8]) -> Vec<u8> {
        (0..counters.len() as u64 * 2).map(|position| get(counters, position)).collect()
    }

    fn words_of(len: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<u8>> {
        // Full, empty and other halves, each often enough to coincide.
        let byte = prop_oneof![Just(0), Just(0xff), Just(0xf0), Just(0x0e), any::<u8>()];
        prop::collection::vec(prop::array::uniform8(byte), len).prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn whole_arrays_equal_single_counters(a in words_of(6), b in words_of(6)) {
            let (x, y) = (one_per_byte(&a), one_per_byte(&b));
            let mut sum = a.clone();
            fold_into(&mut sum, &b);
            let expected: Vec<u8> = x.iter().zip(&y).map(|(x, y)| (x + y).min(15)).collect();
            prop_assert_eq!(one_per_byte(&sum), expected);

            let mut difference = a.clone();
            let contained = fold_subtract(&mut difference, &b);
            prop_assert_eq!(contained, x.iter().zip(&y).all(|(x, y)| *x == 15 || x >= y));
            if contained {
                let less = |(x, y): (&u8, &u8)| if *x == 15 { 15 } else { x - y };
                prop_assert_eq!(one_per_byte(&difference), x.iter().zip(&y).map(less).collect::<Vec<_>>());
            }

            let mut folded = vec![0; 16];
            fold_into(&mut folded, &a);
            let parts: Vec<&[u8]> = x.chunks(32).collect();
            let expected: Vec<u8> =
                (0..32).map(|i| parts.iter().map(|part| part[i]).sum::<u8>().min(15)).collect();
            prop_assert_eq!(one_per_byte(&folded), expected);

            let mut unfolded = vec![0; 96];
            unfold_into(&mut unfolded, &a);
            prop_assert_eq!(one_per_byte(&unfolded), [x.clone(), x.clone()].concat());

            prop_assert_eq!(count_set(&a), x.iter().filter(|x| **x > 0).count() as u64);
            prop_assert_eq!(super::sum(&a), x.iter().map(|x| u64::from(*x)).sum::<u64>());
            prop_assert_eq!(count_saturated(&a), x.iter().filter(|x| **x == 15).count() as u64);
            let mut bits = vec![0; 12];
            to_bits(&a, &mut bits);
            for (i, x) in x.iter().enumerate() {
                prop_assert_eq!(bits[i / 8] >> (i % 8) & 1 == 1, *x > 0);
            }
        }

        #[test]
        fn counting_up_and_down(mut counters in words_of(2), position in 0..32u64) {
            let before = one_per_byte(&counters);
            let was = before[position as usize];
            prop_assert_eq!(increment(&mut counters, position), was == 0);
            prop_assert_eq!(get(&counters, position), (was + 1).min(15));
            if was < 14 {
                prop_assert!(decrement(&mut counters, position));
                prop_assert_eq!(one_per_byte(&counters), before.clone());
            }
            let was = get(&counters, position);
            prop_assert_eq!(decrement(&mut counters, position), was > 0);
            let now = if was == 15 { 15 } else { was.saturating_sub(1) };
            prop_assert_eq!(get(&counters, position), now);
            let others = |all: &[u8]| all.iter().enumerate().filter(|(i, _)| *i as u64 != position).map(|(_, x)| *x).collect::<Vec<_>>();
            prop_assert_eq!(others(&one_per_byte(&counters)), others(&before));
        }
    }
}
