//! The tables and the plot of the matrix benchmark.

use super::{Found, Structure};
use crate::curves::{decimal, line, power_of_ten};
use crate::plot::{self, Axis, Palette, Panel};
use crate::text::Table;
use crate::{Result, Settings, report, text};
use plotters::chart::SeriesLabelPosition as Legend;

/// Returns the table of the structures for these sizes.
pub fn structures(all: &[Found]) -> Table {
    let mut table = Table::new(&[
        "filters:",
        "structure",
        "bytes:",
        "build:",
        "one probe:",
        "after a restart:",
        "from disk:",
        "pages:",
        "of 1,000:",
    ]);
    let maybe = |seconds: Option<f64>| seconds.map(text::seconds).unwrap_or_default();
    for found in all {
        for Structure { what, bytes, build, one, cold, from_disk, each } in
            [Some(&found.filters), Some(&found.matrices), found.pairs.as_ref()].into_iter().flatten()
        {
            table.row([
                text::count(found.size.filters),
                what.clone(),
                text::bytes(*bytes),
                maybe(*build),
                text::seconds(*one),
                text::seconds(cold.seconds),
                maybe(from_disk.map(|cold| cold.seconds)),
                text::count(cold.pages as u64),
                maybe(*each),
            ]);
        }
    }
    table
}

/// Returns the table of measurements, which marks the goals for the size with the most values.
fn targets(all: &[Found]) -> String {
    let mut table = text::Table::new(&[
        "matrices of",
        "one probe:",
        "to the scan:",
        "pages read:",
        "size:",
        "built per second:",
        "read per second:",
        "peak:",
        "stored:",
        "any of 3:",
        "all of 3:",
    ]);
    let most = all.iter().map(|found| found.size.pairs()).max();
    for found in all {
        let marked = |text: String, reached: bool| match most {
            Some(most) if most == found.size.pairs() => format!("{text} {}", if reached { "✓" } else { "✗" }),
            _ => text,
        };
        let [filters, matrices] = found.bytes;
        let (one, share) = (found.matrices.one, found.matrices.one / found.filters.one);
        let (size, made, read) = (matrices / filters, filters / found.build, filters / found.read);
        let [any, all_three] = found.three.map(text::seconds);
        let [peak, of_table] = found.peaks.map(|peak| peak / found.largest);
        let pages = found.matrices.cold.pages / (found.matrices.bytes / 8192.0);
        table.row([
            found.size.to_string(),
            marked(text::seconds(one), one <= 1e-3),
            marked(format!("1/{:.0}", 1.0 / share), share <= 1.0 / 500.0),
            format!("{} %", text::three_digits(pages * 100.0)),
            marked(format!("{size:.3}"), size <= 1.02),
            marked(text::bytes(made), made >= 0.5e9),
            text::bytes(read),
            marked(format!("{peak:.2}"), peak <= 2.5),
            format!("{of_table:.2}"),
            any,
            all_three,
        ]);
    }
    table.row(["goal", "≤1 ms", "≤1/500", "", "≤1.02", "≥500 MB", "", "≤2.5", "", "", ""].map(str::to_owned));
    table.to_string()
}

/// Plots the time of a lookup against the number of filters, for sizes with equally many values.
fn curve(all: &[Found]) -> Panel {
    let alike: Vec<&Found> = all.iter().filter(|found| found.size.values == all[0].size.values).collect();
    let points = |one: fn(&Found) -> f64| -> Vec<(f64, f64)> {
        alike.iter().map(|found| (found.size.filters as f64, one(found) * 1e3)).collect()
    };
    let (scan, matrices) = (points(|found| found.filters.one), points(|found| found.matrices.one));
    let all = || scan.iter().chain(&matrices);
    let (least, most) =
        all().fold((f64::INFINITY, 0.0f64), |(low, high), (x, _)| (low.min(*x), high.max(*x)));
    let (low, high) = all().fold((f64::INFINITY, 0.0f64), |(low, high), (_, y)| (low.min(*y), high.max(*y)));
    let first = |x: f64| 10f64.powf(x.log10().floor());
    Panel {
        title: format!("Which of many filters of {} values?", text::count(alike[0].size.values)),
        x: Axis::log("filters", least * 0.8..most * 1.25, first(least), 10.0, decimal),
        y: Axis::log("time for one lookup, ms", first(low)..high * 2.0, first(low), 10.0, power_of_ten),
        series: vec![
            line("one by one", Palette::Orange, scan.clone()),
            line("bloom_matrix_search", Palette::Blue, matrices.clone()),
        ],
        marks: Vec::new(),
        legend: Legend::UpperLeft,
    }
}

/// Writes the tables and the plot.
pub fn write(settings: &Settings, all: &[Found]) -> Result<()> {
    let structures = structures(all);
    report::leave(settings, "matrix", &structures)?;
    let out = format!("{}\n{structures}", targets(all));
    std::fs::write(settings.out.join("matrix.md"), &out)?;
    print!("\n{}", targets(all));
    if all.is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(&settings.docs)?;
    plot::draw(&settings.docs.join("matrix.svg"), vec![curve(all)])
}
