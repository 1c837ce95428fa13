"""What filters of Parquet's hash of a value: its plain encoding."""

import struct

from bloom_rs.values import INFINITE, Family

_DAYS = 10957  # from 1970-01-01 to 2000-01-01
_MICROSECONDS = _DAYS * 86_400_000_000

_SAME = frozenset({
    Family.INTEGER, Family.INT4, Family.DOUBLE_PRECISION, Family.FLOAT4, Family.TEXT, Family.CHARACTER,
    Family.BYTEA, Family.UUID, Family.ENUM, Family.TIME,
})  # fmt: skip

# Parquet has no infinite values. DuckDB writes the largest number and its negative, and reads them so.
_INFINITE = {
    struct.pack("<i", 2**31 - 1): struct.pack("<i", 2**31 - 1),
    struct.pack("<i", -(2**31)): struct.pack("<i", 1 - 2**31),
    struct.pack("<q", 2**63 - 1): struct.pack("<q", 2**63 - 1),
    struct.pack("<q", -(2**63)): struct.pack("<q", 1 - 2**63),
}


def encode(family: Family, canonical: bytes) -> bytes:
    """The plain encoding of the canonical bytes.

    Raises:
        TypeError: Parquet has no such type, or no Bloom filters of it.
    """
    if family in _SAME:
        return canonical
    if family in (Family.DATE, Family.TIMESTAMP, Family.TIMESTAMPTZ):
        return _INFINITE.get(canonical) or _since_1970(canonical)
    raise TypeError(f"filters of scheme parquet do not hold {family.name.lower()}")


def _since_1970(canonical: bytes) -> bytes:
    form, epoch = ("<I", _DAYS) if len(canonical) == 4 else ("<Q", _MICROSECONDS)
    (number,) = struct.unpack(form, canonical)
    return struct.pack(form, (number + epoch) % 2 ** (8 * len(canonical)))


# Equal in SQL, and hashed otherwise by others: 0 and -0, and the two NaNs that processors make. Infinity was
# hashed otherwise by releases up to 0.3.0.
_TWINS = {
    (Family.DOUBLE_PRECISION, bytes(8)): (struct.pack("<d", -0.0),),
    (Family.DOUBLE_PRECISION, b"\0\0\0\0\0\0\xf8\x7f"): (b"\0\0\0\0\0\0\xf8\xff",),
    (Family.FLOAT4, bytes(4)): (struct.pack("<f", -0.0),),
    (Family.FLOAT4, b"\0\0\xc0\x7f"): (b"\0\0\xc0\xff",),
    **{
        (family, encode(family, end)): (encode(family, infinite), _since_1970(infinite))
        for (family, end), infinite in INFINITE.items()
    },
}


def twins(family: Family, plain: bytes) -> tuple[bytes, ...]:
    """The other encodings of an equal value, which another writer's filter may hold."""
    return _TWINS.get((family, plain), ())
