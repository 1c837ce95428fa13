"""Matrices: the format's golden one, bytes that are none, and those of the server."""

import random
import struct

import pytest
from conftest import Connection

from bloom_rs import Bloom, Family, Matrix, Scheme, Value

HEAD = bytes.fromhex(
    "424c4d5801000000" "0300000000000000" "0100000000000000"
    "424c4d4601010103000000000000000000000000"
    "40000000000000000d000000000000007b14ae47e17a843f00000000000000000000000000000000"
    "00000000"
    "0500000000000000" "ffffffffffffffff" "0900000000000000"
)  # fmt: skip
ROWS = {10: 1, 16: 1, 22: 1, 56: 2}
GOLDEN = HEAD + struct.pack("<64Q", *(ROWS.get(row, 0) for row in range(64)))


def with_field(at: int, form: str, value: int, data: bytes = GOLDEN) -> bytes:
    changed = bytearray(data)
    struct.pack_into("<" + form, changed, at, value)
    return bytes(changed)


def test_golden_matrix() -> None:
    matrix = Matrix.from_bytes(GOLDEN)
    assert matrix.keys == [5, -1, 9]
    assert [matrix.search(value) for value in (1, 42, 43)] == [[5], [-1], []]
    assert (len(matrix), matrix.family, matrix.scheme) == (3, Family.INTEGER, Scheme.MITZ64)
    assert bytes(matrix) == GOLDEN
    assert matrix == Matrix.from_bytes(memoryview(bytearray(GOLDEN)))
    assert matrix != GOLDEN
    assert repr(matrix) == "<Matrix of 3 filters of integer, 64 bits each, mitz64>"
    with pytest.raises(TypeError, match="holds integer"):
        matrix.search("1")
    with pytest.raises(TypeError):
        Matrix.from_bytes(600)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        GOLDEN[:87],
        GOLDEN[:88],
        GOLDEN[:-1],
        GOLDEN + b"\0",
        b"BLMG" + GOLDEN[4:],
        b"BLMF" + GOLDEN[4:],
        with_field(4, "B", 2),  # version
        with_field(5, "B", 1),  # reserved
        with_field(7, "B", 1),
        with_field(84, "I", 1),
        with_field(8, "Q", 0),  # columns
        with_field(8, "Q", 4),
        with_field(8, "Q", 2**63),
        with_field(16, "Q", 0),  # parts
        with_field(16, "Q", 8589901760 // 64 + 1),
        with_field(24 + 4, "B", 2),  # the header of the filters
        with_field(24 + 8, "B", 1),
        with_field(24 + 20, "Q", 128),
        with_field(24 + 20, "Q", 8589901760),
        with_field(24, "4s", b"BLMC"),  # type: ignore[arg-type]
        with_field(24 + 6, "B", Family.NONE),  # although bits are set
        with_field(len(HEAD), "B", 8),  # beyond the last column
        with_field(len(GOLDEN) - 8, "B", 128),
        with_field(len(GOLDEN) - 7, "B", 1),
        with_field(len(GOLDEN) - 1, "B", 128),
    ],
)
def test_readers_refuse(data: bytes) -> None:
    with pytest.raises(ValueError, match="invalid Bloom"):
        Matrix.from_bytes(data)


@pytest.mark.parametrize("columns", [1, 7, 8, 9, 63, 64, 65])
def test_only_bits_of_columns_may_be_set(columns: int) -> None:
    row = (columns + 63) // 64 * 8
    head = with_field(8, "Q", columns, HEAD[:88]) + bytes(8 * columns)
    full = ((1 << columns) - 1).to_bytes(row, "little")
    assert len(Matrix.from_bytes(head + full * 64).search(1)) == columns
    if columns < 8 * row:
        beyond = (1 << columns).to_bytes(row, "little")
        with pytest.raises(ValueError, match="beyond its last column"):
            Matrix.from_bytes(head + full * 63 + beyond)


def test_hostile_bytes_are_refused_or_harmless() -> None:
    chance = random.Random(1)
    accepted = 0
    for _ in range(20_000):
        data = bytearray(GOLDEN)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            matrix = Matrix.from_bytes(data)
        except ValueError:
            continue
        accepted += 1
        assert bytes(matrix) == data
        if matrix.family is Family.INTEGER:
            assert set(matrix.search(1)) <= set(matrix.keys)
    assert 500 < accepted < 10_000


@pytest.mark.server
@pytest.mark.parametrize("scheme", ["mitz64", "spark2", "parquet", "datasketches", f"keyed:{'5' * 32}"])
@pytest.mark.parametrize("binary", [True, False])
def test_searches_are_those_of_the_server(connection: Connection, scheme: str, binary: bool) -> None:
    def fetch(query: str, *arguments: object) -> list[object]:
        return [row[0] for row in connection.execute(query, arguments, binary=binary).fetchall()]

    (matrix,) = fetch(
        """SELECT bloom_matrix_agg(f, 7 * file - 100 ORDER BY file)
           FROM (SELECT file, bloom_agg((file * i %% 400)::text, 20, 0.05, %s) AS f
                 FROM generate_series(1, 130) AS file, generate_series(1, 20) AS i
                 GROUP BY file) AS filters""",
        scheme,
    )
    assert isinstance(matrix, Matrix)
    assert matrix.keys == [7 * file - 100 for file in range(1, 131)]
    for value in map(str, range(500)):
        assert matrix.search(value) == fetch("SELECT bloom_matrix_search(%s, %s::text)", matrix, value)
    assert fetch("SELECT %s = %s::bytea::bloom_matrix", matrix, bytes(matrix)) == [True]


@pytest.mark.server
def test_equal_numbers_are_found_in_each_filter(connection: Connection) -> None:
    minus, plus, other = (
        bytes(Bloom.of([struct.pack("<d", number)], 100, scheme="parquet")) for number in (-0.0, 0.0, 1.0)
    )
    # As if they had come from files, of a column DOUBLE.
    filters = [Bloom.from_bytes(data[:6] + b"\5" + data[7:]) for data in (other, minus, plus)]
    row = connection.execute(
        "SELECT bloom_matrix_agg(f, n ORDER BY n) FROM unnest(%s::bloom[]) WITH ORDINALITY AS t(f, n)",
        [filters],
        binary=True,
    ).fetchone()
    assert row is not None
    asked: list[Value] = [0.0, -0.0, 1.0]
    for value, expected in zip(asked, [[2, 3], [2, 3], [1]], strict=True):
        assert row[0].search(value) == expected
        rows = connection.execute("SELECT bloom_matrix_search(%s, %s)", [row[0], value]).fetchall()
        assert [key for (key,) in rows] == expected
