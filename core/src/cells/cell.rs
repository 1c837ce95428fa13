//! Cells of a filter's array: bits, or counters, from which values can be removed.
//!
//! [`CellKind`] names the kind in headers; [`Cells`] is its type, which keeps code for one from the other.
//!
//! ```
//! use bloom_core::cells::{Bits, CellKind, Cells, Counters};
//!
//! let mut bits = [0; 8];
//! assert!(Bits::add(&mut bits, 10) && !Bits::add(&mut bits, 10)); // zero only once
//! assert_eq!(bits[1], 0b100);
//!
//! let mut counters = [0; 32];
//! Counters::add(&mut counters, 10);
//! Counters::add(&mut counters, 10);
//! assert_eq!((counters[5], Counters::count_set(&counters)), (2, 1));
//!
//! assert_eq!(CellKind::Counter.len(64), 4 * CellKind::Bit.len(64)); // in bytes
//! ```

use super::{bits, counters, fold};
use crate::error::{Error, Result};
use crate::layout::params::MAX_BITS;
use crate::layout::{BitLayout, Params};

/// Kind of cell. Its number is part of the format of states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CellKind {
    /// One bit: a plain filter.
    Bit = 0,
    /// Four bits that count up to 15 and stay there: a counting filter.
    Counter = 1,
}

/// Access to the cells of an array, one by one or all together.
pub trait Cells: crate::sealed::Sealed + std::fmt::Debug + Copy {
    /// Kind of these cells.
    const CELL: CellKind;

    /// Returns a byte whose lowest bit says whether the cell at a position is not zero.
    fn test(bytes: &[u8], position: u64) -> u8;

    /// Sets or increments the cell at a position; returns whether it was zero.
    fn add(bytes: &mut [u8], position: u64) -> bool;

    /// Returns the index of the byte that contains a position.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    fn byte(position: u64) -> usize {
        (position / (8 / Self::CELL.bits())) as usize
    }

    /// Returns the first position in a byte.
    #[must_use]
    fn first_of(byte: usize) -> u64 {
        byte as u64 * (8 / Self::CELL.bits())
    }

    /// Returns the number of cells that are not zero.
    fn count_set(bytes: &[u8]) -> u64;

    /// Adds `from`, folded or unfolded to the length of `into`, into it: one length must be a whole multiple
    /// of the other. Counters always have classic layout.
    fn fit_into(layout: BitLayout, into: &mut [u8], from: &[u8]);
}

/// Cells of one bit: bit i is bit i mod 8 of byte i / 8, which is bit i mod 64 of little-endian word i / 64.
#[derive(Debug, Clone, Copy)]
pub enum Bits {}

impl crate::sealed::Sealed for Bits {}

impl Cells for Bits {
    const CELL: CellKind = CellKind::Bit;

    #[inline]
    fn test(bytes: &[u8], position: u64) -> u8 {
        bytes[Self::byte(position)] >> (position % 8)
    }

    #[inline]
    fn add(bytes: &mut [u8], position: u64) -> bool {
        let byte = &mut bytes[Self::byte(position)];
        let fresh = !*byte >> (position % 8) & 1 == 1;
        *byte |= 1 << (position % 8);
        fresh
    }

    fn count_set(bytes: &[u8]) -> u64 {
        bits::count_ones(bytes)
    }

    fn fit_into(layout: BitLayout, into: &mut [u8], from: &[u8]) {
        fold::fit_into(layout, into, from);
    }
}

/// Cells of four bits: counter i is the low half of byte i / 2 if i is even, otherwise the high half.
#[derive(Debug, Clone, Copy)]
pub enum Counters {}

impl crate::sealed::Sealed for Counters {}

impl Cells for Counters {
    const CELL: CellKind = CellKind::Counter;

    #[inline]
    fn test(bytes: &[u8], position: u64) -> u8 {
        u8::from(counters::get(bytes, position) != 0)
    }

    #[inline]
    fn add(bytes: &mut [u8], position: u64) -> bool {
        counters::increment(bytes, position)
    }

    fn count_set(bytes: &[u8]) -> u64 {
        counters::count_set(bytes)
    }

    fn fit_into(_: BitLayout, into: &mut [u8], from: &[u8]) {
        if from.len() < into.len() && !from.is_empty() {
            counters::unfold_into(into, from);
        } else {
            counters::fold_into(into, from);
        }
    }
}

impl CellKind {
    pub(crate) const fn bits(self) -> u64 {
        match self {
            Self::Bit => 1,
            Self::Counter => 4,
        }
    }

    /// Returns the most cells of a filter.
    #[must_use]
    pub const fn most(self) -> u64 {
        MAX_BITS / self.bits()
    }

    /// Returns the length in bytes of `cells` cells, a multiple of 64.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub const fn len(self, cells: u64) -> usize {
        (cells / 8 * self.bits()) as usize
    }

    /// Returns the size of the smallest filter for this capacity and rate.
    ///
    /// # Errors
    /// Those of [`Params::for_capacity`].
    pub fn params(self, layout: BitLayout, capacity: u64, fpp: f64) -> Result<Params> {
        let too_large = |cells: f64| Error::TooLarge { bits: cells * self.bits() as f64 };
        match layout.for_capacity(capacity, fpp) {
            Ok(params) if params.bits > self.most() => Err(too_large(params.bits as f64)),
            Err(Error::TooLarge { bits }) => Err(too_large(bits)),
            result => result,
        }
    }
}
