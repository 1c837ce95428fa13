#!/usr/bin/env bash
# pyarrow 26.0.1: `bloom_filter_columns=[0]` writes an ORC file whose first column has no Bloom filter, and no error.
# Usual guess: numbers of columns begin with 0, as everywhere else in pyarrow.
# Behavior: these are ORC's numbers, in which 0 is the whole row, and columns begin with 1. The row gets a filter that holds nothing.
# Names are refused; pyorc takes both.
. "$(dirname "$0")/finding.bash"
pip_with pyarrow==26.0.1 pyorc==0.12.0
python_prints <<'PYTHON'
import pyarrow as pa, pyorc
from pyarrow import orc

table = pa.table({"url": ["a", "b"], "visits": [1, 2]})
for columns in ([0], [1], [1, 2], ["url"]):
    try:
        orc.write_table(table, "visits.orc", bloom_filter_columns=columns)
    except ValueError as error:
        print(columns, error)
        continue
    with open("visits.orc", "rb") as file:
        reader = pyorc.Reader(file)
        names = {reader.schema.find_column_id(name): name for name in table.column_names}
        print(columns, "filters of", [names.get(id, "the row") for id in reader.read_stripe(0).bloom_filter_columns])
PYTHON
seen <<'SEEN'
[0] filters of ['the row']
[1] filters of ['url']
[1, 2] filters of ['url', 'visits']
['url'] Invalid ORC BloomFilter columns: ['url']
SEEN
