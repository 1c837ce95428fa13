//! The tables and the plot.

use super::foreign::{PERCENTS, Remote};
use super::query::REVERSED;
use super::shares::Joins;
use super::{Configuration, Measured};
use crate::curves::{line, plain};
use crate::db::geometric_mean;
use crate::plot::{Axis, Palette, Panel, Series};
use crate::text::{self, Table};
use crate::{Result, Settings, plot};
use plotters::chart::SeriesLabelPosition as Legend;

/// Summarizes the ratios of all queries but the reversed ones.
fn summary(configurations: &[(Configuration, Vec<Measured>)]) -> Table {
    let mut table = Table::new(&[
        "settings",
        "geometric mean, one:",
        "all:",
        "above 1.1, one:",
        "all:",
        "worst, one:",
        "all:",
    ]);
    for (configuration, measured) in configurations {
        let measured: Vec<&Measured> = measured.iter().filter(|m| m.benchmark != REVERSED).collect();
        let one: Vec<f64> = measured.iter().map(|m| m.one.ratio).collect();
        let all: Vec<f64> = measured.iter().map(|m| m.all.unwrap_or(m.one).ratio).collect();
        let mean = |ratios: &[f64]| format!("{:.3}", geometric_mean(ratios));
        let above = |ratios: &[f64]| ratios.iter().filter(|ratio| **ratio > 1.1).count().to_string();
        let worst = |ratios: &[f64]| {
            let worst = measured.iter().zip(ratios).max_by(|(_, a), (_, b)| a.total_cmp(b));
            worst.map_or_else(String::new, |(m, ratio)| format!("{ratio:.2} ({})", m.query))
        };
        table.row([
            configuration.to_string(),
            mean(&one),
            mean(&all),
            above(&one),
            above(&all),
            worst(&one),
            worst(&all),
        ]);
    }
    table
}

/// Each query: its time as it is with the first settings, and for all settings the ratios with one screen and with all;
/// with a star where the plan is another one.
fn each(configurations: &[(Configuration, Vec<Measured>)]) -> String {
    let mut titles = vec!["query".to_owned(), "no screen:".into()];
    titles.extend(configurations.iter().map(|(configuration, _)| format!("{configuration}:")));
    let mut table = Table::new(&titles);
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

/// The ratios of each kind of join. Only foreign joins, the last kind, have an array and an automatic screen.
fn shares(all: &[Joins]) -> Table {
    let mut titles = vec!["rows that pass:".to_owned()];
    titles.extend(all.iter().map(|joins| format!("{}:", joins.name)));
    titles.extend(["foreign, `= ANY (ARRAY(...))`:".into(), "foreign, automatic:".into()]);
    let mut table = Table::new(&titles);
    let cell = |ratio: Option<f64>| ratio.map(|ratio| format!("{ratio:.3}")).unwrap_or_default();
    for foreign in all.last().map_or(&[][..], |joins| &joins.shares) {
        let mut row = vec![format!("{} %", foreign.percent)];
        row.extend(all.iter().map(|joins| {
            let share = joins.shares.iter().find(|share| share.percent == foreign.percent);
            cell(share.map(|share| share.filter))
        }));
        row.extend([cell(foreign.array), cell(foreign.by_itself)]);
        table.push(row);
    }
    table
}

/// The star queries with a remote fact table: for each share the geometric mean of the ratios, and the extremes.
fn remote(all: &[Remote]) -> Table {
    let mut table = Table::new(&[
        "each condition keeps:",
        "filters by hand:",
        "lowest-highest",
        "automatic:",
        "lowest-highest",
    ]);
    for percent in PERCENTS {
        let measured: Vec<&Remote> = all.iter().filter(|remote| remote.percent == percent).collect();
        let cells = |of: fn(&Remote) -> f64| {
            let ratios: Vec<f64> = measured.iter().map(|remote| of(remote)).collect();
            let three = |ratio: f64| format!("{ratio:.3}");
            [three(geometric_mean(&ratios)), text::range(ratios.iter().copied(), three)]
        };
        let [by_hand, by_hand_range] = cells(|remote| remote.by_hand);
        let [automatic, automatic_range] = cells(|remote| remote.by_itself);
        table.row([format!("{percent} %"), by_hand, by_hand_range, automatic, automatic_range]);
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

/// Leaves the tables and the plot.
pub fn write(
    settings: &Settings,
    configurations: &[(Configuration, Vec<Measured>)],
    joins: &[Joins],
    there: &[Remote],
) -> Result<()> {
    let tables = [
        ("star.md", format!("{}\n{}", summary(configurations), each(configurations))),
        ("joins.md", shares(joins).to_string()),
        ("remote.md", remote(there).to_string()),
    ];
    for (name, table) in tables {
        print!("\n{table}");
        std::fs::write(settings.out.join(name), table)?;
    }
    draw(settings, joins)
}
