//! Puts the nodes that build filters into a finished plan: one over the inner side of each join that is screened.

use super::description::{Description, describe};
use super::effects::Effects;
use super::filter::{memory_limit, size_for};
use super::gain::{self, OuterRows};
use super::node;
use super::pair::pairs;
use crate::pg::catalog::{check_stack, is_built_in};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::nodes::{items, new_node};
use crate::pg::version;
use pgrx::pg_sys::{self, NodeTag, Oid, Plan};
use std::ffi::c_int;

/// The first number of nodes that are added. Those of the plan are smaller.
const FIRST_NODE: c_int = 1 << 30;

/// Adds filters to a plan, by `force` wherever that is correct. Returns whether it did.
///
/// # Safety
/// `statement` must be null or a finished plan that nobody else uses yet.
pub unsafe fn screen(statement: *mut pg_sys::PlannedStmt, force: bool) -> bool {
    // SAFETY: the caller guarantees the plan.
    unsafe {
        let Some(statement) = statement.as_mut() else { return false };
        let subplans = statement.subplans;
        let mut screener = Screener { statement, force, hidden: None, effects: Effects::default(), added: 0 };
        screener.node(screener.statement.planTree);
        items::<Plan>(subplans).for_each(|plan| screener.node(plan));
        screener.added > 0
    }
}

/// What is known while a plan is searched for joins.
struct Screener<'a> {
    statement: &'a mut pg_sys::PlannedStmt,
    force: bool,
    hidden: Option<HiddenRows>,
    effects: Effects,
    /// Number of nodes that were added.
    added: c_int,
}

impl Screener<'_> {
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
            let hidden = *self.hidden.get_or_insert_with(|| HiddenRows::of(self.statement));
            let pairs = pairs(join, hash, hidden);
            let is_parallel = (*hash).plan.parallel_aware;
            let keys = if is_parallel { (*hash).rows_total } else { (*hash).plan.plan_rows };
            if pairs.is_empty() || size_for(keys, memory_limit()).is_none() {
                return None;
            }
            let tables = self.statement.rtable;
            let outer_rows = OuterRows::expected(tables, &pairs);
            if !self.force && !outer_rows.pay(tables, &pairs, (inner, keys)) {
                return None;
            }
            if self.effects.has(outer) || self.subplans_have_effects() {
                return None;
            }
            for pair in &pairs {
                self.depend_on(pair.functions.0);
                self.depend_on(pair.functions.1);
            }
            self.added += 1;
            let filter = Description {
                always: self.force,
                counts: !hidden.any(),
                keys,
                most_bytes: outer_rows.most_bytes_of_keys(),
            };
            let description = describe(&filter, &pairs, |scan| gain::costs(tables, &pairs, scan));
            (*hash).plan.lefttree = node::over(inner, FIRST_NODE + self.added, is_parallel, description);
            Some(())
        }
    }

    /// # Safety
    /// The plan must be alive.
    unsafe fn subplans_have_effects(&mut self) -> bool {
        // SAFETY: the caller guarantees the plan.
        unsafe { items::<Plan>(self.statement.subplans).any(|plan| self.effects.has(plan)) }
    }

    /// Has the plan be made anew when a function is changed or dropped; nobody changes those of the server.
    ///
    /// # Safety
    /// The plan must be alive.
    unsafe fn depend_on(&mut self, function: Oid) {
        if is_built_in(function) {
            return;
        }
        let (cache, none) = (pg_sys::SysCacheIdentifier::PROCOID as _, pg_sys::Datum::null());
        // SAFETY: the caller guarantees the plan; the rest is a new node.
        unsafe {
            let item = new_node::<pg_sys::PlanInvalItem>(NodeTag::T_PlanInvalItem);
            item.cacheId = cache;
            item.hashValue = pg_sys::GetSysCacheHashValue(cache, function.into(), none, none, none);
            let items = self.statement.invalItems;
            self.statement.invalItems = pg_sys::lappend(items, std::ptr::from_mut(item).cast());
        }
    }
}
