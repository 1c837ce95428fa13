//! Reads a header once to probe many similar filters.

use super::header::HEADER_LEN;
use super::probe::Prober;
use super::view::Filter;
use crate::cells::Cells;
use crate::element::ElementType;
use crate::error::Result;
use crate::scheme::{HashSpec, Hashable};
use std::marker::PhantomData;

/// Bytes of a header up to the end of the tag; the rest belongs to the seed.
const READER_KEY_LEN: usize = 48;

/// Reader of filters that share a header: reads it once and probes many times.
#[derive(Debug, Clone)]
pub struct FilterReader<C> {
    /// The part of the header that all probes depend on; it is compared faster than the whole.
    header_bytes: [u8; READER_KEY_LEN],
    /// The rest, if it contains a seed.
    seed_bytes: Option<[u8; HEADER_LEN - READER_KEY_LEN]>,
    hashing: HashSpec,
    prober: Prober,
    len: usize,
    marker: PhantomData<C>,
}

impl<C: Cells> FilterReader<C> {
    /// Creates a reader for the filter in `bytes`.
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

    /// Returns whether this reader fits the filter in `bytes`: same element type, size and hashes.
    #[must_use]
    #[inline]
    pub fn reads(&self, bytes: &[u8]) -> bool {
        bytes.len() == self.len
            && bytes.first_chunk() == Some(&self.header_bytes)
            && (self.seed_bytes.is_none() || self.seed_bytes == seed_bytes(bytes))
    }

    /// Returns whether the filter in `bytes`, which [`FilterReader::reads`] accepts, may hold the value.
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

/// Returns the bytes of a header that only wide seeds use.
fn seed_bytes(bytes: &[u8]) -> Option<[u8; HEADER_LEN - READER_KEY_LEN]> {
    bytes.get(READER_KEY_LEN..)?.first_chunk().copied()
}
