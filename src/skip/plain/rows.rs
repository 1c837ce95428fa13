//! How many rows a lookup is expected to return.

use super::prepared::Set;
use crate::pg::catalog::counted_rows;
use crate::pg::statistics::distinct_values;
use crate::skip::partitions::column_number;
use pgrx::pg_sys::Oid;

/// Number of partitions that are looked at if the table itself was not analyzed, as autovacuum does not.
const SAMPLE: usize = 3;

/// Returns the mean number of rows with one value, in the table or, if it was not analyzed, in a partition; `None` if
/// neither was. Several columns count as independent of each other, as in the planner.
pub fn per_value(table: Oid, leaves: &[Oid], set: &Set) -> Option<f64> {
    if let Some(rows) = mean(table, set.attributes.iter().copied(), true) {
        return Some(rows);
    }
    let step = (leaves.len() / SAMPLE).max(1);
    let sample = leaves.iter().rev().step_by(step).take(SAMPLE);
    let in_leaf = |leaf| mean(leaf, set.columns.iter().map(|column| column_number(leaf, column)), false);
    sample.filter_map(|leaf| in_leaf(*leaf)).reduce(f64::max)
}

fn mean(table: Oid, mut attributes: impl Iterator<Item = i16>, with_children: bool) -> Option<f64> {
    let rows = counted_rows(table);
    if rows < 0.0 {
        return None;
    }
    attributes.try_fold(rows, |mean, attribute| {
        let distinct = distinct_values(table, attribute, with_children, rows)?;
        Some(mean / distinct.max(1.0))
    })
}
