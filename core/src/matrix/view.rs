//! A matrix read in place from one run of bytes: header, keys, rows. It needs no alignment.

use super::header::{Arrangement, MatrixHeader};
use super::transpose::{STRIP, for_tiles};
use super::{LANES, header};
use crate::cells::bits::{WORD_LEN, is_empty, words_mut};
use crate::element::Family;
use crate::error::{Result, malformed};
use crate::interrupt::{Meter, STEP};

/// Filters in one run of bytes, by rows or by columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flat<'a> {
    arrangement: Arrangement,
    pub header: MatrixHeader,
    keys: &'a [[u8; header::KEY_LEN]],
    pub bits: &'a [u8],
}

impl<'a> Flat<'a> {
    /// Reads the header of `bytes`, in constant time.
    pub fn new(arrangement: Arrangement, bytes: &'a [u8]) -> Result<Self> {
        let header = MatrixHeader::read(arrangement, bytes)?;
        header.check_len(arrangement, bytes.len())?;
        let (head, bits) = bytes.split_at(header.bits_at());
        Ok(Self { arrangement, header, keys: head[header::MATRIX_HEADER_LEN..].as_chunks().0, bits })
    }

    /// Checks what holds for rows and columns alike.
    pub fn validate(&self) -> Result<()> {
        if self.header.filters.element().family == Family::None && !is_empty(self.bits) {
            return Err(malformed(self.arrangement.what(), "It has bits set but no element family."));
        }
        Ok(())
    }

    /// Returns the key of each filter.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = i64> + use<'a> {
        self.keys.iter().map(|key| i64::from_le_bytes(*key))
    }

    /// Returns the key of a filter.
    pub fn key(&self, number: usize) -> i64 {
        i64::from_le_bytes(self.keys[number])
    }
}

/// Read-only matrix.
#[derive(Debug, Clone, Copy)]
pub struct Matrix<'a>(Flat<'a>);

impl<'a> Matrix<'a> {
    /// Reads `bytes` as a matrix, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the header or the length is wrong.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Flat::new(Arrangement::Rows, bytes).map(Self)
    }

    /// Checks everything, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let matrix = Self::new(bytes)?;
        matrix.0.validate()?;
        let unused = !last_word(matrix.header().columns);
        let mut meter = Meter::new(STEP);
        for row in matrix.bits().chunks_exact(matrix.header().row_len()) {
            meter.done(row.len());
            let last = row.last_chunk().map_or(0, |word| u64::from_le_bytes(*word));
            if last & unused != 0 {
                return Err(malformed(Arrangement::Rows.what(), "It has bits set beyond its last column."));
            }
        }
        Ok(matrix)
    }

    /// Returns the header of the matrix.
    #[must_use]
    pub fn header(&self) -> &MatrixHeader {
        &self.0.header
    }

    /// Returns the key of each column.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = i64> + use<'a> {
        self.0.keys()
    }

    /// Returns a row; there is one row for each bit of a filter.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn row(&self, position: u64) -> &'a [u8] {
        let len = self.header().row_len();
        &self.bits()[position as usize * len..][..len]
    }

    /// Returns all rows.
    pub(super) fn bits(&self) -> &'a [u8] {
        self.0.bits
    }

    /// ORs the bits of a column into those of a filter.
    pub fn column_into(&self, column: u64, filter: &mut [u8]) {
        let len = self.header().row_len();
        let (byte, bit) = ((column / 8) as usize, column % 8);
        let mut meter = Meter::new(STEP);
        for (word, rows) in words_mut(filter).iter_mut().zip(self.bits().chunks_exact(len * LANES)) {
            let bits = rows.chunks_exact(len).map(|row| u64::from(row[byte] >> bit & 1));
            let column = bits.enumerate().fold(0, |word, (i, bit)| word | bit << i);
            *word = (u64::from_le_bytes(*word) | column).to_le_bytes();
            meter.done(rows.len());
        }
    }

    /// Passes on the number of set bits of each column, in order.
    pub fn count_columns(&self, mut each: impl FnMut(u64)) {
        let row_len = self.header().row_len();
        let mut left = self.header().columns;
        for start in (0..row_len).step_by(STRIP * WORD_LEN) {
            let mut counts = [0; STRIP * LANES];
            for_tiles(self.bits(), row_len, start, |tile| {
                for (word, counts) in tile.iter().zip(counts.as_chunks_mut::<LANES>().0) {
                    for (lane, count) in word.iter().zip(counts) {
                        *count += u64::from(lane.count_ones());
                    }
                }
            });
            let here = left.min(counts.len() as u64);
            counts.iter().take(here as usize).for_each(|count| each(*count));
            left -= here;
        }
    }
}

/// Returns the bits of a row's last word that belong to columns.
fn last_word(columns: u64) -> u64 {
    u64::MAX >> (columns.wrapping_neg() % 64)
}

/// Sets the bits of all columns in a row.
pub(super) fn full_row(columns: u64, row: &mut [u8]) {
    row.fill(u8::MAX);
    if let Some(last) = words_mut(row).last_mut() {
        *last = last_word(columns).to_le_bytes();
    }
}
