//! Do screens pay? The queries of TPC-H and of the Star Schema Benchmark as they are, with one screen, and with all
//! screens that are legal; and joins of which a known share of the rows passes.

mod foreign;
pub mod load;
pub mod query;
mod report;
mod shares;

use crate::db::Db;
use crate::{Result, Settings, text};
use query::{BENCHMARKS, fastest, shape};
use std::fmt;
use std::str::FromStr;

/// `work_mem`, and workers of a parallel plan; written `4MB:2`.
#[derive(Clone)]
pub struct Configuration {
    pub work_mem: String,
    pub workers: u32,
}

impl Configuration {
    /// What is measured if nobody says otherwise.
    pub fn usual() -> Vec<Self> {
        let pair = |(work_mem, workers): (&str, u32)| Self { work_mem: work_mem.into(), workers };
        [("4MB", 0), ("64MB", 0), ("4MB", 2), ("64MB", 2)].map(pair).into()
    }
}

impl FromStr for Configuration {
    type Err = Box<dyn std::error::Error>;

    fn from_str(text: &str) -> Result<Self> {
        let (work_mem, workers) = text.split_once(':').ok_or("STAR must be pairs such as 4MB:2")?;
        Ok(Self { work_mem: work_mem.into(), workers: workers.parse()? })
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let workers = if self.workers == 0 { "serial".into() } else { format!("{} workers", self.workers) };
        write!(f, "{}, {workers}", self.work_mem)
    }
}

/// A query with screens.
#[derive(Clone, Copy)]
struct Way {
    /// Its time relative to the query as it is.
    ratio: f64,
    /// Whether the plan is another one, beside the filters.
    other_plan: bool,
}

/// What was found for a query.
pub struct Measured {
    benchmark: &'static str,
    query: &'static str,
    /// Seconds without screens.
    plain: f64,
    one: Way,
    all: Option<Way>,
}

fn benchmarks(db: &mut Db, configuration: &Configuration, rounds: usize) -> Result<Vec<Measured>> {
    println!("{configuration}");
    db.run(&format!(
        "SET work_mem = '{}'; SET max_parallel_workers_per_gather = {}",
        configuration.work_mem, configuration.workers
    ))?;
    let mut found = Vec::new();
    for benchmark in &BENCHMARKS {
        db.run(&format!("SET search_path = {}", benchmark.search_path))?;
        for query in benchmark.queries() {
            let ways: Vec<&str> = [Some(&query.plain), Some(&query.one), query.all.as_ref()]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect();
            let plan = shape(db, &query.plain)?;
            let times = fastest(db, &ways, rounds)?;
            let mut screened = Vec::new();
            for (way, seconds) in ways.iter().zip(&times).skip(1) {
                screened.push(Way { ratio: seconds / times[0], other_plan: shape(db, way)? != plan });
            }
            let ratios: Vec<String> = screened
                .iter()
                .map(|way| format!("{:.2}{}", way.ratio, if way.other_plan { "*" } else { "" }))
                .collect();
            println!("{} {}: {} {}", benchmark.name, query.name, text::seconds(times[0]), ratios.join(" "));
            found.push(Measured {
                benchmark: benchmark.name,
                query: query.name,
                plain: times[0],
                one: screened[0],
                all: screened.get(1).copied(),
            });
        }
    }
    Ok(found)
}

/// Makes the tables, measures, and leaves tables and a plot.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    load::make(&mut db, settings)?;
    let remote = foreign::run(&mut db, settings)?;
    let mut found = Vec::new();
    for configuration in &settings.star {
        let measured = benchmarks(&mut db, configuration, settings.rounds)?;
        found.push((configuration.clone(), measured));
    }
    let joins = shares::run(&mut db, settings)?;
    report::write(settings, &found, &joins, &remote)
}
