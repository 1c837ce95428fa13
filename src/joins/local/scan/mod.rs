//! Scans of the outer side of a join, which test filters before they return a row.
//!
//! The node of the scan stays in the plan; only the function that returns its next row is another one. A sequential
//! scan tests a heap page at a time ([`page`]), before its own conditions. Other scans test each row
//! that they return.
//!
//! Nothing on the stacks of these functions needs to be dropped, so an ERROR of C code may jump over them.

mod location;
mod page;
mod probe;
mod window;

pub use location::Location;
use page::PageScan;
pub use page::TestedPage;
pub use probe::{Test, Tests};
pub use window::Window;

use crate::joins::local::blocks::Blocks;
use crate::pg::executor::{self, is_end};
use crate::pg::heap_scan::{self, HeapScan};
use pgrx::pg_sys::{self, PlanState, ScanDirection, TupleTableSlot};
use probe::pass;
use std::ffi::c_void;
use std::ptr::NonNull;

/// What a scan has that tests filters.
pub struct Screened {
    /// The function of the node.
    pub original: pg_sys::ExecProcNodeMtd,
    pub tests: Tests,
    /// The scan of the table, as far as it is known, and as a scan of pages.
    scan: pg_sys::TableScanDesc,
    heap: Option<HeapScan>,
    pub page: TestedPage,
    /// The blocks that it reads, if an index may name them.
    pub blocks: Option<NonNull<Blocks>>,
    /// What a gate before the scan knows; null if there is none.
    pub gate: *mut c_void,
}

impl Screened {
    /// Creates it without filters.
    pub fn new(original: pg_sys::ExecProcNodeMtd, tests: Tests, page: TestedPage) -> Self {
        let (scan, gate) = (std::ptr::null_mut(), std::ptr::null_mut());
        Self { original, tests, scan, heap: None, page, blocks: None, gate }
    }

    /// Finds what belongs to a node.
    ///
    /// # Safety
    /// `node` must be a scan, and nobody else may use the result.
    #[inline(always)]
    pub unsafe fn of<'a>(node: *mut PlanState) -> Option<&'a mut Self> {
        // SAFETY: only `attach` sets the field of a scan, unless `inneropsset`.
        unsafe {
            let pointer = (*node).innerops.cast_mut().cast::<Self>();
            if (*node).inneropsset { None } else { pointer.as_mut() }
        }
    }

    /// Has a node test filters.
    ///
    /// The pointer is kept in a field that says how rows of an inner side are stored. The server reads it only if
    /// `inneropsset`, and a scan has no inner side.
    ///
    /// # Safety
    /// `node` must be a scan that has not begun to return rows, and `this` live as long as the node.
    pub unsafe fn attach(node: *mut PlanState, this: *mut Self) {
        // SAFETY: the node is a scan that has not begun.
        unsafe {
            (*node).innerops = this.cast_const().cast();
            let is_sequential = (*node).type_ == pg_sys::NodeTag::T_SeqScanState;
            pg_sys::ExecSetExecProcNode(node, Some(if is_sequential { sequential } else { any }));
        }
    }

    /// Returns whether no test was applied to the current row.
    #[inline(always)]
    fn is_untested(&self) -> bool {
        if self.heap.is_some() { self.page.is_untested() } else { self.tests.early.is_empty() }
    }

    /// Calls the function that the node had.
    ///
    /// # Safety
    /// `node` must be the node that this belongs to; for the stack, see the module.
    unsafe fn call_original(&self, node: *mut PlanState) -> *mut TupleTableSlot {
        match self.original {
            // SAFETY: it is the function that the server gave to this node.
            Some(next) => unsafe { next(node) },
            None => std::ptr::null_mut(),
        }
    }
}

/// Returns whether a node is asked for the next row, and not for the previous one.
///
/// # Safety
/// `node` must be a running node.
#[inline(always)]
unsafe fn goes_forward(node: *mut PlanState) -> bool {
    // SAFETY: a running node has a state.
    unsafe { (*(*node).state).es_direction == ScanDirection::ForwardScanDirection }
}

/// Returns the next row of any scan (`ExecProcNode`).
unsafe extern "C-unwind" fn any(node: *mut PlanState) -> *mut TupleTableSlot {
    // SAFETY: `attach` gave this function to the node.
    unsafe {
        let Some(this) = Screened::of(node) else { return std::ptr::null_mut() };
        loop {
            let slot = this.call_original(node);
            if is_end(slot) || !goes_forward(node) || this.tests.pass_late(slot, (*node).ps_ExprContext) {
                return slot;
            }
            executor::check_interrupts();
        }
    }
}

/// Returns the next row of a sequential scan (`ExecProcNode`): what the server's `ExecSeqScan` does, with tests.
unsafe extern "C-unwind" fn sequential(node: *mut PlanState) -> *mut TupleTableSlot {
    // SAFETY: `attach` gave this function to the node.
    unsafe {
        let Some(this) = Screened::of(node) else { return std::ptr::null_mut() };
        if !goes_forward(node) {
            return this.call_original(node);
        }
        let scan = &mut *node.cast::<pg_sys::ScanState>();
        let (slot, context) = (scan.ss_ScanTupleSlot, scan.ps.ps_ExprContext);
        if scan.ss_currentScanDesc.is_null() {
            scan.ss_currentScanDesc = heap_scan::begin(scan.ss_currentRelation, scan.ps.state, None);
        }
        if this.scan != scan.ss_currentScanDesc {
            this.scan = scan.ss_currentScanDesc;
            this.heap = HeapScan::of(this.scan);
            this.page.forget();
            if let Some(mut blocks) = this.blocks {
                blocks.as_mut().begin(this.heap);
            }
        }
        executor::forget_row(context);
        while next(this, slot, context) {
            (*context).ecxt_scantuple = slot;
            let passes = executor::passes(scan.ps.qual, context);
            if this.is_untested() {
                this.tests.checked(passes);
            }
            if !passes {
                if let Some(counters) = scan.ps.instrument.as_mut() {
                    counters.nfiltered1 += 1.0;
                }
            } else if this.tests.late.is_empty() || this.tests.pass_late(slot, context) {
                return if scan.ps.ps_ProjInfo.is_null() {
                    slot
                } else {
                    executor::project(scan.ps.ps_ProjInfo)
                };
            }
            executor::check_interrupts();
            executor::forget_row(context);
        }
        match scan.ps.ps_ProjInfo.as_ref() {
            Some(projection) => executor::clear(projection.pi_state.resultslot),
            None => slot,
        }
    }
}

/// Fetches the next row of a table that passes the tests before the scan's conditions; returns false at the end.
///
/// # Safety
/// The slot and the context must be the scan's; for the stack, see the module.
#[inline(always)]
unsafe fn next(this: &mut Screened, slot: *mut TupleTableSlot, context: *mut pg_sys::ExprContext) -> bool {
    // SAFETY: the scan, the slot and the context are those of one node.
    unsafe {
        if let Some(heap) = this.heap {
            let of = PageScan { scan: this.scan, heap, blocks: this.blocks };
            return this.page.next(&mut this.tests, of, slot, context);
        }
        while heap_scan::next(this.scan, slot) {
            if this.tests.is_due {
                this.tests.order();
            }
            if pass(&mut this.tests.early, &mut this.tests.is_due, slot, context) {
                return true;
            }
            executor::check_interrupts();
            executor::forget_row(context);
        }
        false
    }
}
