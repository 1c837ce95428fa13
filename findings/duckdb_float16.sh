#!/usr/bin/env bash
# DuckDB 2.0.0: a column of half-precision numbers is denied the values that it has, if it has a Bloom filter.
# Usual guess: a reader that converts a type, here FLOAT16 to FLOAT, does not ask the filter for the converted bytes.
# Behavior: `c = 1.5` finds the row in a file without filters, and not in the same file with one: the filter holds the two
# bytes of the half, and is asked for the four of the float.
. "$(dirname "$0")/finding.bash"
pip_with duckdb==2.0.0 pyarrow==26.0.1
python_prints <<'PYTHON'
import duckdb, pyarrow as pa, pyarrow.parquet as pq

connection = duckdb.connect()
for options in ({}, {"bloom_filter_options": {"c": True}}):
    pq.write_table(pa.table({"c": pa.array([1.5, 2.5], pa.float16())}), "half.parquet", **options)
    values = connection.execute("SELECT c FROM 'half.parquet'").fetchall()
    found = connection.execute("SELECT count(*) FROM 'half.parquet' WHERE c = 1.5").fetchall()
    print("with a filter:" if options else "without:", values, found)
PYTHON
seen <<'SEEN'
without: [(1.5,), (2.5,)] [(1,)]
with a filter: [(1.5,), (2.5,)] [(0,)]
SEEN
