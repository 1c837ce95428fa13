#!/usr/bin/env bash
# DataFusion 55.0.0: a Bloom filter in a Parquet file changes the answer.
# Usual guess: `c = 0.0` finds -0.0, with and without filters, as they are equal.
# Behavior: it does, unless the column has a Bloom filter. That holds the bytes of -0.0; the reader asks it for the bytes of
# 0.0, and skips the row group. DuckDB and ClickHouse find the row.
. "$(dirname "$0")/finding.bash"
pip_with datafusion==55.0.0 pyarrow==26.0.1
python_prints <<'PYTHON'
import datafusion, pyarrow as pa, pyarrow.parquet as pq

for options in ({}, {"bloom_filter_options": {"c": True}}):
    pq.write_table(pa.table({"c": [-0.0, 5.5]}), "zero.parquet", **options)
    context = datafusion.SessionContext()
    context.register_parquet("t", "zero.parquet")
    count = context.sql("SELECT count(*) FROM t WHERE c = 0.0").collect()[0][0][0].as_py()
    print("with a filter:" if options else "without:", count)
PYTHON
seen <<'SEEN'
without: 1
with a filter: 0
SEEN
