//! How far a bitmap folds.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::fold::{self, Wanted};
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::params::Params;
//! use bloom_core::pattern::Pattern;
//! use bloom_core::probe::Prober;
//!
//! // Made for a million values at 1 %, it holds a thousand.
//! let size = Params { bits: 9_594_880, hashes: 7 };
//! let mut bitmap = vec![0; size.bitmap_len()];
//! for value in 0..1000u64 {
//!     Prober::new(size).insert::<Bits>(&mut bitmap, Hash::of(&value.to_le_bytes(), SEED));
//! }
//! let pattern = Pattern::Spread;
//! let wanted = Wanted { pattern, pow2: false, hashes: 7, fpp: 0.01, distinct: 1000.0, more: 0 };
//! let bits = fold::smallest(&bitmap, wanted).unwrap();
//! assert!(bits < 12_000 && size.bits.is_multiple_of(bits));
//! ```

use crate::pattern::{Pattern, Slack};

/// Bytes of a bitmap looked at to find out about how dense a fold of it would be.
const SAMPLE: usize = 1 << 13;

/// What a fold must keep.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// How the bits lie.
    pub pattern: Pattern,
    /// Whether the number of bits is to be a power of two.
    pub pow2: bool,
    /// Probes per value.
    pub hashes: u8,
    /// Highest false-positive rate.
    pub fpp: f64,
    /// About the number of distinct values in the bitmap: folds too small for them are not tried.
    pub distinct: f64,
    /// Values that will be added to the result.
    pub more: u64,
}

/// The smallest number of bits to which `bitmap` folds at the rate, `None` if not even its own.
///
/// The share of set bits does not simply grow with the number of parts: where they coincide with repeated
/// parts of the bitmap it stays. So all divisors are tried, from the smallest result up.
#[must_use]
pub fn smallest(bitmap: &[u8], wanted: Wanted) -> Option<u64> {
    let Wanted { pattern, hashes, fpp, distinct, more, .. } = wanted;
    let units = (bitmap.len() / pattern.unit_len()) as u64;
    let load = pattern.allowed_load(fpp, hashes);
    let least = distinct * f64::from(hashes) / load / pattern.unit() as f64;
    let most_parts = units as f64 / (0.9 * least).max(1.0);
    let keeps = |parts: u64, sample: usize, slack: Slack| {
        let len = (units / parts) as usize * pattern.unit_len();
        pattern.folded_fits(bitmap, (len, sample), (hashes, fpp), more, slack)
    };
    let fits = |parts: &u64| {
        *parts as f64 <= most_parts
            && (!wanted.pow2 || (units / parts).is_power_of_two())
            && keeps(*parts, SAMPLE, Slack::OfSample)
            && keeps(*parts, usize::MAX, Slack::None)
    };
    let parts = divisors(units).into_iter().rev().find(fits)?;
    Some(units / parts * pattern.unit())
}

/// All divisors, ascending.
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
    use crate::bits;
    use crate::cells::Bits;
    use crate::hash::Hash;
    use crate::params::{Params, current_fpp};
    use crate::probe::Prober;
    use proptest::prelude::*;

    #[test]
    fn divisors_are_all_and_ascending() {
        for number in [1, 2, 36, 97, 20160] {
            let expected: Vec<u64> = (1..=number).filter(|d| number % d == 0).collect();
            assert_eq!(divisors(number), expected);
        }
    }

    proptest! {
        #[test]
        fn the_smallest_fold_keeps_the_rate_and_no_smaller_one_does(
            values in prop::collection::vec(any::<u64>(), 1..300), words in 1..400u64, k in 1..10u8, digits in 0.5..3.0f64
        ) {
            let params = Params { bits: words * 64, hashes: k };
            let mut bitmap = vec![0; params.bitmap_len()];
            for value in &values {
                Prober::new(params).insert::<Bits>(&mut bitmap, Hash::of(&value.to_le_bytes(), 0));
            }
            let fpp = 10f64.powf(-digits);
            let set = bits::count_ones(&bitmap);
            let distinct = crate::params::estimate_count(params.bits, k, set);
            let rate = |bits: u64| {
                let mut folded = vec![0; (bits / 8) as usize];
                bits::fold_into(Pattern::Spread, &mut folded, &bitmap);
                current_fpp(bits, k, bits::count_ones(&folded))
            };
            let wanted = Wanted { pattern: Pattern::Spread, pow2: false, hashes: k, fpp, distinct, more: 0 };
            match smallest(&bitmap, wanted) {
                Some(bits) => prop_assert!(rate(bits) <= fpp * (1.0 + 1e-9)),
                None => prop_assert!(rate(params.bits) > fpp * (1.0 - 1e-9)),
            }
        }
    }
}
