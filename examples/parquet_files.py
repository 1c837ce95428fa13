"""Which of a thousand Parquet files have this visitor? PostgreSQL names them, and only these are opened.

psql -f parquet_files.sql
python parquet_files.py write DIRECTORY          # makes a thousand files to try it with
python parquet_files.py add DIRECTORY            # adds a filter for each file that has none
python parquet_files.py find VISITOR...          # --all DIRECTORY opens all files instead

A file must not change once it has a filter. The filters are made of the files' values, because files have few of their
own: DuckDB writes filters of columns with few different values only. `bloom_rs.parquet` reads those that there are.
"""

import argparse
import signal
import time
from pathlib import Path

import duckdb
import psycopg

# All filters have one size, whatever the files hold. With a thousand files, this rate means one wrong file in ten lookups.
ADD = """
    WITH added AS (INSERT INTO parquet_files.files (path) VALUES (%s) ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO parquet_files.filters
    SELECT id, (SELECT bloom_agg(visitor, 5000, 0.0001) FROM unnest(%s::text[]) AS visitor) FROM added
"""

VISITS = "SELECT visited, page FROM read_parquet($paths) WHERE visitor = $visitor ORDER BY visited, page"


def write(directory: Path, files: int, visits: int) -> None:
    """Writes files of one hour each. A visitor comes back about three times in six weeks."""
    directory.mkdir(parents=True, exist_ok=True)
    for file in range(files):
        duckdb.sql(
            f"""
            SELECT TIMESTAMP '2026-10-01' + INTERVAL ({file}) HOUR + INTERVAL (i * 3600 // {visits}) SECOND AS visited,
                   'visitor-' || hash({file} * {visits} + i) % ({files} * {visits} // 3) AS visitor,
                   '/page/' || hash(i, {file}) % 1000 AS page
            FROM range({visits}) AS visits(i)
            """
        ).write_parquet(str(directory / f"{file:04}.parquet"))


def parquet_files(directory: Path) -> list[str]:
    return sorted(str(path) for path in directory.glob("*.parquet"))


def add(connection: psycopg.Connection, directory: Path) -> int:
    """Adds a filter of the visitors of each file that has none. Returns the number of these files."""
    known = {path for (path,) in connection.execute("SELECT path FROM parquet_files.files")}
    new = [path for path in parquet_files(directory) if path not in known]
    for path in new:
        visitors = duckdb.execute("SELECT DISTINCT visitor FROM read_parquet(?)", [path]).fetchall()
        connection.execute(ADD, [path, [visitor for (visitor,) in visitors]])
    connection.execute("CALL parquet_files.seal()")
    return len(new)


def files_of(connection: psycopg.Connection, visitor: str) -> list[str]:
    """Returns the files that may have a visitor."""
    found = connection.execute("SELECT parquet_files.files_of(%s)", [visitor], prepare=True)
    return [path for (path,) in found]


def visits(paths: list[str], visitor: str) -> list[tuple]:
    """Returns the visits of a visitor in these files, which DuckDB opens."""
    return duckdb.execute(VISITS, {"paths": paths, "visitor": visitor}).fetchall() if paths else []


def main() -> None:
    parser = argparse.ArgumentParser(description="which Parquet files have a visitor?")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("write")
    command.add_argument("directory", type=Path)
    command.add_argument("--files", type=int, default=1000)
    command.add_argument("--visits", type=int, default=5000, help="in each file")
    commands.add_parser("add").add_argument("directory", type=Path)
    command = commands.add_parser("find")
    command.add_argument("visitors", nargs="+", metavar="VISITOR")
    command.add_argument("--all", type=Path, metavar="DIRECTORY", help="open all files of a directory")
    arguments = parser.parse_args()

    with psycopg.connect(autocommit=True) as connection:
        if arguments.command == "write":
            write(arguments.directory.resolve(), arguments.files, arguments.visits)
        elif arguments.command == "add":
            print(add(connection, arguments.directory.resolve()), "files have a filter now")
        else:
            opened, start = 0, time.perf_counter()
            for visitor in arguments.visitors:
                if arguments.all:
                    paths = parquet_files(arguments.all.resolve())
                else:
                    paths = files_of(connection, visitor)
                opened += len(paths)
                for visited, page in visits(paths, visitor):
                    print(visited, visitor, page)
            each = (time.perf_counter() - start) / len(arguments.visitors)
            print(
                f"{opened} files were opened for {len(arguments.visitors)} visitors, {1000 * each:.1f} ms for each"
            )


if __name__ == "__main__":
    # Ctrl-C ends the program at once. Otherwise DuckDB would raise an error.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    main()
