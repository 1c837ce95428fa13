"""Parquet files for the tests: what they hold, and how pyarrow and DuckDB write them."""

import struct
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

import duckdb
import pyarrow as pa
from pyarrow import parquet as pq

from bloom_rs.parquet import Chunk, ColumnValue, chunks

ROWS = 300
GROUP = 100
UTC = timezone.utc
EPOCH = datetime(1970, 1, 1)
EPOCH_UTC = datetime(1970, 1, 1, tzinfo=UTC)
NAIVE = datetime(2026, 1, 1, 12, 30, 15, 123000)
AWARE = datetime(2026, 1, 1, 12, 30, 15, 123000, UTC)


class Nanosecond(datetime):
    """As pandas' Timestamp: a datetime with nanoseconds."""

    nanosecond = 0


def nanosecond(number: int) -> datetime:
    made = Nanosecond(2026, 1, 1, 0, 0, number % 60, number)
    made.nanosecond = number % 1000
    return made


def of_nanoseconds(count: int) -> datetime:
    """The time so many nanoseconds after 1970."""
    made = Nanosecond(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=count // 1000)
    made.nanosecond = count % 1000
    return made


def nanoseconds(value: datetime) -> int:
    exact = (value.replace(tzinfo=None) - EPOCH) // timedelta(microseconds=1) * 1000
    return exact + getattr(value, "nanosecond", 0)


def single(value: float) -> float:
    (made,) = struct.unpack("<f", struct.pack("<f", value))
    return float(made)


def nines(number: int) -> Decimal:
    """A number of 33 digits with three behind the point."""
    return Decimal((number % 2, (9,) * 30 + (number // 100, number // 10 % 10, number % 10), -3))


class Arrow(NamedTuple):
    """A column that pyarrow writes."""

    type: pa.DataType
    encoding: str
    value: Callable[[int], ColumnValue]
    """What row `number` has."""
    to_arrow: Callable[[Any], Any] = lambda value: value
    options: Mapping[str, Any] = MappingProxyType({})
    """Of the writer."""


PYARROW = {
    "int8": Arrow(pa.int8(), "integer", lambda n: n % 256 - 128),
    "int16": Arrow(pa.int16(), "integer", lambda n: n * 200 - 30_000),
    "int32": Arrow(pa.int32(), "integer", lambda n: n * 14_000_000 - 2**31),
    "int64": Arrow(pa.int64(), "bigint", lambda n: n * 6 * 10**16 - 2**63),
    "uint8": Arrow(pa.uint8(), "integer", lambda n: n % 256),
    "uint16": Arrow(pa.uint16(), "integer", lambda n: n * 218),
    "uint32": Arrow(pa.uint32(), "unsigned integer", lambda n: 2**31 - 150 + n),
    "uint64": Arrow(pa.uint64(), "unsigned bigint", lambda n: 2**63 - 150 + n),
    "float": Arrow(pa.float32(), "real", lambda n: n / 4 - 20),
    "double": Arrow(pa.float64(), "double precision", lambda n: n / 10 - 20),
    "string": Arrow(pa.string(), "text", lambda n: "é" * (n % 7) + str(n)),
    "dictionary": Arrow(pa.dictionary(pa.int32(), pa.string()), "text", lambda n: f"label {n}"),
    "binary": Arrow(pa.binary(), "bytea", lambda n: b"\xff" * (n % 40) + n.to_bytes(2, "big")),
    "fixed": Arrow(pa.binary(3), "bytea", lambda n: n.to_bytes(3, "big")),
    "uuid": Arrow(pa.uuid(), "uuid", lambda n: UUID(int=n << 100 | n), lambda v: v.bytes),
    "date": Arrow(pa.date32(), "date", lambda n: date(1900, 1, 1) + timedelta(n * 200)),
    "time ms": Arrow(pa.time32("ms"), "time ms", lambda n: time(n % 24, n % 60, 1, n * 1000)),
    "time us": Arrow(pa.time64("us"), "time", lambda n: time(n % 24, n % 60, 1, n * 1001)),
    "time ns": Arrow(pa.time64("ns"), "time ns", lambda n: time(n % 24, n % 60, 1, n * 1001)),
    "ms": Arrow(pa.timestamp("ms"), "timestamp ms", lambda n: NAIVE - timedelta(n * 500)),
    "us": Arrow(pa.timestamp("us"), "timestamp", lambda n: NAIVE - timedelta(n * 500, 0, n)),
    "ns": Arrow(pa.timestamp("ns"), "timestamp ns", lambda n: NAIVE - timedelta(n * 50, 0, n), nanoseconds),
    "ms tz": Arrow(pa.timestamp("ms", "UTC"), "timestamptz ms", lambda n: AWARE - timedelta(n * 500)),
    "us tz": Arrow(
        pa.timestamp("us", "Europe/Berlin"), "timestamptz", lambda n: AWARE - timedelta(n * 500, 0, n)
    ),
    "ns tz": Arrow(
        pa.timestamp("ns", "UTC"), "timestamptz ns", lambda n: AWARE + timedelta(0, n), nanoseconds
    ),
    "int96": Arrow(
        pa.timestamp("us", "UTC"),
        "timestamptz int96",
        lambda n: AWARE - timedelta(n * 500, 0, n),
        options=MappingProxyType({"use_deprecated_int96_timestamps": True}),
    ),
    "decimal 4": Arrow(
        pa.decimal128(9, 2), "decimal scale 2 in 4 bytes", lambda n: Decimal(n - 150) / 4 * 10**5
    ),
    "decimal 7": Arrow(pa.decimal128(16, 0), "decimal scale 0 in 7 bytes", lambda n: (n - 150) * 10**13),
    "decimal 16": Arrow(pa.decimal128(38, 3), "decimal scale 3 in 16 bytes", nines),
    "decimal 21": Arrow(
        pa.decimal256(50, 4), "decimal scale 4 in 21 bytes", lambda n: Decimal((n - 150) * 10**9 + n) / 16
    ),
    "decimal 32": Arrow(pa.decimal256(76, 0), "decimal scale 0 in 32 bytes", lambda n: n - 10**75, Decimal),
}

DUCKDB: dict[str, tuple[str, Callable[[int], ColumnValue]]] = {
    "TINYINT": ("integer", lambda n: n % 256 - 128),
    "SMALLINT": ("integer", lambda n: n * 200 - 30_000),
    "INTEGER": ("integer", lambda n: n * 14_000_000 - 2**31),
    "BIGINT": ("bigint", lambda n: n * 6 * 10**16 - 2**63),
    "UTINYINT": ("integer", lambda n: n % 256),
    "USMALLINT": ("integer", lambda n: n * 218),
    "UINTEGER": ("unsigned integer", lambda n: 2**31 - 150 + n),
    "UBIGINT": ("unsigned bigint", lambda n: 2**63 - 150 + n),
    "FLOAT": ("real", lambda n: n / 4 - 20),
    "DOUBLE": ("double precision", lambda n: n / 10 - 20),
    "VARCHAR": ("text", lambda n: "é" * (n % 7) + str(n)),
    "BLOB": ("bytea", lambda n: b"\xff" * (n % 40) + n.to_bytes(2, "big")),
    "UUID": ("uuid", lambda n: UUID(int=n << 100 | n)),
    "DATE": ("date", lambda n: date(1900, 1, 1) + timedelta(n * 200)),
    "TIME": ("time", lambda n: time(n % 24, n % 60, 1, n * 1001)),
    "TIMESTAMP": ("timestamp", lambda n: NAIVE - timedelta(n * 500, 0, n)),
    "TIMESTAMP_MS": ("timestamp ms", lambda n: NAIVE - timedelta(n * 500)),
    "TIMESTAMP_NS": ("timestamp ns", lambda n: NAIVE - timedelta(n * 50, 0, n)),
    "TIMESTAMPTZ": ("timestamptz", lambda n: AWARE - timedelta(n * 500, 0, n)),
    "DECIMAL(4,1)": ("decimal scale 1 in integer", lambda n: Decimal(n - 150) / 2),
    "DECIMAL(18,3)": ("decimal scale 3 in bigint", lambda n: Decimal(n - 150) / 8 * 10**12),
    "DECIMAL(38,3)": ("decimal scale 3 in 16 bytes", nines),
}

# What tests/interop/rust_tool and tests/interop/spark_file.py write.
RUST: dict[str, Callable[[int], ColumnValue]] = {
    "small": lambda n: n - 50,
    "id": lambda n: 2_147_483_600 + n,
    "big": lambda n: 2**63 - 50 + n,
    "day": lambda n: date(1970, 1, 1) + timedelta(n * 100 - 5000),
    "clock": lambda n: (datetime.min + timedelta(milliseconds=n * 861_234)).time(),
    "at": lambda n: EPOCH_UTC + timedelta(milliseconds=(n - 50) * 86_400_123),
    "exact": lambda n: (n - 50) * 86_400_000_000_001,
    "cents": lambda n: Decimal(n * 7 - 350) / 100,
    "price": lambda n: Decimal((n - 50) * 12_345_678) / 100,
    "key": lambda n: UUID(int=n),
    "url": lambda n: f"https://example.org/{n}/é",
    "raw": lambda n: bytes([n, 255]),
    "single": lambda n: single((n - 50) / 10),
    "number": lambda n: (n - 50) / 10,
    "amount": lambda n: Decimal(n) / 100,
    "flag": lambda n: n % 2 == 0,
    "old": lambda n: of_nanoseconds(n << 32),
}
SPARK: dict[str, Callable[[int], ColumnValue]] = {
    "small": lambda n: n - 50,
    "id": lambda n: n * 40_000_000 - 2_000_000_000,
    "big": lambda n: n * 1_000_000_007,
    "single": lambda n: single((n - 50) / 10),
    "number": lambda n: (n - 50) / 10,
    "name": lambda n: f"é{n}",
    "raw": lambda n: b"b%d" % n,
    "day": lambda n: date(1970, 1, 1) + timedelta(n * 100 - 5000),
    "at": lambda n: EPOCH_UTC + timedelta(milliseconds=n * 86_400_123),
    "local": lambda n: EPOCH + timedelta(microseconds=n * 86_400_000_123),
    "cents": lambda n: (n - 50) * Decimal("0.07"),
    "price": lambda n: (n - 50) * Decimal("123456.78"),
    "amount": lambda n: (n - 50) * Decimal("123456.78"),
    "flag": lambda n: n % 2 == 0,
}

SPARK_OLD: dict[str, Callable[[int], ColumnValue]] = {
    "at": lambda n: EPOCH_UTC + timedelta(microseconds=(n - 50) * 86_400_000_000_123),
    "day": lambda n: date(1582, 10, 15) + timedelta((n - 50) * 3000),
}


def write(path: Path, columns: dict[str, Any], **options: Any) -> Path:
    """Writes a file with pyarrow, by default with filters for all columns."""
    filters = {name: {"ndv": GROUP, "fpp": 0.01} for name in columns if columns[name].type != pa.bool_()}
    settings = {"bloom_filter_options": filters, "row_group_size": GROUP, **options}
    pq.write_table(pa.table(columns), path, **settings)
    return path


def write_rows(path: Path, name: str) -> tuple[Path, list[ColumnValue]]:
    """Writes a column of PYARROW, and returns its values too."""
    column = PYARROW[name]
    rows = [column.value(number) for number in range(ROWS)]
    array = pa.array(map(column.to_arrow, rows), column.type)
    return write(path / "a.parquet", {"c": array}, **column.options), rows


def write_with_duckdb(path: Path, name: str) -> tuple[Path, list[ColumnValue]]:
    """Writes a column of DUCKDB, and returns its values too."""
    rows = [DUCKDB[name][1](number) for number in range(ROWS)]
    group = 2048  # at least
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"CREATE TABLE rows (c {name})")
        for start in range(0, ROWS, GROUP):
            # Each value several times: DuckDB writes filters with dictionaries only.
            part = [str(row) if isinstance(row, UUID) else row for row in rows[start : start + GROUP]]
            query = f"INSERT INTO rows SELECT ($1::{name}[])[i % $2 + 1] FROM range($3) AS r(i)"
            connection.execute(query, [part, len(part), group])
        file = path / "d.parquet"
        connection.execute(f"COPY rows TO '{file}' (FORMAT parquet, ROW_GROUP_SIZE {group})")
    return file, rows


def groups(path: Path, column: str = "c") -> list[Chunk]:
    """Returns the chunks of a column."""
    found = list(chunks(path, [column]))
    assert [chunk.row_group for chunk in found] == list(range(len(found)))
    assert all(chunk.column == column for chunk in found)
    return found


def check(found: list[Chunk], rows: Sequence[ColumnValue]) -> None:
    """Checks that each row group may contain its own values, and few of the others'."""
    size = -(-len(rows) // len(found))
    wrong = probes = 0
    for chunk in found:
        own = rows[chunk.row_group * size : (chunk.row_group + 1) * size]
        assert all(chunk.may_contain(value) for value in own), chunk
        others = [value for value in rows if value not in own]
        probes += len(others)
        wrong += sum(chunk.may_contain(value) for value in others)
    if all(chunk.filter for chunk in found):
        assert wrong <= 0.12 * probes
