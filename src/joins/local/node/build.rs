//! How a filter is built: by a node over the inner side of a hash join, which passes all its rows on.

use super::shared::Shared;
use crate::joins::local::cost::Learned;
use crate::joins::local::description::Description;
use crate::joins::local::filter::{Words, memory_limit, size_for};
use crate::joins::local::key::{self, Hash, JoinKey};
use crate::joins::local::keys::{Column, Keys};
use crate::pg::boundary::guard;
use crate::pg::executor::{self, is_end, next_row};
use crate::pg::hash_table::HashTable;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::tree::Numbers;
use crate::pg::version;
use pgrx::pg_sys::{self, CustomScanState, PlanState};
use std::cell::Cell;

/// Keys that are hashed before the first of them is added, so that the processor loads their words meanwhile.
const WAITING: usize = 64;

/// Rows that are tested for groups that have to stay whole before the test ends for good, if all pass.
const PASSING_ROWS: u64 = 1 << 16;

/// The running node, with the filter.
#[repr(C)]
pub struct Build {
    pub(super) node: CustomScanState,
    pub(super) keys: List<JoinKey>,
    /// Whether it only hands a filter to workers ([`receive`](super::receive)), and the node that builds it, in the
    /// leader.
    pub receives: bool,
    pub(super) source: *const Build,
    /// Number of keys that are expected.
    pub(super) expected: f64,
    /// Bits of the keys that are of variable length, and number of bytes of them up to which the filter is built.
    pub(super) varying: u64,
    most_bytes: f64,
    /// Whether the filter is tested always.
    pub always: bool,
    /// Whether the rows that are tested are counted.
    counts: bool,
    /// The Hash or Sort above; null if no scan is screened.
    pub(super) hash: *mut PlanState,
    /// The filter that this process fills or tests.
    pub(super) words: Option<Words>,
    /// Whether the join's table will have the hashes, that table while it is to have all, and the hash of a row of it.
    takes: bool,
    pub(super) table: Option<HashTable>,
    pub(super) first: Option<u64>,
    /// What all processes share, below a Parallel Hash in a parallel plan.
    pub shared: Option<Shared>,
    /// The distinct keys, if they tell of partitions or blocks.
    pub keys_kept: Option<Keys>,
    /// What EXPLAIN ANALYZE says besides, of the query's memory.
    pub explained: List<*const dyn Explained>,
    /// Whether this process has begun to read the inner rows, and has read all.
    pub(super) started: bool,
    pub(super) ended: bool,
    /// Whether there are too many keys.
    gave_up: bool,
    /// Number of keys that this process has added, and their bytes.
    added: u64,
    added_bytes: f64,
    /// Hashes that will be added.
    waiting: [u64; WAITING],
    waiting_count: usize,
    /// Whether a scan whose groups have to stay whole has returned rows untested.
    pub has_missed: Cell<bool>,
    /// Number of rows that such scans have tested; `None` once one was dropped.
    all_passed: Cell<Option<u64>>,
    /// What the last scan found out that tested it.
    pub learned: Cell<Learned>,
    /// For EXPLAIN: the size of the filter.
    pub bytes: usize,
}

/// What EXPLAIN ANALYZE shows of a filter.
pub trait Explained {
    /// # Safety
    /// `output` must be the state of an EXPLAIN ANALYZE of the node's plan.
    unsafe fn explain(&self, output: *mut pg_sys::ExplainState);
}

/// Numbers of rows of the scans, in all processes.
pub struct Counters {
    pub tested: f64,
    pub removed: f64,
    /// Rows that passed because the filter was switched off.
    pub untested: f64,
}

impl Build {
    /// Creates a node that does not know its keys yet.
    pub fn new(node: CustomScanState, memory: Memory) -> Self {
        Self {
            node,
            keys: List::with_capacity(memory, 0),
            receives: false,
            source: std::ptr::null(),
            expected: 0.0,
            varying: 0,
            most_bytes: f64::INFINITY,
            always: false,
            counts: false,
            hash: std::ptr::null_mut(),
            words: None,
            takes: false,
            table: None,
            first: None,
            shared: None,
            keys_kept: None,
            explained: List::with_capacity(memory, 0),
            started: false,
            ended: false,
            gave_up: false,
            added: 0,
            added_bytes: 0.0,
            waiting: [0; WAITING],
            waiting_count: 0,
            has_missed: Cell::new(false),
            all_passed: Cell::new(Some(0)),
            learned: Cell::new(Learned::default()),
            bytes: 0,
        }
    }

    /// Gives it a description and keys.
    pub fn describe(&mut self, description: &Description, keys: List<JoinKey>) {
        (self.expected, self.always) = (description.expected, description.always);
        (self.receives, self.counts) = (description.source != 0, description.counts);
        self.takes = description.takes;
        if !description.always {
            self.most_bytes = description.most_bytes;
        }
        self.keys = keys;
    }

    /// Begins again. A filter in shared memory is emptied before the workers start, and not here, as they may have
    /// added keys.
    pub fn reset(&mut self) {
        (self.started, self.ended, self.gave_up) = (false, false, false);
        (self.added, self.added_bytes, self.waiting_count) = (0, 0.0, 0);
        (self.table, self.first) = (None, None);
        self.forget_keys();
    }

    fn forget_keys(&mut self) {
        if let Some(keys) = &mut self.keys_kept {
            keys.forget();
        }
    }

    /// Reads the description in the plan.
    pub fn description(&self) -> Description {
        // SAFETY: the node belongs to its plan, which outlives it.
        Description::read(unsafe {
            Numbers::of((*self.node.ss.ps.plan.cast::<pg_sys::CustomScan>()).custom_private)
        })
    }

    /// Has the node build the filter, for the Hash or Sort above it. Until then it only passes rows on.
    ///
    /// # Safety
    /// `hash` must be that node, of a plan that has not begun to return rows.
    pub unsafe fn activate(&mut self, hash: *mut PlanState) {
        self.hash = hash;
        // SAFETY: the node is running, and has one below it.
        unsafe {
            let columns = version::attributes((*self.node.ss.ps.lefttree).ps_ResultTupleDesc);
            for (place, key) in self.keys.iter().enumerate() {
                let varies = columns.get(key.column as usize - 1).is_some_and(|column| column.attlen == -1);
                self.varying |= u64::from(varies) << place;
            }
            let next = if key::are_numbers(&self.keys) { build_of_numbers } else { build_of_hashed };
            pg_sys::ExecSetExecProcNode(&raw mut self.node.ss.ps, Some(next));
        }
    }

    /// Returns the filter if it is complete and of the rows that the join now looks up.
    ///
    /// A Hash node whose parameters changed (`chgParam`) is rescanned when the join next builds its hash table.
    /// Before that, the join may already fetch a row of the outer side.
    #[inline(always)]
    pub fn usable(&self) -> Option<Words> {
        // SAFETY: the Hash node lives as long as this one.
        let is_stale = unsafe {
            self.hash.is_null() || !(*self.hash).chgParam.is_null() || !self.node.ss.ps.chgParam.is_null()
        };
        let is_complete = self.shared.as_ref().map_or(self.ended && !self.gave_up, Shared::is_complete);
        if is_stale || !is_complete { None } else { self.words }
    }

    /// Returns the distinct keys with the number of their scan, if the filter is usable and they are kept; takes those
    /// of other processes. For scans whose groups have to stay whole, their rows must be tested by the same keys.
    ///
    /// # Safety
    /// Nobody else may use the keys; an ERROR may be raised as a panic.
    pub unsafe fn usable_keys(&mut self, whole_groups: bool) -> Option<(&Keys, u64)> {
        self.usable()?;
        if whole_groups && (self.has_missed.get() || self.hashes().is_none()) {
            return None;
        }
        let keys = self.keys_kept.as_mut()?;
        if keys.generation().is_none()
            && let Some(shared) = self.shared.as_ref().and_then(Shared::keys)
        {
            // SAFETY: the filter is complete, so all processes have added their keys.
            unsafe { shared.take(keys) }
        }
        keys.generation().map(|generation| (&*keys, generation))
    }

    /// Returns whether the last scan of the inner rows had too many keys, or too long ones.
    pub fn has_given_up(&self) -> bool {
        self.gave_up
    }

    /// Returns the hashes that a row of a group that has to stay whole is tested by, beside the filter, if partitions
    /// may be skipped: otherwise a group could lose its rows in these, and pass the filter by a false positive
    /// elsewhere.
    #[inline(always)]
    pub fn hashes(&self) -> Option<&Column> {
        self.keys_kept.as_ref()?.hashes()
    }

    /// Takes account of rows of groups that are not read, as their partition has none of the keys.
    pub fn skip_groups(&self) {
        self.all_passed.set(None);
    }

    /// Takes account of rows of a scan, for EXPLAIN. The server adds these numbers up for all processes.
    #[inline(always)]
    pub fn count(&self, tested: u64, passed: u64, untested: u64) {
        // SAFETY: the node has counters if EXPLAIN ANALYZE or an extension asked for them.
        if let Some(counters) = unsafe { self.node.ss.ps.instrument.as_mut() }
            && self.counts
        {
            counters.nfiltered1 += tested as f64;
            counters.nfiltered2 += (tested - passed) as f64;
            counters.ntuples2 += untested as f64;
        }
    }

    /// Takes account of rows of groups that have to stay whole. Their test can only end while it has dropped none.
    #[inline(always)]
    pub fn count_of_groups(&self, tested: u64, passed: u64) {
        let all_passed = self.all_passed.get().filter(|_| passed == tested).map(|rows| rows + tested);
        self.all_passed.set(all_passed);
        if !self.always && all_passed.is_some_and(|rows| rows >= PASSING_ROWS) {
            self.has_missed.set(true);
        }
    }

    /// Returns what [`Self::count`] counted; `None` if nothing is counted.
    pub fn counters(&self) -> Option<Counters> {
        // SAFETY: as above.
        let counters = unsafe { self.node.ss.ps.instrument.as_ref() }.filter(|_| self.counts)?;
        let (tested, removed) = (counters.nfiltered1, counters.nfiltered2);
        Some(Counters { tested, removed, untested: counters.ntuples2 })
    }

    /// Uses a filter in shared memory, or none.
    pub fn share(&mut self, shared: Option<Shared>) {
        if let (Some(old), None) = (&self.shared, &shared) {
            self.gave_up |= old.has_given_up(); // EXPLAIN asks when the memory is gone
        }
        self.words = shared.as_ref().map(Shared::words);
        self.bytes = self.words.map_or(self.bytes, Words::bytes);
        self.shared = shared;
    }

    /// Returns the binary logarithm of the number of words for the keys that are expected; `None` if there is less
    /// memory now than when the plan was made.
    pub fn size(&self) -> Option<u32> {
        size_for(self.expected, memory_limit())
    }

    /// Prepares for the first row.
    ///
    /// # Safety
    /// As for [`build`].
    #[cold]
    unsafe fn start(&mut self) {
        self.started = true;
        self.forget_keys();
        if let Some(shared) = &self.shared {
            shared.begin();
            return;
        }
        // SAFETY: the node begins to run; the Hash above, if it is one, to fill its table.
        unsafe {
            if self.takes {
                self.table = HashTable::of(self.hash);
            }
            match self.table {
                // Memory behind the table's costs some hundred page faults more for each query (glibc).
                Some(_) => self.words = self.allocate(self.expected),
                None => self.begin_words(self.expected),
            }
        }
    }

    /// Allocates a filter for so many keys, whose words are not written yet.
    ///
    /// # Safety
    /// As for [`build`].
    unsafe fn allocate(&mut self, keys: f64) -> Option<Words> {
        let size = size_for(keys, memory_limit())?;
        // SAFETY: the memory is that of the query, which the filter belongs to.
        unsafe { Words::instead_of(self.words.take(), (*self.node.ss.ps.state).es_query_cxt, size) }
    }

    /// Prepares an empty filter for so many keys.
    ///
    /// # Safety
    /// As for [`build`].
    #[cold]
    pub(super) unsafe fn begin_words(&mut self, keys: f64) {
        // SAFETY: nobody else uses the words.
        unsafe {
            self.words = self.allocate(keys);
            if let Some(words) = self.words {
                words.clear();
            }
        }
        self.gave_up = self.words.is_none();
    }

    /// Adds a hash.
    ///
    /// # Safety
    /// As for [`build`].
    #[inline(always)]
    pub(super) unsafe fn add(&mut self, hash: u64) {
        if let (Some(words), Some(place)) = (self.words, self.waiting.get_mut(self.waiting_count)) {
            words.prefetch(hash);
            *place = hash;
            self.waiting_count += 1;
            if self.waiting_count == WAITING {
                // SAFETY: as above.
                unsafe { self.flush() }
            }
        }
    }

    /// Adds the hashes that wait.
    ///
    /// # Safety
    /// As for [`build`].
    unsafe fn flush(&mut self) {
        let Some(words) = self.words else { return };
        let waiting = self.waiting.iter().take(self.waiting_count);
        // SAFETY: the words are alive; those in shared memory are used by several processes.
        unsafe {
            match self.shared {
                Some(_) => waiting.for_each(|hash| words.add_shared(*hash)),
                None => waiting.for_each(|hash| words.add(*hash)),
            }
        }
        self.added += self.waiting_count as u64;
        self.waiting_count = 0;
        if self.added > words.keys() {
            // SAFETY: as above.
            unsafe { self.grow(words) }
        }
    }

    /// Makes place for more keys than were expected, or gives up.
    ///
    /// # Safety
    /// As for [`build`].
    #[cold]
    unsafe fn grow(&mut self, words: Words) {
        if self.shared.is_none() && words.bytes() * 2 <= memory_limit() {
            // SAFETY: the words are alive, and nobody else uses them.
            if let Some(larger) = unsafe { words.doubled((*self.node.ss.ps.state).es_query_cxt) } {
                self.words = Some(larger);
                return;
            }
        }
        if self.added > words.most_keys() {
            self.give_up();
        }
    }

    /// Has nobody use the filter.
    #[cold]
    pub(super) fn give_up(&mut self) {
        self.gave_up = true;
        if let Some(shared) = &self.shared {
            shared.give_up();
        }
    }

    /// Takes account of the length of the keys of a row; gives up before one is fetched or decompressed that is too
    /// long.
    ///
    /// # Safety
    /// As for [`build`]; `slot` must have the row.
    unsafe fn count_bytes(&mut self, slot: *mut pg_sys::TupleTableSlot) {
        // SAFETY: the slot has the row, whose columns have the keys' types.
        self.added_bytes += unsafe {
            key::sum_of_lengths(&self.keys, self.varying, executor::raw_length, |key| {
                executor::column(slot, key.column)
            })
        } as f64;
        if self.added_bytes > self.most_bytes {
            self.give_up();
        }
    }

    /// Completes the filter.
    ///
    /// # Safety
    /// As for [`build`].
    #[cold]
    unsafe fn finish(&mut self) {
        // SAFETY: the node runs, so its words are alive.
        unsafe {
            if let Some(table) = self.table {
                self.take(table, 0.0);
            }
            self.flush();
        }
        self.bytes = self.words.map_or(0, Words::bytes);
        self.ended = true;
        if let Some(keys) = self.keys_kept.as_mut().filter(|_| !self.gave_up) {
            match self.shared.as_ref().and_then(Shared::keys) {
                // SAFETY: the keys are those of this process; nothing on the stack needs to be dropped.
                Some(shared) => unsafe { guard(|| shared.publish(keys)) },
                None => keys.complete(),
            }
        }
        if let Some(shared) = &self.shared {
            shared.end(); // makes the words visible to the others
        }
    }
}

/// Returns the next row, and adds its keys, which are numbers (`ExecProcNode`).
unsafe extern "C-unwind" fn build_of_numbers(node: *mut PlanState) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: `activate` gave this function to a node of this type.
    unsafe { build::<true>(&mut *node.cast()) }
}

/// The same of keys that functions hash.
unsafe extern "C-unwind" fn build_of_hashed(node: *mut PlanState) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: as above.
    unsafe { build::<false>(&mut *node.cast()) }
}

/// Returns the next row, and adds its keys.
///
/// Nothing on the stack needs to be dropped, so an ERROR of C code may jump over this function.
///
/// # Safety
/// The node must be a running one, whose slot has the columns of the keys.
#[inline(always)]
unsafe fn build<const NUMBERS: bool>(this: &mut Build) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: the caller guarantees the node.
    unsafe {
        if !this.started {
            this.start();
        }
        let slot = next_row(this.node.ss.ps.lefttree);
        if is_end(slot) {
            if !this.ended {
                this.finish();
            }
            return slot;
        }
        if NUMBERS {
            if !this.gave_up
                && let Hash::Known(hash) = key::hash(&this.keys, 0, |key| executor::column(slot, key.column))
            {
                if let Some(keys) = &mut this.keys_kept {
                    keys.add(slot);
                    keys.add_hash(hash);
                }
                this.add(hash);
            }
            return slot;
        }
        let is_taken = this.will_be_taken(slot);
        if is_taken && this.keys_kept.is_none() {
            return slot;
        }
        if this.varying != 0 && !is_taken && !this.gave_up {
            this.count_bytes(slot);
        }
        if this.gave_up {
            return slot;
        }
        let context = this.node.ss.ps.ps_ExprContext;
        executor::forget_large_rows(context);
        executor::in_memory_of_row(context, || {
            if !is_taken {
                let hash = key::hash(&this.keys, 0, |key| executor::column(slot, key.column));
                let Hash::Known(hash) = hash else { return };
                this.add(hash);
            }
            if let Some(keys) = &mut this.keys_kept {
                keys.add(slot);
            }
        });
        slot
    }
}
