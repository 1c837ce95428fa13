"""Reads the filters of a file, which is of unknown origin.

What the footer says is not trusted: a filter is used only if its header is exactly that of a split-block
filter, everything fits into the file, and the statistics agree with it.
"""

import os
import re
import struct
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO, TypeVar

from pyarrow import parquet as pq

from bloom_rs.blocks import BLOCK_BITS
from bloom_rs.filter import Bloom
from bloom_rs.parquet.encodings import NULL, Encoding
from bloom_rs.parquet.footer import Struct, column_chunks
from bloom_rs.sizes import MOST_BITS

# Thrift's compact protocol. Field 1 is the length of the bitset. Fields 2 to 4 are unions whose member 1 is
# an empty struct: split blocks, XXH64, no compression.
_HEADER = re.compile(rb"\x15([\x80-\xff]{0,4}[\x00-\x7f])(?:\x1c\x1c\0\0){3}\0", re.DOTALL)
_HEADER_MOST = 19
_MAGIC = 4
_FOOTER_END = 8  # its length and the magic number
_WIDTHS = {"INT32": 4, "INT64": 8, "INT96": 12, "FLOAT": 4, "DOUBLE": 8}
_NUMBERS = {"INT32": "<i", "INT64": "<q", "FLOAT": "<f", "DOUBLE": "<d"}
_WHOLE = 12  # bytes of a text that no known writer truncates in statistics; hyparquet does so after 13 to 16

_T = TypeVar("_T")


class UnusableError(Exception):
    """A chunk has no filter, or none that can be trusted."""


class Filters:
    """The filters of a file."""

    def __init__(self, file: BinaryIO, footer: pq.FileMetaData) -> None:
        self._file = file
        end = file.seek(0, os.SEEK_END) - _FOOTER_END
        file.seek(end)
        (length,) = struct.unpack("<I", file.read(4))
        self._end = end - length
        """Where the footer begins."""
        self._left = self._end
        """Bytes that can be filters yet. Otherwise, many chunks could have the same large one."""
        # If columns are encrypted, a signature follows the footer.
        self._is_signed = length != footer.serialized_size
        self._is_legacy = _is_legacy(footer.metadata or {})

    def row_groups(self, numbers: Collection[int]) -> Iterator[dict[int, Struct]]:
        """Yields what the footer says about these columns of each row group.

        Raises:
            ValueError: the footer cannot be read.
        """
        self._file.seek(self._end)
        footer = self._file.read()
        return column_chunks(footer[:-_FOOTER_END], numbers)

    def of_chunk(self, chunk: Struct, column: pq.ColumnSchema, encoding: Encoding | None) -> Bloom:
        """Returns the filter of a column in a row group.

        Args:
            chunk: a ColumnChunk of the footer.
            column: the column.
            encoding: how it stores its values.

        Raises:
            UnusableError: there is none that can be trusted; it says why.
        """
        if encoding is None:
            raise UnusableError("filters of its type cannot be probed")
        if encoding == NULL:
            return encoding.filter_of(bytes(BLOCK_BITS // 8))
        if self._is_signed:
            raise UnusableError("the file is signed, and its columns may be encrypted")
        if _field(chunk, 1, bytes):
            raise UnusableError("it is in another file")
        metadata = _field(chunk, 3, dict) or {}
        offset = _field(metadata, 14, int)
        if offset is None:
            raise UnusableError("it has no filter")
        statistics = _Statistics(_field(metadata, 12, dict) or {}, column)
        if self._is_legacy and encoding.modern is not None and not statistics.begin_at(encoding.modern):
            raise UnusableError("its old dates may be of another calendar")
        bitset = self._bitset(offset, _field(metadata, 15, int))
        if bitset.count(0) == len(bitset) and statistics.nulls != _field(metadata, 5, int):
            raise UnusableError("its filter is empty")
        filter_ = encoding.filter_of(bitset)
        if not statistics.agree(filter_):
            raise UnusableError("its filter lacks its smallest or largest value")
        return filter_

    def _bitset(self, offset: int, promised: int | None) -> bytes:
        """Returns the bitset of the filter whose header is at `offset`, of the length in this header."""
        if not _MAGIC <= offset < self._end:
            raise UnusableError(f"its filter cannot be at offset {offset}")
        self._file.seek(offset)
        header = _HEADER.match(self._file.read(_HEADER_MOST))
        if not header:
            why = "its filter is encrypted, damaged, or of another algorithm, hash or compression"
            raise UnusableError(why)
        zigzag = sum((byte & 0x7F) << 7 * at for at, byte in enumerate(header[1]))
        length = zigzag >> 1
        if zigzag & 1 or not length or 8 * length % BLOCK_BITS or 8 * length > MOST_BITS:
            raise UnusableError("its filter has an impossible length")
        whole = header.end() + length
        if promised not in (None, whole) or offset + whole > self._end or whole > self._left:
            raise UnusableError(f"its filter of {length} bytes does not fit")
        self._left -= whole
        self._file.seek(offset + header.end())
        bitset = self._file.read(length)
        if len(bitset) != length:
            raise UnusableError("its filter is cut off")
        return bitset


def _is_legacy(keys: Mapping[bytes, bytes]) -> bool:
    """Whether Spark or Hive may have stored old dates by the Julian calendar, or by local mean time."""
    if b"writer.time.zone" in keys:  # Hive
        is_proleptic = keys.get(b"writer.date.proleptic") == b"true"
        return not is_proleptic or keys.get(b"writer.zone.conversion.legacy") == b"true"
    names = (b"org.apache.spark.legacyDateTime", b"org.apache.spark.legacyINT96")
    return any(name in keys for name in names) or keys.get(b"org.apache.spark.version", b"4") < b"3.1"


class _Statistics:
    """The statistics of a chunk, which detect filters of other values, such as those of a rewritten file."""

    def __init__(self, fields: Struct, column: pq.ColumnSchema) -> None:
        self._physical = column.physical_type
        self._width = _WIDTHS.get(self._physical, column.length)
        self.nulls = _field(fields, 3, int)
        """How many nulls the chunk has; None: not known."""
        self._smallest = self._whole(fields, 6, 2, 8)
        self._largest = self._whole(fields, 5, 1, 7)

    def _whole(self, fields: Struct, new: int, old: int, is_exact: int) -> bytes | None:
        """Returns a bound in plain encoding; None if there is none, or it may be truncated."""
        plain, exact = _field(fields, new, bytes), _field(fields, is_exact, bool)
        if plain is None:
            plain = _field(fields, old, bytes)
        if plain is None or exact is False:
            return None
        if self._physical == "BYTE_ARRAY":
            return plain if exact or len(plain) <= _WHOLE else None
        return plain if len(plain) == self._width else None

    def begin_at(self, number: float) -> bool:
        """Whether all numbers of the chunk are this one or larger ones; False if that is not known."""
        if self._smallest is None or self._physical not in ("INT32", "INT64"):
            return False
        (smallest,) = struct.unpack(_NUMBERS[self._physical], self._smallest)
        return bool(smallest >= number)

    def agree(self, filter_: Bloom) -> bool:
        """Whether a filter may hold the smallest and the largest value of the chunk."""
        return all(
            self._may_hold(filter_, bound) for bound in (self._smallest, self._largest) if bound is not None
        )

    def _may_hold(self, filter_: Bloom, bound: bytes) -> bool:
        if self._physical in ("FLOAT", "DOUBLE"):
            (number,) = struct.unpack(_NUMBERS[self._physical], bound)
            return number in filter_  # or the other zero, or another NaN
        return filter_._has(bound)


def _field(fields: Struct, number: int, kind: type[_T]) -> _T | None:
    """Returns a field of a struct; None if it has none of that kind."""
    value = fields.get(number)
    return value if isinstance(value, kind) and type(value) is kind else None  # True is no integer
