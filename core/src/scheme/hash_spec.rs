//! How a filter hashes its values.
//!
//! ```
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::scheme::HashSpec;
//!
//! const TEXT: ElementType = ElementType::of(Family::Text);
//! let spec = HashSpec { element: TEXT, ..HashSpec::DEFAULT };
//! assert_eq!(spec.hash(TEXT, b"a".as_slice())?, Hash::of(b"a", SEED));
//! assert!(spec.hash(ElementType::of(Family::Bytes), b"a".as_slice()).is_err()); // another element of value
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::descriptor::Scheme;
use crate::element::canonical::{self, unpadded};
use crate::element::{ElementType, Family, plain};
use crate::error::{Error, Result};
use crate::hash::{Hash, SEED, Seed};

/// What a filter holds and how it hashes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashSpec {
    /// What the filter holds.
    pub element: ElementType,
    /// From canonical bytes to positions.
    pub scheme: Scheme,
    /// The seed of the hash; of a keyed one the key. Filters of the same kind have the same values in the
    /// same bits only if it is the same.
    pub seed: Seed,
}

impl HashSpec {
    /// How filters hash unless another way is asked for; they take any kind.
    pub const DEFAULT: Self = Self { element: ElementType::NONE, scheme: Scheme::Mitz64, seed: Seed::ZERO };

    /// The hash of a value, if the filter may hold such values.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`], [`Error::OutOfRange`], [`Error::Inexact`], [`Error::HashedOtherwise`],
    /// [`Error::NotHeld`].
    #[inline(always)]
    pub fn hash(self, element: ElementType, value: impl Hashable) -> Result<Hash> {
        // What almost all filters are asked, and nothing can be wrong.
        if self.element == element && self.scheme == Scheme::Mitz64 && element.family != Family::Integer4 {
            return Ok(value.default_hash());
        }
        self.hash_otherwise(element, value)
    }

    #[inline(never)]
    fn hash_otherwise(self, element: ElementType, value: impl Hashable) -> Result<Hash> {
        let as_its_own = matches!(
            (self.element.family, element.family),
            (Family::Integer4, Family::Integer)
                | (Family::Float4, Family::Float)
                | (Family::Padded, Family::Text)
        );
        if !as_its_own {
            check_element(self.element, element)?;
        }
        value.hash(self, element)
    }

    /// The numbers instead of which filters of other libraries may hold an equal one, and that one.
    pub(crate) fn twins(self) -> impl Iterator<Item = (Hash, Hash)> {
        let (family, count) = match self.scheme {
            Scheme::Parquet => (self.element.family, usize::MAX),
            // DataSketches for Java tells -0 from 0; it has one NaN.
            Scheme::DataSketches => (self.element.family, 1),
            _ => (Family::None, 0),
        };
        let hash = move |plain: plain::Plain| self.scheme.hash(plain.bytes(&[]), self.seed);
        plain::twins(family).take(count).map(move |(canonical, twin)| (hash(canonical), hash(twin)))
    }

    /// What a filter holds once it holds a value of this kind, for which there was a [`HashSpec::hash`].
    #[must_use]
    pub fn holding(self, element: ElementType) -> ElementType {
        if self.element.family == Family::None { element } else { self.element }
    }

    /// The kind of a value, as a filter takes it that holds none yet: in Parquet, numbers of four bytes are
    /// not those of eight. `narrow` says that the value is of a type of at most four bytes.
    #[must_use]
    pub fn starting(self, element: ElementType, narrow: impl FnOnce() -> bool) -> ElementType {
        let untyped = self.scheme == Scheme::Parquet && self.element.family == Family::None;
        let family = element.family.narrowed();
        if untyped && family != element.family && narrow() { ElementType::of(family) } else { element }
    }
}

/// What a hash can be had of: canonical bytes, or the hash that was made of them before.
pub trait Hashable {
    /// The hash for filters of the default scheme.
    fn default_hash(self) -> Hash;

    /// The hash of a value of this kind for filters that hash like this.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] and [`Error::Inexact`] for numbers that the filter certainly does not hold;
    /// [`Error::NotHeld`]; [`Error::HashedOtherwise`]; [`Error::ElementMismatch`] where only the value itself
    /// would do.
    fn hash(self, hashing: HashSpec, element: ElementType) -> Result<Hash>;
}

impl Hashable for &[u8] {
    #[inline(always)]
    fn default_hash(self) -> Hash {
        Hash::of(self, SEED)
    }

    fn hash(self, hashing: HashSpec, element: ElementType) -> Result<Hash> {
        let HashSpec { scheme, seed, .. } = hashing;
        let element = hashing.holding(element);
        Ok(match element.family {
            Family::Integer4 => scheme.hash(&narrow(self)?, seed),
            Family::Float4 => in_parquet(scheme, Family::Float4, &narrow_float(self)?, seed),
            Family::Padded => scheme.hash(unpadded(self), seed),
            family if scheme == Scheme::Parquet => {
                let Some(plain) = plain::encode(family, self) else {
                    return Err(Error::NotHeld { scheme, element });
                };
                in_parquet(scheme, family, plain.bytes(self), seed)
            }
            _ => scheme.hash(self, seed),
        })
    }
}

/// The hash of a plain encoding; its second word is the hash of the value's twin, if it has one.
fn in_parquet(scheme: Scheme, family: Family, plain: &[u8], seed: Seed) -> Hash {
    let hash = scheme.hash(plain, seed);
    match plain::twin(family, plain) {
        Some(twin) if scheme == Scheme::Parquet => {
            Hash { h2: scheme.hash(twin.bytes(plain), seed).h1, ..hash }
        }
        _ => hash,
    }
}

/// A whole number's canonical bytes in filters of four-byte numbers.
fn narrow(canonical: &[u8]) -> Result<[u8; 4]> {
    let wide = canonical.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes));
    i32::try_from(wide).map(i32::to_le_bytes).map_err(|_| Error::OutOfRange(wide))
}

/// A floating-point number's canonical bytes in filters of such of four bytes.
#[allow(clippy::cast_possible_truncation)]
fn narrow_float(canonical: &[u8]) -> Result<[u8; 4]> {
    let wide = canonical.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
    let narrow = wide as f32;
    if canonical::float(narrow.into()) == canonical::float(wide) {
        // Like the wide ones: one NaN, one zero.
        let one_of_each = if narrow.is_nan() { f32::from_bits(0x7fc0_0000) } else { narrow + 0.0 };
        Ok(one_of_each.to_le_bytes())
    } else {
        Err(Error::Inexact(wide))
    }
}

impl Hashable for Hash {
    #[inline(always)]
    fn default_hash(self) -> Hash {
        self
    }

    fn hash(self, hashing: HashSpec, element: ElementType) -> Result<Hash> {
        if hashing.element.family == Family::Padded {
            // The blanks of a text are in its hash.
            check_element(hashing.element, element)?;
        }
        let narrow = matches!(hashing.element.family, Family::Integer4 | Family::Float4);
        let same = hashing.scheme == Scheme::Mitz64 && !narrow;
        if same { Ok(self) } else { Err(Error::HashedOtherwise(hashing.scheme)) }
    }
}

/// Checks that a filter of kind `filter` holds, or may begin to hold, what is of kind `value`. Values that a
/// filter takes as its own, such as text where it holds padded text, are of its kind once they are hashed;
/// see [`HashSpec::holding`].
///
/// # Errors
/// [`Error::ElementMismatch`]; an untyped filter accepts everything.
#[inline]
pub fn check_element(filter: ElementType, value: ElementType) -> Result<()> {
    if filter == value || filter.family == Family::None {
        Ok(())
    } else {
        Err(Error::ElementMismatch { filter, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: ElementType = ElementType::of(Family::Text);
    const PADDED: ElementType = ElementType::of(Family::Padded);

    #[test]
    fn a_filter_of_padded_text_is_asked_for_text_without_its_blanks() {
        for scheme in Scheme::ALL {
            let hashing = HashSpec { element: PADDED, scheme, seed: Seed::ZERO };
            let own = hashing.hash(PADDED, b"a".as_slice()).unwrap();
            assert_eq!(own, scheme.hash(b"a", Seed::ZERO));
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
            let hashing = HashSpec { element: PADDED, scheme, seed: Seed::ZERO };
            let refused = Err(Error::ElementMismatch { filter: PADDED, value: TEXT });
            assert_eq!(hashing.hash(TEXT, hash), refused);
        }
        assert_eq!(HashSpec { element: PADDED, ..HashSpec::DEFAULT }.hash(PADDED, hash), Ok(hash));
    }

    #[test]
    fn a_filter_of_text_refuses_padded_text() {
        let hashing = HashSpec { element: TEXT, ..HashSpec::DEFAULT };
        let refused = Err(Error::ElementMismatch { filter: TEXT, value: PADDED });
        assert_eq!(hashing.hash(PADDED, b"a".as_slice()), refused);
        assert_eq!(hashing.hash(PADDED, Hash::of(b"a", SEED)), refused);
    }
}
