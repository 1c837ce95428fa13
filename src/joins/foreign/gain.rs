//! Decides whether a screen pays. Total costs cannot decide this: with neutral estimates, a plan with a
//! screen never looks cheaper. What counts is how many rows are fetched, how many of them pass, and what it
//! costs to collect the keys.

use super::scope::Scope;
use super::side::{Rows, Side, check_repeatable};
use super::statement::Statement;
use super::walk::ForeignJoin;
use super::{LEAST_FAR_ROWS, MOST_COST, MOST_PASSING};
use crate::joins::Reason;
use crate::pg::memory::ScratchMemory;
use crate::pg::parameters::Parameters;
use pgrx::pg_sys::RTEKind;

/// Why a join with too few remote rows is not screened.
pub const FEW_ROWS: &str = "few remote rows are expected; if there are more, ANALYZE the remote table";

/// What the planner expects of a query.
struct Expected {
    rows: f64,
    cost: f64,
}

/// Plans a query of one side alone.
fn expected(side: &Side<'_>, rows: Rows, parameters: Parameters<'_>) -> Result<Expected, Reason> {
    let _scratch = ScratchMemory::new();
    let plan = side.keys(rows)?.plan(parameters);
    Ok(Expected { rows: plan.plan_rows.max(1.0), cost: plan.total_cost })
}

/// Returns the number of keys that are expected, if a screen of them pays.
pub fn keys_if_it_pays<'t>(
    statement: &Statement<'t>,
    join: &ForeignJoin<'t>,
    small: &Side<'t>,
) -> Result<f64, Reason> {
    let parameters = statement.parameters;
    let far = planned_alone(statement, join)?;
    let fetched = expected(&far, Rows::Wanted, parameters)?;
    if fetched.rows < LEAST_FAR_ROWS {
        return Err(FEW_ROWS.into());
    }
    // A filter does not need distinct keys, and few distinct keys cost hardly more than all.
    if expected(small, Rows::Wanted, parameters)?.cost > MOST_COST * fetched.rows {
        return Err("collecting the keys would cost too much".into());
    }
    let wanted = expected(small, Rows::Distinct, parameters)?;
    let are_most_of = |side| {
        Ok::<_, Reason>(wanted.rows > MOST_PASSING * expected(side, Rows::AllDistinct, parameters)?.rows)
    };
    if are_most_of(&far)? && are_most_of(small)? {
        return Err("most of the remote rows are expected to pass".into());
    }
    Ok(wanted.rows)
}

/// Returns the remote side as it can be planned without the query around it: a subquery may refer to that, so
/// its own tables are taken instead.
fn planned_alone<'t>(statement: &Statement<'t>, join: &ForeignJoin<'t>) -> Result<Side<'t>, Reason> {
    let (mut query, mut key) = (join.far.query, join.far.expression);
    let mut below = None;
    while let Some(own) = query.column(key)
        && let Some(table) = query.entry(own.entry)
        && table.rtekind == RTEKind::RTE_SUBQUERY
        && check_repeatable(query, own.entry, &statement.remotes, statement.parameters).is_err()
        && let Some(subquery) = table.subquery()
        && let Some(inside) = subquery.output(own.number)
    {
        (query, key) = (subquery, inside);
        below = Some(Scope::new(query, vec![query.conjuncts()], Vec::new(), false));
    }
    let scope = below.as_ref().unwrap_or(&join.far.scope);
    let number = query.column(key).map_or(0, |own| own.entry);
    let conditions = scope.conditions(number, statement.parameters);
    if !conditions.are_all {
        return Err("the remote table has too many conditions to expect anything".into());
    }
    Ok(Side { query, key, conditions: conditions.clauses })
}
