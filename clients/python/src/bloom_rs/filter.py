"""A filter."""

import struct
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from bloom_rs.schemes import Scheme, hash_value, positions
from bloom_rs.sizes import MOST_BITS, size_for
from bloom_rs.values import Family, Value, canonical, held_as

try:
    from bloom_rs import batches
except ImportError:  # no numpy
    HAS_NUMPY = False
else:
    HAS_NUMPY = True

_HEADER = struct.Struct("<4s4B3IQQdI12s")
_HEADER_LEN = _HEADER.size
_NAMED = 1 << 31
_AT_ONCE = 1 << 16  # values that numpy gets at a time


class _Header(NamedTuple):
    """The header, as far as it differs from filter to filter."""

    scheme: Scheme
    family: Family
    hashes: int
    seed: int
    tag: int
    environment: int
    bits: int
    capacity: int
    fpp: float

    def pack(self) -> bytes:
        return _HEADER.pack(
            b"BLMF", 1, self.scheme, self.family, self.hashes, self.seed, self.tag & 0xFFFFFFFF,
            self.environment, self.bits, self.capacity, self.fpp, self.tag >> 32, bytes(12),
        )  # fmt: skip


class Bloom:
    """A value of the SQL type bloom.

    Args:
        capacity: distinct values to make room for.
        fpp: the false-positive rate when it holds that many.
        scheme: how it hashes; filters combine with those of the same scheme only.

    Raises:
        ValueError: see `size_for`; or more bits than the scheme has positions for.
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self, capacity: int, fpp: float = 0.01, scheme: Scheme = Scheme.MITZ64) -> None:
        size = size_for(capacity, fpp)
        if size.bits > scheme.most_bits:
            raise ValueError(f"{size.bits} bits are too many for {scheme.name.lower()}")
        header = _Header(scheme, Family.NONE, size.hashes, 0, 0, 0, size.bits, capacity, fpp)
        self._header = header
        self._data = bytearray(header.pack()) + bytes(size.bits // 8)

    @classmethod
    def of(cls, values: Iterable[Value], capacity: int | None = None, fpp: float = 0.01) -> "Bloom":
        """A filter of these values, as `bloom_agg(value, capacity, fpp)` makes it.

        Args:
            values: of one family all of them.
            capacity: distinct values to make room for; by default as many as there are.
            fpp: the false-positive rate when it holds that many.

        Raises:
            TypeError: see `add`.
            ValueError: see `size_for` and `add`.
        """
        if capacity is None:
            # Told apart as filters do: 1, 1.0 and True are three.
            known = {canonical(value): value for value in values}
            values, capacity = known.values(), max(len(known), 1)
        made = cls(capacity, fpp)
        made.update(values)
        return made

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview) -> "Bloom":
        """A filter of its bytes, which may come from anywhere: `f::bytea`, or the binary form of the type.

        Raises:
            ValueError: they are no filter of version 1 of the format.
        """
        made = cls.__new__(cls)
        made._data = bytearray(memoryview(data))
        made._header = header = _checked(made._data)
        if header.family is Family.NONE and made._data.count(0, _HEADER_LEN) != header.bits // 8:
            raise ValueError("invalid bloom filter: it has bits set but holds nothing")
        return made

    def __bytes__(self) -> bytes:
        return bytes(self._data)

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Bloom) else NotImplemented

    def __repr__(self) -> str:
        held = self.family.name.lower()
        return f"<Bloom of {held}, {self.bits} bits, {self.hashes} hashes, {self.scheme.name.lower()}>"

    @property
    def family(self) -> Family:
        """What it holds; NONE as long as it is empty."""
        return self._header.family

    @property
    def scheme(self) -> Scheme:
        """How it hashes."""
        return self._header.scheme

    @property
    def bits(self) -> int:
        """Number of bits."""
        return self._header.bits

    @property
    def hashes(self) -> int:
        """Positions for each value."""
        return self._header.hashes

    @property
    def capacity(self) -> int | None:
        """Distinct values it was made for; None: not known."""
        return self._header.capacity or None

    @property
    def fpp(self) -> float | None:
        """False-positive rate it was made for; None: it was sized in bits."""
        return self._header.fpp or None

    def __contains__(self, value: Value) -> bool:
        """Whether it may hold the value; False is certain.

        Raises:
            TypeError: it holds values of another family, so that False could be wrong.
            ValueError: an integer that is no bigint; text that is no UTF-8.
        """
        canonical_bytes = held_as(self.family, value)
        if canonical_bytes is None:
            return False
        data = self._data
        return all(data[_HEADER_LEN + (at >> 3)] >> (at & 7) & 1 for at in self._positions(canonical_bytes))

    def contains_each(self, values: Iterable[Value]) -> list[bool]:
        """Whether it may hold each of the values; many at a time are faster with numpy.

        Raises:
            TypeError: see `value in filter`.
            ValueError: see `value in filter`.
        """
        if not self._in_batches():
            return [value in self for value in values]
        answers: list[bool] = []
        for batch in _batches(values):
            held = [held_as(self.family, value) for value in batch]
            asked = [data or b"" for data in held]
            found = batches.test(self._data, _HEADER_LEN, self.bits, self.hashes, asked)
            answers.extend(answer and data is not None for answer, data in zip(found, held, strict=True))
        return answers

    def add(self, value: Value) -> None:
        """Adds a value; the first one decides what the filter holds.

        Raises:
            TypeError: it holds values of another family; or the type has no canonical bytes.
            ValueError: an integer that is no bigint, or not of four bytes where it must be; text that is no
                UTF-8.
        """
        canonical_bytes = self._to_add(value)
        self._become(value)
        for at in self._positions(canonical_bytes):
            self._data[_HEADER_LEN + at // 8] |= 1 << at % 8

    def update(self, values: Iterable[Value]) -> None:
        """Adds many values, faster with numpy. If one is refused, some before it may have been added.

        Raises:
            TypeError: see `add`.
            ValueError: see `add`.
        """
        if not self._in_batches():
            for value in values:
                self.add(value)
            return
        for batch in _batches(values):
            first = self._to_add(batch[0])
            self._become(batch[0])
            rest = (self._to_add(value) for value in islice(batch, 1, None))
            batches.insert(self._data, _HEADER_LEN, self.bits, self.hashes, [first, *rest])

    def _positions(self, canonical_bytes: bytes) -> Iterator[int]:
        header = self._header
        h1, h2 = hash_value(header.scheme, canonical_bytes, header.seed)
        return positions(header.scheme, h1, h2, header.bits, header.hashes)

    def _to_add(self, value: Value) -> bytes:
        canonical_bytes = held_as(self.family, value)
        if canonical_bytes is None:
            raise ValueError(f"{value!r} does not fit into four bytes")
        return canonical_bytes

    def _become(self, value: Value) -> None:
        """An empty filter takes the family of its first value."""
        if self.family is Family.NONE:
            self._header = self._header._replace(family=canonical(value)[0])
            self._data[:_HEADER_LEN] = self._header.pack()

    def _in_batches(self) -> bool:
        return HAS_NUMPY and self.scheme is Scheme.MITZ64


def _batches(values: Iterable[Value]) -> Iterator[list[Value]]:
    left = iter(values)
    while batch := list(islice(left, _AT_ONCE)):
        yield batch


def _checked(data: bytearray) -> _Header:
    """The header of a filter, if every rule for readers holds but the last, about its bits.

    Raises:
        ValueError: it does not.
    """

    def refuse(why: str) -> ValueError:
        return ValueError(f"invalid bloom filter: {why}")

    if len(data) < _HEADER_LEN:
        raise refuse(f"it has {len(data)} bytes, a header has {_HEADER_LEN}")
    (
        magic, version, scheme, family, hashes, seed, tag_low,
        environment, bits, capacity, fpp, tag_high, reserved,
    ) = _HEADER.unpack_from(data)  # fmt: skip
    if magic == b"BLMC":
        raise refuse("it is a counting filter, of which `::bloom` makes a plain one")
    if magic != b"BLMF" or version != 1:
        raise refuse(f"it begins with {magic!r}, version {version}")
    if scheme not in Scheme.__members__.values():
        raise refuse(f"unknown scheme {scheme}")
    if family not in Family.__members__.values():
        raise refuse(f"unknown family {family}")
    if seed != 0 and scheme != Scheme.SPARK2:
        raise refuse(f"seed {seed} with scheme {scheme}")
    tag = tag_low | tag_high << 32
    tagged = family in (Family.ENUM, Family.HASHED)
    if tagged != (tag != 0) or (tag_high and not tag_low & _NAMED):
        raise refuse(f"tag {tag} in family {family}")
    if environment and family != Family.HASHED:
        raise refuse(f"environment {environment} in family {family}")
    if hashes == 0 or bits == 0 or bits % 64 or bits > MOST_BITS:
        raise refuse(f"{bits} bits and {hashes} hashes are impossible")
    has_fpp = 0 < fpp < 1
    if not has_fpp and data[36:44] != bytes(8):
        raise refuse(f"false-positive rate {fpp}")
    if capacity >= 2**63 or (capacity and not has_fpp):
        raise refuse(f"capacity {capacity} with rate {fpp}")
    if reserved != bytes(12):
        raise refuse("a reserved byte is not zero")
    if len(data) != _HEADER_LEN + bits // 8:
        raise refuse(f"its header promises {_HEADER_LEN + bits // 8} bytes, it has {len(data)}")
    return _Header(Scheme(scheme), Family(family), hashes, seed, tag, environment, bits, capacity, fpp)
