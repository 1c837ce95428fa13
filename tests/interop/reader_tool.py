"""Asks filters of the table `filters` with clients/python, for scripts/test/interop.sh.

Each line of the file that is its argument is one job: `probe NAME ELEMENT VALUES OUT` fetches the filter of
that name and writes t or f for each value, in the form that spark_tool.py has for both.
"""

import sys
import uuid

import psycopg
from bloom_rs.psycopg import register_bloom
from psycopg.types import TypeInfo

PARSE = {
    "text": lambda line: bytes.fromhex(line).decode(),
    "bigint": int,
    "bytea": bytes.fromhex,
    "uuid": uuid.UUID,
}

with psycopg.connect() as connection, open(sys.argv[1]) as jobs:
    register_bloom(TypeInfo.fetch(connection, "bloom"), connection)
    for job in jobs:
        _, name, element, values, out = job.split()
        query = "SELECT f FROM filters WHERE name = %s"
        (bloom,) = connection.execute(query, [name], binary=True).fetchone()
        with open(values) as lines, open(out, "w") as answers:
            asked = [PARSE[element](line.rstrip("\n")) for line in lines]
            for value, answer in zip(asked, bloom.contains_each(asked), strict=True):
                assert answer is (value in bloom)
                answers.write("t\n" if answer else "f\n")
