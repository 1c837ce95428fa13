//! When a filter is expected to pay. It costs little, and tests that are of no use are switched off, so only what cannot
//! pay is refused. The planner's estimate of the join is not asked: it does not know keys that one side lacks.

use super::pair::Pair;
use super::way::{Place, column_below};
use crate::pg::catalog::counted_rows;
use crate::pg::nodes::items;
use pgrx::pg_sys::{self, NodeTag, Oid, Plan};

/// Least number of rows of the outer side's tables for which a filter is built.
const LEAST_ROWS: f64 = 50_000.0;

/// Returns whether a filter of an inner side is expected to pay.
///
/// # Safety
/// `tables` must be the range table of the plan, which the places and the inner side belong to.
pub unsafe fn pays(tables: *mut pg_sys::List, pairs: &[Pair], (inner, inner_rows): (*mut Plan, f64)) -> bool {
    // SAFETY: the caller guarantees the plan.
    unsafe {
        let table = |number: u32| {
            let entry = items::<pg_sys::RangeTblEntry>(tables).nth(number as usize - 1);
            entry.map_or(Oid::INVALID, |entry| (*entry).relid)
        };
        let read = |place: &Place| {
            if place.of_table { counted_rows(table(place.table)).max(place.rows) } else { place.rows }
        };
        let places = || pairs.first().into_iter().flat_map(|pair| &pair.places);
        let rows: f64 = places().map(read).sum();
        if rows < LEAST_ROWS || inner_rows > rows {
            return false;
        }
        let Some(columns) = whole_table(inner, pairs) else { return true };
        let referenced = table((*inner.cast::<pg_sys::Scan>()).scanrelid);
        !(0..places().count()).all(|number| {
            let outer: Vec<i16> = pairs.iter().map(|pair| pair.places[number].name).collect();
            references(table(pairs[0].places[number].table), &outer, referenced, &columns)
        })
    }
}

/// Returns the columns of a table that are the inner keys, if the inner side is the whole table.
///
/// # Safety
/// `inner` must be part of a finished plan.
unsafe fn whole_table(inner: *mut Plan, pairs: &[Pair]) -> Option<Vec<i16>> {
    // SAFETY: the caller guarantees the plan.
    unsafe {
        if (*inner).type_ != NodeTag::T_SeqScan || !(*inner).qual.is_null() {
            return None;
        }
        pairs.iter().map(|pair| Some(column_below(&*inner, pair.inner)?.varattno)).collect()
    }
}

/// Returns whether a foreign key says that rows of a table have a partner in another one.
///
/// # Safety
/// The planner must have locked the table.
unsafe fn references(table: Oid, columns: &[i16], referenced: Oid, keys: &[i16]) -> bool {
    if table == Oid::INVALID {
        return false;
    }
    // SAFETY: the caller guarantees the lock; the list is the relation's until it is closed.
    unsafe {
        let relation = pg_sys::relation_open(table, pg_sys::NoLock as i32);
        let found =
            items::<pg_sys::ForeignKeyCacheInfo>(pg_sys::RelationGetFKeyList(relation)).any(|foreign| {
                let foreign = &*foreign;
                let pairs = || (0..foreign.nkeys as usize).map(|n| (foreign.conkey[n], foreign.confkey[n]));
                foreign.confrelid == referenced
                    && foreign.nkeys as usize == columns.len()
                    && columns
                        .iter()
                        .zip(keys)
                        .all(|(column, key)| pairs().any(|pair| pair == (*column, *key)))
            });
        pg_sys::relation_close(relation, pg_sys::NoLock as i32);
        found
    }
}
