#!/usr/bin/env bash
# bloom-filters 3.0.4 (npm): a cuckoo filter that was created for 1,000 values takes them all, and finds 694 of them.
# Usual guess: a value whose `add` returned true is found; only one that returned false is not.
# Behavior: a value that is moved to make room for another goes to a bucket where `has` does not look: the other bucket is that of a
# reduced hash, of which XOR and the remainder do not lead back.
. "$(dirname "$0")/finding.bash"
npm_with bloom-filters@3.0.4
node_prints <<'NODE'
import bloomFilters from "bloom-filters";

const { CuckooFilter } = bloomFilters;

for (const count of [500, 1000]) {
  const filter = CuckooFilter.create(1000, 0.01);
  const values = Array.from({ length: count }, (_, i) => `u${i}`);
  const added = values.filter((value) => filter.add(value)).length;
  const found = values.filter((value) => filter.has(value)).length;
  console.log(`${count}: ${added} added, ${found} found`);
}
NODE
seen <<'SEEN'
500: 500 added, 500 found
1000: 1000 added, 694 found
SEEN
