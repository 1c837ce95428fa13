//! How a filter hashes its values.
//!
//! ```
//! use bloom_core::hash::{Hash, SEED, Scheme};
//! use bloom_core::hash_spec::HashSpec;
//! use bloom_core::kind::{Family, ValueKind};
//!
//! const TEXT: ValueKind = ValueKind::of(Family::Text);
//! let spec = HashSpec { kind: TEXT, scheme: Scheme::Mitz64, seed: SEED };
//! assert_eq!(spec.hash(TEXT, b"a".as_slice())?, Hash::of(b"a", SEED));
//! assert!(spec.hash(ValueKind::of(Family::Bytes), b"a".as_slice()).is_err()); // another kind of value
//! # Ok::<(), bloom_core::Error>(())
//! ```

use crate::canonical::unpadded;
use crate::error::{Error, Result};
use crate::hash::{Hash, SEED, Scheme};
use crate::kind::{Family, ValueKind};

/// What a filter holds and how it hashes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashSpec {
    /// What the filter holds.
    pub kind: ValueKind,
    /// From canonical bytes to positions.
    pub scheme: Scheme,
    /// The seed of the hash.
    pub seed: u32,
}

impl HashSpec {
    /// How filters hash unless another way is asked for; they take any kind.
    pub const DEFAULT: Self = Self { kind: ValueKind::NONE, scheme: Scheme::Mitz64, seed: SEED };

    /// The hash of a value, if the filter may hold such values.
    ///
    /// # Errors
    /// [`Error::KindMismatch`], [`Error::OutOfRange`], [`Error::HashedOtherwise`].
    #[inline(always)]
    pub fn hash(self, kind: ValueKind, value: impl Hashable) -> Result<Hash> {
        // What almost all filters are asked, and nothing can be wrong.
        if self.kind == kind && self.scheme == Scheme::Mitz64 && kind.family != Family::Integer4 {
            return Ok(value.default_hash());
        }
        self.hash_otherwise(kind, value)
    }

    #[cold]
    fn hash_otherwise(self, kind: ValueKind, value: impl Hashable) -> Result<Hash> {
        let as_its_own = matches!(
            (self.kind.family, kind.family),
            (Family::Integer4, Family::Integer) | (Family::Padded, Family::Text)
        );
        if !as_its_own {
            check_kind(self.kind, kind)?;
        }
        value.hash(self, kind)
    }

    /// What a filter holds once it holds a value of this kind, for which there was a [`HashSpec::hash`].
    #[must_use]
    pub fn holding(self, kind: ValueKind) -> ValueKind {
        if self.kind.family == Family::None { kind } else { self.kind }
    }
}

/// What a hash can be had of: canonical bytes, or the hash that was made of them before.
pub trait Hashable {
    /// The hash for filters of the default scheme.
    fn default_hash(self) -> Hash;

    /// The hash of a value of this kind for filters that hash like this.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for whole numbers that the filter certainly does not hold;
    /// [`Error::HashedOtherwise`]; [`Error::KindMismatch`] where only the value itself would do.
    fn hash(self, hashing: HashSpec, kind: ValueKind) -> Result<Hash>;
}

impl Hashable for &[u8] {
    #[inline(always)]
    fn default_hash(self) -> Hash {
        Hash::of(self, SEED)
    }

    fn hash(self, hashing: HashSpec, _: ValueKind) -> Result<Hash> {
        Ok(match hashing.kind.family {
            Family::Integer4 => hashing.scheme.hash(&narrow(self)?, hashing.seed),
            Family::Padded => hashing.scheme.hash(unpadded(self), hashing.seed),
            _ => hashing.scheme.hash(self, hashing.seed),
        })
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

    fn hash(self, hashing: HashSpec, kind: ValueKind) -> Result<Hash> {
        if hashing.kind.family == Family::Padded {
            // The blanks of a text are in its hash.
            check_kind(hashing.kind, kind)?;
        }
        let same = hashing.scheme == Scheme::Mitz64 && hashing.kind.family != Family::Integer4;
        if same { Ok(self) } else { Err(Error::HashedOtherwise(hashing.scheme)) }
    }
}

/// Checks that a filter of kind `filter` holds, or may begin to hold, what is of kind `value`. Values that a
/// filter takes as its own, such as text where it holds padded text, are of its kind once they are hashed;
/// see [`HashSpec::holding`].
///
/// # Errors
/// [`Error::KindMismatch`]; an untyped filter accepts everything.
#[inline]
pub fn check_kind(filter: ValueKind, value: ValueKind) -> Result<()> {
    if filter == value || filter.family == Family::None {
        Ok(())
    } else {
        Err(Error::KindMismatch { filter, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: ValueKind = ValueKind::of(Family::Text);
    const PADDED: ValueKind = ValueKind::of(Family::Padded);

    #[test]
    fn a_filter_of_padded_text_is_asked_for_text_without_its_blanks() {
        for scheme in Scheme::ALL {
            let hashing = HashSpec { kind: PADDED, scheme, seed: SEED };
            let own = hashing.hash(PADDED, b"a".as_slice()).unwrap();
            assert_eq!(own, scheme.hash(b"a", SEED));
            for text in ["a", "a  "] {
                assert_eq!(hashing.hash(TEXT, text.as_bytes()), Ok(own));
            }
            assert_ne!(hashing.hash(TEXT, b" a".as_slice()), Ok(own));
        }
    }

    #[test]
    fn a_hash_of_text_is_none_of_padded_text() {
        let hash = Hash::of(b"a", SEED);
        for scheme in Scheme::ALL {
            let hashing = HashSpec { kind: PADDED, scheme, seed: SEED };
            let refused = Err(Error::KindMismatch { filter: PADDED, value: TEXT });
            assert_eq!(hashing.hash(TEXT, hash), refused);
        }
        assert_eq!(HashSpec { kind: PADDED, ..HashSpec::DEFAULT }.hash(PADDED, hash), Ok(hash));
    }

    #[test]
    fn a_filter_of_text_refuses_padded_text() {
        let hashing = HashSpec { kind: TEXT, ..HashSpec::DEFAULT };
        let refused = Err(Error::KindMismatch { filter: TEXT, value: PADDED });
        assert_eq!(hashing.hash(PADDED, b"a".as_slice()), refused);
        assert_eq!(hashing.hash(PADDED, Hash::of(b"a", SEED)), refused);
    }
}
