//! Element types: what a filter holds.
//!
//! ```
//! use bloom_core::element::{ElementType, Family};
//!
//! let text = ElementType::of(Family::Text);
//! assert!(text.family.is_portable() && text.family.name() == "text");
//!
//! // The name of an enum type identifies it.
//! let mood = ElementType { tag: ElementType::named_tag(b"mood"), ..ElementType::of(Family::Enum) };
//! assert_eq!(mood.tag, 0x3fe9_f76f_9f7c_96e6);
//! ```

use crate::hash::{Hash, SEED};

/// A family of values that can be equal to each other in SQL. Its number is part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Family {
    /// No type yet: the filter is empty and takes the type of its first value.
    None = 0,
    /// Integers of every width, as eight little-endian bytes.
    Integer = 1,
    /// Text, as UTF-8 without a terminator.
    Text = 2,
    /// Byte strings, unchanged.
    Bytes = 3,
    /// UUIDs, as their 16 bytes in network order.
    Uuid = 4,
    /// Floating-point numbers, as a little-endian double; see [`crate::element::canonical::float`].
    Float = 5,
    /// Booleans, as one byte 0 or 1.
    Boolean = 6,
    /// PostgreSQL's `"char"`, one byte.
    Char = 7,
    /// Days since 2000-01-01, as four little-endian bytes.
    Date = 8,
    /// Microseconds since midnight, as eight little-endian bytes.
    Time = 9,
    /// Microseconds since 2000-01-01 without a time zone, as eight little-endian bytes.
    Timestamp = 10,
    /// Microseconds since 2000-01-01 UTC, as eight little-endian bytes.
    Timestamptz = 11,
    /// Enum values, by their label as UTF-8; the tag names the enum type.
    Enum = 12,
    /// PostgreSQL's OIDs, as four little-endian bytes. Not integers: as an OID, -1 is 4294967295.
    Oid = 13,
    /// Integers in four little-endian bytes, for Guava's `integerFunnel`; probed for [`Family::Integer`].
    Integer4 = 14,
    /// Text padded with blanks, SQL's `char(n)`, as UTF-8 without them. Its filters are also probed for
    /// [`Family::Text`], whose trailing blanks are removed first, as SQL compares the two.
    Padded = 15,
    /// Floating-point numbers in four bytes, for Parquet's `FLOAT`; probed for [`Family::Float`].
    Float4 = 16,
    /// Values of any other type, as the server's own 64-bit hash in eight little-endian bytes; the tag
    /// identifies the type, the environment says what else the hash depends on.
    Hashed = 255,
}

impl Family {
    const ALL: [Self; 18] = [
        Self::None,
        Self::Integer,
        Self::Text,
        Self::Bytes,
        Self::Uuid,
        Self::Float,
        Self::Boolean,
        Self::Char,
        Self::Date,
        Self::Time,
        Self::Timestamp,
        Self::Timestamptz,
        Self::Enum,
        Self::Oid,
        Self::Integer4,
        Self::Padded,
        Self::Float4,
        Self::Hashed,
    ];

    /// Returns the family with this number in the format.
    #[must_use]
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&family| family as u8 == code)
    }

    /// Returns the name that users see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Integer => "integer",
            Self::Text => "text",
            Self::Bytes => "bytea",
            Self::Uuid => "uuid",
            Self::Float => "double precision",
            Self::Boolean => "boolean",
            Self::Char => "\"char\"",
            Self::Date => "date",
            Self::Time => "time",
            Self::Timestamp => "timestamp",
            Self::Timestamptz => "timestamptz",
            Self::Enum => "enum",
            Self::Oid => "oid",
            Self::Integer4 => "int4",
            Self::Padded => "character",
            Self::Float4 => "float4",
            Self::Hashed => "hashed",
        }
    }

    /// Returns the family of the same numbers in four bytes, or the family itself if there is none.
    #[must_use]
    pub fn narrowed(self) -> Self {
        match self {
            Self::Integer => Self::Integer4,
            Self::Float => Self::Float4,
            other => other,
        }
    }

    /// Returns whether values hash alike on every machine, version and encoding.
    #[must_use]
    pub fn is_portable(self) -> bool {
        self != Self::Hashed
    }
}

/// Marks tags made from a type's name or from a row's columns; other tags are OIDs.
pub const NAMED: u64 = 1 << 31;

/// Marks tags of rows, together with [`NAMED`].
pub const ROW: u64 = 1 << 30;

/// Element type: a family and what distinguishes its types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementType {
    /// The family.
    pub family: Family,
    /// The type in [`Family::Enum`] and [`Family::Hashed`]: an OID or, with [`NAMED`], a hash; otherwise 0.
    pub tag: u64,
    /// What else the hash of a [`Family::Hashed`] value depends on (byte order, text encoding); otherwise 0.
    pub environment: u32,
}

impl ElementType {
    /// The element type of an empty, untyped filter.
    pub const NONE: Self = Self::of(Family::None);

    /// Creates the element type of a family that needs no tag.
    #[must_use]
    pub const fn of(family: Family) -> Self {
        Self { family, tag: 0, environment: 0 }
    }

    /// Returns the tag of a type that its name identifies.
    #[must_use]
    pub fn named_tag(name: &[u8]) -> u64 {
        NAMED | tag_bits(name)
    }

    /// Returns the tag of a row whose columns have these tags.
    #[must_use]
    pub fn row_tag(column_tags: &[u64]) -> u64 {
        let columns: Vec<u8> = column_tags.iter().flat_map(|tag| tag.to_le_bytes()).collect();
        NAMED | ROW | tag_bits(&columns)
    }

    /// Reads the stored fields of an element type, or returns the rule of the format that they break.
    pub(crate) fn decode(family: u8, tag: u64, environment: u32) -> Result<Self, String> {
        let family =
            Family::from_code(family).ok_or_else(|| format!("Its element family {family} is unknown."))?;
        let tagged = matches!(family, Family::Enum | Family::Hashed);
        let oid = tag & NAMED == 0;
        if tagged != (tag != 0) || (oid && tag > NAMED) || (environment != 0 && family != Family::Hashed) {
            return Err(format!(
                "Element family \"{}\" cannot have tag {tag} and environment {environment}.",
                family.name()
            ));
        }
        Ok(Self { family, tag, environment })
    }
}

/// Returns 62 bits of the hash of `bytes`, around the two bits that mark a tag.
fn tag_bits(bytes: &[u8]) -> u64 {
    let h1 = Hash::of(bytes, SEED).h1;
    (h1 & (ROW - 1)) | (h1 >> 30 << 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_round_trip() {
        for code in 0..=u8::MAX {
            if let Some(family) = Family::from_code(code) {
                assert_eq!(family as u8, code);
            }
        }
        assert!(Family::from_code(17).is_none());
    }

    #[test]
    fn tags_belong_to_tagged_families() {
        assert!(ElementType::decode(Family::Enum as u8, 1, 0).is_ok());
        assert!(ElementType::decode(Family::Enum as u8, 0, 0).is_err());
        assert!(ElementType::decode(Family::Text as u8, 1, 0).is_err());
        assert!(ElementType::decode(Family::Enum as u8, 1, 1).is_err());
        assert!(ElementType::decode(99, 0, 0).is_err());
    }

    #[test]
    fn tags_have_a_high_half_only_if_they_are_made_from_names() {
        let decode = |tag| ElementType::decode(Family::Hashed as u8, tag, 0);
        for (tag, valid) in [
            (u64::from(u32::MAX >> 1), true),
            (1 << 32 | 23, false),
            (1 << 32, false),
            (1 << 32 | NAMED, true),
            (u64::MAX, true),
        ] {
            assert_eq!(decode(tag).is_ok(), valid, "{tag:x}");
        }
    }

    #[test]
    fn tags_hold_62_bits_of_the_hash() {
        let h1 = Hash::of(b"mood", SEED).h1;
        let tag = ElementType::named_tag(b"mood");
        assert_eq!((tag & (ROW - 1), tag >> 32), (h1 % (1 << 30), h1 >> 30 & u64::from(u32::MAX)));
        assert_eq!(tag & (NAMED | ROW), NAMED);
        assert_eq!(ElementType::row_tag(&[23, tag]) & (NAMED | ROW), NAMED | ROW);
        assert_ne!(ElementType::row_tag(&[23, tag]), ElementType::row_tag(&[23, tag ^ 1 << 40]));
    }
}
