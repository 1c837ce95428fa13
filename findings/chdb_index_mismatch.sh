#!/usr/bin/env bash
# chDB 4.4.0 (ClickHouse 26.9): a query works until one of the columns that it compares has an index `bloom_filter`; then it fails.
# Usual guess: an index that does not know a type of the other side is not used, as with minmax, and the query only gets slower.
# Behavior: `=` compares DateTime with DateTime64, a float with a Decimal, and IPv4 with IPv6. The index converts the constant as
# IN does, which refuses these pairs: code 53, TYPE_MISMATCH.
. "$(dirname "$0")/finding.bash"
pip_with chdb==4.4.0
python_prints <<'PYTHON'
import chdb.session

session = chdb.session.Session()
COMPARED = {
    "DateTime": ("'2020-01-01 00:00:00'", "toDateTime64('2020-01-01 00:00:00', 3)"),
    "Float64": ("1.5", "toDecimal64(1.5, 2)"),
    "IPv6": ("'::ffff:1.2.3.4'", "toIPv4('1.2.3.4')"),
    "UInt8": ("5", "toInt64(5)"),
}
for column, (stored, asked) in COMPARED.items():
    for index in ("minmax", "bloom_filter"):
        session.query(f"CREATE TABLE t (x {column}, INDEX i x TYPE {index}) ENGINE = MergeTree ORDER BY tuple()")
        session.query(f"INSERT INTO t VALUES ({stored})")
        try:
            answer = str(session.query(f"SELECT count() FROM t WHERE x = {asked}")).strip()
        except RuntimeError as error:
            answer = str(error).rsplit("(", 1)[1].split(")")[0]
        print(f"{column}, {index}: {answer}")
        session.query("DROP TABLE t")
PYTHON
seen <<'SEEN'
DateTime, minmax: 1
DateTime, bloom_filter: TYPE_MISMATCH
Float64, minmax: 1
Float64, bloom_filter: TYPE_MISMATCH
IPv6, minmax: 1
IPv6, bloom_filter: TYPE_MISMATCH
UInt8, minmax: 1
UInt8, bloom_filter: 1
SEEN
