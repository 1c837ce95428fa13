//! The partitions of an index: its leaf indexes, and the partitions that have none.

use super::routine;
use crate::error::{self, Result};
use crate::pg::catalog;
use crate::pg::names::no_relation;
use crate::pg::table::{changes, check_reads_all};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid, Relation};

/// A table without partitions.
#[derive(Debug, Clone, Copy)]
pub struct Leaf {
    pub table: Oid,
    /// Its index; `None` if it has none, as a foreign table.
    pub index: Option<Oid>,
}

/// Returns the leaves of an index, which is of one table or of a partitioned table, for a user who may read
/// all rows of the table. Locks the index and its table as a query does.
///
/// # Errors
/// 42P01 or 42809 unless it is such an index, 42501.
pub fn leaves(index: Oid) -> Result<Vec<Leaf>> {
    with_index(index, check_reads_all, |table| Ok(below(index, table).0))
}

/// Calls `f` with the table of an index. Both are locked as by a query, if `check` allows it.
///
/// # Errors
/// 42P01 or 42809 unless it is an index of this access method, and those of `check` and `f`.
pub fn with_index<R>(
    index: Oid,
    check: impl Fn(Oid) -> Result<()>,
    f: impl FnOnce(Oid) -> Result<R>,
) -> Result<R> {
    let mode = pg_sys::AccessShareLock as i32;
    let before = changes();
    // SAFETY: this is a catalog lookup.
    let table = unsafe { pg_sys::IndexGetRelation(index, true) };
    // SAFETY: the relation is open until it is closed or the transaction ends.
    unsafe {
        if table == Oid::INVALID {
            let exists = catalog::kind_of(index) != 0;
            return Err(if exists { no_index(index) } else { no_relation(index) });
        }
        check(table)?; // before, so that no role waits for a table that it must not read
        pg_sys::LockRelationOid(table, mode);
        let relation = pg_sys::try_relation_open(index, mode);
        if relation.is_null() {
            return Err(no_relation(index));
        }
        let is_ours = (*relation).rd_index.as_ref().is_some_and(|form| form.indrelid == table)
            && routine::is_ours(relation);
        pg_sys::relation_close(relation, pg_sys::NoLock as i32);
        if !is_ours {
            return Err(no_index(index));
        }
        if changes() != before {
            check(table)?; // what it rests on may have changed until the locks were there
        }
    }
    f(table)
}

fn no_index(relation: Oid) -> error::Error {
    error::new(
        Code::ERRCODE_WRONG_OBJECT_TYPE,
        format!("{} is not an index of access method \"bloom_skip\"", catalog::relation_name(relation)),
        "",
        "Create one: CREATE INDEX ON events USING bloom_skip (user_id).",
    )
}

/// Returns the leaves of a table in the order of the server's list, with the leaf indexes below an index; and the
/// partitioned indexes, with the index itself if it is one.
pub fn below(index: Oid, table: Oid) -> (Vec<Leaf>, Vec<Oid>) {
    let with_table = |index: Oid| {
        // SAFETY: this is a catalog lookup.
        let table = unsafe { pg_sys::IndexGetRelation(index, true) };
        (table.to_u32(), index)
    };
    let mut indexes: Vec<(u32, Oid)> = catalog::inheritors(index).into_iter().map(with_table).collect();
    indexes.sort_unstable_by_key(|(table, _)| *table);
    let of_table = |table: Oid| {
        let place = indexes.binary_search_by_key(&table.to_u32(), |(table, _)| *table).ok()?;
        Some(indexes[place].1)
    };
    let (mut leaves, mut branches) = (Vec::new(), Vec::new());
    for table in catalog::inheritors(table) {
        let index = of_table(table);
        if catalog::kind_of(table) == pg_sys::RELKIND_PARTITIONED_TABLE {
            branches.extend(index);
        } else {
            leaves.push(Leaf { table, index });
        }
    }
    (leaves, branches)
}

/// Calls `f` with an open leaf index; returns `None` if it is gone.
pub fn with_leaf<R>(index: Oid, f: impl FnOnce(Relation) -> R) -> Option<R> {
    let mode = pg_sys::AccessShareLock as i32;
    // SAFETY: the relation is open until it is closed or the transaction ends.
    unsafe {
        let relation = pg_sys::try_relation_open(index, mode);
        if relation.is_null() {
            return None;
        }
        let result = f(relation);
        pg_sys::relation_close(relation, mode);
        Some(result)
    }
}
