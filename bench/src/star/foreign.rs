//! Star queries with the fact table on another server: as they are, with screens by hand, and with screens that the
//! planner adds.

use super::query::{Benchmark, Query, fastest};
use crate::db::Db;
use crate::{Result, Settings, text};

/// Six queries with one to three conditions, each of which keeps `SHARE` of its table.
const STAR: Benchmark =
    Benchmark { name: "star", queries: include_str!("foreign.sql"), search_path: "ssb_there, ssb, public" };

/// Share of its table that each condition keeps, in percent.
pub const PERCENTS: [f64; 5] = [0.1, 1.0, 10.0, 50.0, 100.0];

/// A query's times with screens, relative to those without.
pub struct Remote {
    pub percent: f64,
    /// With a screen for each condition, written by hand.
    pub by_hand: f64,
    /// With `bloom_rs.screen_foreign_joins = on`.
    pub by_itself: f64,
}

/// A query that the planner screens.
pub fn by_itself(query: &str) -> String {
    format!("SET bloom_rs.screen_foreign_joins = on; {query}; RESET bloom_rs.screen_foreign_joins")
}

/// Measures all queries at all shares.
pub fn run(db: &mut Db, settings: &Settings) -> Result<Vec<Remote>> {
    println!("star queries, with the fact table on another server");
    db.run(&format!("SET search_path = {}", STAR.search_path))?;
    let mut found = Vec::new();
    for Query { name, plain, one, .. } in STAR.queries() {
        for percent in PERCENTS {
            let [plain, by_hand] =
                [&plain, &one].map(|query| query.replace("SHARE", &(percent / 100.0).to_string()));
            let times = fastest(db, &[&plain, &by_hand, &by_itself(&plain)], settings.rounds)?;
            let (by_hand, by_itself) = (times[1] / times[0], times[2] / times[0]);
            println!("{name} {percent} %: {} {by_hand:.3} {by_itself:.3}", text::seconds(times[0]));
            found.push(Remote { percent, by_hand, by_itself });
        }
    }
    db.run("RESET search_path")?;
    Ok(found)
}
