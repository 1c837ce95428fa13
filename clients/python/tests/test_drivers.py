"""What docs/DRIVERS.md says of other drivers. Those that are not installed are skipped."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from test_pages import DRIVERS, JDBC, blocks, execute, run

pytestmark = pytest.mark.server

DATA = Path(__file__).parent / "data"
CASTS = DATA / "Casts.java"
READ = "SELECT names::bytea AS f FROM customer_filters"


@pytest.fixture
def tables(database: dict[str, str]) -> dict[str, str]:
    """The database with the tables of docs/DRIVERS.md, and the parts of a URL that names it."""
    execute(database, *blocks(DRIVERS, "sql"))
    with psycopg.connect(dbname=database["PGDATABASE"]) as connection:
        found = conninfo_to_dict(connection.info.dsn)
        return {name: str(found[name]) for name in ("host", "port", "user", "dbname") if name in found}


def value(tables: dict[str, str], query: str) -> Any:
    with psycopg.connect(**tables) as connection:  # type: ignore[arg-type]  # they are texts
        row = connection.execute(query.encode()).fetchone()
        return row and row[0]


def url(tables: dict[str, str]) -> str:
    return f"postgresql://{tables['user']}@/{tables['dbname']}?host={tables['host']}&port={tables['port']}"


def tcp(tables: dict[str, str]) -> str:
    port = os.environ.get("JDBC_PORT")
    if not port:
        pytest.skip("JDBC_PORT is not set")
    return f"postgresql://{tables['user']}@127.0.0.1:{port}/{tables['dbname']}"


def test_jdbc_casts(tables: dict[str, str]) -> None:
    printed = run(["java", "-cp", str(JDBC), str(CASTS), f"jdbc:{tcp_of_jdbc(tables)}"], {})
    assert printed == [
        "date 42804",
        "date-cast true",
        "timestamp 42804",
        "timestamp-cast true",
        "text true",
        "objects 07006",
        "objects-cast 07006",
        "array true",
        "prepared" + 4 * " QkxN BLMF",
        "bytes QkxN",
        "bytes-cast BLMF",
    ]


def tcp_of_jdbc(tables: dict[str, str]) -> str:
    address = tcp(tables).split("@")[1]
    return f"postgresql://{address}?user={tables['user']}"


OTHERS = {
    "casts.pl": (
        ["perl", "-MDBD::Pg", "-e1"],
        "integer 42804, integer-cast 1, integer-type 1, text 1, read BLMF, store 22P02, store-type 1, "
        "store-no-cast 42804",
    ),
    "casts.php": (
        ["php", "-r", "exit(in_array('pgsql', PDO::getAvailableDrivers()) ? 0 : 1);"],
        "integer 42804, integer-type 42804, integer-cast true, text true, array-cast {t,f}, read BLMF\x01, "
        "store 22P02, store-type true",
    ),
    "casts.rb": (
        ["ruby", "-rpg", "-e1"],
        r"integer 42804, integer-cast t, text t, array-cast {t,f}, read \x424, store t",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages(tables: dict[str, str], name: str) -> None:
    is_there, expected = OTHERS[name]
    if not shutil.which(is_there[0]) or subprocess.run(is_there, capture_output=True).returncode:
        pytest.skip(f"{is_there[0]} has no driver")
    separator = ";" if name == "casts.php" else " "
    names = separator.join(f"{key}={part}" for key, part in tables.items())
    printed = run([is_there[0], str(DATA / name), names], {})
    assert ", ".join(printed) == expected


NODE = """
const { Client } = require('pg')
async function main() {
  const client = new Client(JSON.parse(process.argv[1]))
  await client.connect()
  const ask = async (query, ...values) => {
    try {
      return Object.values((await client.query(query, values)).rows[0] ?? {})[0]
    } catch (error) {
      return error.code
    }
  }
  const answers = [
    await ask('SELECT bloom_contains(ids, $1) FROM customer_filters', 42),
    await ask('SELECT bloom_contains(ids, $1::bigint) FROM customer_filters', 42),
    await ask('SELECT bloom_contains(names, $1) FROM customer_filters', 'customer-1'),
    await ask('SELECT bloom_contains_each(names, $1::text[]) FROM customer_filters', ['customer-1', 'x']),
  ]
  const read = await ask('SELECT names::bytea FROM customer_filters')
  await ask('UPDATE customer_filters SET names = $1', read)
  answers.push(Buffer.isBuffer(read), (await ask('SELECT names::bytea FROM customer_filters')).equals(read))
  console.log(JSON.stringify(answers))
  await client.end()
}
main()
"""


def test_node_postgres(tables: dict[str, str]) -> None:
    if not os.environ.get("NODE_PATH"):
        pytest.skip("NODE_PATH does not have pg")
    settings = {**tables, "port": int(tables["port"]), "database": tables["dbname"]}
    (line,) = run(["node", "-e", NODE, json.dumps(settings)], {})
    assert json.loads(line) == ["42804", True, True, [True, False], True, True]


def test_adbc(tables: dict[str, str]) -> None:
    adbc: Any = pytest.importorskip("adbc_driver_postgresql.dbapi")
    with adbc.connect(url(tables)) as connection, connection.cursor() as cursor:
        for query in ("SELECT names FROM customer_filters", "SELECT ARRAY[names] FROM customer_filters"):
            cursor.execute(query)
            found = cursor.fetch_arrow_table().schema.field(0).type
            assert "arrow.opaque[storage_type=binary, type_name=bloom" in str(found)
        cursor.execute("SELECT bloom_contains(ids, $1) FROM customer_filters", (42,))
        assert cursor.fetchone() == (True,)
        cursor.execute(READ)
        (data,) = cursor.fetchone()
        assert data[:4] == b"BLMF"
        with pytest.raises(adbc.ProgrammingError, match="is of type bytea"):
            cursor.execute("UPDATE customer_filters SET names = $1", (data,))
        connection.rollback()
        cursor.execute("UPDATE customer_filters SET names = $1::bytea::bloom", (data,))
        connection.commit()
    assert value(tables, "SELECT names @> 'customer-1'::text FROM customer_filters")


def test_pandas(tables: dict[str, str]) -> None:
    pandas: Any = pytest.importorskip("pandas", "3")
    sqlalchemy: Any = pytest.importorskip("sqlalchemy")
    engine = sqlalchemy.create_engine(url(tables).replace("postgresql:", "postgresql+psycopg:"))
    frame = pandas.read_sql(READ, engine)
    assert isinstance(frame.f[0], bytes)
    kind = "SELECT pg_typeof(f)::text FROM kept"
    frame.to_sql("kept", engine, index=False)
    assert value(tables, kind) == "text"
    frame.to_sql("kept", engine, index=False, if_exists="replace", dtype={"f": sqlalchemy.LargeBinary})
    assert value(tables, kind) == "bytea"
    assert value(tables, "SELECT f::bloom @> 'customer-1'::text FROM kept")
    engine.dispose()


def test_polars(tables: dict[str, str]) -> None:
    polars: Any = pytest.importorskip("polars")
    pytest.importorskip("connectorx")
    frame = polars.read_database_uri(READ, tcp(tables))
    assert frame["f"][0][:4] == b"BLMF"


def test_odbc(tables: dict[str, str]) -> None:
    pyodbc: Any = pytest.importorskip("pyodbc", exc_type=ImportError)
    driver = next(Path("/usr/lib").glob("*/odbc/psqlodbcw.so"), None)
    if not driver:
        pytest.skip("psqlODBC is not installed")
    names = {"Driver": driver, "Server": tables["host"], "Port": tables["port"], "UID": tables["user"]}
    source = "".join(f"{key}={part};" for key, part in {**names, "Database": tables["dbname"]}.items())
    length = value(tables, "SELECT length(names::text) FROM customer_filters")
    for option, declared in [("", 255), ("UnknownSizes=2", length), ("UnknownsAsLongVarchar=1", 8190)]:
        with pyodbc.connect(source + option) as connection:
            cursor = connection.execute("SELECT names FROM customer_filters")
            assert (cursor.description[0][3], len(cursor.fetchone()[0])) == (declared, length)
    with pyodbc.connect(source) as connection:
        (data,) = connection.execute(READ).fetchone()
        assert data[:4] == b"BLMF"
        assert connection.execute("UPDATE customer_filters SET names = ?", data).rowcount == 1
        query = "SELECT bloom_contains(names, ?), bloom_contains(ids, ?::bigint) FROM customer_filters"
        assert tuple(connection.execute(query, "customer-1", 42).fetchone()) == ("1", "1")
        query = "SELECT bloom_contains_each(ids, ?::bigint[]) FROM customer_filters"
        assert tuple(connection.execute(query, "{42,-1}").fetchone()) == ("{t,f}",)
        with pytest.raises(pyodbc.Error, match="42804"):
            connection.execute("SELECT bloom_contains(ids, ?) FROM customer_filters", 42)


DJANGO = """
import sys
import django
from django.conf import settings

host, port, user, name = sys.argv[1:]
database = {"ENGINE": "django.db.backends.postgresql", "HOST": host, "PORT": port, "USER": user, "NAME": name}
settings.configure(DATABASES={"default": database}, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
django.setup()
from django.db import models
from django.db.models import F, Func, Value

class Filters(models.Model):
    ids = models.TextField()
    names = models.TextField()

    class Meta:
        app_label, managed, db_table = "customers", False, "customer_filters"

def contains(field, value):
    asked = Func(F(field), Value(value), function="bloom_contains", output_field=models.BooleanField())
    return Filters.objects.annotate(found=asked).values_list("found", flat=True)[0]

Filters.objects.get().save()
print(contains("ids", 42), contains("names", "customer-1"), contains("names", "nobody"))
"""


def test_django(tables: dict[str, str]) -> None:
    pytest.importorskip("django")
    execute({"PGDATABASE": tables["dbname"]}, "ALTER TABLE customer_filters ADD id bigserial PRIMARY KEY")
    arguments = [tables[name] for name in ("host", "port", "user", "dbname")]
    done = subprocess.run([sys.executable, "-c", DJANGO, *arguments], capture_output=True, text=True)
    assert done.stdout == "True True False\n", done.stderr
