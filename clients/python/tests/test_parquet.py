"""The Bloom filters in Parquet files: no chunk may ever deny a value that it has."""

import base64
import math
import os
import struct
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from parquet_rows import (
    AWARE,
    DUCKDB,
    NAIVE,
    PYARROW,
    ROWS,
    RUST,
    SPARK,
    SPARK_OLD,
    UTC,
    check,
    groups,
    nanosecond,
    nanoseconds,
    write,
    write_rows,
    write_with_duckdb,
)
from pyarrow import parquet as pq
from pyarrow.parquet import encryption

from bloom_rs.parquet import ColumnValue, chunks, copy_lines

DATA = Path(os.environ.get("PARQUET_DATA", Path(__file__).parent / "data"))  # `make interop` makes them anew


@pytest.mark.parametrize("name", PYARROW)
def test_what_pyarrow_writes(tmp_path: Path, name: str) -> None:
    path, rows = write_rows(tmp_path, name)
    found = groups(path)
    assert len(found) == 3
    assert all(chunk.filter and not chunk.why for chunk in found)
    assert {chunk.encoding.name for chunk in found if chunk.encoding} == {PYARROW[name].encoding}
    check(found, rows)


@pytest.mark.parametrize("name", DUCKDB)
def test_what_duckdb_writes(tmp_path: Path, name: str) -> None:
    path, rows = write_with_duckdb(tmp_path, name)
    found = groups(path)
    assert len(found) == 3
    has_filters = name != "DECIMAL(38,3)"
    assert all((chunk.filter is not None) is has_filters for chunk in found)
    assert {chunk.encoding.name for chunk in found if chunk.encoding} == {DUCKDB[name][0]}
    check(found, rows)


@pytest.mark.parametrize("column", RUST)
def test_what_the_rust_crate_writes(column: str) -> None:
    found = groups(DATA / "rust.parquet", column)
    assert len(found) == 2
    assert all((chunk.filter is None) is (column in ("amount", "flag")) for chunk in found)
    check(found, [RUST[column](number) for number in range(100)])


@pytest.mark.parametrize("column", SPARK)
def test_what_spark_writes(column: str) -> None:
    (chunk,) = groups(DATA / "spark.parquet", column)
    assert (chunk.filter is None) is (column == "flag")
    check([chunk], [SPARK[column](number) for number in range(100)])


@pytest.mark.parametrize("name", ["spark_int96", "spark_legacy"])
@pytest.mark.parametrize("column", SPARK_OLD)
def test_what_spark_writes_of_old_times(name: str, column: str) -> None:
    (chunk,) = groups(DATA / f"{name}.parquet", column)
    assert (chunk.filter is None) is (name == "spark_legacy")
    check([chunk], [SPARK_OLD[column](number) for number in range(100)])


def test_nanoseconds(tmp_path: Path) -> None:
    rows = [nanosecond(number) for number in range(ROWS)]
    array = pa.array(map(nanoseconds, rows), pa.timestamp("ns"))
    found = groups(write(tmp_path / "a.parquet", {"c": array}), "c")
    check(found, list(rows))
    check(found, [nanoseconds(row) for row in rows])


@pytest.mark.parametrize("name", ["DATE", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP_MS", "TIMESTAMP_NS"])
def test_infinity(tmp_path: Path, name: str) -> None:
    """DuckDB writes infinity, and its module returns it as the last date."""
    values = ("infinity", "-infinity", "2026-01-01")
    with duckdb.connect() as connection:
        for value in values:
            path = tmp_path / f"{value}.parquet"
            connection.execute(f"COPY (SELECT '{value}'::{name} AS c FROM range(9)) TO '{path}'")
        ends = connection.execute(f"SELECT 'infinity'::{name}, '-infinity'::{name}").fetchall()[0]
    found = [chunk for value in values for chunk in groups(tmp_path / f"{value}.parquet")]
    assert all(chunk.filter for chunk in found)
    for end, expected in zip(ends, ([True, False, False], [False, True, False]), strict=True):
        if name == "TIMESTAMPTZ":
            end = end.replace(tzinfo=UTC)
        assert [chunk.may_contain(end) for chunk in found] == expected


def test_nulls(tmp_path: Path) -> None:
    """No filter holds them, and a column without a type has nothing else."""
    columns = {"t": pa.array(["a", None]), "m": pa.array([NAIVE, None], pa.timestamp("ms")), "n": pa.nulls(2)}
    for options in ({}, {"bloom_filter_options": None}):
        found = list(chunks(write(tmp_path / "a.parquet", columns, **options)))
        for chunk in found:
            with pytest.raises(TypeError, match="None is no value"):
                chunk.may_contain(None)  # type: ignore[arg-type]
        untyped = found[2]
        assert untyped.filter
        values: list[ColumnValue] = ["a", 1, 1.5, Decimal(1), True, NAIVE, b"x"]
        assert not any(map(untyped.may_contain, values))
    path = write(tmp_path / "a.parquet", {"c": pa.array([None, None], pa.string())})
    (chunk,) = groups(path)
    assert chunk.filter
    assert not chunk.may_contain("a")


def test_types_without_an_encoding(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        path = tmp_path / "interval.parquet"
        connection.execute(f"COPY (SELECT INTERVAL 1 DAY AS c FROM range(9)) TO '{path}'")
    bits = write(tmp_path / "bits.parquet", {"c": pa.array([True])})
    half = write(tmp_path / "half.parquet", {"c": pa.array([1.5], pa.float16())})
    for unknown in (path, bits, half):
        (chunk,) = chunks(unknown)
        assert (chunk.encoding, chunk.filter) == (None, None)
        assert chunk.why == "filters of its type cannot be probed"
        assert chunk.may_contain("anything")
        with pytest.raises(TypeError, match="None is no value"):
            chunk.may_contain(None)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="c: filters of its type cannot be probed"):
            list(copy_lines("c", [unknown]))


def test_values_of_another_type(tmp_path: Path) -> None:
    columns = {"i": pa.array([1]), "t": pa.array(["a"]), "b": pa.array([b"a"]), "u": pa.array([NAIVE])}
    for options in ({}, {"bloom_filter_options": None}):  # also without filters
        path = write(tmp_path / "a.parquet", columns, **options)
        wrong: dict[str, list[ColumnValue]] = {
            "i": ["1", 1.0, True],
            "t": [1, b"a"],
            "b": ["a"],
            "u": [AWARE, 1],
        }
        for chunk in chunks(path):
            for value in wrong[chunk.column]:
                with pytest.raises(TypeError):
                    chunk.may_contain(value)


@pytest.mark.parametrize(("arrow", "form"), [("float32", "<I"), ("float64", "<Q")])
def test_zeros_and_nans(tmp_path: Path, arrow: str, form: str) -> None:
    nan, sign = (0x7FC00000, 2**31) if form == "<I" else (0x7FF8 << 48, 2**63)
    for bits in (0, sign, nan, nan | sign, nan | 1, nan | sign | 77):
        buffers = [None, pa.py_buffer(struct.pack(form, bits))]
        array = pa.Array.from_buffers(getattr(pa, arrow)(), 1, buffers)
        (chunk,) = chunks(write(tmp_path / "a.parquet", {"c": array}))
        assert chunk.filter
        if bits in (0, sign):
            assert chunk.may_contain(0.0)
            assert chunk.may_contain(-0.0)
        assert chunk.may_contain(math.nan)  # always
        assert not chunk.may_contain(1.5)
        assert not chunk.may_contain(0.1 if form == "<I" else 1e300)


def test_row_groups_without_a_filter(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write(path, {"c": pa.array(range(ROWS))}, bloom_filter_options=None)
    found = groups(path, "c")
    assert [chunk.why for chunk in found] == ["it has no filter"] * 3
    assert all(chunk.may_contain(value) for chunk in found for value in (-1, 0, 2**63 - 1))
    nulls = groups(write(path, {"c": pa.array([None], pa.int64())}), "c")
    assert nulls[0].may_contain(1) is (nulls[0].filter is None)


def test_columns(tmp_path: Path) -> None:
    columns = {"tags": pa.array([["a", "b"], []]), "of": pa.array([{"x": 1}, None]), "n": pa.array([1, 2])}
    path = write(tmp_path / "a.parquet", columns, bloom_filter_options=None)
    assert [chunk.column for chunk in chunks(path)] == ["tags.list.element", "of.x", "n"]
    assert [chunk.column for chunk in chunks(path, ["n", "of.x"])] == ["n", "of.x"]
    with pytest.raises(
        ValueError, match="0 columns have the path 'tags'; the paths are .*'tags.list.element', 'of.x', 'n'"
    ):
        list(chunks(path, ["tags"]))
    twice = tmp_path / "twice.parquet"
    pq.write_table(pa.table([pa.array([1]), pa.array(["a"])], ["c", "c"]), twice)
    with pytest.raises(ValueError, match="2 columns have the path 'c'"):
        list(chunks(twice, ["c"]))
    with path.open("rb") as file:
        assert len(list(chunks(file))) == 3
        assert not file.closed
    with pa.OSFile(str(path)) as native:
        assert len(list(chunks(native))) == 3


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(chunks(tmp_path / "missing"))
    whole = write(tmp_path / "a.parquet", {"c": pa.array([1])}).read_bytes()
    for data in (b"", b"PAR1", whole[:-1], whole[:100], b"PAR1" * 30, whole[:-4] + b"PARE"):
        with pytest.raises((ValueError, OSError)):
            list(chunks(BytesIO(data)))


def test_encrypted_columns(tmp_path: Path) -> None:
    class Keys(encryption.KmsClient):  # type: ignore[misc]
        def wrap_key(self, key: bytes, _: str) -> bytes:
            return base64.b64encode(key)

        def unwrap_key(self, wrapped: bytes, _: str) -> bytes:
            return base64.b64decode(wrapped)

    factory = encryption.CryptoFactory(lambda _: Keys())
    for plain in (True, False):
        config = encryption.EncryptionConfiguration("key", column_keys={"k": ["s"]}, plaintext_footer=plain)
        properties = factory.file_encryption_properties(encryption.KmsConnectionConfig(), config)
        path = tmp_path / f"{plain}.parquet"
        options = {"encryption_properties": properties, "bloom_filter_options": None}
        write(path, {"n": pa.array([1]), "s": pa.array(["a"])}, **options)
        if plain:
            numbers, texts = chunks(path)
            assert numbers.may_contain(2)
            assert texts.may_contain("b")
            assert all("may be encrypted" in (chunk.why or "") for chunk in (numbers, texts))
        else:
            with pytest.raises(OSError, match="encrypted"):
                list(chunks(path))


def test_filters_in_other_files(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"c": pa.array(range(ROWS))})
    metadata = pq.read_metadata(path)
    metadata.set_file_path("a.parquet")
    summary = tmp_path / "_metadata"
    metadata.write_metadata_file(summary)
    found = groups(summary, "c")
    assert [chunk.why for chunk in found] == ["it is in another file"] * 3
    assert all(chunk.may_contain(-1) for chunk in found)
