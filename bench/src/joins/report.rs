//! The tables and the plot.

use super::workload::{SSB, SSB_BY_MONTH, ssb_queries};
use super::{Found, Screened};
use crate::curves::{line, plain};
use crate::db::geometric_mean;
use crate::plot::{Axis, Palette, Panel};
use crate::text::Table;
use crate::{Result, Settings, plot};
use plotters::chart::SeriesLabelPosition as Legend;
use std::fmt::Write;
use std::fs;

/// Least seconds of a query for its ratio to be one of the worst.
const LEAST_SECONDS: f64 = 0.1;

fn summary(all: &[Found]) -> Table {
    let mut table = Table::new(&[
        "queries",
        "settings",
        "with a filter:",
        "geometric mean:",
        "wall time:",
        "best:",
        "worst:",
        "skip:",
        "their mean:",
        "left out",
    ]);
    for Found { workload, settings, queries, screened, left_out } in all {
        let mean_of = |ratios: &[f64]| format!("{:.3}", geometric_mean(ratios));
        let mean = |of: fn(&Screened) -> f64| mean_of(&screened.iter().map(of).collect::<Vec<_>>());
        let skipping: Vec<f64> = screened.iter().filter(|query| query.skips).map(Screened::ratio).collect();
        let name = |query: Option<&Screened>| {
            query.map_or_else(String::new, |query| format!("{:.2} ({})", query.ratio(), query.name))
        };
        let by_ratio = |a: &&Screened, b: &&Screened| a.ratio().total_cmp(&b.ratio());
        let long = screened.iter().filter(|query| query.plain.processors >= LEAST_SECONDS);
        table.row([
            (*workload).into(),
            settings.clone(),
            format!("{} of {queries}", screened.len() + left_out.len()),
            mean(Screened::ratio),
            mean(|query| query.screened.wall / query.plain.wall),
            name(screened.iter().min_by(by_ratio)),
            name(long.max_by(by_ratio)),
            skipping.len().to_string(),
            if skipping.is_empty() { String::new() } else { mean_of(&skipping) },
            left_out.join(", "),
        ]);
    }
    table
}

/// The time of each query of SSB, without filters, with them, and with them where the fact table is partitioned by
/// month.
fn draw(settings: &Settings, all: &[Found]) -> Result<()> {
    let of = |workload| all.iter().find(|found| found.workload == workload);
    let (Some(found), Some(by_month)) = (of(SSB), of(SSB_BY_MONTH)) else { return Ok(()) };
    let queries = ssb_queries();
    let points = |found: &Found, of: fn(&Screened) -> f64| -> Vec<(f64, f64)> {
        let place = |query: &Screened| queries.iter().position(|(name, _)| *name == query.name);
        found
            .screened
            .iter()
            .filter_map(|query| Some((place(query)? as f64 + 1.0, of(query) * 1e3)))
            .collect()
    };
    let off = points(found, |query| query.plain.processors);
    let [on, by_month] = [found, by_month].map(|found| points(found, |query| query.screened.processors));
    let most = off.iter().map(|(_, y)| *y).fold(0.0, f64::max);
    let last = queries.len();
    let mut x = Axis::linear("query", last as f64, |x| {
        ssb_queries().into_iter().nth((x - 1.0).round() as usize).map_or_else(String::new, |(name, _)| name)
    });
    (x.range, x.ticks) = (0.5..last as f64 + 0.5, (1..=last).map(|i| i as f64).collect());
    let panel = Panel {
        title: format!("Star Schema Benchmark, scale 1, {}", found.settings),
        x,
        y: Axis::linear("processor time, ms", most * 1.1, plain),
        series: vec![
            line("bloom_rs.screen_joins = off", Palette::Gray, off),
            line("on", Palette::Blue, on),
            line("on, lineorder partitioned by month", Palette::Orange, by_month),
        ],
        marks: Vec::new(),
        legend: Legend::UpperLeft,
    };
    plot::draw(&settings.docs.join("ssb.svg"), vec![panel])
}

/// Leaves the tables and the plot.
pub fn write(settings: &Settings, found: &[Found], joins: &[Table]) -> Result<()> {
    let mut tables = summary(found).to_string();
    for table in joins {
        write!(tables, "\n{table}")?;
    }
    print!("\n{tables}");
    fs::write(settings.out.join("joins.md"), tables)?;
    draw(settings, found)
}
