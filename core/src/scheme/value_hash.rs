//! A value's hash with its element type: hash once, probe many filters.
//!
//! ```
//! use bloom_core::element::{ElementType, Family};
//! use bloom_core::hash::{Hash, SEED};
//! use bloom_core::scheme::ValueHash;
//!
//! let key = ValueHash { element: ElementType::of(Family::Text), hash: Hash::of(b"a", SEED) };
//! let stored: [u8; 32] = key.to_bytes();
//! assert_eq!(ValueHash::from_bytes(&stored)?, key);
//! # Ok::<(), bloom_core::Error>(())
//! ```

use super::descriptor::Scheme;
use crate::element::{ElementType, Family};
use crate::error::{Result, malformed};
use crate::hash::Hash;

const WHAT: &str = "Bloom hash";

/// The only scheme by which values are hashed before their filter is known.
const SCHEME: u8 = Scheme::Mitz64 as u8;

/// Bytes of a stored value hash.
pub const VALUE_HASH_LEN: usize = 32;

/// Offsets of the stored fields.
mod at {
    use super::Hash;
    use crate::field::Field;

    pub const HASH: Field<Hash> = Field::at(0);
    pub const TAG_LOW: Field<u32> = Field::at(HASH.end());
    pub const ENVIRONMENT: Field<u32> = Field::at(TAG_LOW.end());
    pub const FAMILY: Field<u8> = Field::at(ENVIRONMENT.end());
    pub const SCHEME: Field<u8> = Field::at(FAMILY.end());
    /// Always zero.
    pub const RESERVED: Field<u16> = Field::at(SCHEME.end());
    pub const TAG_HIGH: Field<u32> = Field::at(RESERVED.end());
}

/// Hash and element type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueHash {
    /// Element type of the value.
    pub element: ElementType,
    /// Hash of the value.
    pub hash: Hash,
}

impl ValueHash {
    /// Returns the stored form.
    #[must_use]
    pub fn to_bytes(self) -> [u8; VALUE_HASH_LEN] {
        let mut bytes = [0; VALUE_HASH_LEN];
        at::HASH.put(&mut bytes, self.hash);
        at::TAG_LOW.put(&mut bytes, self.element.tag as u32);
        at::ENVIRONMENT.put(&mut bytes, self.element.environment);
        at::FAMILY.put(&mut bytes, self.element.family as u8);
        at::SCHEME.put(&mut bytes, SCHEME);
        at::TAG_HIGH.put(&mut bytes, (self.element.tag >> 32) as u32);
        bytes
    }

    /// Reads and checks the stored form.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let Ok(bytes) = <&[u8; VALUE_HASH_LEN]>::try_from(bytes) else {
            return Err(malformed(WHAT, format!("It has {} bytes, not {VALUE_HASH_LEN}.", bytes.len())));
        };
        let family = at::FAMILY.get(bytes);
        if at::SCHEME.get(bytes) != SCHEME
            || at::RESERVED.get(bytes) != 0
            || [Family::None, Family::Integer4, Family::Float4].map(|none| none as u8).contains(&family)
        {
            return Err(malformed(WHAT, "It is not a hash of a value by scheme 1."));
        }
        let tag = u64::from(at::TAG_LOW.get(bytes)) | u64::from(at::TAG_HIGH.get(bytes)) << 32;
        let element = ElementType::decode(family, tag, at::ENVIRONMENT.get(bytes))
            .map_err(|why| malformed(WHAT, why))?;
        Ok(Self { element, hash: at::HASH.get(bytes) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Family;

    #[test]
    fn keys_round_trip_and_are_checked() {
        let of_tag = |tag| ElementType { family: Family::Hashed, tag, environment: 7 };
        let named = ValueHash { element: of_tag(ElementType::named_tag(b"mood")), hash: Hash::of(b"x", 0) };
        let padded = ValueHash { element: ElementType::of(Family::Padded), ..named };
        for key in [named, padded] {
            assert_eq!(ValueHash::from_bytes(&key.to_bytes()), Ok(key));
        }
        let key = ValueHash { element: of_tag(1700), hash: Hash::of(b"x", 0) };
        let bytes = key.to_bytes();
        assert_eq!(ValueHash::from_bytes(&bytes), Ok(key));
        assert!(ValueHash::from_bytes(&bytes[1..]).is_err());
        for (at, byte) in
            [(24, 0), (24, 1), (24, 14), (24, 16), (24, 99), (25, 2), (26, 1), (27, 1), (28, 1), (31, 1)]
        {
            let mut bytes = bytes;
            bytes[at] = byte;
            assert!(ValueHash::from_bytes(&bytes).is_err(), "{at} {byte}");
        }
    }
}
