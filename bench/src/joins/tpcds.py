"""Leaves the tables of TPC-DS at scale 1 in a directory, as a.csv, b.csv ... and tables.sql, and its queries in queries.sql.

It needs duckdb 1.1.3, the last wheel that holds the generator.
"""

import pathlib
import sys

import duckdb

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True)
db = duckdb.connect()
db.execute("LOAD tpcds; CALL dsdgen(sf = 1)")
tables = db.execute("SELECT table_name, sql FROM duckdb_tables() ORDER BY table_name").fetchall()
for table, _ in tables:
    db.execute(f"COPY {table} TO '{out}/{table}.csv' (FORMAT csv, HEADER false)")
queries = db.execute("SELECT query_nr, query FROM tpcds_queries() ORDER BY query_nr").fetchall()
(out / "tables.sql").write_text("\n".join(sql for _, sql in tables))
(out / "queries.sql").write_text("".join(f"--query Q{number}\n{query}\n" for number, query in queries))
