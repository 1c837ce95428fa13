#!/usr/bin/env bash
# pandas 3.1.1 with SQLAlchemy 2.1.9: `to_sql` of a column of bytes creates a column of text.
# Usual guess: bytes that `read_sql` returned of a column BYTEA or BLOB go back into one.
# Behavior: the column is TEXT, as for all Python objects. SQLite then holds blobs in it; PostgreSQL, the text '\x...'. With
# dtype={"f": LargeBinary} it is right.
. "$(dirname "$0")/finding.bash"
pip_with pandas==3.1.1 SQLAlchemy==2.1.9
python_prints <<'PYTHON'
import pandas
from sqlalchemy import LargeBinary, create_engine, inspect, text

engine = create_engine("sqlite://")
with engine.begin() as connection:
    connection.execute(text("CREATE TABLE given (f BLOB)"))
    connection.execute(text("INSERT INTO given VALUES (x'ff01')"))
frame = pandas.read_sql("SELECT f FROM given", engine)
print(type(frame.f[0]).__name__)
for name, options in (("kept", {}), ("kept_as_bytes", {"dtype": {"f": LargeBinary}})):
    frame.to_sql(name, engine, index=False, **options)
    print(name, inspect(engine).get_columns(name)[0]["type"])
PYTHON
seen <<'SEEN'
bytes
kept TEXT
kept_as_bytes BLOB
SEEN
