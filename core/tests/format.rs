//! The format, byte by byte. A failure means that stored filters would be misread: add a version, never
//! change these vectors.

#![allow(clippy::unwrap_used, missing_docs)]

use bloom_core::Error;
use bloom_core::cells::{Bits, CellKind, Cells, Counters};
use bloom_core::element::{ElementType, Family, NAMED, canonical};
use bloom_core::filter::algebra::{self, Union};
use bloom_core::filter::{self, Filter, FilterReader, HEADER_LEN, Header, counting};
use bloom_core::hash::Hash;
use bloom_core::layout::Params;
use bloom_core::matrix::build::{self, Filters};
use bloom_core::matrix::{Arrangement, MatrixHeader};
use bloom_core::scheme::{HashSpec, SchemeOptions};
use proptest::prelude::*;

fn header() -> Header {
    Header {
        cell: CellKind::Bit,
        hashing: HashSpec { element: ElementType::of(Family::Integer), ..HashSpec::DEFAULT },
        params: Params { bits: 128, hashes: 7 },

        capacity: Some(13),
        fpp: Some(0.01),
    }
}

fn golden() -> Vec<u8> {
    let mut bytes = vec![0; header().filter_len()];
    header().write(&mut bytes).unwrap();
    for value in [1, 42] {
        let hash = Hash::of(&canonical::integer(value), 0);
        filter::add::<Bits>(&mut bytes, ElementType::of(Family::Integer), hash).unwrap();
    }
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn golden_filter() {
    let expected = [
        "424c4d46",                         // "BLMF"
        "01",                               // version
        "01",                               // hash scheme
        "01",                               // element family: integer
        "07",                               // k
        "00000000",                         // seed
        "00000000",                         // tag
        "00000000",                         // environment
        "8000000000000000",                 // m = 128
        "0d00000000000000",                 // capacity = 13
        "7b14ae47e17a843f",                 // fpp = 0.01
        "00000000000000000000000000000000", // reserved
        "00000000000000000004411004410001",
    ];
    assert_eq!(hex(&golden()), expected.concat());
}

/// The counters were computed by a separate Python program.
#[test]
fn golden_counting_filter() {
    let header = Header {
        cell: CellKind::Counter,
        hashing: HashSpec::DEFAULT,
        params: Params { bits: 64, hashes: 3 },
        capacity: Some(2),
        fpp: Some(0.01),
    };
    let mut bytes = vec![0; header.filter_len()];
    header.write(&mut bytes).unwrap();
    for value in [1, 1, 42] {
        filter::add::<Counters>(
            &mut bytes,
            ElementType::of(Family::Integer),
            canonical::integer(value).as_slice(),
        )
        .unwrap();
    }
    let expected = [
        "424c4d43",                         // "BLMC"
        "01",                               // version
        "01",                               // hash scheme
        "01",                               // element family: integer
        "03",                               // k
        "00000000",                         // seed
        "00000000",                         // tag
        "00000000",                         // environment
        "4000000000000000",                 // m = 64
        "0200000000000000",                 // capacity = 2
        "7b14ae47e17a843f",                 // fpp = 0.01
        "00000000000000000000000000000000", // reserved
        "0000000000020000020000020000000000000000000000000000000003000000",
    ];
    assert_eq!(hex(&bytes), expected.concat());
    for _ in 0..20 {
        filter::add::<Counters>(
            &mut bytes,
            ElementType::of(Family::Integer),
            canonical::integer(1).as_slice(),
        )
        .unwrap();
    }
    // The three positions of 42 are the same counter.
    let saturated = "00000000000f00000f00000f0000000000000000000000000000000003000000";
    assert!(hex(&bytes).ends_with(saturated), "{}", hex(&bytes));
}

/// The integers 1 and 42 in the schemes after the first four: header fields, and bits computed by a separate
/// Python program.
#[test]
fn golden_filters_of_other_schemes() {
    for (name, family, bits, hashes, expected) in [
        (
            "parquet",
            "01",
            512,
            8,
            [
                "424c4d46",                 // "BLMF"
                "01",                       // version
                "05",                       // hash scheme
                "01",                       // element family: integer
                "08",                       // k
                "00000000",                 // seed
                "00000000",                 // tag
                "00000000",                 // environment
                "0002000000000000",         // m = 512
                "0000000000000000",         // capacity
                "0000000000000000",         // fpp
                "00000000",                 // tag
                "000000000000000000000000", // rest of the seed
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0001000880000002000000420040020000040004008000084000000810010000",
            ],
        ),
        (
            "parquet int4",
            "0e",
            512,
            8,
            [
                "424c4d46",
                "01",
                "05",
                "0e", // element family: int4
                "08",
                "00000000",
                "00000000",
                "00000000",
                "0002000000000000",
                "0000000000000000",
                "0000000000000000",
                "00000000",
                "000000000000000000000000",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0400001000100004004000081400000020000004003000000000002200080040",
            ],
        ),
        (
            "datasketches",
            "01",
            128,
            7,
            [
                "424c4d46",
                "01",
                "06",
                "01",
                "07",
                "29230000", // seed 9001
                "00000000",
                "00000000",
                "8000000000000000",
                "0000000000000000",
                "0000000000000000",
                "00000000",
                "000000000000000000000000",
                "06000001800104300020000008208400",
                "",
            ],
        ),
        (
            "keyed:000102030405060708090a0b0c0d0e0f",
            "01",
            128,
            7,
            [
                "424c4d46",
                "01",
                "07",
                "01",
                "07",
                "00010203", // the key begins
                "00000000",
                "00000000",
                "8000000000000000",
                "0000000000000000",
                "0000000000000000",
                "00000000",
                "0405060708090a0b0c0d0e0f", // and ends
                "04000440004000e00f04000040004000",
                "",
            ],
        ),
    ] {
        let hashing = SchemeOptions::from_name(name).unwrap().hashing();
        let params = Params { bits, hashes };
        let header = Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        for value in [1, 42] {
            let element = ElementType::of(Family::Integer);
            filter::add::<Bits>(&mut bytes, element, canonical::integer(value).as_slice()).unwrap();
        }
        assert_eq!(hex(&bytes), expected.concat(), "{name}");
        assert_eq!(&hex(&bytes)[12..14], family);
        let header = Header::read(&bytes).unwrap();
        assert_eq!((header.hashing.scheme, header.hashing.seed), (hashing.scheme, hashing.seed));
    }
}

#[test]
fn golden_hashes_of_other_schemes() {
    let of = |name: &str, bytes: &[u8]| {
        let HashSpec { scheme, seed, .. } = SchemeOptions::from_name(name).unwrap().hashing();
        let Hash { h1, h2 } = scheme.hash(bytes, seed);
        format!("{h1:016x} {h2:016x}")
    };
    assert_eq!(of("parquet", &canonical::integer(1)), "9f29cb17a2a49995 0000000000000000");
    assert_eq!(of("parquet", &[]), "ef46db3751d8e999 0000000000000000");
    // The first word is the XXH64 with the seed, efe8454a6499f311, plus the second word.
    let sum = 0xefe8_454a_6499_f311u64.wrapping_add(0x73be_69ff_c527_46b5);
    assert_eq!(of("datasketches", &canonical::integer(1)), format!("{sum:016x} 73be69ffc52746b5"));
    let keyed = "keyed:000102030405060708090a0b0c0d0e0f";
    assert_eq!(of(keyed, &canonical::integer(1)), "7c2f445a304629bd ebcbf88d72873601");
    assert_eq!(of(keyed, &[]), "bea58827b2bc7ee7 013030dd6adb62fd");
}

#[test]
fn golden_hashes() {
    let hash = |bytes: &[u8]| hex(&Hash::of(bytes, 0).to_bytes());
    assert_eq!(hash(&canonical::integer(-1)), "73edba1a7ab2e4a0af464a6bc9122169");
    assert_eq!(hash("https://www.postgresql.org/".as_bytes()), "4a20d14c396bac33cd4a43156f0aca14");
    assert_eq!(hash("naïve 東京".as_bytes()), "127a6916754b5cb9723d4d328538bd7f");
    assert_eq!(hash(&canonical::float(-0.0)), "cbc357ccb763df2852fee8c4fc7d55f2");
    assert_eq!(hash(&canonical::float(f64::NAN)), "3aa0a97e5a0cee366de2c35c0c377a9c");
    assert_eq!(hash(&[]), "00000000000000000000000000000000");
}

#[test]
fn headers_round_trip() {
    for family in [Family::None, Family::Text, Family::Enum, Family::Hashed] {
        let tag = u64::from(matches!(family, Family::Enum | Family::Hashed)) * (7 << 32 | NAMED | 7);
        let environment = u32::from(family == Family::Hashed) * 9;
        for (capacity, fpp) in [(None, None), (None, Some(0.5)), (Some(i64::MAX as u64), Some(0.1))] {
            let header = Header {
                cell: if capacity.is_some() { CellKind::Bit } else { CellKind::Counter },
                hashing: HashSpec { element: ElementType { family, tag, environment }, ..HashSpec::DEFAULT },
                params: Params { bits: 64, hashes: 255 },
                capacity,
                fpp,
            };
            let mut bytes = [0; HEADER_LEN];
            header.write(&mut bytes).unwrap();
            assert_eq!(Header::read(&bytes), Ok(header));
        }
    }
    assert!(header().write(&mut [0; HEADER_LEN - 1]).is_err());
}

#[test]
fn adding_checks_the_element() {
    let mut bytes = golden();
    let before = bytes.clone();
    let text = ElementType::of(Family::Text);
    let refused = filter::add::<Bits>(&mut bytes, text, Hash::of(b"x", 0));
    assert!(matches!(refused, Err(Error::ElementMismatch { value, .. }) if value == text));
    assert_eq!(bytes, before);

    let untyped = header().with_element(ElementType::NONE);
    let mut bytes = vec![0; untyped.filter_len()];
    untyped.write(&mut bytes).unwrap();
    filter::add::<Bits>(&mut bytes, text, Hash::of(b"x", 0)).unwrap();
    assert_eq!(Filter::<Bits>::validate(&bytes).unwrap().header().element(), text);
}

#[test]
fn an_untyped_filter_has_no_bits() {
    let untyped = header().with_element(ElementType::NONE);
    let mut bytes = vec![0; untyped.filter_len()];
    untyped.write(&mut bytes).unwrap();
    assert!(Filter::<Bits>::validate(&bytes).is_ok());
    *bytes.last_mut().unwrap() = 1;
    assert!(Filter::<Bits>::validate(&bytes).is_err());
}

/// The low half of the tag is where it always was, the high half where reserved bytes were.
#[test]
fn golden_tags() {
    let mood = ElementType::named_tag(b"mood");
    assert_eq!(format!("{mood:016x}"), "3fe9f76f9f7c96e6");
    let pair = ElementType::row_tag(&[23, 23]);
    assert_eq!(format!("{pair:016x}"), "96ebec3cd7af0668");
    let pairs = ElementType::named_tag(&[&b"_pair"[..], &pair.to_le_bytes()].concat());
    assert_eq!(format!("{pairs:016x}"), "5c00e4c8973ea359");
    let element = ElementType { family: Family::Enum, tag: mood, environment: 0 };
    let mut bytes = [0; HEADER_LEN];
    header().with_element(element).write(&mut bytes).unwrap();
    assert_eq!(hex(&bytes[12..16]), "e6967c9f");
    assert_eq!(hex(&bytes[44..60]), "6ff7e93f000000000000000000000000");
}

/// Text is probed, added and removed without its trailing blanks.
#[test]
fn golden_padded_filter() {
    let padded = ElementType::of(Family::Padded);
    let header = Header { hashing: HashSpec { element: padded, ..HashSpec::DEFAULT }, ..header() };
    padded_filter::<Bits>(header);
    padded_filter::<Counters>(header);
}

fn padded_filter<C: Cells>(header: Header) {
    let (text, padded) = (ElementType::of(Family::Text), ElementType::of(Family::Padded));
    let header = Header { cell: C::CELL, ..header };
    let mut bytes = vec![0; header.filter_len()];
    header.write(&mut bytes).unwrap();
    filter::add::<C>(&mut bytes, padded, b"ab".as_slice()).unwrap();
    let one = bytes.clone();
    assert_eq!(bytes[6], 15);
    if C::CELL == CellKind::Bit {
        assert_eq!(hex(&bytes[HEADER_LEN..]), "00810000004020100000000804000000");
    }
    let reader = FilterReader::<C>::new(&bytes).unwrap();
    let contains = |element, value: &[u8]| reader.contains(&one, element, value);
    assert_eq!(contains(text, b"ab   "), Ok(true));
    assert_eq!(contains(text, b" ab"), Ok(false));
    assert_eq!(contains(padded, b"ab"), Ok(true));
    let hash = Hash::of(b"ab", 0);
    refused(reader.contains(&one, text, hash).map(drop));
    refused(filter::add::<C>(&mut bytes, text, hash));
    refused(filter::add_all::<C>(&mut bytes, text, &[hash]));
    assert!(bytes == one);
    filter::add::<C>(&mut bytes, text, b"ab ".as_slice()).unwrap();
    assert_eq!(bytes == one, C::CELL == CellKind::Bit);
}

fn refused(result: Result<(), Error>) {
    assert!(matches!(result, Err(Error::ElementMismatch { .. })), "{result:?}");
}

#[test]
fn text_is_counted_among_padded_text_without_its_blanks() {
    let (text, padded) = (ElementType::of(Family::Text), ElementType::of(Family::Padded));
    let mut bytes = vec![0; HEADER_LEN + 64];
    let hashing = HashSpec { element: padded, ..HashSpec::DEFAULT };
    Header { cell: CellKind::Counter, hashing, ..header() }.write(&mut bytes).unwrap();
    for value in ["ab", "ab ", "ab  "] {
        filter::add::<Counters>(&mut bytes, text, value.as_bytes()).unwrap();
    }
    let filter = Filter::new(&bytes).unwrap();
    assert_eq!(counting::count_of(&filter, text, b"ab   ".as_slice()), Ok(3));
    refused(counting::count_of(&filter, text, Hash::of(b"ab", 0)).map(drop));
    refused(counting::remove(&mut bytes, text, Hash::of(b"ab", 0)).map(drop));
    for _ in 0..3 {
        assert_eq!(counting::remove(&mut bytes, text, b"ab    ".as_slice()), Ok(true));
    }
    assert!(bytes[HEADER_LEN..].iter().all(|byte| *byte == 0));
}

/// A buffer of a wrong length is a mistake of the caller, not damage of the value.
#[test]
fn mistakes_of_the_caller_are_internal() {
    let internal =
        |result: Result<(), Error>| assert!(matches!(result, Err(Error::Internal(_))), "{result:?}");
    let (bytes, mut short) = (golden(), vec![0; 100 - HEADER_LEN]);
    let filter = Filter::<Bits>::new(&bytes).unwrap();
    internal(header().write(&mut short));
    internal(header().begin(&mut [0; HEADER_LEN]).map(drop));
    internal(algebra::combine::<Union<Bits>>(&filter, &filter, &mut short));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Accepted bytes stay acceptable when they are changed.
    #[test]
    fn mutated_counting_filters_stay_consistent(
        values in prop::collection::vec(0..20i64, 0..6),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0..4u8, any::<u8>()]), 0..4),
        later in prop::collection::vec((any::<bool>(), 0..20i64), 0..8),
    ) {
        let integer = ElementType::of(Family::Integer);
        let mut bytes = vec![0; HEADER_LEN + 64];
        Header { cell: CellKind::Counter, ..header() }.write(&mut bytes).unwrap();
        for value in values {
            filter::add::<Counters>(&mut bytes, integer, canonical::integer(value).as_slice()).unwrap();
        }
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if Filter::<Counters>::validate(&bytes).is_ok() {
            for (add, value) in later {
                let value = canonical::integer(value);
                let changed = if add {
                    filter::add::<Counters>(&mut bytes, integer, value.as_slice())
                } else {
                    counting::remove(&mut bytes, integer, value.as_slice()).map(drop)
                };
                let broken = matches!(changed, Err(Error::Malformed { .. } | Error::Internal(_)));
                prop_assert!(!broken, "{:?}", changed);
                let filter = Filter::<Counters>::validate(&bytes);
                prop_assert!(filter.is_ok());
                let filter = filter.unwrap();
                let mut out = vec![0; bytes.len()];
                counting::subtract(&filter, &filter, &mut out).unwrap();
                prop_assert!(Filter::<Counters>::validate(&out).is_ok());
                let mut plain = vec![0; counting::plain_header(*filter.header()).filter_len()];
                counting::to_plain(&filter, &mut plain).unwrap();
                prop_assert!(Filter::<Bits>::validate(&plain).is_ok());
            }
        }
    }
}

/// Three filters: the value 1 with key 5, 42 with key -1, and an empty one with key 9.
#[test]
fn golden_matrix() {
    struct Three(MatrixHeader, Vec<Vec<u8>>);
    impl Filters for Three {
        fn header(&self) -> &MatrixHeader {
            &self.0
        }
        fn key(&self, number: usize) -> i64 {
            [5, -1, 9][number]
        }
        fn bitmap(&self, number: usize) -> &[u8] {
            &self.1[number][HEADER_LEN..]
        }
    }
    let header = Header { params: Params { bits: 64, hashes: 3 }, ..header() };
    let filters = [Some(1), Some(42), None].map(|value| {
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        let hash = value.map(|value| Hash::of(&canonical::integer(value), 0));
        filter::add_all::<Bits>(&mut bytes, header.element(), &Vec::from_iter(hash)).unwrap();
        bytes
    });
    let one = MatrixHeader::of(&header);
    let three = Three(one.with(&one).unwrap().with(&one).unwrap(), filters.to_vec());
    let mut bytes = vec![0; build::len(&three, Arrangement::Rows).unwrap()];
    build::write_matrix(&three, &mut vec![0; build::SCRATCH_LEN], &mut bytes).unwrap();
    let before_rows = [
        "424c4d58",         // "BLMX"
        "01000000",         // version, reserved
        "0300000000000000", // columns
        "0100000000000000", // parts
        // The header of the filters.
        "424c4d4601010103000000000000000000000000",
        "40000000000000000d000000000000007b14ae47e17a843f00000000000000000000000000000000",
        "00000000",         // reserved
        "0500000000000000", // keys
        "ffffffffffffffff",
        "0900000000000000",
    ]
    .concat();
    let (head, rows) = bytes.split_at(before_rows.len() / 2);
    assert_eq!(hex(head), before_rows);
    let set = rows.as_chunks::<8>().0.iter().map(|row| u64::from_le_bytes(*row)).zip(0..);
    let set: Vec<(u32, u64)> = set.filter(|(row, _)| *row != 0).map(|(row, i)| (i, row)).collect();
    assert_eq!(set, GOLDEN_ROWS);
}

/// Rows that are not zero, from the positions of both values, computed by a separate Python program.
const GOLDEN_ROWS: [(u32, u64); 4] = [(10, 1), (16, 1), (22, 1), (56, 2)];
