//! Decides whether a screen pays. Total costs cannot decide this: with neutral estimates, a plan with a screen never looks
//! cheaper. What counts is how many rows are fetched, how many of them pass, and what it costs to collect the keys.

use super::rules::Statement;
use super::scope::Scope;
use super::side::{Rows, Side, check_repeatable};
use super::walk::Join;
use super::{LEAST_FAR_ROWS, MOST_COST, MOST_PASSING, Reason};
use crate::pg::memory::ScratchMemory;
use crate::pg::nodes::conjuncts;
use crate::pg::range_table::{column, entry, output};
use crate::pg::version;
use pgrx::pg_sys::{self, RTEKind};

/// Why a join with too few remote rows is not screened.
pub const FEW_ROWS: Reason = "few remote rows are expected; if there are more, ANALYZE the remote table";

/// What the planner expects of a query.
struct Expected {
    rows: f64,
    cost: f64,
}

/// Plans a query of one side alone.
unsafe fn expected(side: &Side, rows: Rows, parameters: pg_sys::ParamListInfo) -> Result<Expected, Reason> {
    let _scratch = ScratchMemory::new();
    // SAFETY: the query is new, and the planner may change it.
    unsafe {
        let plan = &*(*version::plan_alone(side.keys(rows)?, parameters)).planTree;
        Ok(Expected { rows: plan.plan_rows.max(1.0), cost: plan.total_cost })
    }
}

/// Returns the number of keys that are expected, if a screen of them pays.
pub unsafe fn keys_if_it_pays(statement: &Statement, join: &Join, small: &Side) -> Result<f64, Reason> {
    // SAFETY: the caller guarantees the expressions.
    unsafe {
        let parameters = statement.parameters;
        let far = planned_alone(statement, join)?;
        let fetched = expected(&far, Rows::Wanted, parameters)?;
        if fetched.rows < LEAST_FAR_ROWS {
            return Err(FEW_ROWS);
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
unsafe fn planned_alone(statement: &Statement, join: &Join) -> Result<Side, Reason> {
    // SAFETY: the caller guarantees the key; a subquery is a parse tree.
    unsafe {
        let (mut query, mut key) = (join.far.query, join.far.key);
        let mut below = None;
        while let Some(own) = column(query, key)
            && let Some(table) = entry(query, own.entry)
            && table.rtekind == RTEKind::RTE_SUBQUERY
            && check_repeatable(query, own.entry, &statement.remotes, statement.parameters).is_err()
            && let Some(inside) = output(table.subquery, own.number)
        {
            (query, key) = (table.subquery, inside);
            let conditions = vec![conjuncts((*(*query).jointree).quals)];
            below = Some(Scope::new(query, conditions, Vec::new(), false));
        }
        let scope = below.as_ref().unwrap_or(&join.far.scope);
        let number = column(query, key).map_or(0, |own| own.entry);
        let conditions = scope.conditions(number, statement.parameters);
        if !conditions.are_all {
            return Err("the remote table has too many conditions to expect anything");
        }
        Ok(Side { query, key, conditions: conditions.clauses })
    }
}
