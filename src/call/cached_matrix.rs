//! The matrix that one place in a query searches.
//!
//! Of a stored matrix the rows that a search needs are fetched, and no others. One that is met again is kept whole if it
//! fits into `work_mem`.

use super::VarlenaRef;
use super::cached_value::{CachedValue, is_stored};
use crate::error::Result;
use crate::pg::memory::Memory;
use crate::pg::toast;
use crate::pg::varlena::Varlena;
use bloom_core::matrix::header::{KEY_LEN, MATRIX_HEADER_LEN};
use bloom_core::matrix::search::Candidates;
use bloom_core::matrix::{Arrangement, Matrix, MatrixHeader};
use pgrx::pg_sys::Datum;
use std::ops::Range;

/// The stored matrices that are kept.
#[derive(Debug, Default)]
pub struct CachedMatrix(CachedValue);

/// Where the bytes of a matrix are.
#[derive(Debug)]
enum Source<'m> {
    /// In memory.
    Bytes(&'m [u8]),
    /// In memory, as a copy.
    Copy(Varlena<'m>),
    /// In a table of their own.
    Stored(Datum),
}

/// A matrix that can be read piece by piece.
#[derive(Debug)]
pub struct OpenMatrix<'m> {
    header: MatrixHeader,
    source: Source<'m>,
}

impl CachedMatrix {
    /// The matrix that an argument is. `memory` is that of the place.
    ///
    /// # Errors
    /// XX001 if it is damaged.
    pub fn open<'m>(&'m mut self, matrix: VarlenaRef, memory: Memory) -> Result<OpenMatrix<'m>> {
        // SAFETY: a matrix is a varlena, and outlives the call.
        if !self.has(matrix, memory) && unsafe { is_stored(matrix.0) } {
            let (prefix, len) = matrix.prefix(MATRIX_HEADER_LEN);
            let header = MatrixHeader::read(Arrangement::Rows, &prefix)?;
            header.check_len(Arrangement::Rows, len)?;
            return Ok(OpenMatrix { header, source: Source::Stored(matrix.0) });
        }
        OpenMatrix::of(self.bytes(matrix))
    }

    /// Calls `f` with the whole of it.
    ///
    /// # Errors
    /// XX001 if it is damaged, and those of `f`.
    pub fn with_whole<R>(
        &mut self,
        matrix: VarlenaRef,
        memory: Memory,
        f: impl FnOnce(&Matrix<'_>) -> Result<R>,
    ) -> Result<R> {
        self.has(matrix, memory);
        f(&Matrix::new(self.bytes(matrix).bytes())?)
    }

    /// Whether it is at hand, or is now.
    fn has(&mut self, matrix: VarlenaRef, memory: Memory) -> bool {
        // SAFETY: a matrix is a varlena, and outlives the call.
        unsafe { self.0.at_hand(matrix.0).is_some() || self.0.meet(matrix.0, memory, false).is_some() }
    }

    /// The bytes that are at hand, else a copy.
    fn bytes(&self, matrix: VarlenaRef) -> Source<'_> {
        // SAFETY: a matrix is a varlena, and outlives the call.
        unsafe {
            match self.0.at_hand(matrix.0) {
                Some(bytes) => Source::Bytes(bytes),
                None => Source::Copy(Varlena::new(matrix.0)),
            }
        }
    }
}

/// Some bytes of a matrix.
enum Piece<'p> {
    Bytes(&'p [u8]),
    Copy(Varlena<'p>),
}

impl Piece<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Copy(copy) => copy.bytes(),
        }
    }
}

impl Source<'_> {
    /// What is in memory of it.
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Copy(copy) => copy.bytes(),
            Self::Stored(_) => &[],
        }
    }
}

impl<'m> OpenMatrix<'m> {
    fn of(source: Source<'m>) -> Result<Self> {
        Ok(Self { header: *Matrix::new(source.bytes())?.header(), source })
    }

    /// What it says of itself.
    pub fn header(&self) -> &MatrixHeader {
        &self.header
    }

    /// These bytes of it.
    fn piece(&self, at: Range<usize>) -> Piece<'_> {
        match &self.source {
            Source::Bytes(_) | Source::Copy(_) => Piece::Bytes(&self.source.bytes()[at]),
            // SAFETY: a matrix is a varlena.
            Source::Stored(datum) => Piece::Copy(unsafe { toast::slice(*datum, at.start, at.len()) }),
        }
    }

    /// Leaves the candidates whose bits are set in a row.
    pub fn keep_row(&self, candidates: &mut Candidates<'_>, position: u64) {
        let (row, within) =
            (self.header.bits_at() + position as usize * self.header.row_len(), candidates.within());
        candidates.keep(self.piece(row + within.start..row + within.end).bytes());
    }

    /// Calls `f` with the keys of columns, which ascend.
    ///
    /// # Errors
    /// XX001 if it is shorter than it says.
    pub fn for_keys(
        &self,
        columns: impl Iterator<Item = u64>,
        mut f: impl FnMut(i64) -> Result<()>,
    ) -> Result<()> {
        let (mut first, mut keys) = (0, None);
        for column in columns {
            if keys.is_none() || column >= first + KEYS_AT_ONCE {
                let end = (column + KEYS_AT_ONCE).min(self.header.columns);
                let [start, end] = [column, end].map(|column| MATRIX_HEADER_LEN + column as usize * KEY_LEN);
                (first, keys) = (column, Some(self.piece(start..end)));
            }
            let site = (column - first) as usize * KEY_LEN;
            match keys.as_ref().and_then(|keys| keys.bytes().get(site..)?.first_chunk()) {
                Some(key) => f(i64::from_le_bytes(*key))?,
                // What is stored ends before them.
                None => self.header.check_len(Arrangement::Rows, MATRIX_HEADER_LEN)?,
            }
        }
        Ok(())
    }
}

/// Keys of a stored matrix that are fetched together: about as many as one chunk of it has.
const KEYS_AT_ONCE: u64 = 240;
