#!/usr/bin/env bash
# pyprobables 0.7.0: a cuckoo filter with 20,000 values that was made for an error rate of 0.01 contains everything.
# Usual guess: the rate depends on the bits of a fingerprint alone, as `error_rate` says, so a filter with room may have any number.
# Behavior: the place of a fingerprint is computed from the fingerprint, not from the value. So two values with the same one are the
# same everywhere, and the 1,024 fingerprints of 10 bits are all there soon.
. "$(dirname "$0")/finding.bash"
pip_with pyprobables==0.7.0
python_prints <<'PYTHON'
from probables import CuckooFilter

for count in (100, 1000, 20000):
    filter = CuckooFilter.init_error_rate(0.01, capacity=20000)
    for value in range(count):
        filter.add(f"u{value}")
    absent = sum(filter.check(f"x{value}") for value in range(1000))
    print(f"{count} values in 20000 buckets of {filter.bucket_size}: {absent} of 1000 absent ones, error_rate {filter.error_rate}")
PYTHON
seen <<'SEEN'
100 values in 20000 buckets of 4: 48 of 1000 absent ones, error_rate 0.01
1000 values in 20000 buckets of 4: 586 of 1000 absent ones, error_rate 0.01
20000 values in 20000 buckets of 4: 1000 of 1000 absent ones, error_rate 0.01
SEEN
