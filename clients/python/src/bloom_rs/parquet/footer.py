"""Reads the column chunks of a footer.

pyarrow does not tell whether statistics are truncated, and it aborts the process when it is asked for some
that are too short, or for encrypted columns. So only the schema comes from there.
"""

from collections.abc import Collection, Iterator
from typing import TypeAlias

Struct: TypeAlias = dict[int, object]
"""The fields of a struct by their numbers in parquet.thrift, of whatever type a file has there."""

_ROW_GROUPS = 4  # of FileMetaData
_COLUMNS = 1  # of RowGroup
_MOST_LEVELS = 16  # of structs and lists in each other


def column_chunks(footer: bytes, numbers: Collection[int]) -> Iterator[dict[int, Struct]]:
    """Yields the ColumnChunks with these numbers of each row group.

    Raises:
        ValueError: the footer cannot be read.
    """
    reader = _Compact(footer)
    try:
        for field, kind in reader.fields():
            if field != _ROW_GROUPS:
                reader.value(kind)
                continue
            for _ in reader.items():
                yield _row_group(reader, numbers)
    except IndexError:
        raise ValueError("the footer is cut off") from None


def _row_group(reader: "_Compact", numbers: Collection[int]) -> dict[int, Struct]:
    found: dict[int, Struct] = {}
    for field, kind in reader.fields():
        if field != _COLUMNS:
            reader.value(kind)
            continue
        for number, item in enumerate(reader.items()):
            chunk = reader.item(item)
            if number in numbers and isinstance(chunk, dict):
                found[number] = chunk
    return found


class _Compact:
    """Thrift's compact protocol. Reading beyond the end is an IndexError."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._level = 0

    def fields(self) -> Iterator[tuple[int, int]]:
        """Yields the number and the kind of each field of a struct; the caller reads its value."""
        field = 0
        while header := self._byte():
            field = field + (header >> 4) if header >> 4 else self._zigzag()
            yield field, header & 15

    def items(self) -> Iterator[int]:
        """Yields the kind of each item of a list; the caller reads the item, which has a byte at least."""
        header = self._byte()
        size = header >> 4 if header >> 4 < 15 else self._varint()
        for _ in range(size):
            yield header & 15

    def item(self, kind: int) -> object:
        """Returns an item of a list, where a boolean has a byte of its own."""
        return self._byte() == 1 if kind in (1, 2) else self.value(kind)

    def value(self, kind: int) -> object:
        """Returns the value of a field."""
        if kind in (4, 5, 6):
            return self._zigzag()
        if kind in (1, 2):
            return kind == 1
        if kind == 8:
            return self._bytes(self._varint())
        if kind in (3, 7, 13):  # a byte, a double, a UUID
            return self._bytes({3: 1, 7: 8, 13: 16}[kind])
        self._level += 1
        if self._level > _MOST_LEVELS:
            raise ValueError("the footer has too many levels")
        made: object
        if kind in (9, 10):
            made = [self.item(own) for own in self.items()]
        elif kind == 12:
            made = {field: self.value(own) for field, own in self.fields()}
        else:
            raise ValueError(f"the footer has a value of kind {kind}")
        self._level -= 1
        return made

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, length: int) -> bytes:
        start = self._at
        self._at += length
        if self._at > len(self._data):
            raise IndexError
        return self._data[start : self._at]

    def _varint(self) -> int:
        number = shift = 0
        for at in range(self._at, self._at + 10):  # the most bytes of 64 bits
            byte = self._data[at]
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                self._at = at + 1
                return number
            shift += 7
        raise ValueError("the footer has a number of more than 64 bits")

    def _zigzag(self) -> int:
        number = self._varint()
        return number >> 1 ^ -(number & 1)
