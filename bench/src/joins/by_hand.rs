//! Joins that are screened by hand, of which a known share of the rows passes: in memory, spilled to disk, and with a
//! foreign table.

use super::load::{KEYS, WIDE_KEYS};
use super::times::{Times, least_times};
use crate::curves::{line, plain};
use crate::db::Db;
use crate::plot::{Axis, Palette, Panel, Series};
use crate::text::{self, Table};
use crate::{Result, Settings, plot};
use plotters::chart::SeriesLabelPosition as Legend;

/// Which rows of a table are kept, in percent.
const PERCENTS: [f64; 5] = [0.1, 1.0, 10.0, 50.0, 100.0];

/// Which rows of a join pass, in percent, and the times relative to the join without a screen.
struct Share {
    percent: f64,
    filter: f64,
    /// With `= ANY (ARRAY(SELECT ...))`.
    array: Option<f64>,
    /// With `bloom_rs.screen_foreign_joins = on`.
    automatic: Option<f64>,
}

/// One kind of join.
struct Joins {
    name: &'static str,
    shares: Vec<Share>,
}

fn measure(db: &mut Db, percent: f64, queries: &[&str], settings: &Settings) -> Result<Share> {
    let times = least_times(db, queries, settings.rounds, |answer| answer)?;
    let ratio = |screened: &Times| screened.processors / times[0].processors;
    let share = Share {
        percent,
        filter: ratio(&times[1]),
        array: times.get(2).map(ratio),
        automatic: times.get(3).map(ratio),
    };
    let Share { filter, array, automatic, .. } = share;
    println!("{percent} %: {} {filter:.3} {array:.3?} {automatic:.3?}", text::seconds(times[0].processors));
    Ok(share)
}

fn with_keys(db: &mut Db, name: &'static str, facts: &str, settings: &Settings) -> Result<Joins> {
    // A server compares each row with one key after the other, unless it gets them as a constant from another server.
    let is_there = facts == "facts_there";
    println!("{name}");
    let mut shares = Vec::new();
    for percent in PERCENTS {
        let few = format!("FROM keys WHERE w <= {}", percent / 100.0 * KEYS as f64);
        let plain = format!(
            "SELECT count(*), sum(v), sum(w), max(note) FROM {facts} AS f JOIN (SELECT k, w {few}) AS s USING (k)"
        );
        let filter = format!("{plain} WHERE bloom_contains((SELECT bloom_agg(k) {few}), f.k)");
        let array = format!("{plain} WHERE f.k = ANY (ARRAY(SELECT k {few}))");
        db.expect_plan("COSTS OFF", &plain, "Hash Join")?;
        let automatic =
            format!("SET bloom_rs.screen_foreign_joins = on; {plain}; RESET bloom_rs.screen_foreign_joins");
        let queries = [plain.as_str(), &filter, &array, &automatic];
        shares.push(measure(db, percent, &queries[..if is_there { 4 } else { 2 }], settings)?);
    }
    Ok(Joins { name, shares })
}

fn spilled(db: &mut Db, settings: &Settings) -> Result<Joins> {
    let name = "spilled";
    println!("{name}");
    let mut shares = Vec::new();
    for percent in &PERCENTS[1..] {
        let plain = format!(
            "SELECT count(*), sum(v), sum(w), max(f.note), max(s.note) FROM facts AS f JOIN wide_keys AS s ON f.k{percent} = s.k"
        );
        let filter = format!(
            "{plain} WHERE bloom_contains((SELECT bloom_agg(k, {WIDE_KEYS}) FROM wide_keys), f.k{percent})"
        );
        let plan = db.plan("ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF", &plain)?;
        if !plan.contains("Batches: ") || plan.contains("Batches: 1 ") {
            return Err(format!("the join does not spill:\n{plan}").into());
        }
        shares.push(measure(db, *percent, &[&plain, &filter], settings)?);
    }
    Ok(Joins { name, shares })
}

/// The ratios of each kind of join. Only foreign joins, the last kind, have an array and an automatic screen.
fn tabulate(all: &[Joins]) -> Table {
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
        row.extend([cell(foreign.array), cell(foreign.automatic)]);
        table.push(row);
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

/// Measures all joins, and draws them.
pub fn run(db: &mut Db, settings: &Settings) -> Result<Table> {
    // Where an index of the large table has few rows to look for, nothing else is as fast.
    db.run("RESET ALL; SET enable_nestloop = off")?;
    let all = [
        with_keys(db, "in memory", "facts", settings)?,
        spilled(db, settings)?,
        with_keys(db, "foreign", "facts_there", settings)?,
    ];
    draw(settings, &all)?;
    Ok(tabulate(&all))
}
