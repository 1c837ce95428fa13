#!/usr/bin/env bash
# rbloom 1.5.4 (CPython): a filter of -1 also "contains" -2, at whatever rate it was made for.
# Usual guess: which absent values are found is up to chance, at the rate that was asked for, and in another filter it is others.
# Behavior: by default the values' hash() is hashed on, and CPython gives -1 and -2 the same one, as it does an integer and its
# sum with 2**61 - 1. Such twins are found in every filter; those of a `hash_func` of one's own are not.
. "$(dirname "$0")/finding.bash"
pip_with rbloom==1.5.4
python_prints <<'PYTHON'
from hashlib import sha256

from rbloom import Bloom


def own(value):
    return int.from_bytes(sha256(repr(value).encode()).digest()[:16], "big", signed=True)


for hash_func in (hash, own):
    print(hash_func.__name__)
    for capacity, rate in ((100, 0.01), (1_000_000, 1e-9)):
        f = Bloom(capacity, rate, hash_func)
        f.update([-1, 7])
        print([value for value in (-4, -3, -2, -1, 6, 7, 8, 7 + 2**61 - 1) if value in f])
PYTHON
seen <<'SEEN'
hash
[-2, -1, 7, 2305843009213693958]
[-2, -1, 7, 2305843009213693958]
own
[-1, 7]
[-1, 7]
SEEN
