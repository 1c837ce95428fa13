//! The tables and the plot.

use super::foreign::{PERCENTS, Remote};
use super::query::REVERSED;
use super::shares::Joins;
use super::{Configuration, Measured};
use crate::curves::{line, plain};
use crate::plot::{Axis, Palette, Panel, Series};
use crate::text::{self, Table};
use crate::{Result, Settings, plot};
use plotters::chart::SeriesLabelPosition as Legend;

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// Summarizes the ratios of each benchmark.
fn summary(configurations: &[(Configuration, Vec<Measured>)]) -> Table {
    let mut table = Table::new(&[
        "",
        "settings",
        "queries:",
        "geometric mean, one:",
        "all:",
        "above 1.1, one:",
        "all:",
        "worst, one:",
        "all:",
    ]);
    for (configuration, measured) in configurations {
        for benchmark in ["TPC-H", "SSB", "both"] {
            let of =
                |m: &&Measured| m.benchmark == benchmark || benchmark == "both" && m.benchmark != REVERSED;
            let measured: Vec<&Measured> = measured.iter().filter(of).collect();
            let one: Vec<f64> = measured.iter().map(|m| m.one.ratio).collect();
            let all: Vec<f64> = measured.iter().map(|m| m.all.unwrap_or(m.one).ratio).collect();
            let mean = |ratios: &[f64]| format!("{:.3}", geometric_mean(ratios));
            let above = |ratios: &[f64]| ratios.iter().filter(|ratio| **ratio > 1.1).count().to_string();
            let worst = |ratios: &[f64]| {
                let worst = measured.iter().zip(ratios).max_by(|(_, a), (_, b)| a.total_cmp(b));
                worst.map_or_else(String::new, |(m, ratio)| format!("{ratio:.2} ({})", m.query))
            };
            table.row([
                benchmark.into(),
                configuration.to_string(),
                measured.len().to_string(),
                mean(&one),
                mean(&all),
                above(&one),
                above(&all),
                worst(&one),
                worst(&all),
            ]);
        }
    }
    table
}

/// Each query: its time as it is with the first settings, and for all settings the ratios with one screen and with all;
/// with a star where the plan is another one.
fn each(configurations: &[(Configuration, Vec<Measured>)]) -> String {
    let mut titles = vec!["query".to_owned(), "no screen:".into()];
    titles.extend(configurations.iter().map(|(configuration, _)| format!("{configuration}:")));
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let queries = configurations.first().map_or(0, |(_, measured)| measured.len());
    for query in 0..queries {
        let mut row = Vec::new();
        for (_, measured) in configurations {
            let m = &measured[query];
            if row.is_empty() {
                row.extend([format!("{} {}", m.benchmark, m.query), text::seconds(m.plain)]);
            }
            let ratio =
                |way: super::Way| format!("{:.2}{}", way.ratio, if way.other_plan { "*" } else { "" });
            let ratios: Vec<String> = [Some(m.one), m.all].into_iter().flatten().map(ratio).collect();
            row.push(ratios.join("/"));
        }
        table.push(row);
    }
    table.to_string()
}

fn shares(all: &[Joins]) -> Table {
    let mut table = Table::new(&[
        "join",
        "rows that pass:",
        "no screen:",
        "filter:",
        "`= ANY (ARRAY(...))`:",
        "automatic:",
    ]);
    for joins in all {
        for share in &joins.shares {
            table.row([
                joins.name.into(),
                format!("{} %", share.percent),
                text::seconds(share.plain),
                format!("{:.3}", share.filter),
                share.array.map(|ratio| format!("{ratio:.3}")).unwrap_or_default(),
                share.by_itself.map(|ratio| format!("{ratio:.3}")).unwrap_or_default(),
            ]);
        }
    }
    table
}

/// The star queries with a remote fact table, and the geometric means of each share.
fn remote(all: &[Remote]) -> Table {
    let mut table = Table::new(&[
        "star query, remote fact table",
        "rows of each condition:",
        "no screen:",
        "by hand:",
        "automatic:",
    ]);
    let mut row = |query: &str, percent: f64, plain: String, ratios: [f64; 2]| {
        let [by_hand, by_itself] = ratios.map(|ratio| format!("{ratio:.3}"));
        table.row([query.into(), format!("{percent} %"), plain, by_hand, by_itself]);
    };
    for remote in all {
        row(remote.query, remote.percent, text::seconds(remote.plain), [remote.by_hand, remote.by_itself]);
    }
    for percent in PERCENTS {
        let mean = |of: fn(&Remote) -> f64| {
            geometric_mean(&all.iter().filter(|remote| remote.percent == percent).map(of).collect::<Vec<_>>())
        };
        let means = [mean(|remote| remote.by_hand), mean(|remote| remote.by_itself)];
        row("geometric mean", percent, String::new(), means);
    }
    table
}

fn draw(settings: &Settings, all: &[Joins]) -> Result<()> {
    let colors = [Palette::Gray, Palette::Orange, Palette::Blue];
    let mut series: Vec<Series> = Vec::new();
    for (joins, color) in all.iter().zip(colors) {
        let points = joins.shares.iter().map(|share| (share.percent, share.filter)).collect();
        series.push(line(&format!("{}: filter", joins.name), color, points));
    }
    if let Some(foreign) = all.last() {
        let points = foreign.shares.iter().filter_map(|share| Some((share.percent, share.array?))).collect();
        series.push(line("foreign: = ANY (ARRAY(...))", Palette::Green, points));
    }
    let highest = series.iter().flat_map(|series| &series.points).map(|(_, y)| *y).fold(1.0, f64::max);
    let panel = Panel {
        title: "A join with a screen, relative to the join without".into(),
        x: Axis::log("rows of the large table that pass, %", 0.08..125.0, 0.1, 10.0, plain),
        y: Axis::linear("time, relative", highest * 1.1, plain),
        series,
        marks: Vec::new(),
        legend: Legend::UpperLeft,
    };
    plot::draw(&settings.docs.join("screens.svg"), vec![panel])
}

/// Leaves the section and the plot.
pub fn write(
    settings: &Settings,
    configurations: &[(Configuration, Vec<Measured>)],
    joins: &[Joins],
    there: &[Remote],
) -> Result<()> {
    let tables = [summary(configurations).to_string(), each(configurations), shares(joins).to_string()];
    let out = format!("{}\n{}", tables.join("\n"), remote(there));
    std::fs::write(settings.out.join("star.md"), &out)?;
    print!("\n{out}");
    draw(settings, joins)
}
