//! Statistics of a table while it is planned.
//!
//! Autovacuum analyzes partitions, but not the table that has them. Where it was never analyzed, the statistics of
//! a partition stand for those of the table, as each partition's would in the plain plan.

use super::indexes;
use crate::pg::boundary::guard;
use crate::pg::catalog;
use pgrx::pg_sys::{self, Datum, HeapTuple, Oid, PlannerInfo, RTEKind, RangeTblEntry, VariableStatData};

// The server calls it.
unsafe extern "C-unwind" {
    fn ReleaseSysCache(row: HeapTuple);
}

/// Number of rows of a partition of which nothing is known.
const UNKNOWN_ROWS: f64 = 1000.0;

/// Returns the number of rows of a partitioned table with so many partitions.
pub fn rows(table: Oid, partitions: f64) -> f64 {
    let counted = catalog::counted_rows(table);
    if counted >= 0.0 {
        return counted;
    }
    let sample = indexes::sample(table).into_iter().map(catalog::counted_rows).filter(|rows| *rows >= 0.0);
    let (sum, count) = sample.fold((0.0, 0.0), |(sum, count), rows| (sum + rows, count + 1.0));
    if count > 0.0 { sum / count * partitions } else { UNKNOWN_ROWS * partitions }
}

/// Finds the statistics of a column (`get_relation_stats_hook`). Returns false if the server shall look for them.
///
/// # Safety
/// The planner must want the statistics of a column of an entry of its range table.
pub unsafe fn find(
    _: *mut PlannerInfo,
    entry: *mut RangeTblEntry,
    attribute: i16,
    found: *mut VariableStatData,
) -> bool {
    // SAFETY: the caller guarantees the entry; nothing on the stack needs to be dropped.
    unsafe {
        let entry = &*entry;
        if entry.rtekind != RTEKind::RTE_RELATION || entry.enrtuples >= 0.0 {
            return false;
        }
        guard(|| {
            let inherited = row(entry.relid, attribute, true);
            let row = match inherited.or_else(|| of_partition(entry.relid, attribute)) {
                Some(row) if entry.inh && inherited.is_some() => {
                    ReleaseSysCache(row);
                    return false;
                }
                Some(row) => row,
                None => return false,
            };
            // Who may see the values is not asked, so that only leakproof functions do.
            (*found).statsTuple = row;
            (*found).freefunc = Some(ReleaseSysCache);
            true
        })
    }
}

/// Returns the statistics of a column of a partition, the largest one of a few.
fn of_partition(table: Oid, attribute: i16) -> Option<HeapTuple> {
    let by_rows =
        |one: &Oid, other: &Oid| catalog::counted_rows(*one).total_cmp(&catalog::counted_rows(*other));
    let partition = indexes::sample(table).into_iter().max_by(by_rows)?;
    // SAFETY: catalog lookups; the column exists, and may have another number in the partition.
    unsafe {
        let name = pg_sys::get_attname(table, attribute, true);
        let attribute = if name.is_null() { 0 } else { pg_sys::get_attnum(partition, name) };
        if attribute > 0 { row(partition, attribute, false) } else { None }
    }
}

/// Returns a row of `pg_statistic`, which is to be released.
fn row(table: Oid, attribute: i16, is_inherited: bool) -> Option<HeapTuple> {
    let cache = pg_sys::SysCacheIdentifier::STATRELATTINH as _; // signed or not, by the major
    // SAFETY: the cache has these keys.
    let row = unsafe {
        pg_sys::SearchSysCache3(cache, Datum::from(table), Datum::from(attribute), Datum::from(is_inherited))
    };
    (!row.is_null()).then_some(row)
}
