//! Joins of which a known share of the rows passes: in memory, spilled to disk, and with a foreign table.

use super::foreign::{PERCENTS, by_itself};
use super::load::{KEYS, WIDE_KEYS};
use super::query::fastest;
use crate::db::Db;
use crate::{Result, Settings, text};

/// Which rows of a join pass, in percent, and the times relative to the join without a screen.
pub struct Share {
    pub percent: f64,
    pub filter: f64,
    /// With `= ANY (ARRAY(SELECT ...))`.
    pub array: Option<f64>,
    /// With a screen that the planner adds.
    pub by_itself: Option<f64>,
}

/// One kind of join.
pub struct Joins {
    pub name: &'static str,
    pub shares: Vec<Share>,
}

fn measure(db: &mut Db, percent: f64, queries: &[&str], settings: &Settings) -> Result<Share> {
    let times = fastest(db, queries, settings.rounds)?;
    let share = Share {
        percent,
        filter: times[1] / times[0],
        array: times.get(2).map(|array| array / times[0]),
        by_itself: times.get(3).map(|by_itself| by_itself / times[0]),
    };
    let Share { filter, array, by_itself, .. } = share;
    println!("{percent} %: {} {filter:.3} {array:.3?} {by_itself:.3?}", text::seconds(times[0]));
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
        let by_itself = by_itself(&plain);
        let queries = [plain.as_str(), &filter, &array, &by_itself];
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

/// Measures all joins.
pub fn run(db: &mut Db, settings: &Settings) -> Result<Vec<Joins>> {
    // Where an index of the large table has few rows to look for, nothing else is as fast.
    db.run("RESET ALL; SET enable_nestloop = off")?;
    Ok(vec![
        with_keys(db, "in memory", "facts", settings)?,
        spilled(db, settings)?,
        with_keys(db, "foreign", "facts_there", settings)?,
    ])
}
