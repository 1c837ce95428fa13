//! The start of a query: finds the scans that the nodes of its plan screen.
//!
//! Parallel workers start their part of the plan in the same way. EvalPlanQual does not.

use super::build::Build;
use super::description::{self, PlannedScan};
use super::key::{self, NUMBERS};
use super::location::Location;
use super::node::{self, BEGUN};
use super::page::Page;
use super::probe::Test;
use super::scan::Screened;
use super::window::Window;
use crate::pg::boundary::guard;
use crate::pg::catalog::check_stack;
use crate::pg::executor::for_each_below;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::version;
use pgrx::pg_sys::{self, NodeTag, PlanState, QueryDesc};
use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

unsafe extern "C-unwind" {
    // The bindings of pgrx catch errors, which costs time.
    fn standard_ExecutorStart(query: *mut QueryDesc, flags: c_int);
}

/// The hook that was there before.
static PREVIOUS: OnceLock<pg_sys::ExecutorStart_hook_type> = OnceLock::new();

/// Puts a hook before the executor.
pub fn install() {
    // SAFETY: a library is loaded by one thread, and never unloaded.
    unsafe {
        if PREVIOUS.set(pg_sys::ExecutorStart_hook).is_ok() {
            pg_sys::ExecutorStart_hook = Some(start);
        }
    }
}

/// Starts a query (`ExecutorStart`).
unsafe extern "C-unwind" fn start(query: *mut QueryDesc, flags: c_int) {
    let before = BEGUN.load(Ordering::Relaxed);
    // SAFETY: the server calls this with a query to start; nothing on the stack needs to be dropped.
    unsafe {
        match PREVIOUS.get().copied().flatten() {
            Some(previous) => previous(query, flags),
            None => standard_ExecutorStart(query, flags),
        }
        if BEGUN.load(Ordering::Relaxed) != before && !(*query).planstate.is_null() {
            guard(|| connect(query));
        }
    }
}

/// The nodes of a plan that are of interest.
#[derive(Default)]
struct Nodes {
    /// Nodes that build filters, with the Hash node above.
    builds: Vec<(*mut PlanState, *mut PlanState)>,
    scans: Vec<(c_int, *mut PlanState)>,
}

impl Nodes {
    /// Collects the nodes of a plan.
    ///
    /// # Safety
    /// `node` must be a node of a running plan.
    unsafe fn collect(&mut self, node: *mut PlanState) {
        check_stack();
        // SAFETY: the caller guarantees the node.
        unsafe {
            match (*node).type_ {
                NodeTag::T_HashState if node::running((*node).lefttree).is_some() => {
                    self.builds.push(((*node).lefttree, node));
                }
                NodeTag::T_SeqScanState
                | NodeTag::T_IndexScanState
                | NodeTag::T_IndexOnlyScanState
                | NodeTag::T_BitmapHeapScanState
                | NodeTag::T_SampleScanState
                | NodeTag::T_TidScanState
                | NodeTag::T_TidRangeScanState => self.scans.push(((*(*node).plan).plan_node_id, node)),
                _ => {}
            }
            let mut below = Vec::new();
            for_each_below(node, &mut |node| below.push(node));
            below.into_iter().for_each(|node| self.collect(node));
        }
    }

    /// Returns the scan of that number. It may be missing, if its partition is pruned when the query starts.
    fn scan(&self, number: c_int) -> Option<*mut PlanState> {
        let place = self.scans.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.scans.get(place)?.1)
    }
}

/// Has the scans of a plan test the filters that its nodes build.
///
/// # Safety
/// `query` must have been started, and not have returned rows.
unsafe fn connect(query: *mut QueryDesc) {
    // SAFETY: the caller guarantees the query, whose memory its nodes are in.
    unsafe {
        let memory = Memory::of((*(*query).estate).es_query_cxt);
        let mut nodes = Nodes::default();
        nodes.collect((*query).planstate);
        nodes.scans.sort_unstable();
        for (node, hash) in &nodes.builds {
            let Some(build) = node::running(*node) else { continue };
            // All processes add their part to a filter in shared memory, whether they have a scan or not.
            let mut is_used = (*(**node).plan).parallel_aware;
            for planned in description::scans(build.description()) {
                if let Some(scan) = nodes.scan(planned.node)
                    && screen(scan, build, &planned, memory)
                {
                    is_used = true;
                }
            }
            if is_used {
                build.activate(*hash);
            }
        }
    }
}

/// Has a scan test a filter; returns false if it cannot.
///
/// # Safety
/// As for [`connect`]; `scan` must be a node of the plan, in the memory of the query.
unsafe fn screen(scan: *mut PlanState, build: &mut Build, planned: &PlannedScan, memory: Memory) -> bool {
    // SAFETY: the caller guarantees the nodes; scans of tables begin with `ScanState`.
    unsafe {
        let relation = (*scan.cast::<pg_sys::ScanState>()).ss_currentRelation;
        let descriptor = if planned.of_table { (*relation).rd_att } else { (*scan).ps_ResultTupleDesc };
        let Some(toasted) = toasted(&planned.keys, descriptor) else { return false };
        let keys = key::read_all(&planned.keys, memory);
        let at = Location::of(&keys, descriptor, memory);
        let early = planned.of_table && planned.early;
        let window = Window::new(build.always, early);
        let test = Test { build, keys, toasted, window, at, is_on: false };
        let screened = match Screened::of(scan) {
            Some(screened) => screened,
            None => {
                let new = memory.zeroed::<Screened>();
                let tests = || List::with_capacity(memory, 0);
                new.write(Screened::new((*scan).ExecProcNodeReal, tests(), tests(), Page::new()));
                Screened::attach(scan, new);
                &mut *new
            }
        };
        if early {
            screened.early.push(test)
        } else {
            screened.late.push(test)
        }
        true
    }
}

/// Returns the bits of the keys that are of variable length; `None` if a column is not what the plan says.
///
/// # Safety
/// `descriptor` must describe the rows that have the keys.
unsafe fn toasted(keys: &[[i32; NUMBERS]], descriptor: pg_sys::TupleDesc) -> Option<u64> {
    // SAFETY: the caller guarantees the descriptor.
    let columns = unsafe { version::attributes(descriptor) };
    let mut toasted = 0;
    for (place, description) in keys.iter().enumerate() {
        let (number, kind) = key::column_and_kind(*description);
        let column = columns.get(usize::try_from(number - 1).ok()?)?;
        if column.attisdropped || kind.width().is_some_and(|width| width != column.attlen) {
            return None;
        }
        toasted |= u64::from(column.attlen == -1) << place;
    }
    Some(toasted)
}
