"""The footer is read as pyarrow reads it, and whatever its bytes are, reading it ends."""

import random
import struct
from pathlib import Path

import pyarrow as pa
import pytest
from parquet_rows import GROUP, PYARROW, ROWS, write, write_rows
from pyarrow import parquet as pq

from bloom_rs.parquet.footer import column_chunks


def footer_of(path: Path) -> bytes:
    data = path.read_bytes()
    (length,) = struct.unpack("<I", data[-8:-4])
    return data[-8 - length : -8]


@pytest.mark.parametrize("name", PYARROW)
def test_what_pyarrow_reads(tmp_path: Path, name: str) -> None:
    path, _ = write_rows(tmp_path, name)
    found = list(column_chunks(footer_of(path), [0]))
    footer = pq.read_metadata(path)
    assert len(found) == footer.num_row_groups
    for row_group, chunks in enumerate(found):
        theirs = footer.row_group(row_group).column(0)
        metadata = chunks[0][3]
        assert isinstance(metadata, dict)
        assert metadata[3] == [b"c"]
        numbers = (theirs.num_values, theirs.bloom_filter_offset, theirs.bloom_filter_length)
        assert (metadata[5], metadata[14], metadata[15]) == numbers
        if theirs.statistics:
            assert metadata[12][3] == theirs.statistics.null_count


def test_columns(tmp_path: Path) -> None:
    columns = {name: pa.array([name] * ROWS) for name in "abc"}
    footer = footer_of(write(tmp_path / "a.parquet", columns))
    found = list(column_chunks(footer, [0, 2, 7]))
    assert [sorted(chunks) for chunks in found] == [[0, 2]] * (ROWS // GROUP)


def test_footers_that_are_none() -> None:
    deep = b"\x1c" * 40 + b"\0" * 40
    for bad in (b"\x19", b"\x49\x1c", b"\x18\xff\xff\xff\x0f", b"\x15" + b"\xff" * 20, b"\x1b\1", deep):
        with pytest.raises(ValueError, match="the footer"):
            list(column_chunks(bad, [0]))
    for size in (b"\xff" * 9 + b"\1", b"\xff\xff\xff\x0f"):  # of a list of booleans, or of empty structs
        for start in (b"\x49\xf1", b"\x49\xfc", b"\x49\x1c\x19\xf1", b"\x49\x1c\x19\xfc", b"\x19\xf1"):
            with pytest.raises(ValueError, match="the footer"):
                list(column_chunks(start + size + b"\0" * 100, [0]))


def test_damaged_footers(tmp_path: Path) -> None:
    columns = {"a": pa.array(["x", None]), "b": pa.array([[1.5], []])}
    footer = footer_of(write(tmp_path / "a.parquet", columns, bloom_filter_options={"a": True}))
    draw = random.Random(7)
    damaged = [footer[:length] for length in range(len(footer))]
    for _ in range(3000):
        changed = bytearray(footer)
        for _ in range(draw.choice((1, 1, 2, 5))):
            changed[draw.randrange(len(changed))] = draw.randrange(256)
        damaged.append(bytes(changed))
    refused = 0
    for bad in damaged:
        try:
            list(column_chunks(bad, [0, 1]))
        except ValueError:
            refused += 1
    assert len(footer) <= refused < len(damaged)
