//! How the bits of a value lie in the array, and what follows from it: sizes, rates, folds.

use crate::bits::{self, WORD_LEN};
use crate::block::{self, BLOCK_BITS, BLOCK_LEN};
use crate::error::{Error, Result};
use crate::params::{self, MAX_BITS, Params, WORD_BITS, bits_beyond, check_fpp};

/// How the bits of a value lie in the array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// All over it: a classic Bloom filter.
    Spread,
    /// In one block: a split-block filter, see [`crate::block`].
    Blocks,
}

impl Pattern {
    /// Sizes are multiples of so many bits.
    #[must_use]
    pub const fn unit(self) -> u64 {
        match self {
            Self::Spread => WORD_BITS,
            Self::Blocks => BLOCK_BITS,
        }
    }

    /// The number of bits that values must have, if it cannot be chosen.
    #[must_use]
    pub const fn fixed_hashes(self) -> Option<u8> {
        match self {
            Self::Spread => None,
            Self::Blocks => Some(block::WORDS),
        }
    }

    /// Whether there are filters of this size.
    #[must_use]
    pub fn has(self, params: Params) -> bool {
        params.bits.is_multiple_of(self.unit()) && self.fixed_hashes().is_none_or(|k| k == params.hashes)
    }

    /// The smallest filter whose rate is at most `fpp` when it holds `capacity` distinct values.
    ///
    /// # Errors
    /// Those of [`Params::for_capacity`].
    pub fn for_capacity(self, capacity: u64, fpp: f64) -> Result<Params> {
        if self == Self::Spread {
            return Params::for_capacity(capacity, fpp);
        }
        check_fpp(fpp)?;
        if capacity == 0 {
            return Err(Error::Capacity(0));
        }
        let fits = |bits: u64| self.real_fpp(Params { bits, hashes: block::WORDS }, capacity) <= fpp;
        let (mut low, mut high) = (1, MAX_BITS / BLOCK_BITS);
        if !fits(high * BLOCK_BITS) {
            return Err(Error::TooLarge { bits: bits_beyond(capacity, fpp, fits) });
        }
        while low < high {
            let middle = low.midpoint(high);
            if fits(middle * BLOCK_BITS) { high = middle } else { low = middle + 1 }
        }
        Ok(Params { bits: low * BLOCK_BITS, hashes: block::WORDS })
    }

    /// The caller's own size; `bits` is rounded up to a multiple of [`Pattern::unit`].
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

    /// The rate to expect of a filter that holds so many values.
    #[must_use]
    pub fn real_fpp(self, params: Params, count: u64) -> f64 {
        match self {
            Self::Spread => params::real_fpp(params.bits, params.hashes, count),
            Self::Blocks => block::expected_rate(params.bits / BLOCK_BITS, count as f64),
        }
    }

    /// The rate to expect of a filter of which so many bits are set. How many values set them is
    /// [`params::estimate_count`] for both patterns: a word of a block is one probe of 32 bits.
    #[must_use]
    pub fn fpp_of_set(self, params: Params, bits_set: u64) -> f64 {
        let Params { bits, hashes } = params;
        match self {
            Self::Spread => params::current_fpp(bits, hashes, bits_set),
            Self::Blocks => {
                let count = params::estimate_count(bits, hashes, bits_set);
                block::expected_rate(bits / BLOCK_BITS, count)
            }
        }
    }

    /// The rate of this array of bits.
    #[must_use]
    pub fn fpp_of(self, params: Params, array: &[u8], bits_set: u64) -> f64 {
        match self {
            Self::Spread => params::current_fpp(params.bits, params.hashes, bits_set),
            Self::Blocks => block::rate_of(array),
        }
    }

    /// The load kn/m that k probes may reach at a rate.
    #[must_use]
    pub fn allowed_load(self, fpp: f64, hashes: u8) -> f64 {
        match self {
            Self::Spread => -(-densest(fpp, hashes)).ln_1p(),
            Self::Blocks => {
                let (blocks, bits) = (1 << 20, (BLOCK_BITS << 20) as f64);
                f64::from(block::WORDS) * block::most_values(blocks, fpp) / bits
            }
        }
    }

    /// Whether an array keeps a rate when it is folded to `len` bytes and `more` values are added to it,
    /// looked at on at most `sample` bytes of that. `slack` is for samples: the rate of the whole may be so
    /// much lower.
    pub(crate) fn folded_fits(
        self,
        array: &[u8],
        (len, sample): (usize, usize),
        (hashes, fpp): (u8, f64),
        more: u64,
        slack: Slack,
    ) -> bool {
        let more = more as f64 * f64::from(hashes) / (len as f64 * 8.0);
        match self {
            Self::Spread => {
                let slack = if slack == Slack::OfSample { 1.05 } else { 1.0 };
                bits::folded_fill(array, len, sample) + more <= slack * densest(fpp, hashes)
            }
            Self::Blocks => {
                let slack = if slack == Slack::OfSample { 2.0 } else { 1.0 };
                block::folded_rate(array, len, sample, more.min(1.0)) <= slack * fpp
            }
        }
    }

    /// Where a bit is once an array of `bits` is folded, each `parts` of its bits to one.
    #[must_use]
    pub const fn folded(self, position: u64, bits: u64, parts: u64) -> u64 {
        match self {
            Self::Spread => position % (bits / parts),
            Self::Blocks => position / (BLOCK_BITS * parts) * BLOCK_BITS + position % BLOCK_BITS,
        }
    }

    /// Bytes that sizes are multiples of.
    #[must_use]
    pub const fn unit_len(self) -> usize {
        match self {
            Self::Spread => WORD_LEN,
            Self::Blocks => BLOCK_LEN,
        }
    }
}

/// Of what a rate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slack {
    /// A sample, which may be worse than the whole.
    OfSample,
    /// The whole.
    None,
}

/// The largest share of set bits at which k spread probes keep the rate: p^(1/k).
fn densest(fpp: f64, hashes: u8) -> f64 {
    fpp.powf(f64::from(hashes).recip())
}
