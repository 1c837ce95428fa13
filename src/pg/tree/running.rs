//! Running plans: the executor's nodes.
//!
//! The executor changes its nodes while it runs, but not while a function that it calls does.

use super::Node;
use pgrx::pg_sys::{self, AggState, PlanState};

/// A node of a running plan.
///
/// # Safety
/// The type must begin with [`PlanState`].
pub unsafe trait RunningNode {}

// SAFETY: the first field is the general part, or begins with it.
unsafe impl RunningNode for AggState {}

impl<'t, T: RunningNode> Node<'t, T> {
    /// Returns the general part of the node.
    pub fn running(self) -> Node<'t, PlanState> {
        // SAFETY: the node begins with it.
        unsafe { self.begins_with() }
    }
}

impl<'t> Node<'t, PlanState> {
    /// Returns the statement that runs, as far as this process has it.
    pub fn statement(self) -> Option<Node<'t, pg_sys::PlannedStmt>> {
        self.state()?.es_plannedstmt()
    }
}

impl<'t> Node<'t, pg_sys::AppendState> {
    /// Returns one of the plans, by its place from 0 on.
    pub fn plan(self, place: i32) -> Option<Node<'t, PlanState>> {
        if place < 0 || place >= self.as_nplans {
            return None;
        }
        // SAFETY: the node has so many plans.
        unsafe { Node::of(*self.appendplans.add(place as usize)) }
    }
}

impl<'t> Node<'t, AggState> {
    /// Returns whether the current group is in a hash table.
    pub fn is_hashed(self) -> bool {
        !self.hashcontext.is_null() && std::ptr::eq(self.curaggcontext, self.hashcontext)
    }

    /// Returns the plan of the current grouping set; `None` if there is none, or if it has only one group.
    pub fn grouping(self) -> Option<Node<'t, pg_sys::Agg>> {
        let set = self.current_set.max(0) as usize;
        // SAFETY: there is a hash table for each hashed set and a length for each sorted one; a plain node
        // has neither.
        unsafe {
            if self.is_hashed() {
                return Node::of((*self.perhash.add(set)).aggnode);
            }
            let phase = &*self.phase;
            let is_whole = set < phase.numsets.max(0) as usize && *phase.gset_lengths.add(set) == 0;
            if is_whole { None } else { Node::of(phase.aggnode) }
        }
    }
}
