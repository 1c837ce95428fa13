//! Queries of the benchmarks, as they are and with screens, and their plans.

use crate::db::Db;
use crate::{Result, machine};

/// A benchmark: its name, its queries, and the schemas that they are of.
pub struct Benchmark {
    pub name: &'static str,
    pub queries: &'static str,
    pub search_path: &'static str,
}

/// Of TPC-H as well, where the filter is one of the larger table's keys.
pub const REVERSED: &str = "TPC-H, reversed";

pub const SSB: Benchmark =
    Benchmark { name: "SSB", queries: include_str!("ssb.sql"), search_path: "ssb, public" };

pub const BENCHMARKS: [Benchmark; 3] = [
    Benchmark { name: "TPC-H", queries: include_str!("tpch.sql"), search_path: "public" },
    SSB,
    Benchmark { name: REVERSED, queries: include_str!("tpch_reversed.sql"), search_path: "public" },
];

/// A query in the ways that are compared.
pub struct Query {
    pub name: &'static str,
    pub plain: String,
    /// With one screen.
    pub one: String,
    /// With all that are legal, where they are more than one.
    pub all: Option<String>,
}

impl Benchmark {
    /// Reads the queries.
    pub fn queries(&self) -> Vec<Query> {
        self.queries.split("--query ").skip(1).filter_map(Query::read).collect()
    }
}

impl Query {
    /// Reads a name and the lines of a query, some of which begin with the ways that they belong to.
    fn read(text: &'static str) -> Option<Self> {
        let (name, lines) = text.split_once('\n')?;
        let with = |ways: &[&str]| {
            let line =
                |line: &'static str| match line.strip_prefix("--").and_then(|line| line.split_once(' ')) {
                    Some((way, screen)) => ways.contains(&way).then_some(screen),
                    None => Some(line),
                };
            lines.lines().filter_map(line).collect::<Vec<_>>().join("\n")
        };
        let (one, all) = (with(&["one"]), with(&["one", "all"]));
        Some(Self { name, plain: with(&[]), all: (all != one).then_some(all), one })
    }
}

/// Seconds of a query.
#[derive(Clone, Copy)]
pub struct Times {
    /// Of the processors, for all processes of the server.
    pub processors: f64,
    /// From sending it to receiving its result.
    pub wall: f64,
}

/// The least times of queries that take turns. They must have one answer, of which `compared` is looked at.
pub fn least_times(
    db: &mut Db,
    queries: &[&str],
    rounds: usize,
    compared: fn(String) -> String,
) -> Result<Vec<Times>> {
    let postmaster = db.answer("SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)")?.parse()?;
    let mut answer = None;
    let mut times = vec![Times { processors: f64::INFINITY, wall: f64::INFINITY }; queries.len()];
    for _ in 0..rounds {
        for (query, least) in queries.iter().zip(&mut times) {
            let start = machine::processor_time(postmaster)?;
            let (wall, answered) = db.time(query)?;
            least.processors = least.processors.min(machine::processor_time(postmaster)? - start);
            least.wall = least.wall.min(wall);
            let answered = compared(answered);
            let answer = answer.get_or_insert_with(|| answered.clone());
            if answered != *answer {
                return Err(format!("not the answer {answer} but {answered}:\n{query}").into());
            }
        }
    }
    Ok(times)
}

/// The least times of the processors for queries that take turns.
pub fn fastest(db: &mut Db, queries: &[&str], rounds: usize) -> Result<Vec<f64>> {
    let times = least_times(db, queries, rounds, |answer| answer)?;
    Ok(times.iter().map(|times| times.processors).collect())
}

/// The nodes of a query's plan without those that make the filters of its screens.
pub fn shape(db: &mut Db, query: &str) -> Result<String> {
    let plan = db.plan("COSTS OFF", query)?;
    let mut nodes = String::new();
    // The indentation of an InitPlan whose nodes are being left out.
    let mut inside: Option<usize> = None;
    for (number, line) in plan.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if inside.is_some_and(|outer| indent > outer) {
            continue;
        }
        inside = line.trim_start().starts_with("InitPlan").then_some(indent);
        if number == 0 || line.trim_start().starts_with("->") {
            nodes.push_str(line);
            nodes.push('\n');
        }
    }
    Ok(nodes)
}
