//! State that collects filters for a matrix, one after the other.

use super::build::Filters;
use super::header::{Arrangement, MatrixHeader};
use super::view::Flat;
use crate::error::{Error, Result};
use crate::state_kind::StateKind;

/// State of filters for a matrix, as one run of bytes.
#[derive(Debug, Clone, Copy)]
pub struct MatrixStateRef<'a>(Flat<'a>);

impl<'a> MatrixStateRef<'a> {
    /// Reads `bytes` as such a state, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`]; [`Error::WrongState`] for a state of another aggregate.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        if matches!(StateKind::of(bytes), Some(StateKind::Build | StateKind::Merge)) {
            return Err(Error::WrongState);
        }
        Flat::new(Arrangement::Columns, bytes).map(Self)
    }

    /// Checks everything, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let state = Self::new(bytes)?;
        state.0.validate()?;
        Ok(state)
    }
}

impl Filters for MatrixStateRef<'_> {
    fn header(&self) -> &MatrixHeader {
        &self.0.header
    }

    fn key(&self, number: usize) -> i64 {
        self.0.key(number)
    }

    fn bitmap(&self, number: usize) -> &[u8] {
        let len = self.0.header.filters.params.bitmap_len();
        &self.0.bits[number * len..][..len]
    }
}
