"""Writes the Parquet file of Spark that clients/python is tested with to the path that is its argument.

Its values follow from the number of the row, as clients/python/tests/parquet_rows.py computes them too.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession

ROWS = """
    SELECT CAST(id - 50 AS tinyint) AS small, CAST(id * 40000000 - 2000000000 AS int) AS id, id * 1000000007 AS big,
        CAST((id - 50) / 10 AS float) AS single, CAST((id - 50) / 10 AS double) AS number, concat('é', id) AS name,
        CAST(concat('b', id) AS binary) AS raw, DATE'1970-01-01' + CAST(id * 100 - 5000 AS int) AS day,
        timestamp_micros(id * 86400123000) AS at, CAST(timestamp_micros(id * 86400000123) AS timestamp_ntz) AS local,
        CAST((id - 50) * 0.07 AS decimal(9, 2)) AS cents, CAST((id - 50) * 123456.78 AS decimal(18, 2)) AS price,
        CAST((id - 50) * 123456.78 AS decimal(38, 4)) AS amount, id % 2 = 0 AS flag
    FROM range(0, 100, 1, 1)
"""

builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.sql.ansi.enabled", "true")
spark = builder.config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MILLIS").getOrCreate()
with tempfile.TemporaryDirectory() as directory:
    writer = spark.sql(ROWS).write.mode("overwrite").option("parquet.bloom.filter.enabled", "true")
    writer.option("parquet.bloom.filter.max.bytes", "128").parquet(directory)
    (file,) = Path(directory).glob("*.parquet")
    shutil.copy(file, sys.argv[1])
