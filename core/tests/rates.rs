//! The false-positive rate asked for is the rate measured, on fixed seeds.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, missing_docs)]

use bloom_core::cells::Bits;
use bloom_core::hash::Hash;
use bloom_core::params::{Params, estimate_count};
use bloom_core::probe::Prober;

/// Share of absent values that filters of `params` with `n` values contain, over `sets` filters that
/// together see `probes` of them. Many small filters, as one alone may be denser or sparser than most.
fn measured(params: Params, n: u64, sets: u64, probes: u64) -> f64 {
    let prober = Prober::new(params);
    let mut positives = 0;
    for set in 0..sets {
        let hash = |value: u64| Hash::of(&[set.to_le_bytes(), value.to_le_bytes()].concat(), 0);
        let mut bitmap = vec![0; params.bitmap_len()];
        (0..n).for_each(|value| {
            prober.insert::<Bits>(&mut bitmap, hash(value));
        });
        assert!((0..n).all(|value| prober.contains::<Bits>(&bitmap, hash(value))), "a false negative");
        let absent = n..n + probes / sets;
        positives += absent.filter(|&value| prober.contains::<Bits>(&bitmap, hash(value))).count();
    }
    positives as f64 / (probes / sets * sets) as f64
}

#[test]
fn measured_rates_are_at_most_those_asked_for() {
    for n in [1, 2, 5, 10, 30, 100, 300, 1_000, 10_000, 100_000, 1_000_000] {
        for fpp in [0.5, 0.1, 0.01, 0.001, 0.0001] {
            let params = Params::for_capacity(n, fpp).unwrap();
            let (sets, probes) = (1_000_000 / n, 2_000_000);
            let rate = measured(params, n, sets, probes);
            let standard_error = (fpp * (1.0 - fpp) / probes as f64).sqrt();
            assert!(rate <= fpp + 4.0 * standard_error, "n {n} fpp {fpp} {params:?}: {rate}");
        }
    }
}

#[test]
fn rates_are_not_far_below_either() {
    for n in [10_000, 1_000_000] {
        for fpp in [0.1, 0.01, 0.001, 0.0001] {
            let rate = measured(Params::for_capacity(n, fpp).unwrap(), n, 1, 2_000_000);
            assert!(rate >= 0.8 * fpp, "n {n} fpp {fpp}: {rate}");
        }
    }
}

#[test]
fn twenty_bits_and_ten_probes_a_value() {
    let n = 100_000;
    let rate = measured(Params::sized(20 * n as i64, 10).unwrap(), n, 1, 20_000_000);
    assert!((rate / 0.000_088_9 - 1.0).abs() < 0.1, "{rate}");
}

#[test]
fn estimated_counts_are_within_two_percent_at_design_load() {
    for n in [10_000, 100_000, 1_000_000] {
        for fpp in [0.1, 0.01, 0.0001] {
            let params = Params::for_capacity(n, fpp).unwrap();
            let mut bitmap = vec![0; params.bitmap_len()];
            let prober = Prober::new(params);
            let set: u64 = (0..n)
                .map(|value| u64::from(prober.insert::<Bits>(&mut bitmap, Hash::of(&value.to_le_bytes(), 0))))
                .sum();
            let estimate = estimate_count(params.bits, params.hashes, set);
            assert!((estimate / n as f64 - 1.0).abs() < 0.02, "n {n} fpp {fpp}: {estimate}");
        }
    }
}
