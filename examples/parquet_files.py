"""Which of a thousand Parquet files have this visitor? PostgreSQL knows, and only these are opened.

psql -f parquet_files.sql
python parquet_files.py write DIRECTORY          # makes a thousand files; yours come from elsewhere
python parquet_files.py add DIRECTORY            # a filter of each file that has none; then seals them
python parquet_files.py find VISITOR...          # --all DIRECTORY opens all files instead
"""

import argparse
import time
from pathlib import Path

import duckdb
import psycopg

# Filters of one size, whatever a file has. A thousand files at this rate: one wrong file for ten look-ups.
ADD = """
    WITH added AS (INSERT INTO files (path) VALUES (%s) ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO filters
    SELECT id, (SELECT bloom_agg(visitor, 5000, 0.0001) FROM unnest(%s::text[]) AS visitor) FROM added
"""

VISITS = "SELECT visited, page FROM read_parquet($paths) WHERE visitor = $visitor ORDER BY visited, page"


def write(directory: Path, files: int, visits: int) -> None:
    """Makes the files: of an hour each, with visitors that come back some three times in six weeks."""
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
    """Makes a filter of each file that has none, from its column of visitors; returns how many files these are."""
    known = {path for (path,) in connection.execute("SELECT path FROM files")}
    new = [path for path in parquet_files(directory) if path not in known]
    for path in new:
        visitors = duckdb.execute("SELECT DISTINCT visitor FROM read_parquet(?)", [path]).fetchall()
        connection.execute(ADD, [path, [visitor for (visitor,) in visitors]])
    connection.execute("CALL seal()")
    return len(new)


def files_of(connection: psycopg.Connection, visitor: str) -> list[str]:
    """The files that may have a visitor."""
    return [path for (path,) in connection.execute("SELECT files_of(%s)", [visitor], prepare=True)]


def visits(paths: list[str], visitor: str) -> list[tuple]:
    """The visits that these files have: DuckDB opens them."""
    return duckdb.execute(VISITS, {"paths": paths, "visitor": visitor}).fetchall() if paths else []


if __name__ == "__main__":
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
