//! The tables and the plot.

use super::workload::{SSB, SSB_BY_MONTH, ssb_queries};
use super::{Configuration, Found, Screened};
use crate::curves::{line, plain};
use crate::db::geometric_mean;
use crate::plot::{Axis, Palette, Panel};
use crate::text::Table;
use crate::{Result, Settings, plot, report};
use plotters::chart::SeriesLabelPosition as Legend;
use std::fmt::Write;
use std::fs;

/// Least seconds of a query for its ratio to be one of the worst.
const LEAST_SECONDS: f64 = 0.1;

impl Found {
    fn mean_of(&self, of: impl Fn(&Screened) -> f64) -> String {
        format!("{:.3}", geometric_mean(&self.screened.iter().map(of).collect::<Vec<_>>()))
    }

    fn with_a_filter(&self) -> String {
        format!("{} of {}", self.screened.len() + self.left_out.len(), self.queries)
    }

    fn best(&self) -> Option<&Screened> {
        self.screened.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio()))
    }

    fn worst(&self) -> Option<&Screened> {
        let long = self.screened.iter().filter(|query| query.plain.processors >= LEAST_SECONDS);
        long.max_by(|a, b| a.ratio().total_cmp(&b.ratio()))
    }

    /// How many queries skip, and the geometric mean of their ratios.
    fn skipping(&self) -> Option<(usize, String)> {
        let ratios: Vec<f64> =
            self.screened.iter().filter(|query| query.skips).map(Screened::ratio).collect();
        (!ratios.is_empty()).then(|| (ratios.len(), format!("{:.3}", geometric_mean(&ratios))))
    }
}

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
    for found in all {
        let name = |query: Option<&Screened>| {
            query.map_or_else(String::new, |query| format!("{:.2} ({})", query.ratio(), query.name))
        };
        let (skipping, their_mean) = found.skipping().unwrap_or_default();
        table.row([
            found.workload.into(),
            found.settings.clone(),
            found.with_a_filter(),
            found.mean_of(Screened::ratio),
            found.mean_of(|query| query.screened.wall / query.plain.wall),
            name(found.best()),
            name(found.worst()),
            skipping.to_string(),
            their_mean,
            found.left_out.join(", "),
        ]);
    }
    table
}

/// The tables of docs/BENCHMARKS.md: of all workloads, and of those with queries that skip.
fn for_page(all: &[Found]) -> [Table; 2] {
    let [serial, parallel] =
        [0, 2].map(|workers| Configuration { work_mem: "64MB".into(), workers }.to_string());
    let worst =
        |found: &Found| found.worst().map_or_else(String::new, |query| format!("{:.2}", query.ratio()));
    let mut screened =
        Table::new(&["queries", "with a filter:", "serial:", "worst:", "2 workers:", "worst:"]);
    let mut skipping = Table::new(&["queries", "ratio:", "that skip:", "these:"]);
    for found in all.iter().filter(|found| found.settings == serial) {
        let with_workers =
            all.iter().find(|other| other.workload == found.workload && other.settings == parallel);
        let [mean, of_worst] = with_workers
            .map_or_else(Default::default, |found| [found.mean_of(Screened::ratio), worst(found)]);
        let ratio = found.mean_of(Screened::ratio);
        if let Some((number, their_mean)) = found.skipping() {
            let number = format!("{number} of {}", found.screened.len());
            skipping.row([found.workload.into(), ratio.clone(), number, their_mean]);
        }
        screened.row([found.workload.into(), found.with_a_filter(), ratio, worst(found), mean, of_worst]);
    }
    [screened, skipping]
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
pub fn write(settings: &Settings, found: &[Found], joins: &[(&str, Table)]) -> Result<()> {
    let mut tables = summary(found).to_string();
    for (name, table) in joins {
        write!(tables, "\n{table}")?;
        report::leave(settings, name, table)?;
    }
    print!("\n{tables}");
    fs::write(settings.out.join("joins.md"), tables)?;
    for (name, table) in ["screened", "skipping"].iter().zip(for_page(found)) {
        report::leave(settings, name, &table)?;
    }
    draw(settings, found)
}
