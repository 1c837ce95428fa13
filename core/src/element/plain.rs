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

/// `-infinity` as a date. Parquet has no infinite values, but DuckDB writes `infinity` as the largest number and
/// `-infinity` as its negative, and reads them so.
const FIRST_DAY: i32 = -i32::MAX;

/// `-infinity` as a timestamp.
const FIRST_MICROSECOND: i64 = -i64::MAX;

/// Returns the twin of a number: equal in SQL, but hashed differently by Parquet. 0 has -0, the canonical NaN
/// has the NaN with a sign, which processors produce for 0/0. Computations produce no other NaNs. Infinite dates
/// and timestamps have the numbers that filters built by releases up to 0.3.0 hold.
#[must_use]
pub fn twin(family: Family, plain: &[u8]) -> Option<PlainEncoding> {
    match (family, plain) {
        (Family::Float, [0, 0, 0, 0, 0, 0, 0, 0]) => Some(PlainEncoding::Eight((-0f64).to_le_bytes())),
        (Family::Float, [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]) => {
            Some(PlainEncoding::Eight([0, 0, 0, 0, 0, 0, 0xf8, 0xff]))
        }
        (Family::Float4, [0, 0, 0, 0]) => Some(PlainEncoding::Four((-0f32).to_le_bytes())),
        (Family::Float4, [0, 0, 0xc0, 0x7f]) => Some(PlainEncoding::Four([0, 0, 0xc0, 0xff])),
        (Family::Date, _) => match int4(plain) {
            i32::MAX => Some(days_from_1970(i32::MAX)),
            FIRST_DAY => Some(days_from_1970(i32::MIN)),
            _ => None,
        },
        (Family::Timestamp | Family::Timestamptz, _) => match int8(plain) {
            i64::MAX => Some(microseconds_from_1970(i64::MAX)),
            FIRST_MICROSECOND => Some(microseconds_from_1970(i64::MIN)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the numbers of a family that have twins, each with its twin; 0 comes before NaN.
pub fn twins(family: Family) -> impl Iterator<Item = (PlainEncoding, PlainEncoding)> {
    let numbers = match family {
        Family::Float => [0.0, f64::NAN].map(|number| PlainEncoding::Eight(canonical::float(number))),
        Family::Float4 => [0, 0x7fc0_0000_u32].map(|bits| PlainEncoding::Four(bits.to_le_bytes())),
        Family::Date => [i32::MAX, FIRST_DAY].map(|days| PlainEncoding::Four(days.to_le_bytes())),
        Family::Timestamp | Family::Timestamptz => {
            [i64::MAX, FIRST_MICROSECOND].map(|time| PlainEncoding::Eight(time.to_le_bytes()))
        }
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
/// Timestamps after the year 294246 wrap around and so stay different.
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
        Family::Date => match int4(canonical) {
            i32::MAX => PlainEncoding::Four(i32::MAX.to_le_bytes()),
            i32::MIN => PlainEncoding::Four(FIRST_DAY.to_le_bytes()),
            days => days_from_1970(days),
        },
        Family::Timestamp | Family::Timestamptz => match int8(canonical) {
            i64::MAX => PlainEncoding::Eight(i64::MAX.to_le_bytes()),
            i64::MIN => PlainEncoding::Eight(FIRST_MICROSECOND.to_le_bytes()),
            time => microseconds_from_1970(time),
        },
        Family::None | Family::Boolean | Family::Char | Family::Oid | Family::Hashed => return None,
    })
}

fn int4(bytes: &[u8]) -> i32 {
    bytes.first_chunk().map_or(0, |bytes| i32::from_le_bytes(*bytes))
}

fn int8(bytes: &[u8]) -> i64 {
    bytes.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes))
}

/// Returns the encoding of days since 2000-01-01.
fn days_from_1970(days: i32) -> PlainEncoding {
    PlainEncoding::Four(days.wrapping_add(DAYS).to_le_bytes())
}

/// Returns the encoding of microseconds since 2000-01-01.
fn microseconds_from_1970(time: i64) -> PlainEncoding {
    PlainEncoding::Eight(time.wrapping_add(MICROSECONDS).to_le_bytes())
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
    fn only_zeros_nans_and_infinite_times_have_twins() {
        let of = |number: f64| twin(Family::Float, &number.to_le_bytes()).map(|p| p.bytes(&[]).to_vec());
        assert_eq!(of(0.0), Some((-0.0f64).to_le_bytes().to_vec()));
        assert_eq!(of(f64::from_bits(0x7ff8 << 48)), Some((0xfff8u64 << 48).to_le_bytes().to_vec()));
        assert_eq!(of(1.0).or(of(-0.0)).or(of(f64::INFINITY)).or(of(5e-324)), None);
        let of = |number: f32| twin(Family::Float4, &number.to_le_bytes()).map(|p| p.bytes(&[]).to_vec());
        assert_eq!(of(0.0), Some((-0.0f32).to_le_bytes().to_vec()));
        assert_eq!(of(f32::from_bits(0x7fc0_0000)), Some(0xffc0_0000u32.to_le_bytes().to_vec()));
        assert_eq!(of(1.0), None);
        assert_eq!(twin(Family::Integer, &[0; 8]).or(twin(Family::Integer4, &[0; 4])), None);
        let of = |days: i32| twin(Family::Date, &days.to_le_bytes());
        assert_eq!(of(0).or(of(i32::MIN)).or(of(i32::MAX - 1)), None);
        for family in [Family::Float, Family::Float4, Family::Date, Family::Timestamp, Family::Timestamptz] {
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
        for family in [Family::Boolean, Family::Char, Family::Oid, Family::Hashed] {
            assert_eq!(of(family, &[1; 8]), None);
        }
    }

    /// DuckDB's numbers, and those of filters built by releases up to 0.3.0: the largest and the smallest days and
    /// microseconds since 2000, counted from 1970 modulo 2^32 and 2^64.
    #[test]
    fn infinite_dates_and_timestamps_are_those_of_duckdb() {
        let encoded = |family, canonical: &[u8]| {
            let plain = encode(family, canonical).unwrap();
            (plain, twin(family, plain.bytes(canonical)).unwrap())
        };
        for (canonical, theirs, before) in
            [(i32::MAX, i32::MAX, i32::MIN + 10_956), (i32::MIN, -i32::MAX, i32::MIN + 10_957)]
        {
            let expected = [theirs, before].map(|days| PlainEncoding::Four(days.to_le_bytes()));
            assert_eq!(encoded(Family::Date, &canonical.to_le_bytes()), expected.into());
        }
        for (canonical, theirs, before) in [
            (i64::MAX, i64::MAX, i64::MIN + 946_684_799_999_999),
            (i64::MIN, -i64::MAX, i64::MIN + 946_684_800_000_000),
        ] {
            let expected = [theirs, before].map(|time| PlainEncoding::Eight(time.to_le_bytes()));
            for family in [Family::Timestamp, Family::Timestamptz] {
                assert_eq!(encoded(family, &canonical.to_le_bytes()), expected.into());
            }
        }
    }
}
