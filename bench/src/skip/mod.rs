//! Indexes of the access method `bloom_skip`: what they cost those who write, and what queries gain.

mod queries;
mod writes;

use crate::db::Db;
use crate::{Result, Settings, machine, report};
use std::fs;

/// Measures all tables.
pub fn run(settings: &Settings) -> Result<()> {
    let db = &mut Db::connect()?;
    db.run("CREATE EXTENSION IF NOT EXISTS bloom_rs; SET max_parallel_workers_per_gather = 0")?;
    let (writes, rates) = writes::measure(db, settings.rows / 10, settings.rounds)?;
    let ([queries, on_page], plans) = queries::measure(db, settings.rows / 10, settings.rounds)?;
    fs::write(settings.out.join("skip.md"), format!("{writes}\n{rates}\n\n{queries}\n{plans}"))?;
    report::leave(settings, "skip_writes", &writes)?;
    report::leave(settings, "skip_queries", &on_page)
}

/// The process of a connection.
struct Process(u64);

impl Process {
    fn of(db: &mut Db) -> Result<Self> {
        Ok(Self(db.answer("SELECT pg_backend_pid()")?.parse()?))
    }

    /// Returns the seconds of processor time that this takes, and its result.
    fn time<R>(&self, run: impl FnOnce() -> Result<R>) -> Result<(f64, R)> {
        let start = machine::processor_time_of(self.0)?;
        let result = run()?;
        Ok((machine::processor_time_of(self.0)? - start, result))
    }
}
