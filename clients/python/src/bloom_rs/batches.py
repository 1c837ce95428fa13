"""Many values at a time, with numpy: for filters of scheme 1."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Words: TypeAlias = NDArray[np.uint64]


def insert(data: bytearray, start: int, bits: int, hashes: int, values: Sequence[bytes]) -> None:
    """Sets the bits of all values in the bitmap that begins at `start`."""
    bitmap = np.frombuffer(data, np.uint8, offset=start)
    for at in _positions(values, bits, hashes):
        np.bitwise_or.at(bitmap, at >> 3, np.uint8(1) << (at & 7).astype(np.uint8))


def test(data: bytearray, start: int, bits: int, hashes: int, values: Sequence[bytes]) -> list[bool]:
    """Whether all bits of each value are set."""
    bitmap = np.frombuffer(data, np.uint8, offset=start)
    found = np.ones(len(values), np.uint8)
    for at in _positions(values, bits, hashes):
        found &= bitmap[at >> 3] >> (at & 7).astype(np.uint8)
    return [bool(bit) for bit in (found & 1).tolist()]


def _positions(values: Sequence[bytes], bits: int, hashes: int) -> Iterator[NDArray[np.int64]]:
    """The first position of each value, then the second of each, and so on."""
    total, step = murmur3_x64_128(values)
    for _ in range(hashes):
        yield ((total & np.uint64(2**63 - 1)) % np.uint64(bits)).astype(np.int64)
        total = total + step


def murmur3_x64_128(values: Sequence[bytes]) -> tuple[_Words, _Words]:
    """The low and the high halves of MurmurHash3 x64 128 of each value, with seed 0."""
    low, high = np.empty((2, len(values)), np.uint64)
    by_blocks: defaultdict[int, list[int]] = defaultdict(list)
    for number, value in enumerate(values):
        by_blocks[(len(value) + 15) // 16].append(number)
    for blocks, numbers in by_blocks.items():
        # Zeros mix to zero, so a padded tail equals the reference's.
        padded = b"".join([values[number].ljust(16 * blocks, b"\0") for number in numbers])
        words = np.frombuffer(padded, "<u8").astype(np.uint64).reshape(len(numbers), 2 * blocks)
        lengths = np.array([len(values[number]) for number in numbers], np.uint64)
        low[numbers], high[numbers] = _of_equal_blocks(words, lengths)
    return low, high


def _of_equal_blocks(words: _Words, lengths: _Words) -> tuple[_Words, _Words]:
    c1, c2 = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)
    h1, h2 = np.zeros((2, len(words)), np.uint64)
    blocks = words.shape[1] // 2
    for block in range(blocks):
        h1 ^= _rotl(words[:, 2 * block] * c1, 31) * c2
        new1 = (_rotl(h1, 27) + h2) * np.uint64(5) + np.uint64(0x52DCE729)
        mixed2 = h2 ^ _rotl(words[:, 2 * block + 1] * c2, 33) * c1
        new2 = (_rotl(mixed2, 31) + new1) * np.uint64(5) + np.uint64(0x38495AB5)
        if block + 1 < blocks:
            h1, h2 = new1, new2
        else:  # a tail is mixed in, but not a whole block
            whole = lengths % np.uint64(16) == 0
            h1, h2 = np.where(whole, new1, h1), np.where(whole, new2, mixed2)
    h1 = h1 ^ lengths
    h2 = h2 ^ lengths
    h1 = h1 + h2
    h2 = h2 + h1
    h1, h2 = _fmix(h1), _fmix(h2)
    h1 = h1 + h2
    return h1, h2 + h1


def _rotl(x: _Words, by: int) -> _Words:
    return x << np.uint64(by) | x >> np.uint64(64 - by)


def _fmix(x: _Words) -> _Words:
    x = (x ^ x >> np.uint64(33)) * np.uint64(0xFF51AFD7ED558CCD)
    x = (x ^ x >> np.uint64(33)) * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ x >> np.uint64(33)
