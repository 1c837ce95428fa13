//! Sizes of classic filters and the rates to expect of them.
//!
//! For n values, m bits and k probes the textbook gives m = -n ln p / (ln 2)^2, k = (m/n) ln 2 and the rate p
//! = (1 - e^(-kn/m))^k (Bloom 1970; Broder and Mitzenmacher 2004). *Small* filters measure more, for two
//! reasons, and [`Params::for_capacity`] allows for both:
//!
//! * the share of set bits varies: the mean of its k-th power exceeds that of its mean (Bose et al. 2008);
//! * probes h1 + i*h2 are not independent: a step that is a small fraction of m visits few different bits,
//!   and two values may share a step (the excess vanishes like 1/m, Kirsch and Mitzenmacher 2006; without
//!   this allowance 100 values at 0.0001 would measure 3 times the rate).
//!
//! ```
//! use bloom_core::layout::Params;
//! use bloom_core::layout::params::expected_fpp;
//!
//! let size = Params::for_capacity(1_000_000, 0.01)?;
//! assert_eq!((size.bits, size.hashes), (9_593_024, 7)); // 9.6 bits a value
//! assert!(expected_fpp(size.bits, size.hashes, 1_000_000) <= 0.01);
//! assert!(expected_fpp(size.bits, size.hashes, 2_000_000) > 0.15); // what too many values do
//! # Ok::<(), bloom_core::Error>(())
//! ```

use crate::bytes;
use crate::error::{Error, Result};

/// Bits of a word; sizes are whole words.
pub const WORD_BITS: u64 = 64;

/// Most probes per value: the format stores the number in one byte.
pub const MAX_HASHES: u8 = u8::MAX;

/// Most bits: PostgreSQL's largest value (1 GB - 1), less 4 KB for headers and the build buffer.
pub const MAX_BITS: u64 = bytes::MAX_BITS;

/// Size of a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// Number of bits m, a multiple of [`WORD_BITS`], at most [`MAX_BITS`].
    pub bits: u64,
    /// Number of probes per value k, at least 1.
    pub hashes: u8,
}

impl Params {
    /// Returns the smallest filter whose rate is at most `fpp` when it holds `capacity` distinct values.
    ///
    /// # Errors
    /// [`Error::Fpp`] outside (0, 1), [`Error::Capacity`] for 0, [`Error::TooLarge`].
    pub fn for_capacity(capacity: u64, fpp: f64) -> Result<Self> {
        Self::for_sums(capacity, fpp, true)
    }

    /// [`Params::for_capacity`], of sums that may pass the highest one or not.
    pub(super) fn for_sums(capacity: u64, fpp: f64, wraps: bool) -> Result<Self> {
        check_fpp(fpp)?;
        if capacity == 0 {
            return Err(Error::Capacity(0));
        }
        // More probes than twice the textbook's best, log2(1/p), never pay.
        let most_hashes = (2.0 - 2.0 * fpp.log2()).clamp(1.0, f64::from(MAX_HASHES)) as u8;
        let mut best: Option<Self> = None;
        for hashes in 1..=most_hashes {
            let most = best.map_or(MAX_BITS, |b| b.bits - WORD_BITS) / WORD_BITS;
            let fits = |words: u64| rate_of_sums(words * WORD_BITS, hashes, capacity, wraps) <= fpp;
            if most == 0 || !fits(most) {
                continue;
            }
            // The textbook's size for this k is slightly too small: gallop up from there, then bisect.
            let mut low = textbook_words(capacity, fpp, hashes).clamp(1, most);
            let (mut high, mut step) = (low, 1);
            while !fits(high) {
                low = high + 1;
                high = (high + step).min(most);
                step *= 2;
            }
            while low < high {
                let middle = low.midpoint(high);
                if fits(middle) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            best = Some(Self { bits: low * WORD_BITS, hashes });
        }
        best.ok_or_else(|| {
            let keeps = |bits, hashes| rate_of_sums(bits, hashes, capacity, wraps) <= fpp;
            let fits = |bits: u64| (1..=most_hashes).any(|hashes| keeps(bits, hashes));
            Error::TooLarge { bits: bits_beyond(capacity, fpp, fits) }
        })
    }

    /// Checks a size that the caller chose; rounds `bits` up to a multiple of [`WORD_BITS`].
    ///
    /// # Errors
    /// [`Error::Bits`], [`Error::Hashes`], [`Error::TooLarge`].
    pub fn sized(bits: i64, hashes: i64) -> Result<Self> {
        let wanted = u64::try_from(bits).ok().filter(|&b| b > 0).ok_or(Error::Bits(bits))?;
        let hashes = u8::try_from(hashes).ok().filter(|&k| k > 0).ok_or(Error::Hashes(hashes))?;
        if wanted > MAX_BITS {
            return Err(Error::TooLarge { bits: wanted as f64 });
        }
        Ok(Self { bits: wanted.next_multiple_of(WORD_BITS), hashes })
    }

    /// Returns how many times larger than the textbook's size this is, for this capacity and rate.
    ///
    /// Very low rates cost far more than the textbook says. All probes of a value follow from two hashes, and
    /// one value in about m has so small a step that its probes nearly coincide: if one bit is set, all are,
    /// for any k. So the rate stays above about kn/m^2 (see [`real_fpp`]), and m must grow accordingly.
    #[must_use]
    pub fn excess(self, capacity: u64, fpp: f64) -> f64 {
        self.bits as f64 / optimal_bits(capacity, fpp)
    }

    /// Returns the length of the bit array in bytes.
    #[must_use]
    pub fn bitmap_len(self) -> usize {
        (self.bits / 8) as usize
    }
}

/// Returns the greatest common divisor of two sizes: filters of both fold to it.
pub(crate) fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Checks that a rate is between 0 and 1.
///
/// # Errors
/// [`Error::Fpp`] if it is NaN or outside (0, 1).
pub fn check_fpp(fpp: f64) -> Result<f64> {
    if fpp > 0.0 && fpp < 1.0 { Ok(fpp) } else { Err(Error::Fpp(fpp)) }
}

/// Returns the textbook's number of bits, m = -n ln p / (ln 2)^2.
#[must_use]
pub fn optimal_bits(capacity: u64, fpp: f64) -> f64 {
    -(capacity as f64) * fpp.ln() / std::f64::consts::LN_2.powi(2)
}

/// Returns a lower bound of the bits that a filter needs when [`MAX_BITS`] are too few.
pub(crate) fn bits_beyond(capacity: u64, fpp: f64, fits: impl Fn(u64) -> bool) -> f64 {
    let too_few = (0..30).map(|i| MAX_BITS << i).take_while(|bits| !fits(*bits)).last();
    (too_few.unwrap_or(MAX_BITS) as f64).max(optimal_bits(capacity, fpp))
}

/// Returns the words below which k probes cannot have the textbook's rate: m = -kn / ln(1 - p^(1/k)).
fn textbook_words(capacity: u64, fpp: f64, hashes: u8) -> u64 {
    let k = f64::from(hashes);
    (-k * capacity as f64 / (-fpp.powf(k.recip())).ln_1p() / WORD_BITS as f64) as u64
}

/// Returns the textbook's rate, (1 - e^(-kn/m))^k.
#[must_use]
pub fn expected_fpp(bits: u64, hashes: u8, count: u64) -> f64 {
    expected_fill(bits, hashes, count).powi(i32::from(hashes))
}

/// Returns the expected rate of a real filter: the textbook's, plus the excess of small filters.
/// Both corrections are bounds, checked by simulation for 1 to 10,000 values at 0.1 to 0.0001.
#[must_use]
pub fn real_fpp(bits: u64, hashes: u8, count: u64) -> f64 {
    rate_of_sums(bits, hashes, count, true)
}

/// [`real_fpp`], of sums that may pass the highest one or not.
pub(super) fn rate_of_sums(bits: u64, hashes: u8, count: u64, wraps: bool) -> f64 {
    let (m, k, n) = (bits as f64, f64::from(hashes), count as f64);
    let load = k * n / m;
    let fill = expected_fill(bits, hashes, count);
    if fill <= 0.0 || fill >= 1.0 {
        return fill;
    }
    let clear = 1.0 - fill;
    let variance = (clear - clear * clear * (1.0 + load)) / m;
    let varying_fill = 1.0 + k * (k - 1.0) / 2.0 * variance / (fill * fill);
    (fill.powi(i32::from(hashes)) * varying_fill + dependent_probes(bits, hashes, n, fill, wraps)).min(1.0)
}

/// Returns a bound of the rate that k probes exceed fill^k by, because they all follow from two hashes, in a
/// filter of `count` values with this share of set bits, above 0 and below 1.
///
/// The terms are those of the module: few different positions, and a step that two values share (Kirsch and
/// Mitzenmacher 2006 bound their sum by O(1/m); the constants come from simulations, see [`real_fpp`]).
/// `wraps` says whether the sums h1 + i*h2 of a value may pass the highest one.
fn dependent_probes(bits: u64, hashes: u8, count: f64, fill: f64, wraps: bool) -> f64 {
    if hashes == 1 {
        return 0.0;
    }
    let (m, k) = (bits as f64, f64::from(hashes));
    let odds = fill / (1.0 - fill);
    // Passing 2^63 shifts a sequence by 2^63 mod m: new positions, if m has a large odd factor.
    let odd_part = bits >> bits.trailing_zeros();
    let shifted = if !wraps || odd_part < u64::from(hashes) { 1.0 } else { -2.0 / ((k - 1.0) * fill.ln()) };
    let few_positions = odds * shifted.min(1.0);
    let shared_step = 2.0 * count / m * (1.0 + 2.0 * odds);
    (few_positions + shared_step) / m
}

/// Returns the expected share of set bits, 1 - e^(-kn/m).
fn expected_fill(bits: u64, hashes: u8, count: u64) -> f64 {
    -(-f64::from(hashes) * count as f64 / bits as f64).exp_m1()
}

/// Estimates the number of distinct values that set `bits_set` of `bits`: n = -(m/k) ln(1 - X/m) (Swamidass
/// and Baldi 2007). A full filter counts as half a bit short of full, which keeps the result finite.
#[must_use]
pub fn estimate_count(bits: u64, hashes: u8, bits_set: u64) -> f64 {
    let (m, k) = (bits as f64, f64::from(hashes));
    let set = (bits_set as f64).min(m - 0.5);
    -m / k * (-set / m).ln_1p()
}

/// Returns the rate of a filter with `bits_set` bits set: (X/m)^k, plus the excess of dependent probes.
#[must_use]
pub fn current_fpp(bits: u64, hashes: u8, bits_set: u64) -> f64 {
    fpp_of_fill(bits, hashes, bits_set as f64 / bits as f64, true)
}

/// Returns the rate of a filter with this share of set bits; see [`current_fpp`] and [`dependent_probes`].
pub(crate) fn fpp_of_fill(bits: u64, hashes: u8, fill: f64, wraps: bool) -> f64 {
    if fill <= 0.0 || fill >= 1.0 {
        return fill.clamp(0.0, 1.0);
    }
    let count = -(-fill).ln_1p() * bits as f64 / f64::from(hashes);
    let independent = fill.powi(i32::from(hashes));
    // The excess is only of values that are not positive anyway.
    (independent + (1.0 - independent) * dependent_probes(bits, hashes, count, fill, wraps)).min(1.0)
}

/// Returns the load kn/m, at most `most`, at which a filter of this size has the rate `fpp`.
pub(super) fn allowed_load(bits: u64, hashes: u8, fpp: f64, most: f64, wraps: bool) -> f64 {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let fill = -(-middle).exp_m1();
        if fpp_of_fill(bits, hashes, fill, wraps) <= fpp { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::BitLayout;
    use proptest::prelude::*;

    #[test]
    fn the_textbook_examples() {
        assert!((expected_fpp(20_000_000, 10, 1_000_000) - 0.000_088_9).abs() < 5e-8);
        assert!((optimal_bits(1_000_000, 0.01) - 9_585_058.4).abs() < 0.1);
        let million = Params::for_capacity(1_000_000, 0.01).unwrap();
        assert!(million.bits <= 9_600_000, "{million:?}");
        assert_eq!(million.hashes, 7);
    }

    #[test]
    fn limits() {
        let largest = 0x3fff_ffff - 4 - 60;
        assert!(MAX_BITS / 8 <= largest && MAX_BITS.is_multiple_of(WORD_BITS));
        assert!(Params::for_capacity(890_000_000, 0.01).is_ok());
        assert!(matches!(Params::for_capacity(900_000_000, 0.01), Err(Error::TooLarge { .. })));
        for fpp in [0.0, 1.0, -0.5, 2.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(Params::for_capacity(1, fpp), Err(Error::Fpp(_))), "{fpp}");
        }
        assert!(matches!(Params::for_capacity(1, f64::MIN_POSITIVE), Err(Error::TooLarge { .. })));
        assert!(Params::for_capacity(1, 1.0 - f64::EPSILON).is_ok());
        assert_eq!(Params::sized(1, 1).unwrap(), Params { bits: 64, hashes: 1 });
        assert_eq!(Params::sized(0, 1), Err(Error::Bits(0)));
        assert_eq!(Params::sized(64, 256), Err(Error::Hashes(256)));
        assert!(matches!(Params::sized(i64::MAX, 1), Err(Error::TooLarge { .. })));
    }

    #[test]
    fn rates_far_below_one_in_m_cost_more_than_the_textbook_says() {
        let excess = |capacity, fpp| Params::for_capacity(capacity, fpp).unwrap().excess(capacity, fpp);
        assert!((1.0..1.01).contains(&excess(1_000_000, 0.01)));
        assert!((1.0..1.1).contains(&excess(1000, 0.001)));
        let absurd = Params::for_capacity(1000, 1e-12).unwrap();
        assert!((800.0..900.0).contains(&absurd.excess(1000, 1e-12)), "{}", absurd.excess(1000, 1e-12));
        assert!(absurd.bitmap_len() > 5_000_000, "for 7 kB by the textbook");
    }

    #[test]
    fn sizes_that_fold() {
        let layout = BitLayout::Classic { wraps: true };
        let words = |count: u64| {
            let smallest = Params::for_capacity(count, 0.01).unwrap();
            let folding = layout.foldable(smallest, count, 0.01, MAX_BITS);
            [smallest, folding].map(|params| params.bits / WORD_BITS)
        };
        assert_eq!(words(18_000), [2699, 2700], "a prime number, and 2^2 3^3 5^2");
        assert_eq!(words(100), [16, 16], "less than 1 % is less than a word");
        let [smallest, large] = words(10_000_000);
        assert!(large.is_multiple_of(5040) && large - smallest <= 5040, "{large}");
        let prime = Params { bits: 2699 * WORD_BITS, hashes: 7 };
        assert_eq!(layout.foldable(prime, 18_000, 0.01, prime.bits), prime, "no larger than it may be");
        assert_eq!(layout.foldable(prime, 18_000, 1e-9, MAX_BITS), prime, "at the rate");
    }

    #[test]
    fn estimates_are_finite_and_inverse() {
        assert_eq!(estimate_count(64, 7, 0), 0.0);
        assert!(estimate_count(64, 7, 64).is_finite());
        let set = (9600.0 * expected_fill(9600, 7, 1000)).round() as u64;
        assert!((estimate_count(9600, 7, set) - 1000.0).abs() < 1.0);
    }

    proptest! {
        #[test]
        fn folding_sizes_cost_little_and_keep_the_rate(n in 1u64..5_000_000, digits in 0.05f64..6.0) {
            let fpp = 10f64.powf(-digits);
            let smallest = Params::for_capacity(n, fpp).unwrap();
            let folding = BitLayout::Classic { wraps: true }.foldable(smallest, n, fpp, MAX_BITS);
            prop_assert!(smallest.bits <= folding.bits && folding.bits <= smallest.bits + smallest.bits / 100);
            prop_assert!(real_fpp(folding.bits, folding.hashes, n) <= fpp);
            prop_assert_eq!(folding.hashes, smallest.hashes);
        }

        #[test]
        fn the_smallest_filter_at_the_best_k(n in 1u64..5_000_000, digits in 0.05f64..6.0) {
            let fpp = 10f64.powf(-digits);
            let Params { bits, hashes } = Params::for_capacity(n, fpp).unwrap();
            prop_assert!(real_fpp(bits, hashes, n) <= fpp);
            prop_assert!(expected_fpp(bits, hashes, n) <= real_fpp(bits, hashes, n));
            for k in 1..=MAX_HASHES {
                prop_assert!(bits == WORD_BITS || real_fpp(bits - WORD_BITS, k, n) > fpp, "{k}");
            }
        }
    }
}
