//! Long work calls the hook at least once per MiB, or per 65,536 hashes or positions.

#![allow(clippy::unwrap_used, missing_docs)]

use bloom_core::bytes;
use bloom_core::cells::fold_fit::Wanted;
use bloom_core::cells::{Bits, CellKind, Cells, Counters, bits, counters, fold, fold_fit};
use bloom_core::element::canonical::unpadded;
use bloom_core::element::{ElementType, Family};
use bloom_core::exchange::{Guava, StreamFormat};
use bloom_core::filter::algebra::{self, Intersection, Union};
use bloom_core::filter::{self, Filter, Header, counting};
use bloom_core::hash::distinct::distinct_count;
use bloom_core::hash::{Hash, murmur32};
use bloom_core::interrupt::{self, POSITIONS, STEP};
use bloom_core::layout::{BitLayout, Params};
use bloom_core::scheme::{HashSpec, SchemeOptions};
use bloom_core::state::merging::Merge;
use bloom_core::state::{self, BuildSpec, Heap, State, StateMut};
use std::cell::Cell as Shared;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

const INTEGER: ElementType = ElementType::of(Family::Integer);
const CLASSIC: BitLayout = BitLayout::Classic { wraps: true };

/// Size of large arrays in MiB.
const MIB: usize = 6;

thread_local! {
    static ASKED: Shared<usize> = const { Shared::new(0) };
    static STOP: Shared<bool> = const { Shared::new(false) };
}

struct Stopped;

fn hook() {
    ASKED.set(ASKED.get() + 1);
    if STOP.get() {
        resume_unwind(Box::new(Stopped));
    }
}

/// Runs `work` twice: to its end, counting calls of the hook, and until the hook interrupts it.
fn asks<R>(what: &str, at_least: usize, mut work: impl FnMut() -> R) {
    interrupt::install(hook);
    ASKED.set(0);
    work();
    assert!(ASKED.get() >= at_least, "{what} asked {} times, not {at_least}", ASKED.get());
    STOP.set(true);
    let stopped = catch_unwind(AssertUnwindSafe(|| drop(work())));
    STOP.set(false);
    assert!(stopped.is_err_and(|cause| cause.is::<Stopped>()), "{what} did not stop");
}

fn hash(value: u64) -> Hash {
    Hash::of(&value.to_le_bytes(), 0)
}

fn filter_of<C: Cells>(mib: usize, values: u64) -> Vec<u8> {
    let header = Header {
        cell: C::CELL,
        hashing: HashSpec { element: INTEGER, ..HashSpec::DEFAULT },
        params: Params { bits: (mib * STEP / C::CELL.len(64)) as u64 * 64, hashes: 4 },
        capacity: None,
        fpp: None,
    };
    let mut bytes = vec![0; header.filter_len()];
    header.write(&mut bytes).unwrap();
    let hashes: Vec<Hash> = (1..=values).map(hash).collect();
    filter::add_all::<C>(&mut bytes, INTEGER, &hashes).unwrap();
    bytes
}

fn spec(capacity: Option<u64>, budget: u64) -> BuildSpec {
    BuildSpec { options: SchemeOptions::DEFAULT, capacity, fpp: 0.01, budget, expected_states: 1 }
}

fn state_of<C: Cells>(spec: &BuildSpec, hashes: impl Iterator<Item = Hash>) -> Vec<u8> {
    let mut bytes = state::create::<C, _>(spec, &Heap::default()).unwrap();
    StateMut::<C>::new(&mut bytes).unwrap().check_element(INTEGER).unwrap();
    for hash in hashes {
        state::push::<C, _>(&mut bytes, hash, &Heap::default()).unwrap();
    }
    state::flush::<C, _>(&mut bytes, &Heap::default()).unwrap();
    bytes
}

#[test]
fn long_work_on_arrays_can_be_interrupted() {
    let (zeros, mut out) = (vec![0; MIB * STEP], vec![0; MIB * STEP]);
    asks("bits::count_ones", MIB, || bits::count_ones(&zeros));
    asks("bits::is_empty", MIB, || bits::is_empty(&zeros));
    asks("bytes::copy", MIB, || bytes::copy(&mut out, &zeros));
    asks("bytes::clear", MIB, || bytes::clear(&mut out));
    asks("bytes::equal", MIB, || bytes::equal(&zeros, &zeros));
    for len in [8, 512, STEP / 2, 2 * STEP, MIB * STEP] {
        let mut folded = vec![0; len];
        for layout in [CLASSIC, BitLayout::SplitBlock] {
            let mut folded = vec![0; len.next_multiple_of(layout.unit_len())];
            // Groups of blocks are not whole steps.
            asks("fold::fit_into", MIB - 1, || fold::fit_into(layout, &mut folded, &zeros));
            asks("fold::fit_and_into", MIB - 1, || fold::fit_and_into(layout, &mut folded, &zeros));
            asks("fold::fit_into, unfolding", MIB - 1, || fold::fit_into(layout, &mut out, &folded));
            asks("fold::fit_and_into, unfolding", MIB - 1, || fold::fit_and_into(layout, &mut out, &folded));
        }
        asks("fold::compare_folded", 2 * MIB, || fold::compare_folded(CLASSIC, len, &zeros, &zeros));
        asks("fold_fit::folded_fill", MIB, || fold_fit::folded_fill(&zeros, len, usize::MAX));
        asks("counters::fold_into", MIB, || counters::fold_into(&mut folded, &zeros));
        asks("counters::fold_subtract", MIB, || counters::fold_subtract(&mut folded, &zeros));
        asks("counters::unfold_into", MIB, || counters::unfold_into(&mut out, &folded));
    }
    asks("counters::count_set", MIB, || counters::count_set(&zeros));
    asks("counters::count_saturated", MIB, || counters::count_saturated(&zeros));
    asks("counters::to_bits", MIB, || counters::to_bits(&zeros, &mut vec![0; MIB * STEP / 4]));
    asks("Hash::of", MIB, || Hash::of(&zeros, 0));
    asks("murmur32::spark", MIB, || murmur32::spark(&zeros, 0));
    asks("unpadded", MIB, || unpadded(&vec![b' '; MIB * STEP]).len());
}

#[test]
fn a_hostile_fold_can_be_interrupted() {
    // Samples see only its beginning, which could fold further than the rest.
    let mut bitmap = vec![0xff; 64 * 3 * 5 * 7 * 1024];
    bitmap[..1 << 20].fill(0);
    let wanted = Wanted { layout: CLASSIC, pow2: false, hashes: 4, fpp: 0.01, distinct: 1.0, more: 0 };
    let passes = 20;
    let once = bitmap.len() / STEP;
    asks("fold_fit::smallest", once * passes, || fold_fit::smallest(&bitmap, wanted));
}

#[test]
fn long_work_on_filters_can_be_interrupted() {
    work_on_filters::<Bits>();
    work_on_filters::<Counters>();
}

fn work_on_filters<C: Cells>() {
    let (a, b, half) = (filter_of::<C>(MIB, 1000), filter_of::<C>(MIB, 0), filter_of::<C>(MIB / 2, 10));
    let [a, b, half] = [&a, &b, &half].map(|bytes| Filter::<C>::new(bytes).unwrap());
    let mut bytes = filter_of::<C>(MIB, 0);
    let mut untyped = bytes.clone();
    a.header().with_element(ElementType::NONE).write(&mut untyped).unwrap();
    asks("Filter::validate", MIB, || Filter::<C>::validate(&untyped).is_ok());
    asks("Filter::counts", MIB, || a.counts());
    let mut room = filter_of::<C>(MIB, 0);
    asks("union", MIB, || algebra::combine::<Union<C>>(&a, &b, &mut room).unwrap());
    asks("union in place", MIB, || algebra::combine_into::<Union<C>>(&mut bytes, &a).unwrap());
    let mut room = vec![0; algebra::combined_len(&a, &half).unwrap()];
    asks("union of two sizes", MIB, || algebra::combine::<Union<C>>(&a, &half, &mut room).unwrap());
    let hashes: Vec<Hash> = (0..1 << 17).map(hash).collect();
    let positions = hashes.len() * 4 / POSITIONS;
    asks("filter::add_all", positions, || filter::add_all::<C>(&mut bytes, INTEGER, &hashes).unwrap());
}

#[test]
fn long_work_on_counting_filters_can_be_interrupted() {
    let mut bytes = filter_of::<Counters>(MIB, 1000);
    let (a, b) = (bytes.clone(), filter_of::<Counters>(MIB, 0));
    let [a, b] = [&a, &b].map(|bytes| Filter::new(bytes).unwrap());
    let mut room = vec![0; bytes.len()];
    asks("counting::subtract", MIB, || counting::subtract(&a, &b, &mut room).unwrap());
    let hashes: Vec<Hash> = (0..1 << 17).map(hash).collect();
    let positions = hashes.len() * 4 / POSITIONS;
    let remove = || counting::remove_all(&mut bytes, INTEGER, &hashes).unwrap();
    asks("counting::remove_all", positions, remove);
    // A single value is removed completely or not at all.
    let mut single = filter_of::<Counters>(MIB, 1);
    ASKED.set(0);
    assert_eq!(counting::remove_all(&mut single, INTEGER, &[hash(1)]), Ok(1));
    assert_eq!(ASKED.get(), 0, "the removal of a value could be interrupted after it began");
    let mut plain = vec![0; counting::plain_header(*a.header()).filter_len()];
    asks("counting::to_plain", MIB, || counting::to_plain(&a, &mut plain).unwrap());
}

#[test]
fn long_work_on_plain_filters_can_be_interrupted() {
    let (a, b) = (filter_of::<Bits>(MIB, 1000), filter_of::<Bits>(MIB, 0));
    let mut room = vec![0; a.len()];
    let [a, b] = [&a, &b].map(|bytes| Filter::new(bytes).unwrap());
    asks("intersection", MIB, || algebra::combine::<Intersection>(&a, &b, &mut room).unwrap());
    asks("algebra::compare", 2 * MIB, || algebra::compare(&a, &b).unwrap());
    let mut stream = vec![0; Guava::len(&a)];
    asks("Guava::write", MIB, || Guava::write(&a, &mut stream).unwrap());
    let imported = Guava::read(&stream).unwrap();
    asks("write_bitmap", MIB, || imported.write_bitmap(&mut room).unwrap());
}

#[test]
fn long_lists_can_be_interrupted() {
    let hashes: Vec<Hash> = (0..1 << 20).map(hash).collect();
    asks("distinct_count", 2 * hashes.len() / POSITIONS, || distinct_count(&mut hashes.clone()));
    let alike = vec![Hash { h1: 1, h2: 1 }; 1 << 20];
    asks("distinct_count of one", 2 * alike.len() / POSITIONS, || distinct_count(&mut alike.clone()));
}

#[test]
fn long_work_on_states_can_be_interrupted() {
    work_on_states::<Bits>();
    work_on_states::<Counters>();
}

fn work_on_states<C: Cells>() {
    // Known capacity, table, and more values than the budget holds.
    let capacity = (MIB * STEP / C::CELL.len(64)) as u64 * 64 / 10;
    for (capacity, budget, values) in
        [(Some(capacity), 0, 1000), (None, 1 << 30, 400_000), (None, 1 << 20, 400_000)]
    {
        let bytes = state_of::<C>(&spec(capacity, budget), (0..values).map(hash));
        let mib = bytes.len() / STEP;
        assert!(mib >= 1, "{mib}");
        let what = |name: &str| format!("{name} of {:?}, {capacity:?}, {budget}", C::CELL);
        // The bits of a known capacity may be any, so they are not read.
        if capacity.is_none() || C::CELL == CellKind::Counter {
            asks(&what("state::validate"), mib, || state::validate(&bytes).is_ok());
        }
        let state = State::<C>::new(&bytes).unwrap();
        asks(&what("finish"), 1, || {
            let finished = state.finish().unwrap();
            let mut filter = vec![0; finished.filter_len()];
            finished.write(&mut filter).unwrap();
        });
        asks(&what("merge"), mib.min(values as usize / POSITIONS), || {
            state::merge::<C, _>(&mut bytes.clone(), &state, &Heap::default()).unwrap();
        });
    }
}

#[test]
fn a_hostile_table_can_be_interrupted() {
    // Neighbors without a gap, as only an attacker chooses them.
    let hashes = (0..100_000).map(|i| Hash { h1: i << 47, h2: 1 });
    let bytes = state_of::<Bits>(&spec(None, 1 << 30), hashes);
    let mut more = bytes.clone();
    state::push::<Bits, _>(&mut more, Hash { h1: 0, h2: 2 }, &Heap::default()).unwrap();
    assert_eq!(more.len(), bytes.len());
    asks("a search of the whole table", 1, || {
        state::flush::<Bits, _>(&mut more.clone(), &Heap::default()).unwrap();
    });
}

#[test]
fn long_merges_can_be_interrupted() {
    work_on_merges::<Bits>();
    work_on_merges::<Counters>();
}

fn work_on_merges<C: Cells>() {
    let (a, half) = (filter_of::<C>(MIB, 10), filter_of::<C>(MIB / 2, 10));
    let merge = Merge::<Union<C>>::new(0.5);
    let mut state = Vec::new();
    asks("Merge::begin", MIB, || state = merge.begin(&a, &Heap::default()).unwrap());
    for (filter, mib) in [(&a, MIB), (&half, MIB / 2)] {
        let filter = Filter::<C>::new(filter).unwrap();
        asks("Merge::merge", mib, || Merge::merge(&mut state, &filter, merge, &Heap::default()).unwrap());
    }
    asks("Merge::finish", MIB / 2, || Merge::<Union<C>>::finish(&state).unwrap().built_for());
}
