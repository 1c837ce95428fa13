"""Many values at a time, with numpy."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bloom_rs.blocks import BLOCK_BITS, SALTS
from bloom_rs.hashes import XXH64_PRIMES, sip_start
from bloom_rs.header import LENGTH, Header
from bloom_rs.schemes import Scheme

SCHEMES = frozenset({Scheme.MITZ64, Scheme.PARQUET, Scheme.DATASKETCHES, Scheme.KEYED})
"""Those that are done here; filters of the others are for other libraries."""

_Words: TypeAlias = NDArray[np.uint64]
_State: TypeAlias = tuple[_Words, _Words, _Words, _Words]


def insert(data: bytearray, header: Header, hashed: Sequence[bytes]) -> None:
    """Sets the bits of all values in a filter."""
    bitmap = np.frombuffer(data, np.uint8, offset=LENGTH)
    for at in _positions(header, hashed):
        np.bitwise_or.at(bitmap, at >> 3, np.uint8(1) << (at & 7).astype(np.uint8))


def test(data: bytearray, header: Header, hashed: Sequence[bytes]) -> list[bool]:
    """Whether all bits of each value are set in a filter."""
    bitmap = np.frombuffer(data, np.uint8, offset=LENGTH)
    found = np.ones(len(hashed), np.uint8)
    for at in _positions(header, hashed):
        found &= bitmap[at >> 3] >> (at & 7).astype(np.uint8)
    return [bool(bit) for bit in (found & 1).tolist()]


def _positions(header: Header, hashed: Sequence[bytes]) -> Iterator[NDArray[np.int64]]:
    """The first position of each value, then the second of each, and so on."""
    if header.scheme is Scheme.PARQUET:
        yield from _in_blocks(xxh64(hashed, np.zeros(len(hashed), np.uint64)), header.bits)
        return
    if header.scheme is Scheme.DATASKETCHES:
        first = xxh64(hashed, np.full(len(hashed), header.seed, np.uint64))
        step = xxh64(hashed, first)
        total = first + step
    elif header.scheme is Scheme.KEYED:
        total, step = siphash13_128(hashed, header.seed)
    else:
        total, step = murmur3_x64_128(hashed)
    shifts = header.scheme is Scheme.DATASKETCHES
    for _ in range(header.hashes):
        folded = total >> np.uint64(1) if shifts else total & np.uint64(2**63 - 1)
        yield (folded % np.uint64(header.bits)).astype(np.int64)
        total = total + step


def _in_blocks(hashes: _Words, bits: int) -> Iterator[NDArray[np.int64]]:
    high, low = hashes >> np.uint64(32), hashes & np.uint64(2**32 - 1)
    start = (high * np.uint64(bits // BLOCK_BITS) >> np.uint64(32)) * np.uint64(BLOCK_BITS)
    for word, salt in enumerate(SALTS):
        bit = (low * np.uint64(salt) & np.uint64(2**32 - 1)) >> np.uint64(27)
        yield (start + np.uint64(32 * word) + bit).astype(np.int64)


def murmur3_x64_128(values: Sequence[bytes]) -> tuple[_Words, _Words]:
    """The low and the high halves of MurmurHash3 x64 128 of each value, with seed 0."""
    low, high = np.empty((2, len(values)), np.uint64)
    for blocks, numbers in _by_length(values, lambda length: (length + 15) // 16).items():
        # Zeros mix to zero, so a padded tail equals the reference's.
        words = _words([values[number] for number in numbers], 2 * blocks)
        lengths = np.array([len(values[number]) for number in numbers], np.uint64)
        low[numbers], high[numbers] = _of_equal_blocks(words, lengths)
    return low, high


def _by_length(values: Sequence[bytes], parts: Callable[[int], int]) -> dict[int, list[int]]:
    """The numbers of the values of as many parts, by how many these are."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for number, value in enumerate(values):
        groups[parts(len(value))].append(number)
    return groups


def _words(values: Sequence[bytes], words: int) -> _Words:
    """The values as so many words each, with zeros after them."""
    padded = b"".join([value.ljust(8 * words, b"\0") for value in values])
    return np.frombuffer(padded, "<u8").astype(np.uint64).reshape(len(values), words)


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


def xxh64(values: Sequence[bytes], seeds: _Words) -> _Words:
    """XXH64 of each value, with a seed for each."""
    hashes = np.empty(len(values), np.uint64)
    for stripes, numbers in _by_length(values, lambda length: length // 32).items():
        words = _words([values[number] for number in numbers], 4 * stripes + 4)
        lengths = np.array([len(values[number]) for number in numbers], np.uint64)
        hashes[numbers] = _of_equal_stripes(words, lengths, seeds[numbers])
    return hashes


def _of_equal_stripes(words: _Words, lengths: _Words, seeds: _Words) -> _Words:
    p1, p2, p3, p4, p5 = (np.uint64(prime) for prime in XXH64_PRIMES)
    whole = words.shape[1] - 4
    if whole:
        lanes = [seeds + p2 + p1, seeds + p2, seeds, seeds - p1]
        for at in range(whole):
            lanes[at % 4] = _rotl(lanes[at % 4] + words[:, at] * p2, 31) * p1
        h = _rotl(lanes[0], 1) + _rotl(lanes[1], 7) + _rotl(lanes[2], 12) + _rotl(lanes[3], 18)
        for lane in lanes:
            h = (h ^ _rotl(lane * p2, 31) * p1) * p1 + p4
    else:
        h = seeds + p5
    h = h + lengths
    left = lengths % np.uint64(32)
    for at in range(3):
        mixed = _rotl(h ^ _rotl(words[:, whole + at] * p2, 31) * p1, 27) * p1 + p4
        h = np.where(left >= np.uint64(8 * at + 8), mixed, h)
    tail = words[np.arange(len(words)), whole + (left >> np.uint64(3)).astype(np.int64)]
    has_half = left & np.uint64(4) != 0
    h = np.where(has_half, _rotl(h ^ (tail & np.uint64(2**32 - 1)) * p1, 23) * p2 + p3, h)
    tail = np.where(has_half, tail >> np.uint64(32), tail)
    for at in range(3):
        mixed = _rotl(h ^ (tail >> np.uint64(8 * at) & np.uint64(0xFF)) * p5, 11) * p1
        h = np.where(left % np.uint64(4) > np.uint64(at), mixed, h)
    h = (h ^ h >> np.uint64(33)) * p2
    h = (h ^ h >> np.uint64(29)) * p3
    return h ^ h >> np.uint64(32)


def siphash13_128(values: Sequence[bytes], key: int) -> tuple[_Words, _Words]:
    """The two words of SipHash-1-3 of each value, with 128 bits of result."""
    first, second = np.empty((2, len(values)), np.uint64)
    for whole, numbers in _by_length(values, lambda length: length // 8).items():
        words = _words([values[number] for number in numbers], whole + 1)
        words[:, whole] |= np.array([len(values[number]) for number in numbers], np.uint64) << np.uint64(56)
        start: list[_Words] = [np.full(len(numbers), word, np.uint64) for word in sip_start(key)]
        v0, v1, v2, v3 = start
        for at in range(whole + 1):
            v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3 ^ words[:, at])
            v0 = v0 ^ words[:, at]
        v2 = v2 ^ np.uint64(0xEE)
        for _ in range(3):
            v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        first[numbers] = v0 ^ v1 ^ v2 ^ v3
        v1 = v1 ^ np.uint64(0xDD)
        for _ in range(3):
            v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        second[numbers] = v0 ^ v1 ^ v2 ^ v3
    return first, second


def _sip_round(v0: _Words, v1: _Words, v2: _Words, v3: _Words) -> _State:
    v0 = v0 + v1
    v1 = _rotl(v1, 13) ^ v0
    v2 = v2 + v3
    v3 = _rotl(v3, 16) ^ v2
    v0 = _rotl(v0, 32) + v3
    v3 = _rotl(v3, 21) ^ v0
    v2 = v2 + v1
    v1 = _rotl(v1, 17) ^ v2
    return v0, v1, _rotl(v2, 32), v3


def _rotl(x: _Words, by: int) -> _Words:
    return x << np.uint64(by) | x >> np.uint64(64 - by)


def _fmix(x: _Words) -> _Words:
    x = (x ^ x >> np.uint64(33)) * np.uint64(0xFF51AFD7ED558CCD)
    x = (x ^ x >> np.uint64(33)) * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ x >> np.uint64(33)
