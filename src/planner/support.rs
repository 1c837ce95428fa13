//! The entries from the planner: the support function of `bloom_contains` and its variants, and the estimators of `@>`
//! and `<@`.

use super::clause::{Clause, Context};
use super::estimate::default_share;
use super::implied;
use crate::call::{Answer, Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::catalog::{argument_types, opcode, operand_types};
use crate::pg::tree::{Expr, Node, planner};
use pgrx::pg_sys::{Oid, PlannerInfo, SupportRequestCost, SupportRequestSelectivity};

/// Implements the support function of `bloom_contains`, `bloom_contains_any` and `bloom_contains_all`.
fn bloom_contains_support(call: Call<'_>) -> Result<Answer<'_>> {
    let request = call.node(0)?;
    let answered = if let Some(request) = request.is::<SupportRequestSelectivity>() {
        selectivity(call, request).map(|share| request.answer(share))
    } else if let Some(request) = request.is::<SupportRequestCost>() {
        cost(call, request).map(|cost| request.answer(cost))
    } else {
        None
    };
    Ok(Answer(answered.map(|()| request)))
}

/// Returns the share of the rows that pass.
fn selectivity<'t>(call: Call<'t>, request: Node<'t, SupportRequestSelectivity>) -> Option<f64> {
    let context = Context {
        planner: request.root()?,
        function: request.funcid,
        collation: request.inputcollid,
        relation: (!request.is_join).then_some(request.varRelid),
    };
    let clause = Clause::new(call, context, &argument_types(request.funcid), request.args())?;
    Some(clause.selectivity())
}

/// Returns the cost of a call that a join implies; any other call costs what `pg_proc` says. It takes as long
/// as the join would take to discard the row, so it costs nothing, and the plan is that of the query without
/// it. Among other conditions it costs as much as an operator, as the cheapest condition of a scan is
/// evaluated first.
fn cost<'t>(call: Call<'t>, request: Node<'t, SupportRequestCost>) -> Option<f64> {
    // Without a planner there is no node to tell calls apart by.
    let (planner, called) = (request.root()?, request.node().and_then(Expr::called)?);
    let context = Context { planner, function: request.funcid, collation: Oid::INVALID, relation: Some(0) };
    let clause = Clause::new(call, context, &argument_types(request.funcid), called.arguments)?;
    clause.is_implied().then(|| {
        let only_screens = implied::has_only_screens(planner, clause.value, call.function());
        if only_screens { 0.0 } else { planner::operator_cost() }
    })
}

/// Implements the estimators of `@>` and `<@`: `(root, operator, arguments, relation)`, without a relation for joins.
/// The planner passes the operator's collation as the call's.
fn operator_selectivity<const JOIN: bool>(call: Call<'_>) -> Result<f64> {
    let planner = call.node(0)?.is::<PlannerInfo>().ok_or_else(no_planner)?;
    let operator = call.required(1)?;
    let arguments = call.node(2)?.as_list().ok_or_else(no_planner)?;
    let context = Context {
        planner,
        function: opcode(operator),
        collation: call.collation(),
        relation: if JOIN { None } else { Some(call.required(3)?) },
    };
    let (left, right) = operand_types(operator);
    let clause = Clause::new(call, context, &[left, right], arguments);
    Ok(clause.map_or_else(|| default_share(None), |clause| clause.selectivity()))
}

#[cold]
fn no_planner() -> error::Error {
    error::internal("an estimator was not called by the planner")
}

sql_functions! {
    "bloom_contains_support" => bloom_contains_support,
    "bloom_contains_sel" => operator_selectivity::<false>,
    "bloom_contains_joinsel" => operator_selectivity::<true>,
}
