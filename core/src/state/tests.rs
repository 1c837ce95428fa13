use super::edit::MOST_VALUES;
use super::format::{Mode, at};
use super::view::ZERO;
use super::*;
use crate::cells::{Bits, CellKind, Cells, Counters};
use crate::element::{ElementType, Family};
use crate::error::Error;
use crate::filter::{Filter, Prober};
use crate::hash::Hash;
use crate::layout::Params;
use crate::scheme::SchemeOptions;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::marker::PhantomData;

/// A state with its memory, as the extension keeps it.
#[derive(Clone)]
struct Owned<C>(Vec<u8>, PhantomData<C>);

impl<C: Cells> Owned<C> {
    fn new(spec: &BuildSpec) -> Self {
        Self(create::<C, _>(spec, &Heap::default()).unwrap(), PhantomData)
    }

    fn add(&mut self, hash: Hash) {
        self.add_expecting(hash, Expected::default());
    }

    fn add_expecting(&mut self, hash: Hash, expected: Expected) {
        StateMut::<C>::new(&mut self.0).unwrap().check_element(ElementType::of(Family::Integer)).unwrap();
        push::<C, _>(&mut self.0, hash, &Heap { expected }).unwrap();
    }

    /// Adds a value like `push`, but by the fast path if that is possible.
    fn append(&mut self, hash: Hash) {
        let spec = self.state_unchecked().spec();
        let capacity = spec.capacity.map(|capacity| capacity as i64);
        if !StateMut::<C>::append(&mut self.0, ElementType::of(Family::Integer), capacity, spec.fpp, hash) {
            self.add(hash);
        }
    }

    fn with(mut self, values: impl IntoIterator<Item = u64>) -> Self {
        values.into_iter().for_each(|value| self.add(hash(value)));
        self
    }

    fn merged(&self, other: &Self) -> Self {
        let mut own = self.clone();
        merge(&mut own.0, &other.state(), &Heap::default()).unwrap();
        own
    }

    fn flush(&mut self) {
        flush::<C, _>(&mut self.0, &Heap::default()).unwrap();
    }

    fn state(&self) -> State<'_, C> {
        State::validate(&self.0).unwrap()
    }

    fn state_unchecked(&self) -> State<'_, C> {
        State::new(&self.0).unwrap()
    }

    fn finish(&self) -> Vec<u8> {
        let finished = self.state().finish().unwrap();
        let mut bytes = vec![0; finished.filter_len()];
        finished.write(&mut bytes).unwrap();
        bytes
    }
}

const INTEGER: ElementType = ElementType::of(Family::Integer);

fn hash(value: u64) -> Hash {
    // The all-zero hash has a code path of its own.
    if value == 0 { ZERO } else { Hash::of(&value.to_le_bytes(), 0) }
}

/// Options other than the default that change a state.
const OTHER_SCHEMES: [&str; 5] =
    ["mitz64", "parquet", "parquet pow2", "datasketches", "keyed:000102030405060708090a0b0c0d0e0f"];

fn unknown(budget: u64) -> BuildSpec {
    BuildSpec { options: SchemeOptions::DEFAULT, capacity: None, fpp: 0.01, budget, expected_states: 1 }
}

/// Builds a filter of this size value by value.
fn plain(params: Params, values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let mut bitmap = vec![0; params.bitmap_len()];
    for value in values {
        Prober::new(params).insert::<Bits>(&mut bitmap, hash(value));
    }
    bitmap
}

type Plain = Owned<Bits>;
type Counting = Owned<Counters>;

proptest! {
    /// Of a known capacity, or of the number of distinct values.
    #[test]
    fn a_build_gives_the_plain_filter(
        values in prop::collection::vec(0..5000u64, 0..4000), split in 0..4000usize, known: bool
    ) {
        let spec = BuildSpec { capacity: known.then_some(1000), ..unknown(1 << 20) };
        let serial = Plain::new(&spec).with(values.iter().copied());
        let filter = serial.finish();
        prop_assert_eq!(&merged::<Bits>(&spec, &values, split), &filter);

        let distinct = BTreeSet::from_iter(values);
        let count = spec.capacity.unwrap_or(distinct.len() as u64);
        let params = if known { SchemeOptions::params } else { SchemeOptions::params_of_count };
        let params = params(spec.options, CellKind::Bit, count.max(1), spec.fpp).unwrap();
        let filter = Filter::<Bits>::validate(&filter).unwrap();
        prop_assert_eq!(filter.header().capacity.unwrap_or(0), count);
        prop_assert_eq!(filter.header().params, params);
        prop_assert_eq!(filter.cells(), plain(params, distinct));
    }

    #[test]
    fn finishing_leaves_the_state_as_it_is(values in prop::collection::vec(0..500u64, 0..1000), more in 0..500u64) {
        let mut appended = Plain::new(&unknown(1 << 20));
        values.iter().for_each(|value| appended.append(hash(*value)));
        let mut state = Plain::new(&unknown(1 << 20)).with(values);
        prop_assert_eq!(&appended.0, &state.0);
        let before = state.clone();
        state.finish();
        prop_assert_eq!(&state.0, &before.0);
        state.add(hash(more));
        prop_assert_eq!(state.finish(), before.with([more]).finish());
    }

    /// The filter is the same, again and after more values, and the state can be merged.
    #[test]
    fn finishing_in_place_leaves_the_values(
        values in prop::collection::vec(0..500u64, 0..700), more in prop::collection::vec(0..500u64, 0..300),
        scheme in 0..OTHER_SCHEMES.len()
    ) {
        let options = SchemeOptions::from_name(OTHER_SCHEMES[scheme]).unwrap();
        let spec = BuildSpec { capacity: Some(1000), ..unknown(0) };
        finishing_in_place::<Counters>(&spec, &values, &more);
        finishing_in_place::<Bits>(&BuildSpec { options, ..spec }, &values, &more);
    }
}

fn finishing_in_place<C: Cells>(spec: &BuildSpec, values: &[u64], more: &[u64]) {
    let plain = Owned::<C>::new(spec).with(values.iter().copied());
    let mut state = plain.clone();
    for _ in 0..2 {
        let offset = StateMut::<C>::new(&mut state.0).unwrap().finish_in_place().unwrap().unwrap();
        state.0[offset - 4..offset].fill(0xff);
        assert_eq!(state.0[offset..], plain.finish());
    }
    let other = Owned::<C>::new(spec).with(more.iter().copied());
    assert_eq!(state.finish(), plain.finish());
    assert_eq!(state.merged(&other).finish(), plain.merged(&other).finish());
    assert_eq!(state.with(more.iter().copied()).finish(), plain.with(more.iter().copied()).finish());

    let mut unknown = Owned::<C>::new(&BuildSpec { capacity: None, ..*spec });
    assert_eq!(StateMut::<C>::new(&mut unknown.0).unwrap().finish_in_place(), Ok(None));
}

/// Most memory that a forged state may request here.
const MAX_LEN: usize = 1 << 24;

/// Memory for forged states.
struct Limited;

impl StateMemory for Limited {
    type Bytes = Vec<u8>;
    type Error = Error;

    fn zeroed(&self, len: usize) -> Result<Vec<u8>, Error> {
        if len <= MAX_LEN { Ok(vec![0; len]) } else { Err(Error::Internal("too long for a test")) }
    }
}

/// Operations on a state whose bytes were accepted. Every result must be accepted, too.
impl<C: Cells> Owned<C> {
    fn accepted(&self) -> Result<(), TestCaseError> {
        prop_assert!(State::<C>::validate(&self.0).is_ok(), "{:?}", State::<C>::validate(&self.0).err());
        if let Ok(finished) = self.state().finish()
            && finished.filter_len() <= MAX_LEN
        {
            let mut out = vec![0; finished.filter_len()];
            finished.write(&mut out).unwrap();
            prop_assert!(Filter::<C>::validate(&out).is_ok());
        }
        Ok(())
    }

    fn used(&mut self, operation: u8, value: u64, other: &Self) -> Result<(), Error> {
        match operation {
            0 | 1 => {
                let mut state = StateMut::<C>::new(&mut self.0)?;
                let hashing = state.as_state().hashing();
                state.check_element(hashing.holding(INTEGER))?;
                let many = if operation == 0 { 1 } else { 300 };
                (value..value + many).try_for_each(|value| push::<C, _>(&mut self.0, hash(value), &Limited))
            }
            2 => flush::<C, _>(&mut self.0, &Limited),
            _ => {
                let own = self.clone();
                let other = if operation == 3 { &own } else { other };
                // Builds with other arguments do not merge.
                match merge(&mut self.0, &other.state_unchecked(), &Limited) {
                    Err(Error::Internal(why)) => Err(Error::Internal(why)),
                    _ => Ok(()),
                }
            }
        }
    }
}

fn forged<C: Cells>(
    spec: &BuildSpec,
    values: Vec<u64>,
    changes: Vec<(prop::sample::Index, u8)>,
    header_only: bool,
    operations: Vec<(u8, u64)>,
    remove: impl Fn(&mut Owned<C>, u64),
) -> Result<(), TestCaseError> {
    let other = Owned::<C>::new(spec).with(0..50);
    let mut state = Owned::<C>::new(spec).with(values);
    let limit = if header_only { at::SEED.end() } else { state.0.len() };
    for (index, byte) in changes {
        let at = index.index(limit);
        state.0[at] = byte;
    }
    if State::<C>::validate(&state.0).is_err() {
        return Ok(());
    }
    state.accepted()?;
    for (operation, value) in operations {
        if operation == 5 {
            for value in value..value + 3 {
                remove(&mut state, value);
                state.accepted()?;
            }
        } else if state.used(operation, value, &other).is_err() {
            return Ok(());
        }
        state.accepted()?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn what_is_accepted_stays_consistent(
        values in prop::collection::vec(0..90u64, 0..200),
        mode in 0..3usize,
        counting: bool,
        settled: bool,
        // Include bytes that are likely to be valid in some field.
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![0..4u8, any::<u8>()]), 0..3),
        header_only: bool,
        operations in prop::collection::vec((0..6u8, 0..90u64), 0..6),
        scheme in prop::sample::select(&OTHER_SCHEMES),
    ) {
        let spec = BuildSpec { capacity: [Some(20), None, None][mode], ..unknown([0, 1 << 20, 1 << 10][mode]) };
        // Split-block filters have no counters.
        let scheme = if counting && scheme.starts_with("parquet") { "keyed:".to_owned() + &"7".repeat(32) } else { scheme.into() };
        let spec = BuildSpec { options: SchemeOptions::from_name(&scheme).unwrap(), ..spec };
        let values = if settled { [values.clone(), values].concat() } else { values };
        if counting {
            let remove = |state: &mut Counting, value| {
                let _ = state.remove(value);
            };
            forged::<Counters>(&spec, values, changes, header_only, operations, remove)?;
        } else {
            forged::<Bits>(&spec, values, changes, header_only, operations, |_, _| ())?;
        }
    }
}

/// A forged count, so that removing one of two values would have left an empty filter.
#[test]
fn counts_of_counters_cannot_be_forged() {
    let mut state = Counting::new(&plans()[0]).with([1, 2]);
    state.flush();
    let good = state.clone();
    assert!(State::<Counters>::validate(&good.0).is_ok());
    for forged in [0u64, 1, 3, u64::MAX, MOST_VALUES] {
        at::DISTINCT.put(&mut state.0, forged);
        assert!(State::<Counters>::validate(&state.0).is_err(), "{forged}");
    }
    let forgeries: [fn(&mut [u8]); 4] = [
        |bytes| at::ZEROS.put(bytes, 1),
        |bytes| at::BITS_SET.put(bytes, 1),
        |bytes| at::BITS_UNTIL.put(bytes, 1),
        |bytes| at::RESERVED.put(bytes, 1),
    ];
    for (number, forge) in forgeries.into_iter().enumerate() {
        let mut forged = good.clone();
        forge(&mut forged.0);
        assert!(State::<Counters>::validate(&forged.0).is_err(), "{number}");
    }
}

/// Coinciding positions decrement one counter more than once.
#[test]
fn removing_an_absent_value_changes_nothing() {
    let spec = BuildSpec { capacity: Some(1), ..unknown(0) };
    let unsettled = Counting::new(&spec).with([3]);
    for absent in 4..3000 {
        let mut state = unsettled.clone();
        state.flush();
        let before = state.clone();
        if state.remove(absent) == Removal::Unknown {
            assert!(state.0 == before.0);
        }
        assert!(State::<Counters>::validate(&state.0).is_ok());
    }
}

#[test]
fn past_the_budget_the_rate_still_holds() {
    for fpp in [0.1, 0.01, 0.001] {
        for (budget, count) in [(0, 3_000), (1 << 16, 100_000), (1 << 16, 1_000_000), (1 << 20, 2_000_000)] {
            let spec = BuildSpec { fpp, ..unknown(budget) };
            let state = Plain::new(&spec).with((1..=count).flat_map(|v| [v, v / 2 + 1]));
            assert_eq!(state.state().format.mode, Mode::Growing);
            let bytes = state.finish();
            let filter = Filter::<Bits>::validate(&bytes).unwrap();
            let (params, counts) = (filter.header().params, filter.counts());
            assert!(counts.current_fpp <= fpp, "{counts:?}");
            assert!((1..=count).all(|value| filter.contains(hash(value))));
            let capacity = filter.header().capacity.unwrap();
            assert!(capacity.abs_diff(count) <= count / 50, "{capacity} of {count}");
            let best = Params::for_capacity(count, fpp).unwrap().bits;
            assert!(
                params.bits as f64 <= 3.0 * best as f64,
                "{fpp} {budget} {count}: {} of {best}",
                params.bits
            );
        }
    }
}

/// Properties of the filter of a build, relative to the truth.
#[derive(Debug)]
struct Outcome {
    /// Number of bits.
    bits: f64,
    /// Number of values, estimated from the bits.
    estimated: f64,
    /// Capacity in the header.
    capacity: f64,
    /// False-positive rate.
    fpp: f64,
}

/// Builds a filter of `values`, of which `count` are distinct; calls `expected` with the number of each.
fn outcome<C: Cells>(
    spec: &BuildSpec,
    expected: impl Fn(u64) -> Expected,
    values: impl Iterator<Item = u64>,
    count: u64,
) -> Outcome {
    let mut state = Owned::<C>::new(spec);
    values.zip(1..).for_each(|(value, number)| state.add_expecting(hash(value), expected(number)));
    outcome_of(&state, spec, count)
}

/// Returns the properties of a state's filter that holds the values from 1 to `count`.
fn outcome_of<C: Cells>(state: &Owned<C>, spec: &BuildSpec, count: u64) -> Outcome {
    let bytes = state.finish();
    let filter = Filter::<C>::validate(&bytes).unwrap();
    assert!((1..=count).step_by(101).all(|value| filter.contains(hash(value))));
    let (params, counts) = (filter.header().params, filter.counts());
    let best = Params::for_capacity(count, spec.fpp).unwrap().bits as f64;
    let outcome = Outcome {
        bits: params.bits as f64 / best,
        estimated: counts.estimated_count / count as f64,
        capacity: filter.header().capacity.unwrap() as f64 / count as f64,
        fpp: counts.current_fpp,
    };
    assert!(outcome.fpp <= spec.fpp && (outcome.capacity - 1.0).abs() <= 0.02, "{count} values: {outcome:?}");
    outcome
}

/// Estimates from a third to three times the truth, and some beyond.
const ESTIMATES: [f64; 13] = [0.1, 0.34, 0.4, 0.5, 0.6, 0.7, 0.9, 1.0, 1.1, 1.5, 2.0, 3.0, 10.0];

/// The budget allows tables of 1,300 values, far fewer than these.
const COUNTS: [u64; 4] = [20_000, 33_333, 100_000, 270_000];

fn planned(rows: f64, alone: bool) -> impl Fn(u64) -> Expected {
    move |_| Expected { planned: Some(rows as u64), scanned: None, alone }
}

/// If a scan tells how many rows there are, the planner's estimate does not matter.
#[test]
fn a_measured_estimate_gives_the_right_size() {
    let spec = unknown(1 << 16);
    for count in COUNTS {
        for off in ESTIMATES {
            for alone in [true, false] {
                let rows = (count as f64 * off) as u64;
                // Scans read by the page, so the share is approximate.
                let scanned = |number: u64| Some((number as f64 + 30.0) / count as f64);
                let expected = |number| Expected { planned: Some(rows), scanned: scanned(number), alone };
                let Outcome { bits, estimated, .. } = outcome::<Bits>(&spec, expected, 1..=count, count);
                // Allow a few percent more if the size is a small multiple of the granule.
                let most = if count < 100_000 { 1.1 } else { 1.06 };
                assert!(bits <= most, "{count} values, {off} times as many expected: {bits}");
                assert!((estimated - 1.0).abs() <= 0.02, "{count} values: {estimated}");
            }
        }
    }
}

/// A far too high plan, and too little memory to prepare for it, must not use up the load at once.
#[test]
fn a_plan_that_is_far_too_high_leaves_load_for_more_values() {
    let (spec, count) = (unknown(1 << 14), 1_000_000);
    let scanned = |number: u64| Some((number as f64 + 30.0) / count as f64);
    let expected = |number| Expected { planned: Some(10 * count), scanned: scanned(number), alone: false };
    let Outcome { bits, .. } = outcome::<Bits>(&spec, expected, 1..=count, count);
    assert!(bits <= 6.0, "{bits}");
}

/// All rows are in the last tenth of the table, or most in the second half: the planner counts as well.
#[test]
fn a_scan_that_misleads_is_no_worse_than_the_planner() {
    let spec = unknown(1 << 16);
    for count in COUNTS {
        for (from, most) in [(0.9, 1.35), (0.5, 1.35), (0.2, 1.35), (0.05, 1.35)] {
            let scanned = |number: u64| from + (1.0 - from) * number as f64 / count as f64;
            let expected =
                |number| Expected { planned: Some(count), scanned: Some(scanned(number)), alone: false };
            let Outcome { bits, .. } = outcome::<Bits>(&spec, expected, 1..=count, count);
            assert!(bits <= most, "{count} values from {from} of the table on: {bits}");
        }
    }
}

#[test]
fn what_is_expected_is_what_the_bitmap_is_made_for() {
    let spec = unknown(1 << 16);
    for count in COUNTS {
        for off in ESTIMATES {
            // A build that is alone has memory for a first bitmap that folds more finely.
            for (alone, most) in [(true, [3.0, 1.45, 1.1]), (false, [4.0, 2.0, 1.1])] {
                let expected = planned(count as f64 * off, alone);
                let Outcome { bits, estimated, .. } = outcome::<Bits>(&spec, expected, 1..=count, count);
                let most = match off {
                    1.0 => most[2],
                    off if off < 0.34 => most[0],
                    off if off < 1.0 => most[1],
                    _ => 1.25,
                };
                assert!(bits <= most, "{count} values, {off} times as many expected: {bits}");
                assert!(off < 1.0 || (estimated - 1.0).abs() <= 0.02, "{count} values: {estimated}");
            }
        }
        let expected = planned(10.0 * count as f64, true);
        let repeated = (0..10 * count).map(|v| v * 7919 % count + 1);
        let Outcome { bits, estimated, .. } = outcome::<Bits>(&spec, expected, repeated, count);
        assert!(bits <= 1.2 && (estimated - 1.0).abs() <= 0.02, "{count} repeated: {bits}");
        let expected = planned(count as f64, false);
        let Outcome { bits, estimated, .. } = outcome::<Counters>(&spec, expected, 1..=count, count);
        assert!(bits <= 1.1 && (estimated - 1.0).abs() <= 0.02, "{count} counted: {bits}");
    }
}

/// A right estimate gives the right size up to filters of 16 budgets; above, memory for a guess is limited.
#[test]
fn what_is_expected_may_be_many_budgets() {
    let spec = unknown(1 << 16);
    for (budgets, most) in [(1, 1.1), (4, 1.06), (8, 1.06), (10, 1.06), (15, 1.06), (20, 1.7), (40, 2.5)] {
        let count = budgets * (8 << 16) * 100 / 965;
        for alone in [true, false] {
            let Outcome { bits, .. } = outcome::<Bits>(&spec, planned(count as f64, alone), 1..=count, count);
            assert!(bits <= most, "a filter of {budgets} budgets: {bits}");
        }
    }
}

/// The bounds without an estimate in growing.rs and docs/reference/parameters.md, by multiples of the first stage.
#[test]
fn unfolding_wastes_no_more_than_this() {
    let spec = unknown(1 << 16);
    // Values of the first stages: an eighth of 20160 * 2^4 bits, and a quarter of 20160 * 2^8.
    for (alone, first, bounds) in [
        (false, 4_200.0, [(1.0, 1.25, 1.02), (10.0, 2.0, 1.3), (100.0, 2.5, 1.6), (1000.0, 3.3, 2.5)]),
        (true, 134_000.0, [(1.0, 1.25, 1.02), (10.0, 2.4, 1.5), (20.0, 2.6, 1.8), (40.0, 3.0, 2.0)]),
    ] {
        let (mut state, mut count) = (Plain::new(&spec), 0);
        let expected = Expected { alone, ..Expected::default() };
        let mut least = 0.4; // beyond the table
        for (times, most, most_estimated) in bounds {
            for step in 0..40 {
                let next = (first * least * f64::powf(times / least, f64::from(step) / 40.0)) as u64;
                (count + 1..=next).for_each(|value| state.add_expecting(hash(value), expected));
                count = next;
                let Outcome { bits, estimated, .. } = outcome_of(&state, &spec, count);
                assert!(bits <= most, "{count}: {bits}");
                assert!((0.98..=most_estimated).contains(&estimated), "{count}: {estimated}");
            }
            least = times;
        }
    }
}

/// Too many values are refused as soon as that is certain, not after reading all of them.
#[test]
fn what_no_filter_holds_ends_early() {
    let spec = BuildSpec { fpp: 1e-9, ..unknown(0) };
    let mut state = Plain::new(&spec).with(1..1000);
    let last = state.state().format.growing(growing::Stage { bits: (315 * 64) << 18, until: 0 }, spec);
    let mut bytes = vec![0; last.len()];
    StateMut::without_values(&mut bytes, last).unwrap().absorb(&state.state()).unwrap();
    let body = bytes.len() - (1 << 20);
    bytes[at::BODY..body].fill(0xff);
    let set = crate::cells::bits::count_ones(&bytes[at::BODY..]);
    at::BITS_SET.put(&mut bytes, set);
    state.0 = bytes;
    let mut state = StateMut::<Bits>::new(&mut state.0).unwrap();
    let refused = (0..=super::format::PENDING).find_map(|_| state.push(hash(7), Expected::default).err());
    assert!(matches!(refused, Some(Error::TooManyValues { reached, .. }) if reached > 0.9));
}

/// Text loses its blanks in a build of padded text; a hash of the text made before does not fit.
#[test]
fn a_build_of_padded_text_takes_text_by_its_bytes() {
    let (text, padded) = (ElementType::of(Family::Text), ElementType::of(Family::Padded));
    for spec in plans() {
        let mut owned = Plain::new(&spec);
        let mut state = StateMut::<Bits>::new(&mut owned.0).unwrap();
        for (element, bytes) in [(padded, b"a".as_slice()), (text, b"a  "), (text, b"a")] {
            let hashing = state.as_state().hashing();
            let hash = hashing.hash(element, bytes).unwrap();
            assert_eq!(hash, Hash::of(b"a", 0));
            state.check_element(hashing.holding(element)).unwrap();
            assert_eq!(state.push(hash, Expected::default), Ok(None));
        }
        let hashing = state.as_state().hashing();
        assert!(matches!(hashing.hash(text, Hash::of(b"a", 0)), Err(Error::ElementMismatch { .. })));
        assert!(matches!(state.check_element(text), Err(Error::ElementMismatch { .. })));
        assert!(!StateMut::<Bits>::append(
            &mut owned.0,
            text,
            spec.capacity.map(|c| c as i64),
            spec.fpp,
            ZERO
        ));
        let filter = owned.finish();
        let filter = Filter::<Bits>::validate(&filter).unwrap();
        assert_eq!(filter.header().element(), padded);
        let mut of_text = Plain::new(&spec);
        StateMut::<Bits>::new(&mut of_text.0).unwrap().check_element(text).unwrap();
        for (a, b) in [(&owned, &of_text), (&of_text, &owned)] {
            let refused = merge(&mut a.0.clone(), &b.state(), &Heap::default());
            assert!(matches!(refused, Err(Error::ElementMismatch { .. })));
        }
    }
}

#[test]
fn too_many_values_are_an_error() {
    let mut state = Plain::new(&unknown(0)).with(1..1000);
    let body = state.0.len();
    state.0[at::BODY..body].fill(0xff);
    let size = state.state_unchecked().format.size;
    at::BITS_SET.put(&mut state.0, size);
    assert!(matches!(state.state().finish(), Err(Error::TooManyValues { reached: 1.0, .. })));
}

#[test]
fn arguments_and_elements_must_not_change() {
    let mut state = Plain::new(&unknown(0));
    let mut state = StateMut::<Bits>::new(&mut state.0).unwrap();
    assert_eq!(state.check_arguments(SchemeOptions::DEFAULT, None, 0.01), Ok(()));
    for (capacity, fpp, name) in [
        (Some(1), 0.01, "capacity"),
        (Some(0), 0.01, "capacity"),
        (None, 0.02, "fpp"),
        (None, f64::NAN, "fpp"),
    ] {
        let refused = state.check_arguments(SchemeOptions::DEFAULT, capacity, fpp);
        assert!(matches!(refused, Err(Error::ArgumentChanged { name: n, .. }) if n == name));
    }
    state.check_element(ElementType::of(Family::Integer)).unwrap();
    for (element, capacity, fpp, appended) in [
        (Family::Integer, None, 0.01, true),
        (Family::Integer, Some(0), 0.01, false),
        (Family::Integer, Some(1), 0.01, false),
        (Family::Integer, None, 0.02, false),
        (Family::Text, None, 0.01, false),
    ] {
        let done = StateMut::<Bits>::append(state.bytes, ElementType::of(element), capacity, fpp, ZERO);
        assert_eq!(done, appended, "{element:?} {capacity:?} {fpp}");
    }
    let refused = state.check_element(ElementType::of(Family::Text));
    assert!(matches!(refused, Err(Error::ElementMismatch { .. })));
}

impl Owned<Counters> {
    fn remove(&mut self, value: u64) -> Removal {
        StateMut::new(&mut self.0).unwrap().remove(hash(value))
    }
}

fn as_plain(counting: &[u8]) -> Vec<u8> {
    let filter = Filter::<Counters>::validate(counting).unwrap();
    let mut plain = vec![0; crate::filter::counting::plain_header(*filter.header()).filter_len()];
    crate::filter::counting::to_plain(&filter, &mut plain).unwrap();
    plain
}

/// Returns the filter of values that two states received.
fn merged<C: Cells>(spec: &BuildSpec, values: &[u64], split: usize) -> Vec<u8> {
    let (left, right) = values.split_at(split.min(values.len()));
    let (left, right) = (left.iter().copied(), right.iter().copied());
    Owned::<C>::new(spec).with(left).merged(&Owned::new(spec).with(right)).finish()
}

/// One build in each mode: known capacity, table, more values than the budget holds.
fn plans() -> [BuildSpec; 3] {
    [BuildSpec { capacity: Some(400), ..unknown(0) }, unknown(1 << 20), unknown(1 << 10)]
}

proptest! {
    #[test]
    fn a_counting_filter_has_the_bits_of_the_plain_one(
        values in prop_oneof![prop::collection::vec(0..3000u64, 0..2000), prop::collection::vec(0..30u64, 0..600)],
        split in 0..2000usize, mode in 0..3usize
    ) {
        let spec = plans()[mode];
        let all = values.iter().copied();
        let counting = Counting::new(&spec).with(all.clone()).finish();
        prop_assert_eq!(as_plain(&counting), Plain::new(&spec).with(all).finish());
        let merged_counting = merged::<Counters>(&spec, &values, split);
        prop_assert_eq!(as_plain(&merged_counting), merged::<Bits>(&spec, &values, split));
        // Bitmaps of merged states may be longer.
        prop_assert!(mode == 2 || merged_counting == counting, "merged states count what both counted");
    }

    /// A state without the removed values equals the state of the remaining ones, or says that it does not.
    #[test]
    fn a_moving_window_is_each_of_its_frames(
        values in prop::collection::vec(0..300u64, 1..900), width in 1..200usize, mode in 0..2usize
    ) {
        let spec = plans()[mode];
        let mut window = Counting::new(&spec);
        for (i, value) in values.iter().enumerate() {
            let first = (i + 1).saturating_sub(width);
            if i >= width && window.remove(values[i - width]) == Removal::Unknown {
                window = Counting::new(&spec).with(values[first..i].iter().copied());
                window.flush();
            }
            window.add(hash(*value));
            window.flush();
            if i % 16 == 0 {
                let anew = Counting::new(&spec).with(values[first..=i].iter().copied());
                prop_assert!(window.finish() == anew.finish());
            }
        }
        let last = &values[values.len().saturating_sub(width)..];
        if last.iter().all(|value| window.remove(*value) == Removal::Done) {
            prop_assert_eq!(window.finish(), Counting::new(&spec).finish(), "nothing is left, nor the element");
        }
    }
}

#[test]
fn what_is_saturated_or_past_the_budget_cannot_be_removed() {
    for (mode, unknown) in [(0, true), (1, false), (2, true)] {
        let mut state = Counting::new(&plans()[mode]).with((1..2000).map(|v| if v % 2 == 0 { 7 } else { v }));
        state.flush();
        assert_eq!(state.remove(7) == Removal::Unknown, unknown, "{mode}");
    }
    let mut absent = Counting::new(&plans()[1]).with([1]);
    absent.flush();
    assert_eq!(absent.remove(2), Removal::Unknown);
}
