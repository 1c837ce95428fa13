"""What a scheme is called, and which values filters of it hold."""

import math
import struct
from datetime import date, datetime, time, timezone
from uuid import UUID

import pytest

from bloom_rs import Bloom, Family, Scheme, Value, plain
from bloom_rs.header import Header
from bloom_rs.schemes import Choice

KEY = "000102030405060708090a0B0C0D0E0F"
DASHED = "00010203-0405-0607-0809-0a0B0C0D0E0F"


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        (Scheme.MITZ64, Choice(Scheme.MITZ64, 0)),
        ("mitz64", Choice(Scheme.MITZ64, 0)),
        ("mitz64 int4", Choice(Scheme.MITZ64, 0, int4=True)),
        ("parquet int4 pow2", Choice(Scheme.PARQUET, 0, int4=True, pow2=True)),
        ("parquet pow2", Choice(Scheme.PARQUET, 0, pow2=True)),
        (Scheme.DATASKETCHES, Choice(Scheme.DATASKETCHES, 9001)),
        ("datasketches", Choice(Scheme.DATASKETCHES, 9001)),
        ("datasketches:0", Choice(Scheme.DATASKETCHES, 0)),
        ("datasketches:-1", Choice(Scheme.DATASKETCHES, 2**64 - 1)),
        ("datasketches:18446744073709551615", Choice(Scheme.DATASKETCHES, 2**64 - 1)),
        (f"keyed:{KEY}", Choice(Scheme.KEYED, int.from_bytes(bytes(range(16)), "little"))),
    ],
)
def test_names(name: Scheme | str, choice: Choice) -> None:
    assert Choice.of(name) == choice


@pytest.mark.parametrize(
    "name",
    [
        "", "mitz", "MITZ64", "Mitz64", " mitz64",
        f"keyed9:{KEY}", f"Keyed:{KEY}", f" keyed:{KEY}", KEY, DASHED,
    ],
)  # fmt: skip
def test_unknown_names(name: str) -> None:
    with pytest.raises(ValueError, match="^unknown hash scheme$"):
        Bloom(10, scheme=name)


@pytest.mark.parametrize(
    "name",
    [
        "mitz64 ", "mitz64:0", "mitz64:", "mitz64 pow2", "spark2:7", "spark2 int4", "parquet pow2 int4",
        "datasketches int4", "datasketches:", "datasketches:x", "datasketches:1_0",
        "datasketches:18446744073709551616", "datasketches:-9223372036854775809",
        f"keyed:{KEY} int4", f"mitz64:{KEY}", f"mitz64 {DASHED}", f"datasketches:{DASHED}",
    ],
)  # fmt: skip
def test_unknown_options(name: str) -> None:
    scheme = name.replace(":", " ").split(" ")[0]
    with pytest.raises(ValueError, match=f"^invalid options for hash scheme {scheme}$"):
        Bloom(10, scheme=name)


@pytest.mark.parametrize(
    "name",
    [Scheme.KEYED, "keyed", "keyed:", "keyed:0011", f"keyed:x{KEY[1:]}", f"keyed:{KEY}0", f"keyed {KEY}"],
)
def test_no_keys(name: Scheme | str) -> None:
    with pytest.raises(ValueError, match="key must have 32 hexadecimal digits") as error:
        Bloom(10, scheme=name)
    assert KEY[1:] not in str(error.value)


def test_keys_are_in_the_header_and_not_shown() -> None:
    seen = Bloom.of(["a"], scheme=f"keyed:{KEY}")
    assert bytes(seen)[8:12] + bytes(seen)[48:60] == bytes(range(16))
    assert repr(seen) == f"<Bloom of text, {seen.bits} bits, {seen.hashes} hashes, keyed>"
    assert "a" in Bloom.from_bytes(bytes(seen))
    assert KEY.lower() not in repr(Choice.of(f"keyed:{KEY}"))
    assert str(int.from_bytes(bytes(range(16)), "little")) not in repr(Header.read(bytes(seen)))
    other = Bloom.of(["a"], scheme=f"keyed:{'1' * 32}")
    assert bytes(other)[60:] != bytes(seen)[60:]


def test_plain_encodings() -> None:
    seen = Bloom(10, scheme="parquet")
    asked: list[tuple[Value, Family, bytes]] = [
        (date(2026, 1, 1), Family.DATE, struct.pack("<i", 20454)),
        (date(1969, 12, 31), Family.DATE, struct.pack("<i", -1)),
        (datetime(2000, 1, 1, 0, 0, 1), Family.TIMESTAMP, struct.pack("<q", 946_684_801_000_000)),
        (datetime(1970, 1, 1, tzinfo=timezone.utc), Family.TIMESTAMPTZ, bytes(8)),
        (time(0, 0, 1), Family.TIME, struct.pack("<q", 1_000_000)),
        (-1, Family.INTEGER, b"\xff" * 8),
        ("a", Family.TEXT, b"a"),
        (UUID(int=1), Family.UUID, bytes(15) + b"\1"),
    ]
    for value, family, encoded in asked:
        assert seen._header.hashed(value) == encoded
        assert plain.twins(family, encoded) == ()
    for family in (Family.BOOLEAN, Family.CHAR, Family.OID, Family.HASHED):
        with pytest.raises(TypeError, match="do not hold"):
            plain.encode(family, bytes(8))


def test_what_parquet_does_not_hold() -> None:
    seen = Bloom(10, scheme="parquet")
    with pytest.raises(TypeError, match="parquet do not hold boolean"):
        seen.add(True)
    with pytest.raises(TypeError, match="parquet do not hold boolean"):
        assert True not in seen  # although it is empty
    assert seen == Bloom(10, scheme="parquet")


@pytest.mark.parametrize(
    ("family", "form", "theirs", "asked"),
    [
        (Family.DOUBLE_PRECISION, "<d", -0.0, 0.0),
        (Family.DOUBLE_PRECISION, "<d", -math.nan, math.nan),
        (Family.FLOAT4, "<f", -0.0, 0.0),
        (Family.FLOAT4, "<f", -math.nan, math.nan),
    ],
)
def test_equal_numbers_are_found_whoever_wrote_them(
    family: Family, form: str, theirs: float, asked: float
) -> None:
    made = bytearray(bytes(Bloom.of([struct.pack(form, theirs)], 100, scheme="parquet")))
    assert made[6] == Family.BYTEA
    made[6] = family
    seen = Bloom.from_bytes(made)
    assert asked in seen
    assert -asked in seen
    assert 1.0 not in seen
    assert seen.contains_each([1.0, asked, -asked]) == [False, True, True]


DAYS = [2**31 - 1, 1 - 2**31, 10_956 - 2**31, 10_957 - 2**31]
MICROSECONDS = [2**63 - 1, 1 - 2**63, 946_684_799_999_999 - 2**63, 946_684_800_000_000 - 2**63]
ENDS = [datetime.max, datetime.min]


@pytest.mark.parametrize(
    ("family", "form", "ends", "stored", "numbers"),
    [
        (Family.DATE, "<i", [date.max, date.min], [2**31 - 1, -(2**31)], DAYS),
        (Family.TIMESTAMP, "<q", ENDS, [2**63 - 1, -(2**63)], MICROSECONDS),
        (
            Family.TIMESTAMPTZ,
            "<q",
            [end.replace(tzinfo=timezone.utc) for end in ENDS],
            [2**63 - 1, -(2**63)],
            MICROSECONDS,
        ),
    ],
)
def test_infinity(
    family: Family, form: str, ends: list[Value], stored: list[int], numbers: list[int]
) -> None:
    """DuckDB's module and asyncpg return the last date for infinity, and the first for -infinity.

    Args:
        stored: canonical numbers of both.
        numbers: as DuckDB stores both in Parquet, and as releases up to 0.3.0 did.
    """
    canonical = [struct.pack(form, number) for number in stored]
    in_parquet = [struct.pack(form, number) for number in numbers]
    assert [plain.encode(family, infinite) for infinite in canonical] == in_parquet[:2]
    for scheme, values in (("parquet", in_parquet), ("mitz64", canonical)):
        for place, value in enumerate(values):
            made = bytearray(bytes(Bloom.of([value], 100, scheme=scheme)))
            made[6] = family
            seen = Bloom.from_bytes(made)
            expected = [place % 2 == 0, place % 2 == 1]
            assert [end in seen for end in ends] == seen.contains_each(ends) == expected
    finite = Bloom.of(ends, 100, scheme="parquet")
    assert finite.contains_each(ends) == [True, True]
    assert not any(map(finite._has, in_parquet))
