//! The plots of docs/TUTORIAL.md: textbook formulas, which need no server.

use crate::Result;
use crate::curves::plain;
use crate::plot::{self, Axis, Palette, Panel, Series};
use bloom_core::layout::params::{expected_fpp, optimal_bits};
use plotters::chart::SeriesLabelPosition as Legend;
use std::path::Path;

/// Number of values, large enough that rounding does not show.
const VALUES: u64 = 1_000_000;

fn curve(name: String, color: Palette, points: Vec<(f64, f64)>, dots: bool) -> Series {
    Series { name, color, points, line: true, dots }
}

fn percent(rate: f64) -> String {
    format!("{} %", plain(rate * 100.0))
}

/// Plots the false-positive rate against the number of hashes: too few and too many are both bad.
fn hashes() -> Panel {
    let series = [(5, Palette::Purple), (10, Palette::Blue), (20, Palette::Orange)].map(|(each, color)| {
        let rate = |hashes| (f64::from(hashes), expected_fpp(each * VALUES, hashes, VALUES));
        curve(format!("{each} bits a value"), color, (1..=20).map(rate).collect(), true)
    });
    Panel {
        title: "How many hashes".into(),
        x: Axis {
            ticks: (1..=10).map(|i| f64::from(2 * i)).collect(),
            ..Axis::linear("hashes", 19.0, plain)
        },
        y: Axis::log("false-positive rate", 5e-5..1.0, 1e-4, 10.0, percent),
        series: series.into(),
        marks: Vec::new(),
        legend: Legend::LowerLeft,
    }
}

/// Plots the bits per value against the false-positive rate: each factor of ten costs the same.
fn bits() -> Panel {
    let rates = (0..=100).map(|i| 10f64.powf(-6.0 + 0.057 * f64::from(i)));
    let points = rates.map(|rate| (rate, optimal_bits(VALUES, rate) / VALUES as f64)).collect();
    Panel {
        title: "What a rate costs".into(),
        x: Axis::log("false-positive rate", 1e-6..0.5, 1e-6, 10.0, percent),
        y: Axis::linear("bits a value", 28.0, plain),
        series: vec![curve("-ln p / (ln 2)²".into(), Palette::Blue, points, false)],
        marks: Vec::new(),
        legend: Legend::UpperRight,
    }
}

/// Plots the false-positive rate against the number of values: it grows steadily and exceeds the requested rate beyond
/// the capacity.
fn load() -> Panel {
    let series = [(5, 3, Palette::Purple), (10, 7, Palette::Blue), (20, 14, Palette::Orange)].map(
        |(each, hashes, color)| {
            let loads = (0..=120).map(|i| f64::from(i) / 40.0);
            let rate = |load| (load, expected_fpp(each * VALUES, hashes, (load * VALUES as f64) as u64));
            curve(format!("{each} bits, {hashes} hashes"), color, loads.map(rate).collect(), false)
        },
    );
    Panel {
        title: "More values than planned".into(),
        x: Axis {
            range: 0.0..3.0,
            ticks: vec![0.0, 1.0, 2.0, 3.0],
            ..Axis::linear("values / capacity", 3.0, plain)
        },
        y: Axis {
            range: 0.0..0.8,
            ticks: (0..=4).map(|i| f64::from(i) / 5.0).collect(),
            ..Axis::linear("false-positive rate", 0.8, percent)
        },
        series: series.into(),
        marks: vec![(1.0, "capacity".into())],
        legend: Legend::UpperLeft,
    }
}

/// Draws the plots.
pub fn run(docs: &Path) -> Result<()> {
    plot::draw(&docs.join("theory-hashes.svg"), vec![hashes(), bits()])?;
    plot::draw(&docs.join("theory-load.svg"), vec![load()])
}
