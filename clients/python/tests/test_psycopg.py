"""With psycopg, against the server."""

import asyncio
import random
from base64 import b64encode
from datetime import date, datetime, time, timezone
from typing import Any
from uuid import UUID

import psycopg
import pytest
from conftest import Connection
from psycopg.types import TypeInfo

from bloom_rs import Bloom, Family, Scheme, Value, size_for
from bloom_rs.psycopg import register_bloom, register_bloom_matrix
from bloom_rs.schemes import Choice

pytestmark = pytest.mark.server

VALUES: dict[str, list[Value]] = {
    "text": ["", "a", "a  ", "naïve 東京", "https://www.postgresql.org/", "x" * 5000],
    "bytea": [b"", b"\x80\xff", bytes(range(256))],
    "smallint": [0, 1, -1, 32767],
    "integer": [0, 1, -1, 2**31 - 1, -(2**31)],
    "bigint": [0, 42, 2**63 - 1, -(2**63)],
    "uuid": [UUID(int=0), UUID("550e8400-e29b-41d4-a716-446655440000"), UUID(int=2**128 - 1)],
    "double precision": [0.0, -0.0, 0.1, -1.5, 5e-324, float("inf"), -float("inf"), float("nan")],
    "real": [0.0, 1.5, -0.25, float("nan")],
    "boolean": [True],
    "date": [date(1, 1, 1), date(2000, 1, 1), date(2026, 11, 21), date(9999, 12, 31)],
    "time": [time(0), time(12, 34, 56, 789012), time(23, 59, 59, 999999)],
    "timestamp": [datetime(1, 1, 1), datetime(2026, 11, 21, 1, 2, 3, 4), datetime(9999, 12, 31, 23, 59, 59)],
    "timestamptz": [
        datetime(1970, 1, 1, tzinfo=timezone.utc),
        datetime.fromisoformat("2026-11-21T01:02:03.000004+05:30"),
    ],
}


def fetch(connection: Connection, query: str, *arguments: Any, binary: bool = True) -> Any:
    row = connection.execute(query, arguments, binary=binary).fetchone()
    assert row is not None
    return row[0]


@pytest.mark.parametrize("sql_type", VALUES)
def test_both_sides_build_and_answer_alike(connection: Connection, sql_type: str) -> None:
    values = VALUES[sql_type]
    array = f"%s::{sql_type}[]"
    theirs = fetch(connection, f"SELECT bloom_agg(v, 20, 0.001) FROM unnest({array}) AS v", values)
    assert isinstance(theirs, Bloom)
    ours = Bloom.of(values, 20, 0.001)
    assert ours == theirs
    assert fetch(connection, "SELECT encode(%s::bloom::bytea, 'hex')", ours) == bytes(theirs).hex()

    assert all(value in theirs for value in values)
    assert theirs.contains_each(values) == [True] * len(values)
    assert fetch(connection, f"SELECT bloom_contains_all(%s, {array})", ours, values)
    # What the server takes for another kind of value is one here, and the other way round.
    for other in VALUES.values():
        kind_here = kind_there = True
        try:
            assert isinstance(other[0] in theirs, bool)
        except TypeError:
            kind_here = False
        try:
            with connection.transaction():
                fetch(connection, "SELECT bloom_contains(%s, %s)", ours, other[0])  # a str is text to both
        except psycopg.errors.DatatypeMismatch:
            kind_there = False
        assert kind_here == kind_there, other[0]


def test_a_filter_without_a_type_is_a_plain_one(connection: Connection) -> None:
    plain = fetch(connection, "SELECT bloom_of(ARRAY['a'])::text")
    counting = fetch(connection, "SELECT counting_bloom_of(ARRAY['a'])::text")
    refused = pytest.raises(psycopg.errors.InvalidTextRepresentation, match="It is a counting filter")
    for query in ("bloom_contains(%s, 'a')", "bloom_add(%s, 'b') @> 'a'", "bloom_union(%s, NULL) IS NULL"):
        assert fetch(connection, f"SELECT {query}", plain)
        assert fetch(connection, f"SELECT {query}", Bloom.of(["a"]))
        with refused, connection.transaction():
            fetch(connection, f"SELECT {query}", counting)
    assert fetch(connection, "SELECT bloom_contains(%s::counting_bloom, 'a')", counting)
    assert fetch(connection, "SELECT bloom_union(%s, counting_bloom_empty(1)) @> 'a'", counting)
    assert fetch(connection, "SELECT bloom_remove(%s, 'a') @> 'a'", counting) is False


KEYED = "keyed:00112233445566778899aabbccddeeff"
SCHEMES = [
    *("mitz64", "mitz64 int4", "mitz32", "spark1", "spark2", "parquet", "parquet int4", "parquet pow2"),
    *("datasketches", "datasketches:-5", KEYED),
]


@pytest.mark.parametrize("scheme", ["parquet", "datasketches:-5", KEYED])
@pytest.mark.parametrize("sql_type", VALUES)
def test_both_sides_build_and_answer_alike_by_any_scheme(
    connection: Connection, sql_type: str, scheme: str
) -> None:
    values = VALUES[sql_type]
    array = f"%s::{sql_type}[]"
    made = f"SELECT bloom_agg(v, 20, 0.001, %s) FROM unnest({array}) AS v"
    if scheme == "parquet" and sql_type == "boolean":
        with pytest.raises(TypeError, match="parquet do not hold"):
            Bloom.of(values, 20, 0.001, scheme)
        with pytest.raises(psycopg.errors.FeatureNotSupported):
            fetch(connection, made, scheme, values)
        return
    theirs = fetch(connection, made, scheme, values)
    if scheme == "parquet" and sql_type in ("smallint", "integer"):  # an INT32 column
        scheme = "parquet int4"
    if scheme == "parquet" and sql_type == "real":
        assert theirs.family is Family.FLOAT4
        empty = bytes(theirs)[:60] + bytes(theirs.bits // 8)
        ours = Bloom.from_bytes(empty)
        ours.update(values)
    else:
        ours = Bloom.of(values, 20, 0.001, scheme)
    assert ours == theirs
    assert all(value in theirs for value in values)
    assert theirs.contains_each(values) == [True] * len(values)
    assert fetch(connection, f"SELECT bloom_contains_all(%s, {array})", ours, values)
    # What the server takes for another kind of value is one here, and the other way round.
    for other in VALUES.values():
        kind_here = kind_there = True
        try:
            assert isinstance(other[0] in theirs, bool)
        except TypeError:
            kind_here = False
        try:
            with connection.transaction():
                fetch(connection, "SELECT bloom_contains(%s, %s)", ours, other[0])
        except (psycopg.errors.DatatypeMismatch, psycopg.errors.FeatureNotSupported):
            kind_there = False
        assert kind_here == kind_there, other[0]


@pytest.mark.parametrize("scheme", ["mitz64", "parquet"])
def test_infinity_of_the_server(connection: Connection, scheme: str) -> None:
    """It is found by what asyncpg returns for it."""
    ends: dict[str, list[Value]] = {
        "date": [date.max, date.min],
        "timestamp": [datetime.max, datetime.min],
        "timestamptz": [end.replace(tzinfo=timezone.utc) for end in (datetime.max, datetime.min)],
    }
    for sql_type, values in ends.items():
        for infinite, expected in (("infinity", [True, False]), ("-infinity", [False, True])):
            query = f"SELECT bloom_agg(%s::{sql_type}, 20, 0.001, %s)"
            seen = fetch(connection, query, infinite, scheme)
            assert [value in seen for value in values] == seen.contains_each(values) == expected
            matrix = fetch(connection, "SELECT bloom_matrix_agg(%s::bloom, 7)", seen)
            assert [matrix.search(value) for value in values] == [[7] * found for found in expected]


@pytest.mark.parametrize(
    ("expression", "present", "absent"),
    [
        ("bloom_agg(v::char(5), 10) FROM unnest(ARRAY['ab', 'c']) AS v", ["ab", "ab  ", "c"], "d"),
        ("bloom_agg(v::oid, 10) FROM unnest(ARRAY[1, 4294967295]) AS v", [1, 2**32 - 1], 2),
        ("""bloom_of(ARRAY['a', 'b']::"char"[])""", ["a", "b"], "c"),
        ("bloom_of(ARRAY['sad', 'so so']::mood[])", ["sad", "so so"], "glad"),
        ("bloom_agg(v::integer, 10, 0.01, 'mitz64 int4') FROM unnest(ARRAY[1, -7]) AS v", [1, -7], 2),
        ("bloom_agg(v, 10, 0.01, 'mitz32') FROM unnest(ARRAY['a', 'b']) AS v", ["a", "b"], "c"),
        ("bloom_agg(v, 10, 0.01, 'spark1') FROM unnest(ARRAY['a', 'b']) AS v", ["a", "b"], "c"),
        ("bloom_agg(v, 10, 0.01, 'spark2') FROM unnest(ARRAY['a', 'b']) AS v", ["a", "b"], "c"),
        (
            "bloom_agg(v, 10, 0.01, 'parquet') FROM unnest(ARRAY['sad', 'glad']::mood[]) AS v",
            ["sad"],
            "so so",
        ),
        ("bloom_agg(v::char(5), 10, 0.01, 'parquet') FROM unnest(ARRAY['ab', 'c']) AS v", ["ab ", "c"], "d"),
        ("bloom_agg(v, 10, 0.01, 'parquet') FROM unnest(ARRAY[0.5, 'nan']::real[]) AS v", [0.5], 0.25),
        ("bloom_from_parquet(bloom_to_parquet(bloom_agg(1::bigint, 10, 0.01, 'parquet')), 'bigint')", [1], 5),
        ("bloom_from_parquet(bloom_to_parquet(bloom_agg(1, 10, 0.01, 'parquet')), 'integer')", [1], 5),
        (
            "bloom_from_datasketches(bloom_to_datasketches("
            "bloom_agg(1, 10, 0.01, 'datasketches:-1')), 'bigint')",
            [1],
            5,
        ),
        # Made elsewhere of -0, as a library writes it.
        (
            "bloom_agg(0::float8, 10, 0.01, 'parquet') & bloom_from_parquet(bloom_to_parquet("
            r"bloom_agg('\x0000000000000080'::bytea, 10, 0.01, 'parquet')), 'float8')",
            [0.0, -0.0],
            1.0,
        ),
        (
            "bloom_from_datasketches(bloom_to_datasketches("
            r"bloom_agg('\x0000000000000080'::bytea, 10, 0.01, 'datasketches')), 'float8')",
            [0.0, -0.0],
            1.0,
        ),
        ("bloom_agg(v, 10, 0.01, (SELECT bloom_keyed_scheme())) FROM unnest(ARRAY['a']) AS v", ["a"], "c"),
        ("bloom_from_spark(bloom_to_spark(bloom_agg(1, 10, 0.01, 'spark2')), 'bigint')", [1], 5),
    ],
)
def test_what_only_the_server_makes(
    connection: Connection, expression: str, present: list[Value], absent: Value
) -> None:
    connection.execute("CREATE TYPE mood AS ENUM ('sad', 'so so', 'glad')")
    theirs = fetch(connection, f"SELECT {expression}")
    assert all(value in theirs for value in present)
    assert theirs.contains_each([*present, absent]) == [True] * len(present) + [False]
    # And more can be added.
    theirs.add(absent)
    assert fetch(connection, "SELECT bloom_count(%s) >= %s", theirs, len(present))
    assert absent in theirs


def test_what_only_the_server_can_ask(connection: Connection) -> None:
    theirs = fetch(connection, "SELECT bloom_of(ARRAY[1.5, 2])")
    assert theirs.family is Family.HASHED
    with pytest.raises(TypeError, match="holds hashed"):
        assert 1.5 in theirs
    assert fetch(connection, "SELECT bloom_contains(%s, 1.50)", theirs)


@pytest.mark.parametrize("scheme", ["mitz64", "parquet", "datasketches", KEYED])
def test_real_urls(connection: Connection, scheme: str) -> None:
    urls = [f"https://example.org/{number}/{'é' * (number % 90)}" for number in range(20_000)]
    ours = Bloom.of(urls, 25_000, 0.001, scheme)
    made = "SELECT bloom_agg(url, 25000, 0.001, %s) FROM unnest(%s::text[]) AS url"
    theirs = fetch(connection, made, scheme, urls)
    assert ours == theirs
    absent = [url + "?" for url in urls]
    assert ours.contains_each(absent) == fetch(
        connection, "SELECT bloom_contains_each(%s, %s::text[])", ours, absent
    )


@pytest.mark.parametrize("binary", [True, False])
def test_forms(connection: Connection, binary: bool) -> None:
    seen = Bloom.of(["a", "b"])
    assert fetch(connection, "SELECT %s::bloom", seen, binary=binary) == seen
    assert fetch(connection, "SELECT %s", seen, binary=binary) == seen
    assert fetch(connection, "SELECT %t::bloom", seen, binary=binary) == seen
    assert fetch(connection, "SELECT %b", seen, binary=binary) == seen
    assert fetch(connection, "SELECT NULL::bloom", binary=binary) is None
    assert fetch(connection, "SELECT %s::bloom[]", [seen, None, Bloom(5)], binary=binary) == [
        seen,
        None,
        Bloom(5),
    ]
    assert fetch(connection, "SELECT ROW(%s::bloom)", seen, binary=True)[0] == seen
    assert fetch(connection, "SELECT pg_typeof(%s)::text", seen) == "bloom"


def test_prepared_statements_and_tables(connection: Connection) -> None:
    connection.execute("CREATE TEMP TABLE filters (name text PRIMARY KEY, f bloom NOT NULL)")
    seen = Bloom.of(range(50_000), fpp=0.001)  # out of line
    for number in range(10):
        connection.execute("INSERT INTO filters VALUES (%s, %s)", [f"n{number}", seen], prepare=True)
    rows = connection.execute("SELECT f FROM filters", binary=True).fetchall()
    assert [row[0] for row in rows] == [seen] * 10
    client_side = psycopg.ClientCursor(connection)
    client_side.execute("SELECT bloom_contains(%s::bloom, 7)", [seen])
    assert client_side.fetchone() == (True,)


def test_copy(connection: Connection) -> None:
    connection.execute("CREATE TEMP TABLE filters (name text, f bloom)")
    seen = Bloom.of(["a"])
    for form in ("", "(FORMAT binary)"):
        with connection.cursor().copy(f"COPY filters FROM STDIN {form}") as copy:
            copy.set_types(["text", "bloom"])
            copy.write_row(["x", seen])
            copy.write_row(["y", None])
        with connection.cursor().copy(f"COPY filters TO STDOUT {form}") as copy:
            copy.set_types(["text", "bloom"])
            assert list(copy.rows())[-2:] == [("x", seen), ("y", None)]


def test_hostile_bytes_are_value_errors(connection: Connection) -> None:
    connection.execute("CREATE TEMP TABLE forged AS SELECT bloom_of(ARRAY['a']) AS f")
    data = bytes(fetch(connection, "SELECT f FROM forged"))
    info = TypeInfo.fetch(connection, "bloom")
    assert info is not None
    for form in (psycopg.pq.Format.BINARY, psycopg.pq.Format.TEXT):
        loader = connection.adapters.get_loader(info.oid, form)
        assert loader is not None
        for damaged in (b"", data[:-1], data + b"!", b"\0" * 60):
            sent = b64encode(damaged) if form is psycopg.pq.Format.TEXT else damaged
            with pytest.raises(ValueError, match="invalid Bloom filter"):
                loader(info.oid).load(sent)
    text_loader = connection.adapters.get_loader(info.oid, psycopg.pq.Format.TEXT)
    assert text_loader is not None
    with pytest.raises(ValueError, match="base64"):
        text_loader(info.oid).load(b"Qkx%")


def test_async(connection: Connection) -> None:
    async def round_trip(seen: Bloom) -> Any:
        async with await psycopg.AsyncConnection.connect() as async_connection:
            await async_connection.execute("CREATE EXTENSION IF NOT EXISTS bloom_rs")
            register_bloom(await TypeInfo.fetch(async_connection, "bloom"), async_connection)
            cursor = await async_connection.execute("SELECT bloom_add(%s, 'b'::text)", [seen], binary=True)
            row = await cursor.fetchone()
            await async_connection.rollback()
            return row

    connection.rollback()
    assert asyncio.run(round_trip(Bloom.of(["a"], 2))) == (Bloom.of(["a", "b"]),)


def test_no_extension() -> None:
    with pytest.raises(TypeError, match="CREATE EXTENSION"):
        register_bloom(None)
    with pytest.raises(TypeError, match='"bloom_matrix": CREATE EXTENSION'):
        register_bloom_matrix(None)


@pytest.mark.parametrize("scheme", ["mitz64", "parquet", "parquet pow2"])
def test_sizes_are_those_of_the_server(connection: Connection, scheme: str) -> None:
    chance = random.Random(1)
    number, lowest = (3000, -9) if scheme == "mitz64" else (600, -6)  # blocks take more bits, and time
    asked = [
        (round(10 ** chance.uniform(0, 7.5)), 10 ** chance.uniform(lowest, -0.01)) for _ in range(number)
    ]
    asked += [(capacity, fpp) for capacity in range(1, 120) for fpp in (0.5, 0.1, 0.01, 0.001, 1e-6)]
    rows = connection.execute(
        """SELECT n, p, i.bits, i.hashes
           FROM unnest(%s::bigint[], %s::float8[]) AS asked(n, p),
                bloom_header(bloom_empty(n, p, %s)) AS i""",
        [[capacity for capacity, _ in asked], [fpp for _, fpp in asked], scheme],
        binary=True,
    ).fetchall()
    assert len(rows) == len(asked)
    wrong = [row for row in rows if size_for(row[0], row[1], scheme) != row[2:]]
    assert wrong == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_schemes_are_those_of_the_server(connection: Connection, scheme: str) -> None:
    seen = Bloom(1000, 0.01, scheme)
    assert fetch(connection, "SELECT bloom_empty(1000, 0.01, %s)", scheme) == seen
    values = [1, -7]
    seen.update(values)
    added = "SELECT bloom_add_all(bloom_empty(1000, 0.01, %s), %s::bigint[])"
    assert fetch(connection, added, scheme, values) == seen


def test_every_scheme_is_tested() -> None:
    assert {Choice.of(name).scheme for name in SCHEMES} == set(Scheme)
