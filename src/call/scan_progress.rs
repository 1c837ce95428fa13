//! Progress of the scan below an aggregate, from which the number of all rows is estimated.
//!
//! The planner's number of rows is a guess if a table was never analyzed or if the planner does not understand a
//! condition. A sequential scan knows more: how many of its pages it has read.
//!
//! The unsafe functions take nodes of a running plan, or null.

use pgrx::pg_sys::{self, NodeTag};
use std::ffi::c_int;

/// Returns the fraction of its rows that a plan has returned so far, above 0 and below 1: the fraction of its pages
/// that it has read. `None` if that is unknown, or if all pages are read before the first row, as below a sort.
pub(super) unsafe fn scanned(node: *const pg_sys::PlanState) -> Option<f64> {
    // SAFETY: the caller guarantees it.
    let Pages { read, all } = unsafe { Pages::of(node) }?;
    (read >= LEAST_PAGES && read < all).then(|| read / all)
}

/// Least number of pages to have been read: fewer pages say too little about the others.
const LEAST_PAGES: f64 = 2.0;

/// Number of table pages that a plan has read, and of all pages that it will read.
struct Pages {
    read: f64,
    all: f64,
}

impl Pages {
    /// Counts the pages of a plan that returns rows as it reads them, and about as many for each page.
    unsafe fn of(node: *const pg_sys::PlanState) -> Option<Self> {
        // SAFETY: the caller guarantees a node; its tag says which node it is.
        unsafe {
            let state = node.as_ref()?;
            match state.type_ {
                NodeTag::T_SeqScanState => Self::of_scan(&*node.cast()),
                NodeTag::T_SubqueryScanState => Self::of((*node.cast::<pg_sys::SubqueryScanState>()).subplan),
                NodeTag::T_ResultState | NodeTag::T_ProjectSetState | NodeTag::T_GatherState => {
                    Self::of(state.lefttree)
                }
                NodeTag::T_AppendState => Self::of_append(&*node.cast()),
                _ => None,
            }
        }
    }

    unsafe fn of_scan(scan: &pg_sys::SeqScanState) -> Option<Self> {
        // SAFETY: the caller guarantees it; a scan of a heap table has a `HeapScanDescData`.
        unsafe {
            let relation = scan.ss.ss_currentRelation.as_ref()?;
            if !std::ptr::eq(relation.rd_tableam, pg_sys::GetHeapamTableAmRoutine()) {
                return None;
            }
            let Some(at) = scan.ss.ss_currentScanDesc.cast::<pg_sys::HeapScanDescData>().as_ref() else {
                return Some(Self { read: 0.0, all: pages_of(scan.ss.ss_currentRelation) });
            };
            if let Some(shared) =
                at.rs_base.rs_parallel.cast::<pg_sys::ParallelBlockTableScanDescData>().as_ref()
            {
                // This counts the pages of all processes. Others may change it meanwhile; any of its values is good.
                let read = std::ptr::addr_of!(shared.phs_nallocated.value).read_volatile();
                return Some(Self { read: read as f64, all: f64::from(shared.phs_nblocks) });
            }
            if !at.rs_inited || at.rs_cblock >= at.rs_nblocks {
                return None; // the scan has not begun or is at its end
            }
            // A synchronized scan may begin at any page.
            let past = (at.rs_cblock + at.rs_nblocks - at.rs_startblock % at.rs_nblocks) % at.rs_nblocks;
            let of_page = (f64::from(at.rs_cindex) + 1.0) / f64::from(at.rs_ntuples).max(1.0);
            Some(Self { read: f64::from(past) + of_page.clamp(0.0, 1.0), all: f64::from(at.rs_nblocks) })
        }
    }

    /// Counts the pages of plans that run one after another, such as scans of partitions.
    unsafe fn of_append(append: &pg_sys::AppendState) -> Option<Self> {
        if !append.as_pstate.is_null() || append.as_nasyncplans > 0 || !append.as_prune_state.is_null() {
            return None; // the plans do not run in order, or not all of them run
        }
        let mut sum = Self { read: 0.0, all: 0.0 };
        for number in 0..append.as_nplans {
            // SAFETY: the caller guarantees the node, which has `as_nplans` plans.
            let plan = unsafe { *append.appendplans.add(number as usize) };
            // SAFETY: this is a node below a running one.
            let pages = unsafe {
                if number == append.as_whichplan { Self::of(plan)? } else { Self::of_whole(plan)? }
            };
            sum.all += pages.all;
            sum.read += match number.cmp(&append.as_whichplan) {
                std::cmp::Ordering::Less => pages.all,
                std::cmp::Ordering::Equal => pages.read,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
        Some(sum)
    }

    /// Counts the pages of a scan that has not begun or is at its end.
    unsafe fn of_whole(node: *const pg_sys::PlanState) -> Option<Self> {
        // SAFETY: the caller guarantees a node; its tag says which node it is.
        unsafe {
            match node.as_ref()?.type_ {
                NodeTag::T_SeqScanState => {
                    let relation = (*node.cast::<pg_sys::SeqScanState>()).ss.ss_currentRelation;
                    Some(Self { read: 0.0, all: pages_of(relation) })
                }
                NodeTag::T_ResultState => Self::of_whole((*node).lefttree),
                _ => None,
            }
        }
    }
}

/// Returns the number of pages of a table.
///
/// # Safety
/// `relation` must be open.
unsafe fn pages_of(relation: pg_sys::Relation) -> f64 {
    const MAIN: c_int = pg_sys::ForkNumber::MAIN_FORKNUM;
    // SAFETY: the caller guarantees it.
    f64::from(unsafe { pg_sys::RelationGetNumberOfBlocksInFork(relation, MAIN) })
}
