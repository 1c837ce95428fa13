#!/usr/bin/env bash
# chDB 4.4.0 (ClickHouse 26.9) and DataFusion 55.0.0: the filter that a join makes of its small side changes the answer, if this side
# has one key, and that is NaN. Both make such filters by default.
# Usual guess: a filter of the join's own keys drops only rows without a partner.
# Behavior: the hash tables of both take all NaNs for one key. ClickHouse's filter of a single value compares by `=`, for which NaN is
# not NaN. DataFusion compares its bounds with the statistics of the file's row groups, which leave NaNs out, and skips all of them.
. "$(dirname "$0")/finding.bash"
pip_with chdb==4.4.0 datafusion==55.0.0 pyarrow==26.0.1
python_prints <<'PYTHON'
import chdb.session, datafusion, pyarrow as pa, pyarrow.parquet as pq

nan = float("nan")
pq.write_table(pa.table({"k": [float(i) if i % 1000 else nan for i in range(100_000)]}), "big.parquet")
clickhouse = chdb.session.Session()
create = "CREATE OR REPLACE TABLE {0} ENGINE = MergeTree ORDER BY () AS SELECT assumeNotNull(k) AS k FROM file('{0}.parquet')"
join = "SELECT count(*) FROM big JOIN small ON big.k = small.k"
clickhouse.query(create.format("big"))
for name, key in {"NaN": nan, "7": 7.0}.items():
    pq.write_table(pa.table({"k": [key]}), "small.parquet")
    clickhouse.query(create.format("small"))
    for is_on in (False, True):
        of_clickhouse = str(clickhouse.query(f"{join} SETTINGS enable_join_runtime_filters = {int(is_on)}")).strip()
        config = datafusion.SessionConfig().set("datafusion.optimizer.enable_dynamic_filter_pushdown", str(is_on).lower())
        context = datafusion.SessionContext(config)
        for table in ("big", "small"):
            context.register_parquet(table, f"{table}.parquet")
        of_datafusion = context.sql(join).collect()[0][0][0].as_py()
        print(f"{name}, {'with' if is_on else 'without'} filters: ClickHouse {of_clickhouse}, DataFusion {of_datafusion}")
PYTHON
seen <<'SEEN'
NaN, without filters: ClickHouse 100, DataFusion 100
NaN, with filters: ClickHouse 0, DataFusion 0
7, without filters: ClickHouse 1, DataFusion 1
7, with filters: ClickHouse 1, DataFusion 1
SEEN
