//! Benchmarks of probing and filling whole filters: the classic layout, Parquet's split blocks and fastbloom, with the
//! same number of values and the same false-positive rate.
//!
//! Each operation hashes its value. Probes do not depend on each other, as in a query.

use bloom_core::cells::Bits;
use bloom_core::filter::Prober;
use bloom_core::hash::{Hash, Seed};
use bloom_core::scheme::Scheme;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastbloom::BloomFilter;
use std::hint::black_box;
use std::time::Duration;

const FPP: f64 = 0.01;

/// Filters of about 100 KB, 12 MB and 120 MB: in the L2 cache, about the L3 cache, and beyond it.
const SIZES: [(&str, u64); 3] = [("100 KB", 83_000), ("12 MB", 10_000_000), ("120 MB", 100_000_000)];

/// Values from this one on are in no filter.
const ABSENT: u64 = 1 << 40;

/// Number of values that insert_all adds at once.
const BATCH: u64 = 1024;

/// A filter of `bloom_core` without a header. The scheme is a run-time value, as in a query; `MITZ` tells the compiler
/// which hash it is.
struct Ours<const MITZ: bool> {
    prober: Prober,
    bits: Vec<u8>,
}

impl<const MITZ: bool> Ours<MITZ> {
    const SCHEME: Scheme = if MITZ { Scheme::Mitz64 } else { Scheme::Parquet };

    fn hash(value: u64) -> Hash {
        Self::SCHEME.hash(&value.to_le_bytes(), Seed::ZERO)
    }

    fn of(values: u64) -> Option<Self> {
        let params = Self::SCHEME.layout().for_capacity(values, FPP).ok()?;
        let prober = Prober::of(black_box(Self::SCHEME), params);
        let mut filter = Self { prober, bits: vec![0; params.bitmap_len()] };
        for start in (0..values).step_by(BATCH as usize) {
            filter.insert_all(&(start..values.min(start + BATCH)).collect::<Vec<_>>());
        }
        Some(filter)
    }

    fn contains(&self, value: u64) -> bool {
        self.prober.contains::<Bits>(&self.bits, Self::hash(value))
    }

    fn insert(&mut self, value: u64) {
        self.prober.insert::<Bits>(&mut self.bits, Self::hash(value));
    }

    fn insert_all(&mut self, values: &[u64]) {
        let hashes: Vec<Hash> = values.iter().map(|value| Self::hash(*value)).collect();
        self.prober.insert_all::<Bits>(&mut self.bits, &hashes);
    }
}

/// Returns the next value of an endless, scattered walk through `0..values`.
fn walk(values: u64) -> impl FnMut() -> u64 {
    let mut next = 0;
    move || {
        next += 7919;
        if next >= values {
            next -= values;
        }
        next
    }
}

fn probe(
    group: &mut BenchmarkGroup<'_, WallTime>,
    size: &str,
    values: u64,
    name: &str,
    contains: impl Fn(u64) -> bool,
) {
    assert!((0..1000).all(&contains), "false negatives of {name}");
    let mistakes = (ABSENT..ABSENT + 100_000).filter(|value| contains(*value)).count();
    assert!(mistakes < 1300, "{mistakes} false positives in 100,000 of {name}");
    group.throughput(Throughput::Elements(1));
    for (what, offset) in [("present", 0), ("absent", ABSENT)] {
        let mut value = walk(values);
        group.bench_function(BenchmarkId::new(format!("{what}, {name}"), size), |b| {
            b.iter(|| contains(black_box(value() + offset)));
        });
    }
}

fn ours<const MITZ: bool>(group: &mut BenchmarkGroup<'_, WallTime>, size: &str, values: u64, name: &str) {
    let Some(mut ours) = Ours::<MITZ>::of(values) else { return };
    probe(group, size, values, name, |value| ours.contains(value));
    let mut value = walk(values);
    group.bench_function(BenchmarkId::new(format!("insert, {name}"), size), |b| {
        b.iter(|| ours.insert(black_box(value())))
    });
    group.throughput(Throughput::Elements(BATCH));
    group.bench_function(BenchmarkId::new(format!("insert_all of 1024, {name}"), size), |b| {
        b.iter(|| {
            let batch: [u64; BATCH as usize] = std::array::from_fn(|_| value());
            ours.insert_all(black_box(&batch));
        });
    });
}

fn filters(c: &mut Criterion) {
    let mut group = c.benchmark_group("filter");
    group.sample_size(30).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
    for (size, values) in SIZES {
        ours::<true>(&mut group, size, values, "bloom_core");
        ours::<false>(&mut group, size, values, "bloom_core's blocks");

        let mut peer = BloomFilter::with_false_pos(FPP).seed(&7).expected_items(values as usize);
        (0..values).for_each(|value| {
            peer.insert(&value);
        });
        probe(&mut group, size, values, "fastbloom", |value| peer.contains(&value));
        let mut value = walk(values);
        group.bench_function(BenchmarkId::new("insert, fastbloom", size), |b| {
            b.iter(|| peer.insert(&black_box(value())))
        });
        group.throughput(Throughput::Elements(BATCH));
        group.bench_function(BenchmarkId::new("insert_all of 1024, fastbloom", size), |b| {
            b.iter(|| {
                let batch: [u64; BATCH as usize] = std::array::from_fn(|_| value());
                peer.insert_all(black_box(&batch));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, filters);
criterion_main!(benches);
