import os
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg.types import TypeInfo

if os.environ.get("NUMPY") == "0":
    sys.modules["bloom_rs.batches"] = None  # type: ignore[assignment]  # as if there were no numpy for it

from bloom_rs.filter import HAS_NUMPY
from bloom_rs.psycopg import register_bloom, register_bloom_matrix

assert HAS_NUMPY is (os.environ.get("NUMPY") != "0")

Connection = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def connection() -> Iterator[Connection]:
    """A connection to the server that PGHOST and the like name; nothing stays of what is done there."""
    with psycopg.connect() as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS bloom_rs")
        register_bloom(TypeInfo.fetch(connection, "bloom"), connection)
        register_bloom_matrix(TypeInfo.fetch(connection, "bloom_matrix"), connection)
        yield connection
        connection.rollback()


@pytest.fixture
def database() -> Iterator[dict[str, str]]:
    """A database for programs that connect by themselves: the variables that name it."""
    with psycopg.connect(autocommit=True) as connection:
        connection.execute("CREATE DATABASE pages")
        yield {"PGDATABASE": "pages"}
        connection.execute("DROP DATABASE pages")
