#!/usr/bin/env bash
# pybloomfiltermmap3 0.6.3: a filter in a file says "no" to dates and tuples that are in it, once another process asks.
# Usual guess: what `add` takes, `in` finds, and a filter that is a file is there to be shared by processes and runs.
# Behavior: what is neither text nor bytes is added by Python's hash(). That of text and bytes, and so of tuples and dates, has a random
# seed in each process (here: 1 and 2). Numbers and UUIDs hash the same everywhere, and are found.
. "$(dirname "$0")/finding.bash"
pip_with pybloomfiltermmap3==0.6.3
program='
import datetime, sys, uuid
from pybloomfilter import BloomFilter

VALUES = ["a", 5, uuid.UUID(int=5), datetime.date(2026, 1, 1), ("a", 1), frozenset("a")]
if sys.argv[1] == "add":
    filter = BloomFilter(1000, 1e-6, "seen.bloom")
    filter.update(VALUES)
else:
    filter = BloomFilter.open("seen.bloom")
print(sys.argv[1], [value in filter for value in VALUES])
filter.close()
'
cd "$WORK"
for run in '1 add' '1 ask' '2 ask'; do
    PYTHONHASHSEED=${run% *} venv/bin/python -c "$program" "${run#* }"
done >printed
seen <<'SEEN'
add [True, True, True, True, True, True]
ask [True, True, True, True, True, True]
ask [True, True, True, False, False, False]
SEEN
