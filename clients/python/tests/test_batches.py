"""What numpy does, against what Python does."""

import random
import struct

import pytest

from bloom_rs import Bloom
from bloom_rs.hashes import murmur3_x64_128, siphash13_128, xxh64

np = pytest.importorskip("numpy")
batches = pytest.importorskip("bloom_rs.batches", exc_type=ImportError)


def test_hashes_of_every_length() -> None:
    chance = random.Random(1)
    values = [chance.randbytes(length) for length in range(100) for _ in range(3)]
    chance.shuffle(values)
    low, high = batches.murmur3_x64_128(values)
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [murmur3_x64_128(value) for value in values]

    key = chance.getrandbits(128)
    low, high = batches.siphash13_128(values, key)
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [
        siphash13_128(value, key) for value in values
    ]

    seeds = [chance.choice([0, 2**64 - 1, chance.getrandbits(64)]) for _ in values]
    hashes = batches.xxh64(values, np.array(seeds, np.uint64))
    assert hashes.tolist() == [xxh64(value, seed) for value, seed in zip(values, seeds, strict=True)]


KEYED = "keyed:0fa00fa00fa00fa00fa00fa00fa00fff"


@pytest.mark.parametrize("scheme", ["mitz64", "spark2", "parquet", "datasketches:-1", KEYED])
def test_bits_and_answers(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloom_rs.filter._AT_ONCE", 4000)
    chance = random.Random(2)
    values = [chance.randbytes(chance.randrange(60)) for _ in range(10_000)]  # more than two batches
    at_once, one_by_one = Bloom(10_000, scheme=scheme), Bloom(10_000, scheme=scheme)
    at_once.update(values)
    for value in values:
        one_by_one.add(value)
    assert at_once == one_by_one
    absent = [struct.pack("<Q", number) for number in range(10_000)]
    assert at_once.contains_each(values[:9] + absent) == [value in at_once for value in values[:9] + absent]


def test_none_at_all() -> None:
    seen = Bloom(10)
    seen.update([])
    assert seen.contains_each([]) == []
    assert seen == Bloom(10)
