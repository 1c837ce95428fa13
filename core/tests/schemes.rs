//! Properties of all schemes: every way of building gives the same filter, unions and folds are exact, and
//! invalid bytes are refused.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use bloom_core::cells::{Bits, CellKind, Counters, fold, fold_fit};
use bloom_core::element::{ElementType, Family, canonical};
use bloom_core::error::Error;
use bloom_core::filter::algebra::{self, Comparison, Intersection, Operation, Union};
use bloom_core::filter::{self, Filter, FilterReader, HEADER_LEN, Header};
use bloom_core::hash::Seed;
use bloom_core::layout::{BitLayout, Params};
use bloom_core::matrix::MatrixHeader;
use bloom_core::scheme::{Scheme, SchemeOptions};
use bloom_core::state::merging::Merge;
use bloom_core::state::{self, BuildSpec, Heap, State, StateMut};
use proptest::prelude::*;

const NAMES: [&str; 10] = [
    "mitz64",
    "mitz32",
    "spark1",
    "spark2",
    "parquet",
    "parquet int4",
    "parquet pow2",
    "datasketches",
    "datasketches:-77",
    "keyed:000102030405060708090a0b0c0d0e0f",
];

const INTEGER: ElementType = ElementType::of(Family::Integer);

fn options() -> impl Strategy<Value = SchemeOptions> {
    prop::sample::select(&NAMES).prop_map(|name| SchemeOptions::from_name(name).unwrap())
}

fn values(most: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(-3000..3000i64, 0..most)
}

/// A state with its memory.
#[derive(Clone)]
struct Build(Vec<u8>);

impl Build {
    fn new(spec: &BuildSpec) -> Self {
        Self(state::create::<Bits, _>(spec, &Heap::default()).unwrap())
    }

    fn state(&self) -> State<'_, Bits> {
        State::validate(&self.0).unwrap()
    }

    fn with(mut self, values: &[i64]) -> Self {
        for value in values {
            let hashing = self.state().hashing();
            let hash = hashing.hash(INTEGER, canonical::integer(*value).as_slice()).unwrap();
            let mut state = StateMut::<Bits>::new(&mut self.0).unwrap();
            state.check_element(hashing.holding(INTEGER)).unwrap();
            state::push::<Bits, _>(&mut self.0, hash, &Heap::default()).unwrap();
        }
        self
    }

    /// Adds values by the fast path if possible.
    fn appended(mut self, spec: &BuildSpec, values: &[i64]) -> Self {
        let (options, capacity, fpp) = (spec.options, spec.capacity.map(u64::cast_signed), spec.fpp);
        for value in values {
            let canonical = canonical::integer(*value);
            let done = StateMut::<Bits>::append_by(&mut self.0, options, INTEGER, capacity, fpp, &canonical);
            if !done {
                self = self.with(&[*value]);
            }
            for (capacity, fpp) in [(Some(0), fpp), (Some(701), fpp), (capacity, 0.02)] {
                let other =
                    StateMut::<Bits>::append_by(&mut self.0, options, INTEGER, capacity, fpp, &canonical);
                assert!(!other, "other arguments");
            }
        }
        self
    }

    fn merged(&self, other: &Self) -> Self {
        let mut own = self.clone();
        state::merge(&mut own.0, &other.state(), &Heap::default()).unwrap();
        own
    }

    fn finish(&self) -> Vec<u8> {
        let finished = self.state().finish().unwrap();
        let mut bytes = vec![0; finished.filter_len()];
        finished.write(&mut bytes).unwrap();
        Filter::<Bits>::validate(&bytes).unwrap();
        bytes
    }
}

fn empty(options: SchemeOptions, params: Params) -> Vec<u8> {
    let hashing = options.hashing();
    let header = Header { cell: CellKind::Bit, hashing, params, capacity: None, fpp: None };
    let mut bytes = vec![0; header.filter_len()];
    header.write(&mut bytes).unwrap();
    bytes
}

/// Builds a filter value by value, by the formulas of the scheme alone.
fn plain(options: SchemeOptions, params: Params, values: &[i64]) -> Vec<u8> {
    let mut bytes = empty(options, params);
    for value in values {
        let hashing = options.hashing();
        let hash = hashing.hash(INTEGER, canonical::integer(*value).as_slice()).unwrap();
        for position in options.scheme.positions(hash, params) {
            bytes[HEADER_LEN + (position / 8) as usize] |= 1 << (position % 8);
        }
    }
    bytes
}

/// Returns a size of `units` times the smallest size of the scheme.
fn sized(options: SchemeOptions, units: u64) -> Params {
    let layout = options.scheme.layout();
    Params { bits: units * layout.unit(), hashes: layout.fixed_hashes().unwrap_or(5) }
}

/// Builds a filter that says for how many values it was sized.
fn filter_of(options: SchemeOptions, units: u64, values: &[i64]) -> Vec<u8> {
    let mut bytes = empty(options, sized(options, units));
    let header = Header::read(&bytes).unwrap();
    Header { capacity: Some(units), fpp: Some(0.1), ..header }.write(&mut bytes).unwrap();
    add_all(&mut bytes, values);
    bytes
}

fn add_all(filter: &mut [u8], values: &[i64]) {
    for value in values {
        filter::add::<Bits>(filter, INTEGER, canonical::integer(*value).as_slice()).unwrap();
    }
}

fn combined<O: Operation<Cells = Bits>>(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (a, b) = (Filter::<Bits>::new(a).unwrap(), Filter::<Bits>::new(b).unwrap());
    let mut out = vec![0; algebra::combined_len(&a, &b).unwrap()];
    algebra::combine::<O>(&a, &b, &mut out).unwrap();
    out
}

/// Combines two filters in the bytes of the first, if the result has its size.
fn combined_in_place<O: Operation<Cells = Bits>>(own: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = own.to_vec();
    let done = algebra::combine_into::<O>(&mut bytes, &Filter::new(other).unwrap()).unwrap();
    assert!(done || bytes == own, "nothing changes");
    done.then_some(bytes)
}

fn compared(a: &[u8], b: &[u8]) -> Comparison {
    algebra::compare(&Filter::new(a).unwrap(), &Filter::new(b).unwrap()).unwrap()
}

fn contains(filter: &[u8], value: i64) -> bool {
    let reader = FilterReader::<Bits>::new(filter).unwrap();
    reader.contains(filter, INTEGER, canonical::integer(value).as_slice()).unwrap()
}

/// Returns the filter that a build without capacity makes of values.
fn built(options: SchemeOptions, values: &[i64]) -> Vec<u8> {
    let spec = BuildSpec { options, capacity: None, fpp: 0.01, budget: 1 << 20, expected_states: 1 };
    Build::new(&spec).with(values).finish()
}

/// Merges filters one after the other, as an aggregate does.
fn aggregated<O: Operation<Cells = Bits>>(filters: &[&[u8]]) -> Vec<u8> {
    let merge = Merge::<O>::new(1.0);
    let mut state = merge.begin(filters[0], &Heap::default()).unwrap();
    for filter in &filters[1..] {
        Merge::<O>::merge(&mut state, &Filter::new(filter).unwrap(), merge, &Heap::default()).unwrap();
    }
    let merged = Merge::<O>::finish(&state).unwrap();
    let mut filter = vec![0; merged.filter_len()];
    merged.write(&mut filter).unwrap();
    filter
}

/// Whatever the scheme, also if it says that integers have four bytes.
#[test]
fn a_build_of_no_values_is_the_empty_set_at_any_size() {
    for name in NAMES.into_iter().chain(["mitz64 int4", "mitz32 int4"]) {
        let options = SchemeOptions::from_name(name).unwrap();
        let (nothing, some) = (built(options, &[]), built(options, &Vec::from_iter(1..=1000)));
        let both = some.clone();
        let mut neither = vec![0; some.len()];
        neither[..HEADER_LEN].copy_from_slice(&some[..HEADER_LEN]);
        for (a, b) in [(&nothing, &some), (&some, &nothing)] {
            assert!(combined::<Union<Bits>>(a, b) == both, "{name}");
            assert!(combined::<Intersection>(a, b) == neither, "{name}");
            assert!(aggregated::<Union<Bits>>(&[a, b, a]) == both, "{name}");
            assert!(aggregated::<Intersection>(&[a, b, a]) == neither, "{name}");
            let comparison = compared(a, b);
            assert_eq!((comparison.intersection_count, comparison.is_subset), (0.0, *a == nothing), "{name}");
            let [x, y] = [a, b].map(|filter| Filter::<Bits>::new(filter).unwrap());
            let [x, y] = [x, y].map(|filter| MatrixHeader::of(&algebra::header_of(&filter)));
            let columns = x.with(&y).unwrap();
            assert_eq!(columns.filters, Header::read(&some).unwrap(), "{name}");
        }
        assert!(aggregated::<Union<Bits>>(&[&nothing, &nothing]) == nothing, "{name}");
        assert!(combined::<Union<Bits>>(&nothing, &nothing) == nothing, "{name}");
        let mut untyped = nothing.clone();
        Header::read(&nothing).unwrap().with_element(ElementType::NONE).write(&mut untyped).unwrap();
        for (a, b) in [(&nothing, &untyped), (&untyped, &nothing)] {
            assert!(combined::<Union<Bits>>(a, b) == nothing, "{name}");
            assert!(aggregated::<Union<Bits>>(&[a, b]) == nothing, "{name}");
        }
    }
}

/// Adding a value to such a filter may not change its header, but then it is no longer the empty set.
#[test]
fn a_value_added_to_a_build_of_no_values_is_never_lost() {
    for name in NAMES.into_iter().chain(["mitz64 int4", "mitz32 int4"]) {
        let options = SchemeOptions::from_name(name).unwrap();
        let nothing = built(options, &[]);
        let [seven, nine] = [7, 9].map(|value| {
            let mut filter = nothing.clone();
            add_all(&mut filter, &[value]);
            filter
        });
        for filters in [[&seven, &nothing, &nine], [&nothing, &seven, &nine], [&nine, &seven, &nothing]] {
            let union = aggregated::<Union<Bits>>(&filters.map(Vec::as_slice));
            assert!(contains(&union, 7) && contains(&union, 9), "{name}");
            let union = combined::<Union<Bits>>(&combined::<Union<Bits>>(filters[0], filters[1]), filters[2]);
            assert!(contains(&union, 7) && contains(&union, 9), "{name}");
        }
        let both = combined::<Intersection>(&seven, &combined::<Union<Bits>>(&nine, &seven));
        assert!(contains(&both, 7), "{name}");
    }
}

proptest! {
    #[test]
    fn built_in_any_way_a_filter_is_the_same(
        options in options(), values in values(1500), split: prop::sample::Index, known: bool
    ) {
        let capacity = known.then_some(700);
        let spec = BuildSpec { options, capacity, fpp: 0.01, budget: 1 << 20, expected_states: 1 };
        let serial = Build::new(&spec).with(&values);
        let filter = serial.finish();
        let header = Header::read(&filter).unwrap();
        prop_assert_eq!(header.hashing.scheme, options.scheme);
        prop_assert_eq!(header.hashing.seed, options.seed);
        prop_assert!(!options.pow2 || header.params.bits.is_power_of_two());
        prop_assert_eq!(&filter[HEADER_LEN..], &plain(options, header.params, &values)[HEADER_LEN..]);

        prop_assert_eq!(&Build::new(&spec).appended(&spec, &values).0, &serial.0);

        let (left, right) = values.split_at(split.index(values.len() + 1));
        let (left, right) = (Build::new(&spec).with(left), Build::new(&spec).with(right));
        prop_assert_eq!(&left.merged(&right).finish(), &filter);

        let mut one_by_one = empty(options, header.params);
        add_all(&mut one_by_one, &values);
        prop_assert_eq!(&one_by_one[HEADER_LEN..], &filter[HEADER_LEN..]);
    }

    /// Unfolding, merging and folding lose no value, and the rate holds.
    #[test]
    fn beyond_the_budget_no_value_is_lost(
        options in options(), values in values(6000), split: prop::sample::Index, expected_states in 1u16..4
    ) {
        let spec = BuildSpec { options, capacity: None, fpp: 0.01, budget: 1 << 11, expected_states };
        let (left, right) = values.split_at(split.index(values.len() + 1));
        let (left, right) = (Build::new(&spec).with(left), Build::new(&spec).with(right));
        for build in [Build::new(&spec).with(&values), left.merged(&right), right.merged(&left)] {
            let bytes = build.finish();
            let filter = Filter::<Bits>::validate(&bytes).unwrap();
            prop_assert!(values.iter().all(|value| contains(&bytes, *value)));
            // Some filters are fuller than others with as many values. For a rate of 1 %, its relative standard
            // deviation is 3 / sqrt(bits), and up to four times that if a value has all its bits in one block.
            // Six of them are allowed.
            let Params { bits, .. } = filter.header().params;
            let relative = if options.scheme.layout() == BitLayout::SplitBlock { 12.0 } else { 3.0 };
            let most = 0.01 * (1.0 + 6.0 * relative / (bits as f64).sqrt());
            prop_assert!(filter.counts().current_fpp <= most, "{:?}, not {}", filter.counts(), most);
            prop_assert!(!options.pow2 || filter.header().params.bits.is_power_of_two());
        }
    }

    #[test]
    fn algebra_is_exact(options in options(), a in values(150), b in values(150), d in 1..5u64) {
        let (large, small) = (filter_of(options, 15 * d, &a), filter_of(options, 15, &b));
        let folded = filter_of(options, 15, &a);
        let union = filter_of(options, 15, &[a.clone(), b.clone()].concat());
        // The smaller filter is unfolded if the larger one has its size times a power of two.
        let layout = options.scheme.layout();
        let units = if d.is_power_of_two() { 15 * d } else { 15 };
        let fitted = |filter: &[u8], units: u64| {
            let mut fitted = filter_of(options, units, &[a.as_slice(), &b].concat());
            fitted[HEADER_LEN..].fill(0);
            fold::fit_into(layout, &mut fitted[HEADER_LEN..], &filter[HEADER_LEN..]);
            fitted
        };
        let (x, y) = (fitted(&large, units), fitted(&small, units));
        let (mut either, mut both) = (x.clone(), x.clone());
        for at in HEADER_LEN..x.len() {
            either[at] |= y[at];
            both[at] &= y[at];
        }
        for (own, other) in [(&small, &large), (&large, &small)] {
            let fits = own.len() == either.len();
            prop_assert_eq!(&combined::<Union<Bits>>(own, other), &either);
            prop_assert_eq!(&combined::<Intersection>(own, other), &both);
            prop_assert_eq!(combined_in_place::<Union<Bits>>(own, other), fits.then(|| either.clone()));
            prop_assert_eq!(combined_in_place::<Intersection>(own, other), fits.then(|| both.clone()));
        }
        prop_assert_eq!(&fitted(&either, 15), &union);

        // Sizes of which neither divides the other fold to their common divisor, for which none was sized.
        let (two, three) = (filter_of(options, 30, &a), filter_of(options, 45, &b));
        let mut common = union.clone();
        Header { capacity: None, fpp: None, ..Header::read(&union).unwrap() }.write(&mut common).unwrap();
        prop_assert_eq!(&combined::<Union<Bits>>(&two, &three), &common);
        prop_assert_eq!(&combined::<Union<Bits>>(&three, &two), &common);

        let count = Filter::<Bits>::new(&union).unwrap().counts().estimated_count;
        for (x, y, second) in [(&large, &small, &small), (&small, &large, &folded), (&two, &three, &small)] {
            let comparison = compared(x, y);
            prop_assert_eq!(comparison.union_count, count);
            prop_assert_eq!(comparison.is_subset, union[HEADER_LEN..] == second[HEADER_LEN..]);
            prop_assert!((0.0..=1.0).contains(&comparison.jaccard()));
        }
    }

    #[test]
    fn folds_keep_the_rate(
        options in options(), values in values(400), units in 1..400u64, hashes in 1..10u8, digits in 0.5..3.0f64
    ) {
        let (layout, fpp) = (options.scheme.layout(), 10f64.powf(-digits));
        // The rates of a few blocks vary too much.
        let units = if layout == BitLayout::SplitBlock { units + 240 } else { units };
        let hashes = layout.fixed_hashes().unwrap_or(hashes);
        let mut bytes = empty(options, Params { bits: units * layout.unit(), hashes });
        add_all(&mut bytes, &values);
        let filter = Filter::<Bits>::new(&bytes).unwrap();
        let distinct = filter.counts().estimated_count;
        let wanted = fold_fit::Wanted { layout, pow2: false, hashes, fpp, distinct, more: 0 };
        let rate = |bits: u64| {
            let mut folded = empty(options, Params { bits, hashes });
            fold::fit_into(layout, &mut folded[HEADER_LEN..], filter.cells());
            Filter::<Bits>::new(&folded).unwrap().counts().current_fpp
        };
        match fold_fit::smallest(filter.cells(), wanted) {
            Some(bits) => prop_assert!(rate(bits) <= fpp * (1.0 + 1e-9)),
            None => prop_assert!(rate(filter.header().params.bits) > fpp * (1.0 - 1e-9)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Changed bytes are refused, or are a filter that can be probed, counted and united.
    #[test]
    fn forged_filters_are_refused_or_usable(
        options in options(), values in values(40),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0..9u8, any::<u8>()]), 1..4),
        cut in prop::option::of(0..100usize),
        more in prop::collection::vec(any::<u8>(), 0..3),
    ) {
        let mut bytes = filter_of(options, 4, &values);
        for (index, byte) in changes {
            let at = index.index(HEADER_LEN);
            bytes[at] = byte;
        }
        if let Ok(header) = Header::read(&[b"BLMC", &bytes[4..]].concat()) {
            prop_assert_ne!(header.layout(), BitLayout::SplitBlock);
        }
        bytes.truncate(cut.unwrap_or(usize::MAX));
        bytes.extend(more);
        if let Ok(filter) = Filter::<Bits>::validate(&bytes) {
            prop_assert_eq!(filter.header().filter_len(), bytes.len());
            let mut head = [0; HEADER_LEN];
            filter.header().write(&mut head).unwrap();
            prop_assert_eq!(&head[..], &bytes[..HEADER_LEN], "nothing is dropped or normalized");
            prop_assert!(filter.counts().estimated_count.is_finite());
            prop_assert!((0.0..=1.0).contains(&filter.counts().current_fpp));
            let reader = FilterReader::<Bits>::new(&bytes).unwrap();
            let _ = reader.contains(&bytes, INTEGER, canonical::integer(1).as_slice());
            prop_assert_eq!(&combined::<Union<Bits>>(&bytes, &bytes), &bytes);
        }
    }
}

#[test]
fn estimates_of_overlapping_sets() {
    let [a, b] = [0..30_000, 20_000..40_000]
        .map(|values| filter_of(SchemeOptions::DEFAULT, 6250, &Vec::from_iter(values)));
    let comparison = compared(&a, &b);
    assert!((comparison.union_count / 40_000.0 - 1.0).abs() < 0.02, "{comparison:?}");
    assert!((comparison.intersection_count / 10_000.0 - 1.0).abs() < 0.05, "{comparison:?}");
    assert!((comparison.jaccard() / 0.25 - 1.0).abs() < 0.05, "{comparison:?}");
    assert!(!comparison.is_subset);
}

/// So such a filter may not be a subset of a third one, whatever the sets are.
#[test]
fn an_intersection_may_have_bits_of_no_value() {
    let of = |values: &[i64]| filter_of(SchemeOptions::DEFAULT, 1, values);
    let told = (1..20).map(|value| {
        let both = combined::<Intersection>(&of(&[0]), &of(&[value]));
        compared(&both, &of(&[])).is_subset
    });
    assert!(told.clone().any(|is_subset| is_subset) && !told.clone().all(|is_subset| is_subset));
}

#[test]
fn what_hashes_otherwise_does_not_mix() {
    let hashings = NAMES.map(|name| SchemeOptions::from_name(name).unwrap());
    let keyed =
        |digit: char| SchemeOptions::from_name(&format!("keyed:{}", digit.to_string().repeat(32))).unwrap();
    for a in hashings.iter().chain(&[keyed('0'), keyed('1')]) {
        for b in hashings.iter().chain(&[keyed('0'), keyed('2')]) {
            let (x, y) = (filter_of(*a, 4, &[1]), filter_of(*b, 4, &[1]));
            let (x, y) = (Filter::<Bits>::new(&x).unwrap(), Filter::<Bits>::new(&y).unwrap());
            let alike = (a.scheme, a.seed, a.int4) == (b.scheme, b.seed, b.int4);
            assert_eq!(algebra::compare(&x, &y).is_ok(), alike, "{a} {b}");

            let spec =
                |options| BuildSpec { options, capacity: Some(10), fpp: 0.01, budget: 0, expected_states: 1 };
            let (mut one, other) = (Build::new(&spec(*a)).with(&[1]), Build::new(&spec(*b)).with(&[1]));
            let merged = state::merge(&mut one.0, &other.state(), &Heap::default());
            assert_eq!(merged.is_ok(), a == b, "{a} {b}");
        }
    }
}

/// Returns every scheme, with seeds that differ from each other in one bit.
fn all_hashings() -> Vec<SchemeOptions> {
    let of = |scheme: Scheme| {
        let seed = scheme.default_seed().unwrap_or(Seed::ZERO);
        let bits = u128::from_le_bytes(seed.to_bytes());
        let others = (0..Seed::BITS).map(move |bit| Seed::from_bytes((bits ^ 1 << bit).to_le_bytes()));
        let seeds = [seed].into_iter().chain(others).filter(move |seed| scheme.takes_seed(*seed));
        seeds.map(move |seed| SchemeOptions { scheme, seed, int4: false, pow2: false })
    };
    Scheme::ALL.into_iter().flat_map(of).collect()
}

/// A call site caches the reader of its last filter. It must distinguish all other filters, or it would probe
/// the wrong bits.
#[test]
fn a_reader_reads_no_filter_that_hashes_otherwise() {
    let hashings = all_hashings();
    assert_eq!(hashings.len(), 7 + 32 + 64 + 128);
    let filters: Vec<Vec<u8>> = hashings.iter().map(|options| filter_of(*options, 4, &[1, 2])).collect();
    for (a, own) in filters.iter().enumerate() {
        let reader = FilterReader::<Bits>::new(own).unwrap();
        for (b, other) in filters.iter().enumerate() {
            assert_eq!(reader.reads(other), a == b, "{:?} {:?}", hashings[a], hashings[b]);
        }
    }
}

/// A build accepts only values of its own scheme and seed. No build can have another seed of Spark's.
#[test]
fn a_build_takes_no_value_that_is_hashed_otherwise() {
    let mut hashings = all_hashings();
    hashings.retain(|options| options.scheme != Scheme::SparkV2 || options.seed == Seed::ZERO);
    for own in &hashings {
        let spec = BuildSpec { options: *own, capacity: Some(4), fpp: 0.01, budget: 0, expected_states: 1 };
        let build = Build::new(&spec).with(&[1]);
        for other in &hashings {
            let (same, mut bytes) = (other == own, build.0.clone());
            let checked = StateMut::<Bits>::new(&mut bytes).unwrap().check_arguments(*other, Some(4), 0.01);
            assert_eq!(checked.is_ok(), same, "{own:?} {other:?}");
            let appended = StateMut::<Bits>::append_by(&mut bytes, *other, INTEGER, Some(4), 0.01, &[0; 8]);
            assert_eq!(appended, same, "{own:?} {other:?}");
        }
    }
}

#[test]
fn there_are_no_other_filters_of_blocks() {
    let options = SchemeOptions::from_name("parquet").unwrap();
    let good = empty(options, Params { bits: 512, hashes: 8 });
    assert!(Header::read(&good).is_ok());
    for (at, byte, why) in [
        (7, 7, "No filter of scheme parquet has 512 bits and 7 hashes."),
        (20, 64, "No filter of scheme parquet has 576 bits and 8 hashes."),
        (8, 1, "Scheme parquet hashes with seed 0, but the header has another one."),
        (48, 1, "A reserved byte is not zero."),
        (3, b'C', "Scheme parquet has no counting filters."),
    ] {
        let mut bad = good.clone();
        bad[at] = byte;
        let expected = Err(Error::Malformed { what: "Bloom filter", why: why.into() });
        assert_eq!(Header::read(&bad), expected, "{at}");
    }
    let spec = BuildSpec { options, capacity: Some(10), fpp: 0.01, budget: 0, expected_states: 1 };
    let created = state::create::<Counters, _>(&spec, &Heap::default());
    assert!(created.is_err() || State::<Counters>::validate(&created.unwrap()).is_err());
}

/// Numbers in four bytes, which Parquet has besides those in eight.
#[test]
fn a_filter_of_reals_is_asked_for_doubles() {
    let options = SchemeOptions::from_name("parquet").unwrap();
    let (float, float4) = (ElementType::of(Family::Float), ElementType::of(Family::Float4));
    let mut bytes = empty(options, Params { bits: 2560, hashes: 8 });
    for value in [1.5, 0.0, f64::NAN, f64::INFINITY, f64::from(0.1f32)] {
        filter::add::<Bits>(&mut bytes, float4, canonical::float(value).as_slice()).unwrap();
    }
    assert_eq!(bytes[6], 16);
    let reader = FilterReader::<Bits>::new(&bytes).unwrap();
    let asked = |value: f64| reader.contains(&bytes, float, canonical::float(value).as_slice());
    for present in [1.5, -0.0, 0.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::from(0.1f32)] {
        assert_eq!(asked(present), Ok(true), "{present}");
    }
    for absent in [0.1, 1e300, 1.5 + f64::EPSILON, 5e-324] {
        assert_eq!(asked(absent), Ok(false), "{absent}");
    }
    let before = bytes.clone();
    let refused = filter::add::<Bits>(&mut bytes, float, canonical::float(0.1).as_slice());
    assert_eq!(refused, Err(Error::Inexact(0.1)));
    assert_eq!(bytes, before);
    // In an imported file there may be -0 or a NaN with its sign, and both are found.
    for (made, asked) in [(-0f32, 0.0), (-f32::NAN, f64::NAN)] {
        let mut bytes = empty(options, Params { bits: 2560, hashes: 8 });
        filter::add::<Bits>(&mut bytes, ElementType::of(Family::Bytes), made.to_le_bytes().as_slice())
            .unwrap();
        bytes[6] = float4.family as u8;
        let reader = FilterReader::<Bits>::new(&bytes).unwrap();
        let contains =
            |value: f64| reader.contains(&bytes, float, canonical::float(value).as_slice()).unwrap();
        assert!(contains(asked) && !contains(1.0), "{made}");
    }
    // The bits come from four bytes.
    let hash = Scheme::Parquet.hash(&1.5f32.to_le_bytes(), options.seed);
    assert!(Filter::<Bits>::new(&bytes).unwrap().contains(hash));
}

#[test]
fn parquet_holds_what_it_has_types_for() {
    let options = SchemeOptions::from_name("parquet").unwrap();
    for (family, held) in [
        (Family::Integer, true),
        (Family::Text, true),
        (Family::Bytes, true),
        (Family::Uuid, true),
        (Family::Float, true),
        (Family::Date, true),
        (Family::Time, true),
        (Family::Timestamp, true),
        (Family::Timestamptz, true),
        (Family::Padded, true),
        (Family::Boolean, false),
        (Family::Char, false),
        (Family::Oid, false),
    ] {
        let element = ElementType::of(family);
        let mut bytes = empty(options, Params { bits: 256, hashes: 8 });
        let added = filter::add::<Bits>(&mut bytes, element, [1; 8].as_slice());
        let refused = Err(Error::NotHeld { scheme: "parquet", element });
        assert_eq!(added, if held { Ok(()) } else { refused }, "{family:?}");
    }
}
