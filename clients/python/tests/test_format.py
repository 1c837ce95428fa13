"""The format, with nothing but its specification: docs/FORMAT.md."""

import pickle
import random
import struct
from base64 import b64decode

import pytest

from bloom_rs import Bloom, Family, Scheme
from bloom_rs.hashes import murmur3_x64_128, siphash13_128, xxh64

GOLDEN = b64decode(
    "QkxNRgEBAQcAAAAAAAAAAAAAAACAAAAAAAAAAA0AAAAAAAAAexSuR+F6hD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABEEQBEEAAQ=="
)


def with_field(at: int, form: str, value: float, data: bytes = GOLDEN) -> bytes:
    changed = bytearray(data)
    struct.pack_into("<" + form, changed, at, value)
    return bytes(changed)


def test_golden_vector() -> None:
    seen = Bloom.from_bytes(GOLDEN)
    assert (seen.family, seen.scheme, seen.bits, seen.hashes) == (Family.INTEGER, Scheme.MITZ64, 128, 7)
    assert (seen.capacity, seen.fpp) == (13, 0.01)
    assert 1 in seen
    assert 42 in seen
    assert 43 not in seen
    assert seen.contains_each([1, 2, 42, 43]) == [True, False, True, False]
    assert bytes(seen) == GOLDEN


def test_writing_gives_the_golden_vector() -> None:
    empty = with_field(6, "B", Family.NONE, GOLDEN[:60] + bytes(16))
    one_by_one, at_once = Bloom.from_bytes(empty), Bloom.from_bytes(empty)
    one_by_one.add(1)
    one_by_one.add(42)
    at_once.update(iter([42, 1]))
    assert bytes(one_by_one) == bytes(at_once) == GOLDEN


def test_char_n_is_asked_without_trailing_blanks() -> None:
    header = with_field(6, "B", Family.CHARACTER, GOLDEN[:60])
    padded = Bloom.from_bytes(header + bytes.fromhex("00810000004020100000000804000000"))
    assert "ab" in padded
    assert "ab   " in padded
    assert padded.contains_each(["ab ", "ac"]) == [True, False]


@pytest.mark.parametrize(
    ("data", "digest"),
    [
        (b"", "00000000000000000000000000000000"),
        (b"a", "897859f6655555855a890e51483ab5e6"),
        (bytes(8), "cbc357ccb763df2852fee8c4fc7d55f2"),
        (b"\xff" * 8, "73edba1a7ab2e4a0af464a6bc9122169"),
        (b"\xff" * 4, "41466634eb45da436c8f8745485715c7"),
        ("naïve 東京".encode(), "127a6916754b5cb9723d4d328538bd7f"),
        (b"https://www.postgresql.org/", "4a20d14c396bac33cd4a43156f0aca14"),
        (bytes(range(16)), "303f9091b524494445e82f76566490ab"),
        (bytes(range(31)), "94d02ca3e1d33d05905400b4ef9ae59e"),
        (bytes(range(32)), "0f502fb622906dc65111c3346e0a051c"),
    ],
)
def test_hash_vectors(data: bytes, digest: str) -> None:
    assert struct.pack("<QQ", *murmur3_x64_128(data)).hex() == digest


# The integers 1 and 42, by the schemes after the first four.
GOLDEN_OF = [
    bytes.fromhex(f"424c4d4601{scheme}{family}{hashes}{seed}0000000000000000{bits}{'00' * 20}{rest}{bitmap}")
    for scheme, family, hashes, seed, bits, rest, bitmap in (
        (
            "05", "01", "08", "00000000", "0002000000000000", "000000000000000000000000",
            "00" * 32 + "0001000880000002000000420040020000040004008000084000000810010000",
        ),
        (
            "05", "0e", "08", "00000000", "0002000000000000", "000000000000000000000000",
            "00" * 32 + "0400001000100004004000081400000020000004003000000000002200080040",
        ),
        (
            "06", "01", "07", "29230000", "8000000000000000", "000000000000000000000000",
            "06000001800104300020000008208400",
        ),
        (
            "07", "01", "07", "00010203", "8000000000000000", "0405060708090a0b0c0d0e0f",
            "04000440004000e00f04000040004000",
        ),
    )
]  # fmt: skip


@pytest.mark.parametrize("golden", GOLDEN_OF)
def test_golden_vectors_of_other_schemes(golden: bytes) -> None:
    seen = Bloom.from_bytes(golden)
    assert bytes(seen) == golden
    assert seen.contains_each([1, 2, 42, 43]) == [value in seen for value in (1, 2, 42, 43)]
    assert [1 in seen, 2 in seen, 42 in seen] == [True, False, True]

    family = seen.family if seen.family is Family.INT4 else Family.NONE
    empty = with_field(6, "B", family, golden[:60] + bytes(len(golden) - 60))
    one_by_one, at_once = Bloom.from_bytes(empty), Bloom.from_bytes(empty)
    one_by_one.add(1)
    one_by_one.add(42)
    at_once.update([42, 1])
    assert bytes(one_by_one) == bytes(at_once) == golden


def test_hash_vectors_of_other_schemes() -> None:
    # xxHash's own, and Parquet's.
    assert xxh64(b"", 0) == 0xEF46DB3751D8E999
    assert xxh64(b"", 2654435761) == 0xAC75FDA2929B17EF
    assert xxh64(b"a", 0) == 0xD24EC4F1A98C6E5B
    assert xxh64(struct.pack("<q", 1), 0) == 0x9F29CB17A2A49995
    key = int.from_bytes(bytes(range(16)), "little")
    assert siphash13_128(b"", key) == (0xBEA58827B2BC7EE7, 0x013030DD6ADB62FD)
    assert siphash13_128(struct.pack("<q", 1), key) == (0x7C2F445A304629BD, 0xEBCBF88D72873601)


NAN = float("nan")
REFUSED = [
    GOLDEN[:0],
    GOLDEN[:59],
    GOLDEN[:60],
    GOLDEN[:-1],
    GOLDEN + b"\0",
    b"BLMC" + GOLDEN[4:],
    b"blmf" + GOLDEN[4:],
    with_field(4, "B", 2),  # version
    with_field(5, "B", 0),  # scheme
    with_field(5, "B", 8),
    with_field(6, "B", 17),  # family
    with_field(6, "B", 254),
    with_field(6, "B", Family.NONE),  # although bits are set
    with_field(6, "B", Family.ENUM),  # without a tag
    with_field(6, "B", Family.HASHED),
    with_field(7, "B", 0),  # hashes
    with_field(8, "I", 1),  # seed
    with_field(12, "I", 1),  # tag
    with_field(44, "I", 1),  # tag, high half
    with_field(44, "I", 1, with_field(12, "I", 23, with_field(6, "B", Family.ENUM))),
    with_field(16, "I", 1),  # environment
    with_field(20, "Q", 0),  # bits
    with_field(20, "Q", 127),
    with_field(20, "Q", 192),
    with_field(20, "Q", 2**63),
    with_field(20, "Q", 8589901760 + 64),
    with_field(28, "Q", 2**63),  # capacity
    with_field(36, "d", 0.0),  # fpp, with a capacity
    with_field(28, "Q", 0, with_field(36, "d", -0.0)),
    with_field(36, "d", NAN),
    with_field(36, "d", 1.0),
    with_field(36, "d", -0.5),
    with_field(48, "B", 1),  # seed, the rest
    with_field(59, "B", 1),
    with_field(59, "B", 1, with_field(5, "B", Scheme.SPARK2)),
    with_field(52, "B", 1, with_field(5, "B", Scheme.DATASKETCHES)),
    with_field(5, "B", Scheme.PARQUET),  # of 128 bits and 7 hashes
    with_field(7, "B", 8, with_field(5, "B", Scheme.PARQUET)),
    GOLDEN_OF[0][:60] + bytes(32),
    with_field(7, "B", 7, GOLDEN_OF[0]),
    with_field(8, "B", 1, GOLDEN_OF[0]),
]


@pytest.mark.parametrize("data", REFUSED)
def test_readers_refuse(data: bytes) -> None:
    with pytest.raises(ValueError, match="invalid Bloom filter"):
        Bloom.from_bytes(data)


def test_hostile_bytes_are_refused_or_harmless() -> None:
    chance = random.Random(1)
    accepted = 0
    for _ in range(20_000):
        data = bytearray(GOLDEN)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        del data[chance.choice([len(data)] * 9 + [chance.randrange(len(data))]) :]
        try:
            seen = Bloom.from_bytes(data)
        except ValueError:
            continue
        accepted += 1
        assert bytes(seen) == data
        takes_integers = {Family.INTEGER, Family.INT4, Family.OID}
        if seen.scheme is Scheme.PARQUET:
            takes_integers.remove(Family.OID)
        if seen.family in takes_integers:
            assert isinstance(1 in seen, bool)
        else:
            with pytest.raises(TypeError):
                assert 1 in seen
    assert 2_000 < accepted < 10_000  # the bitmap and the rate may be anything


def test_a_copy_of_its_own() -> None:
    data = bytearray(GOLDEN)
    seen = Bloom.from_bytes(memoryview(data))
    data[:] = bytes(len(data))
    assert bytes(seen) == GOLDEN
    assert pickle.loads(pickle.dumps(seen)) == seen
    assert seen != GOLDEN
    with pytest.raises(TypeError):
        hash(seen)
    with pytest.raises(TypeError):
        Bloom.from_bytes(60)  # type: ignore[arg-type]


def test_an_empty_filter_holds_nothing_yet() -> None:
    seen = Bloom(10)
    assert (seen.family, seen.capacity, seen.fpp) == (Family.NONE, 10, 0.01)
    assert "a" not in seen
    assert 1 not in seen
    seen.add("a")
    assert seen.family is Family.TEXT
    with pytest.raises(TypeError, match="holds text"):
        seen.add(1)
    with pytest.raises(TypeError, match="holds text"):
        seen.contains_each(["a", b"a"])
    assert repr(seen) == "<Bloom of text, 128 bits, 5 hashes, mitz64>"
