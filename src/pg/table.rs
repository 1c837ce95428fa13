//! Rows of a table of the user, read without a query: a lookup takes half the time of one in PL/pgSQL.

use super::catalog::relation_name;
use super::detoast::VarlenaRef;
use super::names::no_relation;
use super::version;
use crate::error::{self, Result};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;

/// A table that is open for reading.
#[derive(Debug)]
pub struct Table {
    relation: pg_sys::Relation,
    /// Memory for the columns of a row.
    values: Vec<Datum>,
    nulls: Vec<bool>,
}

/// A column: its number among all columns of the table, from 0 on.
#[derive(Debug, Clone, Copy)]
pub struct ColumnIndex(usize);

/// A primary key: its index, and its columns, numbered from 1 on.
#[derive(Debug, Clone, Copy)]
pub struct Key<const N: usize> {
    index: Oid,
    columns: [i16; N],
}

/// Which rows a scan reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Those that the current snapshot shows.
    Snapshot,
    /// Those of a new snapshot.
    Latest,
}

/// A visible row, until the scan reads the next one.
#[derive(Debug)]
pub struct Row<'t> {
    relation: pg_sys::Relation,
    tuple: pg_sys::HeapTuple,
    values: &'t [Datum],
    nulls: &'t [bool],
}

impl Table {
    /// Opens a table for the user, and locks it as a query does.
    ///
    /// # Errors
    /// 42P01 or 42809 unless it is an ordinary table; 42501 if the user must not read all of its rows; 0A000 if a
    /// standby does not have them.
    pub fn open(oid: Oid) -> Result<Self> {
        let before = changes();
        check_reads_all(oid)?; // before, so that no role waits for a table that it must not read
        // SAFETY: the function returns an open relation, or null if there is none.
        let relation = unsafe { pg_sys::try_relation_open(oid, pg_sys::AccessShareLock as i32) };
        if relation.is_null() {
            return Err(no_relation(oid));
        }
        // As `RangeVarGetRelidExtended` does: what the check rests on may have changed until the lock was there.
        if changes() != before {
            check_reads_all(oid)?;
        }
        // SAFETY: the relation stays open until it is closed or the transaction ends.
        let (kind, persistence, columns) = unsafe {
            let class = &*(*relation).rd_rel;
            (class.relkind as u8, class.relpersistence as u8, (*(*relation).rd_att).natts as usize)
        };
        if kind != pg_sys::RELKIND_RELATION {
            return Err(error::brief(
                Code::ERRCODE_WRONG_OBJECT_TYPE,
                format!("{} is not a table", relation_name(oid)),
            ));
        }
        // SAFETY: the function takes no arguments.
        if persistence != pg_sys::RELPERSISTENCE_PERMANENT && unsafe { pg_sys::RecoveryInProgress() } {
            return Err(error::brief(
                Code::ERRCODE_FEATURE_NOT_SUPPORTED,
                "cannot access temporary or unlogged relations during recovery",
            ));
        }
        Ok(Self { relation, values: vec![Datum::null(); columns], nulls: vec![true; columns] })
    }

    /// Closes the table, which stays locked until the transaction ends.
    pub fn close(self) {
        // SAFETY: the relation is open.
        unsafe { pg_sys::table_close(self.relation, pg_sys::NoLock as i32) }
    }

    pub fn oid(&self) -> Oid {
        // SAFETY: the relation is open.
        unsafe { (*self.relation).rd_id }
    }

    pub fn name(&self) -> String {
        relation_name(self.oid())
    }

    /// Finds a column; `None` if the table has no such column of that type.
    pub fn find_column(&self, name: &CStr, of: Oid) -> Option<ColumnIndex> {
        // SAFETY: the relation is open, and names are zero-terminated.
        let found = unsafe {
            version::attributes((*self.relation).rd_att).iter().position(|column| {
                column.atttypid == of
                    && !column.attisdropped
                    && CStr::from_ptr(column.attname.data.as_ptr()) == name
            })
        };
        found.map(ColumnIndex)
    }

    /// Finds a column.
    ///
    /// # Errors
    /// 42703 if the table has no such column of that type.
    pub fn column(&self, name: &CStr, of: Oid) -> Result<ColumnIndex> {
        self.find_column(name, of).ok_or_else(|| {
            let (name, table) = (name.to_string_lossy(), self.name());
            error::new(
                Code::ERRCODE_UNDEFINED_COLUMN,
                format!("column \"{name}\" of relation {table} does not exist"),
                "It may also have another type than expected.",
                "",
            )
        })
    }

    /// Calls `visit` with each row.
    ///
    /// # Errors
    /// Those of `visit`.
    pub fn for_rows(&mut self, seen: Seen, mut visit: impl FnMut(Row<'_>) -> Result<()>) -> Result<()> {
        // SAFETY: no index and no keys.
        unsafe { self.scan(seen, Oid::INVALID, &mut [], |row| visit(row).map(|()| true)) }
    }

    /// Finds the primary key, of integers in these columns.
    ///
    /// # Errors
    /// 42809 if the table has no such primary key.
    pub fn key<const N: usize>(&self, columns: [ColumnIndex; N]) -> Result<Key<N>> {
        // SAFETY: the relation is open.
        let index = unsafe { version::primary_key(self.relation) };
        let columns = columns.map(|ColumnIndex(number)| number as i16 + 1);
        if index == Oid::INVALID || index_columns(index) != columns {
            return Err(error::brief(
                Code::ERRCODE_WRONG_OBJECT_TYPE,
                format!("{} has another primary key than expected", self.name()),
            ));
        }
        Ok(Key { index, columns })
    }

    /// Calls `visit` with the row whose key has these values; returns `None` if there is none. The key must be of this
    /// table.
    ///
    /// # Errors
    /// Those of `visit`.
    pub fn row<const N: usize, T>(
        &mut self,
        seen: Seen,
        key: &Key<N>,
        values: [i32; N],
        mut visit: impl FnMut(Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut found = None;
        self.rows(seen, key, &values, |row| {
            found = Some(visit(row)?);
            Ok(false)
        })?;
        Ok(found)
    }

    /// Calls `visit` with the rows whose key begins with these values, in the order of the key, until it returns false.
    /// The key must be of this table.
    ///
    /// # Errors
    /// Those of `visit`.
    pub fn rows<const N: usize>(
        &mut self,
        seen: Seen,
        key: &Key<N>,
        values: &[i32],
        visit: impl FnMut(Row<'_>) -> Result<bool>,
    ) -> Result<()> {
        let mut keys = [pg_sys::ScanKeyData::default(); N];
        let count = values.len().min(N);
        for ((scan_key, column), value) in keys.iter_mut().zip(key.columns).zip(values) {
            // SAFETY: the key is of an integer column.
            unsafe {
                pg_sys::ScanKeyInit(
                    scan_key,
                    column,
                    pg_sys::BTEqualStrategyNumber as u16,
                    pg_sys::F_INT4EQ.into(),
                    Datum::from(*value),
                );
            }
        }
        // SAFETY: the index is of this table and has these columns.
        unsafe { self.scan(seen, key.index, &mut keys[..count], visit) }
    }

    /// Calls `visit` with rows until it returns false.
    ///
    /// # Safety
    /// `index` must be invalid or an index of the table with the columns of the keys.
    unsafe fn scan(
        &mut self,
        seen: Seen,
        index: Oid,
        keys: &mut [pg_sys::ScanKeyData],
        mut visit: impl FnMut(Row<'_>) -> Result<bool>,
    ) -> Result<()> {
        // SAFETY: the relation is open; the snapshot is active while the function runs; a row stays valid until the
        // next one is read, and has as many columns as there is memory for. After an error the transaction ends the
        // scan.
        unsafe {
            let snapshot = match seen {
                Seen::Snapshot => pg_sys::GetActiveSnapshot(),
                Seen::Latest => std::ptr::null_mut(), // a new one for a table that no cache of the server has
            };
            let scan = pg_sys::systable_beginscan(
                self.relation,
                index,
                index != Oid::INVALID,
                snapshot,
                keys.len() as i32,
                keys.as_mut_ptr(),
            );
            loop {
                let tuple = pg_sys::systable_getnext(scan);
                if tuple.is_null() {
                    break;
                }
                let (values, nulls) = (&mut self.values, &mut self.nulls);
                pg_sys::heap_deform_tuple(
                    tuple,
                    (*self.relation).rd_att,
                    values.as_mut_ptr(),
                    nulls.as_mut_ptr(),
                );
                if !visit(Row { relation: self.relation, tuple, values, nulls })? {
                    break;
                }
            }
            pg_sys::systable_endscan(scan);
        }
        Ok(())
    }
}

/// The methods that read a column raise 22004 if it is NULL.
impl<'t> Row<'t> {
    fn datum(&self, ColumnIndex(number): ColumnIndex) -> Result<Datum> {
        if self.nulls[number] {
            return Err(error::brief(Code::ERRCODE_NULL_VALUE_NOT_ALLOWED, "a column of the row is NULL"));
        }
        Ok(self.values[number])
    }

    pub fn integer(&self, column: ColumnIndex) -> Result<i32> {
        Ok(self.datum(column)?.value() as i32)
    }

    pub fn boolean(&self, column: ColumnIndex) -> Result<bool> {
        Ok(self.datum(column)?.value() != 0)
    }

    fn attribute(&self, ColumnIndex(number): ColumnIndex) -> &pg_sys::FormData_pg_attribute {
        // SAFETY: the relation is open.
        unsafe { &version::attributes((*self.relation).rd_att)[number] }
    }

    pub fn double(&self, column: ColumnIndex) -> Result<f64> {
        Ok(f64::from_bits(self.datum(column)?.value() as u64))
    }

    /// Returns a value of variable length.
    pub fn varlena(&self, column: ColumnIndex) -> Result<VarlenaRef<'t>> {
        if self.attribute(column).attlen != -1 {
            return Err(error::internal("a column has no values of variable length"));
        }
        // SAFETY: the column is of such a type, and the scan is at the row.
        Ok(unsafe { VarlenaRef::new(self.datum(column)?) })
    }

    /// Returns the place of the row, its `ctid`.
    pub fn place(&self) -> pg_sys::ItemPointerData {
        // SAFETY: the scan is at the row.
        unsafe { (*self.tuple).t_self }
    }
}

/// Returns the columns of an index, numbered from 1 on.
fn index_columns(index: Oid) -> Vec<i16> {
    // SAFETY: the index exists, as its table is locked, and is open while its columns are read.
    unsafe {
        let relation = pg_sys::index_open(index, pg_sys::AccessShareLock as i32);
        let form = (*relation).rd_index;
        let columns = (*form).indkey.values.as_slice((*form).indnkeyatts as usize).to_vec();
        pg_sys::index_close(relation, pg_sys::NoLock as i32);
        columns
    }
}

/// Creates the error for a table that the user must not read.
#[cold]
pub fn permission_denied(table: Oid) -> error::Error {
    error::brief(
        Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
        format!("permission denied for table {}", relation_name(table)),
    )
}

/// Returns whether the user may read all columns of a table; raises an error unless the table exists.
pub fn may_select(table: Oid) -> bool {
    let select = pg_sys::ACL_SELECT as pg_sys::AclMode;
    // SAFETY: this is a catalog lookup.
    let answer = unsafe { pg_sys::pg_class_aclcheck(table, pg_sys::GetUserId(), select) };
    answer == pg_sys::AclResult::ACLCHECK_OK
}

/// Returns the number of messages about changes that the session has got.
pub fn changes() -> u64 {
    // SAFETY: this reads a number.
    unsafe { pg_sys::SharedInvalidMessageCounter }
}

/// Checks that the user may read all rows of a table.
///
/// # Errors
/// 42P01 if it does not exist, 42501 if the user must not.
pub fn check_reads_all(table: Oid) -> Result<()> {
    let is_readable = may_select(table);
    // SAFETY: this is a catalog lookup.
    let policies = unsafe { pg_sys::check_enable_rls(table, Oid::INVALID, false) };
    if !is_readable {
        return Err(permission_denied(table));
    }
    if policies as u32 == pg_sys::CheckEnableRlsResult::RLS_ENABLED {
        return Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!(
                "query would be affected by row-level security policy for table {}",
                relation_name(table)
            ),
            "A policy may hide rows that are needed for the answer.",
            "",
        ));
    }
    Ok(())
}
