//! Plain encoding: the bytes of a value that Parquet's Bloom filters hash, by the column's physical type.
//!
//! Most canonical bytes are already in it, but Parquet counts days and microseconds from 1970, not 2000, and
//! `INT32` and `FLOAT` have their own families. Sources: parquet-format's `Encodings.md` and
//! `LogicalTypes.md`.

use super::canonical;
use super::types::Family;

/// Days from 1970-01-01 to 2000-01-01.
const DAYS: i32 = 10_957;

/// Microseconds from 1970-01-01 to 2000-01-01.
const MICROSECONDS: i64 = DAYS as i64 * 86_400_000_000;

/// Returns the twin of a number: equal in SQL, but hashed differently by Parquet. 0 has -0, the canonical NaN
/// has the NaN with a sign, which processors produce for 0/0. Computations produce no other NaNs.
#[must_use]
pub fn twin(family: Family, plain: &[u8]) -> Option<PlainEncoding> {
    match (family, plain) {
        (Family::Float, [0, 0, 0, 0, 0, 0, 0, 0]) => Some(PlainEncoding::Eight((-0f64).to_le_bytes())),
        (Family::Float, [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]) => {
            Some(PlainEncoding::Eight([0, 0, 0, 0, 0, 0, 0xf8, 0xff]))
        }
        (Family::Float4, [0, 0, 0, 0]) => Some(PlainEncoding::Four((-0f32).to_le_bytes())),
        (Family::Float4, [0, 0, 0xc0, 0x7f]) => Some(PlainEncoding::Four([0, 0, 0xc0, 0xff])),
        _ => None,
    }
}

/// Returns the numbers of a family that have twins, each with its twin; 0 comes first.
pub fn twins(family: Family) -> impl Iterator<Item = (PlainEncoding, PlainEncoding)> {
    let numbers = match family {
        Family::Float => [0.0, f64::NAN].map(|number| PlainEncoding::Eight(canonical::float(number))),
        Family::Float4 => [0, 0x7fc0_0000_u32].map(|bits| PlainEncoding::Four(bits.to_le_bytes())),
        _ => [PlainEncoding::Same; 2],
    };
    numbers.into_iter().filter_map(move |plain| Some((plain, twin(family, plain.bytes(&[]))?)))
}

/// Plain encoding of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainEncoding {
    /// The canonical bytes unchanged.
    Same,
    /// Four bytes.
    Four([u8; 4]),
    /// Eight bytes.
    Eight([u8; 8]),
}

/// Returns the plain encoding of canonical bytes; `None` if Parquet has no such type or no filters for it.
///
/// Values beyond Parquet's range (infinite, or after the year 294246) wrap around and so stay different.
#[must_use]
pub fn encode(family: Family, canonical: &[u8]) -> Option<PlainEncoding> {
    Some(match family {
        Family::Integer
        | Family::Integer4
        | Family::Float
        | Family::Float4
        | Family::Text
        | Family::Padded
        | Family::Bytes
        | Family::Uuid
        | Family::Enum
        | Family::Time => PlainEncoding::Same,
        Family::Date => {
            let days = canonical.first_chunk().map_or(0, |bytes| i32::from_le_bytes(*bytes));
            PlainEncoding::Four(days.wrapping_add(DAYS).to_le_bytes())
        }
        Family::Timestamp | Family::Timestamptz => {
            let time = canonical.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes));
            PlainEncoding::Eight(time.wrapping_add(MICROSECONDS).to_le_bytes())
        }
        Family::None | Family::Boolean | Family::Char | Family::Oid | Family::Hashed => return None,
    })
}

impl PlainEncoding {
    /// Returns the encoded bytes of the value with these canonical bytes.
    #[must_use]
    pub fn bytes<'a>(&'a self, canonical: &'a [u8]) -> &'a [u8] {
        match self {
            Self::Same => canonical,
            Self::Four(bytes) => bytes,
            Self::Eight(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_zeros_and_nans_have_twins() {
        let of = |number: f64| twin(Family::Float, &number.to_le_bytes()).map(|p| p.bytes(&[]).to_vec());
        assert_eq!(of(0.0), Some((-0.0f64).to_le_bytes().to_vec()));
        assert_eq!(of(f64::from_bits(0x7ff8 << 48)), Some((0xfff8u64 << 48).to_le_bytes().to_vec()));
        assert_eq!(of(1.0).or(of(-0.0)).or(of(f64::INFINITY)).or(of(5e-324)), None);
        let of = |number: f32| twin(Family::Float4, &number.to_le_bytes()).map(|p| p.bytes(&[]).to_vec());
        assert_eq!(of(0.0), Some((-0.0f32).to_le_bytes().to_vec()));
        assert_eq!(of(f32::from_bits(0x7fc0_0000)), Some(0xffc0_0000u32.to_le_bytes().to_vec()));
        assert_eq!(of(1.0), None);
        assert_eq!(twin(Family::Integer, &[0; 8]).or(twin(Family::Integer4, &[0; 4])), None);
        for family in [Family::Float, Family::Float4] {
            assert!(twins(family).all(|(plain, other)| twin(family, plain.bytes(&[])) == Some(other)));
            assert_eq!(twins(family).count(), 2);
        }
        assert_eq!(twins(Family::Integer).count() + twins(Family::None).count(), 0);
    }

    #[test]
    fn dates_and_timestamps_count_from_1970() {
        let of = |family, canonical: &[u8]| encode(family, canonical).map(|p| p.bytes(canonical).to_vec());
        // 2026-01-01 is day 9,497 since 2000 and day 20,454 since 1970.
        assert_eq!(of(Family::Date, &9497i32.to_le_bytes()), Some(20_454i32.to_le_bytes().to_vec()));
        let second = 1_000_000i64.to_le_bytes();
        let since_1970 = 946_684_801_000_000i64.to_le_bytes().to_vec();
        assert_eq!(of(Family::Timestamp, &second), Some(since_1970.clone()));
        assert_eq!(of(Family::Timestamptz, &second), Some(since_1970));
        assert_eq!(of(Family::Time, &second), Some(second.to_vec()));
        let infinite = [i64::MAX, i64::MIN].map(|time| of(Family::Timestamp, &time.to_le_bytes()));
        assert_ne!(infinite[0], infinite[1]);
        for family in [Family::Boolean, Family::Char, Family::Oid, Family::Hashed] {
            assert_eq!(of(family, &[1; 8]), None);
        }
    }
}
