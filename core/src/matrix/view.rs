//! A matrix as one run of bytes: its header, its keys, its rows. Nothing is copied and no alignment needed.

use super::header::{Arrangement, MatrixHeader};
use super::transpose::{STRIP, for_tiles};
use super::{LANES, header};
use crate::cells::bits::{WORD_LEN, is_empty, words_mut};
use crate::element::Family;
use crate::error::{Result, malformed};
use crate::interrupt::{Meter, STEP};

/// Filters in one run of bytes, in either arrangement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flat<'a> {
    arrangement: Arrangement,
    pub header: MatrixHeader,
    keys: &'a [[u8; header::KEY_LEN]],
    pub bits: &'a [u8],
}

impl<'a> Flat<'a> {
    /// Looks at `bytes`, in constant time.
    pub fn new(arrangement: Arrangement, bytes: &'a [u8]) -> Result<Self> {
        let header = MatrixHeader::read(arrangement, bytes)?;
        header.check_len(arrangement, bytes.len())?;
        let (head, bits) = bytes.split_at(header.bits_at());
        Ok(Self { arrangement, header, keys: head[header::MATRIX_HEADER_LEN..].as_chunks().0, bits })
    }

    /// Checks what holds in both arrangements.
    pub fn validate(&self) -> Result<()> {
        if self.header.filters.element().family == Family::None && !is_empty(self.bits) {
            return Err(malformed(self.arrangement.what(), "It has bits set but no element family."));
        }
        Ok(())
    }

    /// The key of each filter.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = i64> + use<'a> {
        self.keys.iter().map(|key| i64::from_le_bytes(*key))
    }

    /// The key of one.
    pub fn key(&self, number: usize) -> i64 {
        i64::from_le_bytes(self.keys[number])
    }
}

/// A matrix that is only read.
#[derive(Debug, Clone, Copy)]
pub struct Matrix<'a>(Flat<'a>);

impl<'a> Matrix<'a> {
    /// Looks at `bytes` as a matrix, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the header or the length is wrong.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        Flat::new(Arrangement::Rows, bytes).map(Self)
    }

    /// Checks all that can be checked, for bytes of unknown origin; reads them once.
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

    /// The header.
    #[must_use]
    pub fn header(&self) -> &MatrixHeader {
        &self.0.header
    }

    /// The key of each column.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = i64> + use<'a> {
        self.0.keys()
    }

    /// A row, as many of which there are as bits of a filter.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)]
    pub fn row(&self, position: u64) -> &'a [u8] {
        let len = self.header().row_len();
        &self.bits()[position as usize * len..][..len]
    }

    /// All rows.
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

    /// Hands in how many bits are set in each column, one after the other.
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

/// The lanes of the last word of a row that are columns.
fn last_word(columns: u64) -> u64 {
    u64::MAX >> (columns.wrapping_neg() % 64)
}

/// The bits of a row of which all columns are set.
pub(super) fn full_row(columns: u64, row: &mut [u8]) {
    row.fill(u8::MAX);
    if let Some(last) = words_mut(row).last_mut() {
        *last = last_word(columns).to_le_bytes();
    }
}
