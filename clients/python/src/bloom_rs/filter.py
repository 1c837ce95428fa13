"""A filter."""

from collections.abc import Iterable, Iterator
from itertools import islice

from bloom_rs.header import LENGTH, Header, refusal
from bloom_rs.schemes import Choice, Scheme
from bloom_rs.sizes import chosen_size
from bloom_rs.values import Family, Value, canonical

try:
    from bloom_rs import batches
except ImportError:  # no numpy
    HAS_NUMPY = False
else:
    HAS_NUMPY = True

_AT_ONCE = 1 << 16  # values that numpy gets at a time


class Bloom:
    """A value of the SQL type bloom.

    Args:
        capacity: distinct values to make room for.
        fpp: the false-positive rate when it holds that many.
        scheme: how it hashes; filters combine with those of the same scheme and seed only. A `str` is what is
            written in SQL: "keyed:..." with the key, "datasketches:7", "parquet pow2", "mitz64 int4".

    Raises:
        ValueError: see `size_for`.
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self, capacity: int, fpp: float = 0.01, scheme: Scheme | str = Scheme.MITZ64) -> None:
        choice = Choice.of(scheme)
        bits, hashes = chosen_size(capacity, fpp, choice)
        family = Family.INT4 if choice.int4 else Family.NONE
        self._header = Header(choice.scheme, family, hashes, choice.seed, 0, 0, bits, capacity, fpp)
        self._data = bytearray(self._header.pack()) + bytes(bits // 8)

    @classmethod
    def of(
        cls,
        values: Iterable[Value],
        capacity: int | None = None,
        fpp: float = 0.01,
        scheme: Scheme | str = Scheme.MITZ64,
    ) -> "Bloom":
        """A filter of these values, as `bloom_agg(value, capacity, fpp, scheme)` makes it.

        Args:
            values: of one family all of them.
            capacity: distinct values to make room for; by default as many as there are.
            fpp: the false-positive rate when it holds that many.
            scheme: how it hashes, see `Bloom`.

        Raises:
            TypeError: see `add`.
            ValueError: see `size_for` and `add`.
        """
        if capacity is None:
            # Told apart as filters do: 1, 1.0 and True are three.
            known = {canonical(value): value for value in values}
            values, capacity = known.values(), max(len(known), 1)
        made = cls(capacity, fpp, scheme)
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
        made._header = header = Header.read(made._data)
        promised = LENGTH + header.bits // 8
        if len(made._data) != promised:
            raise refusal(f"its header promises {promised} bytes, but it has {len(made._data)}")
        if header.family is Family.NONE and made._data.count(0, LENGTH) != header.bits // 8:
            raise refusal("it has bits set but holds nothing")
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
        hashed = self._header.hashed(value)
        return hashed is not None and (self._has(hashed) or self._has_twin(hashed))

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
            hashed = [self._header.hashed(value) for value in batch]
            found = batches.test(self._data, self._header, [data or b"" for data in hashed])
            if self._header.has_twins:
                found = [
                    answer or self._has_twin(data or b"") for answer, data in zip(found, hashed, strict=True)
                ]
            answers.extend(answer and data is not None for answer, data in zip(found, hashed, strict=True))
        return answers

    def add(self, value: Value) -> None:
        """Adds a value; the first one decides what the filter holds.

        Raises:
            TypeError: it holds values of another family; or the type has no canonical bytes.
            ValueError: an integer that is no bigint, or a number that must be of four bytes and is not; text
                that is no UTF-8.
        """
        hashed = self._to_add(value)
        self._become(value)
        for at in self._header.positions(hashed):
            self._data[LENGTH + at // 8] |= 1 << at % 8

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
            batches.insert(self._data, self._header, [first, *rest])

    def _has(self, hashed: bytes) -> bool:
        data = self._data
        return all(data[LENGTH + (at >> 3)] >> (at & 7) & 1 for at in self._header.positions(hashed))

    def _has_twin(self, hashed: bytes) -> bool:
        return any(map(self._has, self._header.twins(hashed)))

    def _to_add(self, value: Value) -> bytes:
        hashed = self._header.hashed(value)
        if hashed is None:
            raise ValueError(f"{value!r} does not fit into four bytes")
        return hashed

    def _become(self, value: Value) -> None:
        """An empty filter takes the family of its first value."""
        if self.family is Family.NONE:
            self._header = self._header._replace(family=canonical(value)[0])
            self._data[:LENGTH] = self._header.pack()

    def _in_batches(self) -> bool:
        return HAS_NUMPY and self.scheme in batches.SCHEMES


def _batches(values: Iterable[Value]) -> Iterator[list[Value]]:
    left = iter(values)
    while batch := list(islice(left, _AT_ONCE)):
        yield batch
