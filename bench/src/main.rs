//! The benchmarks of `make bench`, which run one after the other on the temporary cluster of scripts/test/bench.sh.
//!
//! Each phase writes its results as Markdown to a directory, and `report` puts them into one file. A slow
//! result never fails; a wrong answer fails at once.

// Counts are far below 2^53 and are printed with few digits.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod core_benches;
mod crawler;
mod curves;
mod data;
mod db;
mod joins;
mod live;
mod machine;
mod matrix;
mod memory;
mod plot;
mod ratios;
mod report;
mod restart;
mod sizes;
mod skip;
mod text;
mod theory;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

/// Result with any error of the server; errors are only printed.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Settings that the script passes in the environment.
pub struct Settings {
    /// ROWS: number of rows of table `t`.
    pub rows: u64,
    /// ROUNDS: number of timed runs of each query after its warm-up.
    pub rounds: usize,
    /// CRAWLER: numbers of URLs for the crawler benchmark.
    pub crawler: Vec<u64>,
    /// MATRIX: numbers of filters, and of values in each, for the matrix benchmark.
    pub matrix: Vec<matrix::Size>,
    /// JOINS: `work_mem` and numbers of workers for the benchmarks of joins.
    pub joins: Vec<joins::Configuration>,
    /// OUT: directory for the results of the phases.
    pub out: PathBuf,
    /// DOCS: directory for the plots.
    pub docs: PathBuf,
}

impl Settings {
    fn read() -> Result<Self> {
        let var = |name: &str| env::var(name).map_err(|_| format!("{name} is not set"));
        let rows: u64 = var("ROWS")?.parse()?;
        if !(100_000..=1_000_000_000).contains(&rows) {
            return Err("ROWS must be 100000 to 1000000000".into());
        }
        let crawler = match var("CRAWLER")?.trim() {
            "" => vec![rows],
            numbers => numbers.split_whitespace().map(str::parse).collect::<std::result::Result<_, _>>()?,
        };
        let matrix = match var("MATRIX")?.trim() {
            "" => matrix::Size::scaled(rows),
            sizes => sizes.split_whitespace().map(str::parse).collect::<Result<_>>()?,
        };
        let joins = match var("JOINS")?.trim() {
            "" => joins::Configuration::usual(),
            pairs => pairs.split_whitespace().map(str::parse).collect::<Result<_>>()?,
        };
        let rounds = var("ROUNDS")?.parse::<usize>()?.max(1);
        Ok(Self { rows, rounds, crawler, matrix, joins, out: var("OUT")?.into(), docs: var("DOCS")?.into() })
    }

    /// Returns the number of values that is 100,000 with the default number of rows, as the table of ratios calls it.
    pub fn few(&self) -> u64 {
        self.rows / 100
    }

    /// Returns the number of rows for moving windows.
    pub fn events(&self) -> u64 {
        self.rows / 500
    }
}

fn run() -> Result<()> {
    let phase = env::args().nth(1).unwrap_or_default();
    if phase == "theory" {
        return theory::run(&PathBuf::from(env::var_os("DOCS").ok_or("DOCS is not set")?));
    }
    let settings = Settings::read()?;
    std::fs::create_dir_all(&settings.out)?;
    match phase.as_str() {
        "data" => data::make(&settings),
        "ratios" => ratios::run(&settings),
        "curves" => curves::run(&settings),
        "crawler" => crawler::run(&settings),
        "matrix" => matrix::run(&settings),
        "skip" => skip::run(&settings),
        "live" => live::run(&settings),
        "core" => core_benches::collect(&settings),
        "memory" => memory::run(&settings),
        "sizes" => sizes::run(&settings),
        "joins" => joins::run(&settings),
        "report" => report::write(&settings),
        _ => Err(
            "usage: bloom_bench data|ratios|curves|core|crawler|matrix|skip|live|memory|sizes|joins|report|theory"
                .into(),
        ),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            let mut source = error.source();
            while let Some(cause) = source {
                eprintln!("  {cause}");
                source = cause.source();
            }
            ExitCode::FAILURE
        }
    }
}
