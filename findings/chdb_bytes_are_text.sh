#!/usr/bin/env bash
# chDB 4.4.0, which is ClickHouse: a Parquet file that goes through it unchanged cannot be read by others any more.
# Usual guess: a column of bytes without a logical type stays one.
# Behavior: it comes back as STRING, which must be UTF-8. Bytes that are not make pyarrow fail when a value is used, and
# DuckDB refuse the file.
. "$(dirname "$0")/finding.bash"
pip_with chdb==4.4.0 duckdb==2.0.0 pyarrow==26.0.1
python_prints <<'PYTHON'
import chdb, duckdb, pyarrow as pa, pyarrow.parquet as pq

pq.write_table(pa.table({"c": [b"\xff\xfe"]}), "given.parquet")
chdb.query("SELECT * FROM file('given.parquet', Parquet) INTO OUTFILE 'returned.parquet' FORMAT Parquet")
for file in ("given.parquet", "returned.parquet"):
    print(file, pq.read_schema(file).field("c").type)
    for name, read in (
        ("pyarrow", lambda: pq.read_table(file).to_pylist()),
        ("DuckDB", lambda: duckdb.connect().execute(f"SELECT c FROM '{file}'").fetchall()),
    ):
        try:
            print(" ", name, read())
        except Exception as error:
            print(" ", name, type(error).__name__)
PYTHON
seen <<'SEEN'
given.parquet binary
  pyarrow [{'c': b'\xff\xfe'}]
  DuckDB [(b'\xff\xfe',)]
returned.parquet string
  pyarrow UnicodeDecodeError
  DuckDB InvalidInputException
SEEN
