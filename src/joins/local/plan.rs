//! Puts the nodes that build filters into a finished plan: one over the inner side of each join that is screened.

use super::description::{Description, describe};
use super::effects::has_effects;
use super::filter::{memory_limit, size_for};
use super::pair::pairs;
use super::{gain, node};
use crate::pg::catalog::check_stack;
use crate::pg::nodes::items;
use crate::pg::version;
use pgrx::pg_sys::{self, List, NodeTag, Plan};
use std::ffi::c_int;

/// The first number of nodes that are added. Those of the plan are smaller.
const FIRST_NODE: c_int = 1 << 30;

/// Adds filters to a plan, by `force` wherever that is correct.
///
/// # Safety
/// `statement` must be null or a finished plan that nobody else uses yet.
pub unsafe fn screen(statement: *mut pg_sys::PlannedStmt, force: bool) {
    // SAFETY: the caller guarantees the plan.
    unsafe {
        let Some(statement) = statement.as_ref() else { return };
        let subplans = statement.subplans;
        let mut screener = Screener { tables: statement.rtable, force, added: 0, subplans };
        screener.node(statement.planTree);
        items::<Plan>(subplans).for_each(|plan| screener.node(plan));
    }
}

/// What is known while a plan is searched for joins.
struct Screener {
    tables: *mut List,
    force: bool,
    /// Number of nodes that were added.
    added: c_int,
    /// The plans of subqueries in expressions; none after they are found to have no effects.
    subplans: *mut List,
}

impl Screener {
    /// Adds filters to a plan and all below it.
    ///
    /// # Safety
    /// `plan` must be null or part of the plan.
    unsafe fn node(&mut self, plan: *mut Plan) {
        check_stack();
        // SAFETY: the caller guarantees the plan; a node's tag says which node it is.
        unsafe {
            let Some(general) = plan.as_ref() else { return };
            let mut each = |list| items::<Plan>(list).for_each(|plan| self.node(plan));
            match general.type_ {
                NodeTag::T_HashJoin => {
                    self.join(plan.cast());
                }
                NodeTag::T_SubqueryScan => self.node((*plan.cast::<pg_sys::SubqueryScan>()).subplan),
                NodeTag::T_Append => each((*plan.cast::<pg_sys::Append>()).appendplans),
                NodeTag::T_MergeAppend => each((*plan.cast::<pg_sys::MergeAppend>()).mergeplans),
                NodeTag::T_CustomScan => each((*plan.cast::<pg_sys::CustomScan>()).custom_plans),
                NodeTag::T_ForeignScan => return, // the plan below it repeats a join that the other server has made
                _ => {}
            }
            self.node(general.lefttree);
            self.node(general.righttree);
        }
    }

    /// Adds a filter to a join if that is correct and pays.
    ///
    /// # Safety
    /// `join` must be part of the plan.
    unsafe fn join(&mut self, join: *mut pg_sys::HashJoin) -> Option<()> {
        // SAFETY: the caller guarantees the plan.
        unsafe {
            let outer = (*join).join.plan.lefttree;
            let hash = (*join).join.plan.righttree.cast::<pg_sys::Hash>();
            let inner = (*hash).plan.lefttree;
            if !version::drops_unmatched_outer((*join).join.jointype)
                || (*hash).plan.type_ != NodeTag::T_Hash
                || inner.is_null()
            {
                return None;
            }
            let pairs = pairs(join, hash);
            let is_parallel = (*hash).plan.parallel_aware;
            let keys = if is_parallel { (*hash).rows_total } else { (*hash).plan.plan_rows };
            if pairs.is_empty() || size_for(keys, memory_limit()).is_none() {
                return None;
            }
            if !self.force && !gain::pays(self.tables, &pairs, (inner, keys)) {
                return None;
            }
            if has_effects(outer) || self.subplans_have_effects() {
                return None;
            }
            self.added += 1;
            let description = Description { always: self.force, keys };
            let number = FIRST_NODE + self.added;
            (*hash).plan.lefttree = node::over(inner, number, is_parallel, describe(&description, &pairs));
            Some(())
        }
    }

    /// # Safety
    /// The plan must be alive.
    unsafe fn subplans_have_effects(&mut self) -> bool {
        // SAFETY: the caller guarantees the plan.
        let found = unsafe { items::<Plan>(self.subplans).any(|plan| has_effects(plan)) };
        if !found {
            self.subplans = std::ptr::null_mut();
        }
        found
    }
}
