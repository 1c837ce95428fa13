//! Finds the keys of a join for which a scanned table has an index, when the join is planned. Creating or dropping an
//! index invalidates the plan.

use crate::joins::local::pair::{Pair, Trust};
use crate::pg::column_index::{ColumnIndex, Equality, Method};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::Node;
use pgrx::pg_sys::{self, Oid, PlannedStmt};

/// Returns the numbers of the keys for which the table of a scan has an index of a method, which tells which blocks
/// have them: none if groups have to stay whole, a part of which may be in a block that no key names. `number` is that
/// of the scan among those of each key.
pub fn keys_with_index(
    method: Method,
    statement: Node<'_, PlannedStmt>,
    (pairs, number): (&[Pair<'_>], usize),
    hidden: HiddenRows,
) -> Vec<i32> {
    let Some(place) = pairs.first().map(|pair| &pair.places[number]) else { return Vec::new() };
    let table = statement.table(place.table);
    if hidden.any() || !place.of_table || place.way.whole_groups || table == Oid::INVALID {
        return Vec::new();
    }
    // SAFETY: the planner has locked the table.
    let relation = unsafe { pg_sys::relation_open(table, pg_sys::NoLock as i32) };
    let has_index = |(_, pair): &(usize, &Pair<'_>)| {
        let equality = Equality { operator: pair.operator, collation: pair.collation };
        // SAFETY: the table is open.
        let index = unsafe { ColumnIndex::find(relation, pair.places[number].column, equality, method) };
        let found = index.is_ok();
        index.into_iter().for_each(ColumnIndex::close);
        found
    };
    let trusted = pairs
        .iter()
        .enumerate()
        .filter(|(_, pair)| Trust::of(pair.operator, pair.functions.0) == Trust::AnyRow);
    let keys = trusted.filter(has_index).map(|(key, _)| key as i32).collect();
    // SAFETY: the table is open.
    unsafe { pg_sys::relation_close(relation, pg_sys::NoLock as i32) };
    keys
}
