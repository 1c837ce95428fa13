"""Writes the Parquet files of Spark that clients/python is tested with to the directory that is its argument.

spark.parquet has columns of many types. spark_int96.parquet has timestamps as Spark stores them by default, and old
dates; in spark_legacy.parquet these are stored by the calendar of Spark 2. The values follow from the number of the
row, as clients/python/tests/parquet_rows.py computes them too.
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

OLD = """
    SELECT timestamp_micros((id - 50) * 86400000000123) AS at, DATE'1582-10-15' + CAST((id - 50) * 3000 AS int) AS day
    FROM range(0, 100, 1, 1)
"""


def write(query, name, **options):
    with tempfile.TemporaryDirectory() as directory:
        writer = spark.sql(query).write.mode("overwrite").option("parquet.bloom.filter.enabled", "true")
        writer.options(**options).option("parquet.bloom.filter.max.bytes", "128").parquet(directory)
        (file,) = Path(directory).glob("*.parquet")
        shutil.copy(file, Path(sys.argv[1]) / f"{name}.parquet")


builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.sql.ansi.enabled", "true")
spark = builder.config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MILLIS").getOrCreate()
write(ROWS, "spark")
spark.conf.set("spark.sql.parquet.outputTimestampType", "INT96")
for mode, name in (("CORRECTED", "spark_int96"), ("LEGACY", "spark_legacy")):
    spark.conf.set("spark.sql.parquet.int96RebaseModeInWrite", mode)
    spark.conf.set("spark.sql.parquet.datetimeRebaseModeInWrite", mode)
    write(OLD, name, **{"parquet.enable.dictionary": "false"})  # with one, there are no filters
