//! Filters that are gathered, one after the other: the state of the aggregate, and what becomes of it.

use super::header::{Arrangement, KEY_LEN, MatrixHeader};
use super::transpose::rows_of;
use super::view::parts;
use crate::algebra::is_unsized;
use crate::bits::is_empty;
use crate::bytes;
use crate::error::{Result, malformed};
use crate::kind::Family;

/// Filters with their keys, of one size.
pub trait Filters {
    /// What they are.
    fn header(&self) -> &MatrixHeader;

    /// The key of one.
    fn key(&self, number: usize) -> i64;

    /// The bits of one.
    fn bitmap(&self, number: usize) -> &[u8];

    /// The bits of one as far as they are values: none of filters that are empty at any size.
    fn values(&self, number: usize) -> &[u8] {
        if is_unsized(&self.header().filters) { &[] } else { self.bitmap(number) }
    }
}

/// Bytes of the matrix, or of the state, of filters.
///
/// # Errors
/// [`crate::Error::NoCommonSize`], of a matrix.
pub fn len(filters: &impl Filters, arrangement: Arrangement) -> Result<usize> {
    if arrangement == Arrangement::Rows {
        filters.header().check_parts()?;
    }
    Ok(filters.header().len(arrangement))
}

/// Writes the matrix, or the state, of filters to zeroed bytes of [`len`].
///
/// # Errors
/// [`crate::Error::Internal`] if the length is another.
#[allow(clippy::cast_possible_truncation)]
pub fn write(filters: &impl Filters, arrangement: Arrangement, out: &mut [u8]) -> Result<()> {
    let (header, columns) = (filters.header(), filters.header().columns as usize);
    let out = header.begin(arrangement, (0..columns).map(|i| filters.key(i)), out)?;
    match arrangement {
        Arrangement::Rows => rows_of(columns, |i| filters.bitmap(i), header.row_len(), out),
        Arrangement::Columns => {
            let bitmaps = out.chunks_exact_mut(header.filters.params.bitmap_len());
            bitmaps.enumerate().for_each(|(i, bitmap)| bytes::copy(bitmap, filters.bitmap(i)));
        }
    }
    Ok(())
}

/// A state as one run of bytes.
#[derive(Debug, Clone, Copy)]
pub struct Gathered<'a> {
    header: MatrixHeader,
    keys: &'a [[u8; KEY_LEN]],
    bits: &'a [u8],
}

impl<'a> Gathered<'a> {
    /// Looks at `bytes` as such a state, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the header or the length is wrong.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        let (header, keys, bits) = parts(Arrangement::Columns, bytes)?;
        Ok(Self { header, keys, bits })
    }

    /// Checks all that can be checked, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let state = Self::new(bytes)?;
        if state.header.filters.kind().family == Family::None && !is_empty(state.bits) {
            return Err(malformed(Arrangement::Columns.what(), "It has bits set but no element family."));
        }
        Ok(state)
    }
}

impl Filters for Gathered<'_> {
    fn header(&self) -> &MatrixHeader {
        &self.header
    }

    fn key(&self, number: usize) -> i64 {
        i64::from_le_bytes(self.keys[number])
    }

    fn bitmap(&self, number: usize) -> &[u8] {
        let len = self.header.filters.params.bitmap_len();
        &self.bits[number * len..][..len]
    }
}

/// Whether `bytes` begin like such a state.
#[must_use]
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(Arrangement::Columns.magic())
}
