#!/usr/bin/env bash
# DuckDB 2.0.0: it writes Bloom filters into Parquet files by itself, but not for a column whose values are all distinct.
# Usual guess: a column of keys has one, as it gains most by it.
# Behavior: a column gets a filter if it gets a dictionary, by default one of at most a fifth of the rows. A larger
# DICTIONARY_SIZE_LIMIT gives keys a filter too, with a dictionary that names each value once.
. "$(dirname "$0")/finding.bash"
pip_with duckdb==2.0.0
python_prints <<'PYTHON'
import duckdb

for values in ("range % 10000", "range"):
    for limit in ("", "DICTIONARY_SIZE_LIMIT 1000000, "):
        duckdb.execute(f"COPY (SELECT {values} AS id FROM range(100000)) TO 'ids.parquet' ({limit}FORMAT parquet)")
        filters, encoding, size = duckdb.execute(
            "SELECT count(bloom_filter_offset), any_value(encodings), sum(total_compressed_size) FROM parquet_metadata('ids.parquet')"
        ).fetchone()
        print(f"{values}, {limit or 'by default, '}{encoding}: {'a filter' if filters else 'none'}, {size} bytes")
PYTHON
seen <<'SEEN'
range % 10000, by default, PLAIN_DICTIONARY: a filter, 215660 bytes
range % 10000, DICTIONARY_SIZE_LIMIT 1000000, PLAIN_DICTIONARY: a filter, 215660 bytes
range, by default, PLAIN: none, 400961 bytes
range, DICTIONARY_SIZE_LIMIT 1000000, PLAIN_DICTIONARY: a filter, 613359 bytes
SEEN
