//! Notices to the client.

use pgrx::{PgLogLevel, PgSqlErrorCode, pg_sys};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// A kind of NOTICE. Each kind is sent at most once per statement of the client: a loop, or a query with many groups,
/// would send it a thousand times. Parallel workers count separately.
#[derive(Debug, Clone, Copy)]
pub enum Notice {
    /// A filter is much larger than the textbook formula says.
    Excess,
    /// A value to be removed is absent.
    Absent,
    /// A layer of a live set takes much space.
    LargeLayer,
}

/// Start time of the statement in which each notice was last sent.
static SAID: [AtomicI64; 3] = [const { AtomicI64::new(0) }; 3];

impl Notice {
    /// Sends the notice unless it was already sent in this statement.
    pub fn say(self, message: impl FnOnce() -> String, detail: &str) {
        // SAFETY: this reads a number, which does not change while PL/pgSQL functions run their own statements.
        let statement = unsafe { pg_sys::GetCurrentStatementStartTimestamp() };
        if SAID[self as usize].swap(statement, Ordering::Relaxed) != statement {
            send(message(), Some(detail));
        }
    }
}

/// Sends a notice.
pub fn send(message: String, detail: Option<&str>) {
    let code = PgSqlErrorCode::ERRCODE_SUCCESSFUL_COMPLETION;
    match detail {
        Some(detail) => pgrx::ereport!(PgLogLevel::NOTICE, code, message, detail),
        None => pgrx::ereport!(PgLogLevel::NOTICE, code, message),
    }
}

/// Time between two notices of progress.
const INTERVAL: Duration = Duration::from_secs(5);

/// Long work of some steps, which sends a NOTICE every few seconds.
#[derive(Debug)]
pub struct Progress {
    done: usize,
    all: usize,
    said: Instant,
}

impl Progress {
    /// Begins work of so many steps.
    pub fn new(all: usize) -> Self {
        Self { done: 0, all, said: Instant::now() }
    }

    /// Counts a step, and sends what `message` returns for the number of steps that are done, and of all, if that is due.
    pub fn step(&mut self, message: impl FnOnce(usize, usize) -> String) {
        self.done += 1;
        if self.done < self.all && self.said.elapsed() >= INTERVAL {
            self.said = Instant::now();
            send(message(self.done, self.all), None);
        }
    }
}
