"""Many filters of one size, asked all at once."""

import struct

from bloom_rs.header import LENGTH, Header
from bloom_rs.schemes import Scheme
from bloom_rs.sizes import MOST_BITS
from bloom_rs.values import Family, Value

_FORM = struct.Struct(f"<4sB3sQQ{LENGTH}sI")


class Matrix:
    """A value of the SQL type bloom_matrix, which `bloom_matrix_agg(filter, key)` makes, to be asked here."""

    __hash__ = None  # type: ignore[assignment]  # equal by its bytes, which may be many

    _data: bytes
    _header: Header
    _rows_at: int
    _row: int
    """Bytes of a row: a bit for each column, in whole words."""

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview) -> "Matrix":
        """A matrix of its bytes, from anywhere: `matrix::bytea`, or the binary form of the type.

        Raises:
            ValueError: they are no matrix of version 1 of the format.
        """
        made = cls.__new__(cls)
        made._data = data = bytes(memoryview(data))
        made._header, columns = _read(data)
        made._rows_at = _FORM.size + 8 * columns
        made._row = (columns + 63) // 64 * 8
        promised = made._rows_at + made._header.bits * made._row
        if len(data) != promised:
            raise _refusal(f"its header promises {promised} bytes, but it has {len(data)}")
        if made.family is Family.NONE and data.count(0, made._rows_at) != promised - made._rows_at:
            raise _refusal("it has bits set but holds nothing")
        for at in range(columns // 8, made._row):
            possible = bytes(range(1 << (columns % 8))) if at == columns // 8 else b"\0"
            if data[made._rows_at + at :: made._row].translate(None, possible):
                raise _refusal("it has bits set beyond its last column")
        return made

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Matrix) else NotImplemented

    def __len__(self) -> int:
        """How many filters it has."""
        return (self._rows_at - _FORM.size) // 8

    def __repr__(self) -> str:
        held, scheme = self.family.name.lower(), self.scheme.name.lower()
        return f"<Matrix of {len(self)} filters of {held}, {self._header.bits} bits each, {scheme}>"

    @property
    def family(self) -> Family:
        """What its filters hold; NONE if they are empty."""
        return self._header.family

    @property
    def scheme(self) -> Scheme:
        """How its filters hash."""
        return self._header.scheme

    @property
    def keys(self) -> list[int]:
        """The key of each filter."""
        return list(struct.unpack_from(f"<{len(self)}q", self._data, _FORM.size))

    def search(self, value: Value) -> list[int]:
        """The keys of the filters that may hold the value, in their order; the others certainly do not.

        Raises:
            TypeError: the filters hold values of another family, so that an empty list could be wrong.
            ValueError: an integer that is no bigint; text that is no UTF-8.
        """
        hashed = self._header.hashed(value)
        if hashed is None:
            return []
        found = self._columns(hashed)
        for twin in self._header.twins(hashed):
            found |= self._columns(twin)
        keys: list[int] = []
        while found:
            column = (found & -found).bit_length() - 1
            keys += struct.unpack_from("<q", self._data, _FORM.size + 8 * column)
            found &= found - 1
        return keys

    def _columns(self, hashed: bytes) -> int:
        """A number with a bit for each filter that has all bits of a value."""
        found = (1 << len(self)) - 1
        for position in self._header.positions(hashed):
            start = self._rows_at + position * self._row
            found &= int.from_bytes(self._data[start : start + self._row], "little")
            if not found:
                break
        return found


def _read(data: bytes) -> tuple[Header, int]:
    """The header of the filters, and how many these are.

    Raises:
        ValueError: a rule for readers of what comes before the keys does not hold.
    """
    if len(data) < _FORM.size:
        raise _refusal(f"it has {len(data)} bytes, but a header has {_FORM.size}")
    magic, version, reserved, columns, parts, filters, reserved_too = _FORM.unpack_from(data)
    if magic != b"BLMX" or version != 1:
        raise _refusal(f"it begins with {magic!r}, version {version}")
    if reserved != bytes(3) or reserved_too:
        raise _refusal("a reserved byte is not zero")
    header = Header.read(filters)
    if not 0 < columns <= 64 * ((2**30 - 93) // (8 * header.bits + 512)):
        raise _refusal(f"{columns} columns of {header.bits} bits are impossible")
    if not 0 < parts <= MOST_BITS // header.bits:
        raise _refusal(f"{parts} parts of {header.bits} bits are impossible")
    return header, columns


def _refusal(why: str) -> ValueError:
    return ValueError(f"invalid Bloom matrix: {why}")
