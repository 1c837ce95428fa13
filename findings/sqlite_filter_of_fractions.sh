#!/usr/bin/env bash
# SQLite 3.54.1 (apsw 3.54.1.0): the Bloom filter of a join lets all numbers between 0 and 1 pass, and most URLs of one site.
# Usual guess: a filter that screens a join of integers screens the same join of other keys as well.
# Behavior: it does not look at fractions, and not at all of a text: of 99,000 absent keys none is let through as an integer, and
# all are if divided by 100001. The plan is the same, and so are the rows; only SQLITE_STMTSTATUS_FILTER_HIT tells.
. "$(dirname "$0")/finding.bash"
pip_with apsw==3.54.1.0
python_prints <<'PYTHON'
import apsw

connection = apsw.Connection(":memory:")
status = {}
connection.trace_v2(apsw.SQLITE_TRACE_PROFILE, lambda event: status.update(event["stmt_status"]))
for key in ("n", "n / 100001.0", "'http://example.org/' || n"):
    connection.execute(f"""
        CREATE TABLE large AS WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
        SELECT {key} AS k FROM numbers;
        CREATE TABLE small AS SELECT k FROM large WHERE rowid % 100 = 7;
        ANALYZE""").fetchall()
    join = "SELECT count(*) FROM large CROSS JOIN small ON large.k = small.k"
    print([row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {join}") if "BLOOM" in row[3]])
    count = connection.execute(join).fetchall()[0][0]
    print(f"{key}: {count} rows, {status['SQLITE_STMTSTATUS_FILTER_HIT']} of {100000 - count} screened")
    connection.execute("DROP TABLE large; DROP TABLE small").fetchall()
PYTHON
seen <<'SEEN'
['BLOOM FILTER ON small (k=?)']
n: 1000 rows, 99000 of 99000 screened
['BLOOM FILTER ON small (k=?)']
n / 100001.0: 1000 rows, 0 of 99000 screened
['BLOOM FILTER ON small (k=?)']
'http://example.org/' || n: 1000 rows, 18358 of 99000 screened
SEEN
