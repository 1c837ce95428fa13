"""A crawler's frontier: every URL is visited once, by many workers, whoever is killed on the way.

    psql -f crawler.sql
    python crawler.py visits.csv

The queue, the pages, and the set of all URLs that were ever found are tables (crawler.sql). A visit is one
transaction: it takes a URL out of the queue, fetches it, puts its new links into the queue, and keeps the page. All
of that happens or nothing does, so there is nothing to repair when the crawler is started again. It may run several
times at once, on several machines.
"""

import argparse
import asyncio
import csv
import random

from psycopg_pool import AsyncConnectionPool

# The oldest URL that no other worker has in hand.
CLAIM = """
    DELETE FROM frontier WHERE id = (SELECT id FROM frontier ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING url
"""

# Test and addition are one statement: of two workers that find a URL at the same time, the second waits for the first.
DISCOVER = "INSERT INTO frontier (url) SELECT * FROM seen_add_all(%s::text[])"


class Web:
    """Stands for the web: real URLs, whose pages link to some of the others. Yours makes a request instead."""

    def __init__(self, path: str) -> None:
        with open(path, newline="") as rows:
            self.urls = list(dict.fromkeys(row["url"] for row in csv.DictReader(rows)))
        self.numbers = {url: number for number, url in enumerate(self.urls)}

    async def fetch(self, url: str) -> list[str]:
        """The links of a page: the next in the list, so that all are found in the end, and some others."""
        await asyncio.sleep(random.uniform(0, 0.002))
        number = self.numbers[url]
        return self.urls[number + 1 : number + 10] + random.sample(self.urls, 10)


async def work(pool: AsyncConnectionPool, web: Web) -> None:
    """Visits page after page, until there is none left."""
    while True:
        async with pool.connection() as connection:  # a transaction: committed at the end, or undone
            claimed = await (await connection.execute(CLAIM)).fetchone()
            if claimed:
                (url,) = claimed
                links = await web.fetch(url)
                await connection.execute(DISCOVER, [links])
                await connection.execute("INSERT INTO pages (url) VALUES (%s)", [url])
                print(url, flush=True)
                continue
            # What others have in hand is still to be seen in the queue, and may bring new links.
            (others,) = await (await connection.execute("SELECT EXISTS (SELECT FROM frontier)")).fetchone()
        if not others:
            return
        await asyncio.sleep(0.05)


async def crawl(path: str, workers: int) -> None:
    web = Web(path)
    async with AsyncConnectionPool(min_size=workers, max_size=workers) as pool:
        async with pool.connection() as connection:
            await connection.execute(DISCOVER, [web.urls[:1]])  # where to begin; known already, the next time
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(work(pool, web))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="crawl the URLs of a list")
    parser.add_argument("path", help="CSV with a column url")
    parser.add_argument("--workers", type=int, default=8)
    arguments = parser.parse_args()
    asyncio.run(crawl(arguments.path, arguments.workers))
