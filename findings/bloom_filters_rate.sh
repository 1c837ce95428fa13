#!/usr/bin/env bash
# bloom-filters 3.0.4 (npm): `rate()` of a Bloom filter that has 0.01 says 0.0018; that of a counting filter is right.
# Usual guess: `rate()` is the rate of false positives of the values that were added, for both.
# Behavior: in (1 - e^(-x/m))^k, x is the number of probes, kn. A Bloom filter takes the number of bits that are set, which is less:
# at its capacity m/2, and so (1 - e^(-1/2))^k in place of (1/2)^k.
. "$(dirname "$0")/finding.bash"
npm_with bloom-filters@3.0.4
node_prints <<'NODE'
import bloomFilters from "bloom-filters";

const { BloomFilter, CountingBloomFilter } = bloomFilters;

for (const kind of [BloomFilter, CountingBloomFilter]) {
  for (const wanted of [0.1, 0.01]) {
    const filter = kind.create(1000, wanted);
    for (let i = 0; i < 1000; i++) filter.add(`u${i}`);
    const absent = Array.from({ length: 20000 }, (_, i) => `x${i}`).filter((value) => filter.has(value)).length;
    console.log(`${kind.name}, ${wanted}: rate() is ${filter.rate().toFixed(4)}, measured ${absent / 20000}`);
  }
}
NODE
seen <<'SEEN'
BloomFilter, 0.1: rate() is 0.0341, measured 0.0998
BloomFilter, 0.01: rate() is 0.0018, measured 0.01015
CountingBloomFilter, 0.1: rate() is 0.1026, measured 0.0998
CountingBloomFilter, 0.01: rate() is 0.0100, measured 0.01015
SEEN
