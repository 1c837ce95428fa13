#!/usr/bin/env bash
# pyarrow 26.0.1: it writes Bloom filters, and does not use them when it reads.
# Usual guess: `read_table(filters=...)` and fragments skip the row groups whose filters exclude the value.
# Behavior: only statistics are used. All 100 row groups are left for a value that is in none of them and within the range of
# each; DuckDB's probe of the same file excludes nearly all.
. "$(dirname "$0")/finding.bash"
pip_with duckdb==2.0.0 pyarrow==26.0.1
python_prints <<'PYTHON'
import duckdb, pyarrow as pa, pyarrow.dataset as ds, pyarrow.parquet as pq

keys = [f"k{i * 7919 % 100_000 * 2:06}" for i in range(100_000)]  # even numbers, mixed
pq.write_table(pa.table({"c": keys}), "mixed.parquet", row_group_size=1000, bloom_filter_options={"c": True})
(fragment,) = ds.dataset("mixed.parquet").get_fragments()
print("pyarrow reads", len(fragment.subset(filter=ds.field("c") == "k100001").row_groups), "of 100 row groups")
probe = "SELECT count(*) FROM parquet_bloom_probe('mixed.parquet', 'c', 'k100001') WHERE NOT bloom_filter_excludes"
((left,),) = duckdb.connect().execute(probe).fetchall()
print("DuckDB reads less than 20:", left < 20)
PYTHON
seen <<'SEEN'
pyarrow reads 100 of 100 row groups
DuckDB reads less than 20: True
SEEN
