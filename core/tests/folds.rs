//! Measured rates of folded filters, and of builds that outgrow their memory, are those asked for.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, missing_docs)]

use bloom_core::cells::fold_fit::{self, Wanted};
use bloom_core::cells::{Bits, fold};
use bloom_core::element::{ElementType, Family};
use bloom_core::filter::{Filter, Prober};
use bloom_core::hash::Hash;
use bloom_core::layout::{BitLayout, Params};
use bloom_core::scheme::SchemeOptions;
use bloom_core::state::{self, BuildSpec, Heap, State, StateMut};

/// Returns the hash of a value of one of many sets.
fn hash(set: u64, value: u64) -> Hash {
    Hash::of([set, value].map(u64::to_le_bytes).as_flattened(), 0)
}

/// Returns how many of `probes` absent values a filter of the values up to `count` contains.
fn positives(prober: Prober, bitmap: &[u8], set: u64, (count, probes): (u64, u64)) -> u64 {
    assert!((0..count).all(|value| prober.contains::<Bits>(bitmap, hash(set, value))), "a false negative");
    let absent = count..count + probes;
    absent.filter(|value| prober.contains::<Bits>(bitmap, hash(set, *value))).count() as u64
}

/// Checks that no more than six standard deviations above the expected number of probes are positive.
fn check(what: &str, positives: u64, probes: u64, fpp: f64) {
    let expected = fpp * probes as f64;
    println!("{what}: {positives} of {probes}, {:.2} times {fpp}", positives as f64 / expected);
    assert!(
        positives as f64 <= expected + 6.0 * expected.sqrt() + 3.0,
        "{what}: {positives}, not {expected}"
    );
}

/// The excess of dependent probes is most of the rate here: 34 times it for 10 values at 0.0001.
#[test]
fn folds_keep_low_rates() {
    for (capacity, count, fpp, sets, probes) in [
        (10_080, 10, 1e-2, 2_000, 2_000),
        (10_080, 10, 1e-3, 2_000, 5_000),
        (10_080, 10, 1e-4, 2_000, 10_000),
        (10_080, 100, 1e-4, 1_000, 20_000),
        (100_800, 1_000, 1e-5, 300, 200_000),
    ] {
        let (layout, mut found, mut bits) = (BitLayout::Classic { wraps: true }, 0, 0);
        let size = layout.foldable(Params::for_capacity(capacity, fpp).unwrap(), capacity, fpp, 1 << 30);
        for set in 0..sets {
            let mut bitmap = vec![0; size.bitmap_len()];
            for value in 0..count {
                Prober::new(size).insert::<Bits>(&mut bitmap, hash(set, value));
            }
            let distinct = count as f64;
            let wanted = Wanted { layout, pow2: false, hashes: size.hashes, fpp, distinct, more: 0 };
            let params = Params { bits: fold_fit::smallest(&bitmap, wanted).unwrap(), ..size };
            let mut folded = vec![0; params.bitmap_len()];
            fold::fit_into(layout, &mut folded, &bitmap);
            found += positives(Prober::new(params), &folded, set, (count, probes));
            bits += params.bits;
        }
        let best = Params::for_capacity(count, fpp).unwrap().bits;
        let larger = bits as f64 / (sets * best) as f64;
        check(&format!("{count} values, {larger:.2} times the bits"), found, sets * probes, fpp);
        assert!(larger < 2.0, "{count} at {fpp}: {larger} times the bits");
    }
}

fn build(spec: &BuildSpec, set: u64, count: u64) -> Vec<u8> {
    let mut bytes = state::create::<Bits, _>(spec, &Heap::default()).unwrap();
    let element = ElementType::of(Family::Integer);
    StateMut::<Bits>::new(&mut bytes).unwrap().check_element(element).unwrap();
    for value in 0..count {
        state::push::<Bits, _>(&mut bytes, hash(set, value), &Heap::default()).unwrap();
    }
    let finished = State::<Bits>::validate(&bytes).unwrap().finish().unwrap();
    let mut filter = vec![0; finished.filter_len()];
    finished.write(&mut filter).unwrap();
    filter
}

/// Up to two unfoldings: the first bitmap of the last ones is for 1,400 values.
#[test]
fn builds_beyond_their_memory_keep_low_rates() {
    for (fpp, count, sets, probes) in [
        (1e-5, 2_000, 20, 1_000_000),
        (1e-6, 2_000, 20, 1_000_000),
        (1e-7, 2_000, 40, 2_000_000),
        (1e-6, 20_000, 4, 10_000_000),
        (1e-6, 100_000, 2, 20_000_000),
    ] {
        let options = SchemeOptions::DEFAULT;
        let spec = BuildSpec { options, capacity: None, fpp, budget: 1 << 16, expected_states: 1 };
        let (mut found, mut bits) = (0, 0);
        for set in 0..sets {
            let bytes = build(&spec, set, count);
            let filter = Filter::<Bits>::validate(&bytes).unwrap();
            found += positives(filter.header().prober(), filter.cells(), set, (count, probes));
            bits += filter.header().params.bits;
            assert!(filter.counts().current_fpp <= fpp, "{:?}", filter.counts());
        }
        let best = Params::for_capacity(count, fpp).unwrap().bits;
        let larger = bits as f64 / (sets * best) as f64;
        check(&format!("{count} values, {larger:.2} times the bits"), found, sets * probes, fpp);
        assert!(larger < 2.5, "{count} at {fpp}: {larger} times the bits");
    }
}
