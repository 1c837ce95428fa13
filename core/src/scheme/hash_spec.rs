//! Hashes values as a given filter does.
//!
//! ```
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::scheme::HashSpec;
//!
//! const TEXT: ElementType = ElementType::of(Family::Text);
//! let spec = HashSpec { element: TEXT, ..HashSpec::DEFAULT };
//! assert_eq!(spec.hash(TEXT, b"a".as_slice())?, Hash::of(b"a", SEED));
//! assert!(spec.hash(ElementType::of(Family::Bytes), b"a".as_slice()).is_err()); // another element type
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::descriptor::Scheme;
use crate::element::canonical::{self, unpadded};
use crate::element::{ElementType, Family, plain};
use crate::error::{Error, Result};
use crate::hash::{Hash, SEED, Seed};

/// What a filter holds and how it hashes values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashSpec {
    /// Element type of the filter.
    pub element: ElementType,
    /// Scheme of the filter.
    pub scheme: Scheme,
    /// Seed or key. Filters of one element type set the same bits for a value only if it is the same.
    pub seed: Seed,
}

impl HashSpec {
    /// The default scheme, for elements of any type.
    pub const DEFAULT: Self = Self { element: ElementType::NONE, scheme: Scheme::Mitz64, seed: Seed::ZERO };

    /// Returns the hash of a value if the filter may hold such values.
    ///
    /// # Errors
    /// [`Error::ElementMismatch`] and those of [`Hashable::hash`].
    #[inline(always)]
    pub fn hash(self, element: ElementType, value: impl Hashable) -> Result<Hash> {
        // Fast path of almost all probes.
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

    /// Returns the pairs of numbers that are equal but hash differently: the one hashed here and its twin.
    pub(crate) fn twins(self) -> impl Iterator<Item = (Hash, Hash)> {
        let (family, count) = match self.scheme {
            Scheme::Parquet => (self.element.family, usize::MAX),
            // DataSketches for Java distinguishes -0 from 0, but has one NaN.
            Scheme::DataSketches if self.element.family == Family::Float => (Family::Float, 1),
            _ => (Family::None, 0),
        };
        let hash = move |plain: plain::PlainEncoding| self.scheme.hash(plain.bytes(&[]), self.seed);
        plain::twins(family).take(count).map(move |(canonical, twin)| (hash(canonical), hash(twin)))
    }

    /// Returns the filter's element type after adding a value of type `element` that was hashed for it.
    #[must_use]
    pub fn holding(self, element: ElementType) -> ElementType {
        if self.element.family == Family::None { element } else { self.element }
    }

    /// Returns the element type that an empty filter takes from its first value: Parquet distinguishes
    /// numbers of four bytes from those of eight. `has_four_bytes` says whether the value's type has only four.
    #[must_use]
    pub fn starting(self, element: ElementType, has_four_bytes: impl FnOnce() -> bool) -> ElementType {
        let untyped = self.scheme == Scheme::Parquet && self.element.family == Family::None;
        let family = element.family.narrowed();
        if untyped && family != element.family && has_four_bytes() {
            ElementType::of(family)
        } else {
            element
        }
    }
}

/// Source of a hash: canonical bytes, or the hash that was made of them before.
pub trait Hashable {
    /// Returns the hash for filters of the default scheme.
    fn default_hash(self) -> Hash;

    /// Returns the hash of a value of type `element` for filters that hash like `hashing`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] and [`Error::Inexact`] for numbers that the filter certainly does not hold;
    /// [`Error::NotHeld`]; [`Error::HashedOtherwise`]; [`Error::ElementMismatch`] if a hash does not suffice.
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
            Family::Integer4 => scheme.hash(&to_int4(self)?, seed),
            Family::Float4 => in_parquet(scheme, Family::Float4, &to_float4(self)?, seed),
            Family::Padded => scheme.hash(unpadded(self), seed),
            family if scheme == Scheme::Parquet => {
                let Some(plain) = plain::encode(family, self) else {
                    return Err(Error::NotHeld { scheme: scheme.name(), element });
                };
                in_parquet(scheme, family, plain.bytes(self), seed)
            }
            _ => scheme.hash(self, seed),
        })
    }
}

/// Returns the hash of a plain encoding; the second word is the hash of the value's twin, if it has one.
fn in_parquet(scheme: Scheme, family: Family, plain: &[u8], seed: Seed) -> Hash {
    let hash = scheme.hash(plain, seed);
    match plain::twin(family, plain) {
        Some(twin) if scheme == Scheme::Parquet => {
            Hash { h2: scheme.hash(twin.bytes(plain), seed).h1, ..hash }
        }
        _ => hash,
    }
}

/// Returns the canonical bytes of an integer in filters of four-byte integers.
fn to_int4(canonical: &[u8]) -> Result<[u8; 4]> {
    let wide = canonical.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes));
    i32::try_from(wide).map(i32::to_le_bytes).map_err(|_| Error::OutOfRange(wide))
}

/// Returns the canonical bytes of a floating-point number in filters of four-byte ones.
#[allow(clippy::cast_possible_truncation)]
fn to_float4(canonical: &[u8]) -> Result<[u8; 4]> {
    let wide = canonical.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
    let float4 = wide as f32;
    if canonical::float(float4.into()) == canonical::float(wide) {
        // As with eight bytes, one NaN and one zero.
        let one_of_each = if float4.is_nan() { f32::from_bits(0x7fc0_0000) } else { float4 + 0.0 };
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
            // The hash of a text includes its trailing blanks.
            check_element(hashing.element, element)?;
        }
        let has_four_bytes = matches!(hashing.element.family, Family::Integer4 | Family::Float4);
        let same = hashing.scheme == Scheme::Mitz64 && !has_four_bytes;
        if same { Ok(self) } else { Err(Error::HashedOtherwise(hashing.scheme.name())) }
    }
}

/// Checks that a filter of element type `filter` holds, or may begin to hold, elements of type `value`. What
/// it converts, such as text to padded text, has its own type once hashed; see [`HashSpec::holding`].
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

    #[test]
    fn other_schemes_have_no_infinite_twins() {
        for (scheme, count) in [(Scheme::Parquet, 2), (Scheme::DataSketches, 0), (Scheme::Mitz64, 0)] {
            let element = ElementType::of(Family::Timestamp);
            assert_eq!(HashSpec { element, scheme, seed: Seed::ZERO }.twins().count(), count);
        }
    }
}
