#!/usr/bin/env bash
# deltalake 1.6.6 with pyarrow 26.0.1: a table with a column of UUIDs is written, and then cannot be read.
# Usual guess: what `write_deltalake` accepts, `to_pyarrow_table` returns, if perhaps as bytes.
# Behavior: the values become BYTE_ARRAY, and the name of Arrow's extension type stays in the schema. pyarrow demands 16 bytes
# of fixed length for it, and refuses the whole file. DuckDB reads it as BLOB.
. "$(dirname "$0")/finding.bash"
pip_with deltalake==1.6.6 duckdb==2.0.0 pyarrow==26.0.1
python_prints <<'PYTHON'
import glob, uuid
import deltalake, duckdb, pyarrow as pa

deltalake.write_deltalake("table", pa.table({"u": pa.array([uuid.UUID(int=7).bytes], pa.uuid())}))
print("written")
try:
    print(deltalake.DeltaTable("table").to_pyarrow_table().num_rows)
except pa.ArrowInvalid as error:
    print("pyarrow:", error)
(file,) = glob.glob("table/*.parquet")
print("DuckDB:", duckdb.connect().execute(f"SELECT typeof(u), hex(u) FROM '{file}'").fetchall())
PYTHON
seen <<'SEEN'
written
pyarrow: Invalid storage type for UuidType: binary
DuckDB: [('BLOB', '00000000000000000000000000000007')]
SEEN
