//! From a hash to the positions of its bits.

use crate::hash::Hash;
use crate::params::Params;

/// `x mod m` for one m and many x, by a multiplication: a 64-bit division takes several times as long.
///
/// With r = floor((2^64 - 1) / m), the quotient estimate floor(x*r / 2^64) is at most one too small
/// for every x < 2^63, so one conditional subtraction finishes it (Barrett 1986).
#[derive(Debug, Clone, Copy)]
struct Modulus {
    m: u64,
    reciprocal: u64,
}

impl Modulus {
    fn new(m: u64) -> Self {
        Self { m, reciprocal: u64::MAX / m }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn reduce(self, x: u64) -> u64 {
        let quotient = ((u128::from(x) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = x.wrapping_sub(quotient.wrapping_mul(self.m));
        if rest >= self.m { rest - self.m } else { rest }
    }
}

/// How to probe filters of one size.
#[derive(Debug, Clone, Copy)]
pub struct Prober {
    modulus: Modulus,
    hashes: u8,
}

impl Prober {
    /// A prober for filters of this size.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self { modulus: Modulus::new(params.bits), hashes: params.hashes }
    }

    /// The k positions of a hash, `((h1 + i*h2) & (2^63 - 1)) mod m` for i = 0..k-1.
    #[inline]
    pub fn positions(self, hash: Hash) -> impl Iterator<Item = u64> {
        let mut combined = hash.h1;
        (0..self.hashes).map(move |_| {
            let position = self.modulus.reduce(combined & (u64::MAX >> 1));
            combined = combined.wrapping_add(hash.h2);
            position
        })
    }

    /// Whether all bits of a hash are set in the bitmap `bits`.
    #[must_use]
    #[inline]
    pub fn contains(self, bits: &[u8], hash: Hash) -> bool {
        self.positions(hash).all(|position| {
            let (byte, mask) = locate(position);
            bits[byte] & mask != 0
        })
    }

    /// Sets all bits of a hash in the bitmap `bits`; returns how many were clear.
    #[inline]
    pub fn insert(self, bits: &mut [u8], hash: Hash) -> u32 {
        let mut fresh = 0;
        for position in self.positions(hash) {
            let (byte, mask) = locate(position);
            fresh += u32::from(bits[byte] & mask == 0);
            bits[byte] |= mask;
        }
        fresh
    }
}

/// The byte and the bit in it: bit i is bit i mod 8 of byte i / 8, which in little-endian words is
/// bit i mod 64 of word i / 64.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn locate(position: u64) -> (usize, u8) {
    ((position / 8) as usize, 1 << (position % 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::MAX_BITS;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reduces_like_the_remainder(x in 0..=u64::MAX >> 1, m in 1..=MAX_BITS, near in 0u64..3) {
            let modulus = Modulus::new(m);
            let multiple = x / m * m;
            for x in [x, multiple, multiple.saturating_sub(near), (multiple + near) & (u64::MAX >> 1)] {
                prop_assert_eq!(modulus.reduce(x), x % m);
            }
        }

        #[test]
        fn positions_are_those_of_the_formula(h1: u64, h2: u64, words in 1..=MAX_BITS / 64, hashes in 1u8..) {
            let params = Params { bits: words * 64, hashes };
            let formula: Vec<u64> = (0..u64::from(hashes))
                .map(|i| (h1.wrapping_add(i.wrapping_mul(h2)) & (u64::MAX >> 1)) % params.bits)
                .collect();
            let positions: Vec<u64> = Prober::new(params).positions(Hash { h1, h2 }).collect();
            prop_assert_eq!(positions, formula);
        }
    }
}
