"""Bloom filters in Parquet files, by DuckDB and pyarrow, for scripts/test/interop.sh.

Each line of the file that is its argument is one job:

    write WRITER ELEMENT VALUES FILE OUT   write a file whose column holds the values; its bitset goes to OUT
    patch FILE FILTER OUT                  the same file with this bitset, of the same length
    ask FILE ELEMENT VALUES OUT            write t or f for each value, as DuckDB's reader finds it
    groups FILE                            write 100,000 URLs in row groups of 1,000 to 20,000, as pyarrow does

WRITER is duckdb or pyarrow. Bitsets are in hexadecimal.
"""

import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

# Element: how a line becomes a number or bytes, its type in Arrow, and in DuckDB.
ELEMENTS = {
    "text": (lambda line: bytes.fromhex(line).decode(), pa.string(), "VARCHAR"),
    "bytea": (bytes.fromhex, pa.binary(), "BLOB"),
    "uuid": (lambda line: bytes.fromhex(line.replace("-", "")), pa.binary(16), "UUID"),
    "smallint": (int, pa.int16(), "SMALLINT"),
    "integer": (int, pa.int32(), "INTEGER"),
    "bigint": (int, pa.int64(), "BIGINT"),
    "real": (float, pa.float32(), "FLOAT"),
    "double": (float, pa.float64(), "DOUBLE"),
    "date": (int, pa.date32(), "DATE"),
    "time": (int, pa.time64("us"), "TIME"),
    "timestamp": (int, pa.timestamp("us"), "TIMESTAMP"),
    "timestamptz": (int, pa.timestamp("us", "UTC"), "TIMESTAMPTZ"),
}

connection = duckdb.connect()
connection.execute("SET TimeZone = 'UTC'")


def column(element, values):
    parse, arrow, _ = ELEMENTS[element]
    with open(values) as lines:
        return pa.array([parse(line.rstrip("\n")) for line in lines], arrow)


def in_duckdb(element):
    """An expression over column c of an Arrow table."""
    if element == "uuid":
        return "lower(hex(c))::UUID"
    return f"c::{ELEMENTS[element][2]}"


def bitset_of(file):
    """Where the bitset of the only column begins in a file, and how long it is."""
    query = "SELECT bloom_filter_offset FROM parquet_metadata(?)"
    ((offset,),) = connection.execute(query, [file]).fetchall()
    with open(file, "rb") as data:
        data.seek(offset)
        head = data.read(32)
    # Thrift: field 1, an i32 in zigzag; then three unions of one empty struct each, and the end.
    assert head[0] == 0x15, head.hex()
    length, shift, at = 0, 0, 1
    while True:
        length |= (head[at] & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if head[at - 1] < 0x80:
            break
    assert head[at : at + 13] == bytes.fromhex("1c1c0000" * 3 + "00"), head.hex()
    return offset + at + 13, length >> 1


def write(writer, element, values, file, out):
    table = pa.table({"c": column(element, values)})
    if writer == "pyarrow":
        options = {"c": {"ndv": len(table), "fpp": 0.01}}
        pq.write_table(table, file, bloom_filter_options=options)
    else:
        # DuckDB has them for columns with a dictionary, which pays where values are repeated.
        connection.register("one", table)
        query = f"SELECT {in_duckdb(element)} AS c FROM one, range(12)"
        connection.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet, DICTIONARY_SIZE_LIMIT 1000000)")
    start, length = bitset_of(file)
    with open(file, "rb") as data, open(out, "w") as bitset:
        data.seek(start)
        bitset.write(data.read(length).hex() + "\n")


def patch(file, bitset, out):
    with open(bitset) as lines:
        bits = bytes.fromhex(lines.read().strip())
    start, length = bitset_of(file)
    assert length == len(bits), (length, len(bits))
    with open(file, "rb") as data, open(out, "wb") as patched:
        content = data.read()
        patched.write(content[:start] + bits + content[start + length :])


def ask(file, element, values, out):
    connection.register("one", pa.table({"c": column(element, values)}))
    value, parameter = in_duckdb(element), f"?::{ELEMENTS[element][2]}"
    if element in ("date", "timestamp", "timestamptz"):  # as text: Python has no infinity
        value = f"({value})::VARCHAR"
    asked = connection.execute(f"SELECT {value} FROM one").fetchall()
    query = f"SELECT bloom_filter_excludes FROM parquet_bloom_probe(?, 'c', {parameter})"
    with open(out, "w") as answers:
        for (value,) in asked:
            ((excluded,),) = connection.execute(query, [file, value]).fetchall()
            answers.write("f\n" if excluded else "t\n")


def groups(file):
    sizes = [1_000, 2_000, 4_000, 8_000, 15_000, 10_000, 20_000, 20_000, 20_000]
    urls, start = [f"https://example.org/{number}" for number in range(sum(sizes))], 0
    with pq.ParquetWriter(file, pa.schema([("url", pa.string())]), bloom_filter_options={"url": True}) as writer:
        for size in sizes:
            writer.write_table(pa.table({"url": urls[start : start + size]}), row_group_size=size)
            start += size


with open(sys.argv[1]) as jobs:
    for job in jobs:
        name, *arguments = job.split()
        {"write": write, "patch": patch, "ask": ask, "groups": groups}[name](*arguments)
