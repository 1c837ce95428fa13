//! The queries of the Star Schema Benchmark with the fact table on another server: as they are, with screens by hand,
//! and with screens that the planner adds.

use super::query::{SSB, fastest};
use crate::db::Db;
use crate::{Result, Settings, text};

/// A query's seconds, and the other times relative to it.
pub struct Remote {
    pub query: &'static str,
    pub plain: f64,
    /// With all screens, written by hand.
    pub by_hand: f64,
    /// With `bloom_rs.screen_foreign_joins = on`.
    pub by_itself: f64,
}

/// A query that the planner screens.
pub fn by_itself(query: &str) -> String {
    format!("SET bloom_rs.screen_foreign_joins = on; {query}; RESET bloom_rs.screen_foreign_joins")
}

/// Measures all queries.
pub fn run(db: &mut Db, settings: &Settings) -> Result<Vec<Remote>> {
    println!("SSB, with lineorder on another server");
    db.run("SET search_path = ssb_there, ssb, public")?;
    let mut found = Vec::new();
    for query in SSB.queries() {
        let (by_hand, by_itself) = (query.all.as_ref().unwrap_or(&query.one), by_itself(&query.plain));
        let times = fastest(db, &[&query.plain, by_hand, &by_itself], settings.rounds)?;
        let plain = times[0];
        let remote =
            Remote { query: query.name, plain, by_hand: times[1] / plain, by_itself: times[2] / plain };
        println!("{}: {} {:.3} {:.3}", remote.query, text::seconds(plain), remote.by_hand, remote.by_itself);
        found.push(remote);
    }
    db.run("RESET search_path")?;
    Ok(found)
}
