//! Decides whether a screen pays. Total costs cannot decide this: with neutral estimates, a plan with a screen never looks
//! cheaper. What counts is how many rows are fetched, how many of them pass, and what it costs to collect the keys.

use super::side::{Rows, Side, check_repeatable};
use super::table::{column, entry, output};
use super::{LEAST_FAR_ROWS, MOST_COST, MOST_PASSING, Reason};
use crate::pg::memory::ScratchMemory;
use crate::pg::version;
use crate::planner::nodes::conjuncts;
use pgrx::pg_sys::{self, Node, Query, RTEKind};

/// What the planner expects of a query.
struct Expected {
    rows: f64,
    cost: f64,
}

/// Plans a query of one side alone.
///
/// # Safety
/// As for [`Side::keys`].
unsafe fn expected(side: &Side, rows: Rows, parameters: pg_sys::ParamListInfo) -> Result<Expected, Reason> {
    let _scratch = ScratchMemory::new();
    // SAFETY: the query is new, and the planner may change it.
    unsafe {
        let plan = &*(*version::plan_alone(side.keys(rows)?, parameters)).planTree;
        Ok(Expected { rows: plan.plan_rows.max(1.0), cost: plan.total_cost })
    }
}

/// Returns the number of keys that are expected, if a screen of them pays.
///
/// # Safety
/// `far` must be a query and the remote key in it; otherwise as for [`Side::keys`].
pub unsafe fn keys_if_it_pays(
    parameters: pg_sys::ParamListInfo,
    far: (*mut Query, *mut Node),
    small: &Side,
) -> Result<f64, Reason> {
    // SAFETY: the caller guarantees the expressions.
    unsafe {
        let mut conditions = conjuncts((*(*far.0).jointree).quals);
        if far.0 == small.query {
            conditions.extend(&small.conditions);
        }
        let far = planned_alone(Side { query: far.0, key: far.1, conditions });
        let fetched = expected(&far, Rows::Wanted, parameters)?;
        if fetched.rows < LEAST_FAR_ROWS {
            return Err("few remote rows are expected; if there are more, ANALYZE the remote table");
        }
        // A filter does not need distinct keys, and few distinct keys cost hardly more than all.
        if expected(small, Rows::Wanted, parameters)?.cost > MOST_COST * fetched.rows {
            return Err("collecting the keys would cost too much");
        }
        let wanted = expected(small, Rows::Distinct, parameters)?;
        let are_most_of = |side| {
            Ok::<_, Reason>(wanted.rows > MOST_PASSING * expected(side, Rows::AllDistinct, parameters)?.rows)
        };
        if are_most_of(&far)? && are_most_of(small)? {
            return Err("most of the remote rows are expected to pass");
        }
        Ok(wanted.rows)
    }
}

/// Returns the remote side as it can be planned without the query around it: a subquery may refer to that, so its own tables
/// are taken instead.
///
/// # Safety
/// As for [`Side::keys`].
unsafe fn planned_alone(mut far: Side) -> Side {
    // SAFETY: the caller guarantees the key; a subquery is a parse tree.
    unsafe {
        while let Some(own) = column(far.query, far.key)
            && let Some(table) = entry(far.query, own.entry)
            && table.rtekind == RTEKind::RTE_SUBQUERY
            && check_repeatable(far.query, own.entry).is_err()
            && let Some(key) = output(table.subquery, own.number)
        {
            let conditions = conjuncts((*(*table.subquery).jointree).quals);
            far = Side { query: table.subquery, key, conditions };
        }
        far
    }
}
