"""Schemes: how canonical bytes become positions."""

from collections.abc import Iterator
from enum import IntEnum

from bloom_rs.hashes import M32, M63, M64, murmur3_x64_128, spark_murmur3_x86_32


class Scheme(IntEnum):
    """A way to hash; the numbers are those of the format."""

    MITZ64 = 1
    """Guava's MURMUR128_MITZ_64, which filters have unless another is asked for."""
    MITZ32 = 2
    """Guava's MURMUR128_MITZ_32."""
    SPARK1 = 3
    """Spark's BloomFilter of version 1."""
    SPARK2 = 4
    """Spark's BloomFilter of version 2."""

    @property
    def most_bits(self) -> int:
        """The largest new filter: from 32 bits come too few different positions for more."""
        return 2**29 if self in (Scheme.MITZ32, Scheme.SPARK1) else 2**63


def hash_value(scheme: Scheme, canonical: bytes, seed: int) -> tuple[int, int]:
    """The words h1 and h2 of a value, of which the sums h1 + i * h2 are made."""
    if scheme is Scheme.MITZ64:
        return murmur3_x64_128(canonical, seed)
    if scheme is Scheme.MITZ32:
        low, _ = murmur3_x64_128(canonical, seed)
        return low + (low >> 32) & M32, low >> 32
    a = spark_murmur3_x86_32(canonical, seed)
    b = spark_murmur3_x86_32(canonical, a)
    if scheme is Scheme.SPARK1:
        return a + b & M32, b
    a, b = _signed32(a), _signed32(b)
    return a * 0x7FFFFFFF + b & M64, b & M64


def positions(scheme: Scheme, h1: int, h2: int, bits: int, hashes: int) -> Iterator[int]:
    """The positions of the bits of a value."""
    sums = range(h1, h1 + hashes * h2, h2) if h2 else (h1,)
    if scheme is Scheme.MITZ64:
        return ((total & M63) % bits for total in sums)
    word, sign = (M64, 63) if scheme is Scheme.SPARK2 else (M32, 31)
    # The sign of the lower 32 or 64 bits says whether all of them are inverted.
    return ((total & word ^ -(total >> sign & 1) & word) % bits for total in sums)


def _signed32(word: int) -> int:
    return word - 2**32 if word >> 31 else word
