//! The tables that the benchmarks use.

use crate::db::Db;
use crate::{Result, Settings, text};
use std::time::Instant;

/// Number of stored filters to search, and of filters to unite.
pub const PARTS: u64 = 1000;
pub const DAYS: u64 = 365;

/// Number of filters over which `t` is spread.
pub const SHARDS: u64 = 100;

/// Ids from this one on are in no table.
pub const ABSENT: u64 = 5_000_000_000;

/// SQL function that returns the 60-byte URL of a number.
pub const PAGE_FUNCTION: &str = "CREATE FUNCTION page(i bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
         'https://www.' || left(md5(i::text), 12) || '.example/archive/page' || lpad(i::text, 10, '0') || '.html'";

/// Returns the number of integers in each filter that is larger than the caches.
pub fn large(settings: &Settings) -> u64 {
    10 * settings.rows
}

/// Returns the number of values in each stored filter.
pub fn part_values(settings: &Settings) -> u64 {
    (settings.rows / 10).min(1_000_000)
}

/// Creates the tables and loads them into memory.
pub fn make(settings: &Settings) -> Result<()> {
    let rows = settings.rows;
    let few = settings.few();
    let part = part_values(settings);
    let host = std::env::var("PGHOST")?;
    let mut db = Db::connect()?;
    db.run("CREATE EXTENSION bloom_rs; CREATE EXTENSION pg_prewarm; CREATE EXTENSION postgres_fdw")?;
    if db.run("CREATE EXTENSION hll").is_err() {
        println!("hll cannot be had: what is compared with it is skipped");
    }
    let mut step = |what: &str, sql: String| -> Result<()> {
        let start = Instant::now();
        db.run(&sql)?;
        println!("{what}: {}", text::seconds(start.elapsed().as_secs_f64()));
        Ok(())
    };
    step("function page", PAGE_FUNCTION.into())?;
    step(
        "function misjudged",
        "CREATE FUNCTION misjudged(n bigint) RETURNS SETOF bigint LANGUAGE sql VOLATILE ROWS 1000 AS 'SELECT generate_series(1, n)'"
            .into(),
    )?;
    step(
        &format!("table t, {} rows", text::count(rows)),
        format!(
            "CREATE TABLE t AS SELECT i AS id, page(i) AS url FROM (SELECT generate_series(1, {rows}::bigint) AS i) AS s"
        ),
    )?;
    step(
        "table repeated, as many rows of 1/100 as many URLs",
        format!("CREATE TABLE repeated AS
                 SELECT t.id, few.url FROM t JOIN (SELECT * FROM t WHERE id <= {few}) AS few ON few.id = 1 + t.id % {few}"),
    )?;
    step(
        "table other, 1/10 as many rows, of which 1/10 are in t",
        format!(
            "CREATE TABLE other AS
                 SELECT i AS other_id, page(CASE WHEN i % 10 = 0 THEN 10 * i ELSE {ABSENT} + i END) AS url
                 FROM (SELECT generate_series(1, {rows}::bigint / 10) AS i) AS s"
        ),
    )?;
    step(
        "filters",
        format!("CREATE TABLE filters (name text, f bloom, counting counting_bloom);
                 INSERT INTO filters SELECT 'tiny', bloom_agg(url, 10000) FROM t WHERE id <= 10000;
                 INSERT INTO filters SELECT 'few', bloom_agg(url, {few}), counting_bloom_agg(url, {few}) FROM t WHERE id % 100 = 0;
                 INSERT INTO filters SELECT 'few ids', bloom_agg(id, {few}) FROM t WHERE id % 100 = 0;
                 INSERT INTO filters SELECT 'few first', bloom_agg(url, {few}) FROM t WHERE id <= {few};
                 INSERT INTO filters
                     SELECT 'many', bloom_agg(CASE WHEN id % 100 = 0 THEN url ELSE url || '#' END, {rows}) FROM t;
                 INSERT INTO filters SELECT 'all', bloom_agg(url, {rows}) FROM t"),
    )?;
    step(
        "two filters that are larger than caches",
        format!(
            "CREATE TABLE large AS
                     SELECT bloom_agg(i, {large}) AS classic, bloom_agg(i, {large}, 0.01, 'parquet') AS blocks
                     FROM (SELECT generate_series(1, {large}::bigint) AS i) AS s",
            large = large(settings)
        ),
    )?;
    step(
        "table events",
        format!("CREATE TABLE events AS SELECT id FROM t WHERE id <= {}", settings.events()),
    )?;
    step(
        &format!("table parts, {PARTS} filters of {} URLs", text::count(part)),
        format!("CREATE TABLE ten AS
                     SELECT id % 10 AS part, bloom_agg(url, {part}) AS f FROM t WHERE id <= 10 * {part} GROUP BY 1;
                 CREATE TABLE parts AS
                     SELECT i AS id, f FROM generate_series(1, {PARTS}) AS i JOIN ten ON part = i % 10"),
    )?;
    step(
        &format!("table shards, {SHARDS} filters of {} URLs", text::count(rows / SHARDS)),
        format!("CREATE TABLE shards AS
                     SELECT bloom_shard(url, {SHARDS}) AS shard, bloom_agg(url, {rows} / {SHARDS}) AS f FROM t GROUP BY 1"),
    )?;
    step(
        "foreign table of t",
        format!(
            "CREATE SERVER loopback FOREIGN DATA WRAPPER postgres_fdw OPTIONS
                     (host '{host}', dbname 'postgres', extensions 'bloom_rs', fetch_size '10000');
                 CREATE USER MAPPING FOR CURRENT_USER SERVER loopback;
                 CREATE FOREIGN TABLE t_there (id bigint, url text) SERVER loopback OPTIONS (table_name 't');
                 ANALYZE t_there"
        ),
    )?;
    step(
        "vacuum",
        "VACUUM (ANALYZE, FREEZE) t, repeated, other, events, filters, large, parts, ten, shards".into(),
    )?;
    step(
        "prewarm",
        "SELECT pg_prewarm(oid) FROM pg_class
         WHERE relname IN ('t', 'repeated', 'other', 'events', 'filters', 'large', 'parts', 'shards')
            OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relname IN ('filters', 'large', 'parts', 'shards'))
            OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN
                (SELECT reltoastrelid FROM pg_class WHERE relname IN ('filters', 'large', 'parts', 'shards')))"
            .into(),
    )
}
