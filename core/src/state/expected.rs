//! Estimates the number of values to come when the table is full.

/// The rows of a state, projected to all states of the build, refute a plan that they exceed by this factor. A
/// state may well get more rows than the others.
const UNEVEN: f64 = 2.0;

/// What the caller knows about the size of a build, and whether a guess may use more memory.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Expected {
    /// Rows that the planner expects for all states of the build together, duplicates included, if known.
    pub planned: Option<u64>,
    /// Share of all rows that this state has received, above 0 and at most 1, if the scan below can tell.
    pub scanned: Option<f64>,
    /// Whether no other build runs at the same time, so that a guess may use more memory.
    pub alone: bool,
}

/// Values that a build has received.
#[derive(Debug, Clone, Copy)]
pub(super) struct Received {
    pub distinct: u64,
    /// Values including duplicates; 0 if they were not counted.
    pub rows: u64,
}

/// Estimate of the distinct values to prepare for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    /// Most likely number.
    pub likely: f64,
    /// Highest of all estimates.
    pub most: f64,
    /// Whether `likely` comes from counted rows.
    pub is_measured: bool,
}

impl Expected {
    /// Estimates the distinct values of the whole build from the share of distinct rows so far: rather too
    /// many, as that share falls. `states` is the share of the build's states that this one stands for.
    /// Returns `None` if nothing is known or more rows came than expected.
    pub(super) fn values(self, received: Received, states: f64) -> Option<Estimate> {
        let (rows, distinct) = (received.rows.max(received.distinct).max(1) as f64, received.distinct as f64);
        let (share, projected) = (distinct / rows, received.rows as f64 / states);
        let planned = self.planned.filter(|planned| *planned > received.rows).map(|planned| planned as f64);
        let planned = planned.filter(|planned| planned * UNEVEN > projected);
        let planned = planned.map(|planned| planned.max(projected) * share);
        let measured = self.scanned.filter(|scanned| *scanned > 0.0).map(|scanned| distinct / scanned);
        let likely = measured.or(planned)?.max(distinct);
        let most = planned.unwrap_or(0.0).max(likely);
        Some(Estimate { likely, most, is_measured: measured.is_some() })
    }
}
