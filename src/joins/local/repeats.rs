//! Which parts of a plan run only once, so that no node in them keeps rows of an earlier scan.
//!
//! A plan is scanned again on the inner side of a nested loop, in the recursive part of a recursive query, and in a
//! subquery that is evaluated for several rows. A cursor that goes back does not scan a join again: PostgreSQL puts a
//! node that keeps its rows above. Subqueries without parameters from outside, and CTEs, run once, as InitPlans.

use super::node;
use crate::pg::tree::{Node, check_stack};
use pgrx::pg_sys::{NodeTag, Plan, PlannedStmt};
use std::collections::HashSet;
use std::ffi::c_int;

/// The numbers of the plans that run as InitPlans.
pub struct InitPlans(HashSet<c_int>);

impl InitPlans {
    pub fn of(statement: Node<'_, PlannedStmt>) -> Self {
        let mut found = Self(HashSet::new());
        if !statement.subplans().is_empty() {
            statement
                .plan_tree()
                .into_iter()
                .chain(statement.subplans().iter())
                .for_each(|plan| found.add(plan));
        }
        found
    }

    /// Adds those of a plan, and of all below it.
    fn add(&mut self, plan: Node<'_, Plan>) {
        check_stack();
        self.0.extend(plan.init_plans().iter().map(|init_plan| init_plan.plan_id));
        plan.below().for_each(|plan| self.add(plan));
    }

    /// Returns whether a plan of the statement's list, counted from 1, runs only once.
    pub fn runs_once(&self, number: c_int, plan: Node<'_, Plan>) -> bool {
        self.0.contains(&number) && plan.extParam.is_null()
    }
}

/// Returns whether a plan that is directly below another one runs only once if that does.
pub fn runs_once_below(above: Node<'_, Plan>, plan: Node<'_, Plan>) -> bool {
    match above.tag() {
        NodeTag::T_NestLoop | NodeTag::T_RecursiveUnion => above.righttree() != Some(plan),
        // It is not known what nodes of other extensions do with theirs.
        NodeTag::T_CustomScan => above.is().is_some_and(node::is_own),
        _ => true,
    }
}
