//! Benchmarks of hashing one value: [`Hash::of`], the murmur3 crate, the hashes of the other schemes, and fastbloom's
//! default hash.

use bloom_core::hash::{Hash, SEED, Seed};
use bloom_core::scheme::Scheme;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hash::BuildHasher as _;
use std::hint::black_box;

/// Lengths of an integer and a URL.
const LENGTHS: [usize; 2] = [8, 60];

fn hash(c: &mut Criterion) {
    let mut group = c.benchmark_group("hash");
    for len in LENGTHS {
        let value: Vec<u8> = (0u8..).take(len).collect();
        group.throughput(Throughput::Bytes(len as u64));
        group.bench_with_input(BenchmarkId::new("Hash::of", len), value.as_slice(), |b, value| {
            b.iter(|| Hash::of(black_box(value), SEED));
        });
        group.bench_with_input(BenchmarkId::new("murmur3 crate", len), value.as_slice(), |b, value| {
            b.iter(|| murmur3::murmur3_x64_128(&mut black_box(value), SEED).map_err(|error| error.kind()));
        });
        for scheme in [Scheme::Parquet, Scheme::DataSketches, Scheme::Keyed] {
            group.bench_with_input(BenchmarkId::new(scheme.name(), len), value.as_slice(), |b, value| {
                b.iter(|| scheme.hash(black_box(value), Seed::ZERO));
            });
        }
        let default = fastbloom::DefaultHasher::seeded(&[7; 16]);
        group.bench_with_input(BenchmarkId::new("fastbloom's SipHash", len), value.as_slice(), |b, value| {
            b.iter(|| default.hash_one(black_box(value)));
        });
    }
    group.finish();
}

criterion_group!(benches, hash);
criterion_main!(benches);
