"""What numpy does, against what Python does."""

import random
import struct

import pytest

from bloom_rs import Bloom
from bloom_rs.hashes import murmur3_x64_128

batches = pytest.importorskip("bloom_rs.batches", exc_type=ImportError)


def test_hashes_of_every_length() -> None:
    chance = random.Random(1)
    values = [chance.randbytes(length) for length in range(100) for _ in range(3)]
    chance.shuffle(values)
    low, high = batches.murmur3_x64_128(values)
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == [murmur3_x64_128(value) for value in values]


def test_bits_and_answers() -> None:
    chance = random.Random(2)
    values = [chance.randbytes(chance.randrange(60)) for _ in range(100_000)]  # more than one batch
    at_once, one_by_one = Bloom(100_000), Bloom(100_000)
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
