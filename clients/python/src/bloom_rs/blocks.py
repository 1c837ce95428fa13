"""Split blocks, as Parquet's Bloom filters have them.

All bits of a value are in one block of 32 bytes, one in each of its eight words.
"""

from collections.abc import Iterator

from bloom_rs.hashes import M32

BLOCK_BITS = 256
BLOCK_HASHES = 8  # one for each word
SALTS = (
    0x47B6137B, 0x44974D91, 0x8824AD5B, 0xA2B7289D, 0x705495C7, 0x2DF1424B, 0x9EFC4947, 0x5C6BFB31,
)  # fmt: skip


def positions(hash_: int, bits: int) -> Iterator[int]:
    """The positions of the bits of a hash of 64 bits."""
    start = ((hash_ >> 32) * (bits // BLOCK_BITS) >> 32) * BLOCK_BITS
    low = hash_ & M32
    return (start + 32 * word + (low * salt & M32) // 2**27 for word, salt in enumerate(SALTS))
