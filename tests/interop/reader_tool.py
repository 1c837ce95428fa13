"""Asks filters of the table `filters` with bloom_reader.py, for scripts/interop.sh.

Each line of the file that is its argument is one job: `probe NAME ELEMENT VALUES OUT` fetches the filter of
that name and writes t or f for each value, in the form that spark_tool.py has for both.
"""

import sys
import uuid

import psycopg
from bloom_reader import Bloom

PARSE = {
    "text": lambda line: bytes.fromhex(line).decode(),
    "bigint": int,
    "bytea": bytes.fromhex,
    "uuid": uuid.UUID,
}
OF_ANOTHER_TYPE = {"text": 1, "bigint": "1", "bytea": "1", "uuid": b"1"}


def refused(error, call, *arguments):
    try:
        call(*arguments)
    except error:
        return
    raise AssertionError(f"not refused: {arguments}")


def check_refusals(data, element):
    """What a reader must refuse, for each field of the header."""
    refused(TypeError, Bloom(data).__contains__, OF_ANOTHER_TYPE[element])
    for damaged in (b"", data[:59], data[:-1], data + b"\0"):
        refused(ValueError, Bloom, damaged)
    wrong = {0: 0, 4: 2, 5: 99, 6: 99, 7: 0, 8: 1, 12: 1, 16: 1, 20: 1, 27: 1, 44: 1, 59: 1}
    for at, byte in wrong.items():
        refused(ValueError, Bloom, data[:at] + bytes([byte]) + data[at + 1 :])


with psycopg.connect() as connection, open(sys.argv[1]) as jobs:
    for job in jobs:
        _, name, element, values, out = job.split()
        query = "SELECT f::bytea FROM filters WHERE name = %s"
        (data,) = connection.execute(query, [name], binary=True).fetchone()
        check_refusals(data, element)
        bloom = Bloom(data)
        with open(values) as lines, open(out, "w") as answers:
            for line in lines:
                answers.write("t\n" if PARSE[element](line.rstrip("\n")) in bloom else "f\n")
