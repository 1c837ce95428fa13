//! Notices.

use pgrx::{PgLogLevel, PgSqlErrorCode, pg_sys};
use std::sync::atomic::{AtomicI64, Ordering};

/// What users are told without being asked. Each of them once in a statement of the client: in a loop, or a query of
/// many groups, it would be said a thousand times. Parallel workers speak for themselves.
#[derive(Debug, Clone, Copy)]
pub enum Notice {
    /// A filter is much larger than the textbook has it.
    Excess,
    /// A value is to be removed that is not there.
    Absent,
}

/// When the statement began in which each was said last.
static SAID: [AtomicI64; 2] = [const { AtomicI64::new(0) }; 2];

impl Notice {
    /// Says it, if it was not said in this statement.
    pub fn say(self, message: impl FnOnce() -> String, detail: &str) {
        // SAFETY: reads a number, which stays the same while functions of PL/pgSQL run statements of theirs.
        let statement = unsafe { pg_sys::GetCurrentStatementStartTimestamp() };
        if SAID[self as usize].swap(statement, Ordering::Relaxed) != statement {
            let code = PgSqlErrorCode::ERRCODE_SUCCESSFUL_COMPLETION;
            pgrx::ereport!(PgLogLevel::NOTICE, code, message(), detail);
        }
    }
}
