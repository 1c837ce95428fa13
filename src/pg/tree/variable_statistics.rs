//! The planner's statistics of an expression (`VariableStatData`).

use super::{Expr, Node};
use crate::pg::catalog::base_type;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::{self, FormData_pg_statistic, Oid, PlannerInfo};
use std::marker::PhantomData;

/// The statistics of an expression: those of the column that it is, or of an index that has it.
#[derive(Debug)]
pub struct VariableStatistics<'t>(pg_sys::VariableStatData, PhantomData<&'t ()>);

impl<'t> Node<'t, PlannerInfo> {
    /// Looks up the statistics of an expression (`examine_variable`). `relation` is the one whose columns
    /// vary, 0 for all relations.
    pub fn examine(self, expression: Expr<'t>, relation: i32) -> VariableStatistics<'t> {
        let mut data = pg_sys::VariableStatData::default();
        // SAFETY: the planner's own expression.
        unsafe { pg_sys::examine_variable(self.as_ptr(), expression.as_ptr(), relation, &raw mut data) }
        VariableStatistics(data, PhantomData)
    }
}

impl VariableStatistics<'_> {
    /// Returns the type of the expression, as the function sees it.
    pub fn value_type(&self) -> Oid {
        self.0.vartype
    }

    /// Returns the share of NULLs; 0 if unknown.
    pub fn null_share(&self) -> f64 {
        if self.0.statsTuple.is_null() {
            return 0.0;
        }
        // SAFETY: a row of pg_statistic, held until this is dropped.
        let row = unsafe { &*pg_sys::heap_tuple_get_struct::<FormData_pg_statistic>(self.0.statsTuple) };
        f64::from(row.stanullfrac)
    }

    /// Returns the number of distinct values unless PostgreSQL only guesses it.
    pub fn distinct(&mut self) -> Option<f64> {
        if self.0.rel.is_null() {
            return None;
        }
        let mut is_guess = false;
        // SAFETY: the planner's data of a column of a known relation.
        let distinct = unsafe { pg_sys::get_variable_numdistinct(&raw mut self.0, &raw mut is_guess) };
        (!is_guess).then_some(distinct)
    }

    /// Returns whether the user may read the column's values, or `function` is leakproof.
    pub fn is_visible_to(&mut self, function: Oid) -> bool {
        // SAFETY: the planner's data of a column.
        unsafe { pg_sys::statistic_proc_security_check(&raw mut self.0, function) }
    }

    /// Returns the most common values with their frequencies.
    pub fn most_common(&self) -> Option<StatisticsSlot> {
        self.slot(pg_sys::STATISTIC_KIND_MCV, pg_sys::ATTSTATSSLOT_VALUES | pg_sys::ATTSTATSSLOT_NUMBERS)
    }

    /// Returns the histogram bounds of the other values.
    pub fn histogram(&self) -> Option<StatisticsSlot> {
        self.slot(pg_sys::STATISTIC_KIND_HISTOGRAM, pg_sys::ATTSTATSSLOT_VALUES)
    }

    fn slot(&self, kind: u32, parts: u32) -> Option<StatisticsSlot> {
        if self.0.statsTuple.is_null() {
            return None;
        }
        let mut slot = StatisticsSlot { statistics: pg_sys::AttStatsSlot::default(), of: self.value_type() };
        let (into, any) = (&raw mut slot.statistics, Oid::INVALID);
        // SAFETY: a row of pg_statistic, held until this is dropped; what is found is a copy, or holds the
        // row itself.
        let found =
            unsafe { pg_sys::get_attstatsslot(into, self.0.statsTuple, kind as i32, any, parts as i32) };
        // A type may collect statistics of another type.
        let same = found && base_type(slot.statistics.valuetype) == base_type(self.0.atttype);
        same.then_some(slot)
    }
}

impl Drop for VariableStatistics<'_> {
    fn drop(&mut self) {
        if let (false, Some(free)) = (self.0.statsTuple.is_null(), self.0.freefunc) {
            // SAFETY: the function that came with the row.
            unsafe { free(self.0.statsTuple) }
        }
    }
}

/// One kind of the statistics of a column (`AttStatsSlot`).
#[derive(Debug)]
pub struct StatisticsSlot {
    statistics: pg_sys::AttStatsSlot,
    of: Oid,
}

impl StatisticsSlot {
    /// Returns the values, which have the column's type.
    pub fn values(&self) -> impl Iterator<Item = TypedDatum<'_>> {
        // SAFETY: `nvalues` values, which live as long as the slot.
        let values = unsafe { slice(self.statistics.values, self.statistics.nvalues) };
        // SAFETY: `slot` checked that the values have that type, or one that is stored like it.
        values.iter().map(|value| unsafe { TypedDatum::new(*value, self.of) })
    }

    /// Returns the numbers, such as frequencies.
    pub fn numbers(&self) -> &[f32] {
        // SAFETY: `nnumbers` numbers, which live as long as the slot.
        unsafe { slice(self.statistics.numbers, self.statistics.nnumbers) }
    }
}

/// Returns an array of C, a pointer and a count, as a slice.
///
/// # Safety
/// `start` must point to `count` values that outlive the result, unless it is null.
unsafe fn slice<'a, T>(start: *mut T, count: i32) -> &'a [T] {
    match usize::try_from(count) {
        // SAFETY: a pointer that is not null is to so many values.
        Ok(count) if !start.is_null() => unsafe { std::slice::from_raw_parts(start, count) },
        _ => &[],
    }
}

impl Drop for StatisticsSlot {
    fn drop(&mut self) {
        // SAFETY: filled by `get_attstatsslot`, or zero.
        unsafe { pg_sys::free_attstatsslot(&raw mut self.statistics) }
    }
}
