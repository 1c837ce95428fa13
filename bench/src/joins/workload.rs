//! Benchmarks whose queries are run as they are, and their tables.

use crate::db::Db;
use crate::star::query::{BENCHMARKS, Benchmark, REVERSED, SSB};
use crate::{Result, Settings};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// A name, queries with their names, and the schemas that they are of.
pub struct Workload {
    pub name: &'static str,
    pub queries: Vec<(String, String)>,
    pub search_path: &'static str,
    /// A schema that nothing else needs.
    pub own: Option<&'static str>,
}

impl Workload {
    /// The queries of a star benchmark.
    fn of(benchmark: &Benchmark) -> Self {
        let queries = benchmark.queries();
        Self {
            name: benchmark.name,
            queries: queries.into_iter().map(|query| (query.name.into(), query.plain)).collect(),
            search_path: benchmark.search_path,
            own: None,
        }
    }
}

/// Those of the star benchmarks, whose tables are there.
pub fn stars() -> impl Iterator<Item = Workload> {
    BENCHMARKS.iter().filter(|benchmark| benchmark.name != REVERSED).map(Workload::of)
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
        search_path: "ssb_partitions, ssb, public",
        own: Some("ssb_partitions"),
        ..Workload::of(&SSB)
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
    let query = |text: &str| text.split_once('\n').map(|(name, query)| (name.to_owned(), query.to_owned()));
    Ok(Some(Workload {
        name: "TPC-DS",
        queries: queries.split("--query ").filter_map(query).collect(),
        search_path: "tpcds",
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
