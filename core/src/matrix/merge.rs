//! Merges two matrices: all columns in one.

use super::LANES;
use super::header::{Arrangement, MatrixHeader};
use super::view::Matrix;
use crate::bytes;
use crate::cells::bits::{or_words, words, words_mut};
use crate::error::Result;
use crate::filter::algebra::is_unsized;
use crate::interrupt::{Meter, STEP};

/// Returns the header of a matrix with the columns of both.
///
/// # Errors
/// [`crate::Error::Incompatible`], [`crate::Error::NoCommonSize`], [`crate::Error::MatrixTooLarge`].
pub fn merged_header(first: &Matrix<'_>, second: &Matrix<'_>) -> Result<MatrixHeader> {
    let header = first.header().with(second.header())?;
    header.check_fold_factor()?;
    Ok(header)
}

/// Writes a matrix with the columns of both, the first one's first, to bytes of [`merged_header`]'s length.
///
/// # Errors
/// Those of [`merged_header`]; [`crate::Error::Internal`] if the length is wrong.
pub fn merge(first: &Matrix<'_>, second: &Matrix<'_>, out: &mut [u8]) -> Result<()> {
    let header = merged_header(first, second)?;
    let out = header.begin(Arrangement::Rows, first.keys().chain(second.keys()), out)?;
    bytes::clear(out);
    append(first, 0, header.row_len(), out);
    append(second, first.header().columns, header.row_len(), out);
    Ok(())
}

/// Folds or unfolds a matrix to the number of `rows` and ORs it into them, beginning at a column.
#[allow(clippy::cast_possible_truncation)]
fn append(matrix: &Matrix<'_>, column: u64, row_len: usize, rows: &mut [u8]) {
    // These filters have no values, and another size.
    if is_unsized(&matrix.header().filters) {
        return;
    }
    let (first, shift) = ((column / 64) as usize * 8, (column % LANES as u64) as u32);
    let from_len = matrix.header().row_len();
    let (filters, mut meter) = (&matrix.header().filters, Meter::new(STEP));
    let bits = (rows.len() / row_len) as u64;
    for (from, position) in matrix.bits().chunks_exact(from_len).zip(0..) {
        for row in filters.layout().fitted(position, filters.params.bits, bits) {
            let row = row as usize;
            let row = &mut rows[row * row_len + first..(row + 1) * row_len];
            if shift == 0 {
                or_words(row, from);
            } else {
                or_shifted(row, from, shift);
            }
            meter.done(from_len);
        }
    }
}

/// Shifts `from` left by `shift` as one number and ORs it into `row`; bits beyond the end must be zero.
fn or_shifted(row: &mut [u8], from: &[u8], shift: u32) {
    let mut carry = 0;
    let mut from = words(from);
    for word in words_mut(row) {
        let next = from.next().unwrap_or(0);
        *word = (u64::from_le_bytes(*word) | next << shift | carry).to_le_bytes();
        carry = next >> (LANES as u32 - shift);
    }
}
