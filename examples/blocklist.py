"""Is this URL malicious? A block list that is loaded every night, while lookups go on.

psql -f blocklist.sql
python blocklist.py load list.txt      # nightly
python blocklist.py check URL...       # or - to read URLs from standard input, one a line
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from psycopg_pool import ConnectionPool

# A lookup. It is prepared once for each connection of the pool.
LOOKUP = "SELECT blocklist.is_blocked(%s)"

# Adds the new URLs to the list and to the live set.
ADD = """
    WITH new AS (
        INSERT INTO blocklist.blocked SELECT DISTINCT url FROM new_list ON CONFLICT DO NOTHING RETURNING url
    )
    SELECT count(*) FROM bloom_set_add_all('blocklist.listed', ARRAY(SELECT url FROM new))
"""


def load(pool: ConnectionPool, urls: Iterable[str]) -> int:
    """Replaces the list by `urls` and returns how many there are.

    This is one transaction: lookups see the old list until it ends, and then the new one. It writes only what has
    changed. The set keeps URLs that are no longer on the list; for these, the exact table says no.
    """
    with pool.connection() as connection, connection.transaction():
        connection.execute("LOCK TABLE blocklist.blocked IN SHARE ROW EXCLUSIVE MODE")  # one load at a time
        connection.execute("CREATE TEMP TABLE new_list (url text NOT NULL) ON COMMIT DROP")
        with connection.cursor().copy("COPY new_list FROM STDIN") as copy:
            for url in urls:
                copy.write_row([url])
        connection.execute("ANALYZE new_list")
        connection.execute(ADD)
        connection.execute(
            "DELETE FROM blocklist.blocked AS b WHERE NOT EXISTS (SELECT FROM new_list AS l WHERE l.url = b.url)"
        )
        (count,) = connection.execute("SELECT count(*) FROM blocklist.blocked").fetchone()
        return count


def is_blocked(pool: ConnectionPool, url: str) -> bool:
    """Returns whether a URL is on the list. Holds a connection for the time of the lookup."""
    with pool.connection() as connection:
        return connection.execute(LOOKUP, [url], prepare=True).fetchone()[0]


def check(pool: ConnectionPool, urls: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Looks up many URLs at once, as the threads of a server would."""
    with ThreadPoolExecutor(pool.max_size) as threads:
        known = list(urls)
        yield from zip(known, threads.map(lambda url: is_blocked(pool, url), known), strict=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="a block list of URLs")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("load").add_argument("path", help="a URL a line")
    commands.add_parser("check").add_argument("urls", nargs="+", metavar="URL", help="- for standard input")
    arguments = parser.parse_args()

    # With autocommit, a lookup is one message to the server and one back, without BEGIN and COMMIT.
    with ConnectionPool(min_size=4, max_size=4, kwargs={"autocommit": True}) as pool:
        if arguments.command == "load":
            with open(arguments.path) as lines:
                print(load(pool, (line.strip() for line in lines if line.strip())), "URLs are blocked")
        else:
            given = arguments.urls if arguments.urls != ["-"] else (line.strip() for line in sys.stdin)
            for url, blocked in check(pool, given):
                print("blocked" if blocked else "clean", url)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # Ctrl-C
        sys.exit(130)
