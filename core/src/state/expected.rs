//! Estimates of the values to come, for the moment when the table is full.

/// What the caller of a build knows about its size, and how much memory a guess may take.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Expected {
    /// Rows that the planner expects all states of the build to meet together, equal values included; `None` if
    /// nobody knows.
    pub planned: Option<u64>,
    /// The share of all rows that this state has met, above 0 and at most 1, if it can be measured: by how far the scan
    /// below has come.
    pub scanned: Option<f64>,
    /// Whether no other build is at work at the same time, so that a guess may take more memory.
    pub alone: bool,
}

/// The values that a build has met so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Met {
    pub distinct: u64,
    /// Values, equal ones included; 0 if nobody counted.
    pub rows: u64,
}

/// The distinct values to prepare for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    /// The most likely number.
    pub likely: f64,
    /// The highest of all estimates.
    pub most: f64,
    /// Whether `likely` rests on rows that were counted.
    pub is_measured: bool,
}

impl Expected {
    /// Estimates the distinct values of the whole build, if as large a share of all rows is distinct as of those that
    /// were met. The share falls where values repeat, so this is rather too many. `None` if there is no estimate, or
    /// if more rows came than there should be.
    pub(super) fn values(self, met: Met) -> Option<Estimate> {
        let (rows, distinct) = (met.rows.max(met.distinct).max(1) as f64, met.distinct as f64);
        let share = distinct / rows;
        let planned =
            self.planned.filter(|planned| *planned > met.rows).map(|planned| planned as f64 * share);
        let measured = self.scanned.filter(|scanned| *scanned > 0.0).map(|scanned| distinct / scanned);
        let likely = measured.or(planned)?.max(distinct);
        let most = planned.unwrap_or(0.0).max(likely);
        Some(Estimate { likely, most, is_measured: measured.is_some() })
    }
}
