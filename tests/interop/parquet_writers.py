"""Who writes Bloom filters into Parquet files, for scripts/test/interop.sh.

    parquet_writers.py PAGE WRITER NODE_MODULES...

Each writer writes a column of each type with 1,000 distinct values, without options and as it is asked for filters. Every value
must be found by bloom_rs.parquet, and few others. What the writers do is a table, which must be that of the page PAGE.
"""

import glob
import json
import os
import subprocess
import sys
import tempfile
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from importlib.metadata import version
from uuid import UUID

import chdb
import datafusion
import deltalake
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from bloom_rs.parquet import chunks

COUNT = 1000
DAYS = [date(2000, 1, 1) + timedelta(n) for n in range(-COUNT, COUNT)]
TIMES = [datetime(2000, 1, 1, 12) + timedelta(hours=n) for n in range(-COUNT, COUNT)]
CENTS = [Decimal(n) / 100 for n in range(-COUNT, COUNT)]
WORDS = [f"value {n}" for n in range(-COUNT, COUNT)]

# Column: its type in Arrow, and values; the second half is in the files.
COLUMNS = {
    "boolean": (pa.bool_(), [n % 2 == 0 for n in range(2 * COUNT)]),
    "int32": (pa.int32(), list(range(-COUNT, COUNT))),
    "int64": (pa.int64(), [n * 10**12 for n in range(-COUNT, COUNT)]),
    "float": (pa.float32(), [n / 4 for n in range(-COUNT, COUNT)]),
    "double": (pa.float64(), [n / 10 for n in range(-COUNT, COUNT)]),
    "string": (pa.string(), WORDS),
    "binary": (pa.binary(), [word.encode() for word in WORDS]),
    "uuid": (pa.uuid(), [UUID(int=n << 64 | n) for n in range(2 * COUNT)]),
    "date": (pa.date32(), DAYS),
    "timestamp": (pa.timestamp("us"), TIMES),
    "timestamptz": (pa.timestamp("us", "UTC"), [time.replace(tzinfo=timezone.utc) for time in TIMES]),
    "decimal9": (pa.decimal128(9, 2), CENTS),
    "decimal18": (pa.decimal128(18, 2), CENTS),
    "decimal38": (pa.decimal128(38, 2), CENTS),
    "list": (pa.list_(pa.int64()), [[n] for n in range(-COUNT, COUNT)]),
    "struct": (pa.struct([("a", pa.string())]), [{"a": word} for word in WORDS]),
}


def table(column):
    arrow, values = COLUMNS[column]
    return pa.table({column: pa.array([getattr(v, "bytes", v) if arrow == pa.uuid() else v for v in values[COUNT:]], arrow)})


def pyarrow_writes(column, path, asked):
    path = f"{path}.parquet"
    leaf = {"list": "list.list.element", "struct": "struct.a"}.get(column, column)
    pq.write_table(table(column), path, **({"bloom_filter_options": {leaf: True}} if asked else {}))
    return path


def duckdb_writes(column, path, asked):
    # Filters come with dictionaries, which by default only columns get whose values are repeated.
    path = f"{path}.parquet"
    with duckdb.connect() as connection:
        connection.register("one", table(column))
        option = ", DICTIONARY_SIZE_LIMIT 1000000" if asked else ""
        connection.execute(f"COPY one TO '{path}' (FORMAT parquet{option})")
    return path


def chdb_writes(column, path, asked):
    given = f"{path}.given"
    pq.write_table(table(column), given, store_schema=False)
    setting = "" if asked else "SETTINGS output_format_parquet_write_bloom_filter = 1"  # its default, said here for both
    chdb.query(f"SELECT * FROM file('{given}', Parquet) INTO OUTFILE '{path}.parquet' FORMAT Parquet {setting}")
    return f"{path}.parquet"


def deltalake_writes(column, path, asked):
    properties = deltalake.ColumnProperties(bloom_filter_properties=deltalake.BloomFilterProperties(True))
    options = {"writer_properties": deltalake.WriterProperties(default_column_properties=properties)} if asked else {}
    # Of pyarrow's UUIDs it makes bytes but keeps the name, so that pyarrow refuses the file.
    given = table(column)
    deltalake.write_deltalake(path, given.cast(pa.schema([(column, pa.binary(16))])) if column == "uuid" else given, **options)
    (file,) = glob.glob(f"{path}/*.parquet")
    return file


def datafusion_writes(column, path, asked):
    frame = datafusion.SessionContext().from_arrow(table(column))
    options = datafusion.ParquetWriterOptions(bloom_filter_on_write=asked)
    frame.write_parquet_with_options(path, options)
    (file,) = [path] if os.path.isfile(path) else glob.glob(f"{path}/*.parquet")
    return file


def hyparquet_writes(column, path, asked):
    arrow, values = COLUMNS[column]
    plain = (bool, int, float, list, dict)
    texts = (v.decode() if isinstance(v, bytes) else v if isinstance(v, plain) else str(v) for v in values[COUNT:])
    kept = json.dumps(list(texts))
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hyparquet_writer.mjs")
    arguments = [sys.argv[2], column, f"{path}.parquet", "yes" if asked else "no"]
    subprocess.run(["node", script, *arguments], input=kept, text=True, check=True)
    return f"{path}.parquet"


WRITERS = {
    "pyarrow": pyarrow_writes,
    "duckdb": duckdb_writes,
    "chdb": chdb_writes,
    "deltalake": deltalake_writes,
    "datafusion": datafusion_writes,
    "hyparquet-writer": hyparquet_writes,
}


def probed(column, chunk):
    """Checks a chunk with all values; returns how it is stored, and how large its filter is or why there is none."""
    values = COLUMNS[column][1]
    if column in ("list", "struct"):
        values = [value[0] if column == "list" else value["a"] for value in values]
    if chunk.encoding is None:
        return None, chunk.why
    name = chunk.encoding.name
    if name in ("text", "bytea"):
        values = [as_kind(str if name == "text" else bytes, value) for value in values]
    if name.startswith("timestamp"):
        zone = timezone.utc if name.startswith("timestamptz") else None
        values = [value.replace(tzinfo=zone) for value in values]
    missed = [value for value in values[COUNT:] if not chunk.may_contain(value)]
    assert not missed, f"{chunk.column}: {len(missed)} present values are denied, as {missed[0]!r}"
    if chunk.filter is None:
        return name, chunk.why
    wrong = sum(map(chunk.may_contain, values[:COUNT]))
    assert wrong < COUNT / 20, f"{chunk.column}: {wrong} of {COUNT} absent values are found"
    return name, chunk.filter.bits // 8


def as_kind(kind, value):
    if isinstance(value, UUID):
        return str(value) if kind is str else value.bytes
    if isinstance(value, kind):
        return value
    return value.decode() if kind is str else value.encode()


def stored(writer, column, directory, asked):
    """What `probed` says of the column of a writer, whose error is why there is no filter."""
    path = os.path.join(directory, f"{writer}.{column}.{asked}")
    try:
        file = WRITERS[writer](column, path, asked)
    except Exception as error:  # each writer has its own
        return None, f"error: {error}"
    (chunk,) = chunks(file)
    if column == "list":
        PATHS[writer] = chunk.column.removeprefix("list.")
    return probed(column, chunk)


def version_of(writer):
    if writer != "hyparquet-writer":
        return version(writer)
    with open(os.path.join(sys.argv[2], writer, "package.json")) as file:
        return json.load(file)["version"]


PATHS = {}  # of the elements of a list, by writer

# How the functions above ask for filters.
ASKS = {
    "pyarrow": 'bloom_filter_options={"url": True}',
    "duckdb": "DICTIONARY_SIZE_LIMIT 1000000",
    "deltalake": "BloomFilterProperties(True)",
    "datafusion": "ParquetWriterOptions(bloom_filter_on_write=True)",
    "hyparquet-writer": "bloomFilter: true",
}

# What is read where a column is not stored as the type of its name.
NAMES = {
    "int32": "integer", "int64": "bigint", "float": "real", "double": "double precision", "string": "text", "binary": "bytea",
    "list": "bigint", "struct": "text", "decimal9": "decimal scale 2 in integer", "decimal18": "decimal scale 2 in bigint",
    "decimal38": "decimal scale 2 in 16 bytes",
}  # fmt: skip


def row(writer, directory):
    """The row of a writer in the table."""
    by_default, asked = ({c: stored(writer, c, directory, asked) for c in COLUMNS} for asked in (False, True))
    sizes = {size for _, size in asked.values() if isinstance(size, int)}
    (size,) = sizes  # one for all types
    always = {c for c, (_, size) in by_default.items() if isinstance(size, int)}
    lacks = [c for c, (_, size) in asked.items() if not isinstance(size, int)]
    assert not always or always == set(COLUMNS) - set(lacks), (writer, always)
    others = {c: name for c, (name, _) in asked.items() if name not in (None, c, NAMES.get(c))}
    names = ", ".join(f"{c}: {name.removeprefix('decimal scale 2 in ')}" for c, name in others.items())
    for column in lacks:
        print(f"{writer}, {column}: {asked[column][1]}", file=sys.stderr)
    lacks.remove("boolean")  # nobody's can be probed
    cells = (f"{writer} {version_of(writer)}", "always" if always else f"`{ASKS[writer]}`", str(size), ", ".join(lacks), names, f"`{PATHS[writer]}`")
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        rows = [row(writer, directory) for writer in WRITERS]
    print("\n".join(rows))
    with open(sys.argv[1]) as page:
        said = page.read().splitlines()
    if missing := [row for row in rows if row not in said]:
        sys.exit(f"{sys.argv[1]} does not have these rows:\n" + "\n".join(missing))
