//! The scan of a partition, which is not begun if none of its rows can have a partner.
//!
//! The gate stands before the function by which the executor fetches a row of the node, and before what counts its
//! rows: a scan that is not begun says *never executed* in EXPLAIN.

use super::Partitions;
use super::index::LeafIndex;
use crate::joins::local::keys::events;
use crate::joins::local::scan::Screened;
use crate::pg::boundary::guard;
use crate::pg::executor;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use pgrx::pg_sys::{self, ExecProcNodeMtd, NodeTag, PlanState};

/// A scan of a partition.
pub struct Leaf {
    node: *mut PlanState,
    /// What the executor would call for the next row.
    next: ExecProcNodeMtd,
    /// The number of [`events()`] when it was last decided whether the scan is needed.
    decided: u64,
    is_dead: bool,
    reasons: List<Reason>,
}

/// What may tell that the partition has none of the keys of a join.
pub struct Reason {
    partitions: *mut Partitions,
    /// Whether groups of rows of the scan have to stay whole.
    whole_groups: bool,
    by: By,
}

pub enum By {
    /// The bounds of this partition, which has the scan or is above it: their number, and that of the partition.
    Bounds(usize, usize),
    Index(LeafIndex),
}

impl Leaf {
    /// Puts a gate before a scan, unless it has one, and returns it.
    ///
    /// # Safety
    /// `node` must be a scan that is screened and has not begun; `memory` must be that of its query.
    pub unsafe fn of<'a>(node: *mut PlanState, memory: Memory) -> Option<&'a mut Self> {
        // SAFETY: the caller guarantees the node.
        unsafe {
            let screened = Screened::of(node)?;
            if screened.gate.is_null() {
                let reasons = List::with_capacity(memory, 2);
                let next = (*node).ExecProcNode;
                let new = memory.put(Self { node, next, decided: 0, is_dead: false, reasons });
                screened.gate = new.as_ptr().cast();
                (*node).ExecProcNode = Some(gate);
            }
            screened.gate.cast::<Self>().as_mut()
        }
    }

    /// Adds what may tell that the scan is not needed.
    pub fn add(&mut self, partitions: *mut Partitions, whole_groups: bool, by: By) {
        self.reasons.push(Reason { partitions, whole_groups, by });
    }

    /// Decides whether the scan is needed.
    ///
    /// A scan that is not needed asks anew each time: keys that a parameter changes are stale before the join has
    /// read the new ones. One that is needed may stay so; it asks again when this process knows other keys.
    ///
    /// # Safety
    /// The query must run.
    #[cold]
    unsafe fn decide(&mut self) {
        self.decided = events();
        // SAFETY: the nodes live as long as the query.
        let place = unsafe {
            let snapshot = (*(*self.node).state).es_snapshot;
            let relation = (*self.node.cast::<pg_sys::ScanState>()).ss_currentRelation;
            self.reasons.iter_mut().position(|reason| reason.holds(relation, snapshot))
        };
        self.is_dead = place.is_some();
        if let Some(place) = place {
            self.tell(place);
        }
    }

    /// Notes for EXPLAIN why the scan is not needed, where the server adds up what all processes count. A node that
    /// was never executed does not show this number.
    fn tell(&self, reason: usize) {
        // SAFETY: the node has counters if EXPLAIN ANALYZE or an extension asked for them.
        unsafe {
            if let Some(note) = self.note().as_mut()
                && *note == 0.0
            {
                *note = PROCESS + reason as f64;
            }
        }
    }

    /// Returns where the note is: a counter that scans of this kind do not have.
    fn note(&self) -> *mut f64 {
        // SAFETY: the node is alive, and its counters, if it has any.
        unsafe {
            match (*self.node).instrument.as_mut() {
                Some(counters) if (*self.node).type_ == NodeTag::T_IndexOnlyScanState => {
                    &raw mut counters.nfiltered2
                }
                Some(counters) => &raw mut counters.ntuples2,
                None => std::ptr::null_mut(),
            }
        }
    }

    /// Returns why the scan was not needed, if no process has begun it.
    pub fn skipped_by(&self) -> Option<&Reason> {
        // SAFETY: as above.
        let (note, loops) = unsafe {
            let counters = (*self.node).instrument.as_ref()?;
            (*self.note(), if counters.running { 1.0 } else { counters.nloops })
        };
        let processes = (note / PROCESS).floor();
        if loops > 0.0 || processes < 1.0 {
            return None;
        }
        self.reasons.get(((note - processes * PROCESS) / processes) as usize)
    }
}

/// What a process adds to the note, beside the number of its reason: all processes have the same reasons.
const PROCESS: f64 = 1_048_576.0;

impl Reason {
    /// Returns whether the partition has none of the keys.
    ///
    /// # Safety
    /// The query must run, with this snapshot, and have the relation open.
    unsafe fn holds(&mut self, relation: pg_sys::Relation, snapshot: pg_sys::Snapshot) -> bool {
        // SAFETY: the node that has the keys lives as long as the scan, and so does what is known of its partitions.
        unsafe {
            let Partitions { build, bounds, .. } = &mut *self.partitions;
            let Some(keys) = (**build).usable_keys(self.whole_groups) else { return false };
            let has_none = match &mut self.by {
                By::Bounds(number, partition) => {
                    bounds.get_mut(*number).is_some_and(|bounds| !bounds.is_live(*partition, keys, snapshot))
                }
                By::Index(index) => index.has_none(keys, relation, snapshot),
            };
            if has_none && self.whole_groups {
                (**build).skip_groups();
            }
            has_none
        }
    }

    /// Returns whether the reason is one of a join's keys.
    pub fn is_of(&self, partitions: *const Partitions) -> bool {
        std::ptr::eq(self.partitions, partitions)
    }

    /// Returns which index of the join's keys told it; `None` if the bounds did.
    pub fn index(&self) -> Option<usize> {
        match &self.by {
            By::Bounds(..) => None,
            By::Index(index) => Some(index.number),
        }
    }
}

/// Returns the next row of a scan (`ExecProcNode`), if the scan is needed.
///
/// Nothing on the stack needs to be dropped, so an ERROR of C code may jump over this function.
unsafe extern "C-unwind" fn gate(node: *mut PlanState) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: `Leaf::of` gave this function to the node.
    unsafe {
        let Some(leaf) = Screened::of(node).and_then(|screened| screened.gate.cast::<Leaf>().as_mut()) else {
            return std::ptr::null_mut();
        };
        if leaf.is_dead || leaf.decided != events() {
            // What functions of keys allocate would otherwise stay as long as the query, scan after scan.
            let context = (*node).ps_ExprContext;
            executor::in_memory_of_row(context, || guard(|| leaf.decide()));
            executor::forget_row(context);
            if leaf.is_dead {
                return std::ptr::null_mut();
            }
        }
        let Some(next) = leaf.next else { return std::ptr::null_mut() };
        // The first call of a node replaces the function.
        (*node).ExecProcNode = leaf.next;
        let slot = next(node);
        leaf.next = (*node).ExecProcNode;
        (*node).ExecProcNode = Some(gate);
        slot
    }
}
