"""The hash functions, of one value at a time."""

import struct

M64 = 2**64 - 1
M63 = 2**63 - 1
M32 = 2**32 - 1

XXH64_PRIMES = (
    0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5,
)  # fmt: skip


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


def xxh64(data: bytes, seed: int) -> int:
    """XXH64."""
    p1, p2, p3, p4, p5 = XXH64_PRIMES
    length = len(data)
    stripes = length // 32 * 4
    *words, tail = struct.unpack(f"<{length // 8}Q{length % 8}s", data)
    if stripes:
        lanes = [seed + p1 + p2 & M64, seed + p2 & M64, seed, seed - p1 & M64]
        for lane in range(4):
            v = lanes[lane]
            for word in words[lane:stripes:4]:
                v = v + word * p2 & M64
                v = (v << 31 | v >> 33) * p1 & M64
            lanes[lane] = v
        h = sum(_rotl(v, by) for v, by in zip(lanes, (1, 7, 12, 18), strict=True)) & M64
        for v in lanes:
            h = (h ^ _rotl(v * p2 & M64, 31) * p1 & M64) * p1 + p4 & M64
    else:
        h = seed + p5 & M64
    h = h + length & M64
    for word in words[stripes:]:
        h = _rotl(h ^ _rotl(word * p2 & M64, 31) * p1 & M64, 27) * p1 + p4 & M64
    if len(tail) >= 4:
        h = _rotl(h ^ int.from_bytes(tail[:4], "little") * p1 & M64, 23) * p2 + p3 & M64
        tail = tail[4:]
    for byte in tail:
        h = _rotl(h ^ byte * p5 & M64, 11) * p1 & M64
    h = (h ^ h >> 33) * p2 & M64
    h = (h ^ h >> 29) * p3 & M64
    return h ^ h >> 32


def siphash13_128(data: bytes, key: int) -> tuple[int, int]:
    """The two words of SipHash-1-3 with 128 bits of result; the key is a little-endian number."""
    v0, v1, v2, v3 = sip_start(key)
    # The last word is the rest, and the length in its highest byte.
    padded = data + bytes(-(len(data) + 1) % 8) + bytes([len(data) & 0xFF])
    for word in struct.unpack(f"<{len(padded) // 8}Q", padded):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3 ^ word)
        v0 ^= word
    v2 ^= 0xEE
    for _ in range(3):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    first = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xDD
    for _ in range(3):
        v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
    return first, v0 ^ v1 ^ v2 ^ v3


def sip_start(key: int) -> tuple[int, int, int, int]:
    """The four words that SipHash with 128 bits of result begins with."""
    k0, k1 = key & M64, key >> 64
    first, second = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE
    return first, second, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573


def _sip_round(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
    v0 = v0 + v1 & M64
    v1 = (v1 << 13 & M64 | v1 >> 51) ^ v0
    v2 = v2 + v3 & M64
    v3 = (v3 << 16 & M64 | v3 >> 48) ^ v2
    v0 = (v0 << 32 & M64 | v0 >> 32) + v3 & M64
    v3 = (v3 << 21 & M64 | v3 >> 43) ^ v0
    v2 = v2 + v1 & M64
    v1 = (v1 << 17 & M64 | v1 >> 47) ^ v2
    return v0, v1, v2 << 32 & M64 | v2 >> 32, v3


def _rotl(x: int, by: int) -> int:
    return x << by & M64 | x >> (64 - by)


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
