//! The scan as PostgreSQL knows it: a custom scan, in a plan and running.

mod explain;
mod leaf;
mod values;

use super::indexes;
use crate::pg::boundary::guard;
use crate::pg::executor;
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::index_pages::PAGE_LEN;
use crate::pg::list::List;
use crate::pg::memory::{Memory, hash_memory_limit};
use crate::pg::tree::{Oids, root};
use crate::skip::index::copied::{Copied, Copying};
use crate::skip::index::leaves::Leaf;
use crate::skip::index::probe::Probes;
use leaf::OpenLeaf;
use pgrx::pg_sys::{
    self, CustomExecMethods, CustomScan, CustomScanMethods, CustomScanState, EState, NodeTag, Oid, Relation,
    ScanState, TupleTableSlot,
};
use std::ffi::{CStr, c_int};
use values::Values;

/// Number of times that filters are probed where they are before they are copied.
pub const DIRECT_PROBES: usize = 3;

/// Name of the node.
pub const NAME: &CStr = c"Bloom Skip";

// The bindings of pgrx catch errors, which costs time for each row.
unsafe extern "C-unwind" {
    fn ExecScan(
        node: *mut ScanState,
        access: unsafe extern "C-unwind" fn(*mut ScanState) -> *mut TupleTableSlot,
        recheck: unsafe extern "C-unwind" fn(*mut ScanState, *mut TupleTableSlot) -> bool,
    ) -> *mut TupleTableSlot;
    fn ExecScanReScan(node: *mut ScanState);
}

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
    EstimateDSMCustomScan: None,
    InitializeDSMCustomScan: None,
    ReInitializeDSMCustomScan: None,
    InitializeWorkerCustomScan: None,
    ShutdownCustomScan: None,
    ExplainCustomScan: Some(explain::explain_custom_scan),
});

pub fn plan_methods() -> *const CustomScanMethods {
    &raw const PLAN_METHODS.0
}

/// Tells the server the methods of the node.
pub fn register() {
    // SAFETY: the methods are static.
    unsafe { pg_sys::RegisterCustomScanMethods(plan_methods()) }
}

/// The running node. It begins with what the server knows of it.
#[repr(C)]
struct SkipScan {
    node: CustomScanState,
    /// `None` if the plan is only shown.
    run: *mut Run,
}

/// What the node has while it runs.
struct Run {
    table: Relation,
    memory: Memory,
    /// Number of the columns up to the last one that the query needs.
    columns: usize,
    values: Values,
    partitions: List<Partition>,
    /// The current partition; their number at the end.
    at: usize,
    /// Whether the values are those of the current outer row.
    is_ready: bool,
    /// Whether the current partition is being read.
    is_reading: bool,
    /// Of the current partition: values that it may have, and the next one that it is searched for.
    wanted: List<usize>,
    next_value: usize,
    /// Whether no number that depends on the index may be shown.
    hides: bool,
    /// Number of times that values were evaluated, and memory for copies of filters.
    turns: u32,
    room: usize,
    /// Numbers of partitions that were read, and that could have been.
    read: u64,
    considered: u64,
}

/// A partition of the table.
#[derive(Clone, Copy)]
struct Partition {
    table: Oid,
    /// Its leaf index.
    index: Option<Oid>,
    /// The relation, if it was opened when the node began.
    held: Relation,
    leaf: *mut OpenLeaf,
    /// A copy of its filter, for statements that probe it several times.
    copied: Option<Copied>,
    /// Whether it may have any value, as far as the index can say.
    is_maybe: bool,
}

impl SkipScan {
    /// Returns the plan of the node.
    unsafe fn plan<'a>(&self) -> &'a CustomScan {
        // SAFETY: the plan outlives the node.
        unsafe { &*self.node.ss.ps.plan.cast::<CustomScan>() }
    }
}

/// The lists that a plan carries: the table and the index; whether partitions may be changed; the partitions.
struct Description {
    table: Oid,
    index: Oid,
    may_change: bool,
    leaves: *mut pg_sys::List,
}

impl Description {
    /// # Safety
    /// It must be a node of ours.
    unsafe fn of(plan: &CustomScan) -> Self {
        // SAFETY: these are the lists that `plan` has made.
        unsafe {
            let list = |number| pg_sys::list_nth(plan.custom_private, number).cast::<pg_sys::List>();
            Self {
                table: pg_sys::list_nth_oid(list(0), 0),
                index: pg_sys::list_nth_oid(list(0), 1),
                may_change: pg_sys::list_nth_int(list(1), 0) != 0,
                leaves: list(2),
            }
        }
    }
}

/// Creates the state of the node (`CreateCustomScanState`).
unsafe extern "C-unwind" fn create_custom_scan_state(_: *mut CustomScan) -> *mut pg_sys::Node {
    // SAFETY: the node begins with what the server reads; nothing is on the stack.
    unsafe {
        guard(|| {
            let mut node = CustomScanState::default();
            node.ss.ps.type_ = NodeTag::T_CustomScanState;
            node.methods = &raw const METHODS.0;
            let scan = SkipScan { node, run: std::ptr::null_mut() };
            Memory::of_this_call().put(scan).as_ptr().cast()
        })
    }
}

/// Begins the node (`BeginCustomScan`).
unsafe extern "C-unwind" fn begin_custom_scan(node: *mut CustomScanState, state: *mut EState, flags: c_int) {
    // SAFETY: the server calls this with a node that `create_custom_scan_state` made; nothing is on the stack.
    unsafe {
        guard(|| {
            if flags & pg_sys::EXEC_FLAG_EXPLAIN_ONLY as c_int != 0 {
                return;
            }
            let this = &mut *node.cast::<SkipScan>();
            let memory = Memory::of((*state).es_query_cxt);
            let description = Description::of(this.plan());
            let leaves = Oids::of(description.leaves).iter();
            let leaves = indexes::leaf_indexes(description.index, description.table, leaves, memory);
            let opens_all = description.may_change || may_be_changed_between();
            let mut partitions = List::with_capacity(memory, leaves.len());
            for Leaf { table, index } in leaves.iter().copied() {
                let held = if opens_all {
                    pg_sys::table_open(table, pg_sys::NoLock as i32)
                } else {
                    std::ptr::null_mut()
                };
                let is_maybe = index.is_none();
                let leaf = std::ptr::null_mut();
                partitions.push(Partition { table, index, held, leaf, copied: None, is_maybe });
            }
            let run = Run {
                table: this.node.ss.ss_currentRelation,
                memory,
                columns: needed_columns(&this.node.ss, this.plan()),
                values: Values::begin(node, description.index, memory),
                partitions,
                at: 0,
                is_ready: false,
                is_reading: false,
                wanted: List::with_capacity(memory, 0),
                next_value: 0,
                hides: (*state).es_instrument != 0
                    && root((*state).es_plannedstmt).is_none_or(|statement| HiddenRows::of(statement).any()),
                turns: 0,
                room: hash_memory_limit(),
                read: 0,
                considered: 0,
            };
            this.run = memory.put(run).as_ptr();
        });
    }
}

/// Returns the number of the table's columns up to the last one that is needed: all if rows are returned as they are.
///
/// # Safety
/// The node must be one that begins.
unsafe fn needed_columns(node: &ScanState, plan: &CustomScan) -> usize {
    // SAFETY: the caller guarantees the node; the set is new.
    unsafe {
        let all = (*(*node.ss_ScanTupleSlot).tts_tupleDescriptor).natts as usize;
        let mut columns = std::ptr::null_mut();
        for expressions in [plan.scan.plan.targetlist, plan.scan.plan.qual] {
            pg_sys::pull_varattnos(expressions.cast(), plan.scan.scanrelid, &raw mut columns);
        }
        let place = |column: i32| column - pg_sys::FirstLowInvalidHeapAttributeNumber;
        if node.ps.ps_ProjInfo.is_null() || pg_sys::bms_is_member(place(0), columns) {
            return all;
        }
        (1..=all).rev().find(|column| pg_sys::bms_is_member(place(*column as i32), columns)).unwrap_or(0)
    }
}

/// Returns whether other statements of the session may run before this one ends, or have changed partitions: then
/// all are opened at once, so that the server refuses to truncate or drop them.
fn may_be_changed_between() -> bool {
    // SAFETY: these read the state of the session.
    unsafe {
        // That of EXECUTE has a name, but runs to its end; it is not shown in `pg_cursors`.
        let is_cursor =
            pg_sys::ActivePortal.as_ref().is_some_and(|portal| portal.visible && *portal.name != 0);
        is_cursor || pg_sys::GetTopTransactionIdIfAny() != pg_sys::InvalidTransactionId
    }
}

/// Returns the next row (`ExecCustomScan`).
unsafe extern "C-unwind" fn exec_custom_scan(node: *mut CustomScanState) -> *mut TupleTableSlot {
    // SAFETY: the server calls this with a running node.
    unsafe {
        let row = ExecScan(&raw mut (*node).ss, next, recheck);
        // Rows that the conditions remove are of partitions that the index has chosen.
        if let (Some(run), Some(counters)) =
            ((*node.cast::<SkipScan>()).run.as_ref(), (*node).ss.ps.instrument.as_mut())
            && run.hides
        {
            counters.nfiltered1 = 0.0;
        }
        row
    }
}

/// Returns whether a row that is checked again meets the conditions of the index: they are among the others.
unsafe extern "C-unwind" fn recheck(_: *mut ScanState, _: *mut TupleTableSlot) -> bool {
    true
}

/// Fetches the next row of the partitions that may have a value.
unsafe extern "C-unwind" fn next(node: *mut ScanState) -> *mut TupleTableSlot {
    // SAFETY: the node is running; nothing on the stack needs to be dropped.
    unsafe {
        let output = (*node).ss_ScanTupleSlot;
        let Some(run) = (*node.cast::<SkipScan>()).run.as_mut() else { return executor::clear(output) };
        loop {
            if !run.is_reading && !guard(|| run.advance(node)) {
                (*node).ss_currentRelation = run.table;
                return executor::clear(output);
            }
            let Some(leaf) = run.partitions.get(run.at).and_then(|partition| partition.leaf.as_mut()) else {
                return executor::clear(output);
            };
            if leaf.fetch(output, run.columns) {
                return output;
            }
            run.is_reading = false;
            executor::check_interrupts();
        }
    }
}

impl Run {
    /// Begins to read the next partition, or the same one for the next value. Returns false at the end.
    unsafe fn advance(&mut self, node: *mut ScanState) -> bool {
        // SAFETY: the node is running.
        unsafe {
            if !self.is_ready {
                self.values.evaluate((*node).ps.ps_ExprContext);
                self.is_ready = true;
                self.considered += self.partitions.len() as u64;
                self.turns = self.turns.saturating_add(1);
                self.wanted.retain(|_| false);
                self.next_value = 0;
                self.at = usize::MAX;
            }
            if let Some(value) = self.wanted.get(self.next_value) {
                let place = *value;
                self.next_value += 1;
                if let Some(leaf) = self.leaf() {
                    leaf.search(self.values.sought(place), (*node).ps.state);
                    self.is_reading = true;
                    return true;
                }
            }
            let probes = Probes::begin();
            loop {
                self.at = self.at.wrapping_add(1);
                self.skip_by_copies();
                executor::check_interrupts();
                if self.at >= self.partitions.len() {
                    self.at = self.partitions.len();
                    return false;
                }
                self.probe(&probes);
                if !self.wanted.is_empty() {
                    break;
                }
            }
            self.read += 1;
            self.next_value = 0;
            self.open(node);
            if self.values.is_by_index() && self.leaf().is_some_and(|leaf| leaf.has_index()) {
                return self.advance(node);
            }
            self.next_value = self.wanted.len();
            if let Some(leaf) = self.leaf() {
                leaf.read_all(&self.values, (*node).ps.state);
            }
            self.is_reading = true;
            true
        }
    }

    fn leaf(&mut self) -> Option<&'static mut OpenLeaf> {
        // SAFETY: a leaf lives as long as the query.
        self.partitions.get(self.at).and_then(|partition| unsafe { partition.leaf.as_mut() })
    }

    /// Returns how often a partition was or is now to be probed.
    fn probe_count(&self) -> usize {
        (self.turns as usize).saturating_mul(self.values.len())
    }

    /// Finds which values the current partition may have.
    fn probe(&mut self, probes: &Probes) {
        self.wanted.retain(|_| false);
        if self.values.are_unknown() {
            self.wanted.push(0);
            return;
        }
        if self.probe_count() > DIRECT_PROBES {
            self.copy(probes);
        }
        let partition = self.partitions[self.at];
        for place in 0..self.values.len() {
            // SAFETY: nothing on the stack needs to be dropped.
            unsafe { executor::check_interrupts() }
            let sought = self.values.sought(place);
            let may_contain = match (partition.copied, partition.index) {
                // SAFETY: a copy lives as long as the query.
                (Some(copied), _) => unsafe { copied.may_contain(&sought.probe) },
                (None, Some(index)) if !partition.is_maybe => {
                    probes.may_contain(partition.table, index, sought.hash)
                }
                _ => true,
            };
            if may_contain {
                self.wanted.push(place);
            }
        }
    }

    /// Goes on to the next partition whose filter was not copied, or may have the only value.
    fn skip_by_copies(&mut self) {
        let [sought] = self.values.all() else { return };
        let partitions = self.partitions.get(self.at..).unwrap_or_default();
        // SAFETY: a copy lives as long as the query.
        let may_contain = |copied: Copied| unsafe { copied.may_contain(&sought.probe) };
        let next = partitions.iter().position(|partition| partition.copied.is_none_or(may_contain));
        self.at += next.unwrap_or(partitions.len());
    }

    /// Copies the filter of the current partition, unless it was probed less often than it has pages.
    fn copy(&mut self, probes: &Probes) {
        let count = self.probe_count();
        let partition = &mut self.partitions[self.at];
        let (None, false, Some(index)) = (partition.copied, partition.is_maybe, partition.index) else {
            return;
        };
        let most = self.room.min(count.saturating_mul(PAGE_LEN));
        match probes.copy(partition.table, index, self.memory, most) {
            Copying::Copied(copied) => {
                self.room -= copied.len();
                partition.copied = Some(copied);
            }
            Copying::Maybe => partition.is_maybe = true,
            Copying::TooLarge => {}
        }
    }

    /// Opens the current partition.
    unsafe fn open(&mut self, node: *mut ScanState) {
        let partition = &mut self.partitions[self.at];
        // SAFETY: the partition is locked; the node is running.
        unsafe {
            if partition.leaf.is_null() {
                let leaf = OpenLeaf::open(partition, self.table, &self.values, self.memory);
                partition.leaf = self.memory.put(leaf).as_ptr();
            }
            if let Some(leaf) = partition.leaf.as_ref() {
                // What is out of date is found again for the next statement.
                if !leaf.is_probed() {
                    indexes::forget(self.values.index());
                }
                (*node).ss_currentRelation = leaf.relation();
            }
        }
    }
}

/// Ends the node (`EndCustomScan`).
unsafe extern "C-unwind" fn end_custom_scan(node: *mut CustomScanState) {
    // SAFETY: the server calls this with a node of ours; nothing is on the stack.
    unsafe {
        guard(|| {
            let Some(run) = (*node.cast::<SkipScan>()).run.as_mut() else { return };
            (*node).ss.ss_currentRelation = run.table;
            for partition in run.partitions.iter() {
                if let Some(leaf) = partition.leaf.as_mut() {
                    leaf.close();
                }
                if !partition.held.is_null() {
                    pg_sys::table_close(partition.held, pg_sys::NoLock as i32);
                }
            }
        });
    }
}

/// Begins again (`ReScanCustomScan`).
unsafe extern "C-unwind" fn rescan_custom_scan(node: *mut CustomScanState) {
    // SAFETY: the server calls this with a node of ours; nothing is on the stack.
    unsafe {
        if let Some(run) = (*node.cast::<SkipScan>()).run.as_mut() {
            if let Some(leaf) = run.leaf() {
                leaf.forget_row();
            }
            (run.is_ready, run.is_reading) = (false, false);
            (*node).ss.ss_currentRelation = run.table;
        }
        ExecScanReScan(&raw mut (*node).ss);
    }
}
