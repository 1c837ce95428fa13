//! Notices to the client.

use pgrx::pg_sys::panic::ErrorReport;
use pgrx::{PgLogLevel, PgSqlErrorCode, pg_sys};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
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
    /// A filter has far more values than it was built for.
    Overfull,
}

/// Start time of the statement in which each notice was last sent.
static SAID: [AtomicI64; 4] = [const { AtomicI64::new(0) }; 4];

/// Whether the planner computes an estimate, for which no notice is sent.
static ESTIMATES: AtomicBool = AtomicBool::new(false);

impl Notice {
    /// Returns whether the notice would be sent now.
    #[inline]
    pub fn is_due(self) -> bool {
        SAID[self as usize].load(Ordering::Relaxed) != statement() && !ESTIMATES.load(Ordering::Relaxed)
    }

    /// Sends the notice unless it was already sent in this statement. `detail` and `hint` may be empty.
    pub fn say(self, message: impl FnOnce() -> String, detail: &str, hint: &str) {
        if !self.is_due() {
            return;
        }
        SAID[self as usize].store(statement(), Ordering::Relaxed);
        let code = PgSqlErrorCode::ERRCODE_SUCCESSFUL_COMPLETION;
        let mut report = ErrorReport::new(code, message(), "");
        if !detail.is_empty() {
            report = report.set_detail(detail);
        }
        if !hint.is_empty() {
            report = report.set_hint(hint);
        }
        report.report(PgLogLevel::NOTICE);
    }

    /// Calls `f`, which evaluates an expression of the query for an estimate, without notices.
    pub fn never_in<R>(f: impl FnOnce() -> R) -> R {
        /// Restores the flag, also if `f` raises an error.
        struct Before(bool);
        impl Drop for Before {
            fn drop(&mut self) {
                ESTIMATES.store(self.0, Ordering::Relaxed);
            }
        }
        let _before = Before(ESTIMATES.swap(true, Ordering::Relaxed));
        f()
    }
}

/// Returns the start time of the client's statement.
fn statement() -> i64 {
    // SAFETY: this reads a number, which does not change while PL/pgSQL functions run their own statements.
    unsafe { pg_sys::GetCurrentStatementStartTimestamp() }
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
