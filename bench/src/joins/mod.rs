//! Hash joins with and without `bloom_rs.screen_joins`: the queries of TPC-H, of the Star Schema Benchmark and of
//! TPC-DS, unchanged, and joins of a large table of which a known share of the rows has a partner. And what screens by
//! hand gain.

mod by_hand;
mod few;
mod load;
mod report;
mod shares;
mod times;
mod workload;

use crate::db::Db;
use crate::{Result, Settings, text};
use std::fmt;
use std::str::FromStr;
use std::time::Instant;
use times::{MOST_ROUNDS, Times, least_times};
use workload::Workload;

/// `work_mem`, and workers of a parallel plan; written `4MB:2`.
pub struct Configuration {
    work_mem: String,
    workers: u32,
}

impl Configuration {
    /// What is measured if nobody says otherwise; the largest workloads only with the first two.
    pub fn usual() -> Vec<Self> {
        let pair = |(work_mem, workers): (&str, u32)| Self { work_mem: work_mem.into(), workers };
        [("64MB", 0), ("64MB", 2), ("4MB", 0), ("4MB", 2)].map(pair).into()
    }
}

impl FromStr for Configuration {
    type Err = Box<dyn std::error::Error>;

    fn from_str(text: &str) -> Result<Self> {
        let (work_mem, workers) = text.split_once(':').ok_or("JOINS must be pairs such as 4MB:2")?;
        Ok(Self { work_mem: work_mem.into(), workers: workers.parse()? })
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let workers = if self.workers == 0 { "serial".into() } else { format!("{} workers", self.workers) };
        write!(f, "{}, {workers}", self.work_mem)
    }
}

/// Most seconds of a query that is measured.
const MOST_SECONDS: u32 = 15;

/// Seconds from which on a query has one round less.
const LONG_SECONDS: f64 = 5.0;

/// A query with filters.
struct Screened {
    name: String,
    /// Without them.
    plain: Times,
    screened: Times,
    /// Whether partitions or blocks were skipped.
    skips: bool,
}

impl Screened {
    /// Processor time with filters, relative to that without.
    fn ratio(&self) -> f64 {
        self.screened.processors / self.plain.processors
    }
}

/// What was found for a workload with some settings.
struct Found {
    workload: &'static str,
    settings: String,
    queries: usize,
    screened: Vec<Screened>,
    /// Queries with filters that took too long without.
    left_out: Vec<String>,
}

fn with(value: &str, query: &str) -> String {
    format!("SET bloom_rs.screen_joins = {value}; {query}")
}

/// Measures a query without filters and with them. What `compared` takes of their answers must be the same.
fn measure(
    db: &mut Db,
    name: String,
    query: &str,
    rounds: usize,
    compared: fn(String) -> String,
) -> Result<Screened> {
    let times = least_times(db, &[&with("off", query), &with("on", query)], rounds, compared)?;
    let skips = skips(db, query)?;
    let found = Screened { name, plain: times[0], screened: times[1], skips };
    println!(
        "{}: {} {:.4}, wall {:.4}{}",
        found.name,
        text::seconds(found.plain.processors),
        found.ratio(),
        found.screened.wall / found.plain.wall,
        if skips { ", skips" } else { "" }
    );
    Ok(found)
}

/// Returns whether a query skips partitions or blocks.
fn skips(db: &mut Db, query: &str) -> Result<bool> {
    let explain = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {query}");
    let plan = db.answer(&with("on", &explain))?;
    let numbers =
        plan.lines().filter(|line| line.contains(" Skipped")).filter_map(|line| line.split_once(": "));
    Ok(numbers.into_iter().any(|(_, number)| !number.starts_with('0')))
}

/// Compares all rows of a query, which it may order in several ways, and of which it may then return the first ones.
/// Returns the seconds without filters; `None` if they are too many.
fn compare(db: &mut Db, query: &str) -> Result<Option<f64>> {
    let trimmed = query.trim_end().trim_end_matches(';');
    let limit = trimmed.rfind("LIMIT").filter(|limit| !trimmed[*limit..].contains(')'));
    let all = &trimmed[..limit.unwrap_or(trimmed.len())];
    let start = Instant::now();
    let Some(plain) = db.answer_within(MOST_SECONDS, &with("off", all))? else { return Ok(None) };
    let seconds = start.elapsed().as_secs_f64();
    let screened = db.answer(&with("on", all))?;
    let sorted = |answer: &str| {
        let mut rows: Vec<String> = answer.lines().map(String::from).collect();
        rows.sort_unstable();
        rows
    };
    if sorted(&plain) != sorted(&screened) {
        return Err(format!("not the same rows:\n{query}").into());
    }
    Ok(Some(seconds))
}

/// Measures the queries that have filters.
fn run_workload(db: &mut Db, workload: &Workload, settings: &Settings) -> Result<Vec<Found>> {
    let mut all = Vec::new();
    for configuration in settings.joins.iter().take(workload.settings) {
        println!("{}, {configuration}", workload.name);
        db.run(&format!(
            "SET work_mem = '{}'; SET max_parallel_workers_per_gather = {}; SET search_path = {}",
            configuration.work_mem, configuration.workers, workload.search_path
        ))?;
        let mut found = Found {
            workload: workload.name,
            settings: configuration.to_string(),
            queries: workload.queries.len(),
            screened: Vec::new(),
            left_out: Vec::new(),
        };
        for (name, query) in &workload.queries {
            if !db.answer(&with("on", &format!("EXPLAIN (COSTS OFF) {query}")))?.contains("Bloom Screen") {
            } else if let Some(seconds) = compare(db, query)? {
                let rounds = settings.rounds.min(MOST_ROUNDS - usize::from(seconds >= LONG_SECONDS));
                // Rows that are equal in all that a query orders by come in any order, and are not always the same
                // ones.
                let rows = |answer: String| answer.lines().count().to_string();
                found.screened.push(measure(db, name.clone(), query, rounds, rows)?);
            } else {
                println!("{name}: more than {MOST_SECONDS} s");
                found.left_out.push(name.clone());
            }
        }
        all.push(found);
    }
    db.run("RESET search_path")?;
    if let Some(schema) = workload.own {
        db.run(&format!("SET client_min_messages = warning; DROP SCHEMA {schema} CASCADE"))?;
    }
    Ok(all)
}

/// Makes the tables, and measures.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    load::make(&mut db, settings)?;
    db.run("SELECT bloom_screen_joins(false)")?;
    let mut found = Vec::new();
    for workload in workload::loaded() {
        found.extend(run_workload(&mut db, &workload, settings)?);
    }
    // One after the other, as all at once would not fit into shared buffers.
    workload::partitioned(&mut db, |db, workload| {
        found.extend(run_workload(db, workload, settings)?);
        Ok(())
    })?;
    let tables = [
        ("few_keys", few::run(&mut db, settings)?),
        ("shares", shares::run(&mut db, settings)?),
        ("by_hand", by_hand::run(&mut db, settings)?),
    ];
    report::write(settings, &found, &tables)?;
    // The longest is the last.
    db.run("RESET ALL")?;
    workload::tpcds(&mut db, settings, |db, workload| {
        found.extend(run_workload(db, workload, settings)?);
        report::write(settings, &found, &tables)
    })
}
