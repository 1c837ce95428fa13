//! A header that was read once, to probe many filters alike.

use super::header::HEADER_LEN;
use super::probe::Prober;
use super::view::Filter;
use crate::cells::Cells;
use crate::element::ElementType;
use crate::error::Result;
use crate::scheme::{HashSpec, Hashable};
use std::marker::PhantomData;

/// Bytes of a header up to the last of the tag; what comes after them is part of the seed.
const READER_KEY_LEN: usize = 48;

/// A header that was read once, to probe one filter, or many alike, many times.
#[derive(Debug, Clone)]
pub struct FilterReader<C> {
    /// All of the header that a probe depends on; compared faster than the whole.
    header_bytes: [u8; READER_KEY_LEN],
    /// The rest of it, where that has a seed.
    seed_bytes: Option<[u8; HEADER_LEN - READER_KEY_LEN]>,
    hashing: HashSpec,
    prober: Prober,
    len: usize,
    marker: PhantomData<C>,
}

impl<C: Cells> FilterReader<C> {
    /// A reader for the filter in `bytes`.
    ///
    /// # Errors
    /// Those of [`Filter::new`].
    pub fn new(bytes: &[u8]) -> Result<Self> {
        let header = *Filter::<C>::new(bytes)?.header();
        let mut header_bytes = [0; READER_KEY_LEN];
        header_bytes.copy_from_slice(&bytes[..READER_KEY_LEN]);
        let seed_bytes = header.hashing.scheme.has_wide_seed().then(|| seed_bytes(bytes)).flatten();
        let (hashing, prober, len) = (header.hashing, header.prober(), bytes.len());
        Ok(Self { header_bytes, seed_bytes, hashing, prober, len, marker: PhantomData })
    }

    /// Whether the filter in `bytes` has the same kind, size and hashes, so that this reader is right for it.
    #[must_use]
    #[inline]
    pub fn reads(&self, bytes: &[u8]) -> bool {
        bytes.len() == self.len
            && bytes.first_chunk() == Some(&self.header_bytes)
            && (self.seed_bytes.is_none() || self.seed_bytes == seed_bytes(bytes))
    }

    /// Whether the filter in `bytes`, of which [`FilterReader::reads`] holds, may hold the value.
    ///
    /// # Errors
    /// [`crate::Error::ElementMismatch`].
    #[inline(always)]
    pub fn contains(&self, bytes: &[u8], element: ElementType, value: impl Hashable) -> Result<bool> {
        let hash = match self.hashing.hash(element, value) {
            Ok(hash) => hash,
            Err(error) => return error.as_absent(),
        };
        Ok(self.prober.contains::<C>(&bytes[HEADER_LEN..], hash))
    }
}

/// The bytes of a header that only wide seeds have.
fn seed_bytes(bytes: &[u8]) -> Option<[u8; HEADER_LEN - READER_KEY_LEN]> {
    bytes.get(READER_KEY_LEN..)?.first_chunk().copied()
}
