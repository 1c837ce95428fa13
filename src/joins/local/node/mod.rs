//! The node that builds a filter, or hands it to workers, as PostgreSQL knows it: a custom scan, in a plan and running.

mod build;
mod dsm;
mod explain;
mod receive;
mod shared;
mod taken;

pub use build::{Build, Explained};

use crate::joins::local::description::PlannedKey;
use crate::pg::boundary::guard;
use crate::pg::executor::{self, next_row};
use crate::pg::memory::Memory;
use crate::pg::tree::{Node, make};
use pgrx::pg_sys::{
    self, CustomExecMethods, CustomScan, CustomScanMethods, CustomScanState, List, NodeTag, Plan, PlanState,
};
use std::ffi::{CStr, c_int};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Name of the node, by which a parallel worker finds its methods.
const NAME: &CStr = c"Bloom Screen";

/// The methods of the node in a plan; C only reads them.
struct PlanMethods(CustomScanMethods);
// SAFETY: the name is static and nobody changes the methods.
unsafe impl Sync for PlanMethods {}
static PLAN_METHODS: PlanMethods = PlanMethods(CustomScanMethods {
    CustomName: NAME.as_ptr(),
    CreateCustomScanState: Some(create_custom_scan_state),
});

/// The methods of the running node; C only reads them.
struct ExecMethods(CustomExecMethods);
// SAFETY: as above.
unsafe impl Sync for ExecMethods {}
static METHODS: ExecMethods = ExecMethods(CustomExecMethods {
    CustomName: NAME.as_ptr(),
    BeginCustomScan: Some(begin_custom_scan),
    ExecCustomScan: Some(exec_custom_scan),
    EndCustomScan: Some(end_custom_scan),
    ReScanCustomScan: Some(rescan_custom_scan),
    MarkPosCustomScan: None,
    RestrPosCustomScan: None,
    EstimateDSMCustomScan: Some(dsm::estimate_dsm),
    InitializeDSMCustomScan: Some(dsm::initialize_dsm),
    ReInitializeDSMCustomScan: Some(dsm::reinitialize_dsm),
    InitializeWorkerCustomScan: Some(dsm::initialize_worker),
    ShutdownCustomScan: Some(dsm::shutdown),
    ExplainCustomScan: Some(explain::explain_custom_scan),
});

/// Number of nodes that this process has begun.
static BEGUN: AtomicUsize = AtomicUsize::new(0);

/// Returns the number of nodes that this process has begun, which tells whether a plan has any.
pub fn begun() -> usize {
    BEGUN.load(Ordering::Relaxed)
}

/// Tells the server the methods of the node.
pub fn register() {
    // SAFETY: the methods are static.
    unsafe { pg_sys::RegisterCustomScanMethods(&raw const PLAN_METHODS.0) }
}

/// Returns a node over a plan, which builds the filter of a description or hands it on. The plan has no node of this
/// number yet.
pub fn over(below: Node<'_, Plan>, number: c_int, parallel_aware: bool, description: *mut List) -> *mut Plan {
    // What the node costs cannot be measured beside the hash table.
    let general = Plan {
        type_: NodeTag::T_CustomScan,
        parallel_aware,
        async_capable: false,
        plan_node_id: number,
        // The rows are those of the input, so they are not copied; EXPLAIN resolves their columns by both lists.
        targetlist: make::columns_of(below, pg_sys::INDEX_VAR),
        qual: std::ptr::null_mut(),
        initPlan: std::ptr::null_mut(),
        lefttree: below.as_ptr(),
        righttree: std::ptr::null_mut(),
        extParam: make::copy_of_set(below.extParam),
        allParam: make::copy_of_set(below.allParam),
        ..*below
    };
    let scan = make::node::<CustomScan>();
    scan.scan.plan = general;
    scan.custom_scan_tlist = make::columns_of(below, pg_sys::OUTER_VAR);
    scan.custom_private = description;
    scan.methods = &raw const PLAN_METHODS.0;
    std::ptr::from_mut(scan).cast()
}

/// Returns whether a custom node of a plan is one of these.
pub fn is_own(scan: Node<'_, CustomScan>) -> bool {
    std::ptr::eq(scan.methods, &raw const PLAN_METHODS.0)
}

/// Returns a running node as a node of this kind, if it is one.
///
/// # Safety
/// `node` must be a running node, and nobody else may use the result.
pub unsafe fn running<'a>(node: *mut PlanState) -> Option<&'a mut Build> {
    // SAFETY: a custom node has methods, and those with these methods have this type.
    unsafe {
        let is_own = (*node).type_ == NodeTag::T_CustomScanState
            && std::ptr::eq((*node.cast::<CustomScanState>()).methods, &raw const METHODS.0);
        is_own.then(|| &mut *node.cast::<Build>())
    }
}

/// Returns the next row (`ExecProcNode` of a node that is not active).
unsafe extern "C-unwind" fn pass(node: *mut PlanState) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: the node has a node below it.
    unsafe { next_row((*node).lefttree) }
}

/// The same, as the method that the server asks for.
unsafe extern "C-unwind" fn exec_custom_scan(node: *mut CustomScanState) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: as above.
    unsafe { pass(node.cast()) }
}

/// Creates the state of the node (`CreateCustomScanState`).
unsafe extern "C-unwind" fn create_custom_scan_state(_: *mut pg_sys::CustomScan) -> *mut pg_sys::Node {
    // SAFETY: the node begins with what the server reads, and is completed by `begin_custom_scan`; nothing is on
    // the stack.
    unsafe {
        guard(|| {
            let memory = Memory::of_this_call();
            let mut node = CustomScanState::default();
            node.ss.ps.type_ = NodeTag::T_CustomScanState;
            node.methods = &raw const METHODS.0;
            let place = memory.zeroed::<Build>();
            place.write(Build::new(node, memory));
            place.cast()
        })
    }
}

/// Begins the node, and the one below it (`BeginCustomScan`).
unsafe extern "C-unwind" fn begin_custom_scan(
    node: *mut CustomScanState,
    state: *mut pg_sys::EState,
    flags: c_int,
) {
    // SAFETY: the server calls this with a node that `create_custom_scan_state` made; nothing is on the stack.
    unsafe {
        guard(|| {
            let memory = Memory::of((*state).es_query_cxt);
            let this = &mut *node.cast::<Build>();
            let description = this.description();
            this.describe(&description, PlannedKey::prepare(&description.keys, memory));
            let own = &raw mut (*node).ss.ps;
            (*own).lefttree = pg_sys::ExecInitNode((*(*own).plan).lefttree, state, flags);
            // The rows are those of the node below, in its slots.
            (*own).resultops = pg_sys::ExecGetResultSlotOps((*own).lefttree, &raw mut (*own).resultopsfixed);
            (*own).resultopsset = true;
            (*own).ExecProcNode = Some(pass);
            if flags & pg_sys::EXEC_FLAG_EXPLAIN_ONLY as c_int == 0 {
                BEGUN.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
}

/// Ends the node below (`EndCustomScan`).
unsafe extern "C-unwind" fn end_custom_scan(node: *mut CustomScanState) {
    // SAFETY: the node has a node below it; nothing is on the stack.
    unsafe { guard(|| pg_sys::ExecEndNode((*node).ss.ps.lefttree)) }
}

/// Begins again (`ReScanCustomScan`). A filter in shared memory is emptied before the workers start, and not here,
/// as they may have added keys.
unsafe extern "C-unwind" fn rescan_custom_scan(node: *mut CustomScanState) {
    // SAFETY: the server calls this with a running node; nothing is on the stack.
    unsafe {
        (*node.cast::<Build>()).reset();
        let below = (*node).ss.ps.lefttree;
        if (*below).chgParam.is_null() {
            executor::rescan(below);
        }
    }
}
