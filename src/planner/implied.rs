//! Conditions that a join implies.
//!
//! A row that has a partner in the join passes a filter of the partners' keys. So this filter makes a scan return fewer
//! rows, but not the join: its share times the join's own would be counted twice, and a join that is taken for small
//! becomes a nested loop. Here the planner's equivalence classes and the clauses of outer joins tell which expressions
//! are joined.
//!
//! For example, `bloom_contains(f, a.x)` is a condition of `a` in `a JOIN b ON a.x = b.y`. The columns `a.x`
//! and `b.y` are one equivalence class, so `a.x` is a key of `a`, and the condition is taken for one that the
//! join implies. In `a LEFT JOIN b` it is not, as rows of `a` without a partner remain.

use crate::pg::catalog::support_of;
use crate::pg::tree::planner::Relids;
use crate::pg::tree::{Expr, List, Node};
use pgrx::pg_sys::{self, AppendRelInfo, NodeTag, Oid, Plan, PlannerInfo};

/// Returns whether a condition of a relation discards only rows that a join discards anyway, if a filter is
/// made of the keys of the other side: it is not part of another condition, and the value that is tested is a
/// key of the join or is computed from such keys.
pub fn by_join<'t>(
    planner: Node<'t, PlannerInfo>,
    arguments: List<'t, pg_sys::Node>,
    value: Expr<'t>,
) -> bool {
    planner.relations_of(value).single().is_some_and(|relation| {
        is_condition_of(planner, relation, arguments) && Keys::of(planner, relation).determine(value)
    })
}

/// Returns whether all conditions of the relation whose columns are in `value` are calls with the support
/// function `support`.
pub fn has_only_screens<'t>(planner: Node<'t, PlannerInfo>, value: Expr<'t>, support: Oid) -> bool {
    let relation = planner.relations_of(value).single().and_then(|relation| planner.relation(relation));
    relation.is_some_and(|relation| {
        relation.baserestrictinfo().iter().all(|condition| {
            let called = condition.clause().and_then(Expr::called);
            called.is_some_and(|called| support_of(called.function) == support)
        })
    })
}

/// Returns whether rows of a relation must meet the condition with these arguments: it is neither negated nor
/// one of several that suffice.
fn is_condition_of(planner: Node<'_, PlannerInfo>, relation: i32, arguments: List<'_, pg_sys::Node>) -> bool {
    planner.relation(relation).is_some_and(|relation| {
        relation.baserestrictinfo().iter().any(|condition| {
            let called = condition.clause().and_then(Expr::called);
            called.is_some_and(|called| called.arguments.as_ptr() == arguments.as_ptr())
        })
    })
}

/// Expressions of a relation that are equal to expressions of other relations in the rows that are joined.
struct Keys<'t>(Vec<Expr<'t>>);

impl<'t> Keys<'t> {
    fn of(planner: Node<'t, PlannerInfo>, relation: i32) -> Self {
        let (top, steps) = ancestors(planner, relation);
        let mut keys = Vec::new();
        for class in planner.eq_classes().iter().filter(|class| !class.ec_has_volatile) {
            let members = || class.ec_members().iter();
            if members().any(|member| !member.em_is_child && is_elsewhere(member.em_relids(), top)) {
                let own = members().filter(|member| member.em_relids().single() == Some(top));
                keys.extend(own.filter_map(Node::em_expr));
            }
        }
        let clauses = planner.relation(top).map_or(List::EMPTY, Node::joininfo);
        for clause in clauses.iter() {
            // Rows of the outer side remain though they have no partner.
            if clause.hashjoinoperator == Oid::INVALID || clause.outer_relids().contains(top) {
                continue;
            }
            let sides =
                clause.clause().and_then(Expr::is::<pg_sys::OpExpr>).and_then(|clause| clause.args().two());
            let (left, right) = (clause.left_relids(), clause.right_relids());
            for (side, own, other) in
                sides.into_iter().flat_map(|[a, b]| [(a, left, right), (b, right, left)])
            {
                if own.single() == Some(top) && is_elsewhere(other, top) {
                    keys.push(side);
                }
            }
        }
        for step in steps {
            for key in &mut keys {
                *key = planner.step_down(*key, step);
            }
        }
        Self(keys)
    }

    /// Returns whether an expression is one of the keys, or all its columns are.
    fn determine(&self, value: Expr<'t>) -> bool {
        let is_key = |value: Expr<'t>| {
            let value = value.without_relabel();
            self.0.iter().any(|key| key.without_relabel().equals(value))
        };
        !self.0.is_empty() && (is_key(value) || value.all_columns().iter().all(is_key))
    }
}

/// Returns the table that a partition or a part of UNION ALL belongs to, and the steps from there down to it.
fn ancestors(planner: Node<'_, PlannerInfo>, mut relation: i32) -> (i32, Vec<Node<'_, AppendRelInfo>>) {
    let mut steps = Vec::new();
    while let Some(step) = planner.step_to(relation) {
        steps.insert(0, step);
        relation = step.parent_relid as i32;
    }
    (relation, steps)
}

/// Returns whether an expression has columns, all of other relations.
fn is_elsewhere(relids: Relids<'_>, relation: i32) -> bool {
    !relids.is_empty() && !relids.contains(relation)
}

/// Returns whether a filter is `(SELECT NULL::bloom)`, the placeholder that postgres_fdw sends when it
/// requests an estimate from a remote server.
pub fn is_placeholder<'t>(planner: Node<'t, PlannerInfo>, filter: Expr<'t>) -> bool {
    let result = init_plan(planner, filter).filter(|plan| plan.tag() == NodeTag::T_Result);
    let value = result.and_then(|plan| plan.output(1)?.is::<pg_sys::Const>());
    value.is_some_and(|value| value.constisnull)
}

/// Returns the plan of a subquery that is run once, if an expression is its result.
fn init_plan<'t>(planner: Node<'t, PlannerInfo>, expression: Expr<'t>) -> Option<Node<'t, Plan>> {
    let parameter = expression.is::<pg_sys::Param>()?;
    if parameter.paramkind != pg_sys::ParamKind::PARAM_EXEC {
        return None;
    }
    let sets = |subplan: &Node<'_, pg_sys::SubPlan>| {
        subplan.set_param().iter().any(|number| number == parameter.paramid)
    };
    let subplan = planner.init_plans().iter().find(sets)?;
    // The number of a subplan begins with 1.
    planner.glob()?.subplans().get(usize::try_from(subplan.plan_id).ok()?.checked_sub(1)?)
}
