#!/usr/bin/env bash
# @libp2p/utils 7.4.1 (npm): a Bloom filter for a rate of 0.001 has 0.09, as all probes of a value are the same bit.
# Usual guess: 10 bits for each value, from one hash with 10 seeds, meet the rate that was asked for.
# Behavior: the hash ignores its seed, so the rate is that of one probe at best, 1 - e^(-n/m): 0.067 for 0.001. The cuckoo filter
# beside it loses values: a bucket that is full says that it took one.
. "$(dirname "$0")/finding.bash"
npm_with @libp2p/utils@7.4.1
node_prints <<'NODE'
import { createBloomFilter, createCuckooFilter } from '@libp2p/utils'

const count = 10_000
for (const create of [createBloomFilter, createCuckooFilter]) {
  for (const rate of [0.1, 0.01, 0.001]) {
    const filter = create(count, rate)
    let missed = 0
    let absent = 0
    for (let i = 0; i < count; i++) filter.add(`u${i}`)
    for (let i = 0; i < count; i++) {
      if (!filter.has(`u${i}`)) missed++
      if (filter.has(`x${i}`)) absent++
    }
    console.log(`${create.name}, ${rate}: ${missed} of ${count} missed, has ${absent} of ${count} absent ones`)
  }
}
NODE
seen <<'SEEN'
createBloomFilter, 0.1: 0 of 10000 missed, has 1961 of 10000 absent ones
createBloomFilter, 0.01: 0 of 10000 missed, has 1004 of 10000 absent ones
createBloomFilter, 0.001: 0 of 10000 missed, has 901 of 10000 absent ones
createCuckooFilter, 0.1: 993 of 10000 missed, has 0 of 10000 absent ones
createCuckooFilter, 0.01: 993 of 10000 missed, has 0 of 10000 absent ones
createCuckooFilter, 0.001: 34 of 10000 missed, has 0 of 10000 absent ones
SEEN
