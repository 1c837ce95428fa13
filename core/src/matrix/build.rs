//! Writes the matrix of many filters, or the state in which they are collected.

use super::header::{Arrangement, MatrixHeader};
pub use super::transpose::ROOM;
use super::transpose::rows_of;
use crate::bytes;
use crate::error::Result;
use crate::filter::algebra::is_unsized;

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
        filters.header().check_fold_factor()?;
    }
    Ok(filters.header().len(arrangement))
}

/// Writes the matrix of filters to bytes of [`len`]. Takes [`ROOM`] words to work in, whatever is in them:
/// more than a stack should be asked for when memory is short.
///
/// # Errors
/// [`crate::Error::Internal`] if one of the lengths is another.
pub fn write_matrix(filters: &impl Filters, room: &mut [u64], out: &mut [u8]) -> Result<()> {
    let (header, columns, out) = begin(filters, Arrangement::Rows, out)?;
    rows_of(columns, |i| filters.bitmap(i), header.row_len(), room, out)
}

/// Writes the state of filters to bytes of [`len`].
///
/// # Errors
/// [`crate::Error::Internal`] if the length is another.
pub fn write_state(filters: &impl Filters, out: &mut [u8]) -> Result<()> {
    let (header, columns, out) = begin(filters, Arrangement::Columns, out)?;
    let bitmaps = out.chunks_exact_mut(header.filters.params.bitmap_len());
    bitmaps.zip(0..columns).for_each(|(bitmap, i)| bytes::copy(bitmap, filters.bitmap(i)));
    Ok(())
}

/// Writes all but the bits; returns the header, the number of columns and what is to be written.
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
