"""How columns of Parquet files store values."""

import struct
from datetime import datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from parquet_rows import AWARE, NAIVE, UTC, nanosecond, of_nanoseconds

from bloom_rs.parquet import Encoding, encoding_of


@pytest.mark.parametrize(
    ("physical", "logical", "length"),
    [
        ("INT96", {"Type": "Timestamp", "timeUnit": "nanoseconds", "isAdjustedToUTC": True}, 0),
        ("BOOLEAN", {"Type": "None"}, 0),
        ("INT64", {"Type": "Date"}, 0),
        ("INT32", {"Type": "Int", "bitWidth": 64, "isSigned": True}, 0),
        ("INT64", {"Type": "Int", "bitWidth": 32, "isSigned": False}, 0),
        ("INT64", {"Type": "Time", "timeUnit": "milliseconds", "isAdjustedToUTC": True}, 0),
        ("INT32", {"Type": "Time", "timeUnit": "microseconds", "isAdjustedToUTC": True}, 0),
        ("INT32", {"Type": "Timestamp", "timeUnit": "milliseconds", "isAdjustedToUTC": True}, 0),
        ("INT64", {"Type": "Timestamp", "timeUnit": "unknown", "isAdjustedToUTC": True}, 0),
        ("BYTE_ARRAY", {"Type": "Decimal", "precision": 9, "scale": 2}, 0),
        ("BYTE_ARRAY", {"Type": "Undefined"}, 0),
        ("BYTE_ARRAY", {"Type": "Geometry"}, 0),
        ("BYTE_ARRAY", {"Type": "Variant"}, 0),
        ("FIXED_LEN_BYTE_ARRAY", {"Type": "UUID"}, 15),
        ("FIXED_LEN_BYTE_ARRAY", {"Type": "Float16"}, 2),
        ("FIXED_LEN_BYTE_ARRAY", {"Type": "Interval"}, 12),
    ],
)
def test_unknown_encodings(physical: str, logical: dict[str, Any], length: int) -> None:
    assert encoding_of(physical, logical, length) is None


def test_old_annotations() -> None:
    for kind in ("String", "Enum", "JSON"):
        encoding = encoding_of("BYTE_ARRAY", {"Type": kind}, 0)
        assert encoding
        assert (encoding.name, encoding.element) == ("text", "text")
    for kind in ("None", "BSON"):
        encoding = encoding_of("BYTE_ARRAY", {"Type": kind}, 0)
        assert encoding
        assert (encoding.name, encoding.element) == ("bytea", "bytea")


def probe(physical: str, length: int, value: object, **logical: Any) -> Any:
    encoding = encoding_of(physical, logical, length)
    assert encoding
    return encoding.probe(value)  # type: ignore[arg-type]


def decimal(value: object, scale: int, length: int) -> Any:
    return probe("FIXED_LEN_BYTE_ARRAY", length, value, Type="Decimal", scale=scale)


def test_decimals() -> None:
    assert decimal(Decimal("1.50"), 2, 4) == decimal(Decimal("1.5"), 2, 4) == b"\0\0\0\x96"
    assert decimal(Decimal("-0.01"), 2, 3) == b"\xff\xff\xff"
    assert decimal(7, 0, 1) == b"\7"
    assert decimal(Decimal("-0"), 2, 2) == decimal(Decimal("0E+999999999"), 2, 2) == b"\0\0"
    digits = Decimal("-" + "9" * 76)
    assert decimal(digits, 0, 32) == (1 - 10**76).to_bytes(32, "big", signed=True)
    assert decimal(Decimal(f"{digits}E-38"), 38, 32) == decimal(digits, 0, 32)
    assert decimal(Decimal("1.505"), 2, 4) is None
    assert [decimal(Decimal(number), 0, 1) for number in (127, 128, -128, -129)] == [
        b"\x7f",
        None,
        b"\x80",
        None,
    ]
    for far in ("1E+999999", "-1E+999999", "1E-999999", "Infinity", "NaN", "sNaN"):
        assert decimal(Decimal(far), 2, 16) is None
    assert decimal(Decimal(3), -2, 4) is None
    assert decimal(Decimal(300), -2, 4) == b"\0\0\0\3"
    for physical, most in (("INT32", 2**31 - 1), ("INT64", 2**63 - 1)):
        asked = [Decimal(most).scaleb(-1), Decimal(-most - 1).scaleb(-1), Decimal(most + 1).scaleb(-1)]
        found = [probe(physical, 0, value, Type="Decimal", scale=1) for value in asked]
        assert found == [most, -most - 1, None]
    # The power of ten is never computed: it has as many digits as the scale.
    assert decimal(Decimal(f"7E-{2**31 - 1}"), 2**31 - 1, 1) == b"\7"
    assert decimal(Decimal(f"7E+{2**31}"), -(2**31), 1) == b"\7"
    assert decimal(Decimal(f"1.5E-{2**31 - 1}"), 2**31 - 1, 1) is None
    for wrong in (1.5, True, "1.50"):
        with pytest.raises(TypeError, match="numbers"):
            decimal(wrong, 2, 4)


def test_times() -> None:
    def of(kind: str, unit: str, value: object, utc: bool = False) -> Any:
        physical = "INT32" if (kind, unit) == ("Time", "milliseconds") else "INT64"
        return probe(physical, 0, value, Type=kind, timeUnit=unit, isAdjustedToUTC=utc)

    assert of("Time", "milliseconds", time(0, 0, 1, 5000)) == 1005
    assert of("Time", "milliseconds", time(0, 0, 1, 5001)) is None
    assert of("Time", "nanoseconds", time.max) == 86_399_999_999_000
    assert of("Timestamp", "milliseconds", datetime(1969, 12, 31, 23, 59, 59)) == -1000
    assert of("Timestamp", "nanoseconds", datetime(9999, 1, 1)) is None
    assert of("Timestamp", "milliseconds", datetime(9999, 1, 1)) == 253_370_764_800_000
    assert of("Timestamp", "nanoseconds", nanosecond(7)) == 1_767_225_607_000_007_007
    assert of("Timestamp", "milliseconds", nanosecond(7)) is None
    assert of("Timestamp", "nanoseconds", 2**63 - 1) == 2**63 - 1
    assert of("Timestamp", "nanoseconds", 2**63) is None
    east = datetime(1970, 1, 1, 1, tzinfo=timezone(timedelta(hours=1)))
    assert of("Timestamp", "milliseconds", east, utc=True) == 0
    for kind, value, utc in [
        ("Timestamp", AWARE, False), ("Timestamp", NAIVE, True), ("Timestamp", NAIVE.date(), False),
        ("Timestamp", NAIVE.time(), False), ("Timestamp", "2026-01-01", False), ("Timestamp", True, False),
        ("Time", NAIVE, False), ("Time", time(1, tzinfo=UTC), False), ("Time", 1.0, False),
    ]:  # fmt: skip
        with pytest.raises(TypeError, match="the column holds"):
            of(kind, "milliseconds", value, utc)


def test_int96() -> None:
    encoding = encoding_of("INT96", {"Type": "None"}, 0)
    assert encoding
    assert (encoding.name, encoding.element) == ("timestamptz int96", "bytea")
    day = 2_440_588  # Julian, of 1970-01-01
    for value, nanoseconds, since in [
        (datetime(1970, 1, 1, tzinfo=UTC), 0, 0),
        (datetime(1969, 12, 31, 23, 59, 59, 999_999, UTC), 86_399_999_999_000, -1),
        (datetime(1970, 1, 1, 1, tzinfo=timezone(timedelta(hours=2))), 82_800_000_000_000, -1),
        (datetime(1, 1, 1, tzinfo=UTC), 0, 1_721_426 - day),
        (nanosecond(7).replace(tzinfo=UTC), 7_000_007_000, 20_454),
        (of_nanoseconds(2**62 + 1), (2**62 + 1) % 86_400_000_000_000, (2**62 + 1) // 86_400_000_000_000),
    ]:
        assert encoding.probe(value) == struct.pack("<QI", nanoseconds, day + since)
    for wrong in (NAIVE, NAIVE.date(), 7, b"x" * 12):
        with pytest.raises(TypeError, match="the column holds timestamptz"):
            encoding.probe(wrong)


def test_infinity() -> None:
    """DuckDB's module returns infinity as the last date and time, and -infinity as the first."""
    for unit in ("milliseconds", "nanoseconds"):
        for utc in (False, True):
            logical = {"Type": "Timestamp", "timeUnit": unit, "isAdjustedToUTC": utc}
            encoding = encoding_of("INT64", logical, 0)
            assert encoding
            ends = [end.replace(tzinfo=UTC if utc else None) for end in (datetime.max, datetime.min)]
            assert [encoding.infinite(end) for end in ends] == [2**63 - 1, 1 - 2**63]
            assert encoding.infinite(AWARE) is None
    for encoding in map(plain, ("Date", "None")):
        assert encoding.infinite(datetime.max) is None


def plain(kind: str) -> Encoding:
    encoding = encoding_of("INT32", {"Type": kind}, 0)
    assert encoding
    return encoding


def test_columns_without_a_type() -> None:
    encoding = plain("Null")
    assert encoding.probe("a") is None
    nothing = encoding.filter_of(bytes(32))
    assert "a" not in nothing
    assert 1 not in nothing


def test_nulls() -> None:
    class NaT(datetime):
        """As pandas' NaT: a datetime that equals nothing."""

        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = None  # type: ignore[assignment]

        def __ne__(self, other: object) -> bool:
            return True

        def utcoffset(self) -> timedelta:
            raise ValueError

    for encoding in map(plain, ("Date", "None", "Null")):
        for null in (None, NaT(1, 1, 1)):
            with pytest.raises(TypeError, match="is no value"):
                encoding.probe(null)  # type: ignore[arg-type]
