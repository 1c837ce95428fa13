#!/usr/bin/env bash
# growable-bloom-filter 2.1.1 (Rust): a filter with a desired error ratio of 0.01 has 0.038 once it has grown.
# Usual guess: the ratio holds however far it grows, as in the paper on scalable filters, where each part has a share of it.
# Behavior: the first part takes the whole ratio and each later one 0.85 of that of the part before, so their sum comes up to 6.7
# times the ratio that was asked for.
. "$(dirname "$0")/finding.bash"
cargo_with 'growable-bloom-filter = "=2.1.1"' <<'RUST'
use growable_bloom_filter::GrowableBloom;

fn main() {
    for inserted in [1_000, 10_000, 100_000, 1_000_000] {
        let mut filter = GrowableBloom::new(0.01, 1_000);
        for i in 0..inserted {
            filter.insert(i);
        }
        let absent = inserted..inserted + 100_000;
        println!("{inserted}: {} of 100000 absent values", absent.filter(|i| filter.contains(i)).count());
    }
}
RUST
"$WORK/target/debug/finding" >"$WORK/printed"
seen <<'SEEN'
1000: 825 of 100000 absent values
10000: 1975 of 100000 absent values
100000: 3146 of 100000 absent values
1000000: 3790 of 100000 absent values
SEEN
