//! Probes: whether the partition of a leaf index may have a value.

use super::copied::{Copied, Copying};
use super::meta::{METAPAGE, has_current};
use super::routine;
use super::versions::full;
use crate::pg::column_index::is_seen;
use crate::pg::index_pages::{IndexPages, Known, PAGE_LEN};
use crate::pg::memory::Memory;
use crate::pg::version;
use bloom_core::index::{Filter, Metapage, page};
use pgrx::pg_sys::{self, Oid, Relation};

/// Times that a probe looks for the filter before it says *maybe*.
const ATTEMPTS: u32 = 3;

// As in `pg::index_pages`.
unsafe extern "C-unwind" {
    fn LockRelationOid(relation: Oid, mode: pg_sys::LOCKMODE);
    fn UnlockRelationOid(relation: Oid, mode: pg_sys::LOCKMODE);
    fn RelationIdGetRelation(relation: Oid) -> Relation;
    fn RelationClose(relation: Relation);
    fn PredicateLockRelation(relation: Relation, snapshot: pg_sys::Snapshot);
}

/// What probes know before they read an index. They are of one statement, whose snapshot is active.
#[derive(Debug, Clone, Copy)]
pub struct Probes {
    snapshot: pg_sys::Snapshot,
    /// On a standby: the oldest transaction that the snapshot may not see, as a number of 64 bits.
    oldest: Option<u64>,
    /// Whether only *maybe* is right, whatever the filters say.
    is_blind: bool,
}

impl Probes {
    /// Prepares probes.
    ///
    /// The snapshot that the answers are used with must be the active one. So whatever it sees was in the
    /// tables, and each writer had set his bits or left his row to a build, before any filter is read.
    pub fn begin() -> Self {
        // SAFETY: these read numbers of the session, and one that is shared.
        unsafe {
            let has_snapshot = pg_sys::ActiveSnapshotSet();
            let snapshot = if has_snapshot { pg_sys::GetActiveSnapshot() } else { std::ptr::null_mut() };
            let is_old =
                pg_sys::RecoveryInProgress() || snapshot.as_ref().is_some_and(|own| own.takenDuringRecovery);
            let oldest =
                is_old.then(|| full(pg_sys::TransactionXmin, pg_sys::ReadNextFullTransactionId().value));
            Self { snapshot, oldest, is_blind: !has_snapshot || version::removes_visible_rows() }
        }
    }

    /// Returns whether a partition may have a value of this hash, by its leaf index. Whatever cannot be decided is
    /// *maybe*, also whether the index is one of this table.
    pub fn may_contain(&self, table: Oid, index: Oid, hash: u64) -> bool {
        let probe = |filter: Filter, pages: IndexPages| {
            let at = filter.locate(PAGE_LEN, hash);
            pages.read(at.page, |page| has_current(page, &filter).then(|| page::contains(page, at)))
        };
        self.with_filter(table, index, probe).unwrap_or(true)
    }

    /// Copies the filter of a leaf index of a table, if that takes at most so many bytes.
    pub fn copy(&self, table: Oid, index: Oid, memory: Memory, most: usize) -> Copying {
        let copy = |filter, pages| match Copied::of(filter, pages, memory, most) {
            Copying::Maybe => None,
            copying => Some(copying),
        };
        self.with_filter(table, index, copy).unwrap_or(Copying::Maybe)
    }

    /// Calls `f` with the filter of a leaf index of a table, until it returns something, as its pages may have another
    /// filter by now; returns `None` if that cannot be used.
    #[inline]
    fn with_filter<R>(
        &self,
        table: Oid,
        index: Oid,
        mut f: impl FnMut(Filter, IndexPages) -> Option<R>,
    ) -> Option<R> {
        let look_for = |index| {
            // SAFETY: the index is open. What is known of it is copied, as the memory may end with the next message
            // of a change.
            let pages = unsafe {
                // Before the filter is read: a writer sets his bits first, and then looks for this lock.
                PredicateLockRelation(index, self.snapshot);
                version::count_scan(index);
                IndexPages::of(index)
            };
            for _ in 0..ATTEMPTS {
                let Known { filter, horizon } = pages.known().or_else(|| look(pages))?;
                if self.oldest.is_some_and(|oldest| oldest < horizon) {
                    return None;
                }
                match f(filter, pages) {
                    None => pages.remember(None),
                    found => return found,
                }
            }
            None
        };
        self.with_usable(table, index, look_for).flatten()
    }

    /// Calls `f` with an open leaf index of a table; returns `None` if it cannot be used.
    ///
    /// The index is locked only while it is read: probes without a lock failed beside REINDEX.
    fn with_usable<R>(&self, table: Oid, index: Oid, f: impl FnOnce(Relation) -> R) -> Option<R> {
        let mode = pg_sys::AccessShareLock as pg_sys::LOCKMODE;
        if self.is_blind {
            return None;
        }
        // SAFETY: the index is locked, and open while it is read.
        unsafe {
            LockRelationOid(index, mode);
            let relation = RelationIdGetRelation(index);
            let mut answer = None;
            if !relation.is_null() {
                if is_usable(relation, table) {
                    answer = Some(f(relation));
                }
                RelationClose(relation);
            }
            UnlockRelationOid(index, mode);
            answer
        }
    }
}

/// Returns whether an index is one of a table, and has all rows that the transaction may see.
///
/// # Safety
/// `index` must be open.
unsafe fn is_usable(index: Relation, table: Oid) -> bool {
    // SAFETY: the caller guarantees the index; a relation that is no index has no `rd_index`.
    unsafe {
        let Some(form) = (*index).rd_index.as_ref() else { return false };
        let is_complete = form.indrelid == table && form.indisvalid && form.indisready && form.indislive;
        let is_readable = (*(*index).rd_rel).relpersistence as u8 == pg_sys::RELPERSISTENCE_PERMANENT
            || !pg_sys::RecoveryInProgress();
        is_complete && is_seen(index) && is_readable && routine::is_ours(index) && has_file(index)
    }
}

/// Returns whether a relation is a leaf, which has a file.
unsafe fn has_file(index: Relation) -> bool {
    // SAFETY: the caller guarantees the index.
    unsafe { (*(*index).rd_rel).relkind as u8 == pg_sys::RELKIND_INDEX }
}

/// Reads which filter an index has, and remembers it; `None` if the index is open, or of another format.
fn look(pages: IndexPages) -> Option<Known> {
    let metapage = pages.read(METAPAGE, |page| Metapage::read(page)).ok()?;
    let known = Known { filter: metapage.current?, horizon: metapage.horizon };
    pages.remember(Some(known));
    Some(known)
}
