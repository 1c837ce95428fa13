//! Finds the keys of a join for which a scanned table has an index, when the join is planned. Creating or dropping an
//! index invalidates the plan.

use crate::joins::local::pair::{Pair, Trust};
use crate::pg::column_index::{ColumnIndex, Equality};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::Node;
use pgrx::pg_sys::{self, Oid, PlannedStmt};

/// Returns the numbers of the keys for which the table of a scan has a btree, and those for which it has a BRIN index,
/// which tells which blocks have them: none if groups have to stay whole, a part of which may be in a block that no key
/// names, or if workers have only the filter. `number` is that of the scan among those of each key.
pub fn keys_with_index(
    statement: Node<'_, PlannedStmt>,
    (pairs, number): (&[Pair<'_>], usize),
    hidden: HiddenRows,
) -> (Vec<i32>, Vec<i32>) {
    let (mut btree, mut brin) = Default::default();
    let Some(place) = pairs.first().map(|pair| &pair.places[number]) else { return (btree, brin) };
    let table = statement.table(place.table);
    let has_filter_only = place.way.whole_groups || place.way.gather.is_some();
    if hidden.any() || !place.of_table || has_filter_only || table == Oid::INVALID {
        return (btree, brin);
    }
    // SAFETY: the planner has locked the table.
    let relation = unsafe { pg_sys::relation_open(table, pg_sys::NoLock as i32) };
    for (key, pair) in pairs.iter().enumerate() {
        if Trust::of(pair.operator, pair.functions.0) != Trust::AnyRow {
            continue;
        }
        let equality = Equality { operator: pair.operator, collation: pair.collation };
        // SAFETY: the table is open.
        let methods = unsafe { ColumnIndex::methods(relation, pair.places[number].column, equality) };
        btree.extend(methods.0.then_some(key as i32));
        brin.extend(methods.1.then_some(key as i32));
    }
    // SAFETY: the table is open.
    unsafe { pg_sys::relation_close(relation, pg_sys::NoLock as i32) };
    (btree, brin)
}
