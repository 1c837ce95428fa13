//! A filter as one run of bytes: the header, then the bitmap. Nothing is copied and no alignment needed.

use crate::bits;
use crate::element::{Element, Family};
use crate::error::{Error, Result, malformed};
use crate::hash::Hash;
use crate::header::{HEADER_LEN, Header};
use crate::params;
use crate::probe::Prober;

/// A filter that is only read.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a> {
    header: Header,
    bitmap: &'a [u8],
}

impl<'a> Filter<'a> {
    /// Looks at `bytes` as a filter, in constant time.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the header or the length is wrong.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        let header = Header::read(bytes)?;
        check_len(&header, bytes.len())?;
        Ok(Self { header, bitmap: &bytes[HEADER_LEN..] })
    }

    /// Checks all that can be checked, for bytes of unknown origin; reads them once.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn validate(bytes: &'a [u8]) -> Result<Self> {
        let filter = Self::new(bytes)?;
        if filter.header.element.family == Family::None && !bits::is_empty(filter.bitmap) {
            return Err(malformed("bloom filter", "It has bits set but no element family."));
        }
        Ok(filter)
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The bits alone.
    #[must_use]
    pub fn bitmap(&self) -> &'a [u8] {
        self.bitmap
    }

    /// Whether the filter may hold the value with this hash; `false` is certain.
    #[must_use]
    pub fn contains(&self, hash: Hash) -> bool {
        Prober::new(self.header.params).contains(self.bitmap, hash)
    }

    /// What the set bits tell.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let params = self.header.params;
        let bits_set = bits::count_ones(self.bitmap);
        Counts {
            bits_set,
            fill: bits_set as f64 / params.bits as f64,
            estimated_count: params::estimate_count(params.bits, params.hashes, bits_set),
            current_fpp: params::current_fpp(params.bits, params.hashes, bits_set),
        }
    }
}

/// What the set bits of a filter tell about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// X, how many bits are set.
    pub bits_set: u64,
    /// X/m.
    pub fill: f64,
    /// Distinct values, see [`params::estimate_count`].
    pub estimated_count: f64,
    /// The rate now, see [`params::current_fpp`].
    pub current_fpp: f64,
}

/// Checks that a value of kind `element` may be looked for in a filter of kind `filter`.
///
/// # Errors
/// [`Error::ElementMismatch`]; an untyped filter accepts everything.
#[inline]
pub fn check_element(filter: Element, value: Element) -> Result<()> {
    if filter == value || filter.family == Family::None {
        Ok(())
    } else {
        Err(Error::ElementMismatch { filter, value })
    }
}

/// Adds the value with this hash to the filter in `bytes`; an untyped filter takes its element.
///
/// # Errors
/// [`Error::Malformed`], [`Error::ElementMismatch`]; then `bytes` are unchanged.
pub fn add(bytes: &mut [u8], element: Element, hash: Hash) -> Result<()> {
    let mut header = Header::read(bytes)?;
    check_len(&header, bytes.len())?;
    check_element(header.element, element)?;
    header.element = element;
    header.write(bytes)?;
    Prober::new(header.params).insert(&mut bytes[HEADER_LEN..], hash);
    Ok(())
}

fn check_len(header: &Header, len: usize) -> Result<()> {
    if len == header.filter_len() {
        return Ok(());
    }
    let why = format!("Its header promises {} bytes, it has {len}.", header.filter_len());
    Err(malformed("bloom filter", why))
}
