//! The tables of TPC-H at scale 1, of the Star Schema Benchmark, and of joins whose shares are known or whose keys cost
//! much.

use crate::db::Db;
use crate::{Result, Settings};
use std::fmt::Display;
use std::io::{BufWriter, Write};
use tpchgen::csv::{
    CustomerCsv, LineItemCsv, NationCsv, OrderCsv, PartCsv, PartSuppCsv, RegionCsv, SupplierCsv,
};
use tpchgen::generators::{
    CustomerGenerator, LineItemGenerator, NationGenerator, OrderGenerator, PartGenerator, PartSuppGenerator,
    RegionGenerator, SupplierGenerator,
};

/// Keys that rows of `facts` refer to, and rows of the table that is too large for `work_mem`.
pub const KEYS: u64 = 100_000;
pub const WIDE_KEYS: u64 = 500_000;

/// Fills a table that was created in this transaction.
fn copy<T: Display>(db: &mut Db, table: &str, rows: impl Iterator<Item = T>) -> Result<()> {
    println!("table {table}");
    db.copy_in(&format!("COPY {table} FROM STDIN (FORMAT csv, FREEZE)"), |out| {
        let mut out = BufWriter::with_capacity(1 << 20, out);
        for row in rows {
            writeln!(out, "{row}")?;
        }
        Ok(out.flush()?)
    })
}

fn tpch(db: &mut Db) -> Result<()> {
    db.run("BEGIN")?;
    db.run(include_str!("tpch_schema.sql"))?;
    copy(db, "region", RegionGenerator::new(1.0, 1, 1).iter().map(RegionCsv::new))?;
    copy(db, "nation", NationGenerator::new(1.0, 1, 1).iter().map(NationCsv::new))?;
    copy(db, "supplier", SupplierGenerator::new(1.0, 1, 1).iter().map(SupplierCsv::new))?;
    copy(db, "customer", CustomerGenerator::new(1.0, 1, 1).iter().map(CustomerCsv::new))?;
    copy(db, "part", PartGenerator::new(1.0, 1, 1).iter().map(PartCsv::new))?;
    copy(db, "partsupp", PartSuppGenerator::new(1.0, 1, 1).iter().map(PartSuppCsv::new))?;
    copy(db, "orders", OrderGenerator::new(1.0, 1, 1).iter().map(OrderCsv::new))?;
    copy(db, "lineitem", LineItemGenerator::new(1.0, 1, 1).iter().map(LineItemCsv::new))?;
    db.run("COMMIT")?;
    db.run(include_str!("tpch_keys.sql"))
}

/// Tables to join with a known share of rows that pass, and one of them behind a foreign server.
fn shares(db: &mut Db, settings: &Settings) -> Result<()> {
    println!("tables facts, keys, wide_keys");
    let (host, rows) = (std::env::var("PGHOST")?, settings.rows / 2);
    db.run(&format!(
        "CREATE TABLE facts AS
             SELECT (hashint8extended(i, 1) & 1073741823) % {KEYS} + 1 AS k,
                    r % {WIDE_KEYS} + CASE WHEN r % 1000 < 10 THEN 0 ELSE 1000000000 END AS k1,
                    r % {WIDE_KEYS} + CASE WHEN r % 1000 < 100 THEN 0 ELSE 1000000000 END AS k10,
                    r % {WIDE_KEYS} + CASE WHEN r % 1000 < 500 THEN 0 ELSE 1000000000 END AS k50,
                    r % {WIDE_KEYS} AS k100,
                    i % 1000 AS v, md5(i::text) || 'of the fact' AS note
             FROM (SELECT i, hashint8extended(i, 0) & 1073741823 AS r FROM generate_series(1, {rows}::bigint) AS i) AS s;
         CREATE TABLE keys AS
             SELECT k::bigint, rank() OVER (ORDER BY hashint8extended(k, 2)) AS w FROM generate_series(1, {KEYS}) AS k;
         CREATE TABLE wide_keys AS
             SELECT k::bigint - 1 AS k, k % 1000 AS w, md5(k::text) AS note FROM generate_series(1, {WIDE_KEYS}) AS k;
         CREATE INDEX ON facts (k);
         CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS
             (host '{host}', dbname 'postgres', extensions 'bloom_rs');
         CREATE USER MAPPING FOR CURRENT_USER SERVER far;
         CREATE FOREIGN TABLE facts_there (k bigint, v bigint, note text) SERVER far OPTIONS (table_name 'facts')"
    ))
}

/// Makes all tables, and brings them into memory.
pub fn make(db: &mut Db, settings: &Settings) -> Result<()> {
    for extension in ["bloom_rs", "pg_prewarm", "postgres_fdw"] {
        db.run(&format!("CREATE EXTENSION IF NOT EXISTS {extension}"))?;
    }
    tpch(db)?;
    println!("tables of SSB");
    db.run(include_str!("ssb_schema.sql"))?;
    println!("tables of keys that cost much");
    db.run(include_str!("costly_schema.sql"))?;
    db.run("RESET search_path")?;
    shares(db, settings)?;
    db.run("ANALYZE facts_there")?;
    db.run("VACUUM (ANALYZE, FREEZE)")?;
    db.run(
        "SELECT pg_prewarm(c.oid) FROM pg_class AS c LEFT JOIN pg_index ON indexrelid = c.oid
         WHERE c.relkind IN ('r', 'i') AND (c.relnamespace = 'ssb'::regnamespace OR coalesce(indrelid, c.oid) IN
             ('region'::regclass, 'nation'::regclass, 'supplier'::regclass, 'customer'::regclass, 'part'::regclass,
              'partsupp'::regclass, 'orders'::regclass, 'lineitem'::regclass, 'facts'::regclass, 'keys'::regclass,
              'wide_keys'::regclass))",
    )
}
