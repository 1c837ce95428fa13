"""The filters that Guava and Spark themselves made, of every scheme, built again."""

import struct
from pathlib import Path

import pytest

from bloom_rs import Bloom, Family, Scheme, Value

DATA = Path(__file__).parents[3] / "core/tests/data/interop"
FAMILIES = {"text": Family.TEXT, "bytea": Family.BYTEA, "bigint": Family.INTEGER, "integer": Family.INT4}


def read_stream(stream: bytes) -> tuple[Scheme, int, int, bytes]:
    """Scheme, seed, hashes and words."""
    if stream[0]:
        return Scheme.MITZ64, 0, stream[1], stream[6:]
    if stream[1]:
        return Scheme.MITZ32, 0, stream[1], stream[6:]
    version, hashes = struct.unpack_from(">ii", stream)
    if version == 1:
        return Scheme.SPARK1, 0, hashes, stream[12:]
    return Scheme.SPARK2, struct.unpack_from(">I", stream, 8)[0], hashes, stream[16:]


def parse(element: str, line: str) -> Value:
    if element == "text":
        return bytes.fromhex(line).decode()
    return bytes.fromhex(line) if element == "bytea" else int(line)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.filter")), ids=lambda path: path.stem)
def test_bits_of_the_libraries(path: Path) -> None:
    element = path.stem.split(".")[1]
    values = [parse(element, line) for line in (DATA / f"{element}.values").read_text().splitlines()]
    scheme, seed, hashes, stream = read_stream(bytes.fromhex(path.read_text()))
    words = struct.unpack(f">{len(stream) // 8}Q", stream)
    header = struct.pack(
        "<4s4B3IQ32x", b"BLMF", 1, scheme, FAMILIES[element], hashes, seed, 0, 0, 64 * len(words)
    )
    theirs = Bloom.from_bytes(header + struct.pack(f"<{len(words)}Q", *words))
    assert all(value in theirs for value in values)
    ours = Bloom.from_bytes(header + bytes(8 * len(words)))
    for value in values:
        ours.add(value)
    assert ours == theirs
    at_once = Bloom.from_bytes(header + bytes(8 * len(words)))
    at_once.update(values)
    assert at_once == theirs
    assert all(theirs.contains_each(values))


def test_there_are_some() -> None:
    assert len(list(DATA.glob("*.filter"))) >= 17


def test_numbers_of_four_bytes() -> None:
    header = struct.pack("<4s4B3IQ32x", b"BLMF", 1, 1, Family.INT4, 7, 0, 0, 0, 64)
    full = Bloom.from_bytes(header + b"\xff" * 8)
    assert 2**31 - 1 in full
    assert 2**31 not in full
    assert full.contains_each([-(2**31), -(2**31) - 1]) == [True, False]
    with pytest.raises(ValueError, match="four bytes"):
        full.add(2**31)
