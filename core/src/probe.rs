//! From a hash to the positions of its bits.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::params::Params;
//! use bloom_core::probe::Prober;
//!
//! let size = Params { bits: 128, hashes: 7 };
//! let (prober, mut bitmap) = (Prober::new(size), vec![0; size.bitmap_len()]);
//! let hash = |value: i64| Hash::of(&value.to_le_bytes(), SEED);
//! prober.insert::<Bits>(&mut bitmap, hash(1));
//! assert!(prober.positions(hash(1)).eq([74, 80, 86, 92, 98, 104, 110]));
//! assert!(prober.contains::<Bits>(&bitmap, hash(1)));
//! assert!(!prober.contains::<Bits>(&bitmap, hash(43)));
//! ```

use crate::cells::Cells;
use crate::hash::{Hash, Reduction};
use crate::interrupt::{self, POSITIONS};
use crate::params::Params;
use crate::prefetch::prefetch;

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
    reduction: Reduction,
}

impl Prober {
    /// A prober for filters of this size and of the default scheme.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self { modulus: Modulus::new(params.bits), hashes: params.hashes, reduction: Reduction::Mask63 }
    }

    /// The same for filters of another scheme.
    #[must_use]
    pub(crate) fn reducing(self, reduction: Reduction) -> Self {
        Self { reduction, ..self }
    }

    /// The k positions of a hash, `reduce(h1 + i*h2) mod m` for i = 0..k-1.
    #[inline]
    pub fn positions(self, hash: Hash) -> impl Iterator<Item = u64> {
        let mut combined = hash.h1;
        (0..self.hashes).map(move |_| {
            let position = self.modulus.reduce(self.reduction.apply(combined));
            combined = combined.wrapping_add(hash.h2);
            position
        })
    }

    /// The same prober where the reduction is known when this is compiled.
    #[inline]
    fn masking(self) -> Self {
        Self { reduction: Reduction::Mask63, ..self }
    }

    /// Whether all cells of a hash are set in the array `cells`.
    ///
    /// Three at a time: whether one bit is set is a coin toss, which the processor cannot predict, and loads
    /// that do not wait for each other take little longer than one. (Measured for absent values at 1 MB: one
    /// at a time 14 ns, two 8.2, three 7.1, four 9.1. At 12 MB, in a query, three at a time take 82 ns a row
    /// and eight 84 to 99; for present values 88 and 104.)
    #[must_use]
    #[inline]
    pub fn contains<C: Cells>(self, cells: &[u8], hash: Hash) -> bool {
        if self.reduction != Reduction::Mask63 {
            return self.positions(hash).all(|position| C::test(cells, position) & 1 == 1);
        }
        let mut combined = hash.h1;
        let mut next = || {
            let cell = C::test(cells, self.modulus.reduce(Reduction::Mask63.apply(combined)));
            combined = combined.wrapping_add(hash.h2);
            cell
        };
        let (threes, rest) = (self.hashes / 3, self.hashes % 3);
        (0..threes).all(|_| next() & next() & next() & 1 == 1) && (0..rest).all(|_| next() & 1 == 1)
    }

    /// Sets or counts up all cells of a hash; returns how many were zero.
    #[inline]
    pub fn insert<C: Cells>(self, cells: &mut [u8], hash: Hash) -> u32 {
        self.positions(hash).map(|position| u32::from(C::add(cells, position))).sum()
    }
}

/// Bitmaps shorter than this are in the processor's cache anyway.
const WORTH_PREFETCHING: usize = 1 << 20;

/// Positions that are between asking for their memory and changing it. One is changed for each that is asked
/// for, so that as much is under way all the time; in batches it ran dry at the end of each.
/// (Measured, a row of `bloom_agg` into 12 MB: batches of 256 positions 66 ns, 64 in a ring 63; 32 are as
/// good, 128 a little worse. Positions of 1,000 to 65,000 hashes that were first sorted by range took 7 to 18
/// ns more at 12 MB, and at 120 MB no less than unsorted ones in huge pages. Asking when the hash comes in,
/// before it is buffered: 10 ns more at 12 MB, the same at 120 MB.)
const AHEAD: usize = 64;

impl Prober {
    /// Sets or counts up all cells of all `hashes`.
    pub fn insert_all<C: Cells>(self, cells: &mut [u8], hashes: &[Hash]) {
        self.insert_each::<C>(cells, hashes, |_| ());
    }

    /// The same; tells for each hash, one after the other, how many of its cells were zero.
    pub(crate) fn insert_counting<C: Cells>(
        self,
        cells: &mut [u8],
        hashes: &[Hash],
        mut each: impl FnMut(u32),
    ) {
        let (mut fresh, mut left) = (0, self.hashes);
        self.insert_each::<C>(cells, hashes, |was_zero| {
            fresh += u32::from(was_zero);
            left -= 1;
            if left == 0 {
                each(fresh);
                (fresh, left) = (0, self.hashes);
            }
        });
    }

    /// The same; tells for each position of each hash, in their order, whether its cell was zero.
    fn insert_each<C: Cells>(self, cells: &mut [u8], hashes: &[Hash], mut each: impl FnMut(bool)) {
        let most = POSITIONS / usize::from(self.hashes);
        for hashes in hashes.chunks(most) {
            if self.reduction == Reduction::Mask63 {
                self.masking().insert_each_by::<C>(cells, hashes, &mut each);
            } else {
                self.insert_each_by::<C>(cells, hashes, &mut each);
            }
            if hashes.len() == most {
                interrupt::check();
            }
        }
    }

    #[inline(always)]
    fn insert_each_by<C: Cells>(self, cells: &mut [u8], hashes: &[Hash], mut each: impl FnMut(bool)) {
        if cells.len() < WORTH_PREFETCHING {
            for hash in hashes {
                self.positions(*hash).for_each(|position| each(C::add(cells, position)));
            }
            return;
        }
        let (mut ahead, mut count) = ([0; AHEAD], 0);
        for hash in hashes {
            let mut combined = hash.h1;
            for _ in 0..self.hashes {
                let position = self.modulus.reduce(self.reduction.apply(combined));
                combined = combined.wrapping_add(hash.h2);
                prefetch(cells, C::byte(position));
                let oldest = std::mem::replace(&mut ahead[count % AHEAD], position);
                if count >= AHEAD {
                    each(C::add(cells, oldest));
                }
                count += 1;
            }
        }
        for left in count.saturating_sub(AHEAD)..count {
            each(C::add(cells, ahead[left % AHEAD]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Bits, Counters};
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
        fn all_at_once_equals_one_by_one(
            halves in prop::collection::vec(any::<(u64, u64)>(), 0..300), large: bool, hashes in 1u8..
        ) {
            let all: Vec<Hash> = halves.into_iter().map(|(h1, h2)| Hash { h1, h2 }).collect();
            at_once_and_one_by_one::<Bits>(&all, large, hashes)?;
            at_once_and_one_by_one::<Counters>(&all, large, hashes)?;
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

    fn at_once_and_one_by_one<C: Cells>(all: &[Hash], large: bool, hashes: u8) -> Result<(), TestCaseError> {
        let bits = if large { 8 * 2 * (1 << 20) } else { 6400 };
        let prober = Prober::new(Params { bits, hashes });
        let mut one_by_one = vec![0; C::CELL.len(bits)];
        let mut at_once = one_by_one.clone();
        let expected: Vec<u32> = all.iter().map(|hash| prober.insert::<C>(&mut one_by_one, *hash)).collect();
        let mut fresh = Vec::new();
        prober.insert_counting::<C>(&mut at_once, all, |count| fresh.push(count));
        prop_assert_eq!(fresh, expected);
        prop_assert!(at_once == one_by_one);
        at_once.fill(0);
        prober.insert_all::<C>(&mut at_once, all);
        prop_assert!(at_once == one_by_one);
        prop_assert!(all.iter().all(|hash| prober.contains::<C>(&at_once, *hash)));
        Ok(())
    }
}
