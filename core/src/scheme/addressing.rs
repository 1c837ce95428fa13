//! How hashes become positions: by sums of the two words of a hash, or in a block.

use crate::layout::BitLayout;

/// How a hash becomes positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressing {
    /// Each of its sums `h1 + i*h2` becomes one.
    Sums(Reduction),
    /// All are in one block.
    SplitBlock,
}

impl Addressing {
    /// How the bits of a value lie.
    #[must_use]
    pub const fn layout(self) -> BitLayout {
        match self {
            Self::Sums(_) => BitLayout::Classic,
            Self::SplitBlock => BitLayout::SplitBlock,
        }
    }
}

/// How a sum of 64 bits becomes a whole number below 2^63, of which the remainder is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// The lower 63 bits.
    Mask63,
    /// The upper 63 bits.
    Shift1,
    /// As a signed number of 64 bits, inverted if it is negative.
    Flip64,
    /// The lower half as a signed number of 32 bits, inverted if it is negative.
    Flip32,
}

impl Reduction {
    /// Folds `h1 + i*h2`, which may have wrapped around.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    pub fn apply(self, sum: u64) -> u64 {
        match self {
            Self::Mask63 => sum & (u64::MAX >> 1),
            Self::Shift1 => sum >> 1,
            // The sign, shifted all the way down, is a word of ones for negative numbers.
            Self::Flip64 => sum ^ (sum.cast_signed() >> 63).cast_unsigned(),
            Self::Flip32 => {
                let half = sum as u32;
                u64::from(half ^ (half.cast_signed() >> 31).cast_unsigned())
            }
        }
    }

    /// One more than the highest value of [`Reduction::apply`]; a filter with more bits leaves the rest
    /// unused.
    #[must_use]
    pub fn range(self) -> u64 {
        match self {
            Self::Mask63 | Self::Shift1 | Self::Flip64 => 1 << 63,
            Self::Flip32 => 1 << 31,
        }
    }
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
