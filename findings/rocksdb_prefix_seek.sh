#!/usr/bin/env bash
# RocksDB by rocksdict 0.3.29: a database with a prefix extractor finds other keys once it has a Bloom filter.
# Usual guess: a Bloom filter changes how long a seek takes, and not where it ends.
# Behavior: seek(k) is to go to the first key from k on. The filter holds the prefixes, here the years, so that a year that no key
# has ends the search, although there are later ones. Iterators need total_order_seek, which is off by default.
. "$(dirname "$0")/finding.bash"
pip_with rocksdict==0.3.29
python_prints <<'PYTHON'
from rocksdict import BlockBasedOptions, Options, Rdict, ReadOptions, SliceTransform

for name, bloom, total_order in (
    ("no filter", False, False),
    ("a filter", True, False),
    ("a filter, total_order_seek", True, True),
):
    options, table, read = Options(raw_mode=True), BlockBasedOptions(), ReadOptions()
    options.set_prefix_extractor(SliceTransform.create_fixed_prefix(4))
    if bloom:
        table.set_bloom_filter(10, False)
    options.set_block_based_table_factory(table)
    read.set_total_order_seek(total_order)
    months = Rdict(name, options)
    for month in (b"2024-01", b"2026-01"):
        months[month] = b""
    months.flush()
    for asked in (b"2024-05", b"2025-05"):
        found = months.iter(read)
        found.seek(asked)
        print(f"{name}: from {asked} on,", found.key() if found.valid() else None)
    months.close()
PYTHON
seen <<'SEEN'
no filter: from b'2024-05' on, b'2026-01'
no filter: from b'2025-05' on, b'2026-01'
a filter: from b'2024-05' on, b'2026-01'
a filter: from b'2025-05' on, None
a filter, total_order_seek: from b'2024-05' on, b'2026-01'
a filter, total_order_seek: from b'2025-05' on, b'2026-01'
SEEN
