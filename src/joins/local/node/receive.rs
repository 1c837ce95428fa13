//! A filter that is handed to the workers of a Gather between a join and its scans.
//!
//! The leader has the join, and builds the filter before it asks the Gather for a row. When the Gather starts its
//! workers, the node below it copies the filter into their shared memory. If it starts none, the node takes the filter
//! itself when it is asked for its first row. So before any row is read it is known whether the scans test the filter,
//! in all processes: groups stay whole.

use super::build::Build;
use super::shared::Shared;
use crate::joins::local::filter::Words;
use crate::pg::executor::next_row;
use pgrx::pg_sys::{self, PlanState, TupleTableSlot};

impl Build {
    /// Has the node hand on the filter of another one; in a worker it is null.
    ///
    /// # Safety
    /// `source` must live as long as this node and be active, and this one not have begun to return rows.
    pub unsafe fn receive_from(&mut self, source: *const Build) {
        self.source = source;
        // SAFETY: the caller guarantees this.
        unsafe {
            let own = &raw mut self.node.ss.ps;
            self.hash = source.as_ref().map_or(own, |source| source.hash);
            pg_sys::ExecSetExecProcNode(own, Some(receive));
        }
    }

    /// Returns the filter that is handed on: none if it is not complete, or a scan cannot test it.
    pub fn handed(&self) -> Option<Words> {
        // SAFETY: the node that builds the filter lives as long as this one.
        let source = unsafe { self.source.as_ref() }.filter(|_| !self.has_missed.get())?;
        source.usable()
    }

    /// Copies the filter into shared memory.
    ///
    /// # Safety
    /// No other process may use the memory.
    pub unsafe fn hand(&mut self, shared: Shared) {
        // If the filter is of another size than that of an earlier scan, there is no room for it.
        let handed = self.handed().filter(|words| words.size() == shared.words().size());
        shared.begin_anew();
        if let Some(words) = handed {
            // SAFETY: the caller guarantees this; a usable filter has its words.
            unsafe { shared.copy(words) }
        }
        self.share(Some(shared));
        self.bytes = handed.map_or(0, Words::bytes);
    }
}

/// Returns the next row, before which the filter is taken if there are no workers (`ExecProcNode`).
///
/// Nothing on the stack needs to be dropped, so an ERROR of C code may jump over this function.
unsafe extern "C-unwind" fn receive(node: *mut PlanState) -> *mut TupleTableSlot {
    // SAFETY: `receive_from` gave this function to a node of this type.
    unsafe {
        let this = &mut *node.cast::<Build>();
        if !this.started {
            this.started = true;
            if this.shared.is_none() {
                this.words = this.handed();
                this.ended = this.words.is_some();
                this.bytes = this.words.map_or(0, Words::bytes);
            }
        }
        next_row(this.node.ss.ps.lefttree)
    }
}
