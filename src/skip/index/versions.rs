//! A scan of all versions of a table's rows: what a build reads.
//!
//! The server's `table_index_build_range_scan` would lose keys: beside a HOT update, the new version may come
//! to lie behind the scan, and the old one is skipped because it was HOT-updated. A HOT update adds nothing
//! to indexes.

use super::key::Key;
use crate::pg::detoast::VarlenaRef;
use crate::pg::index_pages::with_share_lock;
use crate::pg::memory::ScratchMemory;
use crate::pg::nodes::oids;
use crate::pg::toast::ToastPointer;
use crate::pg::version;
use pgrx::pg_sys::{self, Datum, HTSV_Result, ItemPointerData, Relation, TransactionId};

// As in `pg::index_pages`.
unsafe extern "C-unwind" {
    fn FormIndexDatum(
        info: *mut pg_sys::IndexInfo,
        slot: *mut pg_sys::TupleTableSlot,
        state: *mut pg_sys::EState,
        values: *mut Datum,
        nulls: *mut bool,
    );
    fn HeapTupleSatisfiesVacuum(
        tuple: pg_sys::HeapTuple,
        oldest: TransactionId,
        buffer: pg_sys::Buffer,
    ) -> HTSV_Result::Type;
    fn detoast_external_attr(value: *mut pg_sys::varlena) -> *mut pg_sys::varlena;
    fn MemoryContextReset(context: pg_sys::MemoryContext);
}

/// Who waits for a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// The table is locked against writers: those in progress are of this transaction.
    NoWriters,
    /// Writers go on, and the build shows its progress.
    Writers,
    /// Writers go on, and the build waits as VACUUM does.
    WritersInVacuum,
}

/// What a scan has counted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Rows, as the server counts them for an index.
    pub rows: f64,
    /// Keys: all versions that are not NULL.
    pub keys: f64,
}

/// All versions of a table's rows that a snapshot may see.
#[derive(Debug)]
pub struct Versions {
    heap: Relation,
    index: Relation,
    info: *mut pg_sys::IndexInfo,
    beside: Beside,
    /// Versions that ended before this transaction are invisible to all snapshots of this server.
    oldest: TransactionId,
}

/// A version has a key out of line that may vanish while it is read.
#[derive(Debug, Clone, Copy)]
pub struct KeyMayVanish;

impl Versions {
    /// Prepares scans, which may be several.
    ///
    /// # Safety
    /// The heap table and its index must be open as long as the result is used; `info` must describe the
    /// index.
    pub unsafe fn of(heap: Relation, index: Relation, info: *mut pg_sys::IndexInfo, beside: Beside) -> Self {
        // SAFETY: the caller guarantees the table.
        let oldest = unsafe {
            lock_toast(heap);
            pg_sys::GetOldestNonRemovableTransactionId(heap)
        };
        Self { heap, index, info, beside, oldest }
    }

    /// Returns the horizon of the scans as a number of 64 bits: a snapshot on a standby that may not see all
    /// transactions before it may see versions that are left out.
    pub fn horizon(&self) -> u64 {
        // SAFETY: this reads a number, which is not smaller than that of any transaction.
        let next = unsafe { pg_sys::ReadNextFullTransactionId() }.value;
        full(self.oldest, next)
    }

    /// Calls `found` with the hash of each key.
    ///
    /// # Errors
    /// [`KeyMayVanish`].
    pub fn for_each(&self, mut found: impl FnMut(u64)) -> Result<Counts, KeyMayVanish> {
        const FLAGS: u32 = pg_sys::ScanOptions::SO_TYPE_SEQSCAN | pg_sys::ScanOptions::SO_ALLOW_STRAT;
        let mut counts = Counts::default();
        // SAFETY: the table and the index are open. The slot is one for rows of the table, whose buffer it
        // pins. An ERROR skips this frame, and ends the scan and the memory with the transaction.
        unsafe {
            let none = std::ptr::null_mut::<std::ffi::c_void>();
            let slot = pg_sys::table_slot_create(self.heap, none.cast());
            let routine = &*(*self.heap).rd_tableam;
            let (Some(begin), Some(next), Some(end)) =
                (routine.scan_begin, routine.scan_getnextslot, routine.scan_end)
            else {
                return Ok(counts);
            };
            let key = Key::of(self.index);
            let snapshot = &raw mut pg_sys::SnapshotAnyData;
            let scan = begin(self.heap, snapshot, 0, none.cast(), none.cast(), FLAGS);
            let memory = ScratchMemory::new(); // emptied after each version
            let context = pg_sys::CurrentMemoryContext;
            let mut result = Ok(());
            let mut page = u32::MAX;
            let mut values = [Datum::null(); pg_sys::INDEX_MAX_KEYS as usize];
            let mut nulls = [true; pg_sys::INDEX_MAX_KEYS as usize];
            while result.is_ok() && next(scan, pg_sys::ScanDirection::ForwardScanDirection, slot) {
                let at = block_of(&(*slot).tts_tid);
                if at != page {
                    page = at;
                    self.next_page(page);
                }
                FormIndexDatum(self.info, slot, none.cast(), values.as_mut_ptr(), nulls.as_mut_ptr());
                match self.keep((!nulls[0]).then_some(values[0]), slot.cast(), &mut counts) {
                    Ok(Some(value)) => {
                        counts.keys += 1.0;
                        found(key.hash(value));
                    }
                    Ok(None) => {}
                    Err(vanishes) => result = Err(vanishes),
                }
                MemoryContextReset(context);
            }
            drop(memory);
            end(scan);
            pg_sys::ExecDropSingleTupleTableSlot(slot);
            result.map(|()| counts)
        }
    }

    /// Does what a scan does between two pages, when no page is locked.
    fn next_page(&self, page: u32) {
        if self.beside == Beside::WritersInVacuum {
            version::vacuum_delay_point();
            return;
        }
        pgrx::check_for_interrupts!();
        // SAFETY: this changes a number of the session's own.
        unsafe {
            pg_sys::pgstat_progress_update_param(
                pg_sys::PROGRESS_SCAN_BLOCKS_DONE as i32,
                i64::from(page) + 1,
            );
        }
    }

    /// Returns the key of a version, fetched if it is out of line; `None` for NULL, and if no snapshot can
    /// see the version.
    ///
    /// # Errors
    /// [`KeyMayVanish`].
    ///
    /// # Safety
    /// `slot` must be at a version of the table, whose key is `value`.
    unsafe fn keep(
        &self,
        value: Option<Datum>,
        slot: *mut pg_sys::BufferHeapTupleTableSlot,
        counts: &mut Counts,
    ) -> Result<Option<Datum>, KeyMayVanish> {
        // SAFETY: the slot pins the page of the version, which is not pruned meanwhile.
        unsafe {
            let (tuple, buffer) = ((*slot).base.tuple, (*slot).buffer);
            let out_of_line = value.filter(|value| self.is_out_of_line(*value));
            if out_of_line.is_none() && is_committed(tuple) {
                counts.rows += 1.0;
                return Ok(value);
            }
            let (state, fetched) = with_share_lock(buffer, || {
                let state = HeapTupleSatisfiesVacuum(tuple, self.oldest, buffer);
                // Nobody can delete a live version while its page is locked, so its key is there.
                let is_safe = match state {
                    HTSV_Result::HEAPTUPLE_LIVE => true,
                    HTSV_Result::HEAPTUPLE_INSERT_IN_PROGRESS | HTSV_Result::HEAPTUPLE_DELETE_IN_PROGRESS => {
                        self.beside == Beside::NoWriters
                    }
                    _ => false,
                };
                let fetched =
                    out_of_line.filter(|_| is_safe).map(|value| detoast_external_attr(value.cast_mut_ptr()));
                (state, fetched.map(Datum::from))
            });
            if state == HTSV_Result::HEAPTUPLE_DEAD {
                return Ok(None);
            }
            if state != HTSV_Result::HEAPTUPLE_RECENTLY_DEAD {
                counts.rows += 1.0;
            }
            match (out_of_line, fetched) {
                (None, _) => Ok(value),
                (Some(_), Some(fetched)) => Ok(Some(fetched)),
                (Some(_), None) => Err(KeyMayVanish),
            }
        }
    }

    fn is_out_of_line(&self, value: Datum) -> bool {
        // SAFETY: the index is open, and has a column; a value whose length is -1 is a varlena.
        unsafe {
            let column = &version::attributes((*self.index).rd_att)[0];
            column.attlen == -1 && ToastPointer::of(VarlenaRef::new(value)).is_some()
        }
    }
}

/// Locks the TOAST table of a table, with its indexes, so that nobody waits for these locks while a page is
/// locked.
///
/// # Safety
/// The table must be open.
unsafe fn lock_toast(heap: Relation) {
    let mode = pg_sys::AccessShareLock as i32;
    // SAFETY: the caller guarantees the table; the list is a copy.
    unsafe {
        let toast = (*(*heap).rd_rel).reltoastrelid;
        if toast == pg_sys::Oid::INVALID {
            return;
        }
        let toast = pg_sys::table_open(toast, mode);
        oids(pg_sys::RelationGetIndexList(toast)).for_each(|index| pg_sys::LockRelationOid(index, mode));
        pg_sys::table_close(toast, pg_sys::NoLock as i32);
    }
}

/// Returns whether a version is marked as inserted by a transaction that committed, and not deleted. Then it
/// was not dead when the scan began.
///
/// # Safety
/// The version must be on a pinned page.
unsafe fn is_committed(tuple: pg_sys::HeapTuple) -> bool {
    const MASK: u32 = pg_sys::HEAP_XMIN_COMMITTED | pg_sys::HEAP_XMIN_INVALID | pg_sys::HEAP_XMAX_INVALID;
    // Frozen versions have both marks of the inserting transaction.
    const XMAX: u32 = pg_sys::HEAP_XMAX_INVALID;
    // SAFETY: the caller guarantees the version.
    let marks = u32::from(unsafe { (*(*tuple).t_data).t_infomask }) & MASK;
    marks & pg_sys::HEAP_XMIN_COMMITTED != 0 && marks & XMAX != 0
}

/// Returns the page of a row.
fn block_of(tid: &ItemPointerData) -> u32 {
    u32::from(tid.ip_blkid.bi_hi) << 16 | u32::from(tid.ip_blkid.bi_lo)
}

/// Returns the number of 64 bits of a transaction that began before `next`.
pub fn full(transaction: TransactionId, next: u64) -> u64 {
    let number = next & !u64::from(u32::MAX) | u64::from(transaction.into_inner());
    if number > next { number.saturating_sub(1 << 32) } else { number }
}
