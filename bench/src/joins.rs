//! Hash joins with and without `bloom_rs.screen_joins`: the queries of TPC-H and of the Star Schema Benchmark, unchanged,
//! and joins of a large table of which a known share of the rows has a partner.

use crate::db::Db;
use crate::star::load;
use crate::star::query::{BENCHMARKS, REVERSED, fastest};
use crate::text::{self, Table};
use crate::{Result, Settings};
use std::fs;

/// Shares of the rows that have a partner, in percent.
const PERCENTS: [u32; 4] = [1, 10, 50, 100];

/// Least seconds of a query for its ratio to be one of the worst.
const LEAST_SECONDS: f64 = 0.1;

/// A query with filters: its name, the seconds without them, and the ratio.
struct Screened {
    name: String,
    plain: f64,
    ratio: f64,
}

/// Measures a query, if it has a filter.
fn measure(db: &mut Db, name: String, query: &str, rounds: usize) -> Result<Option<Screened>> {
    let with = |value: &str, query: &str| format!("SET bloom_rs.screen_joins = {value}; {query}");
    let plan = db.answer(&with("on", &format!("EXPLAIN (COSTS OFF) {query}")))?;
    let filters = plan.matches("Bloom Screen").count();
    if filters == 0 {
        return Ok(None);
    }
    let times = fastest(db, &[&with("off", query), &with("on", query)], rounds)?;
    let screened = Screened { name, plain: times[0], ratio: times[1] / times[0] };
    println!("{}: {} {:.3}, {filters} filters", screened.name, text::seconds(screened.plain), screened.ratio);
    Ok(Some(screened))
}

/// Measures the star benchmarks in all configurations.
fn stars(db: &mut Db, settings: &Settings) -> Result<Table> {
    let mut table =
        Table::new(&["queries", "settings", "with a filter", "geometric mean:", "best:", "worst:"]);
    for benchmark in BENCHMARKS.iter().filter(|benchmark| benchmark.name != REVERSED) {
        for configuration in &settings.star {
            println!("{}, {configuration}", benchmark.name);
            db.run(&format!(
                "SET work_mem = '{}'; SET max_parallel_workers_per_gather = {}; SET search_path = {}",
                configuration.work_mem, configuration.workers, benchmark.search_path
            ))?;
            let queries = benchmark.queries();
            let mut found = Vec::new();
            for query in &queries {
                found.extend(measure(db, query.name.into(), &query.plain, settings.rounds)?);
            }
            let mean = found.iter().map(|query| query.ratio.ln()).sum::<f64>() / found.len() as f64;
            let name = |query: Option<&Screened>| {
                query.map_or_else(String::new, |query| format!("{:.2} ({})", query.ratio, query.name))
            };
            let best = found.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
            let long = found.iter().filter(|query| query.plain >= LEAST_SECONDS);
            table.row([
                benchmark.name.into(),
                configuration.to_string(),
                format!("{} of {}", found.len(), queries.len()),
                format!("{:.3}", mean.exp()),
                name(best),
                name(long.max_by(|a, b| a.ratio.total_cmp(&b.ratio))),
            ]);
        }
    }
    db.run("RESET search_path")?;
    Ok(table)
}

/// Makes a table whose columns have known shares of partners, and one of a tenth as many keys.
fn make(db: &mut Db, settings: &Settings) -> Result<()> {
    let (rows, keys) = (settings.rows, settings.rows / 10);
    println!("tables outer_side, inner_side");
    let columns: Vec<String> = PERCENTS
        .iter()
        .map(|percent| {
            format!(
                "(r % {keys} + CASE WHEN r / 16 % 100 < {percent} THEN 0 ELSE {keys} END) * 1000003 AS k{percent}"
            )
        })
        .collect();
    db.run(&format!(
        "CREATE TABLE outer_side AS
             SELECT {}, rpad(md5(i::text), 60, '.') AS note, i % 1000 AS v,
                    rpad('key ' || (r % {keys} + CASE WHEN r / 16 % 100 < 1 THEN 0 ELSE {keys} END), 60, '.') AS t
             FROM (SELECT i, hashint8extended(i, 0) & 1099511627775 AS r
                   FROM generate_series(1, {rows}::bigint) AS i) AS s;
         CREATE TABLE inner_side AS
             SELECT k * 1000003 AS k, k % 1000 AS w, rpad('key ' || k, 60, '.') AS t
             FROM generate_series(0, {keys}::bigint - 1) AS k ORDER BY hashint8extended(k, 3);
         VACUUM (ANALYZE, FREEZE) outer_side, inner_side",
        columns.join(", ")
    ))
}

/// Measures joins of these tables.
fn shares(db: &mut Db, settings: &Settings) -> Result<Table> {
    make(db, settings)?;
    let mut table =
        Table::new(&["rows with a partner:", "in memory:", "spilled at 4 MB:", "in memory, 2 workers:"]);
    let configurations = [("512MB", 0), ("4MB", 0), ("512MB", 2)];
    db.run("SET enable_nestloop = off; SET enable_mergejoin = off")?;
    let mut row = |db: &mut Db, name: String, column: &str, key: &str| -> Result<()> {
        let mut cells = vec![name.clone()];
        for (work_mem, workers) in configurations {
            db.run(&format!("SET work_mem = '{work_mem}'; SET max_parallel_workers_per_gather = {workers}"))?;
            let query = format!(
                "SELECT count(*), sum(length(note)), sum(v), sum(w)
                 FROM outer_side AS o JOIN inner_side AS i ON o.{column} = i.{key}"
            );
            let found = measure(db, format!("{name}, {work_mem}, {workers}"), &query, settings.rounds)?;
            cells.push(found.map_or_else(String::new, |found| format!("{:.3}", found.ratio)));
        }
        table.push(cells);
        Ok(())
    };
    for percent in PERCENTS {
        row(db, format!("{percent} %"), &format!("k{percent}"), "k")?;
    }
    row(db, "1 %, text of 60 bytes".into(), "t", "t")?;
    Ok(table)
}

/// Makes the tables, and measures.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    if db.answer("SELECT to_regclass('lineitem')")? == "NULL" {
        load::make(&mut db, settings)?;
    }
    db.run("SELECT bloom_screen_joins(false)")?;
    let stars = stars(&mut db, settings)?;
    let shares = shares(&mut db, settings)?;
    fs::write(settings.out.join("screened.md"), format!("{stars}\n{shares}"))?;
    Ok(())
}
