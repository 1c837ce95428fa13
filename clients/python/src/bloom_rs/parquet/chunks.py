"""The Bloom filters of a Parquet file, one for each column in each row group.

pyarrow reads the footer. The filters are read here, and what the footer says about them is not trusted: a
filter is used only if its header is exactly that of a split-block filter and everything fits into the file.
"""

import json
import os
import re
import struct
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

from pyarrow import parquet as pq

from bloom_rs.blocks import BLOCK_BITS
from bloom_rs.filter import Bloom
from bloom_rs.parquet.encodings import ColumnValue, Encoding, check_not_null, encoding_of
from bloom_rs.sizes import MOST_BITS

Source: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A path, or an open file that can seek, such as those of pyarrow's file systems."""

# Thrift's compact protocol. Field 1 is the length of the bitset. Fields 2 to 4 are unions whose member 1 is
# an empty struct: split blocks, XXH64, no compression.
_HEADER = re.compile(rb"\x15([\x80-\xff]{0,4}[\x00-\x7f])(?:\x1c\x1c\0\0){3}\0", re.DOTALL)
_HEADER_MOST = 19
_MAGIC = 4
_FOOTER_END = 8  # its length and the magic number
_NUMBERS = {"INT32": "<i", "INT64": "<q"}


@dataclass(frozen=True)
class Chunk:
    """A column of a row group."""

    row_group: int
    """Number of the row group in the file, from 0."""
    column: str
    """Path of the column, such as "url" or "tags.list.element"."""
    encoding: Encoding | None
    """How the values are stored; None if filters of this column cannot be probed."""
    filter: Bloom | None
    """None: the chunk may contain every value."""
    why: str | None
    """Why there is no filter."""

    def may_contain(self, value: ColumnValue) -> bool:
        """Whether the chunk may contain the value; False is certain.

        Raises:
            TypeError: the column holds values of another type, so that False could be wrong; or it is None or
                pandas' NaT, as filters hold no nulls.
            ValueError: an integer that is no bigint; text that is no UTF-8.
        """
        check_not_null(value)
        if self.encoding is None:
            return True
        filter_ = self._filter_or_everything(self.encoding)
        probes = (self.encoding.probe(value), self.encoding.infinite(value))
        return any(probe is not None and probe in filter_ for probe in probes)

    def copy_line(self, file: str) -> str:
        """Returns the line of the chunk for `COPY row_groups FROM STDIN`.

        Raises:
            ValueError: filters of the column cannot be probed.
        """
        if self.encoding is None:
            raise ValueError(f"{file}: {self.column}: {self.why}")
        data = b64encode(bytes(self._filter_or_everything(self.encoding))).decode()
        return f"{file.translate(_ESCAPES)}\t{self.row_group}\t{self.encoding.name}\t{data}\n"

    def _filter_or_everything(self, encoding: Encoding) -> Bloom:
        return encoding.everything() if self.filter is None else self.filter


_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def chunks(source: Source, columns: Iterable[str] | None = None) -> Iterator[Chunk]:
    """Yields the columns of each row group of a file, row group by row group.

    Args:
        source: the file.
        columns: paths of columns; by default all.

    Raises:
        OSError: the file cannot be read, or its footer is encrypted.
        ValueError: it is not a Parquet file, or a path names none of its columns, or several.
    """
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield from _chunks(file, columns)
    else:
        yield from _chunks(source, columns)


def copy_lines(column: str, paths: Iterable[str | os.PathLike[str]]) -> Iterator[str]:
    """Yields the lines for `COPY row_groups FROM STDIN (HEADER match)`: a header, and one for each row group.

    The columns are file, row_group, encoding and f. If a row group has no filter, f may contain everything,
    so that no query needs a condition of its own for it.

    Args:
        column: path of a column.
        paths: the files, which all have it.

    Raises:
        OSError: see `chunks`.
        ValueError: see `chunks`; filters of the column cannot be probed; or the files store it in several
            ways, so that one probe would miss values.
    """
    yield "file\trow_group\tencoding\tf\n"
    encoding: Encoding | None = None
    for path in paths:
        file = os.fspath(path)
        for chunk in chunks(file, [column]):
            encoding = encoding or chunk.encoding
            if encoding and chunk.encoding and encoding != chunk.encoding:
                message = f"{file}: {column} is {chunk.encoding.name}, but {encoding.name} in earlier files"
                raise ValueError(message)
            yield chunk.copy_line(file)


def _chunks(file: BinaryIO, columns: Iterable[str] | None) -> Iterator[Chunk]:
    footer = pq.read_metadata(file)
    end = file.seek(0, os.SEEK_END) - _FOOTER_END
    file.seek(end)
    (length,) = struct.unpack("<I", file.read(4))
    # If columns are encrypted, a signature follows the footer. pyarrow aborts when it is asked for them.
    is_signed = length != footer.serialized_size
    paths = [footer.schema.column(number).path for number in range(footer.num_columns)]
    numbers = range(len(paths)) if columns is None else [_number(paths, column) for column in columns]
    encodings = {number: _encoding(footer.schema.column(number)) for number in numbers}
    for row_group in range(footer.num_row_groups):
        for number, encoding in encodings.items():
            filter_, why = None, None
            try:
                if encoding is None:
                    raise _UnusableError("filters of its type cannot be probed")
                if is_signed:
                    raise _UnusableError("the file is signed, and its columns may be encrypted")
                filter_ = _filter(file, end - length, footer.row_group(row_group).column(number), encoding)
            except _UnusableError as error:
                why = str(error)
            yield Chunk(row_group, paths[number], encoding, filter_, why)


class _UnusableError(Exception):
    """A chunk has no filter, or none that can be trusted."""


def _number(paths: list[str], column: str) -> int:
    if paths.count(column) != 1:
        raise ValueError(f"{paths.count(column)} columns have the path {column!r}; the paths are {paths}")
    return paths.index(column)


def _encoding(column: pq.ColumnSchema) -> Encoding | None:
    return encoding_of(column.physical_type, json.loads(column.logical_type.to_json()), column.length)


def _filter(file: BinaryIO, end: int, chunk: pq.ColumnChunkMetaData, encoding: Encoding) -> Bloom:
    """Returns the filter of a chunk in a file whose footer begins at `end`."""
    if chunk.file_path:
        raise _UnusableError("it is in another file")
    if chunk.bloom_filter_offset is None:
        raise _UnusableError("it has no filter")
    filter_ = encoding.filter_of(_bitset(file, end, chunk.bloom_filter_offset, chunk.bloom_filter_length))
    # Detects filters of other values, for example those of a file before it was rewritten.
    form, statistics = _NUMBERS.get(chunk.physical_type), chunk.statistics
    if form and statistics is not None and statistics.has_min_max:
        bounds = (struct.pack(form, bound) for bound in (statistics.min_raw, statistics.max_raw))
        if not all(map(filter_._has, bounds)):
            raise _UnusableError("its filter lacks its smallest or largest value")
    return filter_


def _bitset(file: BinaryIO, end: int, offset: int, promised: int | None) -> bytes:
    """Returns the bitset of the filter whose header is at `offset`, of the length that this header has."""
    if not _MAGIC <= offset < end:
        raise _UnusableError(f"its filter cannot be at offset {offset}")
    file.seek(offset)
    header = _HEADER.match(file.read(_HEADER_MOST))
    if not header:
        raise _UnusableError("its filter is encrypted, damaged, or of another algorithm, hash or compression")
    zigzag = sum((byte & 0x7F) << 7 * at for at, byte in enumerate(header[1]))
    length = zigzag >> 1
    if zigzag & 1 or not length or 8 * length % BLOCK_BITS or 8 * length > MOST_BITS:
        raise _UnusableError("its filter has an impossible length")
    if promised not in (None, header.end() + length) or offset + header.end() + length > end:
        raise _UnusableError(f"its filter of {length} bytes does not fit")
    file.seek(offset + header.end())
    bitset = file.read(length)
    if len(bitset) != length:
        raise _UnusableError("its filter is cut off")
    return bitset
