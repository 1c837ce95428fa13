"""The programs of docs/DRIVERS.md and README.md run as printed, and print what their comments say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

pytestmark = pytest.mark.server

README = (Path(__file__).parents[1] / "README.md").read_text()
DRIVERS = (Path(__file__).parents[3] / "docs/DRIVERS.md").read_text()
JDBC = Path("/usr/share/java/postgresql.jar")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def run(command: list[str], environment: dict[str, str]) -> list[str]:
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def expected(program: str, comment: str) -> list[str]:
    return re.findall(rf"print.*{comment} (.*)$", program, re.M)


def execute(database: dict[str, str], statements: str) -> None:
    with psycopg.connect(dbname=database["PGDATABASE"]) as connection:
        connection.execute(statements.encode())


def stored(database: dict[str, str]) -> bool:
    """Whether a program has added its names."""
    with psycopg.connect(dbname=database["PGDATABASE"]) as connection:
        query = "SELECT bloom_contains_all(names, ARRAY['customer-1', 'customer-1001', 'customer-1002'])"
        (answer,) = connection.execute(f"{query} FROM customer_filters").fetchone() or (False,)
        return bool(answer)


@pytest.mark.parametrize("driver", ["psycopg", "SQLAlchemy", "asyncpg"])
def test_drivers_of_python(database: dict[str, str], driver: str) -> None:
    execute(database, *blocks(DRIVERS, "sql"))
    (program,) = blocks(DRIVERS.split(f"## {driver}\n")[1].split("\n## ")[0], "python")
    assert not stored(database)
    printed = run([sys.executable, "-c", program], database)
    assert len(printed) >= 2
    assert printed == expected(program, "  #")
    assert stored(database)


def test_jdbc(database: dict[str, str], tmp_path: Path) -> None:
    port = os.environ.get("JDBC_PORT")  # JDBC needs TCP
    if not port:
        pytest.skip("JDBC_PORT is not set")
    execute(database, *blocks(DRIVERS, "sql"))
    (program,) = blocks(DRIVERS, "java")
    source = tmp_path / "Customers.java"
    source.write_text(program)
    with psycopg.connect() as connection:
        user = conninfo_to_dict(connection.info.dsn)["user"]
    url = f"jdbc:postgresql://localhost:{port}/pages?user={user}"
    assert run(["java", "-cp", str(JDBC), str(source), url], {}) == expected(program, "//")
    assert stored(database)


def test_first_example_of_the_readme(database: dict[str, str]) -> None:
    execute(database, blocks(README, "sql")[0])
    absent, each, rows = run([sys.executable, "-c", blocks(README, "python")[0]], database)
    assert (absent, each) == ("False", "[True, False]")
    assert rows.startswith("[('https://example.org/1',)")
    assert rows.count("https") < 40
