//! The server, started anew.

use crate::db::{Db, median};
use crate::{Result, machine};
use std::env;
use std::process::Command;

/// A query, the first that reads its tables.
#[derive(Debug, Clone, Copy)]
pub struct Cold {
    /// Seconds, by the server's clock.
    pub seconds: f64,
    /// Pages that it read.
    pub pages: f64,
}

/// What is left of the tables in memory when the server has been started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// What the kernel has cached.
    InKernel,
    /// Nothing.
    Nothing,
}

/// Starts the server anew, with these options.
pub fn restart(options: &str) -> Result<()> {
    let command = env::var("RESTART").map_err(|_| "RESTART is not set")?;
    let mut words = command.split_whitespace();
    let program = words.next().ok_or("RESTART is empty")?;
    let status = Command::new(program).args(words).arg(options).current_dir("/").status()?;
    if status.success() { Ok(()) } else { Err("the server does not start".into()) }
}

/// Runs queries, of tables of their own, on a server that was just started; the median of some rounds. `None` where
/// only root may empty the kernel's caches.
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
            db.plan("COSTS OFF", query)?; // loads the extension, and reads the catalogs
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
