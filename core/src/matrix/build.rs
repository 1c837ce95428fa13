//! Writes the matrix of many filters, or the state of its aggregate.

use super::header::{Arrangement, MatrixHeader};
pub use super::transpose::SCRATCH_LEN;
use super::transpose::rows_of;
use crate::bytes;
use crate::error::Result;
use crate::filter::algebra::is_unsized;

/// Source of many filters of one size, each with a key.
pub trait Filters {
    /// Returns the header that all filters share.
    fn header(&self) -> &MatrixHeader;

    /// Returns the key of a filter.
    fn key(&self, number: usize) -> i64;

    /// Returns the bitmap of a filter.
    fn bitmap(&self, number: usize) -> &[u8];

    /// Returns the bitmap of a filter, or nothing if the filters are empty at any size.
    fn values(&self, number: usize) -> &[u8] {
        if is_unsized(&self.header().filters) { &[] } else { self.bitmap(number) }
    }
}

/// Returns the length in bytes of the matrix or state of filters.
///
/// # Errors
/// [`crate::Error::NoCommonSize`], of a matrix.
pub fn len(filters: &impl Filters, arrangement: Arrangement) -> Result<usize> {
    if arrangement == Arrangement::Rows {
        filters.header().check_fold_factor()?;
    }
    Ok(filters.header().len(arrangement))
}

/// Writes the matrix of filters to bytes of length [`len`]. The caller provides [`SCRATCH_LEN`] words of scratch
/// memory with any content, too much for the stack when memory is short.
///
/// # Errors
/// [`crate::Error::Internal`] if a length is wrong.
pub fn write_matrix(filters: &impl Filters, scratch: &mut [u64], out: &mut [u8]) -> Result<()> {
    let (header, columns, out) = begin(filters, Arrangement::Rows, out)?;
    rows_of(columns, |i| filters.bitmap(i), header.row_len(), scratch, out)
}

/// Writes the state of filters to bytes of length [`len`].
///
/// # Errors
/// [`crate::Error::Internal`] if the length is wrong.
pub fn write_state(filters: &impl Filters, out: &mut [u8]) -> Result<()> {
    let (header, columns, out) = begin(filters, Arrangement::Columns, out)?;
    let bitmaps = out.chunks_exact_mut(header.filters.params.bitmap_len());
    bitmaps.zip(0..columns).for_each(|(bitmap, i)| bytes::copy(bitmap, filters.bitmap(i)));
    Ok(())
}

/// Writes the header and keys; returns the header, the number of columns and the bytes of the bits.
#[allow(clippy::cast_possible_truncation)]
fn begin<'a, F: Filters>(
    filters: &'a F,
    arrangement: Arrangement,
    out: &'a mut [u8],
) -> Result<(&'a MatrixHeader, usize, &'a mut [u8])> {
    let (header, columns) = (filters.header(), filters.header().columns as usize);
    let out = header.begin(arrangement, (0..columns).map(|i| filters.key(i)), out)?;
    Ok((header, columns, out))
}
