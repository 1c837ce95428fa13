"""How a column of a Parquet file stores its values, and so what its filters are probed with.

A filter holds the stored numbers and bytes, not what they stand for: a time in milliseconds is an `INT32`,
and a decimal may be bytes. An encoding converts a value to them. A type that is not known for certain has no
encoding, because its filters would answer "no" for values that they hold.
"""

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any, SupportsIndex, TypeAlias

from bloom_rs.blocks import BLOCK_BITS, BLOCK_HASHES
from bloom_rs.filter import Bloom
from bloom_rs.header import Header
from bloom_rs.schemes import Scheme
from bloom_rs.values import Family, Value, is_null

ColumnValue: TypeAlias = Value | Decimal
"""What a column can be probed with."""

_FAMILIES = {
    "integer": Family.INT4, "bigint": Family.INTEGER, "real": Family.FLOAT4,
    "double precision": Family.DOUBLE_PRECISION, "text": Family.TEXT, "bytea": Family.BYTEA,
    "uuid": Family.UUID, "date": Family.DATE, "time": Family.TIME, "timestamp": Family.TIMESTAMP,
    "timestamptz": Family.TIMESTAMPTZ, "null": Family.NONE,
}  # fmt: skip
_ELEMENTS = {
    ("INT32", "None"): "integer",
    ("INT64", "None"): "bigint",
    ("INT32", "Date"): "date",
    ("FLOAT", "None"): "real",
    ("DOUBLE", "None"): "double precision",
    ("BYTE_ARRAY", "None"): "bytea",
    ("BYTE_ARRAY", "BSON"): "bytea",
    ("BYTE_ARRAY", "String"): "text",
    ("BYTE_ARRAY", "Enum"): "text",
    ("BYTE_ARRAY", "JSON"): "text",
    ("FIXED_LEN_BYTE_ARRAY", "None"): "bytea",
    ("FIXED_LEN_BYTE_ARRAY", "UUID"): "uuid",
}
_UNITS = {"milliseconds": ("ms", 1_000_000), "microseconds": ("us", 1_000), "nanoseconds": ("ns", 1)}
_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1)
_EPOCH_UTC = datetime(1970, 1, 1, tzinfo=timezone.utc)
_NANOSECONDS_OF_DAY = 86_400_000_000_000
_JULIAN_DAY = 2_440_588  # of 1970-01-01
_GREGORIAN_DAY = -141_427  # 1582-10-15
_STANDARD_TIME = -2_208_988_800  # 1900-01-01 00:00 UTC, in seconds
_INFINITY = 2**63 - 1  # as DuckDB stores it, and -infinity as its negative


@dataclass(frozen=True)
class Encoding:
    """How a column stores its values. Columns with equal encodings are probed alike."""

    name: str
    """The element type if the values are stored as such, otherwise a name such as "timestamp ms"."""
    element: str
    """The SQL type of the stored values: the element type of the filters."""
    convert: Callable[[Any], Value | None] = field(default=lambda value: value, repr=False, compare=False)
    modern: float | None = field(default=None, repr=False, compare=False)
    """Dates and times mean the same in all calendars from this number on; None: the values are no dates."""

    def probe(self, value: ColumnValue) -> Value | None:
        """Converts a value to what filters are probed with; None if the column cannot hold it.

        Raises:
            TypeError: the column holds values of another type, so that "no" could be wrong. If no conversion
                is needed, the filter is what refuses such values.
        """
        check_not_null(value)
        return self.convert(value)

    def infinite(self, value: ColumnValue) -> int | None:
        """Returns the number of infinity for what DuckDB's module returns for it; None for other values.

        Where no conversion is needed, filters probe for it themselves.
        """
        if not isinstance(value, datetime) or self.element != "bigint":
            return None
        ends = {datetime.max: _INFINITY, datetime.min: -_INFINITY}
        return ends.get(value.replace(tzinfo=None))

    def filter_of(self, bitset: bytes) -> Bloom:
        """Returns the filter with these bits, which are whole blocks."""
        family = _FAMILIES[self.element]
        header = Header(Scheme.PARQUET, family, BLOCK_HASHES, 0, 0, 0, 8 * len(bitset), 0, 0.0)
        made = Bloom.from_bytes(header.pack() + bitset)
        if family in (Family.FLOAT4, Family.DOUBLE_PRECISION):
            # A file may have NaNs with any bits, and a probe tests two of them. So every filter holds NaN.
            made.add(float("nan"))
        return made

    def everything(self) -> Bloom:
        """Returns a filter that may contain every value: all its bits are set."""
        return self.filter_of(b"\xff" * (BLOCK_BITS // 8))


NULL = Encoding("null", "null", lambda _: None)
"""The encoding of a column without a type, which has only nulls."""


def check_not_null(value: object) -> None:
    """Refuses what stands for SQL's null, which no filter holds.

    Raises:
        TypeError: it is None or pandas' NaT.
    """
    if is_null(value):
        raise TypeError(f"{value!r} is no value")


def encoding_of(physical: str, logical: Mapping[str, Any], length: int) -> Encoding | None:
    """Returns the encoding of a column; None if its filters cannot be probed.

    Args:
        physical: the physical type, as Parquet calls it.
        logical: the logical type, as pyarrow's `to_json` has it: its name as "Type", and its parameters.
        length: of the values of a FIXED_LEN_BYTE_ARRAY.
    """
    kind = logical["Type"]
    if kind == "Null":
        return NULL
    if kind == "Decimal":
        return _decimal(physical, length, logical["scale"])
    if kind in ("Time", "Timestamp"):
        return _time(physical, kind, logical["timeUnit"], logical["isAdjustedToUTC"])
    if kind == "Int":
        return _integer(physical, logical["bitWidth"], logical["isSigned"])
    if (physical, kind) == ("INT96", "None"):
        return Encoding("timestamptz int96", "bytea", _int96, math.inf)
    element = _ELEMENTS.get((physical, kind))
    if element is None or (element == "uuid" and length != 16):
        return None
    return Encoding(element, element, modern=_GREGORIAN_DAY if element == "date" else None)


def _integer(physical: str, width: int, is_signed: bool) -> Encoding | None:
    if physical != ("INT64" if width == 64 else "INT32"):
        return None
    element = "bigint" if width == 64 else "integer"
    if is_signed or width < 32:
        return Encoding(element, element)

    def convert(value: Value) -> int | None:
        number = _as_int(value)
        if not 0 <= number < 2**width:
            return None
        # The upper half is stored as negative numbers.
        return number - 2**width if number >> (width - 1) else number

    return Encoding(f"unsigned {element}", element, convert)


def _time(physical: str, kind: str, unit: str, is_utc: bool) -> Encoding | None:
    if unit not in _UNITS:
        return None
    label, nanoseconds = _UNITS[unit]
    if physical != ("INT32" if (kind, label) == ("Time", "ms") else "INT64"):
        return None
    sql_type = "time" if kind == "Time" else "timestamptz" if is_utc else "timestamp"
    modern = None if kind == "Time" else _STANDARD_TIME * 1_000_000_000 // nanoseconds
    if label == "us":
        return Encoding(sql_type, sql_type, modern=modern)

    def convert(value: Value) -> int | None:
        if isinstance(value, SupportsIndex):  # the stored number
            return _if_bigint(_as_int(value))
        count, rest = divmod(_nanoseconds(sql_type, value), nanoseconds)
        return None if rest else _if_bigint(count)

    element = "integer" if physical == "INT32" else "bigint"
    return Encoding(f"{sql_type} {label}", element, convert, modern)


def _nanoseconds(sql_type: str, value: object) -> int:
    """Returns the nanoseconds of a time since midnight, or of a timestamp since 1970."""
    if sql_type == "time" and isinstance(value, time) and value.tzinfo is None:
        since = datetime.combine(_EPOCH, value) - _EPOCH
    elif sql_type == "timestamptz" and isinstance(value, datetime) and value.utcoffset() is not None:
        since = value - _EPOCH_UTC
    elif sql_type == "timestamp" and isinstance(value, datetime) and value.utcoffset() is None:
        since = value.replace(tzinfo=None) - _EPOCH
    else:
        raise TypeError(f"the column holds {sql_type}, not {value!r}")
    # The Timestamp of pandas is a datetime that also has nanoseconds.
    return since // _MICROSECOND * 1000 + getattr(value, "nanosecond", 0)


def _int96(value: Value) -> bytes:
    """Returns the nanoseconds of the day and the Julian day in UTC. Readers take the stored time as UTC."""
    day, nanoseconds = divmod(_nanoseconds("timestamptz", value), _NANOSECONDS_OF_DAY)
    return struct.pack("<QI", nanoseconds, day + _JULIAN_DAY)


def _decimal(physical: str, length: int, scale: int) -> Encoding | None:
    if physical == "FIXED_LEN_BYTE_ARRAY":
        element, stored_in = "bytea", f"{length} bytes"
    elif physical in ("INT32", "INT64"):
        element = stored_in = "integer" if physical == "INT32" else "bigint"
        length = 4 if physical == "INT32" else 8
    else:
        return None  # a BYTE_ARRAY can have the same number in several lengths

    def convert(value: ColumnValue) -> Value | None:
        unscaled = _unscaled(value, scale, length)
        if unscaled is None:
            return None
        try:
            stored = unscaled.to_bytes(length, "big", signed=True)
        except OverflowError:
            return None
        return stored if element == "bytea" else unscaled

    return Encoding(f"decimal scale {scale} in {stored_in}", element, convert)


def _unscaled(value: ColumnValue, scale: int, length: int) -> int | None:
    """Returns the number without its point; None if it is no integer then, or certainly needs more bytes."""
    if not isinstance(value, Decimal):
        value = Decimal(_as_int(value))
    if not value.is_finite():
        return None
    if not value:
        return 0
    # The magnitude first, as the power of ten could take all memory. A byte has less than three digits.
    if not -scale <= value.adjusted() <= 3 * length - scale:
        return None
    sign, digits, exponent = value.as_tuple()
    unscaled, rest = Decimal((sign, digits, int(exponent) + scale)).as_integer_ratio()
    return unscaled if rest == 1 else None


def _as_int(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"the column holds numbers, not {value!r}")
    return value.__index__()


def _if_bigint(number: int) -> int | None:
    return number if -(2**63) <= number < 2**63 else None
