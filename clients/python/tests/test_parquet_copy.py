"""The export of filters from Parquet files to a table, and the probes of it."""

import base64
import re
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pyarrow as pa
import pytest
from conftest import Connection
from parquet_rows import DUCKDB, GROUP, PYARROW, groups, write, write_rows, write_with_duckdb

from bloom_rs import Bloom
from bloom_rs.parquet import copy_lines

PAGE = (Path(__file__).parents[3] / "docs/reference/exchange.md").read_text()
PAGE = PAGE[PAGE.index("| Encoding |") :]


def test_copy_lines(tmp_path: Path) -> None:
    columns = {"c": pa.array(["x", "y"]), "n": pa.array([1, 2])}
    first = write(tmp_path / "a\\b\tc.parquet", columns, row_group_size=1)
    second = write(tmp_path / "b.parquet", {"c": pa.array(["z"])}, bloom_filter_options=None)
    header, *lines = [line.removesuffix("\n").split("\t") for line in copy_lines("c", [first, second])]
    assert header == ["file", "row_group", "encoding", "f"]
    escaped = f"{tmp_path}/a\\\\b\\tc.parquet"
    places = [[escaped, "0", "text"], [escaped, "1", "text"], [str(second), "0", "text"]]
    assert [line[:3] for line in lines] == places
    filters = [Bloom.from_bytes(base64.b64decode(line[3])) for line in lines]
    assert [f.contains_each("xyz") for f in filters] == [
        [True, False, False],
        [False, True, False],
        [True, True, True],
    ]
    other = write(tmp_path / "c.parquet", {"c": pa.array([b"x"])})
    with pytest.raises(ValueError, match="c is bytea, but text in earlier files"):
        list(copy_lines("c", [first, other]))
    with pytest.raises(ValueError, match="0 columns"):
        list(copy_lines("n", [first, second]))


def test_columns_without_a_type(tmp_path: Path) -> None:
    """One of many files may have only nulls, as pandas and Polars write them: it has nothing to be found."""
    some = write(tmp_path / "a.parquet", {"c": pa.array(["x"])})
    none = write(tmp_path / "b.parquet", {"c": pa.nulls(3)})
    expected = list(copy_lines("c", [some]))
    assert len(expected) == 2
    assert list(copy_lines("c", [none, some, none])) == expected
    assert list(copy_lines("c", [none])) == expected[:1]


def test_files_without_filters(tmp_path: Path) -> None:
    """They are exported, and each is a line on stderr; not so a file whose column has only nulls."""
    columns = {"c": pa.array(["x", "y"])}
    files = [
        write(tmp_path / "none.parquet", columns, row_group_size=1, bloom_filter_options=None),
        write(tmp_path / "all.parquet", columns, row_group_size=1),
        write(tmp_path / "nulls.parquet", {"c": pa.nulls(3)}),
    ]
    done = export("c", *files)
    assert done.returncode == 0
    assert done.stderr == f"{files[0]}: no row group has a filter of c: it has no filter\n"
    assert done.stdout.count("\n") == 5


def export(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bloom_rs.parquet", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_program(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", {"c": pa.array(["x"])})
    done = export("c", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(copy_lines("c", [path]))
    other = write(tmp_path / "b.parquet", {"c": pa.array([1])})
    for failing in (tmp_path / "missing\tfile", other):
        failed = export("c", path, failing)
        assert failed.returncode == 1
        assert failed.stderr.startswith("error: ")
        *lines, last = failed.stdout.splitlines(keepends=True)
        assert "".join(lines) == done.stdout
        assert last.startswith("error: ")
        assert "\t" not in last


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """As psql does if it cannot connect. The program ends as other filters do, and says nothing."""
    path = write(tmp_path / "a.parquet", {"c": pa.array(range(10_000))}, row_group_size=100)
    command = [sys.executable, "-m", "bloom_rs.parquet", "c", *[str(path)] * 9]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stderr
        assert program.stdout.readline() == b"file\trow_group\tencoding\tf\n"
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == -signal.SIGPIPE


def probe_in_sql(encoding: str) -> tuple[str, str]:
    """Returns the type of $1 and what to probe with, as the page says."""
    scale, length = [*re.findall(r"\d+", encoding), "", ""][:2]
    name = re.sub(r"scale \d+", "scale S", re.sub(r"\d+ bytes", "N bytes", encoding))
    row = re.search(rf"^\|[^|]* `{re.escape(name)}`[^|]*\| (.+) \| `(.+)` \|$", PAGE, re.M)
    if not row:
        return encoding, "$1"
    sql_type = encoding.split()[0] if row[1] == "as named" else row[1]
    return sql_type, re.sub(r"\bN\b", length, re.sub(r"\bS\b", scale, row[2]))


@pytest.mark.server
@pytest.mark.parametrize("name", [*PYARROW, *DUCKDB])
def test_sql_probes_as_the_page_says(connection: Connection, tmp_path: Path, name: str) -> None:
    path, rows = (write_rows if name in PYARROW else write_with_duckdb)(tmp_path, name)
    connection.execute("SET LOCAL timezone = 'Asia/Tokyo'")
    function = re.search(r"^CREATE FUNCTION number_bytes.*?^\);$", PAGE, re.M | re.S)
    assert function
    connection.execute(function[0].replace("FUNCTION ", "FUNCTION pg_temp.").encode())
    connection.execute("CREATE TEMP TABLE row_groups (file text, row_group integer, encoding text, f bloom)")
    with connection.cursor().copy("COPY row_groups FROM STDIN (HEADER match)") as copy:
        for line in copy_lines("c", [path]):
            copy.write(line)
    encoding = PYARROW[name].encoding if name in PYARROW else DUCKDB[name][0]
    sql_type, probe = probe_in_sql(encoding)
    assert (probe == "$1") is (encoding == sql_type)
    probe = probe.replace("$1", "v").replace("number_bytes", "pg_temp.number_bytes")
    query = f"""
        SELECT array_agg(row_group) FILTER (WHERE bloom_contains(f, {probe}))
        FROM unnest(%s::{sql_type}[]) WITH ORDINALITY AS r(v, number), row_groups
        GROUP BY number ORDER BY number"""
    answers = [sorted(answer or []) for (answer,) in connection.execute(query.encode(), [rows], binary=True)]
    found = groups(path)
    assert answers == [[chunk.row_group for chunk in found if chunk.may_contain(row)] for row in rows]
    assert all(number // GROUP in answer for number, answer in enumerate(answers))


@pytest.mark.server
def test_copy_into_a_table(connection: Connection, tmp_path: Path) -> None:
    """A row group without a filter is found. An export that fails, or does not begin, loads nothing."""
    path = write(tmp_path / "a\\b\t.parquet", {"c": pa.array(["x"])}, bloom_filter_options=None)
    connection.execute("CREATE TEMP TABLE row_groups (file text, row_group integer, encoding text, f bloom)")

    def copy(text: str) -> None:
        with connection.cursor().copy("COPY row_groups FROM STDIN (HEADER match)") as to:
            to.write(text)

    for output in (export("c", path, tmp_path / "missing").stdout, export().stdout):
        with pytest.raises(psycopg.errors.BadCopyFileFormat), connection.transaction():
            copy(output)
    copy(export("c", path).stdout)
    query = "SELECT file FROM row_groups WHERE bloom_contains(f, 'anything')"
    assert connection.execute(query).fetchall() == [(str(path),)]
    with pytest.raises(psycopg.errors.DatatypeMismatch), connection.transaction():
        connection.execute("SELECT FROM row_groups WHERE bloom_contains(f, 1)")
