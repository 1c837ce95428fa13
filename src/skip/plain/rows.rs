//! How many rows a lookup is expected to return.

use super::prepared::{Prepared, Set};
use crate::pg::catalog::counted_rows;
use crate::pg::statistics::distinct_values;
use crate::skip::partitions::column_number;
use pgrx::pg_sys::Oid;

/// Number of partitions that are looked at if the table itself was not analyzed, as autovacuum does not.
const SAMPLE: usize = 3;

/// Returns the mean number of rows with one value, in the table or, if it was not analyzed, in a partition; `None` if neither
/// was.
pub fn per_value(table: Oid, prepared: &Prepared, set: &Set) -> Option<f64> {
    if let Some(rows) = mean(table, set.attribute, true) {
        return Some(rows);
    }
    let leaves = &prepared.leaves;
    let step = (leaves.len() / SAMPLE).max(1);
    let sample = leaves.iter().rev().step_by(step).take(SAMPLE);
    sample.filter_map(|leaf| mean(*leaf, column_number(*leaf, &set.column), false)).reduce(f64::max)
}

fn mean(table: Oid, attribute: i16, with_children: bool) -> Option<f64> {
    let rows = counted_rows(table);
    if rows < 0.0 {
        return None;
    }
    let distinct = distinct_values(table, attribute, with_children, rows)?;
    Some(rows / distinct.max(1.0))
}
