//! The entries from the planner: the support function of `bloom_contains` and its variants, and the estimators of `@>` and
//! `<@`.

use super::clause::{Clause, Context};
use super::estimate::default_share;
use super::implied;
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::catalog::argument_types;
use crate::pg::nodes::called;
use pgrx::pg_sys::{self, Node, Oid};

/// Implements the support function of `bloom_contains`, `bloom_contains_any` and `bloom_contains_all`.
fn bloom_contains_support(call: Call<'_>) -> Result<*mut Node> {
    let request = call.required::<*mut Node>(0)?;
    // SAFETY: the planner passes a request, whose node tag is its type, and nodes of its own.
    let has_answer = unsafe {
        match (*request).type_ {
            pg_sys::NodeTag::T_SupportRequestSelectivity => give_selectivity(call, &mut *request.cast()),
            pg_sys::NodeTag::T_SupportRequestCost => give_cost(call, &mut *request.cast()),
            _ => false,
        }
    };
    // A support function returns a null pointer, not NULL, if it has no answer.
    Ok(if has_answer { request } else { std::ptr::null_mut() })
}

/// Answers a request for the share of the rows that pass; returns false if there is no answer.
unsafe fn give_selectivity(call: Call<'_>, request: &mut pg_sys::SupportRequestSelectivity) -> bool {
    // SAFETY: the caller guarantees the request.
    unsafe {
        let context = Context {
            root: request.root,
            function: request.funcid,
            collation: request.inputcollid,
            relation: (!request.is_join).then_some(request.varRelid),
        };
        let declared = argument_types(request.funcid);
        let Some(clause) = Clause::new(call, context, &declared, request.args) else { return false };
        request.selectivity = clause.selectivity();
        true
    }
}

/// Answers a request for the cost of a call that a join implies; any other call costs what `pg_proc` says. It takes as long
/// as the join would take to discard the row, so it costs nothing, and the plan is that of the query without it. Among
/// other conditions it costs as much as an operator, as the cheapest condition of a scan is evaluated first.
unsafe fn give_cost(call: Call<'_>, request: &mut pg_sys::SupportRequestCost) -> bool {
    // SAFETY: the caller guarantees the request; without a planner there is no node to tell calls apart by.
    unsafe {
        let (false, Some((_, arguments))) = (request.root.is_null(), called(request.node)) else {
            return false;
        };
        let context = Context {
            root: request.root,
            function: request.funcid,
            collation: Oid::INVALID,
            relation: Some(0),
        };
        let declared = argument_types(request.funcid);
        let Some(clause) = Clause::new(call, context, &declared, arguments) else { return false };
        if !clause.is_implied() {
            return false;
        }
        let only_screens = implied::has_only_screens(request.root, clause.value, call.function());
        request.startup = 0.0;
        request.per_tuple = if only_screens { 0.0 } else { pg_sys::cpu_operator_cost };
        true
    }
}

/// Implements the estimators of `@>` and `<@`: `(root, operator, arguments, relation)`, without a relation for joins.
fn operator_selectivity<const JOIN: bool>(call: Call<'_>) -> Result<f64> {
    let (root, operator, arguments) = (call.required(0)?, call.required(1)?, call.required(2)?);
    // SAFETY: the planner passes its state, an operator, its arguments, and the operator's collation as the call's.
    unsafe {
        let context = Context {
            root,
            function: pg_sys::get_opcode(operator),
            collation: call.collation(),
            relation: if JOIN { None } else { Some(call.required(3)?) },
        };
        let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
        pg_sys::op_input_types(operator, &raw mut left, &raw mut right);
        let clause = Clause::new(call, context, &[left, right], arguments);
        Ok(clause.map_or_else(|| default_share(None), |clause| clause.selectivity()))
    }
}

sql_functions! {
    "bloom_contains_support" => bloom_contains_support,
    "bloom_contains_sel" => operator_selectivity::<false>,
    "bloom_contains_joinsel" => operator_selectivity::<true>,
}
