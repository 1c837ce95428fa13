"""The canonical bytes of values, from docs/FORMAT.md."""

import enum
import math
import struct
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from bloom_rs import Bloom, Family, Value
from bloom_rs.values import canonical, held_as


class Color(enum.IntEnum):
    GREEN = 2


@pytest.mark.parametrize(
    ("value", "family", "expected"),
    [
        (1, Family.INTEGER, "0100000000000000"),
        (-1, Family.INTEGER, "ffffffffffffffff"),
        (Color.GREEN, Family.INTEGER, "0200000000000000"),
        (True, Family.BOOLEAN, "01"),
        ("naïve 東京", Family.TEXT, "6e61c3af766520e69db1e4baac"),
        (b"\x80", Family.BYTEA, "80"),
        (bytearray(b"\x80"), Family.BYTEA, "80"),
        (memoryview(b"\x80"), Family.BYTEA, "80"),
        (UUID("550e8400-e29b-41d4-a716-446655440000"), Family.UUID, "550e8400e29b41d4a716446655440000"),
        (1.5, Family.DOUBLE_PRECISION, "000000000000f83f"),
        (-0.0, Family.DOUBLE_PRECISION, "0000000000000000"),
        (-math.nan, Family.DOUBLE_PRECISION, "000000000000f87f"),
        (struct.unpack("<d", b"\1\0\0\0\0\0\xf4\xff")[0], Family.DOUBLE_PRECISION, "000000000000f87f"),
        (date(2026, 1, 1), Family.DATE, "19250000"),
        (date(1999, 12, 31), Family.DATE, "ffffffff"),
        (time(0, 0, 1), Family.TIME, "40420f0000000000"),
        (time(23, 59, 59, 999999), Family.TIME, "ff5fd71d14000000"),
        (datetime(2000, 1, 1, 0, 0, 1), Family.TIMESTAMP, "40420f0000000000"),
        (
            datetime(2000, 1, 1, 1, 0, 1, tzinfo=timezone(timedelta(hours=1))),
            Family.TIMESTAMPTZ,
            "40420f0000000000",
        ),
        (
            datetime(2000, 1, 1, 1, 0, 1, tzinfo=ZoneInfo("Europe/Berlin")),
            Family.TIMESTAMPTZ,
            "40420f0000000000",
        ),
        (datetime(1999, 12, 31, 23, 59, 59, 999999), Family.TIMESTAMP, "ffffffffffffffff"),
    ],
)
def test_canonical_bytes(value: Value, family: Family, expected: str) -> None:
    assert canonical(value) == (family, bytes.fromhex(expected))


@pytest.mark.parametrize(
    "value",
    [Decimal(1), Fraction(1), timedelta(1), time(tzinfo=timezone.utc), None, ("a",), ["a"], 1j, object()],
)
def test_what_only_the_server_can_hash(value: Any) -> None:
    with pytest.raises(TypeError, match="no canonical bytes"):
        canonical(value)
    with pytest.raises(TypeError):
        Bloom(10).add(value)
    with pytest.raises(TypeError):
        assert value not in Bloom(10)  # an empty filter neither


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, "\ud800"])
def test_what_no_column_holds(value: Value) -> None:
    with pytest.raises(ValueError, match="bigint|surrogates"):
        canonical(value)


def test_families_that_take_values_of_others() -> None:
    assert held_as(Family.OID, 2**32 - 1) == b"\xff" * 4
    assert held_as(Family.ENUM, "sad") == b"sad"
    assert held_as(Family.CHAR, "a") == b"a"
    assert held_as(Family.CHAR, "") == b"\0"
    assert held_as(Family.INT4, -1) == b"\xff" * 4
    assert held_as(Family.FLOAT4, 1.5) == struct.pack("<f", 1.5)
    assert held_as(Family.FLOAT4, -0.0) == bytes(4)
    assert held_as(Family.FLOAT4, -math.inf) == b"\0\0\x80\xff"
    assert held_as(Family.FLOAT4, -math.nan) == b"\0\0\xc0\x7f"
    assert [held_as(Family.FLOAT4, value) for value in (0.1, 1e300, 3.5e38, 5e-324)] == [None] * 4
    refused: list[tuple[Family, Value]] = [
        (Family.OID, -1),
        (Family.CHAR, "ab"),
        (Family.TEXT, b"a"),
        (Family.BYTEA, "a"),
        (Family.INTEGER, True),
        (Family.INTEGER, 1.0),
        (Family.DOUBLE_PRECISION, 1),
        (Family.DATE, datetime(2000, 1, 1)),
        (Family.TIMESTAMP, datetime(2000, 1, 1, tzinfo=timezone.utc)),
        (Family.HASHED, "a"),
        (Family.HASHED, 1),
        (Family.FLOAT4, 1),
    ]
    for family, value in refused:
        with pytest.raises(TypeError, match="the filter holds"):
            held_as(family, value)


def test_numbers_of_numpy() -> None:
    np = pytest.importorskip("numpy")
    assert canonical(np.int32(-1)) == canonical(-1)
    for number in (np.float64(0.5), np.float32(0.5), np.float16(0.5), np.longdouble(0.5)):
        assert canonical(number) == canonical(0.5)
    assert canonical(np.float32("nan")) == canonical(math.nan)
    assert held_as(Family.FLOAT4, np.float32(0.1)) == struct.pack("<f", 0.1)
    for other in (np.longdouble(1) / 3, np.bool_(True), np.complex64(1), np.datetime64("2026-01-01")):
        with pytest.raises(TypeError):
            canonical(other)


def test_values_that_python_finds_equal_are_told_apart() -> None:
    with pytest.raises(TypeError):
        Bloom.of([1, True])
    assert Bloom.of([0.0, -0.0]).capacity == 1
    assert Bloom.of([]).capacity == 1
