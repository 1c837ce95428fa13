//! The start of a query: finds the scans that the nodes of its plan screen.
//!
//! Parallel workers start their part of the plan in the same way. EvalPlanQual does not.

use super::blocks;
use super::cost::{Conditions, TestCost};
use super::description::{PlannedKey, PlannedScan};
use super::key::KeyKind;
use super::keys::Keys;
use super::node::{self, Build, Explained};
use super::partitions;
use super::scan::{Location, Screened, Test, TestedPage, Tests, Window};
use crate::pg::boundary::guard;
use crate::pg::executor::{self, for_each_below};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::stack::check_stack;
use crate::pg::version;
use pgrx::pg_sys::{self, NodeTag, PlanState, QueryDesc};
use std::collections::HashSet;
use std::ffi::c_int;

/// Has the scans of a query test filters, if it has any.
///
/// # Safety
/// `query` must have been started, and not have returned rows. Nothing on the stack, up to the next C function, may
/// need to be dropped.
pub unsafe fn started(query: *mut QueryDesc) {
    // SAFETY: the query was started and has not returned rows; the hook has nothing to drop on the stack.
    unsafe { guard(|| connect(query)) }
}

/// The nodes of a plan that are of interest.
#[derive(Default)]
struct Nodes {
    /// All nodes that were seen. Scans of several partitions may share the plan of a subquery.
    seen: HashSet<*mut PlanState>,
    /// Nodes that build filters, with the Hash or Sort above.
    builds: Vec<(*mut PlanState, *mut PlanState)>,
    /// Nodes that hand filters to workers.
    receivers: Vec<*mut PlanState>,
    scans: Vec<(c_int, *mut PlanState)>,
}

impl Nodes {
    /// Collects the nodes of a plan.
    ///
    /// # Safety
    /// `node` must be a node of a running plan.
    unsafe fn collect(&mut self, node: *mut PlanState) {
        check_stack();
        if !self.seen.insert(node) {
            return;
        }
        // SAFETY: the node is one of a running plan, whose tag says its type.
        unsafe {
            match (*node).type_ {
                NodeTag::T_HashState | NodeTag::T_SortState if node::running((*node).lefttree).is_some() => {
                    self.builds.push(((*node).lefttree, node));
                }
                NodeTag::T_CustomScanState if node::running(node).is_some_and(|build| build.receives) => {
                    self.receivers.push(node);
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
    // SAFETY: the query was started, and its nodes are in its memory.
    unsafe {
        let memory = Memory::of((*(*query).estate).es_query_cxt);
        let mut nodes = Nodes::default();
        nodes.collect((*query).planstate);
        nodes.scans.sort_unstable();
        for (node, hash) in &nodes.builds {
            let Some(build) = node::running(*node) else { continue };
            // All processes add their part to a filter in shared memory, whether they have a scan or not.
            let mut is_used = (*(**node).plan).parallel_aware;
            let description = build.description();
            let inner = (**node).lefttree;
            if (0..description.keys.len()).any(|key| description.uses_key(key)) {
                let rows = (*inner).ps_ResultTupleDesc;
                let keeps = |key| description.uses_key(key);
                let keeps_hashes = description.scans.iter().any(PlannedScan::skips_groups);
                build.keys_kept = Some(Keys::new((&description.keys, keeps_hashes), keeps, rows, memory));
            }
            let known = partitions::prepare(&description, build, inner);
            let mut with_blocks = List::with_capacity(memory, 0);
            for planned in &description.scans {
                if planned.receiver != 0 {
                    is_used = true;
                    continue;
                }
                let Some(scan) = nodes.scan(planned.node) else { continue };
                if screen(scan, build, planned, memory) {
                    is_used = true;
                    partitions::connect(scan, known, (&description.partitions, planned), memory);
                    if let Some(screened) = Screened::of(scan)
                        && let Some(blocks) =
                            blocks::connect(scan, &mut screened.blocks, build, planned, memory)
                    {
                        with_blocks.push(blocks);
                    }
                } else if planned.whole_groups {
                    build.has_missed.set(true);
                }
            }
            if !with_blocks.is_empty() {
                let scans = memory.put(blocks::Scans { build, scans: with_blocks });
                build.explained.push(scans.as_ptr().cast_const() as *const dyn Explained);
            }
            if is_used {
                build.activate(*hash);
            }
        }
        for node in &nodes.receivers {
            let Some(receiver) = node::running(*node) else { continue };
            let description = receiver.description();
            let is_source =
                |(node, _): &&(*mut PlanState, _)| (*(**node).plan).plan_node_id == description.source;
            let source = nodes.builds.iter().find(is_source);
            receiver.receive_from(source.map_or(std::ptr::null(), |(node, _)| node.cast_const().cast()));
            for planned in &description.scans {
                if let Some(scan) = nodes.scan(planned.node)
                    && !screen(scan, receiver, planned, memory)
                    && planned.whole_groups
                {
                    receiver.has_missed.set(true);
                }
            }
        }
    }
}

/// Has a scan test a filter; returns false if it cannot.
///
/// # Safety
/// As for [`connect`]; `scan` must be a node of the plan, in the memory of the query.
unsafe fn screen(scan: *mut PlanState, build: &mut Build, planned: &PlannedScan, memory: Memory) -> bool {
    // SAFETY: `collect` took only scans of tables, which begin with `ScanState`.
    unsafe {
        let relation = (*scan.cast::<pg_sys::ScanState>()).ss_currentRelation;
        let descriptor = if planned.of_table { (*relation).rd_att } else { (*scan).ps_ResultTupleDesc };
        let Some(toasted) = toasted(&planned.keys, descriptor) else { return false };
        let keys = PlannedKey::prepare(&planned.keys, memory);
        let at = Location::of(&keys, descriptor, memory);
        // A value that is stored elsewhere or compressed passes untested, unless groups have to stay whole: then it is
        // fetched, one at a time.
        let (toasted, has_toasted) = if planned.whole_groups { (0, toasted != 0) } else { (toasted, false) };
        let may_be_early = planned.of_table && planned.early && !has_toasted;
        let always = build.always || planned.whole_groups;
        let columns = version::attributes(descriptor);
        let costs = planned.costs;
        let steps_to_keys = || keys.iter().map(|key| steps(columns, key.column as usize));
        let steps_to_last = steps_to_keys().max().unwrap_or(0);
        let mut unpacked = std::ptr::null_mut();
        if may_be_early && steps_to_keys().sum::<usize>() > steps_to_last {
            unpacked = memory.within(|| executor::slot_of_tuples((*scan).state, descriptor));
        }
        let cost = TestCost::new(&keys, steps_to_last, costs.width, costs.joins);
        let mut window = Window::new(always, cost.is_expensive());
        let screened = match Screened::of(scan) {
            Some(screened) => screened,
            None => {
                let new = memory.zeroed::<Screened>();
                let empty = || List::with_capacity(memory, 0);
                let tests = Tests { early: empty(), late: empty(), conditions: None, is_due: false };
                new.write(Screened::new((*scan).ExecProcNodeReal, tests, TestedPage::new()));
                Screened::attach(scan, new);
                &mut *new
            }
        };
        let mut is_early = may_be_early;
        if may_be_early && !build.always && costs.operators > 0 {
            let before = steps(columns, costs.last_column as usize);
            let conditions = Conditions::new(costs.operators as f32, before, costs.kept);
            is_early = conditions.come_after(cost, 0.0);
            if !conditions.always_come_after(cost) {
                screened.tests.conditions.get_or_insert(conditions);
            }
        }
        window.set_most_passing(is_early, cost.most_passing(is_early));
        let whole_groups = planned.whole_groups;
        let test = Test {
            build,
            keys,
            toasted,
            whole_groups,
            window,
            cost,
            may_be_early,
            at,
            is_on: false,
            unpacked,
        };
        let tests = if is_early { &mut screened.tests.early } else { &mut screened.tests.late };
        tests.push(test);
        true
    }
}

/// Returns the number of columns that are stepped over to find a column: none if those before have fixed lengths.
fn steps(columns: &[pg_sys::FormData_pg_attribute], number: usize) -> usize {
    let before = columns.get(..number.saturating_sub(1)).unwrap_or_default();
    if before.iter().all(|column| column.attlen > 0) { 0 } else { before.len() }
}

/// Returns the bits of the keys that are of variable length; `None` if a column is not what the plan says.
///
/// # Safety
/// `descriptor` must describe the rows that have the keys.
unsafe fn toasted(keys: &[PlannedKey], descriptor: pg_sys::TupleDesc) -> Option<u64> {
    // SAFETY: the descriptor is that of an open table, or of the rows that the scan returns.
    let columns = unsafe { version::attributes(descriptor) };
    let mut toasted = 0;
    for (place, key) in keys.iter().enumerate() {
        let kind = KeyKind::of(key.operator, key.function);
        let column = columns.get(usize::try_from(key.column - 1).ok()?)?;
        if column.attisdropped || kind.width().is_some_and(|width| width != column.attlen) {
            return None;
        }
        toasted |= u64::from(column.attlen == -1) << place;
    }
    Some(toasted)
}
