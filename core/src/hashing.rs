//! How a filter hashes its values.

use crate::element::{Element, Family};
use crate::error::{Error, Result};
use crate::hash::{Hash, SEED};

/// What a filter holds and how it hashes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hashing {
    /// What the filter holds.
    pub element: Element,
}

impl Hashing {
    /// The hash of a value, if the filter may hold such values.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`].
    #[inline]
    pub fn hash(self, element: Element, value: impl Hashable) -> Result<Hash> {
        check_element(self.element, element)?;
        Ok(value.hash())
    }
}

/// What a hash can be had of: canonical bytes, or the hash that was made of them before.
pub trait Hashable {
    /// The hash.
    fn hash(self) -> Hash;
}

impl Hashable for &[u8] {
    #[inline]
    fn hash(self) -> Hash {
        Hash::of(self, SEED)
    }
}

impl Hashable for Hash {
    #[inline]
    fn hash(self) -> Hash {
        self
    }
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
