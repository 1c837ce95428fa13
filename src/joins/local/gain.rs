//! When a filter is expected to pay. It costs little, and tests that are of no use are switched off, so only what
//! cannot pay is refused. The planner's estimate of the join is not asked: it does not know keys that one side
//! lacks.

use super::cost::{self, TestCost};
use super::description::PlannedCosts;
use super::key::Kind;
use super::pair::Pair;
use super::way::{Place, column_below};
use crate::pg::catalog::counted_rows;
use crate::pg::nodes::{items, nth};
use pgrx::pg_sys::{self, NodeTag, Oid, Plan};

/// Least number of rows of the outer side's tables for which a filter is built.
const LEAST_ROWS: f64 = 50_000.0;

/// Least number of rows for each key of the inner side, if keys are long: the inner side hashes them once more.
const LONG_KEYS: f64 = 8.0;

/// The rows of the outer side of a join, as the planner expects them.
pub struct OuterRows {
    /// Number of rows that the scans read.
    count: f64,
    /// Length of the keys that are hashed.
    width: i32,
}

impl OuterRows {
    /// Returns what is known of the rows that have the outer keys.
    ///
    /// # Safety
    /// `tables` must be the range table of the plan, which the places belong to.
    pub unsafe fn expected(tables: *mut pg_sys::List, pairs: &[Pair]) -> Self {
        // SAFETY: the caller guarantees the plan.
        unsafe {
            let read = |place: &Place| {
                if place.of_table {
                    counted_rows(table(tables, place.table)).max(place.rows)
                } else {
                    place.rows
                }
            };
            let count = pairs.first().into_iter().flat_map(|pair| &pair.places).map(read).sum();
            Self { count, width: width_of_hashed(tables, pairs, 0) }
        }
    }

    /// Returns the number of bytes of inner keys up to which a filter is built.
    pub fn most_bytes_of_keys(&self) -> f64 {
        cost::most_bytes_of_keys(self.count, self.width)
    }

    /// Returns whether a filter of an inner side is expected to pay.
    ///
    /// # Safety
    /// As for [`Self::expected`]; the inner side must be part of the plan.
    pub unsafe fn pay(
        &self,
        tables: *mut pg_sys::List,
        pairs: &[Pair],
        (inner, inner_rows): (*mut Plan, f64),
    ) -> bool {
        let least = if TestCost::is_long(self.width) { inner_rows * LONG_KEYS } else { inner_rows };
        if self.count < LEAST_ROWS.max(least) {
            return false;
        }
        // SAFETY: the caller guarantees the plan.
        unsafe {
            let Some(columns) = whole_table(inner, pairs) else { return true };
            let referenced = table(tables, (*inner.cast::<pg_sys::Scan>()).scanrelid);
            !(0..pairs[0].places.len()).all(|scan| {
                let outer: Vec<i16> = pairs.iter().map(|pair| pair.places[scan].name).collect();
                references(table(tables, pairs[0].places[scan].table), &outer, referenced, &columns)
            })
        }
    }
}

/// Returns the mean length of the keys of a scan that are hashed, and not numbers.
///
/// # Safety
/// As for [`OuterRows::expected`]; each key must have that scan.
unsafe fn width_of_hashed(tables: *mut pg_sys::List, pairs: &[Pair], scan: usize) -> i32 {
    let hashed = pairs.iter().filter(|pair| Kind::of(pair.operator, pair.functions.0) == Kind::Hashed);
    hashed
        .map(|pair| {
            let place = &pair.places[scan];
            // SAFETY: the caller guarantees the plan; a lookup of the planner's statistics, which returns 0 if
            // there are none.
            unsafe { pg_sys::get_attavgwidth(table(tables, place.table), place.name) }
        })
        .sum()
}

/// Returns what the planner knows of the costs of a scan and of its tests.
///
/// # Safety
/// As for [`OuterRows::expected`]; each key must have that scan.
pub unsafe fn costs(tables: *mut pg_sys::List, pairs: &[Pair], scan: usize) -> PlannedCosts {
    // SAFETY: the caller guarantees the plan.
    unsafe {
        let place = &pairs[0].places[scan];
        let relation = table(tables, place.table);
        let width = width_of_hashed(tables, pairs, scan);
        let mut costs = PlannedCosts { width, joins: place.way.joins, ..PlannedCosts::default() };
        if place.of_table && !place.has_no_conditions() {
            let (mut cost, mut columns) = (pg_sys::QualCost::default(), std::ptr::null_mut());
            pg_sys::cost_qual_eval(&raw mut cost, place.qual(), std::ptr::null_mut());
            pg_sys::pull_varattnos(place.qual().cast(), place.table, &raw mut columns);
            let last = pg_sys::bms_prev_member(columns, -1) + pg_sys::FirstLowInvalidHeapAttributeNumber;
            costs.operators = ((cost.per_tuple / pg_sys::cpu_operator_cost) as i32).max(1);
            costs.last_column = last.max(0);
            costs.kept = (place.rows / counted_rows(relation).max(place.rows).max(1.0) * 1e4) as i32;
        }
        costs
    }
}

/// Returns the table of an entry of a range table, by its number.
///
/// # Safety
/// `tables` must be a range table.
pub unsafe fn table(tables: *mut pg_sys::List, number: u32) -> Oid {
    // SAFETY: the caller guarantees the list.
    let entry = unsafe { nth::<pg_sys::RangeTblEntry>(tables, number as usize - 1).as_ref() };
    entry.map_or(Oid::INVALID, |entry| entry.relid)
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
