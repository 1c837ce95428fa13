//! Probes: computes positions from hashes, then tests or sets their cells.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::filter::Prober;
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::layout::Params;
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
use crate::cells::prefetch::prefetch;
use crate::hash::Hash;
use crate::interrupt::{self, POSITIONS};
use crate::layout::Params;
use crate::layout::split_block::{self, BLOCK_BITS, BLOCK_LEN};
use crate::scheme::{Addressing, Reduction, Scheme};
use std::ops::Range;

/// Computes `x mod m` for one m and many x by a multiplication, several times faster than a 64-bit division.
///
/// With r = floor((2^64 - 1) / m), the quotient estimate floor(x*r / 2^64) is at most one too small for every
/// x < 2^63, so one conditional subtraction corrects it (Barrett 1986).
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

/// Probes filters of one size and scheme.
///
/// Code for schemes other than the default is chosen once per probe or per batch of insertions, never per
/// position: otherwise the default scheme would pay for it.
#[derive(Debug, Clone, Copy)]
pub struct Prober {
    modulus: Modulus,
    hashes: u8,
    addressing: Addressing,
}

/// Addressing of the default scheme.
const DEFAULT: Addressing = Scheme::Mitz64.addressing();

impl Prober {
    /// Creates a prober for filters of this size and the default scheme.
    #[must_use]
    pub fn new(params: Params) -> Self {
        Self::of(Scheme::Mitz64, params)
    }

    /// Creates a prober for filters of this size and another scheme.
    #[must_use]
    pub fn of(scheme: Scheme, params: Params) -> Self {
        let Params { bits, hashes } = params;
        Self { modulus: Modulus::new(bits), hashes, addressing: scheme.addressing() }
    }

    /// Returns the k positions of a hash.
    #[inline]
    pub fn positions(self, hash: Hash) -> impl Iterator<Item = u64> {
        let mut sums = Sums { next: hash.h1, step: hash.h2 };
        (0..self.hashes).map(move |i| match self.addressing {
            Addressing::Sums(reduction) => self.modulus.reduce(reduction.apply(sums.advance())),
            Addressing::SplitBlock => split_block::position(hash, self.blocks(), i),
        })
    }

    /// Returns positions from sums, `reduce(h1 + i*h2) mod m` for i = 0..k-1.
    #[inline(always)]
    fn sum_positions(self, reduction: Reduction, hash: Hash) -> impl Iterator<Item = u64> {
        let mut sums = Sums { next: hash.h1, step: hash.h2 };
        (0..self.hashes).map(move |_| self.modulus.reduce(reduction.apply(sums.advance())))
    }

    #[inline]
    fn blocks(self) -> u64 {
        self.modulus.m / BLOCK_BITS
    }

    /// Returns whether all bits of a hash are set, if they lie in one block, which `read` reads; or `None`.
    pub fn contains_by_block<B: AsRef<[u8]>>(
        self,
        hash: Hash,
        mut read: impl FnMut(Range<usize>) -> B,
    ) -> Option<bool> {
        let mut contains = |hash: Hash| {
            let start = split_block::start(hash, self.blocks());
            split_block::contains(read(start..start + BLOCK_LEN).as_ref(), hash)
        };
        let found = || contains(hash) || split_block::twin(hash).is_some_and(&mut contains);
        (self.addressing == Addressing::SplitBlock).then(found)
    }

    /// Returns the hash of the value's twin, which has other bits, if there is one.
    #[must_use]
    pub fn twin(self, hash: Hash) -> Option<Hash> {
        if self.addressing == Addressing::SplitBlock { split_block::twin(hash) } else { None }
    }

    /// Returns whether all cells of a hash are set in the array `cells`.
    ///
    /// Tests three at a time: the processor cannot predict whether a bit is set, and independent loads take
    /// little longer than one. (Absent values at 1 MB: one at a time 14 ns, two 8.2, three 7.1, four 9.1. At
    /// 12 MB, in a query, three at a time take 82 ns a row and eight 84 to 99; present values 88 and 104.)
    #[must_use]
    #[inline]
    pub fn contains<C: Cells>(self, cells: &[u8], hash: Hash) -> bool {
        if self.addressing != DEFAULT {
            return self.contains_otherwise::<C>(cells, hash);
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

    #[inline]
    fn contains_otherwise<C: Cells>(self, cells: &[u8], hash: Hash) -> bool {
        match self.addressing {
            Addressing::SplitBlock => self.contains_by_block(hash, |block| &cells[block]) == Some(true),
            Addressing::Sums(reduction) => {
                self.sum_positions(reduction, hash).all(|position| C::test(cells, position) & 1 == 1)
            }
        }
    }

    /// Sets or increments all cells of a hash; returns how many were zero.
    #[inline]
    pub fn insert<C: Cells>(self, cells: &mut [u8], hash: Hash) -> u32 {
        match self.addressing {
            Addressing::SplitBlock => {
                split_block::insert(&mut cells[split_block::start(hash, self.blocks())..], hash)
            }
            Addressing::Sums(reduction) => {
                self.sum_positions(reduction, hash).map(|position| u32::from(C::add(cells, position))).sum()
            }
        }
    }
}

/// Sums of the two words of a hash.
struct Sums {
    next: u64,
    step: u64,
}

impl Sums {
    #[inline(always)]
    fn advance(&mut self) -> u64 {
        let sum = self.next;
        self.next = sum.wrapping_add(self.step);
        sum
    }
}

/// Shorter bitmaps are in the processor's cache anyway.
const WORTH_PREFETCHING: usize = 1 << 20;

/// Positions between prefetching memory and changing it. One is changed for each one prefetched, which keeps
/// as much under way all the time; batches ran dry at their ends. (A row of `bloom_agg` into 12 MB: batches
/// of 256 positions 66 ns, 64 in a ring 63; 32 are as good, 128 slightly worse. Sorting positions of 1,000 to
/// 65,000 hashes by range first took 7 to 18 ns more at 12 MB, and no less at 120 MB than unsorted ones in
/// huge pages. Prefetching before a hash is buffered: 10 ns more at 12 MB, the same at 120 MB.)
const AHEAD: usize = 64;

/// Blocks between prefetching and changing; each value has one.
const BLOCKS_AHEAD: usize = 16;

impl Prober {
    /// Sets or increments all cells of all `hashes`.
    pub fn insert_all<C: Cells>(self, cells: &mut [u8], hashes: &[Hash]) {
        for hashes in self.stretches(hashes) {
            match self.addressing {
                Addressing::SplitBlock => self.insert_blocks(cells, hashes, |_| ()),
                Addressing::Sums(reduction) => self.insert_sums::<C>(reduction, cells, hashes, |_| ()),
            }
        }
    }

    /// Does the same and passes on, for each hash in order, how many of its cells were zero.
    pub(crate) fn insert_counting<C: Cells>(
        self,
        cells: &mut [u8],
        hashes: &[Hash],
        mut each: impl FnMut(u32),
    ) {
        let (mut fresh, mut left) = (0, self.hashes);
        for hashes in self.stretches(hashes) {
            match self.addressing {
                Addressing::SplitBlock => self.insert_blocks(cells, hashes, &mut each),
                Addressing::Sums(reduction) => {
                    self.insert_sums::<C>(reduction, cells, hashes, |was_zero| {
                        fresh += u32::from(was_zero);
                        left -= 1;
                        if left == 0 {
                            each(fresh);
                            (fresh, left) = (0, self.hashes);
                        }
                    });
                }
            }
        }
    }

    /// Splits hashes into stretches; checks for interrupts after each whole one.
    fn stretches(self, hashes: &[Hash]) -> impl Iterator<Item = &[Hash]> {
        let most = POSITIONS / usize::from(self.hashes);
        hashes.chunks(most).inspect(move |hashes| {
            if hashes.len() == most {
                interrupt::check();
            }
        })
    }

    /// Passes on, for each position of each hash in order, whether its cell was zero.
    fn insert_sums<C: Cells>(
        self,
        reduction: Reduction,
        cells: &mut [u8],
        hashes: &[Hash],
        each: impl FnMut(bool),
    ) {
        if reduction == Reduction::Mask63 {
            // A constant at compile time.
            self.insert_sums_by::<C>(Reduction::Mask63, cells, hashes, each);
        } else {
            self.insert_sums_by::<C>(reduction, cells, hashes, each);
        }
    }

    #[inline(always)]
    fn insert_sums_by<C: Cells>(
        self,
        reduction: Reduction,
        cells: &mut [u8],
        hashes: &[Hash],
        mut each: impl FnMut(bool),
    ) {
        if cells.len() < WORTH_PREFETCHING {
            for hash in hashes {
                self.sum_positions(reduction, *hash).for_each(|position| each(C::add(cells, position)));
            }
            return;
        }
        let (mut ahead, mut count) = ([0; AHEAD], 0);
        for hash in hashes {
            for position in self.sum_positions(reduction, *hash) {
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

    /// Passes on, for each hash in order, how many of its bits were zero.
    #[inline]
    fn insert_blocks(self, bits: &mut [u8], hashes: &[Hash], mut each: impl FnMut(u32)) {
        let blocks = self.blocks();
        let far = if bits.len() < WORTH_PREFETCHING { 0 } else { BLOCKS_AHEAD };
        for hash in &hashes[..far.min(hashes.len())] {
            prefetch(bits, split_block::start(*hash, blocks));
        }
        for (i, hash) in hashes.iter().enumerate() {
            if far > 0
                && let Some(later) = hashes.get(i + far)
            {
                prefetch(bits, split_block::start(*later, blocks));
            }
            each(split_block::insert(&mut bits[split_block::start(*hash, blocks)..], *hash));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Bits, Counters};
    use crate::layout::params::MAX_BITS;
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
