//! A value's hash with what the value is: hash once, probe many filters.

use crate::element::{Element, Family};
use crate::error::{Result, malformed};
use crate::hash::Hash;
use crate::scheme::Scheme;

const WHAT: &str = "bloom hash";

/// The only scheme that values are hashed by before their filter is known.
const SCHEME: u8 = Scheme::Mitz64 as u8;

/// Bytes of a key.
pub const KEY_LEN: usize = 32;

/// A value, as far as filters are concerned. The bytes: h1, h2, low half of the tag, environment (little-endian), element
/// family, hash scheme, two zeros, high half of the tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// What the value is.
    pub element: Element,
    /// Its hash.
    pub hash: Hash,
}

impl Key {
    /// The stored form.
    #[must_use]
    pub fn to_bytes(self) -> [u8; KEY_LEN] {
        let mut bytes = [0; KEY_LEN];
        bytes[..16].copy_from_slice(&self.hash.to_bytes());
        let [low @ .., h0, h1, h2, h3] = self.element.tag.to_le_bytes();
        bytes[16..20].copy_from_slice(&low);
        bytes[20..24].copy_from_slice(&self.element.environment.to_le_bytes());
        bytes[24] = self.element.family as u8;
        bytes[25] = SCHEME;
        bytes[28..].copy_from_slice(&[h0, h1, h2, h3]);
        bytes
    }

    /// Reads and checks the stored form.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let Ok(bytes) = <&[u8; KEY_LEN]>::try_from(bytes) else {
            return Err(malformed(WHAT, format!("It has {} bytes, not {KEY_LEN}.", bytes.len())));
        };
        let [hash @ .., t0, t1, t2, t3, e0, e1, e2, e3, family, scheme, r0, r1, t4, t5, t6, t7] = *bytes;
        if scheme != SCHEME
            || [r0, r1] != [0; 2]
            || [Family::None as u8, Family::Integer4 as u8].contains(&family)
        {
            return Err(malformed(WHAT, "It is no hash of a value by scheme 1."));
        }
        let tag = u64::from_le_bytes([t0, t1, t2, t3, t4, t5, t6, t7]);
        let environment = u32::from_le_bytes([e0, e1, e2, e3]);
        let element = Element::decode(WHAT, family, tag, environment)?;
        Ok(Self { element, hash: Hash::from_bytes(hash) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Family;

    #[test]
    fn keys_round_trip_and_are_checked() {
        let of_tag = |tag| Element { family: Family::Hashed, tag, environment: 7 };
        let named = Key { element: of_tag(Element::named_tag(b"mood")), hash: Hash::of(b"x", 0) };
        let padded = Key { element: Element::of(Family::Padded), ..named };
        for key in [named, padded] {
            assert_eq!(Key::from_bytes(&key.to_bytes()), Ok(key));
        }
        let key = Key { element: of_tag(1700), hash: Hash::of(b"x", 0) };
        let bytes = key.to_bytes();
        assert_eq!(Key::from_bytes(&bytes), Ok(key));
        assert!(Key::from_bytes(&bytes[1..]).is_err());
        for (at, byte) in [(24, 0), (24, 1), (24, 99), (25, 2), (26, 1), (27, 1), (28, 1), (31, 1)] {
            let mut bytes = bytes;
            bytes[at] = byte;
            assert!(Key::from_bytes(&bytes).is_err(), "{at} {byte}");
        }
    }
}
