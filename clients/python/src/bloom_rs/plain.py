"""What filters of Parquet's hash of a value: its plain encoding."""

import struct

from bloom_rs.values import Family

_DAYS = 10957  # from 1970-01-01 to 2000-01-01
_MICROSECONDS = _DAYS * 86_400_000_000

_SAME = frozenset({
    Family.INTEGER, Family.INT4, Family.DOUBLE_PRECISION, Family.FLOAT4, Family.TEXT, Family.CHARACTER,
    Family.BYTEA, Family.UUID, Family.ENUM, Family.TIME,
})  # fmt: skip

# Equal in SQL, and hashed otherwise by others: 0 and -0, and the two NaNs that processors make.
_TWINS = {
    (Family.DOUBLE_PRECISION, bytes(8)): struct.pack("<d", -0.0),
    (Family.DOUBLE_PRECISION, b"\0\0\0\0\0\0\xf8\x7f"): b"\0\0\0\0\0\0\xf8\xff",
    (Family.FLOAT4, bytes(4)): struct.pack("<f", -0.0),
    (Family.FLOAT4, b"\0\0\xc0\x7f"): b"\0\0\xc0\xff",
}


def encode(family: Family, canonical: bytes) -> bytes:
    """The plain encoding of the canonical bytes.

    Raises:
        TypeError: Parquet has no such type, or no Bloom filters of it.
    """
    if family in _SAME:
        return canonical
    if family is Family.DATE:
        (days,) = struct.unpack("<I", canonical)
        return struct.pack("<I", (days + _DAYS) % 2**32)
    if family in (Family.TIMESTAMP, Family.TIMESTAMPTZ):
        (microseconds,) = struct.unpack("<Q", canonical)
        return struct.pack("<Q", (microseconds + _MICROSECONDS) % 2**64)
    raise TypeError(f"filters of scheme parquet do not hold {family.name.lower()}")


def twin(family: Family, plain: bytes) -> bytes | None:
    """The other encoding of an equal number, which another writer's filter may hold; None: there is none."""
    return _TWINS.get((family, plain))
