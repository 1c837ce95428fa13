//! Tables of marks: which seals of partitions are stale. The trigger of a sealed partition marks its seal for whoever
//! adds a row.
//!
//! The row is written as the server writes to its own catalogs, and not by a statement: no trigger, rule, default,
//! policy or privilege of the table has a part in it. So whoever adds rows to a partition needs no right on the table,
//! and nobody can have code run by those who add rows. The table is found by its OID, and must belong to the owner of
//! the partition.
//!
//! A mark of 0 says that the table is whole. Where it is missing (after TRUNCATE, or after a crash if the table is
//! unlogged), marks may be missing, too, and no partition counts as sealed.

#![allow(unsafe_code)]

use crate::error::{self, Result};
use crate::pg::catalog::relation_name;
use crate::pg::session;
use crate::pg::table::{Seen, Table};
use crate::pg::version;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, Oid, SubXactEvent, XactEvent};
use std::cell::Cell;
use std::ffi::{CStr, c_void};

/// The mark that says that the table is whole.
const WHOLE: i64 = 0;

/// A seal that is marked, by its table and its number.
type Mark = (Oid, i64);

thread_local! {
    /// The seals that this transaction found or made marked, each with the subtransaction that did.
    static MARKED: Cell<Vec<(Mark, pg_sys::SubTransactionId)>> = const { Cell::new(Vec::new()) };
    /// The last of them, which most rows of a statement have.
    static LAST: Cell<Option<Mark>> = const { Cell::new(None) };
    /// Whether PostgreSQL calls `end` and `end_part`.
    static REGISTERED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether the last seal that this transaction marked is this one.
#[inline]
pub fn is_marked(marks: Oid, seal: i64) -> bool {
    LAST.get() == Some((marks, seal))
}

/// Marks the seal of a partition as stale, unless it is marked. `owner` is the owner of the partition.
///
/// # Errors
/// 55000 if the table of marks has another owner, or is not as `bloom_skip_create` made it.
pub fn mark(marks: Oid, seal: i64, owner: Oid, partition: impl FnOnce() -> String) -> Result<()> {
    let mark = (marks, seal);
    let known = session::with(&MARKED, |marked| marked.iter().any(|(known, _)| *known == mark));
    if !known {
        // Without its table a seal is worth nothing.
        let Some(table) = MarksTable::open(marks)? else { return Ok(()) };
        if !table.is_owned_by(owner) {
            return Err(error::new(
                Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                format!("{} and {} do not have the same owner", partition(), relation_name(marks)),
                "A row that is added to the sealed partition cannot be marked there, and lookups would not find it.",
                "Give both to the same role, or drop the triggers of the partition that call bloom_skip_mark.",
            ));
        }
        table.check()?;
        if !table.has(seal) {
            table.insert(seal);
        }
        table.note_conflicts();
        table.close();
        remember(mark);
    }
    LAST.set(Some(mark));
    Ok(())
}

/// Returns the seals that are marked as stale, in their order: by transactions that have committed or are still
/// running. `None` if marks may be missing.
///
/// A serializable transaction conflicts from now on with others that add rows to sealed partitions.
///
/// # Errors
/// 42501 if the user must not read the table, or a policy may hide marks.
pub fn stale(marks: Oid) -> Result<Option<Vec<i64>>> {
    let mut table = Table::open(marks)?;
    table.predict_conflicts();
    let seal = table.column(c"seal", pg_sys::INT8OID)?;
    let mut seals = Vec::new();
    table.for_rows(Seen::Uncommitted, |row| {
        seals.push(row.bigint(seal)?);
        Ok(())
    })?;
    table.close();
    seals.sort_unstable();
    Ok(seals.binary_search(&WHOLE).is_ok().then_some(seals))
}

/// Deletes the marks of seals that are not among `seals`, which are in order, and says that the table is whole. The
/// user must own the table, and no other session may seal partitions meanwhile.
///
/// # Errors
/// 55000 if the table is not as `bloom_skip_create` made it.
pub fn clean(marks: Oid, seals: &[i64]) -> Result<()> {
    let Some(table) = MarksTable::open(marks)? else { return Err(crate::pg::names::no_relation(marks)) };
    table.check()?;
    let mut reader = Table::open(marks)?;
    let seal = reader.column(c"seal", pg_sys::INT8OID)?;
    let mut is_whole = false;
    reader.for_rows(Seen::Latest, |row| {
        let number = row.bigint(seal)?;
        if number == WHOLE {
            is_whole = true;
        } else if seals.binary_search(&number).is_err() {
            row.delete(); // only who seals deletes rows
        }
        Ok(())
    })?;
    reader.close();
    if !is_whole {
        table.insert(WHOLE);
    }
    table.close();
    Ok(())
}

/// A table of marks that is open for writing.
struct MarksTable(pg_sys::Relation);

impl MarksTable {
    /// Opens and locks a table; `None` if it does not exist.
    fn open(marks: Oid) -> Result<Option<Self>> {
        // SAFETY: the function returns an open relation, or null if there is none.
        let relation = unsafe { pg_sys::try_relation_open(marks, pg_sys::RowExclusiveLock as i32) };
        Ok((!relation.is_null()).then_some(Self(relation)))
    }

    /// Closes the table, which stays locked until the transaction ends.
    fn close(self) {
        // SAFETY: the relation is open.
        unsafe { pg_sys::relation_close(self.0, pg_sys::NoLock as i32) }
    }

    fn is_owned_by(&self, owner: Oid) -> bool {
        // SAFETY: the relation is open.
        unsafe { (*(*self.0).rd_rel).relowner == owner }
    }

    /// Checks that the table is what [`MarksTable::insert`] can write to: an ordinary table of one column, whose only
    /// index is a B-tree of that column.
    fn check(&self) -> Result<()> {
        // SAFETY: the relation is open.
        let (is_as_made, oid) = unsafe {
            let class = &*(*self.0).rd_rel;
            let is_table =
                class.relkind as u8 == pg_sys::RELKIND_RELATION && class.relam == pg_sys::HEAP_TABLE_AM_OID;
            let has_column = matches!(version::attributes((*self.0).rd_att), [seal]
                if seal.atttypid == pg_sys::INT8OID && CStr::from_ptr(seal.attname.data.as_ptr()) == c"seal");
            (is_table && has_column && self.index().is_some(), (*self.0).rd_id)
        };
        if is_as_made {
            return Ok(());
        }
        Err(error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("{} is not a table of marks as bloom_skip_create makes it", relation_name(oid)),
            "It must be an ordinary table with one column \"seal\" of type bigint, and one index on it.",
            "Call bloom_skip_drop, then bloom_skip_create.",
        ))
    }

    /// Returns the only index of the table, if it is as expected.
    ///
    /// # Safety
    /// The relation must be open.
    unsafe fn index(&self) -> Option<Oid> {
        // SAFETY: the caller guarantees it; the index stays as it is while its table is locked.
        unsafe {
            let list = pg_sys::RelationGetIndexList(self.0);
            let indexes = pgrx::PgList::<c_void>::from_pg(list);
            let index = (indexes.len() == 1).then(|| pg_sys::list_nth_oid(list, 0))?;
            let relation = pg_sys::index_open(index, pg_sys::AccessShareLock as i32);
            let form = &*(*relation).rd_index;
            // The family is one of B-trees.
            let is_as_made = form.indnatts == 1
                && form.indkey.values.as_slice(1)[0] == 1
                && form.indisvalid
                && !form.indisunique
                && *(*relation).rd_opfamily == pg_sys::INTEGER_BTREE_FAM_OID
                && pg_sys::RelationGetIndexPredicate(relation).is_null();
            pg_sys::index_close(relation, pg_sys::NoLock as i32);
            is_as_made.then_some(index)
        }
    }

    /// Returns whether a seal is marked, by this transaction or one that has committed. Whoever deletes the mark first
    /// waits for this transaction, which has the partition locked.
    fn has(&self, seal: i64) -> bool {
        // SAFETY: the relation is open, and the index is one of its column.
        unsafe {
            let Some(index) = self.index() else { return false };
            let mut key = pg_sys::ScanKeyData::default();
            pg_sys::ScanKeyInit(
                &raw mut key,
                1,
                pg_sys::BTEqualStrategyNumber as u16,
                pg_sys::F_INT8EQ.into(),
                Datum::from(seal),
            );
            let mut snapshot = Seen::Committed.snapshot();
            let scan = pg_sys::systable_beginscan(self.0, index, true, &raw mut snapshot, 1, &raw mut key);
            let found = !pg_sys::systable_getnext(scan).is_null();
            pg_sys::systable_endscan(scan);
            found
        }
    }

    /// Writes a mark and its entry in the index.
    fn insert(&self, seal: i64) {
        let (mut value, mut null) = (Datum::from(seal), false);
        // SAFETY: the relation is open and has one column of this type.
        unsafe {
            let row = pg_sys::heap_form_tuple((*self.0).rd_att, &raw mut value, &raw mut null);
            pg_sys::CatalogTupleInsert(self.0, row);
            pg_sys::heap_freetuple(row);
        }
    }

    /// Tells the server of the conflict between this transaction and lookups that skipped a partition, if both are
    /// serializable, also where the mark was there already.
    fn note_conflicts(&self) {
        // SAFETY: the relation is open.
        unsafe {
            pg_sys::CheckForSerializableConflictIn(self.0, std::ptr::null_mut(), pg_sys::InvalidBlockNumber);
        }
    }
}

/// Remembers a mark until the transaction ends, or the subtransaction rolls back.
fn remember(mark: Mark) {
    if !REGISTERED.replace(true) {
        // SAFETY: the functions are there as long as the process.
        unsafe {
            pg_sys::RegisterXactCallback(Some(end), std::ptr::null_mut());
            pg_sys::RegisterSubXactCallback(Some(end_part), std::ptr::null_mut());
        }
    }
    // SAFETY: the function takes no arguments.
    let part = unsafe { pg_sys::GetCurrentSubTransactionId() };
    session::with(&MARKED, |marked| marked.push((mark, part)));
}

unsafe extern "C-unwind" fn end(event: XactEvent::Type, _: *mut c_void) {
    let ends = [XactEvent::XACT_EVENT_COMMIT, XactEvent::XACT_EVENT_ABORT, XactEvent::XACT_EVENT_PREPARE];
    if ends.contains(&event) {
        LAST.set(None);
        session::with(&MARKED, Vec::clear);
    }
}

unsafe extern "C-unwind" fn end_part(
    event: SubXactEvent::Type,
    part: pg_sys::SubTransactionId,
    parent: pg_sys::SubTransactionId,
    _: *mut c_void,
) {
    match event {
        SubXactEvent::SUBXACT_EVENT_COMMIT_SUB => session::with(&MARKED, |marked| {
            marked.iter_mut().filter(|(_, own)| *own == part).for_each(|(_, own)| *own = parent);
        }),
        SubXactEvent::SUBXACT_EVENT_ABORT_SUB => {
            LAST.set(None);
            session::with(&MARKED, |marked| marked.retain(|(_, own)| *own != part));
        }
        _ => {}
    }
}
