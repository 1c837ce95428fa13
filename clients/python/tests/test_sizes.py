"""Sizes; test_psycopg.py compares them with the server's."""

import pytest

from bloom_rs import Bloom, Scheme, Size, size_for


def test_sizes() -> None:
    assert size_for(1_000_000, 0.01) == Size(9593024, 7)
    assert size_for(1, 0.999999) == Size(64, 1)


@pytest.mark.parametrize(
    ("capacity", "fpp"),
    [(0, 0.01), (-1, 0.01), (2**63, 0.01), (1, 0.0), (1, 1.0), (1, -0.5), (1, float("nan")), (10**9, 0.01)],
)
def test_impossible_sizes(capacity: int, fpp: float) -> None:
    with pytest.raises(ValueError, match="capacity|rate"):
        Bloom(capacity, fpp)


def test_sizes_in_blocks() -> None:
    assert size_for(1, 0.01, "parquet") == Size(256, 8)
    assert size_for(1_000_000, 0.01, "parquet pow2") == Size(1 << 24, 8)
    bits, hashes = size_for(1_000_000, 0.01, Scheme.PARQUET)
    assert 10_500_000 < bits < 10_600_000
    assert (bits % 256, hashes) == (0, 8)
    with pytest.raises(ValueError, match="rate of"):
        size_for(820_000_000, 0.01, "parquet")
    with pytest.raises(ValueError, match="rate of"):
        size_for(500_000_000, 0.01, "parquet pow2")


def test_schemes_of_32_bits_have_a_limit() -> None:
    Bloom(1000, scheme=Scheme.SPARK1)
    with pytest.raises(ValueError, match="too many for mitz32"):
        Bloom(10**8, scheme=Scheme.MITZ32)


def test_the_rate_is_the_one_asked_for() -> None:
    seen = Bloom.of(range(10_000), fpp=0.01)
    assert all(seen.contains_each(range(10_000)))
    passed = sum(seen.contains_each(range(10_000, 110_000)))
    assert 870 < passed < 1130  # 1 % of 100,000, and four standard errors
