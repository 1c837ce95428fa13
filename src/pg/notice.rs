//! Notices and warnings to the client.

use super::session;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::{PgLogLevel, PgSqlErrorCode as Code, pg_sys};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// A kind of notice. Each kind is sent at most once per statement of the client: a loop, or a query with many
/// groups, would send it a thousand times. Parallel workers count separately.
#[derive(Debug, Clone, Copy)]
pub enum Notice {
    /// A filter is much larger than the textbook formula says.
    Excess,
    /// A value to be removed is absent.
    Absent,
    /// A layer of a live set takes much space.
    LargeLayer,
    /// A filter has far more values than it was built for: a WARNING, which drivers show and the server logs.
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
        if self.is_due() {
            SAID[self as usize].store(statement(), Ordering::Relaxed);
            match self {
                Self::Overfull => report(PgLogLevel::WARNING, Code::ERRCODE_WARNING, message(), detail, hint),
                _ => send(message(), detail, hint),
            }
        }
    }

    /// Calls `f`, which evaluates an expression of the query for an estimate, without notices.
    pub fn suppress_in<R>(f: impl FnOnce() -> R) -> R {
        session::with_flag(&ESTIMATES, f)
    }
}

/// Returns the start time of the client's statement.
fn statement() -> i64 {
    // SAFETY: this reads a number, which does not change while PL/pgSQL functions run their own statements.
    unsafe { pg_sys::GetCurrentStatementStartTimestamp() }
}

/// Sends a NOTICE; `detail` and `hint` may be empty.
pub fn send(message: String, detail: &str, hint: &str) {
    report(PgLogLevel::NOTICE, Code::ERRCODE_SUCCESSFUL_COMPLETION, message, detail, hint);
}

/// Sends an INFO, which the client always gets.
pub fn info(message: String) {
    report(PgLogLevel::INFO, Code::ERRCODE_SUCCESSFUL_COMPLETION, message, "", "");
}

/// Sends a WARNING.
pub fn warn(message: String) {
    report(PgLogLevel::WARNING, Code::ERRCODE_WARNING, message, "", "");
}

fn report(level: PgLogLevel, code: Code, message: String, detail: &str, hint: &str) {
    let mut report = ErrorReport::new(code, message, "");
    if !detail.is_empty() {
        report = report.set_detail(detail);
    }
    if !hint.is_empty() {
        report = report.set_hint(hint);
    }
    report.report(level);
}

/// Counts the steps of long work, and tells when a NOTICE about it is due.
#[derive(Debug, Default)]
pub struct Steps {
    done: i64,
    /// Time of the first step or of the last notice.
    last: Option<Instant>,
}

impl Steps {
    /// Counts a step. Returns the number of steps if a notice is due, which is sent each `interval`.
    pub fn count(&mut self, interval: Duration) -> Option<i64> {
        self.done += 1;
        let now = Instant::now();
        let last = self.last.get_or_insert(now);
        (now.duration_since(*last) >= interval).then(|| {
            *last = now;
            self.done
        })
    }
}
