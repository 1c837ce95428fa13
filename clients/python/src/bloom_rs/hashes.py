"""The hash functions, of one value at a time."""

import struct

M64 = 2**64 - 1
M63 = 2**63 - 1
M32 = 2**32 - 1


def murmur3_x64_128(data: bytes, seed: int = 0) -> tuple[int, int]:
    """The low and the high half of MurmurHash3 x64 128."""
    c1, c2 = 0x87C37B91114253D5, 0x4CF5AD432745937F
    length = len(data)
    # Zeros mix to zero, so a padded tail equals the reference's, which goes byte by byte.
    words = struct.unpack(f"<{(length + 15) // 16 * 2}Q", data + bytes(-length % 16))
    h1 = h2 = seed
    full = length // 16 * 2
    for at in range(0, full, 2):
        k1 = words[at] * c1 & M64
        h1 ^= (k1 << 31 | k1 >> 33) * c2 & M64
        h1 = ((h1 << 27 | h1 >> 37) + h2) * 5 + 0x52DCE729 & M64
        k2 = words[at + 1] * c2 & M64
        h2 ^= (k2 << 33 | k2 >> 31) * c1 & M64
        h2 = ((h2 << 31 | h2 >> 33) + h1) * 5 + 0x38495AB5 & M64
    if length % 16:
        k1 = words[full] * c1 & M64
        h1 ^= (k1 << 31 | k1 >> 33) * c2 & M64
        k2 = words[full + 1] * c2 & M64
        h2 ^= (k2 << 33 | k2 >> 31) * c1 & M64
    h1 ^= length
    h2 ^= length
    h1 = h1 + h2 & M64
    h2 = h2 + h1 & M64
    h1, h2 = _fmix64(h1), _fmix64(h2)
    h1 = h1 + h2 & M64
    return h1, h2 + h1 & M64


def _fmix64(x: int) -> int:
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & M64
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & M64
    return x ^ x >> 33


def spark_murmur3_x86_32(data: bytes, seed: int) -> int:
    """MurmurHash3 x86 32 as Spark has it, unsigned.

    Each byte of the tail is mixed as a block of its own, as a signed number.
    """
    hash_ = seed
    length = len(data)
    for word in struct.unpack(f"<{length // 4}I{length % 4}b", data):
        k = (word & M32) * 0xCC9E2D51 & M32
        hash_ ^= (k << 15 | k >> 17) * 0x1B873593 & M32
        hash_ = (hash_ << 13 | hash_ >> 19) * 5 + 0xE6546B64 & M32
    hash_ ^= length & M32
    hash_ = (hash_ ^ hash_ >> 16) * 0x85EBCA6B & M32
    hash_ = (hash_ ^ hash_ >> 13) * 0xC2B2AE35 & M32
    return hash_ ^ hash_ >> 16
