//! How a filter hashes its values.

use crate::element::{Element, Family};
use crate::error::{Error, Result};
use crate::hash::{Hash, SEED};
use crate::scheme::Scheme;

/// What a filter holds and how it hashes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hashing {
    /// What the filter holds.
    pub element: Element,
    /// From canonical bytes to positions.
    pub scheme: Scheme,
    /// The seed of the hash.
    pub seed: u32,
}

impl Hashing {
    /// How filters hash unless another way is asked for; they take any element.
    pub const DEFAULT: Self = Self { element: Element::NONE, scheme: Scheme::Mitz64, seed: SEED };

    /// The hash of a value, if the filter may hold such values.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`], [`Error::OutOfRange`], [`Error::HashedOtherwise`].
    #[inline(always)]
    pub fn hash(self, element: Element, value: impl Hashable) -> Result<Hash> {
        // What almost all filters are asked, and nothing can be wrong.
        if self.element == element && self.scheme == Scheme::Mitz64 && element.family != Family::Integer4 {
            return Ok(value.default_hash());
        }
        self.hash_otherwise(element, value)
    }

    #[cold]
    fn hash_otherwise(self, element: Element, value: impl Hashable) -> Result<Hash> {
        check_element(self.element, element)?;
        value.hash(self)
    }

    /// What a filter holds once it holds a value of this element, which [`check_element`] lets in.
    #[must_use]
    pub fn holding(self, element: Element) -> Element {
        if self.element.family == Family::None { element } else { self.element }
    }
}

/// What a hash can be had of: canonical bytes, or the hash that was made of them before.
pub trait Hashable {
    /// The hash for filters of the default scheme.
    fn default_hash(self) -> Hash;

    /// The hash for filters that hash like this.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for whole numbers that the filter certainly does not hold; [`Error::HashedOtherwise`].
    fn hash(self, hashing: Hashing) -> Result<Hash>;
}

impl Hashable for &[u8] {
    #[inline(always)]
    fn default_hash(self) -> Hash {
        Hash::of(self, SEED)
    }

    fn hash(self, hashing: Hashing) -> Result<Hash> {
        if hashing.element.family == Family::Integer4 {
            return Ok(hashing.scheme.hash(&narrow(self)?, hashing.seed));
        }
        Ok(hashing.scheme.hash(self, hashing.seed))
    }
}

/// A whole number's canonical bytes in filters of four-byte numbers.
fn narrow(canonical: &[u8]) -> Result<[u8; 4]> {
    let wide = canonical.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes));
    i32::try_from(wide).map(i32::to_le_bytes).map_err(|_| Error::OutOfRange(wide))
}

impl Hashable for Hash {
    #[inline(always)]
    fn default_hash(self) -> Hash {
        self
    }

    fn hash(self, hashing: Hashing) -> Result<Hash> {
        let same = hashing.scheme == Scheme::Mitz64 && hashing.element.family != Family::Integer4;
        if same { Ok(self) } else { Err(Error::HashedOtherwise(hashing.scheme)) }
    }
}

/// Checks that a value of kind `element` may be looked for in a filter of kind `filter`.
///
/// # Errors
/// [`Error::ElementMismatch`]; an untyped filter accepts everything.
#[inline]
pub fn check_element(filter: Element, value: Element) -> Result<()> {
    let narrow = || filter.family == Family::Integer4 && value.family == Family::Integer;
    if filter == value || filter.family == Family::None || narrow() {
        Ok(())
    } else {
        Err(Error::ElementMismatch { filter, value })
    }
}
