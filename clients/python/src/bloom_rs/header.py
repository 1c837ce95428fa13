"""The 60 bytes before the bits: what a filter holds, how it hashes that, and how large it is."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from bloom_rs import plain
from bloom_rs.schemes import Scheme, hash_value, positions
from bloom_rs.sizes import MOST_BITS
from bloom_rs.values import INFINITE, Family, Value, canonical, held_as

_FORM = struct.Struct("<4s4B3IQQdI12s")
LENGTH = _FORM.size
_NAMED = 1 << 31


class Header(NamedTuple):
    """A header, as far as it differs from filter to filter."""

    scheme: Scheme
    family: Family
    hashes: int
    seed: int
    tag: int
    environment: int
    bits: int
    capacity: int
    fpp: float

    def __repr__(self) -> str:
        # Without the seed, which may be a key.
        held, scheme = self.family.name.lower(), self.scheme.name.lower()
        return f"<Header of {held}, {self.bits} bits, {self.hashes} hashes, {scheme}>"

    def pack(self) -> bytes:
        """Its bytes."""
        return _FORM.pack(
            b"BLMF", 1, self.scheme, self.family, self.hashes, self.seed & 0xFFFFFFFF,
            self.tag & 0xFFFFFFFF, self.environment, self.bits, self.capacity, self.fpp, self.tag >> 32,
            (self.seed >> 32).to_bytes(12, "little"),
        )  # fmt: skip

    @classmethod
    def read(cls, data: bytes | bytearray) -> "Header":
        """The header at the start of the bytes, if every rule for readers holds but those of what follows it.

        Raises:
            ValueError: it does not.
        """
        if len(data) < LENGTH:
            raise refusal(f"it has {len(data)} bytes, but a header has {LENGTH}")
        (
            magic, version, scheme, family, hashes, seed_low, tag_low,
            environment, bits, capacity, fpp, tag_high, seed_high,
        ) = _FORM.unpack_from(data)  # fmt: skip
        if magic == b"BLMC":
            raise refusal("it is a counting filter; cast it to bloom in SQL: f::bloom")
        if magic != b"BLMF" or version != 1:
            raise refusal(f"it begins with {magic!r}, version {version}")
        if scheme not in Scheme.__members__.values():
            raise refusal(f"unknown scheme {scheme}")
        scheme = Scheme(scheme)
        if family not in Family.__members__.values():
            raise refusal(f"unknown family {family}")
        seed = seed_low | int.from_bytes(seed_high, "little") << 32
        if not scheme.takes_seed(seed):
            raise refusal(f"scheme {scheme} has no such seed")
        tag = tag_low | tag_high << 32
        tagged = family in (Family.ENUM, Family.HASHED)
        if tagged != (tag != 0) or (tag_high and not tag_low & _NAMED):
            raise refusal(f"element family {family} cannot have tag {tag}")
        if environment and family != Family.HASHED:
            raise refusal(f"element family {family} cannot have environment {environment}")
        possible = hashes > 0 and bits % 64 == 0 and 0 < bits <= MOST_BITS
        if not possible or not scheme.has_size(bits, hashes):
            raise refusal(f"{bits} bits and {hashes} hashes are impossible in scheme {scheme}")
        has_fpp = 0 < fpp < 1
        if not has_fpp and data[36:44] != bytes(8):
            raise refusal(f"{fpp} is not a valid false-positive rate")
        if capacity >= 2**63 or (capacity and not has_fpp):
            raise refusal(f"its header has capacity {capacity} but false-positive rate {fpp}")
        return cls(scheme, Family(family), hashes, seed, tag, environment, bits, capacity, fpp)

    def hashed(self, value: Value) -> bytes | None:
        """The bytes that are hashed of a value; None if the filter certainly does not hold it.

        Raises:
            TypeError: the filter does not hold such values, so that "no" could be wrong.
            ValueError: see `canonical`.
        """
        data = held_as(self.family, value)
        if data is None or self.scheme is not Scheme.PARQUET:
            return data
        return plain.encode(self.family or canonical(value)[0], data)

    def positions(self, hashed: bytes) -> Iterator[int]:
        """The positions of the bits of a value."""
        h1, h2 = hash_value(self.scheme, hashed, self.seed)
        return positions(self.scheme, h1, h2, self.bits, self.hashes)

    @property
    def has_twins(self) -> bool:
        """Whether equal values may be hashed otherwise; see `twins`."""
        times = (Family.DATE, Family.TIMESTAMP, Family.TIMESTAMPTZ)
        numbers = (Family.DOUBLE_PRECISION, Family.FLOAT4)
        return self.family in times or (self.scheme is Scheme.PARQUET and self.family in numbers)

    def twins(self, hashed: bytes) -> tuple[bytes, ...]:
        """What else is hashed of an equal value: in filters of others, and of infinity as Python has it."""
        if self.scheme is Scheme.PARQUET:
            return plain.twins(self.family, hashed)
        infinite = INFINITE.get((self.family, hashed))
        return () if infinite is None else (infinite,)


def refusal(why: str) -> ValueError:
    """The error of bytes that are no filter."""
    return ValueError(f"invalid Bloom filter: {why}")
