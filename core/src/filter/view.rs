//! Read-only filters.

use super::header::{HEADER_LEN, Header};
use crate::cells::{Cells, bits, fold_fit};
use crate::element::Family;
use crate::error::{Result, malformed};
use crate::hash::Hash;
use crate::layout::params;
use std::marker::PhantomData;

/// Read-only filter with an array of `C`.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a, C> {
    header: Header,
    cells: &'a [u8],
    marker: PhantomData<C>,
}

impl<'a, C: Cells> Filter<'a, C> {
    /// Reads `bytes` as a filter, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the header or the length is wrong, or if the cells are of another kind.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        let header = Header::read(bytes)?.expect_cell(C::CELL)?;
        header.check_len(bytes.len())?;
        Ok(Self { header, cells: &bytes[HEADER_LEN..], marker: PhantomData })
    }

    /// Checks everything, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let filter = Self::new(bytes)?;
        if filter.header.element().family == Family::None && !bits::is_empty(filter.cells) {
            return Err(malformed("Bloom filter", "It has bits set but no element family."));
        }
        Ok(filter)
    }

    /// Returns the header of the filter.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the array of cells.
    #[must_use]
    pub fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// Returns whether the filter may hold the value with this hash; `false` is certain.
    #[must_use]
    pub fn contains(&self, hash: Hash) -> bool {
        self.header.prober().contains::<C>(self.cells, hash)
    }

    /// Returns the numbers that follow from the set cells.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let params = self.header.params;
        let bits_set = C::count_set(self.cells);
        Counts {
            bits_set,
            fill: bits_set as f64 / params.bits as f64,
            estimated_count: params::estimate_count(params.bits, params.hashes, bits_set),
            current_fpp: fold_fit::rate_of(self.header.layout(), params, self.cells, bits_set),
        }
    }
}

/// Numbers that follow from the set cells of a filter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// Number of set cells, X.
    pub bits_set: u64,
    /// Share of set cells, X/m.
    pub fill: f64,
    /// Estimated distinct values, see [`params::estimate_count`].
    pub estimated_count: f64,
    /// Current false-positive rate, see [`fold_fit::rate_of`].
    pub current_fpp: f64,
}
