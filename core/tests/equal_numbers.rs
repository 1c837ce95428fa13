//! Numbers that are equal in SQL but may have other bits in filters of other libraries: 0 and -0, NaNs with
//! and without a sign. No operation distinguishes them. Nor does one distinguish infinite dates and timestamps in
//! filters of Parquet that releases up to 0.3.0 built from those in filters of today.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use bloom_core::cells::Bits;
use bloom_core::element::{ElementType, Family, canonical};
use bloom_core::exchange::{DataSketches, ImportedFilter, Order, Parquet, StreamFormat};
use bloom_core::filter::algebra::{self, Intersection, Operation, Union};
use bloom_core::filter::{Filter, FilterReader, HEADER_LEN, Header};
use bloom_core::hash::Seed;
use bloom_core::layout::Params;
use bloom_core::scheme::Scheme;
use bloom_core::state::Heap;
use bloom_core::state::merging::Merge;
use proptest::prelude::*;

const FLOAT: ElementType = ElementType::of(Family::Float);

/// Numbers, about half of which equal another one.
const NUMBERS: [f64; 9] = [0.0, -0.0, f64::NAN, -f64::NAN, 1.0, -1.5, 2.5, 1e10, f64::INFINITY];

/// Properties that compatible filters share.
#[derive(Debug, Clone, Copy)]
struct Alike {
    scheme: Scheme,
    family: Family,
    seed: Seed,
}

fn alike() -> impl Strategy<Value = Alike> {
    let seed = Seed::ZERO;
    prop_oneof![
        Just(Alike { scheme: Scheme::Parquet, family: Family::Float, seed }),
        Just(Alike { scheme: Scheme::Parquet, family: Family::Float4, seed }),
        Just(Alike { scheme: Scheme::DataSketches, family: Family::Float, seed: 9001u32.into() }),
    ]
}

/// A set, and whether another library made its filter: Parquet's writers hash numbers as they are,
/// DataSketches for Java has one NaN.
type Made = (Vec<f64>, bool);

fn made() -> impl Strategy<Value = Made> {
    (prop::collection::vec(prop::sample::select(&NUMBERS), 0..9), any::<bool>())
}

impl Alike {
    /// Builds a filter of `units` times the smallest size.
    fn filter(self, units: u64, (numbers, from_library): &Made) -> Vec<u8> {
        let Self { scheme, family, seed } = self;
        let layout = scheme.layout();
        let params = Params { bits: units * layout.unit(), hashes: layout.fixed_hashes().unwrap_or(5) };
        let mut words = vec![0; params.bitmap_len()];
        for number in numbers {
            let as_it_is = *from_library && (scheme == Scheme::Parquet || !number.is_nan());
            let number = if as_it_is { *number } else { one_of_each(*number) };
            let bytes = match family {
                Family::Float4 => (number as f32).to_le_bytes().to_vec(),
                _ => number.to_le_bytes().to_vec(),
            };
            for position in scheme.positions(scheme.hash(&bytes, seed), params) {
                words[(position / 8) as usize] |= 1 << (position % 8);
            }
        }
        let imported = ImportedFilter { scheme, seed, params, words: &words, order: Order::Little };
        let header = imported.header(ElementType::of(family));
        let mut bytes = vec![0; header.filter_len()];
        imported.write_filter(ElementType::of(family), &mut bytes).unwrap();
        assert_eq!(Header::read(&bytes).unwrap(), header);
        bytes
    }
}

fn one_of_each(number: f64) -> f64 {
    f64::from_le_bytes(canonical::float(number))
}

fn equal(a: f64, b: f64) -> bool {
    canonical::float(a) == canonical::float(b)
}

fn holds(set: &Made, number: f64) -> bool {
    set.0.iter().any(|own| equal(*own, number))
}

fn contains(filter: &[u8], number: f64) -> bool {
    let reader = FilterReader::<Bits>::new(filter).unwrap();
    reader.contains(filter, FLOAT, canonical::float(number).as_slice()).unwrap()
}

fn combined<O: Operation<Cells = Bits>>(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (a, b) = (Filter::<Bits>::validate(a).unwrap(), Filter::<Bits>::validate(b).unwrap());
    let mut out = vec![0; algebra::combined_len(&a, &b).unwrap()];
    algebra::combine::<O>(&a, &b, &mut out).unwrap();
    out
}

fn is_subset(a: &[u8], b: &[u8]) -> bool {
    algebra::compare(&Filter::new(a).unwrap(), &Filter::new(b).unwrap()).unwrap().is_subset
}

/// Merges one more filter or state into a state.
fn merged<O: Operation>(own: Option<Vec<u8>>, filter: &[u8]) -> Vec<u8> {
    let Some(mut own) = own else {
        return Merge::<O>::new(1.0).begin(filter, &Heap::default()).unwrap();
    };
    let filter = Filter::new(filter).unwrap();
    Merge::<O>::merge(&mut own, &filter, Merge::new(1.0), &Heap::default()).unwrap();
    own
}

fn aggregated<O: Operation>(filters: &[Vec<u8>]) -> Vec<u8> {
    let state = filters.iter().fold(None, |own, filter| Some(merged::<O>(own, filter))).unwrap();
    let merged = Merge::<O>::finish(&state).unwrap();
    let mut filter = vec![0; merged.filter_len()];
    merged.write(&mut filter).unwrap();
    filter
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_operation_tells_equal_numbers_apart(
        alike in alike(), a in made(), b in made(), units in 1..9u64, d in 1..5u64
    ) {
        let (large, small) = (alike.filter(units * d, &a), alike.filter(units, &b));
        let intersection = combined::<Intersection>(&large, &small);
        let union = combined::<Union<Bits>>(&large, &small);
        for number in NUMBERS {
            let (in_a, in_b) = (holds(&a, number), holds(&b, number));
            prop_assert!(!in_a || contains(&large, number), "{number} is lost");
            prop_assert!(!in_b || contains(&small, number), "{number} is lost");
            prop_assert!(!(in_a && in_b) || contains(&intersection, number), "{number} is lost by &");
            prop_assert!(!(in_a || in_b) || contains(&union, number), "{number} is lost by |");
        }
        prop_assert_eq!(&combined::<Intersection>(&small, &large), &intersection);
        let (own, other) = if intersection.len() == large.len() { (&large, &small) } else { (&small, &large) };
        let mut in_place = own.clone();
        prop_assert!(algebra::combine_into::<Intersection>(&mut in_place, &Filter::new(other).unwrap()).unwrap());
        prop_assert_eq!(&in_place, &intersection);

        let within = |a: &Made, b: &Made| a.0.iter().all(|number| holds(b, *number));
        prop_assert!(!within(&a, &b) || is_subset(&large, &small), "a wrong no");
        prop_assert!(!within(&b, &a) || is_subset(&small, &large), "a wrong no");
        for whole in [&large, &small] {
            prop_assert!(is_subset(&intersection, whole) && is_subset(whole, &union));
            prop_assert!(is_subset(whole, whole));
        }
    }

    /// Order, grouping and the number of workers make no difference.
    #[test]
    fn aggregates_do_not_tell_equal_numbers_apart(
        alike in alike(), sets in prop::collection::vec(made(), 1..6), units in 1..9u64,
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..6), split: prop::sample::Index,
    ) {
        let mut filters: Vec<Vec<u8>> = sets.iter().map(|set| alike.filter(units, set)).collect();
        let (intersection, union) = (aggregated::<Intersection>(&filters), aggregated::<Union<Bits>>(&filters));
        for number in NUMBERS {
            let mut held = sets.iter().map(|set| holds(set, number));
            prop_assert!(!held.clone().all(|held| held) || contains(&intersection, number), "{number} is lost");
            prop_assert!(!held.any(|held| held) || contains(&union, number), "{number} is lost");
        }
        for (i, index) in order.iter().enumerate() {
            filters.swap(i % sets.len(), index.index(sets.len()));
        }
        prop_assert_eq!(&aggregated::<Intersection>(&filters), &intersection);
        let (left, right) = filters.split_at(split.index(sets.len()));
        if !left.is_empty() {
            let parts = [left, right].map(aggregated::<Intersection>);
            prop_assert_eq!(&aggregated::<Intersection>(&parts), &intersection);
        }
    }
}

/// DataSketches for Java 6.2.0: `createByAccuracy(100, 0.01, 9001)`, then `update(-0.0)`; it does not contain
/// 0.0.
const OF_JAVA: &str = "\
    040115000700000029230000000000000f00000000000000ffffffffffffffff0000000000000000100004000000\
    00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
    00000000000000000000000000000000000000000000000000000000000400010000000000000000000000100000\
    0000000000000000000001400000";

#[test]
fn minus_zero_of_java_is_zero() {
    let digits = OF_JAVA.as_bytes().chunks(2);
    let image: Vec<u8> =
        digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect();
    let imported = DataSketches::read(&image).unwrap();
    let mut bytes = vec![0; imported.header(FLOAT).filter_len()];
    imported.write_filter(FLOAT, &mut bytes).unwrap();
    assert!(contains(&bytes, 0.0) && !contains(&bytes, 1.0) && !contains(&bytes, f64::NAN));
    // Nothing is lost, and the exported filter holds both numbers.
    let theirs = Filter::<Bits>::new(&bytes)
        .unwrap()
        .contains(Scheme::DataSketches.hash(&(-0f64).to_le_bytes(), imported.seed));
    assert!(theirs);
    // As bytes, which distinguish the two.
    let element = ElementType::of(Family::Bytes);
    let mut bytes = vec![0; bytes.len()];
    imported.write_filter(element, &mut bytes).unwrap();
    assert_eq!(bytes[HEADER_LEN..], *imported.words);
}

/// Returns a filter of Parquet of ten blocks that holds the values with these plain encodings.
fn of_plain(family: Family, values: &[&[u8]]) -> Vec<u8> {
    let params = Params { bits: 2560, hashes: 8 };
    let mut words = vec![0; params.bitmap_len()];
    for plain in values {
        for position in Scheme::Parquet.positions(Scheme::Parquet.hash(plain, Seed::ZERO), params) {
            words[(position / 8) as usize] |= 1 << (position % 8);
        }
    }
    let imported = Parquet::read(&words).unwrap();
    let mut bytes = vec![0; imported.header(ElementType::of(family)).filter_len()];
    imported.write_filter(ElementType::of(family), &mut bytes).unwrap();
    bytes
}

fn bitset(filter: &[u8]) -> Vec<u8> {
    let filter = Filter::<Bits>::validate(filter).unwrap();
    let mut out = vec![0; Parquet::len(&filter)];
    Parquet::write(&filter, &mut out).unwrap();
    out
}

/// Checks a value and another one: canonical bytes, the plain encoding of DuckDB, and that of releases up to 0.3.0.
fn infinite(family: Family, [canonical, theirs, before, other]: [&[u8]; 4]) {
    let [old, files] = [before, theirs].map(|plain| of_plain(family, &[plain]));
    let element = ElementType::of(family);
    let contains = |filter: &[u8], canonical: &[u8]| {
        let reader = FilterReader::<Bits>::new(filter).unwrap();
        reader.contains(filter, element, canonical).unwrap()
    };
    let mut new = of_plain(family, &[]);
    bloom_core::filter::add::<Bits>(&mut new, element, canonical).unwrap();
    assert!(new == files, "{family:?} is built otherwise than DuckDB's");
    for filter in [&old, &new] {
        assert!(contains(filter, canonical) && !contains(filter, other), "{family:?}");
    }
    for (a, b) in [(&old, &new), (&new, &old)] {
        assert!(is_subset(a, b) && contains(&combined::<Intersection>(a, b), canonical), "{family:?}");
        assert!(contains(&combined::<Union<Bits>>(a, b), canonical), "{family:?}");
    }
    // Other readers know DuckDB's number only. What is exported goes back as it came.
    assert!(bitset(&old) == of_plain(family, &[theirs, before])[HEADER_LEN..], "{family:?}");
    assert!(bitset(&new) == new[HEADER_LEN..], "{family:?}");
    let finite = of_plain(family, &[other]);
    assert!(bitset(&finite) == finite[HEADER_LEN..], "{family:?}");
}

#[test]
fn infinite_values_are_those_of_duckdb_and_of_earlier_releases() {
    for (canonical, theirs, before) in
        [(i32::MAX, i32::MAX, i32::MIN + 10_956), (i32::MIN, -i32::MAX, i32::MIN + 10_957)]
    {
        let numbers = [canonical, theirs, before, 1].map(i32::to_le_bytes);
        infinite(Family::Date, numbers.each_ref().map(|number| number.as_slice()));
    }
    for (canonical, theirs, before) in [
        (i64::MAX, i64::MAX, i64::MIN + 946_684_799_999_999),
        (i64::MIN, -i64::MAX, i64::MIN + 946_684_800_000_000),
    ] {
        let numbers = [canonical, theirs, before, 1].map(i64::to_le_bytes);
        for family in [Family::Timestamp, Family::Timestamptz] {
            infinite(family, numbers.each_ref().map(|number| number.as_slice()));
        }
    }
}

/// Only numbers have twins, and only in formats where other libraries write them.
#[test]
fn other_filters_are_left_as_they_are() {
    for (scheme, family) in [
        (Scheme::Parquet, Family::Integer),
        (Scheme::Parquet, Family::Bytes),
        (Scheme::DataSketches, Family::Bytes),
        (Scheme::DataSketches, Family::Integer),
    ] {
        let alike = Alike { scheme, family, seed: scheme.default_seed().unwrap() };
        let [minus, plus] = [-0.0, 0.0].map(|number| alike.filter(10, &(vec![number], true)));
        let intersection = combined::<Intersection>(&minus, &plus);
        let expected: Vec<u8> = minus.iter().zip(&plus).map(|(a, b)| a & b).collect();
        assert_eq!(intersection[HEADER_LEN..], expected[HEADER_LEN..]);
        assert!(!is_subset(&minus, &plus) && !is_subset(&plus, &minus));
    }
}
