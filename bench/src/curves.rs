//! Measurements for the plots.

use crate::data::ABSENT;
use crate::db::{Db, median};
use crate::plot::{self, Axis, Palette, Panel, Series};
use crate::{Result, Settings, machine, text};
use bloom_core::layout::Params;
use bloom_core::layout::params::expected_fpp;
use plotters::chart::SeriesLabelPosition as Legend;

/// Returns the medians of queries that take turns after a warm-up.
fn take_turns<const N: usize>(db: &mut Db, rounds: usize, queries: &[String; N]) -> Result<[f64; N]> {
    let mut times = [const { Vec::new() }; N];
    for round in 0..=rounds {
        for (query, times) in queries.iter().zip(&mut times) {
            let (seconds, _) = db.time(query)?;
            if round > 0 {
                times.push(seconds);
            }
        }
    }
    Ok(times.map(|times| median(&times)))
}

fn binary(n: f64) -> String {
    match n {
        n if n >= f64::from(1 << 20) => format!("{} MiB", n / f64::from(1 << 20)),
        n => format!("{} KiB", n / 1024.0),
    }
}

pub fn decimal(n: f64) -> String {
    match n {
        n if n >= 1e6 => format!("{} M", n / 1e6),
        n if n >= 1e3 => format!("{} k", n / 1e3),
        n => format!("{n}"),
    }
}

pub fn plain(n: f64) -> String {
    // Repeated multiplication makes ticks inexact.
    format!("{}", (n * 1e9).round() / 1e9)
}

pub fn power_of_ten(n: f64) -> String {
    plain(n)
}

pub fn line(name: &str, color: Palette, points: Vec<(f64, f64)>) -> Series {
    Series { name: name.into(), color, points, line: true, dots: true }
}

fn probe_cost(db: &mut Db, settings: &Settings) -> Result<Panel> {
    let rows = settings.rows.min(2_000_000);
    db.run(&format!("CREATE TABLE IF NOT EXISTS ids AS SELECT id FROM t LIMIT {rows}"))?;
    db.run("VACUUM (ANALYZE, FREEZE) ids")?;
    let mut curves: [Vec<(f64, f64)>; 5] = [const { Vec::new() }; 5];
    let most = settings.rows.saturating_mul(12).min(112_000_000);
    let mut capacity = 6_800;
    let mut largest = 0.0;
    while capacity <= most {
        db.run(&format!(
            "DROP TABLE IF EXISTS one;
             CREATE TABLE one AS SELECT bloom_agg(i, {capacity}) AS f, bloom_agg(i, {capacity}, 0.01, 'parquet') AS blocks
                 FROM (SELECT generate_series(1, {capacity}::bigint) AS i) AS s"
        ))?;
        let bytes = db.number("SELECT length(f::bytea) FROM one")?;
        // All queries have the same expressions, so that only the probe differs.
        let value = format!("1 + id * 7919 % {capacity}");
        let probe = |filter: &str, value: &str| {
            format!("SELECT count(*) FROM ids WHERE bloom_contains((SELECT {filter} FROM one), {value})")
        };
        let absent = format!("{value} + {ABSENT}");
        let queries = [
            probe("f", &value),
            probe("f", &absent),
            probe("blocks", &value),
            probe("blocks", &absent),
            format!("SELECT count(*) FROM ids WHERE hashint8extended({value}, 0) <> 0"),
        ];
        for pair in queries[..4].as_chunks::<2>().0 {
            let [found, mistaken] = [db.number(&pair[0])?, db.number(&pair[1])?];
            if found != rows as f64 || mistaken > 0.02 * rows as f64 {
                return Err(
                    format!("wrong answer of a filter of {capacity}: {found}, {mistaken} of {rows}").into()
                );
            }
        }
        let times = take_turns(db, settings.rounds.min(5), &queries)?;
        for (curve, seconds) in curves.iter_mut().zip(times) {
            curve.push((bytes, seconds / rows as f64 * 1e9));
        }
        largest = bytes;
        println!(
            "filter of {}: {:?} ns a row",
            text::bytes(bytes),
            times.map(|s| (s / rows as f64 * 1e9).round())
        );
        capacity *= 2;
    }
    db.run("DROP TABLE one")?;
    let highest = curves.iter().flatten().map(|(_, y)| *y).fold(0.0, f64::max);
    let [present, absent, blocks_present, blocks_absent, hash] = curves;
    let x = Axis::log("size of the filter", 6144.0..largest * 1.5, 8192.0, 4.0, binary);
    let marks = machine::caches().into_iter().filter(|(_, bytes)| (*bytes as f64) < x.range.end);
    Ok(Panel {
        title: "Cost of a lookup, whole query".into(),
        marks: marks
            .map(|(name, bytes)| (bytes as f64, format!("{name} {}", binary(bytes as f64))))
            .collect(),
        x,
        y: Axis::linear("time for a row, ns", highest * 1.2, plain),
        series: vec![
            line("bloom_contains(f, id), present", Palette::Blue, present),
            line("bloom_contains(f, id), absent", Palette::Orange, absent),
            line("scheme parquet, present", Palette::Green, blocks_present),
            line("scheme parquet, absent", Palette::Purple, blocks_absent),
            line("hashint8extended(id, 0) <> 0", Palette::Gray, hash),
        ],
        legend: Legend::UpperLeft,
    })
}

fn false_positives(db: &mut Db, settings: &Settings) -> Result<Panel> {
    const CAPACITY: u64 = 100_000;
    let rows = settings.rows.min(2_000_000);
    let rates =
        [(0.1, Palette::Purple), (0.01, Palette::Blue), (0.001, Palette::Green), (0.0001, Palette::Orange)];
    let mut series = Vec::new();
    let (low, high) = (1e-5, 1.0);
    for (fpp, color) in rates {
        let Params { bits, hashes } = Params::for_capacity(CAPACITY, fpp)?;
        let theory = |load: f64| expected_fpp(bits, hashes, (load * CAPACITY as f64) as u64);
        let curve =
            (0..=120).map(|i| 0.125 * 2f64.powf(f64::from(i) / 20.0)).map(|load| (load, theory(load)));
        let mut points = Vec::new();
        for i in 0..=12 {
            let load = 0.125 * 2f64.powf(f64::from(i) / 2.0);
            // Fewer than twenty false positives say little about a rate.
            if theory(load) * rows as f64 >= 20.0 {
                let values = (load * CAPACITY as f64) as u64;
                let mistakes = db.number(&format!(
                    "SELECT count(*) FROM ids WHERE bloom_contains((
                         SELECT bloom_agg(i, {CAPACITY}, {fpp})
                         FROM (SELECT generate_series(1, {values}::bigint) AS i) AS s), id + {ABSENT})"
                ))?;
                let measured = mistakes / rows as f64;
                let tolerance = 0.1 * theory(load) + 6.0 * (theory(load) / rows as f64).sqrt();
                if (measured - theory(load)).abs() > tolerance {
                    return Err(
                        format!("a rate of {measured} instead of {} at load {load}", theory(load)).into()
                    );
                }
                points.push((load, measured));
            }
        }
        println!("asked for {fpp}: {} points", points.len());
        let inside = curve.filter(|(_, y)| *y >= low).collect();
        series.push(Series {
            name: format!("asked for {fpp}"),
            color,
            points: inside,
            line: true,
            dots: false,
        });
        series.push(Series { name: String::new(), color, points, line: false, dots: true });
    }
    Ok(Panel {
        title: "False-positive rate: measured (dots) and theory (lines)".into(),
        x: Axis::log("values added / capacity", 0.115..8.8, 0.125, 2.0, plain),
        y: Axis::log("false-positive rate", low..high, low, 10.0, power_of_ten),
        series,
        marks: vec![(1.0, "capacity".into())],
        legend: Legend::LowerRight,
    })
}

fn build_time(db: &mut Db, settings: &Settings) -> Result<[Panel; 2]> {
    let hll = db.answer("SELECT count(*) FROM pg_extension WHERE extname = 'hll'")? == "1";
    let mut sizes: Vec<u64> = std::iter::successors(Some(10_000u64), |n| n.checked_mul(10))
        .flat_map(|n| [n, 3 * n])
        .take_while(|n| *n < settings.rows)
        .collect();
    sizes.push(settings.rows);
    let mut curves: [Vec<(f64, f64)>; 3] = [const { Vec::new() }; 3];
    for n in sizes {
        let from = format!("FROM (SELECT url FROM t LIMIT {n}) AS s");
        let queries = [
            format!("SELECT length(bloom_agg(url, {n})::bytea) {from}"),
            format!("SELECT length(bloom_agg(url)::bytea) {from}"),
            if hll {
                format!("SELECT hll_cardinality(hll_add_agg(hll_hash_text(url))) {from}")
            } else {
                format!("SELECT max(hashtextextended(url, 0)) {from}")
            },
        ];
        let times = take_turns(db, settings.rounds.min(5), &queries)?;
        for (curve, seconds) in curves.iter_mut().zip(times) {
            curve.push((n as f64, seconds));
        }
        println!("{} rows: {:?}", text::count(n), times.map(text::seconds));
    }
    let names = [
        "bloom_agg(url, capacity)",
        "bloom_agg(url)",
        if hll { "hll_add_agg(hll_hash_text(url))" } else { "max(hashtextextended(url, 0))" },
    ];
    let colors = [Palette::Blue, Palette::Orange, Palette::Gray];
    let series = |scale: fn(f64, f64) -> f64| -> Vec<Series> {
        let scaled = curves.iter().map(|curve| curve.iter().map(|(x, y)| (*x, scale(*x, *y))).collect());
        names
            .iter()
            .zip(colors)
            .zip(scaled)
            .map(|((name, color), points)| line(name, color, points))
            .collect()
    };
    let (total, each) = (series(|_, seconds| seconds), series(|rows, seconds| seconds / rows * 1e9));
    let points = || total.iter().flat_map(|series| &series.points);
    let highest = points().map(|(_, y)| *y).fold(0.0, f64::max);
    let lowest = points().map(|(_, y)| *y).fold(f64::INFINITY, f64::min);
    let dearest = each.iter().flat_map(|series| &series.points).map(|(_, y)| *y).fold(0.0, f64::max);
    let x = Axis::log("rows, all distinct", 8e3..settings.rows as f64 * 1.3, 1e4, 10.0, decimal);
    let first = 10f64.powf(lowest.log10().ceil());
    Ok([
        Panel {
            title: "Time to build a filter".into(),
            x: x.clone(),
            y: Axis::log("time, s", lowest * 0.6..highest * 1.5, first, 10.0, power_of_ten),
            series: total,
            marks: Vec::new(),
            legend: Legend::LowerRight,
        },
        Panel {
            title: "The same for each row".into(),
            x,
            y: Axis::linear("time for a row, ns", dearest * 1.2, plain),
            series: each,
            marks: Vec::new(),
            legend: Legend::UpperLeft,
        },
    ])
}

/// Plots size and estimated count of filters built without a capacity, relative to the right ones, if the planner
/// expects the right number of values or a thousand.
fn unknown_capacity(db: &mut Db, settings: &Settings) -> Result<[Panel; 2]> {
    let most = settings.rows.saturating_mul(10);
    let sizes = std::iter::successors(Some(1000u64), |n| n.checked_mul(10))
        .flat_map(|n| [n, 3 * n])
        .take_while(|n| *n <= most);
    let series = "SELECT generate_series(1, {n}::bigint) AS i";
    let ways = [
        ("bloom_agg(i, capacity)", Palette::Blue, series, "i, {n}"),
        ("bloom_agg(i)", Palette::Orange, series, "i"),
        ("bloom_agg(i), 1,000 expected", Palette::Purple, "SELECT misjudged({n}) AS i", "i"),
    ];
    let mut curves: [[Vec<(f64, f64)>; 2]; 3] = Default::default();
    for n in sizes {
        for ((_, _, from, arguments), curve) in ways.iter().zip(&mut curves) {
            let query = "SELECT (i).bits || ' ' || (i).estimated_count || ' ' || (i).current_fpp
                 FROM (SELECT bloom_info(bloom_agg({arguments})) AS i FROM ({from}) AS s OFFSET 0) AS s";
            let query = query
                .replace("{arguments}", arguments)
                .replace("{from}", from)
                .replace("{n}", &n.to_string());
            let answer = db.answer(&query)?;
            let numbers: Vec<f64> =
                answer.split(' ').map(str::parse).collect::<std::result::Result<_, _>>()?;
            let [bits, estimated, rate] = numbers[..] else { return Err(answer.into()) };
            if rate > 0.01 * 1.1 {
                return Err(format!("a rate of {rate} with {n} values").into());
            }
            let best = Params::for_capacity(n, 0.01)?.bits;
            curve[0].push((n as f64, bits / best as f64));
            curve[1].push((n as f64, estimated / n as f64));
        }
        println!(
            "{}: {:?}",
            text::count(n),
            curves.each_ref().map(|curve| curve[0].last().map(|point| point.1))
        );
    }
    let panel = |which: usize, title: &str, name: &'static str| {
        let points = |curve: &[Vec<(f64, f64)>; 2]| curve[which].clone();
        let highest = curves.iter().flat_map(points).map(|(_, y)| y).fold(1.0, f64::max);
        Panel {
            title: title.into(),
            x: Axis::log("distinct values", 8e2..most as f64 * 1.3, 1e3, 10.0, decimal),
            y: Axis::linear(name, highest * 1.25, plain),
            series: ways.iter().zip(&curves).map(|(way, curve)| line(way.0, way.1, points(curve))).collect(),
            marks: Vec::new(),
            legend: Legend::UpperLeft,
        }
    };
    Ok([
        panel(0, "Size without a capacity", "bits, relative to the best size"),
        panel(1, "Count that the bits tell", "estimated_count, relative to the truth"),
    ])
}

/// Measures and draws all plots.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    std::fs::create_dir_all(&settings.docs)?;
    let docs = |name: &str| settings.docs.join(name);
    let panel = probe_cost(&mut db, settings)?;
    plot::draw(&docs("probe-cost.svg"), vec![panel])?;
    let panel = false_positives(&mut db, settings)?;
    plot::draw(&docs("false-positives.svg"), vec![panel])?;
    let panels = build_time(&mut db, settings)?;
    plot::draw(&docs("build-time.svg"), panels.into())?;
    let panels = unknown_capacity(&mut db, settings)?;
    plot::draw(&docs("unknown-capacity.svg"), panels.into())
}
