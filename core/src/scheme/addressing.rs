//! Addressing: computes positions from hashes, by sums of both words or within a block.

use crate::hash::Hash;
use crate::layout::BitLayout;

/// Method of computing positions from a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressing {
    /// One position from each of the sums `h1 + i*h2`.
    Sums(Reduction),
    /// All positions in one block.
    SplitBlock,
}

impl Addressing {
    /// Returns the layout of the bits.
    #[must_use]
    pub const fn layout(self) -> BitLayout {
        match self {
            // Spark's sums are at most 2^31 * 2^31 + 255 * 2^31.
            Self::Sums(reduction) => BitLayout::Classic { wraps: !matches!(reduction, Reduction::Flip64) },
            Self::SplitBlock => BitLayout::SplitBlock,
        }
    }
}

/// Method of reducing a sum of 64 bits to an integer below 2^63, before taking the remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// The lower 63 bits.
    Mask63,
    /// The upper 63 bits.
    Shift1,
    /// The 64-bit signed number, inverted if it is negative.
    Flip64,
    /// The lower half as a 32-bit signed number, inverted if it is negative.
    Flip32,
}

impl Reduction {
    /// Reduces `h1 + i*h2`, which may have wrapped around.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    pub fn apply(self, sum: u64) -> u64 {
        match self {
            Self::Mask63 => sum & (u64::MAX >> 1),
            Self::Shift1 => sum >> 1,
            // The sign, shifted all the way down, is a word of ones if the number is negative.
            Self::Flip64 => sum ^ (sum.cast_signed() >> 63).cast_unsigned(),
            Self::Flip32 => {
                let half = sum as u32;
                u64::from(half ^ (half.cast_signed() >> 31).cast_unsigned())
            }
        }
    }

    /// Returns one more than the highest result of [`Reduction::apply`]; the rest of a filter stays unused.
    #[must_use]
    pub fn range(self) -> u64 {
        match self {
            Self::Mask63 | Self::Shift1 | Self::Flip64 => 1 << 63,
            Self::Flip32 => 1 << 31,
        }
    }
}

/// Returns the hash of a library that computes with 32 bits and begins one step after `first`. Clears the
/// upper halves, so that equal positions have equal hashes.
#[inline]
pub(super) fn flipped32(first: u64, step: u64) -> Hash {
    let low = |word: u64| word & u64::from(u32::MAX);
    Hash { h1: low(first.wrapping_add(step)), h2: low(step) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reductions_stay_in_range(sum: u64) {
            for reduction in [Reduction::Mask63, Reduction::Shift1, Reduction::Flip64, Reduction::Flip32] {
                prop_assert!(reduction.apply(sum) < reduction.range());
            }
        }
    }
}
