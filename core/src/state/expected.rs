//! What is known of the values to come when a table is full.

/// How many values a build may expect, and how much room it may take for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Expected {
    /// About so many rows all states of the build meet together, equal values included; `None`: nobody knows.
    pub rows: Option<u64>,
    /// Whether no other build is at work beside it, so that a guess may take more room.
    pub alone: bool,
}

/// What a build has met so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Met {
    pub distinct: u64,
    /// Values, equal ones included; 0 if nobody counted.
    pub rows: u64,
}

impl Expected {
    /// Distinct values to be expected, if as large a share of all rows is distinct as of those that were met.
    /// Of values that are drawn again and again it becomes a smaller one, so this is rather too many.
    pub(super) fn values(self, met: Met) -> Option<f64> {
        let rows = self.rows.filter(|rows| *rows > met.rows)? as f64;
        let share = met.distinct as f64 / met.rows.max(met.distinct).max(1) as f64;
        Some((rows * share).max(met.distinct as f64))
    }
}
