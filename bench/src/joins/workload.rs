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

/// SSB with its fact table in 32 partitions.
pub fn partitioned(db: &mut Db) -> Result<Workload> {
    println!("table lineorder in 32 partitions");
    db.run(
        "CREATE SCHEMA ssb_partitions;
         CREATE TABLE ssb_partitions.lineorder (LIKE ssb.lineorder) PARTITION BY HASH (lo_orderkey)",
    )?;
    for i in 0..32 {
        db.run(&format!(
            "CREATE TABLE ssb_partitions.lineorder_{i} PARTITION OF ssb_partitions.lineorder
             FOR VALUES WITH (MODULUS 32, REMAINDER {i})"
        ))?;
    }
    db.run("INSERT INTO ssb_partitions.lineorder SELECT * FROM ssb.lineorder")?;
    db.run("VACUUM (ANALYZE, FREEZE) ssb_partitions.lineorder")?;
    Ok(Workload {
        name: "SSB, 32 partitions",
        queries: ssb_queries(),
        search_path: "ssb_partitions, ssb, public",
        settings: 2,
        own: Some("ssb_partitions"),
    })
}

/// TPC-DS, from the files that tpcds.py left, if it did.
pub fn tpcds(db: &mut Db, settings: &Settings) -> Result<Option<Workload>> {
    let directory = settings.out.join("tpcds");
    let Ok(queries) = fs::read_to_string(directory.join("queries.sql")) else {
        println!("TPC-DS is left out: there are no tables");
        return Ok(None);
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
    Ok(Some(Workload {
        name: "TPC-DS",
        queries: read(&queries),
        search_path: "tpcds",
        settings: 2,
        own: Some("tpcds"),
    }))
}

fn copy(db: &mut Db, table: &str, directory: &Path) -> Result<()> {
    let mut file = File::open(directory.join(format!("{table}.csv")))?;
    db.copy_in(&format!("COPY {table} FROM STDIN (FORMAT csv, FREEZE)"), |mut out| {
        io::copy(&mut file, &mut out)?;
        Ok(())
    })
}
