//! Blocks of a table that a join need not read, as an index names those that can have its keys.
//!
//! When the filter of a join is complete, its keys are known, if they are not too many. An index on the key then tells
//! which blocks of the large table have rows with one of them: a btree, or BRIN for ranges of blocks. The scan stays
//! what it is: it goes on in its own order, and tests the filter on each page, but it reads only these blocks.
//!
//! For example, the planner expects 10,000 products with a name like `'%anvil%'`, and so chooses a hash join with all
//! 154,000 blocks of `sales`, which has an index on `product`. There are two:
//!
//! 1. When the query is planned, [`plan`] finds that `sales` has an index that begins with `product`, whose equality is
//!    the join's. This goes into the [description](super::description).
//! 2. When the query starts, [`connect`] has the scan of `sales` ask for its blocks: [`Blocks`].
//! 3. The join fetches a first row of `sales`: no key is known, and block 0 is read.
//! 4. The join reads `products` through the node [`Bloom Screen`](super::node), which keeps both [keys](super::keys).
//! 5. The join asks for the next row. At the end of the page, the scan finds that the keys are known, opens the index,
//!    and looks for them: product 17 is in the blocks 9 and 4711, product 50 in none.
//! 6. The scan goes on with block 9, where the filter drops all rows but one, and with block 4711. It is at its end.
//!
//! # No row is lost
//!
//! [`super`] says why rows of a scan may be missing whose key is not that of any inner row. Here these are rows of
//! blocks that are not read, as
//!
//! 1. all keys of the inner side are there, by the same rule as for the filter: [`Build::usable_keys`], asked anew when
//!    a scan begins again, and when this process learns or forgets keys. Until then all blocks are read.
//! 2. The operator of the join is the equality of the index's operator family, with its input type and its collation,
//!    which sorts by bytes: the order of others changes with their library, and a scan of the table still finds what an
//!    index no longer does. Keys of another type go through the functions of the family, and are never cast.
//! 3. The index has each row that the query's snapshot sees: it is whole (not partial), valid, and no rows were updated
//!    before it was made whose old versions the snapshot sees (`indcheckxmin`). It stays so as long as the table is
//!    locked. On a standby it must be older than the snapshot, as it may lack rows that only a standby still sees.
//!    Where `old_snapshot_threshold` lets VACUUM remove such rows, no index is used.
//! 4. The index names the block of a row by the first of its versions that were updated in place (HOT): all of them are
//!    in this block, and have the same key. VACUUM removes only what no snapshot sees.
//! 5. Rows of blocks that the table got after the scan began are invisible to it. A set says nothing of them.
//! 6. A BRIN index says of a range of blocks between which values the keys of its rows are. It is believed only if all
//!    these pages are visible to all (by the visibility map) after its summary was read. Then each row that the
//!    snapshot sees was inserted before, and its key was added to the summary, by a transaction that ended before the
//!    snapshot was taken; a summary that was made later has seen it alive. Where a row was updated in place, a summary
//!    that is made then may lack the key that an old snapshot sees, but the page is not visible to all until nobody
//!    sees it.
//!
//! A row is returned at most once, as each block is read at most once.
//!
//! Under SERIALIZABLE, the scan has the lock of the whole table, and the index that of what was looked at. A writer
//! asks for the first one just before its row is on a page. If that page is not read, it finds the second one when it
//! adds the row to the index.
//!
//! # Secrets
//!
//! An index compares a key with rows of the table before the scan's conditions see them. So its functions must be
//! LEAKPROOF functions of the server, and none is used where a statement hides rows from its user.

mod choose;
mod explain;
mod plan;
mod rule;

pub use explain::Scans;
pub use plan::keys_with_index;

use super::description::PlannedScan;
use super::keys::events;
use super::node::Build;
use crate::pg::boundary::guard;
use crate::pg::column_index::{Equality, Method};
use crate::pg::heap_blocks::BlockReader;
use crate::pg::heap_scan::{self, HeapScan};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use pgrx::pg_sys::{Oid, PlanState, TableScanDesc, TupleTableSlot};
use std::ptr::NonNull;

/// The blocks that a scan reads.
pub struct Blocks {
    node: *mut PlanState,
    /// Memory of the query, of the sets, and of what is needed to find them.
    memory: Memory,
    sets: Memory,
    temporary: Memory,
    reader: Option<NonNull<BlockReader>>,
    candidates: List<Candidate>,
    /// The number of [`events()`] when it was last decided what to read.
    decided: u64,
    /// Number of pages that this process has come to since the scan began, and after how many to decide again.
    pages: u32,
    wait: u32,
}

/// A key for which the table may have an index.
pub struct Candidate {
    build: *const Build,
    key: usize,
    column: i16,
    equality: Equality,
    method: Method,
    /// Whether an index is used whatever it costs.
    always: bool,
    state: State,
    /// The generation of the keys that this was decided for.
    generation: u64,
    /// The index that was used last.
    index: Option<Oid>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Undecided,
    /// An index is expected to pay: it is read after so many pages, as who fetches only a few rows needs none of it.
    Waiting(u32, rule::Found),
    Used,
    Refused,
}

/// Has a scan ask indexes which blocks have the keys of a filter. Returns what it then knows of them, which `known` has
/// after the first time, if there may be any such index.
///
/// # Safety
/// `scan` must be a scan that is screened by the filter, of a query that is being started, and `memory` be that of the
/// query.
pub unsafe fn connect(
    scan: *mut PlanState,
    known: &mut Option<NonNull<Blocks>>,
    build: &Build,
    planned: &PlannedScan,
    memory: Memory,
) -> Option<NonNull<Blocks>> {
    if planned.btree.is_empty() && planned.brin.is_empty() {
        return None;
    }
    let blocks = known.get_or_insert_with(|| memory.put(Blocks::of(scan, memory)));
    // BRIN first: it takes less time, and leaves less for a btree to name.
    let brin = planned.brin.iter().map(|key| (*key as usize, Method::Brin));
    let btree = planned.btree.iter().map(|key| (*key as usize, Method::Btree));
    for (key, method) in brin.chain(btree) {
        let Some(of) = planned.keys.get(key) else { continue };
        // SAFETY: it lives as long as the query.
        let candidates = unsafe { &mut blocks.as_mut().candidates };
        candidates.push(Candidate {
            build,
            key,
            column: of.column,
            equality: Equality { operator: of.operator, collation: of.collation },
            method,
            always: build.always,
            state: State::Undecided,
            generation: 0,
            index: None,
        });
    }
    Some(*blocks)
}

impl Blocks {
    fn of(node: *mut PlanState, memory: Memory) -> Self {
        Self {
            node,
            memory,
            sets: memory.new_below(),
            temporary: memory.new_below(),
            reader: None,
            candidates: List::with_capacity(memory, 1),
            decided: 0,
            pages: 0,
            wait: u32::MAX,
        }
    }

    /// Takes account of a scan of the table, which has not begun.
    ///
    /// # Safety
    /// The scan must be that of the node; for the stack, see [`scan`](super::scan).
    pub unsafe fn begin(&mut self, heap: Option<HeapScan>) {
        // SAFETY: the caller guarantees the scan; nothing on the stack needs to be dropped.
        unsafe {
            self.reader = heap.and_then(|heap| guard(|| BlockReader::attach(heap, self.memory)));
        }
    }

    /// Leaves the current page of the scan, and fetches the first row of the next one; returns false at the end.
    ///
    /// # Safety
    /// `scan` must be that of the node and of `heap`, and `slot` a slot for its rows; for the stack, see
    /// [`scan`](super::scan).
    #[inline]
    pub unsafe fn next_page(
        &mut self,
        (scan, heap): (TableScanDesc, HeapScan),
        slot: *mut TupleTableSlot,
    ) -> bool {
        // SAFETY: the caller guarantees the scan, whose reader lives as long.
        unsafe {
            let Some(reader) = self.reader else { return heap_scan::next_page(scan, heap, slot) };
            let begins = !heap.is_at_row();
            if begins || self.pages >= self.wait || self.decided != events() {
                guard(|| self.decide(begins));
            }
            self.pages = self.pages.saturating_add(1);
            let reader = reader.as_ref();
            let found = reader.next_page((scan, heap), slot);
            let skipped = reader.take_skipped();
            if skipped > 0
                && let Some(counter) = self.counter().as_mut()
            {
                *counter += skipped as f64;
            }
            found
        }
    }

    /// Returns where the number of skipped blocks is, which the server adds up for all processes: a counter that a
    /// sequential scan does not have. Null if nothing is counted.
    fn counter(&self) -> *mut f64 {
        // SAFETY: the node lives as long as this; it has counters if EXPLAIN ANALYZE or an extension asked for them.
        let counters = unsafe { (*self.node).instrument.as_mut() };
        counters.map_or(std::ptr::null_mut(), |counters| &raw mut counters.nfiltered2)
    }

    /// Forgets which blocks have the keys, and reads all.
    ///
    /// # Safety
    /// The scan must be alive; for the stack, see [`scan`](super::scan).
    unsafe fn forget(&mut self) {
        // SAFETY: the caller guarantees the scan; nobody uses its set any more.
        unsafe {
            if let Some(mut reader) = self.reader {
                reader.as_mut().read_all();
            }
            self.sets.reset();
        }
        self.candidates.iter_mut().for_each(|candidate| candidate.state = State::Undecided);
    }
}
