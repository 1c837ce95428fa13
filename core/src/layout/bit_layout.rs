//! The layouts of bits, with the sizes, rates and folds of each.

use super::params::{self, MAX_BITS, Params, WORD_BITS, bits_beyond, check_fpp};
use super::split_block::{self, BLOCK_BITS};
use crate::error::{Error, Result};

/// Most units that [`BitLayout::foldable`] adds: one of so many is a multiple of 1 to 10, 12, 14, 15 and 16.
const MOST_MORE: u64 = 5040;

/// Layout of a value's bits in the array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BitLayout {
    /// Spread over the whole array: a classic Bloom filter.
    Classic {
        /// Whether the sums of a value may pass the highest one. If not, nothing shifts the bits of a value whose
        /// step is a fraction of the array, so small filters have higher rates.
        wraps: bool,
    },
    /// In one block: a split-block filter, see [`crate::layout::split_block`].
    SplitBlock,
}

impl BitLayout {
    /// Returns the number of bits that sizes are multiples of.
    #[must_use]
    pub const fn unit(self) -> u64 {
        match self {
            Self::Classic { .. } => WORD_BITS,
            Self::SplitBlock => BLOCK_BITS,
        }
    }

    /// Returns the number of bits per value if the layout fixes it.
    #[must_use]
    pub const fn fixed_hashes(self) -> Option<u8> {
        match self {
            Self::Classic { .. } => None,
            Self::SplitBlock => Some(split_block::WORDS),
        }
    }

    /// Returns whether filters of this layout may have this size.
    #[must_use]
    pub fn has(self, params: Params) -> bool {
        params.bits.is_multiple_of(self.unit()) && self.fixed_hashes().is_none_or(|k| k == params.hashes)
    }

    /// Returns the smallest filter whose rate is at most `fpp` when it holds `capacity` distinct values.
    ///
    /// # Errors
    /// Those of [`Params::for_capacity`].
    pub fn for_capacity(self, capacity: u64, fpp: f64) -> Result<Params> {
        if let Self::Classic { wraps } = self {
            return Params::for_sums(capacity, fpp, wraps);
        }
        check_fpp(fpp)?;
        if capacity == 0 {
            return Err(Error::Capacity(0));
        }
        let fits = |bits: u64| self.real_fpp(Params { bits, hashes: split_block::WORDS }, capacity) <= fpp;
        let (mut low, mut high) = (1, MAX_BITS / BLOCK_BITS);
        if !fits(high * BLOCK_BITS) {
            return Err(Error::TooLarge { bits: bits_beyond(capacity, fpp, fits) });
        }
        while low < high {
            let middle = low.midpoint(high);
            if fits(middle * BLOCK_BITS) { high = middle } else { low = middle + 1 }
        }
        Ok(Params { bits: low * BLOCK_BITS, hashes: split_block::WORDS })
    }

    /// Checks a size that the caller chose; rounds `bits` up to a multiple of [`BitLayout::unit`].
    ///
    /// # Errors
    /// [`Error::Bits`], [`Error::Hashes`], [`Error::TooLarge`].
    pub fn sized(self, bits: i64, hashes: i64) -> Result<Params> {
        let params = Params::sized(bits, hashes)?;
        let bits = params.bits.next_multiple_of(self.unit());
        match self.fixed_hashes() {
            Some(k) if k != params.hashes => Err(Error::HashesOfScheme { hashes, only: k }),
            _ if bits > MAX_BITS => Err(Error::TooLarge { bits: bits as f64 }),
            _ => Ok(Params { bits, ..params }),
        }
    }

    /// Returns, of the sizes with up to 1 % more bits and at most `most`, the one divisible by most of the
    /// numbers up to 16. It folds to many other sizes; a prime number of words folds to none. This is for
    /// sizes computed from counted values: similar sets then often get the same size.
    #[must_use]
    pub fn foldable(self, params: Params, count: u64, fpp: f64, most: u64) -> Params {
        let of = |units: u64| Params { bits: units * self.unit(), ..params };
        let divisors = |units: u64| (2..=16).filter(|d| units.is_multiple_of(*d)).count();
        // Check the rate again: a larger filter has a higher one if few odd numbers divide its size.
        let fits = |size: &Params| size.bits <= most && self.real_fpp(*size, count) <= fpp;
        let smallest = params.bits / self.unit();
        let larger = smallest + 1..=smallest + (smallest / 100).min(MOST_MORE);
        let (mut best, mut best_divisors) = (params, divisors(smallest));
        for units in larger {
            let (size, divisors) = (of(units), divisors(units));
            if divisors > best_divisors && fits(&size) {
                (best, best_divisors) = (size, divisors);
            }
        }
        best
    }

    /// Returns the expected rate of a filter that holds `count` values.
    #[must_use]
    pub fn real_fpp(self, params: Params, count: u64) -> f64 {
        match self {
            Self::Classic { wraps } => params::rate_of_sums(params.bits, params.hashes, count, wraps),
            Self::SplitBlock => split_block::expected_rate(params.bits / BLOCK_BITS, count as f64),
        }
    }

    /// Returns the expected rate of a filter with `bits_set` bits set. [`params::estimate_count`] estimates
    /// the number of values in both layouts, because a word of a block is one probe of 32 bits.
    #[must_use]
    pub fn fpp_of_set(self, params: Params, bits_set: u64) -> f64 {
        let Params { bits, hashes } = params;
        match self {
            Self::Classic { wraps } => {
                params::fpp_of_fill(bits, hashes, bits_set as f64 / bits as f64, wraps)
            }
            Self::SplitBlock => {
                let count = params::estimate_count(bits, hashes, bits_set);
                split_block::expected_rate(bits / BLOCK_BITS, count)
            }
        }
    }

    /// Returns the load kn/m at which k probes have the rate `fpp`, in a filter of any size.
    #[must_use]
    pub fn allowed_load(self, fpp: f64, hashes: u8) -> f64 {
        match self {
            Self::Classic { .. } => -(-densest(fpp, hashes)).ln_1p(),
            Self::SplitBlock => {
                let (blocks, bits) = (1 << 20, (BLOCK_BITS << 20) as f64);
                f64::from(split_block::WORDS) * split_block::most_values(blocks, fpp) / bits
            }
        }
    }

    /// Returns the load that the rate allows in a filter of this size. For rates not far above 1/m it is less
    /// than `most`, that of large filters, as dependent probes use a part of the rate.
    pub(crate) fn allowed_load_of(self, Params { bits, hashes }: Params, fpp: f64, most: f64) -> f64 {
        match self {
            Self::Classic { wraps } => params::allowed_load(bits, hashes, fpp, most, wraps),
            Self::SplitBlock => most,
        }
    }

    /// Returns the positions of a bit after an array of `from` bits is folded or unfolded to `to` bits.
    pub fn fitted(self, position: u64, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let common = from.min(to);
        let times = to / common;
        let (first, stride) = match self {
            Self::Classic { .. } => (position % common, common),
            Self::SplitBlock => {
                let block = position / (BLOCK_BITS * (from / common));
                (block * times * BLOCK_BITS + position % BLOCK_BITS, BLOCK_BITS)
            }
        };
        (0..times).map(move |i| first + i * stride)
    }

    /// Returns the number of bytes that sizes are multiples of.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub const fn unit_len(self) -> usize {
        (self.unit() / 8) as usize
    }
}

/// Returns the largest share of set bits at which k probes of a classic filter keep the rate: p^(1/k).
pub(crate) fn densest(fpp: f64, hashes: u8) -> f64 {
    fpp.powf(f64::from(hashes).recip())
}
