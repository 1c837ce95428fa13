"""A crawler's frontier: many workers visit every URL once, even if some of them are killed.

    psql -f crawler.sql
    python crawler.py visits.csv

The queue, the pages, and the set of all URLs that were ever found are tables (crawler.sql). A visit is one
transaction: it takes a URL out of the queue, fetches it, puts its new links into the queue, and keeps the page. If
the crawler is killed, the transaction is rolled back, so it can simply be started again. Several crawlers may run at
once, on several machines.
"""

import argparse
import asyncio
import csv
import random
import sys

from psycopg_pool import AsyncConnectionPool

# The oldest URL that no other worker is visiting.
CLAIM = """
    DELETE FROM crawler.frontier WHERE id = (SELECT id FROM crawler.frontier ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING url
"""

# One statement tests and adds: if two workers find a URL at the same time, the second waits for the first.
DISCOVER = "INSERT INTO crawler.frontier (url) SELECT * FROM bloom_set_add_all('crawler.seen', %s::text[])"


class Web:
    """A stand-in for the web: real URLs, and pages that link to some of the others. Yours would make requests."""

    def __init__(self, path: str) -> None:
        with open(path, newline="") as rows:
            self.urls = list(dict.fromkeys(row["url"] for row in csv.DictReader(rows)))
        self.numbers = {url: number for number, url in enumerate(self.urls)}

    async def fetch(self, url: str) -> list[str]:
        """Returns the links of a page: the next URLs of the list, so that all are found in the end, and some others."""
        await asyncio.sleep(random.uniform(0, 0.002))
        number = self.numbers[url]
        return self.urls[number + 1 : number + 10] + random.sample(self.urls, 10)


async def work(pool: AsyncConnectionPool, web: Web) -> None:
    """Visits one page after the other until none is left."""
    while True:
        async with pool.connection() as connection:  # a transaction: committed at the end, or rolled back
            claimed = await (await connection.execute(CLAIM)).fetchone()
            if claimed:
                (url,) = claimed
                links = await web.fetch(url)
                await connection.execute(DISCOVER, [links])
                await connection.execute("INSERT INTO crawler.pages (url) VALUES (%s)", [url])
                print(url, flush=True)
                continue
            # URLs that other workers are visiting are still in the queue, and may lead to new links.
            others = await connection.execute("SELECT EXISTS (SELECT FROM crawler.frontier)")
            (waiting,) = await others.fetchone()
        if not waiting:
            return
        await asyncio.sleep(0.05)


async def crawl(path: str, workers: int) -> None:
    web = Web(path)
    async with AsyncConnectionPool(min_size=workers, max_size=workers) as pool:
        async with pool.connection() as connection:
            await connection.execute(DISCOVER, [web.urls[:1]])  # where to begin; already known on a restart
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(work(pool, web))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="crawl the URLs of a list")
    parser.add_argument("path", help="CSV with a column url")
    parser.add_argument("--workers", type=int, default=8)
    arguments = parser.parse_args()
    try:
        asyncio.run(crawl(arguments.path, arguments.workers))
    except KeyboardInterrupt:  # Ctrl-C
        sys.exit(130)
