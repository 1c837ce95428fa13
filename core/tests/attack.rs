//! Damage that untrusted users who choose the values can do to a filter, and how a key prevents it.

#![allow(clippy::unwrap_used, missing_docs)]

mod chosen;

use bloom_core::cells::Bits;
use bloom_core::filter::Prober;
use bloom_core::hash::{Hash, Seed};
use bloom_core::layout::Params;
use bloom_core::layout::params::real_fpp;
use bloom_core::scheme::Scheme;

const CAPACITY: u64 = 10_000;
const FPP: f64 = 0.01;
const KEY: [u8; 16] = *b"nobody knows it.";

struct Filter {
    scheme: Scheme,
    seed: Seed,
    params: Params,
    bits: Vec<u8>,
}

impl Filter {
    fn new(scheme: Scheme) -> Self {
        let params = Params::for_capacity(CAPACITY, FPP).unwrap();
        let seed = if scheme == Scheme::Keyed { Seed::from_bytes(KEY) } else { Seed::ZERO };
        Self { scheme, seed, params, bits: vec![0; params.bitmap_len()] }
    }

    fn prober(&self) -> Prober {
        Prober::of(self.scheme, self.params)
    }

    fn add(&mut self, value: &[u8]) {
        let hash = self.scheme.hash(value, self.seed);
        self.prober().insert::<Bits>(&mut self.bits, hash);
    }

    fn contains(&self, value: &[u8]) -> bool {
        self.prober().contains::<Bits>(&self.bits, self.scheme.hash(value, self.seed))
    }

    /// Returns the rate for values that nobody chose.
    fn rate(&self) -> f64 {
        let passed =
            (0..100_000u64).filter(|i| self.contains(&[*i; 2].map(u64::to_be_bytes).concat())).count();
        passed as f64 / 100_000.0
    }
}

/// Allows five standard errors.
fn is_about(rate: f64, expected: f64, probes: f64) -> bool {
    (rate - expected).abs() < 5.0 * (expected * (1.0 - expected) / probes).sqrt()
}

#[test]
fn hashes_can_be_computed_backwards() {
    for i in 0..1000u64 {
        let wanted = Hash { h1: i.wrapping_mul(0x9e37_79b9_7f4a_7c15), h2: i };
        assert_eq!(Hash::of(&chosen::value_with_hash(wanted.h1, wanted.h2), 0), wanted);
    }
}

#[test]
fn chosen_values_fill_a_plain_filter_and_not_a_keyed_one() {
    let mut plain = Filter::new(Scheme::Mitz64);
    let mut keyed = Filter::new(Scheme::Keyed);
    let Params { bits, hashes } = plain.params;
    let chosen: Vec<_> = chosen::values_that_fill(bits, hashes).collect();
    // Up to its capacity a keyed filter keeps its rate ...
    for value in &chosen[..CAPACITY as usize] {
        plain.add(value);
        keyed.add(value);
    }
    let rates = (plain.rate(), keyed.rate());
    assert!(rates.0 > 9.0 * FPP, "{rates:?}");
    assert!(rates.1 < FPP + 5.0 * (FPP / 1e5).sqrt(), "{rates:?}");
    // ... and beyond it has the rate of that many values. A plain filter has no zero bit left.
    for value in &chosen[CAPACITY as usize..] {
        plain.add(value);
        keyed.add(value);
    }
    let count = chosen.len() as u64;
    assert!(count < CAPACITY * 3 / 2, "{count}");
    assert_eq!(plain.rate(), 1.0);
    assert!(is_about(keyed.rate(), real_fpp(bits, hashes, count), 1e5), "{}", keyed.rate());
}

#[test]
fn absent_values_pass_a_plain_filter_if_they_are_chosen_and_a_keyed_one_at_its_rate() {
    let (mut plain, mut keyed) = (Filter::new(Scheme::Mitz64), Filter::new(Scheme::Keyed));
    for value in 0..CAPACITY {
        plain.add(&value.to_le_bytes());
        keyed.add(&value.to_le_bytes());
    }
    let set = (0..plain.params.bits).filter(|at| plain.bits[*at as usize / 8] >> (at % 8) & 1 == 1);
    let chosen: Vec<_> = chosen::values_that_seem_present(plain.params.bits, set).collect();
    let passed = |filter: &Filter| {
        chosen.iter().filter(|value| filter.contains(*value)).count() as f64 / chosen.len() as f64
    };
    assert!(chosen.len() > 40_000);
    assert_eq!(passed(&plain), 1.0);
    assert!(is_about(passed(&keyed), keyed.rate(), 25_000.0), "{} {}", passed(&keyed), keyed.rate());
}
