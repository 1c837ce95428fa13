//! Queries on a restarted server.

use crate::db::{Db, median};
use crate::{Result, machine};
use std::env;
use std::process::Command;

/// Cost of a query that is the first to read its tables.
#[derive(Debug, Clone, Copy)]
pub struct Cold {
    /// Seconds by the server's clock.
    pub seconds: f64,
    /// Number of pages read.
    pub pages: f64,
}

/// What remains of the tables in memory after the restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// The kernel's file cache.
    InKernel,
    /// Nothing remains.
    Nothing,
}

/// Restarts the server with these options.
pub fn restart(options: &str) -> Result<()> {
    let command = env::var("RESTART").map_err(|_| "RESTART is not set")?;
    let mut words = command.split_whitespace();
    let program = words.next().ok_or("RESTART is empty")?;
    let status = Command::new(program).args(words).arg(options).current_dir("/").status()?;
    if status.success() { Ok(()) } else { Err("the server does not start".into()) }
}

/// Runs queries, each with its own tables, on a restarted server, and returns the medians over the rounds; `None` if
/// the kernel's caches must be emptied and this program is not permitted to do that.
pub fn cold<const N: usize>(
    left: Left,
    rounds: usize,
    queries: impl Fn(usize) -> [String; N],
) -> Result<Option<[Cold; N]>> {
    let mut found = [const { (Vec::new(), Vec::new()) }; N];
    for round in 0..rounds {
        restart("")?;
        if left == Left::Nothing && !machine::empty_caches() {
            return Ok(None);
        }
        let mut db = Db::connect()?;
        for (query, (seconds, pages)) in queries(round).iter().zip(&mut found) {
            db.plan("COSTS OFF", query)?; // loads the extension and the catalogs
            let plan = db.plan("ANALYZE, BUFFERS, COSTS OFF, TIMING OFF", query)?;
            let number = |name: &str| {
                let (_, rest) = plan.split_once(name)?;
                rest.split([' ', '\n']).next()?.parse::<f64>().ok()
            };
            let time = number("Execution Time: ").ok_or_else(|| format!("a plan without a time:\n{plan}"))?;
            seconds.push(time / 1e3);
            pages.push(number(" read=").unwrap_or(0.0));
        }
    }
    Ok(Some(found.map(|(seconds, pages)| Cold { seconds: median(&seconds), pages: median(&pages) })))
}
