"""How large a filter must be.

The same search as the server's, to the bit, since filters of other sizes would not combine: of all numbers
of hashes the smallest filter whose rate is at most the one asked for. The textbook's rate is not quite that
of small filters, see docs/DESIGN.md, and blocks have one of their own.
"""

import math
from typing import NamedTuple

from bloom_rs.blocks import BLOCK_BITS, BLOCK_HASHES
from bloom_rs.schemes import Choice, Scheme

WORD_BITS = 64
MOST_BITS = 8589901760  # a value of PostgreSQL has less than 1 GB
MOST_HASHES = 255


class Size(NamedTuple):
    """The size of a filter."""

    bits: int
    """A multiple of 64, of blocks of 256."""
    hashes: int


def size_for(capacity: int, fpp: float, scheme: Scheme | str = Scheme.MITZ64) -> Size:
    """The size that the server gives a filter for so many distinct values at a false-positive rate.

    Args:
        capacity: distinct values to make room for.
        fpp: the false-positive rate when it holds that many.
        scheme: how it hashes; a `str` as in SQL, see `Bloom`.

    Raises:
        ValueError: no positive capacity, no rate between 0 and 1, no such scheme, or too large a filter.
    """
    return chosen_size(capacity, fpp, Choice.of(scheme))


def chosen_size(capacity: int, fpp: float, choice: Choice) -> Size:
    """`size_for` of a choice."""
    if not 0 < capacity < 2**63:
        raise ValueError(f"capacity must be at least 1, and a bigint, not {capacity}")
    if not 0 < fpp < 1:
        raise ValueError(f"false-positive rate must be greater than 0 and less than 1, not {fpp}")
    search = _size_in_blocks if choice.scheme is Scheme.PARQUET else _size
    size = search(capacity, fpp)
    if size and choice.pow2:
        size = Size(1 << (size.bits - 1).bit_length(), size.hashes)
    if not size or size.bits > MOST_BITS:
        raise ValueError(f"no filter can hold {capacity} values at a rate of {fpp}")
    if size.bits > choice.scheme.most_bits:
        raise ValueError(f"{size.bits} bits are too many for {choice.scheme.name.lower()}")
    return size


def _size(capacity: int, fpp: float) -> Size | None:
    best: Size | None = None
    for hashes in range(1, int(min(max(2 - 2 * math.log2(fpp), 1), MOST_HASHES)) + 1):
        most = (best.bits // WORD_BITS - 1) if best else MOST_BITS // WORD_BITS
        if most == 0 or _real_fpp(most * WORD_BITS, hashes, capacity) > fpp:
            continue
        # The textbook's size is too small by little: gallop up from there, then halve.
        low = min(max(_textbook_words(capacity, fpp, hashes), 1), most)
        high, step = low, 1
        while _real_fpp(high * WORD_BITS, hashes, capacity) > fpp:
            low = high + 1
            high = min(high + step, most)
            step *= 2
        while low < high:
            middle = (low + high) // 2
            if _real_fpp(middle * WORD_BITS, hashes, capacity) <= fpp:
                high = middle
            else:
                low = middle + 1
        best = Size(low * WORD_BITS, hashes)
    return best


def _size_in_blocks(capacity: int, fpp: float) -> Size | None:
    low, high = 1, MOST_BITS // BLOCK_BITS
    if _fpp_of_blocks(high, capacity) > fpp:
        return None
    while low < high:
        middle = (low + high) // 2
        if _fpp_of_blocks(middle, capacity) <= fpp:
            high = middle
        else:
            low = middle + 1
    return Size(low * BLOCK_BITS, BLOCK_HASHES)


def _textbook_words(capacity: int, fpp: float, hashes: int) -> int:
    """Words below which so many hashes cannot reach the textbook's rate."""
    share = fpp ** (1 / hashes)
    return int(-hashes * float(capacity) / math.log1p(-share) / WORD_BITS) if share < 1 else 0


def _real_fpp(bits: int, hashes: int, count: int) -> float:
    """The rate to expect: the textbook's, plus what small filters add to it."""
    m, k, n = float(bits), float(hashes), float(count)
    load = k * n / m
    fill = -math.expm1(-load)
    if not 0 < fill < 1:
        return fill
    clear = 1 - fill
    variance = (clear - clear * clear * (1 + load)) / m
    varying_fill = 1 + k * (k - 1) / 2 * variance / (fill * fill)
    dependent = 0.0
    if hashes > 1:
        odds = fill / clear
        # Passing 2^63 shifts a sequence by 2^63 mod m, which makes few positions more, if m is odd enough.
        odd_part = bits // (bits & -bits)
        shifted = 1.0 if odd_part < hashes else -2 / ((k - 1) * math.log(fill))
        shared_step = 2 * n / m * (1 + 2 * odds)
        dependent = (odds * min(shifted, 1.0) + shared_step) / m
    return min(_power(fill, hashes) * varying_fill + dependent, 1.0)


def _fpp_of_blocks(number: int, count: int) -> float:
    """The rate to expect of so many blocks: the mean over how many values there may be in one."""
    n = float(count)
    load = n / number
    # Where all blocks are nearly full, how the values are spread makes no difference.
    if load > 600 or number == 1:
        return _fpp_of_block(load)
    odds = 1 / (number - 1)
    last = int(min(load + 12 * math.sqrt(load) + 40, n))
    chance = math.exp(n * math.log1p(-1 / number))
    total = 0.0
    for j in range(last + 1):
        total += chance * _fpp_of_block(j)
        chance *= max(n - j, 0.0) / (j + 1) * odds
    # Two values of one block share all bits in one of 2^32 cases, as these come from 32 of the hash.
    return min(total + load / 2**32, 1.0)


def _fpp_of_block(values: float) -> float:
    return _power(-math.expm1(values * math.log1p(-1 / 32)), BLOCK_HASHES)


def _power(base: float, exponent: int) -> float:
    """The power with the roundings of the server's, which squares and multiplies."""
    result = 1.0
    while True:
        if exponent & 1:
            result *= base
        exponent //= 2
        if exponent == 0:
            return result
        base *= base
