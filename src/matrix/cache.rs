//! Cache of the matrix that one call site searches.
//!
//! A search fetches only the rows of a stored matrix that it needs. A matrix that is searched again is detoasted and
//! kept if it fits into `work_mem`.

use crate::cache::CachedValue;
use crate::error::Result;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::memory::Memory;
use crate::pg::toast::ToastPointer;
use bloom_core::matrix::header::{KEY_LEN, MATRIX_HEADER_LEN};
use bloom_core::matrix::search::Candidates;
use bloom_core::matrix::{Arrangement, Matrix, MatrixHeader};
use std::ops::Range;

/// Per-call-site cache of the stored matrices that are kept.
#[derive(Debug, Default)]
pub struct CachedMatrix(CachedValue);

/// The place of a matrix's bytes: in memory or stored out of line.
#[derive(Debug)]
enum Source<'m> {
    Memory(Varlena<'m>),
    /// Stored out of line, and fetched in slices.
    Stored(VarlenaRef<'m>),
}

/// A matrix that can be read in slices.
#[derive(Debug)]
pub struct OpenMatrix<'m> {
    header: MatrixHeader,
    source: Source<'m>,
}

impl CachedMatrix {
    /// Opens a matrix for reading. `memory` is the memory of the call site.
    ///
    /// # Errors
    /// XX001 if the matrix is damaged.
    pub fn open<'m>(&'m mut self, matrix: VarlenaRef<'m>, memory: Memory) -> Result<OpenMatrix<'m>> {
        if !self.load(matrix, memory) && ToastPointer::of(matrix).is_some() {
            let (prefix, len) = matrix.prefix(MATRIX_HEADER_LEN);
            let header = MatrixHeader::read(Arrangement::Rows, &prefix)?;
            header.check_len(Arrangement::Rows, len)?;
            return Ok(OpenMatrix { header, source: Source::Stored(matrix) });
        }
        let bytes = self.bytes(matrix);
        Ok(OpenMatrix { header: *Matrix::new(bytes.bytes())?.header(), source: Source::Memory(bytes) })
    }

    /// Calls `f` with the whole matrix.
    ///
    /// # Errors
    /// XX001 if the matrix is damaged, and the errors of `f`.
    pub fn with_whole<R>(
        &mut self,
        matrix: VarlenaRef<'_>,
        memory: Memory,
        f: impl FnOnce(&Matrix<'_>) -> Result<R>,
    ) -> Result<R> {
        self.load(matrix, memory);
        f(&Matrix::new(self.bytes(matrix).bytes())?)
    }

    /// Loads the matrix if the cache accepts it. Returns whether the cache has its bytes.
    fn load(&mut self, matrix: VarlenaRef<'_>, memory: Memory) -> bool {
        self.0.find(matrix).is_some() || self.0.load(matrix, memory, false).is_some()
    }

    /// Returns the bytes of the matrix: those in the cache, else a copy.
    fn bytes<'m>(&'m self, matrix: VarlenaRef<'m>) -> Varlena<'m> {
        self.0.find(matrix).map_or_else(|| matrix.into(), Varlena::in_place)
    }
}

impl OpenMatrix<'_> {
    pub fn header(&self) -> &MatrixHeader {
        &self.header
    }

    /// Returns the bytes of a part of the matrix.
    fn piece(&self, at: Range<usize>) -> Varlena<'_> {
        match &self.source {
            Source::Memory(bytes) => Varlena::in_place(&bytes.bytes()[at]),
            Source::Stored(matrix) => matrix.slice(at.start, at.len()),
        }
    }

    /// Removes the candidates whose bits are not set in the row at `position`.
    pub fn keep_row(&self, candidates: &mut Candidates<'_>, position: u64) {
        let (row, within) =
            (self.header.bits_at() + position as usize * self.header.row_len(), candidates.within());
        candidates.keep(self.piece(row + within.start..row + within.end).bytes());
    }

    /// Calls `f` with the key of each column. The columns must ascend.
    ///
    /// # Errors
    /// XX001 if the stored matrix is shorter than its header says.
    pub fn for_keys(&self, columns: impl Iterator<Item = u64>, mut f: impl FnMut(i64)) -> Result<()> {
        let (mut first, mut keys) = (0, None);
        for column in columns {
            if keys.is_none() || column >= first + KEYS_AT_ONCE {
                let end = (column + KEYS_AT_ONCE).min(self.header.columns);
                let [start, end] = [column, end].map(|column| MATRIX_HEADER_LEN + column as usize * KEY_LEN);
                (first, keys) = (column, Some(self.piece(start..end)));
            }
            let at = (column - first) as usize * KEY_LEN;
            match keys.as_ref().and_then(|keys| keys.bytes().get(at..)?.first_chunk()) {
                Some(key) => f(i64::from_le_bytes(*key)),
                // The stored matrix ends before this key.
                None => self.header.check_len(Arrangement::Rows, MATRIX_HEADER_LEN)?,
            }
        }
        Ok(())
    }
}

/// Number of keys of a stored matrix that are fetched together: about as many as one TOAST chunk holds.
const KEYS_AT_ONCE: u64 = 240;
