"""The filters that other libraries themselves made, of every scheme but our own, built again."""

import struct
from pathlib import Path

import pytest

from bloom_rs import Bloom, Family, Scheme, Value

DATA = Path(__file__).parents[3] / "core/tests/data/interop"
FAMILIES = {"text": Family.TEXT, "bytea": Family.BYTEA, "bigint": Family.INTEGER, "integer": Family.INT4}
ELEMENTS = {"line": "text", "bytes": "bytea"}  # as DataSketches' are called, of which none is empty


def read_stream(library: str, stream: bytes) -> tuple[Scheme, int, int, bytes]:
    """Scheme, seed, hashes and bitmap."""
    if library == "parquet":
        return Scheme.PARQUET, 0, 8, stream
    if library == "datasketches":
        hashes, seed = struct.unpack_from("<HxxQ", stream, 4)
        return Scheme.DATASKETCHES, seed, hashes, stream[32:]
    if library.startswith("mitz"):
        return (Scheme.MITZ64 if stream[0] else Scheme.MITZ32), 0, stream[1], little_endian(stream[6:])
    version, hashes = struct.unpack_from(">ii", stream)
    if version == 1:
        return Scheme.SPARK1, 0, hashes, little_endian(stream[12:])
    return Scheme.SPARK2, struct.unpack_from(">I", stream, 8)[0], hashes, little_endian(stream[16:])


def little_endian(words: bytes) -> bytes:
    number = len(words) // 8
    return struct.pack(f"<{number}Q", *struct.unpack(f">{number}Q", words))


def parse(element: str, line: str) -> Value:
    if element == "text":
        return bytes.fromhex(line).decode()
    return bytes.fromhex(line) if element == "bytea" else int(line)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.filter")), ids=lambda path: path.stem)
def test_bits_of_the_libraries(path: Path) -> None:
    library, element = path.stem.split(".")
    takes_empty, element = element not in ELEMENTS, ELEMENTS.get(element, element)
    lines = (DATA / f"{element}.values").read_text().splitlines()
    values = [parse(element, line) for line in lines if line or takes_empty]
    scheme, seed, hashes, bitmap = read_stream(library, bytes.fromhex(path.read_text()))
    header = struct.pack(
        "<4s4B3IQ32x", b"BLMF", 1, scheme, FAMILIES[element], hashes, seed, 0, 0, 8 * len(bitmap)
    )
    theirs = Bloom.from_bytes(header + bitmap)
    assert all(value in theirs for value in values)
    ours = Bloom.from_bytes(header + bytes(len(bitmap)))
    for value in values:
        ours.add(value)
    assert ours == theirs
    at_once = Bloom.from_bytes(header + bytes(len(bitmap)))
    at_once.update(values)
    assert at_once == theirs
    assert all(theirs.contains_each(values))


def test_there_are_some() -> None:
    assert len(list(DATA.glob("*.filter"))) >= 24


def test_numbers_of_four_bytes() -> None:
    header = struct.pack("<4s4B3IQ32x", b"BLMF", 1, 1, Family.INT4, 7, 0, 0, 0, 64)
    full = Bloom.from_bytes(header + b"\xff" * 8)
    assert 2**31 - 1 in full
    assert 2**31 not in full
    assert full.contains_each([-(2**31), -(2**31) - 1]) == [True, False]
    with pytest.raises(ValueError, match="four bytes"):
        full.add(2**31)
