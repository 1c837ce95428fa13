//! Benchmarks whose queries are run as they are, and their tables.

use crate::db::Db;
use crate::{Result, Settings};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// A name, queries with their names, and the schemas that they are of.
pub struct Workload {
    pub name: &'static str,
    pub queries: Vec<(String, String)>,
    pub search_path: &'static str,
    /// With how many of the settings it is measured, from the first on.
    pub settings: usize,
    /// A schema that nothing else needs.
    pub own: Option<&'static str>,
}

/// Reads queries, each below its name.
fn read(queries: &str) -> Vec<(String, String)> {
    let query = |text: &str| text.split_once('\n').map(|(name, query)| (name.to_owned(), query.to_owned()));
    queries.split("--query ").skip(1).filter_map(query).collect()
}

pub const SSB: &str = "SSB";
pub const SSB_BY_MONTH: &str = "SSB by month";

/// The queries of the Star Schema Benchmark.
pub fn ssb_queries() -> Vec<(String, String)> {
    read(include_str!("ssb.sql"))
}

/// Those whose tables are there.
pub fn loaded() -> [Workload; 3] {
    let of =
        |name, queries, search_path| Workload { name, queries, search_path, settings: usize::MAX, own: None };
    [
        of("TPC-H", read(include_str!("tpch.sql")), "public"),
        of(SSB, ssb_queries(), "ssb, public"),
        of("keys that cost much", read(include_str!("costly.sql")), "costly"),
    ]
}

/// Ways of partitioning SSB's fact table: a name, its schema and search path, the partition key, and a query for the
/// bounds of the partitions.
const PARTITIONED: [(&str, [&str; 2], &str, &str); 3] = [
    (
        "SSB, 32 partitions",
        ["ssb_partitions", "ssb_partitions, ssb, public"],
        "HASH (lo_orderkey)",
        "SELECT format('FOR VALUES WITH (MODULUS 32, REMAINDER %s)', i) FROM generate_series(0, 31) AS i",
    ),
    (
        SSB_BY_MONTH,
        ["ssb_months", "ssb_months, ssb, public"],
        "RANGE (lo_orderdate)",
        "SELECT format('FOR VALUES FROM (%s) TO (%s)', to_char(m, 'YYYYMM01'),
                       to_char(m + interval '1 month', 'YYYYMM01'))
         FROM generate_series(timestamp '1992-01-01', '1998-12-01', interval '1 month') AS m",
    ),
    (
        "SSB by customer",
        ["ssb_customers", "ssb_customers, ssb, public"],
        "HASH (lo_custkey)",
        "SELECT format('FOR VALUES WITH (MODULUS 64, REMAINDER %s)', i) FROM generate_series(0, 63) AS i",
    ),
];

/// The queries of [`PARTITIONED`] by customer: few of them.
fn customers() -> Vec<(String, String)> {
    let query = |(name, like): (&str, &str)| {
        let text = format!(
            "SELECT c_name, sum(lo_revenue) FROM lineorder JOIN customer ON lo_custkey = c_custkey
             WHERE c_name LIKE '{like}' GROUP BY c_name"
        );
        (name.to_owned(), text)
    };
    [("10 customers", "%00012_"), ("1 customer", "%000123")].map(query).into()
}

/// Makes SSB with its fact table in partitions, one way after the other, and calls a function with each.
pub fn partitioned(db: &mut Db, mut visit: impl FnMut(&mut Db, &Workload) -> Result<()>) -> Result<()> {
    for (name, [schema, search_path], key, bounds) in PARTITIONED {
        println!("table lineorder: {name}");
        db.run(&format!(
            "CREATE SCHEMA {schema};
             CREATE TABLE {schema}.lineorder (LIKE ssb.lineorder) PARTITION BY {key}"
        ))?;
        for (number, bounds) in db.answer(bounds)?.lines().enumerate() {
            db.run(&format!(
                "CREATE TABLE {schema}.lineorder_{number} PARTITION OF {schema}.lineorder {bounds}"
            ))?;
        }
        db.run(&format!("INSERT INTO {schema}.lineorder SELECT * FROM ssb.lineorder"))?;
        db.run(&format!("VACUUM (ANALYZE, FREEZE) {schema}.lineorder"))?;
        let is_by_customer = key.contains("lo_custkey");
        let queries = if is_by_customer { customers() } else { ssb_queries() };
        visit(db, &Workload { name, queries, search_path, settings: 2, own: Some(schema) })?;
    }
    Ok(())
}

/// Makes TPC-DS from the files that tpcds.py left, if it did, then with the sales by month, then with indexes instead,
/// and calls a function with each.
pub fn tpcds(
    db: &mut Db,
    settings: &Settings,
    mut visit: impl FnMut(&mut Db, &Workload) -> Result<()>,
) -> Result<()> {
    let directory = settings.out.join("tpcds");
    let Ok(queries) = fs::read_to_string(directory.join("queries.sql")) else {
        println!("TPC-DS is left out: there are no tables");
        return Ok(());
    };
    db.run("CREATE SCHEMA tpcds; SET search_path = tpcds")?;
    let tables = fs::read_to_string(directory.join("tables.sql"))?;
    // In the transaction that created it, and frozen.
    for table in tables.lines() {
        let name = table.trim_start_matches("CREATE TABLE ").split('(').next().unwrap_or_default();
        println!("table {name}");
        db.run(&format!("BEGIN; {table}"))?;
        copy(db, name, &directory)?;
        db.run("COMMIT")?;
    }
    db.run(include_str!("tpcds_keys.sql"))?;
    db.run("VACUUM (ANALYZE, FREEZE)")?;
    let queries = read(&queries);
    let of = |name, search_path, settings, own| Workload {
        name,
        queries: queries.clone(),
        search_path,
        settings,
        own,
    };
    visit(db, &of("TPC-DS", "tpcds", 2, None))?;
    println!("TPC-DS by month");
    db.run(include_str!("tpcds_months.sql"))?;
    db.run("VACUUM (ANALYZE, FREEZE)")?;
    visit(db, &of("TPC-DS by month", "tpcds_months, tpcds", 1, Some("tpcds_months")))?;
    println!("indexes of TPC-DS");
    db.run(include_str!("tpcds_indexes.sql"))?;
    visit(db, &of("TPC-DS, indexes", "tpcds", 1, Some("tpcds")))
}

fn copy(db: &mut Db, table: &str, directory: &Path) -> Result<()> {
    let mut file = File::open(directory.join(format!("{table}.csv")))?;
    db.copy_in(&format!("COPY {table} FROM STDIN (FORMAT csv, FREEZE)"), |mut out| {
        io::copy(&mut file, &mut out)?;
        Ok(())
    })
}
