//! Merged states of one build: in any number and order, the rate holds and the size is reasonable.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, missing_docs)]

use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::element::{ElementType, Family};
use bloom_core::filter::Filter;
use bloom_core::hash::Hash;
use bloom_core::layout::Params;
use bloom_core::scheme::SchemeOptions;
use bloom_core::state::{self, BuildSpec, Expected, Heap, State, StateMut};
use std::ops::Range;
use std::thread;

const FPP: f64 = 0.01;

/// Budget of a `work_mem` of 4 MB.
const BUDGET: u64 = 8 << 20;

fn spec(expected_states: u16) -> BuildSpec {
    BuildSpec { options: SchemeOptions::DEFAULT, capacity: None, fpp: FPP, budget: BUDGET, expected_states }
}

fn hash(value: u64) -> Hash {
    Hash::of(&value.to_le_bytes(), 0)
}

fn state_of<C: Cells>(spec: &BuildSpec, values: Range<u64>) -> Vec<u8> {
    state_expecting::<C>(spec, values, Expected::default())
}

fn state_expecting<C: Cells>(spec: &BuildSpec, values: Range<u64>, expected: Expected) -> Vec<u8> {
    let memory = Heap { expected };
    let mut bytes = state::create::<C, _>(spec, &memory).unwrap();
    StateMut::<C>::new(&mut bytes).unwrap().check_element(ElementType::of(Family::Integer)).unwrap();
    for value in values {
        state::push::<C, _>(&mut bytes, hash(value), &memory).unwrap();
    }
    bytes
}

fn merge<C: Cells>(mut own: Vec<u8>, other: &[u8]) -> Vec<u8> {
    state::merge::<C, _>(&mut own, &State::new(other).unwrap(), &Heap::default()).unwrap();
    own
}

/// Checks the filter of a state of the values 0 to `count` - 1, whose size may be `most` times the best one.
fn check<C: Cells>(what: &str, state: &[u8], count: u64, most: f64) {
    let state = State::<C>::validate(state).unwrap();
    let finished = state.finish().unwrap_or_else(|error| unreachable!("{what}: {error:?}"));
    let mut bytes = vec![0; finished.filter_len()];
    finished.write(&mut bytes).unwrap();
    let filter = Filter::<C>::validate(&bytes).unwrap();
    assert!((0..count).step_by(997).all(|value| filter.contains(hash(value))), "{what}");
    let counts = filter.counts();
    // The rate of an exact state varies slightly.
    assert!(counts.current_fpp <= FPP * 1.002, "{what}: {counts:?}");
    // Values in several states count once, as far as the bits tell.
    let capacity = filter.header().capacity.unwrap() as f64 / count as f64;
    let most_capacity = 1.02 * (counts.estimated_count / count as f64).max(1.0);
    assert!((0.98..=most_capacity).contains(&capacity), "{what}: {capacity} times the capacity");
    let best = Params::for_capacity(count, FPP).unwrap().bits as f64;
    let ratio = filter.header().params.bits as f64 / best;
    println!("{what}: {ratio:.2} of the best");
    assert!(ratio <= most, "{what}: {ratio} of the best");
}

/// Merges states of these sizes, with the right number of expected states, one after another and as a tree.
fn merges<C: Cells>(sizes: &[u64]) {
    let spec = spec(sizes.len() as u16);
    let mut next = 0;
    let mut values = |size: &u64| {
        next += size;
        state_of::<C>(&spec, next - size..next)
    };
    let states: Vec<Vec<u8>> = sizes.iter().map(&mut values).collect();
    let what = format!("{} states, the first of {}", sizes.len(), sizes[0]);
    let all = states[1..].iter().fold(states[0].clone(), |all, state| merge::<C>(all, state));
    check::<C>(&format!("{what}, one after another"), &all, next, 1.25);
    let mut level = states;
    while level.len() > 1 {
        let pair = |pair: &[Vec<u8>]| pair[1..].iter().fold(pair[0].clone(), |a, b| merge::<C>(a, b));
        level = level.chunks(2).map(pair).collect();
    }
    check::<C>(&format!("{what}, pair by pair"), &level[0], next, 1.25);
}

#[test]
fn states_of_one_size() {
    for (count, size) in [(2, 1_000), (2, 300_000), (3, 250_000), (5, 200_000), (9, 300_000), (200, 1_000)] {
        merges::<Bits>(&vec![size; count]);
    }
    merges::<Counters>(&[200_000; 3]);
}

#[test]
#[ignore = "many seconds: make test-core LONG=yes"]
fn many_states_of_one_size() {
    merges::<Bits>(&[100_000; 48]);
    merges::<Bits>(&[30_000; 200]);
    merges::<Counters>(&[50_000; 48]);
}

#[test]
fn states_of_many_sizes() {
    let mixed: Vec<u64> = (0..60).map(|i| [1, 130, 5_000, 70_000, 400_000][i % 5]).collect();
    merges::<Bits>(&mixed);
    let reversed: Vec<u64> = mixed.iter().rev().copied().collect();
    merges::<Bits>(&reversed);
    merges::<Bits>(&[2_000_000, 10, 10]);
    merges::<Bits>(&[10, 2_000_000, 10, 500_000]);
    merges::<Counters>(&[10, 1_000_000, 300_000]);
}

/// Partitions of a large table, and a parallel scan of one.
#[test]
#[ignore = "half a minute: make test-core LONG=yes"]
fn large_states() {
    let merges = |count: u64, size: u64| {
        let spec = spec(count as u16);
        let states = (0..count).map(|i| state_of::<Bits>(&spec, i * size..(i + 1) * size));
        let all = states.reduce(|all, state| merge::<Bits>(all, &state)).unwrap();
        check::<Bits>(&format!("{count} states of {size}"), &all, count * size, 1.25);
    };
    thread::scope(|scope| {
        scope.spawn(|| merges(48, 1_000_000));
        merges(9, 3_000_000);
    });
}

/// Workers of a parallel plan: all have the same estimate but receive uneven shares.
#[test]
fn states_that_know_what_to_expect() {
    let spec = spec(5);
    for (off, most) in [(0.1, 3.0), (1.0, 1.35), (10.0, 1.35)] {
        let mut first = 0;
        let states = [900_000, 1_400_000, 10, 700_000].map(|size| {
            first += size;
            let rows = Some((3_000_010.0 * off) as u64);
            state_expecting::<Bits>(
                &spec,
                first - size..first,
                Expected { planned: rows, scanned: None, alone: true },
            )
        });
        let all = states.into_iter().reduce(|all, state| merge::<Bits>(all, &state)).unwrap();
        check::<Bits>(&format!("{off} times as many expected"), &all, first, most);
    }
}

/// A plan for far fewer rows than there are costs little memory and little size, whether a state's own rows
/// refute it while its table is full or only later.
#[test]
fn states_that_expect_far_too_little() {
    for (count, size, planned, most) in [
        (3, 1_000_000, 171_000, 1.25),
        (3, 1_000_000, 400_000, 1.75),
        (5, 600_000, 171_000, 1.25),
        (5, 1_500_000, 1_500_000, 1.75),
        (9, 400_000, 600_000, 1.25),
    ] {
        let spec = spec(count as u16);
        let expected = Expected { planned: Some(planned), scanned: None, alone: false };
        let state = |i| state_expecting::<Bits>(&spec, i * size..(i + 1) * size, expected);
        let what = format!("{planned} expected of {count} times {size}");
        let states = (0..count).map(|i| {
            let state = state(i);
            assert!(state.len() as u64 <= 6 * BUDGET, "{what}: {} bytes", state.len());
            state
        });
        let all = states.reduce(|all, state| merge::<Bits>(all, &state)).unwrap();
        assert!(all.len() as u64 <= 16 * BUDGET, "{what}: {} bytes", all.len());
        check::<Bits>(&what, &all, count * size, most);
    }
}

/// States that are merged with more others than expected finish as long as the loads allow it. Exact states,
/// such as those of 48 partitions of 100,000 values, do, but with a larger filter. However the values are
/// distributed, each state keeps to its share of the load.
#[test]
fn states_that_expect_too_little() {
    let spec = BuildSpec { budget: 128 << 10, ..spec(5) };
    for (rows, most) in [(5_000, 1.1), (20_000, 4.0), (40_000, 2.0), (75_000, 2.0), (100_000, 2.0)] {
        for percent in [[20, 20, 20, 20, 20], [30, 25, 20, 15, 10], [60, 10, 10, 10, 10], [96, 1, 1, 1, 1]] {
            let (expected, mut next) = (Expected { planned: Some(rows), scanned: None, alone: true }, 0);
            let states = percent.map(|percent| {
                next += percent * 3_000;
                state_expecting::<Bits>(&spec, next - percent * 3_000..next, expected)
            });
            let all = states[1..].iter().fold(states[0].clone(), |all, state| merge::<Bits>(all, state));
            check::<Bits>(&format!("{rows} expected, {percent:?}"), &all, next, most);
        }
    }
}

/// The states have the same values, so neither loads nor counts add up.
#[test]
fn states_that_met_the_same_values() {
    for (budget, count) in [(128 << 10, 100_000), (128 << 10, 700_000), (2 << 20, 700_000)] {
        let spec = BuildSpec { budget, ..spec(3) };
        for rows in [count / 100, count, 3 * count] {
            let expected = Expected { planned: Some(rows), scanned: None, alone: true };
            let state = state_expecting::<Bits>(&spec, 0..count, expected);
            let all = merge::<Bits>(merge::<Bits>(state.clone(), &state), &state);
            check::<Bits>(&format!("{rows} expected of thrice {count}"), &all, count, 3.0);
        }
    }
}

#[test]
fn more_states_than_were_planned_for() {
    for (count, expected_states) in [(12, 1), (48, 1), (48, 3), (100, 1)] {
        let (spec, size) = (spec(expected_states), 100_000);
        let states = (0..count).map(|i| state_of::<Bits>(&spec, i * size..(i + 1) * size));
        let all = states.reduce(|all, state| merge::<Bits>(all, &state)).unwrap();
        check::<Bits>(
            &format!("{count} states where {expected_states} were expected"),
            &all,
            count * size,
            2.0,
        );
    }
}

/// The filter of a build that is not merged stays the same, bit for bit, as stored filters combine with it.
#[test]
fn a_single_state_is_as_it_was() {
    for (count, budget, bits, plain, counting) in [
        (100_000, BUDGET, 967_680, 0xcdaf_4ea1_2ca6_c937, 0x40e7_0721_02fa_0d4d),
        (1_000_000, BUDGET, 10_321_920, 0x9a30_5e58_51c7_6ea7, 0x45e2_eb57_db0b_9bd8),
        (3_000_000, 1 << 20, 41_287_680, 0x3876_3c35_51d5_099d, 0x189b_842d_95d0_2d2a),
        (1_000_000, 1 << 30, 9_676_800, 0x50a0_e8ea_8ce8_c2d6, 0xa3fa_75ef_d4b4_082e),
    ] {
        let spec = BuildSpec { budget, ..spec(1) };
        single::<Bits>(&spec, count, (bits, plain));
        single::<Counters>(&spec, count, (bits, counting));
    }
}

fn single<C: Cells>(spec: &BuildSpec, count: u64, expected: (u64, u64)) {
    let state = state_of::<C>(spec, 0..count);
    let finished = State::<C>::new(&state).unwrap().finish().unwrap();
    let mut filter = vec![0; finished.filter_len()];
    finished.write(&mut filter).unwrap();
    let bits = finished.header().params.bits;
    assert_eq!((bits, Hash::of(&filter, 0).h1), expected, "{count} {spec:?}");
}
