"""Schemes: how canonical bytes become positions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from bloom_rs import blocks
from bloom_rs.hashes import M32, M63, M64, murmur3_x64_128, siphash13_128, spark_murmur3_x86_32, xxh64


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
    PARQUET = 5
    """Parquet's split blocks."""
    DATASKETCHES = 6
    """DataSketches' BloomFilter."""
    KEYED = 7
    """SipHash with a key, for values that strangers choose."""

    @property
    def most_bits(self) -> int:
        """The largest new filter: from 32 bits come too few different positions for more."""
        return 2**29 if self in (Scheme.MITZ32, Scheme.SPARK1) else 2**63

    def takes_seed(self, seed: int) -> bool:
        """Whether filters may have this seed, of which a key is one."""
        widths = {Scheme.SPARK2: 32, Scheme.DATASKETCHES: 64, Scheme.KEYED: 128}
        return seed >> widths.get(self, 0) == 0

    def has_size(self, bits: int, hashes: int) -> bool:
        """Whether filters may have this size, which is a possible one of some scheme."""
        return self is not Scheme.PARQUET or (bits % blocks.BLOCK_BITS == 0 and hashes == blocks.BLOCK_HASHES)


@dataclass(frozen=True)
class Choice:
    """What a user asks for when a filter is made."""

    scheme: Scheme
    seed: int = field(repr=False)  # it may be a key
    int4: bool = False
    """Whether integers are hashed as four bytes."""
    pow2: bool = False
    """Whether the number of bits is a power of two."""

    @classmethod
    def of(cls, wanted: Scheme | str) -> "Choice":
        """The choice of a scheme, or of what is written in SQL: its name, a seed or key, `int4` and `pow2`.

        Raises:
            ValueError: no such scheme, no such option of it, or no key. It shows no part of the text, which
                may be a key.
        """
        name = wanted.name.lower() if isinstance(wanted, Scheme) else wanted
        label = re.split("[: ]", name, maxsplit=1)[0]
        scheme = Scheme.__members__.get(label.upper()) if label.islower() else None
        if scheme is None:
            raise ValueError("unknown hash scheme")  # which is not shown, as it may be a key
        parts = re.fullmatch(r"(?::([^ ]*))?( int4)?( pow2)?", name[len(label) :])
        given, int4, pow2 = parts.groups() if parts else (None, None, None)
        if (
            (not parts and scheme is not Scheme.KEYED)
            or (given is not None and scheme not in (Scheme.DATASKETCHES, Scheme.KEYED))
            or (int4 and scheme not in (Scheme.MITZ64, Scheme.MITZ32, Scheme.PARQUET))
            or (pow2 and scheme is not Scheme.PARQUET)
        ):
            raise _refused(scheme)
        return cls(scheme, _seed_of(scheme, given), bool(int4), bool(pow2))


def _refused(scheme: Scheme) -> ValueError:
    # Without the options, which may hold a key.
    return ValueError(f"invalid options for hash scheme {scheme.name.lower()}")


def _seed_of(scheme: Scheme, given: str | None) -> int:
    if scheme is Scheme.KEYED:
        if not re.fullmatch(r"[0-9a-fA-F]{32}", given or ""):
            raise ValueError('key must have 32 hexadecimal digits, as in "keyed:..." of bloom_keyed_scheme()')
        return int.from_bytes(bytes.fromhex(given or ""), "little")
    if scheme is not Scheme.DATASKETCHES:
        return 0
    if given is None:
        return 9001
    # Of 64 bits, signed, as Java writes it, or not.
    if not re.fullmatch(r"[-+]?[0-9]+", given) or not -(2**63) <= int(given) < 2**64:
        raise _refused(scheme)
    return int(given) & M64


def hash_value(scheme: Scheme, canonical: bytes, seed: int) -> tuple[int, int]:
    """The words h1 and h2 of a value, of which the sums h1 + i * h2 are made; of blocks h1 alone."""
    if scheme is Scheme.MITZ64:
        return murmur3_x64_128(canonical, seed)
    if scheme is Scheme.KEYED:
        return siphash13_128(canonical, seed)
    if scheme is Scheme.PARQUET:
        return xxh64(canonical, 0), 0
    if scheme is Scheme.DATASKETCHES:
        first = xxh64(canonical, seed)
        step = xxh64(canonical, first)
        return first + step & M64, step
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
    if scheme is Scheme.PARQUET:
        return blocks.positions(h1, bits)
    sums = range(h1, h1 + hashes * h2, h2) if h2 else (h1,)
    if scheme in (Scheme.MITZ64, Scheme.KEYED):
        return ((total & M63) % bits for total in sums)
    if scheme is Scheme.DATASKETCHES:
        return (((total & M64) >> 1) % bits for total in sums)
    word, sign = (M64, 63) if scheme is Scheme.SPARK2 else (M32, 31)
    # The sign of the lower 32 or 64 bits says whether all of them are inverted.
    return ((total & word ^ -(total >> sign & 1) & word) % bits for total in sums)


def _signed32(word: int) -> int:
    return word - 2**32 if word >> 31 else word
