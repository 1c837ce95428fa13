"""The Bloom filters of a Parquet file, one for each column in each row group.

pyarrow reads the footer, and `bloom_rs.parquet.filters` the filters.
"""

import json
import logging
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

from pyarrow import parquet as pq

from bloom_rs.filter import Bloom
from bloom_rs.parquet.encodings import NULL, ColumnValue, Encoding, check_not_null, encoding_of
from bloom_rs.parquet.filters import Filters, UnusableError

_LOGGER = logging.getLogger("bloom_rs.parquet")

Source: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A path, or an open file that can seek, such as those of pyarrow's file systems."""


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
    so that no query needs a condition of its own for it. A file without any filter is logged as a warning:
    a line on stderr, unless the program configures logging. A column without a type has only nulls: a file
    with such a one has no lines.

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
        whys: list[str | None] = []
        for chunk in chunks(file, [column]):
            if chunk.encoding == NULL:
                continue
            encoding = encoding or chunk.encoding
            if encoding and chunk.encoding and encoding != chunk.encoding:
                message = f"{file}: {column} is {chunk.encoding.name}, but {encoding.name} in earlier files"
                raise ValueError(message)
            yield chunk.copy_line(file)
            whys.append(chunk.why)
        if whys and all(whys):
            _LOGGER.warning("%s: no row group has a filter of %s: %s", file, column, whys[0])


def _chunks(file: BinaryIO, columns: Iterable[str] | None) -> Iterator[Chunk]:
    footer = pq.read_metadata(file)
    size = file.seek(0, os.SEEK_END)
    paths = [footer.schema.column(number).path for number in range(footer.num_columns)]
    numbers = range(len(paths)) if columns is None else [_number(paths, column) for column in columns]
    schemas = {number: footer.schema.column(number) for number in numbers}
    encodings = {number: _encoding(schema, size) for number, schema in schemas.items()}
    filters = Filters(file, footer)
    row_groups = filters.row_groups(schemas)
    for row_group in range(footer.num_row_groups):
        found = next(row_groups, {})
        for number, encoding in encodings.items():
            filter_, why = None, None
            try:
                filter_ = filters.of_chunk(found.get(number, {}), schemas[number], encoding)
            except UnusableError as error:
                why = str(error)
            yield Chunk(row_group, paths[number], encoding, filter_, why)


def _number(paths: list[str], column: str) -> int:
    if paths.count(column) != 1:
        raise ValueError(f"{paths.count(column)} columns have the path {column!r}; the paths are {paths}")
    return paths.index(column)


def _encoding(column: pq.ColumnSchema, size: int) -> Encoding | None:
    if column.physical_type == "FIXED_LEN_BYTE_ARRAY" and column.length > size:
        return None  # no value of this length fits into the file
    return encoding_of(column.physical_type, json.loads(column.logical_type.to_json()), column.length)
