"""Filters that are not to be trusted: damaged ones, those of other values, those of other calendars."""

import struct
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pyarrow as pa
import pytest
from parquet_rows import GROUP, UTC, groups, write
from pyarrow import parquet as pq

from bloom_rs.parquet import ColumnValue, chunks


def varint(number: int) -> bytes:
    return (bytes([number & 0x7F | 0x80]) + varint(number >> 7)) if number >> 7 else bytes([number])


def chunk_of(data: bytes) -> pq.ColumnChunkMetaData:
    """What the footer says about the only chunk of a file."""
    return pq.read_metadata(BytesIO(data)).row_group(0).column(0)


def filter_at(data: bytes) -> tuple[int, int]:
    """Where the only filter of a file begins, and its length with its header."""
    chunk = chunk_of(data)
    return chunk.bloom_filter_offset, chunk.bloom_filter_length


def with_footer(data: bytes, old: bytes, new: bytes) -> bytes:
    """The file with other bytes in its footer."""
    (length,) = struct.unpack("<I", data[-8:-4])
    body, footer = data[: -8 - length], data[-8 - length : -8]
    assert footer.count(old) == 1
    footer = footer.replace(old, new)
    return body + footer + struct.pack("<I", len(footer)) + b"PAR1"


def test_no_length_in_the_footer(tmp_path: Path) -> None:
    """Fields 14 and 15 of a column's metadata are the offset and the length; older writers have no length."""
    data = write(tmp_path / "a.parquet", {"c": pa.array(range(GROUP))}, write_page_index=False).read_bytes()
    offset, length = filter_at(data)
    at, said = varint(2 * offset), b"\x15" + varint(2 * length)
    footer = data[-8 - struct.unpack("<I", data[-8:-4])[0] : -8]
    after = footer[footer.index(at + said) + len(at + said)]
    # The next field says how far it is from the one before.
    without = with_footer(data, at + said + bytes([after]), at + bytes([after + 16 if after else 0]))
    (chunk,) = chunks(BytesIO(without))
    assert chunk.filter
    assert chunk_of(without).bloom_filter_length is None
    assert chunk.filter
    assert chunk.filter == next(chunks(BytesIO(data))).filter
    for wrong in (length - 1, length + 1, 0, 2**31 - 1):
        (chunk,) = chunks(BytesIO(with_footer(data, at + said, at + b"\x15" + varint(2 * wrong))))
        assert (chunk.filter, chunk.may_contain(-1)) == (None, True)
    for wrong in (0, 3, offset - 1, offset + 1, len(data) - 1, len(data), 2**62):
        (chunk,) = chunks(BytesIO(with_footer(data, at + said, varint(2 * wrong) + said)))
        assert (chunk.filter, chunk.may_contain(-1)) == (None, True)


def test_damaged_headers(tmp_path: Path) -> None:
    values = [str(number) for number in range(GROUP)]
    data = write(tmp_path / "a.parquet", {"c": pa.array(values)}).read_bytes()
    offset, length = filter_at(data)
    header = length - length // 32 * 32
    assert 14 < header < 20
    for at in range(offset, offset + header):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[at] ^= 1 << bit
            (chunk,) = chunks(BytesIO(damaged))
            assert chunk.filter is None
            assert chunk.why
            assert all(map(chunk.may_contain, values))
    # Lengths that are none, also without the footer's word for it.
    for zigzag in (0, 1, 63, 2, 2 * (length + 32), 2**32 - 2, 2**34):
        number = varint(zigzag)
        damaged = bytearray(data)
        damaged[offset + 1 : offset + 1 + len(number)] = number
        (chunk,) = chunks(BytesIO(damaged))
        assert chunk.may_contain("absent")


def cleared(data: bytes, other: bytes | None = None) -> BytesIO:
    """The file with the filter of another one, or with an empty one, in place of its only filter."""
    offset, length = filter_at(data)
    bitset = bytes(length // 32 * 32)
    if other:
        start, same = filter_at(other)
        assert same == length
        bitset = other[start + length - len(bitset) : start + length]
    return BytesIO(data[: offset + length - len(bitset)] + bitset + data[offset + length :])


SINGLE: dict[str, tuple[list[ColumnValue], pa.DataType]] = {
    "integer": ([-5, 7], pa.int32()),
    "bigint": ([-5, 7], pa.int64()),
    "unsigned": ([5, 2**32 - 1], pa.uint32()),
    "real": ([-1.5, 0.25], pa.float32()),
    "double": ([-0.1, 0.1], pa.float64()),
    "text": (["", "short texts"], pa.string()),
    "bytea": ([b"\0", b"\xff" * 12], pa.binary()),
    "fixed": ([b"a" * 30, b"b" * 30], pa.binary(30)),
    "uuid": ([UUID(int=1), UUID(int=2)], pa.uuid()),
    "decimal": ([Decimal("-1.25"), Decimal("2.25")], pa.decimal128(9, 2)),
    "date": ([date(1, 1, 1), date(2026, 1, 1)], pa.date32()),
    "timestamp": ([datetime(1, 1, 1), datetime(2026, 1, 1)], pa.timestamp("us")),
}


@pytest.mark.parametrize("name", SINGLE)
def test_filters_of_other_values(tmp_path: Path, name: str) -> None:
    """Those of a file whose values were replaced, and those that a faulty writer left empty."""
    values, arrow = SINGLE[name]

    def written(*rows: ColumnValue) -> bytes:
        as_stored = [row.bytes if isinstance(row, UUID) else row for row in rows]
        return write(tmp_path / "a.parquet", {"c": pa.array(as_stored, arrow)}).read_bytes()

    own = written(*values)
    (chunk,) = chunks(BytesIO(own))
    assert chunk.filter
    for stale, why in [
        (cleared(own), "its filter is empty"),
        (cleared(own, written(values[0])), "its filter lacks its smallest or largest value"),
        (cleared(own, written(values[1])), "its filter lacks its smallest or largest value"),
    ]:
        (chunk,) = chunks(stale)
        assert (chunk.filter, chunk.why) == (None, why)
        assert all(map(chunk.may_contain, values))


@pytest.mark.parametrize("arrow", [pa.float32(), pa.float64()])
def test_zeros_in_statistics(tmp_path: Path, arrow: pa.DataType) -> None:
    """The smallest zero is -0 there and the largest 0, whichever of them the chunk has."""
    for zero in (0.0, -0.0):
        (chunk,) = chunks(write(tmp_path / "a.parquet", {"c": pa.array([zero], arrow)}))
        assert chunk.filter
        assert chunk.may_contain(0.0)


def test_statistics_may_be_truncated(tmp_path: Path) -> None:
    """Fields 7 and 8 say whether they are; without these, texts of more than 12 bytes tell nothing."""
    other = write(tmp_path / "b.parquet", {"c": pa.array(["c"])}).read_bytes()
    for length in (12, 13):
        values = ["a" * length, "b" * length]
        own = write(tmp_path / "a.parquet", {"c": pa.array(values)}, write_page_index=False).read_bytes()
        stale = cleared(own, other).getvalue()
        exact = b"a" * length + b"\x11\x11\0"
        for flags, is_whole in ((b"\x11\x11", True), (b"\x12\x12", False), (b"", length == 12)):
            (chunk,) = chunks(BytesIO(with_footer(stale, exact, exact[:length] + flags + b"\0")))
            assert (chunk.filter is None) is is_whole
            (chunk,) = chunks(BytesIO(with_footer(own, exact, exact[:length] + flags + b"\0")))
            assert chunk.filter


def test_columns_of_nulls(tmp_path: Path) -> None:
    """An empty filter is right if a chunk has only nulls."""
    for has_statistics in (True, False):
        path = tmp_path / "a.parquet"
        write(path, {"c": pa.array([None], pa.int64())}, write_statistics=has_statistics)
        (chunk,) = groups(path)
        assert (chunk.filter is not None) is has_statistics
        assert chunk.may_contain(1) is not has_statistics


OLD = {
    "date": (pa.date32(), date(1582, 10, 14), date(1582, 10, 15)),
    "ms": (pa.timestamp("ms"), datetime(1899, 12, 31, 23, 59, 59, 999_000), datetime(1900, 1, 1)),
    "us": (pa.timestamp("us", "UTC"), datetime(1899, 12, 31, tzinfo=UTC), datetime(1900, 1, 1, tzinfo=UTC)),
    "ns": (pa.timestamp("ns"), datetime(1899, 12, 31), datetime(1900, 1, 1)),
}
LEGACY: list[dict[str, str]] = [
    {"org.apache.spark.legacyDateTime": "", "org.apache.spark.version": "4.3.0"},
    {"org.apache.spark.legacyINT96": ""},
    {"org.apache.spark.version": "2.4.8"},
    {"writer.time.zone": "Asia/Tokyo", "writer.date.proleptic": "false"},
    {
        "writer.time.zone": "Asia/Tokyo",
        "writer.date.proleptic": "true",
        "writer.zone.conversion.legacy": "true",
    },
    {"writer.time.zone": "Asia/Tokyo"},
]
PROLEPTIC: list[dict[str, str]] = [
    {},
    {"org.apache.spark.version": "3.5.1"},
    {"org.apache.spark.version": "4.3.0"},
    {
        "writer.time.zone": "Asia/Tokyo",
        "writer.date.proleptic": "true",
        "writer.zone.conversion.legacy": "false",
    },
]


@pytest.mark.parametrize("keys", [*LEGACY, *PROLEPTIC])
def test_calendars(tmp_path: Path, keys: dict[str, str]) -> None:
    """Spark and Hive may write old dates by the Julian calendar, and old times by local mean time."""

    def chunk_of_values(*values: Any, arrow: pa.DataType, **options: Any) -> Any:
        table = pa.table({"c": pa.array(values, arrow)}).replace_schema_metadata(keys)
        pq.write_table(table, tmp_path / "a.parquet", bloom_filter_options={"c": True}, **options)
        (chunk,) = groups(tmp_path / "a.parquet")
        return chunk

    is_legacy = keys in LEGACY
    for arrow, old, modern in OLD.values():
        assert chunk_of_values(modern, arrow=arrow).filter
        for values in ([old, modern], [None]):
            chunk = chunk_of_values(*values, arrow=arrow)
            assert (chunk.filter is None) is is_legacy
            assert chunk.why == ("its old dates may be of another calendar" if is_legacy else None)
            assert chunk.may_contain(old) is (is_legacy or old in values)
    instant = datetime(2026, 1, 1, tzinfo=UTC)
    int96 = {"use_deprecated_int96_timestamps": True}
    chunk = chunk_of_values(instant, arrow=pa.timestamp("us", "UTC"), **int96)
    assert (chunk.filter is None) is is_legacy
    assert chunk.may_contain(instant)
    assert chunk_of_values(-(10**6), arrow=pa.int32()).filter
    assert chunk_of_values("1066", arrow=pa.string()).filter


def test_lengths_that_do_not_fit(tmp_path: Path) -> None:
    """A column says how long its values are, and nothing of that length is made if the file is shorter."""
    decimals = pa.array([Decimal("1.25")], pa.decimal128(9, 2))
    options = {"store_schema": False, "write_statistics": False}
    data = write(tmp_path / "a.parquet", {"c": decimals}, **options).read_bytes()
    # In the schema: the physical type 7, and the length 4.
    for length, fits in ((100, True), (5000, False), (50_000_000, False)):
        changed = with_footer(data, b"\x15\x0e\x15\x08", b"\x15\x0e\x15" + varint(2 * length))
        (chunk,) = chunks(BytesIO(changed))
        assert (chunk.encoding is not None) is fits
        assert chunk.may_contain(Decimal("7.5")) is not fits


def test_one_filter_for_many_chunks(tmp_path: Path) -> None:
    """What all chunks together take for their filters is no more than the file has."""
    options = {"row_group_size": 1000, "bloom_filter_options": {"c": {"ndv": 1000, "fpp": 0.0001}}}
    data = write(tmp_path / "a.parquet", {"c": pa.array(range(1000))}, **options).read_bytes()
    footer = pq.read_metadata(BytesIO(data))
    for _ in range(9):
        footer.append_row_groups(pq.read_metadata(BytesIO(data)))
    footer.write_metadata_file(tmp_path / "b.parquet")
    (length,) = struct.unpack("<I", data[-8:-4])
    many = data[: -8 - length] + (tmp_path / "b.parquet").read_bytes()[4:]
    found = list(chunks(BytesIO(many)))
    assert len(found) == 10
    used = [chunk.filter for chunk in found if chunk.filter]
    assert 1 <= len(used) <= len(many) // (used[0].bits // 8)
    for chunk in found[len(used) :]:
        assert "does not fit" in (chunk.why or "")
        assert chunk.may_contain(-1)
