"""Values of Python as what a filter holds: their family, and the bytes that are hashed of them.

The families and their canonical bytes are those of docs/FORMAT.md. A value has the family of the SQL type
that psycopg sends it as, so that both sides mean the same.
"""

import math
import struct
from datetime import date, datetime, time, timedelta, timezone
from enum import IntEnum
from numbers import Rational, Real
from typing import SupportsIndex, TypeAlias
from uuid import UUID

Value: TypeAlias = str | bytes | bytearray | memoryview | SupportsIndex | UUID | float | date | time
"""What a filter can be asked for; `int`, `bool` and `datetime` are among these."""

_DAY = date(2000, 1, 1)
_TIMESTAMP = datetime(2000, 1, 1)
_TIMESTAMPTZ = datetime(2000, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)


class Family(IntEnum):
    """A family of SQL types whose values can be equal; the numbers are those of the format."""

    NONE = 0
    """The filter is empty and takes the family of its first value."""
    INTEGER = 1
    TEXT = 2
    BYTEA = 3
    UUID = 4
    DOUBLE_PRECISION = 5
    BOOLEAN = 6
    CHAR = 7
    """The type "char", one byte."""
    DATE = 8
    TIME = 9
    TIMESTAMP = 10
    TIMESTAMPTZ = 11
    ENUM = 12
    OID = 13
    INT4 = 14
    """Integers hashed as four bytes, for Guava's integerFunnel."""
    CHARACTER = 15
    """char(n): trailing blanks do not count."""
    FLOAT4 = 16
    """Floating-point numbers hashed as four bytes, for Parquet's FLOAT."""
    HASHED = 255
    """All other types, by a hash that only a server can make."""


def canonical(value: Value) -> tuple[Family, bytes]:
    """The family of a value and its canonical bytes.

    Raises:
        TypeError: the type has no canonical bytes: the server's hash of it is needed (Decimal is such a one),
            or it is no value, such as None and pandas' NaT.
        ValueError: an integer that is no bigint; text that is no UTF-8.
    """
    # The usual ones first; bool is an int, and datetime a date.
    if isinstance(value, str):
        return Family.TEXT, value.encode()
    if isinstance(value, bool):
        return Family.BOOLEAN, bytes([value])
    if isinstance(value, bytes | bytearray | memoryview):
        return Family.BYTEA, bytes(value)
    if isinstance(value, UUID):
        return Family.UUID, value.bytes
    if isinstance(value, float):
        return Family.DOUBLE_PRECISION, struct.pack("<d", math.nan if value != value else value + 0.0)
    if isinstance(value, datetime):
        if is_null(value):
            raise TypeError("NaT is no value")
        if value.tzinfo is None or value.utcoffset() is None:
            return Family.TIMESTAMP, _microseconds(value.replace(tzinfo=None) - _TIMESTAMP)
        return Family.TIMESTAMPTZ, _microseconds(value - _TIMESTAMPTZ)
    if isinstance(value, date):
        return Family.DATE, struct.pack("<i", (value - _DAY).days)
    if isinstance(value, time) and value.tzinfo is None:
        since_midnight = datetime.combine(_DAY, value) - _TIMESTAMP
        return Family.TIME, _microseconds(since_midnight)
    if isinstance(value, SupportsIndex):
        number = value.__index__()
        if not -(2**63) <= number < 2**63:
            raise ValueError(f"{number} is no bigint")
        return Family.INTEGER, struct.pack("<q", number)
    if isinstance(value, Real) and not isinstance(value, Rational):  # numpy's float32
        number = float(value)
        if number == value or number != number:
            return canonical(number)
    raise TypeError(f"{type(value).__name__} has no canonical bytes: ask the server, or use text")


def is_null(value: object) -> bool:
    """Whether it stands for SQL's null: None, or pandas' NaT, which is a datetime."""
    return value is None or (isinstance(value, datetime) and value != value)


def held_as(family: Family, value: Value) -> bytes | None:
    """The bytes that a filter of this family hashes of a value; None if it certainly cannot hold it.

    Raises:
        TypeError: the filter does not hold such values, so that "no" could be wrong.
        ValueError: see `canonical`.
    """
    own, data = canonical(value)
    if family in (own, Family.NONE):
        return data
    if own is Family.DOUBLE_PRECISION and family is Family.FLOAT4:
        return _narrow(data)
    if own is Family.TEXT:
        if family is Family.CHARACTER:
            return data.rstrip(b" ")
        if family is Family.ENUM:
            return data  # a label
        if family is Family.CHAR and len(data) <= 1:
            return data or b"\0"
    if own is Family.INTEGER:
        (number,) = struct.unpack("<q", data)
        if family is Family.INT4:
            return struct.pack("<i", number) if -(2**31) <= number < 2**31 else None
        if family is Family.OID and 0 <= number < 2**32:
            return struct.pack("<I", number)
    raise TypeError(f"the filter holds {family.name.lower()}, and no {type(value).__name__} like this one")


def _narrow(double: bytes) -> bytes | None:
    """The same number in four bytes, if they hold it."""
    try:
        narrow = struct.pack("<f", *struct.unpack("<d", double))
    except OverflowError:
        return None
    return narrow if struct.pack("<d", *struct.unpack("<f", narrow)) == double else None


def _microseconds(since: timedelta) -> bytes:
    return struct.pack("<q", since // _MICROSECOND)


INFINITE = {
    (Family.DATE, canonical(date.max)[1]): struct.pack("<i", 2**31 - 1),
    (Family.DATE, canonical(date.min)[1]): struct.pack("<i", -(2**31)),
    (Family.TIMESTAMP, canonical(datetime.max)[1]): struct.pack("<q", 2**63 - 1),
    (Family.TIMESTAMP, canonical(datetime.min)[1]): struct.pack("<q", -(2**63)),
    (Family.TIMESTAMPTZ, canonical(datetime.max)[1]): struct.pack("<q", 2**63 - 1),
    (Family.TIMESTAMPTZ, canonical(datetime.min)[1]): struct.pack("<q", -(2**63)),
}
"""The canonical bytes of infinity, by those of the value as which DuckDB's module and asyncpg return it."""
