//! A filter as one run of bytes: the header, then the bitmap. Nothing is copied and no alignment needed.
//!
//! ```
//! use bloom_core::cells::Bits;
//! use bloom_core::filter::{self, Filter, FilterReader};
//! use bloom_core::kind::{Family, ValueKind};
//!
//! const TEXT: ValueKind = ValueKind::of(Family::Text);
//! let mut bytes = filter::empty::<Bits>(1000, 0.01)?;
//! filter::add::<Bits>(&mut bytes, TEXT, b"https://www.postgresql.org/".as_slice())?;
//!
//! // Bytes of unknown origin are checked once, and then asked often.
//! assert!(Filter::<Bits>::validate(&bytes)?.counts().estimated_count.round() == 1.0);
//! let reader = FilterReader::<Bits>::new(&bytes)?;
//! assert!(reader.contains(&bytes, TEXT, b"https://www.postgresql.org/".as_slice())?);
//! assert!(!reader.contains(&bytes, TEXT, b"https://www.rust-lang.org/".as_slice())?); // false is certain
//!
//! // A value of another kind is an error, where `false` would be wrong.
//! assert!(reader.contains(&bytes, ValueKind::of(Family::Bytes), b"x".as_slice()).is_err());
//! # Ok::<(), bloom_core::Error>(())
//! ```

use crate::bits;
use crate::cells::Cells;
use crate::error::{Result, malformed};
use crate::hash::Hash;
use crate::hash_spec::{HashSpec, Hashable, check_kind};
use crate::header::{HEADER_LEN, Header};
use crate::kind::{Family, ValueKind};
use crate::params;
use crate::probe::Prober;
use crate::scheme_choice::SchemeChoice;
use std::marker::PhantomData;

/// A filter that is only read: an array of such cells.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a, C> {
    header: Header,
    cells: &'a [u8],
    marker: PhantomData<C>,
}

impl<'a, C: Cells> Filter<'a, C> {
    /// Looks at `bytes` as a filter, in constant time.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] if the header or the length is wrong, or if it is made of other cells.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        let header = Header::read(bytes)?.made_of(C::CELL)?;
        header.check_len(bytes.len())?;
        Ok(Self { header, cells: &bytes[HEADER_LEN..], marker: PhantomData })
    }

    /// Checks all that can be checked, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let filter = Self::new(bytes)?;
        if filter.header.kind().family == Family::None && !bits::is_empty(filter.cells) {
            return Err(malformed("bloom filter", "It has bits set but no element family."));
        }
        Ok(filter)
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The array alone.
    #[must_use]
    pub fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// Whether the filter may hold the value with this hash; `false` is certain.
    #[must_use]
    pub fn contains(&self, hash: Hash) -> bool {
        self.header.prober().contains::<C>(self.cells, hash)
    }

    /// What the cells that are set tell.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let params = self.header.params;
        let bits_set = C::count_set(self.cells);
        Counts {
            bits_set,
            fill: bits_set as f64 / params.bits as f64,
            estimated_count: params::estimate_count(params.bits, params.hashes, bits_set),
            current_fpp: self.header.pattern().fpp_of(params, self.cells, bits_set),
        }
    }
}

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
    /// [`crate::Error::KindMismatch`].
    #[inline(always)]
    pub fn contains(&self, bytes: &[u8], kind: ValueKind, value: impl Hashable) -> Result<bool> {
        let hash = match self.hashing.hash(kind, value) {
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

/// What the cells of a filter that are set tell about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// X, how many cells are set.
    pub bits_set: u64,
    /// X/m.
    pub fill: f64,
    /// Distinct values, see [`params::estimate_count`].
    pub estimated_count: f64,
    /// The rate now, see [`crate::pattern::Pattern::fpp_of`].
    pub current_fpp: f64,
}

/// A new, empty filter, as [`HashSpec::DEFAULT`] says; it takes the kind of its first value.
///
/// # Errors
/// Those of [`params::Params::for_capacity`].
pub fn empty<C: Cells>(capacity: u64, fpp: f64) -> Result<Vec<u8>> {
    let choice = SchemeChoice::DEFAULT;
    let (hashing, params) = (choice.hashing(), choice.params(C::CELL, capacity, fpp)?);
    let header = Header { cell: C::CELL, hashing, params, capacity: Some(capacity), fpp: Some(fpp) };
    let mut bytes = vec![0; header.filter_len()];
    header.write(&mut bytes)?;
    Ok(bytes)
}

/// Adds a value to the filter in `bytes`; an untyped filter takes its kind.
///
/// # Errors
/// [`crate::Error::Malformed`], [`crate::Error::KindMismatch`]; then `bytes` are unchanged.
pub fn add<C: Cells>(bytes: &mut [u8], kind: ValueKind, value: impl Hashable) -> Result<()> {
    let hashing = Header::read(bytes)?.hashing;
    let hash = hashing.hash(kind, value)?;
    add_all::<C>(bytes, hashing.holding(kind), &[hash])
}

/// Adds all values with these hashes, which the filter's own [`HashSpec`] made; `kind` is what it holds then
/// ([`HashSpec::holding`]).
///
/// # Errors
/// Those of [`add`].
pub fn add_all<C: Cells>(bytes: &mut [u8], kind: ValueKind, hashes: &[Hash]) -> Result<()> {
    let mut header = Header::read(bytes)?.made_of(C::CELL)?;
    header.check_len(bytes.len())?;
    if hashes.is_empty() {
        return Ok(());
    }
    check_kind(header.kind(), kind)?;
    header = header.with_kind(header.hashing.holding(kind));
    header.write(bytes)?;
    header.prober().insert_all::<C>(&mut bytes[HEADER_LEN..], hashes);
    Ok(())
}
