"""Reads a filter of bloom_rs and asks it about values, with nothing but Python.

    connection = psycopg.connect()
    row = connection.execute("SELECT f::bytea FROM filters LIMIT 1", binary=True).fetchone()
    seen = Bloom(row[0])
    "https://www.postgresql.org/" in seen  # False is certain

docs/FORMAT.md is the specification.
"""

import struct
import uuid

M64 = 2**64 - 1


def rotl(x, r):
    return (x << r | x >> 64 - r) & M64


def fmix(x):
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & M64
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & M64
    return x ^ x >> 33


def murmur3_x64_128(data):
    """The two halves of the hash, with seed 0."""
    c1, c2 = 0x87C37B91114253D5, 0x4CF5AD432745937F
    h1 = h2 = 0
    for at in range(0, len(data), 16):
        block = data[at : at + 16]
        k1, k2 = struct.unpack("<QQ", block.ljust(16, b"\0"))  # zeros mix to zero
        h1 ^= rotl(k1 * c1 & M64, 31) * c2 & M64
        if len(block) == 16:
            h1 = (rotl(h1, 27) + h2) * 5 + 0x52DCE729 & M64
        h2 ^= rotl(k2 * c2 & M64, 33) * c1 & M64
        if len(block) == 16:
            h2 = (rotl(h2, 31) + h1) * 5 + 0x38495AB5 & M64
    h1 ^= len(data)
    h2 ^= len(data)
    h1 = h1 + h2 & M64
    h2 = h2 + h1 & M64
    h1, h2 = fmix(h1), fmix(h2)
    h1 = h1 + h2 & M64
    return h1, h2 + h1 & M64


def canonical(value):
    """The family of a value and the bytes that are hashed of it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return 1, value.to_bytes(8, "little", signed=True)
    if isinstance(value, str):
        return 2, value.encode()
    if isinstance(value, bytes):
        return 3, value
    if isinstance(value, uuid.UUID):
        return 4, value.bytes
    raise TypeError(f"no element family for {type(value).__name__}")


class Bloom:
    """A filter of integers, text, bytea or uuid, of hash scheme 1."""

    def __init__(self, data):
        if len(data) < 60:
            raise ValueError("no filter: shorter than a header")
        magic, version, scheme, self.family, self.hashes, seed, tag, environment, self.bits, reserved = (
            struct.unpack("<4s4B3IQ16x16s", data[:60])
        )
        if (magic, version, any(reserved)) != (b"BLMF", 1, False):
            raise ValueError("no filter of version 1")
        if (scheme, seed, tag, environment) != (1, 0, 0, 0) or self.family > 4:
            raise ValueError("a filter of a hash scheme or of elements that this reader does not know")
        if not self.hashes or not self.bits or self.bits % 64 or len(data) != 60 + self.bits // 8:
            raise ValueError("a filter of an impossible size")
        self.bitmap = data[60:]
        if self.family == 0 and any(self.bitmap):
            raise ValueError("a filter with bits but without an element family")

    def __contains__(self, value):
        family, data = canonical(value)
        if self.family not in (0, family):
            raise TypeError(f"the filter does not hold values of type {type(value).__name__}")
        h1, h2 = murmur3_x64_128(data)
        positions = ((h1 + i * h2) % 2**63 % self.bits for i in range(self.hashes))
        return all(self.bitmap[p // 8] >> p % 8 & 1 for p in positions)
